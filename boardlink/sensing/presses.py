"""PURE. How many levers were pressed while the clock was not read: what its times tell.

Each press brings the presser some seconds, and as long as the clock runs one side loses what
passes. So the times of both before and after, and the time between, say how often levers were
pressed. A clock that stood for a while, or to which time was added, looks like more presses,
never like fewer: an upper limit holds even then. Time that was taken off can look like fewer,
if it is just what the presses brought; nothing on the board tells that.
"""

from dataclasses import dataclass

from boardlink.readings import ClockRead, ClockSide

LATE_S = 3.0
"""Seconds by which two readings of whole seconds, each up to a second late, may be wrong."""
WHOLE_S = 1
"""Seconds by which whole seconds of one side may be wrong."""
TOO_MANY = 40
"""Presses above which nothing is worked out."""


@dataclass(frozen=True, slots=True)
class Presses:
    """How often levers were pressed between two readings.

    Attributes:
        fits: the numbers with which the times agree if the clock ran all the while.
        most: no more than these, even if it stood for a while or time was added.
        first: whose lever was the first.
    """

    fits: tuple[int, ...]
    most: int
    first: ClockSide

    def can_only_be(self, number: int) -> bool:
        """No other number is possible, since none is below what the board itself shows."""
        return number in self.fits and self.most < number + 2

    def by(self, side: ClockSide) -> tuple[int, ...]:
        """How many of them were this side's."""
        return tuple((n + 1) // 2 if side is self.first else n // 2 for n in self.fits)


def counted(
    before: ClockRead, after: ClockRead, passed_s: float, bonus_s: int | None
) -> Presses | None:
    """The presses between two readings ``passed_s`` apart, None where nothing tells.

    ``bonus_s`` are the seconds that each press brings for certain, whatever the player used
    (no delay), None where that is not known.
    """
    times = (before.left_s, before.right_s, after.left_s, after.right_s)
    if any(flag for read in (before, after) for flag in (read.left_flag, read.right_flag)):
        return None
    if before.left_s is None or before.right_s is None:
        return None
    if after.left_s is None or after.right_s is None:
        return None
    if not before.running and not after.running:
        stood = times[:2] == times[2:] and before.turn is after.turn
        return Presses((0,), 0, before.turn) if stood else None
    if not before.running or not after.running or not bonus_s or 0 in times:
        return None
    brought = after.left_s + after.right_s - before.left_s - before.right_s + passed_s
    odd = int(after.turn is not before.turn)
    possible = [n for n in range(odd, TOO_MANY, 2) if n * bonus_s <= brought + LATE_S]
    if not possible:
        return None
    fits = []
    for n in possible:
        left, right = ((n + 1) // 2, n // 2)
        if before.turn is ClockSide.RIGHT:
            left, right = right, left
        spent = (
            before.left_s - after.left_s + left * bonus_s,
            before.right_s - after.right_s + right * bonus_s,
        )
        untouched = n > 0 or spent[before.turn is ClockSide.LEFT] == 0
        if n * bonus_s >= brought - LATE_S and min(spent) >= -WHOLE_S and untouched:
            fits.append(n)
    return Presses(tuple(fits), possible[-1], before.turn)
