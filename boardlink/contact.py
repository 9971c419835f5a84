"""PURE. Trouble that no single read shows: a plug that does not hold, a board that starts again.

A board that has reset itself answers as before, but tells no changes by itself until it is
asked to again; a whole board read then shows men that have moved without a word. The same
is seen for a moment when a man is moved while the board is read: his change follows at once.
"""

from collections import deque
from datetime import datetime

from boardlink.drivers.heard import Heard, Repair
from boardlink.readings import LinkLost, Man, PlacementRead, Square, SquareRead
from boardlink.view import View

LOOSE_TIMES = 3
"""So many silences or lost connections within ``LOOSE_S`` are a matter of the plug."""
LOOSE_S = 600.0
FOLLOWS_S = 1.0
"""A change that was only on its way is told within it: a scan takes 0.25 s, or twice that."""
NOISE_S = 10.0
"""Bytes that were lost on a disturbed line explain a change that was not told."""

LOOSE = (
    "loose",
    "the board falls silent again and again: check that its plug sits tight, and change the cable",
)
RESTARTED = (
    "restarted",
    "the board told no changes by itself any more, as after a restart: check its power and its "
    "plug; nothing is lost, it has been read anew",
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
            self._view = self._view.after(reading)
        if self._untold and self._since(self._untold_at, at) >= FOLLOWS_S:
            self._untold.clear()
            found.append(RESTARTED)
        return found

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
