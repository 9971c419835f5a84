"""PURE. What a device reports, in no maker's terms: the words between drivers and sensing.

A placement is what the 64 sensors see, legal or not: a string of 64 men in the order
a1 b1 … h8 (python-chess squares) **as the board itself counts them**, i.e. before it is
known which side White sits on. A man is its FEN letter, ``.`` an empty square and ``?`` a
man that is there but cannot be read.
"""

from dataclasses import dataclass
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
