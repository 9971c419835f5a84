"""PURE. What an offence costs: the step of the regulations, and the clock after it."""

from collections.abc import Sequence

from facts.fact import PenaltyGiven
from facts.ids import RoundNo
from facts.regulations import OffenceRule, Sanction, Step
from results.prizes.money import written

_SAYS = {
    Sanction.WORDS: "as the arbiter says",
    Sanction.WARNING: "an official warning",
    Sanction.HALVE_TIME: "the remaining time is halved",
    Sanction.HALVE_NEXT: "the time is halved in the next game",
    Sanction.LOSS: "the game is lost",
    Sanction.NOT_PAIRED: "not paired in the next round",
    Sanction.EXPELLED: "expelled from the tournament",
    Sanction.FINE: "a fine",
}


def next_step(rule: OffenceRule, had: Sequence[PenaltyGiven]) -> Step:
    """What the offence costs now; ``had`` are all penalties of the player so far."""
    before = sum(penalty.offence == rule.name for penalty in had)
    return rule.steps[min(before, len(rule.steps) - 1)]


def in_words(step: Step, currency: str) -> str:
    """A step as it is told to the player."""
    text = _SAYS[step.sanction]
    if step.sanction is Sanction.FINE:
        return f"{text} of {written(step.amount, currency)}"
    if step.limit_s is not None:
        return f"{text}, by at most {clock(step.limit_s)}"
    return text


def halved(left_s: int, limit_s: int | None) -> int:
    """Seconds left after half of ``left_s`` is taken off, but no more than ``limit_s``.

    An odd second is the player's.
    """
    off = left_s // 2
    return left_s - (off if limit_s is None else min(off, limit_s))


def clock(seconds: int) -> str:
    """``48:20`` or ``1:05:00``."""
    hours, rest = divmod(seconds, 3600)
    minutes, second = divmod(rest, 60)
    return f"{hours}:{minutes:02d}:{second:02d}" if hours else f"{minutes}:{second:02d}"


def owed(had: Sequence[PenaltyGiven], round_no: RoundNo, played: Sequence[RoundNo]) -> bool:
    """True where the player's time is halved in the game of ``round_no``.

    A sanction for the next game is served in the first round after it in which the player
    has a game; ``played`` are the rounds with one, ``round_no`` among them.
    """
    return any(
        penalty.sanction is Sanction.HALVE_NEXT
        and next((r for r in sorted(played) if r > penalty.round_no), None) == round_no
        for penalty in had
    )
