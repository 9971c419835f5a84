"""PURE. What kind of board a virtual board is, and how it stands."""

from dataclasses import dataclass, replace

from boardlink.protocols.dgt import PIECE_CODES
from boardlink.readings import ClockSide
from facts.fact import Side

TRADEMARK = (
    "topboards simulator\r\n"
    "A virtual chessboard made of software, no maker's product and no maker's mark.\r\n"
    "Its men are moved by a program.\r\n"
)
"""Our own words: a maker's mark must not be sent (README.md, A note on DGT)."""


@dataclass(frozen=True, slots=True)
class BoardSettings:
    """What kind of board this is, where it stands and how fast it looks.

    Attributes:
        serial: five digits.
        long_serial: ten characters; empty: an older board, which does not answer.
        hardware: None: an older board, which does not answer.
        battery: percent; None: a board without one, which does not answer.
        rotated: the connector is on White's right, so a1 is where h8 should be.
        white_left: White has the clock's left side; None: unless the board is rotated.
        clock: a clock is connected.
        alternates: on a bus its changes come under two ids in turn, as newer boards do.
        bus_serial: on a bus it tells its serial number; older boards do not.
        square_s: from one square's sensor to the next.
        pause_s: from the last square to the first of the next scan.
        phase_s: when the first scan begins.
    """

    serial: str = "10001"
    long_serial: str = ""
    version: tuple[int, int] = (1, 7)
    hardware: tuple[int, int] | None = None
    bus_address: int = 1025
    battery: int | None = None
    trademark: str = TRADEMARK
    rotated: bool = False
    white_left: bool | None = None
    clock: bool = True
    alternates: bool = False
    bus_serial: bool = True
    square_s: float = 0.003
    pause_s: float = 0.008
    phase_s: float = 0.0

    @property
    def scan_s(self) -> float:
        """A whole scan."""
        return 64 * self.square_s + self.pause_s

    def index(self, square: int) -> int:
        """The wire's index of a square."""
        return 63 - (square ^ 56) if self.rotated else square ^ 56

    def clock_side(self, side: Side) -> ClockSide:
        """Where a player sits as seen from the clock's front."""
        white_left = not self.rotated if self.white_left is None else self.white_left
        return ClockSide.LEFT if (side is Side.WHITE) == white_left else ClockSide.RIGHT

    def square(self, index: int) -> int:
        """The square of the wire's index."""
        return (63 - index) ^ 56 if self.rotated else index ^ 56

    def codes(self, men: str) -> bytes:
        """A placement as the wire tells it: 64 piece codes in its own order."""
        return bytes(PIECE_CODES[men[self.square(index)]] for index in range(64))


def over_bluetooth(settings: BoardSettings, battery: int = 80) -> BoardSettings:
    """The Bluetooth model of a board: half as fast, and with a battery (``battery`` percent).

    Both are what picochess's drivers expect of them (docs/dgt-wire.md).
    """
    return replace(
        settings,
        square_s=2 * settings.square_s,
        pause_s=2 * settings.pause_s,
        battery=battery,
    )
