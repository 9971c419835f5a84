"""PURE. A value that changed over time, asked for as it was at some moment."""

from bisect import bisect_right
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class History(Generic[T]):
    """Values with the moment from which each holds, the oldest first.

    Facts may be logged later than they happened, so ``add`` takes them in any order; of
    two values of one moment the one added last holds.
    """

    steps: tuple[tuple[datetime, T], ...] = ()

    def add(self, at: datetime, value: T) -> "History[T]":
        """The history in which ``value`` holds from ``at`` on."""
        if not self.steps or self.steps[-1][0] <= at:
            return History((*self.steps, (at, value)))
        place = self._place(at)
        return History((*self.steps[:place], (at, value), *self.steps[place:]))

    def step_at(self, cut: datetime) -> tuple[datetime, T] | None:
        """The newest value that held at ``cut`` and since when, None before the first."""
        place = self._place(cut)
        return self.steps[place - 1] if place else None

    def value_at(self, cut: datetime) -> T | None:
        """The value at ``cut``, None before the first."""
        step = self.step_at(cut)
        return None if step is None else step[1]

    def next_after(self, cut: datetime) -> datetime | None:
        """When the value changes next after ``cut``, None when it stays."""
        place = self._place(cut)
        return self.steps[place][0] if place < len(self.steps) else None

    def count_until(self, cut: datetime) -> int:
        """How many steps had been taken by ``cut``."""
        return self._place(cut)

    @property
    def newest(self) -> T | None:
        """The value at the end of all that is known."""
        return self.steps[-1][1] if self.steps else None

    def _place(self, at: datetime) -> int:
        return bisect_right(self.steps, at, key=lambda step: step[0])


def earliest(*moments: datetime | None) -> datetime | None:
    """The first of the moments that there are."""
    return min((moment for moment in moments if moment is not None), default=None)
