"""PURE. What a board shows right now, whether or not a game is followed on it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from boardlink.readings import (
    ClockMissing,
    ClockRead,
    LinkLost,
    Man,
    Placement,
    PlacementRead,
    Reading,
    Square,
    SquareRead,
)


@dataclass(frozen=True, slots=True)
class View:
    """What a board shows.

    Attributes:
        placement: None until the whole board has been read since the link came up.
        clock: the last reading, None where there is none.
        clock_missing: the board says that it has no clock.
    """

    placement: Placement | None = None
    clock: ClockRead | None = None
    clock_missing: bool = False

    def after(self, reading: Reading) -> "View":
        """The view after one more reading."""
        match reading:
            case PlacementRead(placement):
                return replace(self, placement=placement)
            case SquareRead(square, man) if self.placement is not None:
                return replace(self, placement=_with_man(self.placement, square, man))
            case ClockRead():
                return replace(self, clock=reading, clock_missing=False)
            case ClockMissing():
                return replace(self, clock=None, clock_missing=True)
            case LinkLost():
                return replace(self, placement=None)
            case _:
                return self

    def readings(self) -> Iterator[Reading]:
        """What a tracker that begins now has to be told first."""
        if self.placement is not None:
            yield PlacementRead(self.placement)
        if self.clock is not None:
            yield self.clock
        elif self.clock_missing:
            yield ClockMissing()


def _with_man(placement: Placement, square: Square, man: Man) -> Placement:
    return Placement(placement[:square] + man + placement[square + 1 :])
