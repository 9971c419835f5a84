"""One board, or one port without a board, as an operator sees it: a row, a line, an object."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from boardlink.readings import ClockRead, ClockSide, Placement
from boardlink.sensing.squares.placement import fen_field
from facts.ids import BoardNo, DeviceId


class RowState(StrEnum):
    """How a board is doing."""

    ONLINE = "online"
    SILENT = "silent"
    RECONNECTING = "reconnecting"
    """It was here and is looked for."""
    ABSENT = "absent"
    """It has not been heard of since looking began."""
    NO_BOARD = "no board"
    """A port at which no board answers."""
    LOOKING = "looking"
    """Nobody has answered yet, nor failed to."""


@dataclass(frozen=True, slots=True)
class BoardRow:
    """What is known of a board now.

    Attributes:
        board: its number in the hall, None where it has none.
        device: its serial number, None for a port without a board.
        port: where it is, or is looked for; empty for any port.
        since: since when it is so.
        tried: how often a board that is not there was looked for.
        returns: how often it has come back.
        heard_s: seconds since it last said anything, None while it never has.
        placement: White's a1 first, where it is known which side White's is.
        turned: White sits on the far side of the board; None while unknown.
        clock: its last reading; ``clock_missing`` where the board says that it has none.
        frames_per_s: over the last ten seconds.
        errors: disturbances of the line since it is connected.
        battery: percent, None for boards without one.
        warnings: what needs a look, by code.
        capture: the file that is being written, and ``recorded`` bytes of it.
        text: what is wrong, and what to check.
    """

    board: BoardNo | None
    device: DeviceId | None
    port: str
    state: RowState
    since: datetime | None = None
    tried: int = 0
    returns: int = 0
    heard_s: float | None = None
    version: str = ""
    placement: Placement | None = None
    turned: bool | None = None
    clock: ClockRead | None = None
    clock_missing: bool = False
    frames: int = 0
    frames_per_s: float = 0.0
    errors: int = 0
    battery: int | None = None
    warnings: Mapping[str, str] | None = None
    capture: str = ""
    recorded: int = 0
    text: str = ""

    @property
    def name(self) -> str:
        """How people call it: ``board 3``, ``25731``, else its port."""
        if self.board is not None:
            return f"board {self.board}"
        return str(self.device or self.port)

    @property
    def is_here(self) -> bool:
        """Connected, whether or not it says anything."""
        return self.state in (RowState.ONLINE, RowState.SILENT)

    @property
    def remarks(self) -> str:
        """What needs a look, in one line."""
        said = [self.text] if self.text else []
        if self.tried > 1:
            said.append(f"tried {self.tried} times")
        return "; ".join([*said, *(self.warnings or {}).values()])


def clock_words(row: BoardRow) -> str:
    """``1:29:58* 1:30:00``: left, then right, as seen from its front; the running one starred."""
    if row.clock is None:
        return "no clock" if row.clock_missing else ""
    words = []
    for side, left_s in ((ClockSide.LEFT, row.clock.left_s), (ClockSide.RIGHT, row.clock.right_s)):
        runs = row.clock.running and row.clock.turn is side
        time = "?" if left_s is None else str(timedelta(seconds=left_s))
        words.append(f"{time}{'*' if runs else ''}")
    return " ".join(words)


def heard_words(row: BoardRow) -> str:
    """How long ago it was heard."""
    if row.heard_s is None:
        return ""
    if row.heard_s < 1.5:
        return "now"
    if row.heard_s < 90:
        return f"{row.heard_s:.0f} s ago"
    return f"{row.heard_s / 60:.0f} min ago"


def row_line(row: BoardRow) -> str:
    """A row as one line of text."""
    device = f" ({row.device})" if row.device is not None and row.board is not None else ""
    words = [f"{row.name}{device}", row.state.value]
    if row.port and row.device is not None:
        words.append(f"at {row.port}")
    if row.placement is not None:
        words.append(fen_field(row.placement))
    if clock := clock_words(row):
        words.append(clock if row.clock is None else f"clock {clock}")
    if row.is_here:
        words.append(f"{row.frames_per_s:.1f} frames/s, {row.errors} errors")
    if row.battery is not None:
        words.append(f"battery {row.battery} %")
    if row.remarks:
        words.append(f"– {row.remarks}")
    return " ".join(words)


def row_news(row: BoardRow) -> tuple[object, ...]:
    """What has to change for a row to be worth another line."""
    clock = None if row.clock is None else (row.clock.turn, row.clock.running)
    return (row.device, row.state, row.port, row.placement, clock, row.clock_missing, row.text,
            tuple(row.warnings or ()))  # fmt: skip


def row_object(row: BoardRow) -> dict[str, object]:
    """A row for other programs; the placement is the first field of a FEN."""
    clock = row.clock
    return {
        "board": row.board,
        "device": row.device,
        "port": row.port,
        "state": row.state.value,
        "since": row.since,
        "tried": row.tried,
        "returns": row.returns,
        "heard_s": None if row.heard_s is None else round(row.heard_s, 1),
        "version": row.version,
        "placement": None if row.placement is None else fen_field(row.placement),
        "turned": row.turned,
        "clock": None
        if clock is None
        else {
            "left_s": clock.left_s,
            "right_s": clock.right_s,
            "turn": clock.turn.value,
            "running": clock.running,
            "left_flag": clock.left_flag,
            "right_flag": clock.right_flag,
            "battery_low": clock.battery_low,
        },
        "clock_missing": row.clock_missing,
        "frames": row.frames,
        "frames_per_s": round(row.frames_per_s, 1),
        "errors": row.errors,
        "battery": row.battery,
        "warnings": row.warnings or {},
        "capture": row.capture,
        "recorded": row.recorded,
        "text": row.text,
    }


def sorted_rows(rows: Sequence[BoardRow]) -> tuple[BoardRow, ...]:
    """Boards with numbers first, then those without, then ports without a board."""
    return tuple(
        sorted(
            rows,
            key=lambda row: (
                row.board is None,
                row.board or 0,
                row.device is None,
                row.port,
                row.device or "",
            ),
        )
    )
