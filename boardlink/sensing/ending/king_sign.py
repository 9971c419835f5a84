"""PURE. The end of a game on the board: the king sign, and what it means for the last moves.

An automaton of its own, beside the explanations: two kings on centre squares can never be a
position of the game, so the sign is read whatever else stands on the board, and the kings'
moves that led to it are taken off the line (docs/tracking.md, The end of a game).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

import chess

from boardlink.readings import Placement
from boardlink.sensing.lines.beam import Beam
from boardlink.sensing.lines.explanation import Explanation, Ply, resynchronised
from boardlink.sensing.lines.scoring import Diff, Kind, open_cost
from boardlink.sensing.setup import TrackerSettings
from boardlink.sensing.squares.placement import CENTRE, LIGHT_CENTRE, START
from facts.fact import Certainty
from facts.result import BLACK_WON, DRAWN, WHITE_WON, Result

CLEARING = 4
"""Squares beside the kings' that differ once men are being cleared away or set up again."""

CLOCK_RUNS = "the clock still runs"


class Phase(StrEnum):
    """Where a game is on its way to its end."""

    PLAYING = "playing"
    SIGN = "sign"
    """Both kings stand on centre squares."""
    SHOWN = "shown"
    """They did, long enough, and no longer do."""
    RESUMED = "resumed"
    """They stand in the game again; the next move takes the sign back."""
    SET_UP = "set-up"
    """The men stand at the start again: the record is over."""


@dataclass(frozen=True, slots=True)
class Sign:
    """Both kings on centre squares, since when."""

    white: int
    black: int
    since: float

    @property
    def result(self) -> Result:
        """Light squares: White won; dark squares: Black won; one of each: a draw."""
        light = (self.white in LIGHT_CENTRE) + (self.black in LIGHT_CENTRE)
        return (BLACK_WON, DRAWN, WHITE_WON)[light]

    @property
    def squares(self) -> str:
        """``kings on e4 and d5``, White's first."""
        return f"kings on {chess.square_name(self.white)} and {chess.square_name(self.black)}"


@dataclass(frozen=True, slots=True, eq=False)
class Ending:
    """The automaton's state.

    Attributes:
        sign: the sign that shows, or showed last.
        said: how certain it was called last, None before it was proposed.
        said_result: what was said then.
        held: the sign that was proposed last, and ``held_until`` when the kings left it.
        gone: when the sign went away, None while it shows.
        before: the explanations before the sign, to go back to.
        base: the line that the game ended with.
        rivals: other lines that it may have ended with.
        running: the clock ran when the sign was made.
        astray: play had gone on since the position that the line ends with.
        doubtful: men were moved on after the sign, and no clock tells whether that was play.
    """

    phase: Phase = Phase.PLAYING
    sign: Sign | None = None
    said: Certainty | None = None
    said_result: Result | None = None
    held: Sign | None = None
    held_until: float | None = None
    gone: float | None = None
    before: Beam = ()
    base: Explanation | None = None
    rivals: tuple[Ply | None, ...] = ()
    running: bool = False
    astray: bool = False
    doubtful: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Decision:
    """The line that stands once the kings' way to the centre is taken off.

    Attributes:
        rivals: lines that the evidence does not exclude.
        loose: squares differed before the kings were touched, so a move may be missing.
    """

    base: Explanation
    rivals: tuple[Ply | None, ...]
    loose: bool = False


def decided(
    beam: Beam,
    picture: Placement,
    t: float,
    settings: TrackerSettings,
    limit: float,
    told: Mapping[int, str],
) -> Decision:
    """Which line the game ended with, now that both kings stand in the centre.

    Nothing after ``limit`` belongs to the game: the clock had been stopped. What was ``told``
    (ply from 1, UCI) does, whoever moved.
    """
    ranked = sorted(
        (
            (_relieved(one, picture, t, settings), n, before(one, limit))
            for n, one in enumerate(beam)
        ),
        key=lambda entry: entry[:2],
    )
    cost, _, best = ranked[0]
    kept, doubt = _without_the_way(best, t, settings, told)
    if is_clearing(best):
        onward = min((d.since for d in best.diffs.values()), default=t)
        kept, cleared = without_clearing(kept, onward, settings)
        doubt = doubt or cleared
    rivals: list[Ply | None] = []
    if doubt:
        rivals.append(best.last if kept.line_id != best.line_id else _shorter(best))
    for other_cost, _, other in ranked[1:]:
        if other_cost - cost >= settings.clear_lead:
            break
        line, _ = _without_the_way(other, t, settings, told)
        if line.line_id != kept.line_id:
            rivals.append(line.last)
    began = min((d.since for d in _king_diffs(best)), default=t) - settings.burst_s
    loose = any(diff.since < began for diff in best.diffs.values())
    return Decision(resynchronised(kept, picture, t), tuple(rivals), loose)


