"""PURE. What the whole stream of evidence supports: moves, result, and how certain they are."""

from dataclasses import dataclass
from datetime import datetime

from boardlink.sensing.lines.explanation import Explanation, Other, Ply, ancestor, plies
from facts.fact import Certainty, Mark
from facts.result import Result

UNDECIDED = 1.5
"""Nats below which one line is as good as another."""
ALTERNATIVES = 64
"""Move lists given at most."""


@dataclass(frozen=True, slots=True)
class MoveMark:
    """What is special about a move; ``ply`` from 1."""

    ply: int
    mark: Mark
    text: str


@dataclass(frozen=True, slots=True)
class Issue:
    """Something an arbiter may want to know; codes are listed in docs/tracking.md."""

    code: str
    at: datetime
    ply: int | None
    text: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """The record of a game.

    Attributes:
        moves: UCI.
        clocks: seconds left to the mover after each move, None where unknown.
        alternatives: other move lists that the evidence allows, the best first.
        by: what gave the result: ``kings``, ``mate`` …, None without one.
        certainty: of moves and result together.
    """

    moves: tuple[str, ...]
    clocks: tuple[int | None, ...]
    marks: tuple[MoveMark, ...]
    alternatives: tuple[tuple[str, ...], ...]
    result: Result | None
    by: str | None
    certainty: Certainty
    issues: tuple[Issue, ...]


_TEXTS = {
    Mark.ILLEGAL: "against the rules, but it stood",
    Mark.PROMOTION_UNKNOWN: "the promoted man could not be read",
    Mark.RECONSTRUCTED: "not seen: worked out from what stood on the board afterwards",
    Mark.AMBIGUOUS: "the evidence allows another move or another order here",
}


def moves_of(last: Ply | None) -> tuple[str, ...]:
    """A line in UCI."""
    return tuple(ply.step.uci for ply in plies(last))


def doubts(last: Ply | None, clear_lead: float) -> list[tuple[Ply, Other]]:
    """The lines that met this one with too small a gap, with the ply at which they met."""
    return [
        (ply, other)
        for ply in plies(last)
        for other in ply.others
        if other.gap < clear_lead and ply.number == other.ply
    ]


def fork(one: Ply | None, other: Ply | None) -> int:
    """The number of plies that two lines have in common."""
    length = min(one.number if one else 0, other.number if other else 0)
    while length > 0:
        a, b = ancestor(one, length), ancestor(other, length)
        if a is not None and b is not None and a.line_id == b.line_id:
            return length
        length -= 1
    return 0


def marks_of(last: Ply | None, ambiguous: set[int]) -> tuple[MoveMark, ...]:
    """Every mark of a line."""
    found = []
    for ply in plies(last):
        marks = list(ply.marks)
        if ply.number in ambiguous:
            marks.append(Mark.AMBIGUOUS)
        found += [MoveMark(ply.number, mark, _TEXTS[mark]) for mark in marks]
    return tuple(found)


def alternatives_of(
    last: Ply | None, found: list[tuple[Ply, Other]], rivals: list[Ply | None]
) -> tuple[tuple[str, ...], ...]:
    """The other move lists: those that met the line on the way, and those that did not."""
    line = moves_of(last)
    choices: dict[int, list[tuple[float, int, tuple[str, ...]]]] = {}
    for ply, other in found:
        moves, start = moves_of(other.last), fork(last, other.last)
        choices.setdefault(ply.number, []).append((other.gap, start, moves[start:]))
    lists: list[tuple[float, tuple[str, ...]]] = [(0.0, line)]
    for meet in sorted(choices, reverse=True):
        # from the end, so that a stretch can be exchanged without moving those before it
        lists += [
            (gap + more, moves[:start] + other + moves[meet:])
            for gap, moves in lists
            for more, start, other in choices[meet]
        ]
        lists = sorted(lists, key=lambda entry: entry[0])[:ALTERNATIVES]
    found_lists = [moves for _, moves in lists] + [moves_of(rival) for rival in rivals]
    return tuple(moves for moves in dict.fromkeys(found_lists) if moves != line)


def ambiguous_plies(last: Ply | None, found: list[tuple[Ply, Other]]) -> set[int]:
    """The plies at which another line would be on another move."""
    return {
        number
        for ply, other in found
        for number in range(fork(last, other.last) + 1, ply.number + 1)
    }


def open_gap(best: Explanation) -> int | None:
    """The ply before a stretch that has several orders and that nothing has followed yet.

    Such a stretch is given as alternatives, and not as moves: nobody has played on from it.
    None where there is none.
    """
    if best.last is None:
        return None
    close = [fork(best.last, other.last) for other in best.last.others if other.gap < UNDECIDED]
    return min(close, default=None)
