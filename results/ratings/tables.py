"""PURE. FIDE's two conversion tables (Rating Regulations B.02 8.1) and what follows from them.

All in whole numbers: scores in percent, ratings in points.
"""

from bisect import bisect_left
from collections.abc import Sequence
from fractions import Fraction

_DIFFERENCES = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158,
    166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366,
    383, 401, 422, 444, 470, 501, 538, 589, 677, 800,
)  # fmt: skip
"""The rating difference for a score of 50, 51 … 100 percent (8.1.1)."""

_UPPER_ENDS = (
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162,
    170, 179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374,
    391, 411, 432, 456, 484, 517, 559, 619, 735,
)  # fmt: skip
"""The greatest difference for an expected score of 50, 51 … 99 percent (8.1.2)."""

FULL_SCALE = 800
"""Where the full table ends: a difference that stands for 0 or 100 percent."""


def rating_difference(percent: int) -> int:
    """The rating difference that a score of ``percent`` (0 to 100) stands for (8.1.1)."""
    return _DIFFERENCES[percent - 50] if percent >= 50 else -_DIFFERENCES[50 - percent]


def _percent_of(difference: int) -> int:
    percent = 50 + bisect_left(_UPPER_ENDS, abs(difference))
    return percent if difference >= 0 else 100 - percent


_PERCENTS = tuple(_percent_of(d) for d in range(-FULL_SCALE, FULL_SCALE + 1))


def expected_percent(difference: int) -> int:
    """The expected score, in percent, of who is ``difference`` points stronger (8.1.2)."""
    return _PERCENTS[max(0, min(2 * FULL_SCALE, difference + FULL_SCALE))]


def half_up(value: Fraction) -> int:
    """The nearest whole number; a half is rounded up."""
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)


def average(ratings: Sequence[int]) -> int | None:
    """The average, rounded half up (C.07 10.1); None without any."""
    return half_up(Fraction(sum(ratings), len(ratings))) if ratings else None


def performance(score10: int, ratings: Sequence[int]) -> int | None:
    """The tournament performance (C.07 10.2) of ``score10`` tenths against ``ratings``."""
    mean = average(ratings)
    if mean is None:
        return None
    percent = half_up(Fraction(score10 * 10, len(ratings)))
    return mean + rating_difference(max(0, min(100, percent)))


def expected_sum(own: int, ratings: Sequence[int]) -> int:
    """The expected score against all of ``ratings`` in hundredths of a point, full scale."""
    offset = own + FULL_SCALE
    last = 2 * FULL_SCALE
    total = 0
    for rating in ratings:
        place = offset - rating
        total += _PERCENTS[0 if place < 0 else last if place > last else place]
    return total


def perfect_performance(score10: int, ratings: Sequence[int]) -> int | None:
    """The lowest rating whose expected score is at least the score made (C.07 10.3)."""
    guess = performance(score10, ratings)
    if guess is None:
        return None
    if score10 <= 0:
        return min(ratings) - FULL_SCALE
    wanted = score10 * 10
    ceiling = max(ratings) + FULL_SCALE
    if expected_sum(ceiling, ratings) < wanted:
        return ceiling
    step = 16  # the performance is near: widen from there until the answer is between
    low = guess - step
    while expected_sum(low, ratings) >= wanted:
        step *= 2
        low = guess - step
    step, high = 16, guess + 16
    while expected_sum(high, ratings) < wanted:
        step *= 2
        high = guess + step
    while high - low > 1:
        middle = (low + high) // 2
        if expected_sum(middle, ratings) >= wanted:
            high = middle
        else:
            low = middle
    return high