def before(one: Explanation, limit: float) -> Explanation:
    """The explanation without what was moved after ``limit``."""
    while one.last is not None and one.last.arrived > limit:
        one = Explanation(one.last.before, one.last.parent, one.cost, {})
    return one


def _shorter(one: Explanation) -> Ply | None:
    return one.last.parent if one.last is not None else None


def _relieved(one: Explanation, picture: Placement, t: float, settings: TrackerSettings) -> float:
    """The cost of an explanation when the sign explains what it can."""
    cost = one.cost
    began = min((d.since for d in _king_diffs(one)), default=t)
    for square, diff in one.diffs.items():
        expected, seen = one.position.placement[square], picture[square]
        if expected in "Kk" and seen == ".":
            continue
        if seen in "Kk" and square in CENTRE:
            if t - diff.since > settings.centre_wait_s:
                cost += 4.0
        elif diff.since < began - settings.burst_s:
            cost += open_cost(diff, t)
        else:
            cost += 0.1 if diff.kind is Kind.LIFTED else min(open_cost(diff, t), 4.0)
    if one.press is not None:
        cost += 3.0
    return cost


def _without_the_way(
    one: Explanation, t: float, settings: TrackerSettings, told: Mapping[int, str]
) -> tuple[Explanation, bool]:
    """The explanation without the king moves that were the kings' way to the centre.

    Also says whether the evidence leaves that open.
    """
    doubt = False
    onward = min((d.since for d in _king_diffs(one)), default=t)
    heading = {king: _king_now(one, king) for king in "Kk"}
    leaving = {king: _left(one, king, onward) for king in "Kk"}
    while one.last is not None:
        ply = one.last
        king = ply.step.man
        if king not in "Kk" or ply.step.castling or ply.pressed is not None:
            break
        if told.get(ply.number) == ply.step.uci:
            break
        stood = min(onward, leaving[king]) - ply.arrived
        centre = ply.step.target in CENTRE
        next_square = heading[king]
        close = next_square is None or chess.square_distance(ply.step.target, next_square) <= 1
        if centre:
            on_its_way, doubt = stood <= settings.centre_wait_s, True
        else:
            on_its_way = stood <= settings.walk_s and close and next_square is not None
            doubt = doubt or on_its_way or (stood < settings.slide_s and close)
        if not on_its_way:
            break
        heading[king] = ply.step.target
        onward = leaving[king] = ply.arrived
        one = Explanation(ply.before, ply.parent, one.cost, {})
    return one, doubt


def is_clearing(one: Explanation) -> bool:
    """So many squares differ that men are being cleared away or set up again."""
    return len(one.diffs) - 2 >= CLEARING


def without_clearing(
    kept: Explanation, onward: float, settings: TrackerSettings
) -> tuple[Explanation, bool]:
    """The explanation without the legal-looking moves that set men up again.

    ``onward`` is when the clearing went on after the last of them.
    Those are the last moves, without a lever, one soon after the other and soon before the
    rest of the clearing, each of a man to a square where such a man stands at the start.
    Also says whether any was taken off.
    """
    cut = False
    while kept.last is not None:
        ply = kept.last
        home = START[ply.step.target] == ply.step.man
        if not home or ply.pressed is not None or ply.step.captures is not None:
            break
        if onward - ply.arrived > settings.burst_s:
            break
        onward, cut = ply.arrived, True
        kept = Explanation(ply.before, ply.parent, kept.cost, {})
    return kept, cut


def _king_diffs(one: Explanation) -> list[Diff]:
    return [
        diff
        for square, diff in one.diffs.items()
        if one.position.placement[square] in "Kk" or square in CENTRE
    ]


def _left(one: Explanation, king: str, otherwise: float) -> float:
    """When the king left the square where the line has it."""
    diff = one.diffs.get(one.position.placement.find(king))
    return diff.since if diff is not None else otherwise


def _king_now(one: Explanation, king: str) -> int | None:
    """Where the king's way leads: the centre square next to it that shows a change, or None."""
    home = one.position.placement.find(king)
    if home < 0 or home not in one.diffs:
        return None
    foreign = [s for s in CENTRE if s in one.diffs and one.diffs[s].kind is Kind.FOREIGN]
    return min(foreign, key=lambda s: chess.square_distance(home, s), default=None)


def conflicts(
    sign: Sign, by_position: Result | None, fallen_white: bool | None, *, clock_runs: bool
) -> tuple[str, ...]:
    """What contradicts the sign, in sentences for the arbiter."""
    found = []
    if by_position is not None and by_position != sign.result:
        found.append(f"the kings say {sign.result}, the position says {by_position}")
    if fallen_white is True and sign.result == WHITE_WON:
        found.append("the kings say that White won, but White's flag has fallen")
    if fallen_white is False and sign.result == BLACK_WON:
        found.append("the kings say that Black won, but Black's flag has fallen")
    if clock_runs:
        found.append(CLOCK_RUNS)
    return tuple(found)
