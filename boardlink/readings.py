"""PURE. What a device reports, in no maker's terms: the words between drivers and sensing.

A placement is what the 64 sensors see, legal or not: a string of 64 men in the order
a1 b1 … h8 (python-chess squares) **as the board itself counts them**, i.e. before it is
known which side White sits on. A man is its FEN letter, ``.`` an empty square and ``?`` a
man that is there but cannot be read.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NewType

Placement = NewType("Placement", str)
Square = NewType("Square", int)
"""A python-chess square, 0 = a1 … 63 = h8, in the board's own frame."""
Man = NewType("Man", str)
"""One of ``PNBRQKpnbrqk.?``."""

EMPTY = Man(".")
UNREADABLE = Man("?")


class ClockSide(StrEnum):
    """Left and right as seen from the clock's front."""

    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class PlacementRead:
    """The whole board at once."""

    placement: Placement


@dataclass(frozen=True, slots=True)
class SquareRead:
    """One square changed: ``man`` is on it now."""

    square: Square
    man: Man


@dataclass(frozen=True, slots=True)
class ClockRead:
    """A plausible reading of the clock.

    Attributes:
        left_s, right_s: seconds left, None where the digits made no sense.
        turn: the side whose time runs, or would run; its lever is up.
        running: False while the clock is stopped.
        left_flag, right_flag: the flag of that side has fallen.
        battery_low: the clock's battery.
    """

    left_s: int | None
    right_s: int | None
    turn: ClockSide
    running: bool
    left_flag: bool = False
    right_flag: bool = False
    battery_low: bool = False


@dataclass(frozen=True, slots=True)
class ClockMissing:
    """No clock is connected, or its reading is marked invalid."""


@dataclass(frozen=True, slots=True)
class LinkLost:
    """Nothing reaches us from the board until a ``PlacementRead`` says where it stands."""


@dataclass(frozen=True, slots=True)
class TimePassed:
    """Nothing happened; the tracker had asked to be woken."""


Reading = PlacementRead | SquareRead | ClockRead | ClockMissing | LinkLost | TimePassed


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
