"""PURE. What an arbiter or a scoresheet has settled: lines that say otherwise are given up."""

from collections.abc import Mapping

from boardlink.readings import Placement
from boardlink.sensing.beam import Beam, pruned
from boardlink.sensing.explanation import Explanation, Ply, moved, plies, resynchronised
from boardlink.sensing.position import Step, illegal_step, steps_of
from boardlink.sensing.setup import TrackerSettings
from facts.fact import Mark

UNSEEN = 3.0
"""Nats for a move that we were told of and that the sensors do not show."""


def obeying(
    beam: Beam, told: Mapping[int, str], picture: Placement, t: float, settings: TrackerSettings
) -> Beam:
    """The explanations that agree with what was told, the moves put in where they are missing.

    ``told`` maps plies (from 1) to UCI moves.
    """
    kept: list[Explanation] = []
    for found in beam:
        one = _agreeing(found, told, picture, t)
        kept.append(one)
        while one.diffs and one.number + 1 in told:
            step = _step(one, told[one.number + 1])
            if step is None:
                break
            marks = () if step.legal else (Mark.ILLEGAL,)
            one = moved(one, step, picture, t, settings, extra=UNSEEN, marks=marks)
            kept.append(one)
    return pruned(kept, t, settings)


def _agreeing(
    one: Explanation, told: Mapping[int, str], picture: Placement, t: float
) -> Explanation:
    """The explanation up to the first move that was told otherwise."""
    for ply in plies(one.last):
        if ply.step.uci != told.get(ply.number, ply.step.uci):
            cost = ply.parent.paid if ply.parent is not None else 0.0
            shorter = Explanation(ply.before, ply.parent, cost)
            return resynchronised(shorter, picture, t)
    return one


def agrees(last: Ply | None, told: Mapping[int, str]) -> bool:
    """The line says nothing else than what was told."""
    return all(ply.step.uci == told.get(ply.number, ply.step.uci) for ply in plies(last))


def _step(one: Explanation, uci: str) -> Step | None:
    for step in steps_of(one.position).every:
        if step.uci == uci:
            return step
    origin, target = _square(uci[:2]), _square(uci[2:4])
    return illegal_step(one.position, origin, target)


def _square(name: str) -> int:
    return "abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)
