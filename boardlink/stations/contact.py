"""PURE. Trouble that no single read shows: loose plugs, restarts, sensors that flicker.

A board that has reset itself answers as before, but tells no changes by itself until it is
asked to again; a whole board read then shows men that have moved without a word. The same
is seen for a moment when a man is moved while the board is read: his change follows at once.
"""

from collections import deque
from datetime import datetime

import chess

from boardlink.drivers.heard import Heard, Repair
from boardlink.readings import EMPTY, LinkLost, Man, PlacementRead, Square, SquareRead, View

LOOSE_TIMES = 3
"""So many silences or lost connections within ``LOOSE_S`` are a matter of the plug."""
LOOSE_S = 600.0
FOLLOWS_S = 1.0
"""A change that was only on its way is told within it: a scan takes 0.25 s, or twice that."""
NOISE_S = 10.0
"""Bytes that were lost on a disturbed line explain a change that was not told."""

FLICKER_TIMES = 5
"""So many times within ``FLICKER_S`` the same man was gone and back at once: nobody adjusts so."""
FLICKER_S = 120.0
BLINK_S = 1.0
"""A man that is lifted and put back is away for longer, as a rule."""

LOOSE = (
    "loose",
    "the board falls silent again and again: check that its plug sits tight, and change the cable",
)
RESTARTED = (
    "restarted",
    "the board told no changes by itself any more, as after a restart: check its power and its "
    "plug; nothing is lost, it has been read anew",
)


def _sensor(square: Square) -> tuple[str, str]:
    name, turned = chess.square_name(square), chess.square_name(63 - square)
    return (
        "sensor",
        f"the man on {name} ({turned} where the board lies turned) vanishes and comes back by "
        f"itself: put it in the middle of its square; if that does not help, exchange the man, "
        f"then the board",
    )


class Contact:
    """Watches one device over all its connections; tell it of each, and of every read."""

    def __init__(self) -> None:
        """A device of which nothing has been heard."""
        self._gaps: deque[datetime] = deque(maxlen=LOOSE_TIMES)
        self._connected = False
        self._is_new = False
        self._view = View()
        self._untold: dict[Square, Man] = {}
        self._untold_at: datetime | None = None
        self._noise_at: datetime | None = None
        self._lifted: tuple[SquareRead, datetime] | None = None
        self._blinks: dict[Square, deque[datetime]] = {}

    def link_is_up(self) -> None:
        """A connection begins."""
        self._is_new = self._connected
        self._connected = True
        self._view = self._view.after(LinkLost())
        self._untold.clear()

    def take(self, heard: Heard, at: datetime) -> list[tuple[str, str]]:
        """One read; code and text of what a person should look at now."""
        found: list[tuple[str, str]] = []
        if heard.silent or self._is_new:
            self._is_new = False
            self._gaps.append(at)
            if len(self._gaps) == LOOSE_TIMES and self._since(self._gaps[0], at) <= LOOSE_S:
                found.append(LOOSE)
        if Repair.GARBAGE in heard.repairs:
            self._noise_at = at
        for reading in heard.readings:
            if isinstance(reading, PlacementRead) and Repair.MISSED_UPDATE in heard.repairs:
                self._compare(reading, at)
            elif isinstance(reading, SquareRead) and (
                self._untold.get(reading.square) == reading.man
            ):
                del self._untold[reading.square]
            if isinstance(reading, SquareRead) and self._blinked(reading, at):
                found.append(_sensor(reading.square))
            self._view = self._view.after(reading)
        if self._untold and self._since(self._untold_at, at) >= FOLLOWS_S:
            self._untold.clear()
            found.append(RESTARTED)
        return found

    def _blinked(self, reading: SquareRead, at: datetime) -> bool:
        """True where a man came back at once, and has done so too often."""
        lifted, self._lifted = self._lifted, None
        if reading.man == EMPTY:
            if self._view.placement is not None:
                man = Man(self._view.placement[reading.square])
                self._lifted = (SquareRead(reading.square, man), at)
            return False
        if lifted is None or lifted[0] != reading or self._since(lifted[1], at) > BLINK_S:
            return False
        times = self._blinks.setdefault(reading.square, deque(maxlen=FLICKER_TIMES))
        times.append(at)
        return len(times) == FLICKER_TIMES and self._since(times[0], at) <= FLICKER_S

    def _compare(self, reading: PlacementRead, at: datetime) -> None:
        """A whole board against what its changes had told."""
        told = self._view.placement
        if told is None or self._since(self._noise_at, at) <= NOISE_S:
            return
        differing = {
            Square(square): Man(man)
            for square, (old, man) in enumerate(zip(told, reading.placement, strict=True))
            if old != man
        }
        if differing:
            self._untold, self._untold_at = differing, at

    @staticmethod
    def _since(then: datetime | None, at: datetime) -> float:
        return float("inf") if then is None else (at - then).total_seconds()
