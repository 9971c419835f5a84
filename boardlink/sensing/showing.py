"""PURE. What is shown of the best explanation, and when: moves, corrections, confirmations."""

from collections.abc import Sequence
from dataclasses import replace

import chess

from boardlink.sensing.ending.king_sign import Phase
from boardlink.sensing.judging import finishing
from boardlink.sensing.judging.finishing import EPS
from boardlink.sensing.judging.why import reason_of
from boardlink.sensing.lines.beam import lead
from boardlink.sensing.lines.explanation import (
    Explanation,
    Ply,
    ancestor,
    back,
    cost_at,
    fresh_diffs,
    is_clean,
    plies,
)
from boardlink.sensing.lines.scoring import Kind
from boardlink.sensing.lines.settled import agrees, unsettled_gap
from boardlink.sensing.lines.supported import ambiguous_plies, doubts, fork, moves_of
from boardlink.sensing.squares.placement import CENTRE, fen_field
from boardlink.sensing.squares.position import san
from boardlink.sensing.state import Tracker
from facts.fact import (
    Certainty,
    Fact,
    LineAmbiguous,
    LineCorrected,
    LineMove,
    Mark,
    MoveConfirmed,
    MovePlayed,
    PlacementClear,
    PlacementUnclear,
)

BETTER = 1.0
"""Nats by which another line must be better before what is shown is corrected."""
LOOK_AGAIN_S = 0.5
"""How often a picture that fits nothing is weighed again while costs change with time."""
LOOKS_S = 20.0
IN_THE_HAND = 2
"""Men that a player holds at most while answering (king and rook)."""


def settled(tracker: Tracker, t: float) -> tuple[Tracker, tuple[Fact, ...]]:
    """Say what is new about the line and the placement."""
    tracker, played = _line(tracker, t)
    tracker, doubted = _ambiguous(tracker, t)
    tracker, confirmed = _confirmed(tracker, t)
    tracker, unclear = _unclear(tracker, t)
    return tracker, (*played, *doubted, *confirmed, *unclear)


def _line(tracker: Tracker, t: float) -> tuple[Tracker, tuple[Fact, ...]]:
    target = _target(tracker, t)
    shown = tracker.shown
    if _line_id(target) == _line_id(shown):
        return replace(tracker, shown=target), ()
    common = fork(shown, target)
    new = list(_tail(target, common))
    game = tracker.setup.game
    moves = _moves(tracker, new, t)
    confirmed = min(tracker.confirmed, common)
    sure = _sure(new, moves, min(tracker.sure, common))
    tracker = replace(tracker, shown=target, confirmed=confirmed, sure=sure)
    if common == (shown.number if shown is not None else 0):
        return tracker, tuple(
            MovePlayed(game, ply.number, move) for ply, move in zip(new, moves, strict=True)
        )
    reason = _reason(tracker, shown, target)
    return tracker, (LineCorrected(game, common + 1, moves, reason),)


def _target(tracker: Tracker, t: float) -> Ply | None:
    """The line that should be shown now."""
    settings, ending, shown = tracker.settings, tracker.ending, tracker.shown
    best = tracker.beam[0]
    limit = finishing.until_stopped(tracker, best.last)
    match ending.phase:
        case Phase.SIGN:
            rested = (
                ending.sign is not None and t - ending.sign.since >= settings.sign_likely_s - EPS
            )
            return best.last if rested or ending.said is not None else shown
        case Phase.SHOWN | Phase.SET_UP:
            return best.last
        case Phase.PLAYING | Phase.RESUMED:
            pass
    if not _better(tracker, best, t) or (tracker.lost and not is_clean(best)):
        return shown
    at_rest = t - tracker.changed >= settings.settle_s - EPS
    pressed = best.last is not None and best.last.pressed is not None
    if limit is not best.last:
        return limit
    gap = unsettled_gap(best, dict(tracker.setup.told))
    ready = is_clean(best) and (at_rest or pressed)
    if ready or (_is_answering(best) and (pressed or t - best.arrived >= settings.settle_s - EPS)):
        if gap is None or _line_id(shown) == best.line_id:
            return best.last
        return ancestor(best.last, gap)
    answered = ancestor(best.last, best.number - 1 if gap is None else gap)
    if fork(shown, best.last) == (shown.number if shown is not None else 0):
        # what is shown is the line's beginning: lengthen it by what has been answered
        longer = answered is not None and (shown is None or answered.number > shown.number)
        return answered if longer else shown
    return shown


def _is_answering(best: Explanation) -> bool:
    """The board shows the line's last position, but for a man in the hand of the side to move."""
    fresh = fresh_diffs(best)
    return 0 < len(fresh) <= IN_THE_HAND and all(
        diff.kind is Kind.LIFTED
        and diff.since > best.arrived
        and best.position.placement[square].isupper() == best.position.white
        for square, diff in fresh.items()
    )


def _better(tracker: Tracker, best: Explanation, t: float) -> bool:
    """The best line is clearly better than the one that is shown."""
    shown = tracker.shown
    if shown is None or fork(shown, best.last) == shown.number:
        return True
    cost = cost_at(best, t)
    for one in tracker.beam[1:]:
        if _line_id(one.last) == shown.line_id:
            return cost_at(one, t) - cost >= BETTER
    return True


def _line_id(last: Ply | None) -> int:
    return last.line_id if last is not None else 0


def _tail(last: Ply | None, common: int) -> list[Ply]:
    tail = []
    for ply in back(last):
        if ply.number <= common:
            break
        tail.append(ply)
    tail.reverse()
    return tail


def _sure(new: list[Ply], moves: tuple[LineMove, ...], before: int) -> int:
    """The last ply that was shown as certain."""
    pairs = zip(new, moves, strict=True)
    said = [ply.number for ply, move in pairs if move.certainty is Certainty.CERTAIN]
    return max(said, default=before)


def _moves(tracker: Tracker, line: Sequence[Ply], t: float) -> tuple[LineMove, ...]:
    last, told = tracker.beam[0].last, dict(tracker.setup.told)
    found = doubts(last, tracker.settings.clear_lead) if line else []
    open_to_doubt = ambiguous_plies(last, [pair for pair in found if agrees(pair[1].last, told)])
    return tuple(_move(tracker, ply, t, doubted=ply.number in open_to_doubt) for ply in line)


def _move(tracker: Tracker, ply: Ply, t: float, *, doubted: bool) -> LineMove:
    return LineMove(
        ply.step.uci,
        san(ply.before, ply.step),
        ply.clock_s,
        finishing.at(tracker, ply.arrived),
        ply.marks,
        _certainty(tracker, ply, t, doubted=doubted),
        reason_of(tracker, ply),
    )


def _certainty(tracker: Tracker, ply: Ply, t: float, *, doubted: bool) -> Certainty:
    king = ply.step.man in "Kk" and ply.step.target in CENTRE and not ply.step.castling
    if king and ply.pressed is None and ply.number == tracker.beam[0].number:
        return Certainty.UNCLEAR
    if doubted or ply.marks or lead(tracker.beam, t) < tracker.settings.clear_lead:
        return Certainty.LIKELY
    answered = ply.number < tracker.beam[0].number
    return Certainty.CERTAIN if ply.pressed is not None or answered else Certainty.LIKELY


def line_moves(tracker: Tracker, last: Ply | None) -> tuple[LineMove, ...]:
    """A line as spectators get it."""
    return _moves(tracker, plies(last), tracker.now)


def _reason(tracker: Tracker, shown: Ply | None, target: Ply | None) -> str:
    if tracker.ending.phase in (Phase.SIGN, Phase.SHOWN):
        return "the kings were on their way to the centre to show the result"
    if tracker.ending.phase is Phase.SET_UP:
        return "the men were being set up again"
    if shown is not None and (target is None or target.number < shown.number):
        return "the man was put back"
    return "the man went on to another square"


def _ambiguous(tracker: Tracker, t: float) -> tuple[Tracker, tuple[Fact, ...]]:
    """Give the other lines where several fit, once for each line."""
    best = tracker.beam[0]
    last = best.last
    if last is None or not last.others or last.line_id == tracker.ambiguous:
        return tracker, ()
    if not is_clean(best) or t - tracker.changed < tracker.settings.settle_s - EPS:
        return tracker, ()
    told = dict(tracker.setup.told)
    close = [other for other in last.others if other.gap < tracker.settings.clear_lead]
    found = [other for other in close if agrees(other.last, told)]
    tracker = replace(tracker, ambiguous=last.line_id)
    if not found:
        return tracker, ()
    start = min(fork(last, other.last) for other in found)
    lines = [moves_of(last)[start:]]
    lines += [moves_of(other.last)[start:] for other in found]
    text = "several orders of the moves fit what was seen"
    if Mark.RECONSTRUCTED in last.marks:
        text = "moves were missed, and several lines lead to what stands on the board"
    fact = LineAmbiguous(tracker.setup.game, start + 1, tuple(dict.fromkeys(lines)), text)
    tracker = finishing.issue(tracker, "ambiguous", text, start + 1, t)
    if tracker.sure <= start or fork(tracker.shown, last) <= start:
        return tracker, (fact,)
    # moves that were shown as certain are no longer
    again = _moves(tracker, _tail(tracker.shown, start), t)
    tracker = replace(tracker, sure=start)
    return tracker, (fact, LineCorrected(tracker.setup.game, start + 1, again, text))


def _confirmed(tracker: Tracker, t: float) -> tuple[Tracker, tuple[Fact, ...]]:
    shown = tracker.shown
    if shown is None or shown.number <= tracker.confirmed:
        return tracker, ()
    best = tracker.beam[0]
    if fork(shown, best.last) != shown.number:
        return tracker, ()
    if lead(tracker.beam, t) < tracker.settings.clear_lead:
        return tracker, ()
    ply, by = 0, ""
    if shown.pressed is not None:
        ply, by = shown.number, "lever"
    elif t - tracker.changed >= tracker.settings.confirm_rest_s - EPS and is_clean(best):
        ply, by = shown.number, "rest"
    elif shown.number > 1:
        ply, by = shown.number - 1, "answer"
    if ply <= tracker.confirmed:
        return tracker, ()
    fact = MoveConfirmed(tracker.setup.game, ply, by)
    return replace(tracker, confirmed=ply), (fact,)


def _unclear(tracker: Tracker, t: float) -> tuple[Tracker, tuple[Fact, ...]]:
    best = tracker.beam[0]
    over = tracker.ending.phase not in finishing.PLAYING
    fresh = {} if over else fresh_diffs(best)
    if not fresh:
        if tracker.unclear is None:
            return tracker, ()
        return replace(tracker, unclear=None), (PlacementClear(tracker.setup.game),)
    rest = t - tracker.changed
    only_lifted = all(diff.kind is Kind.LIFTED for diff in fresh.values())
    due = tracker.settings.hands_s if only_lifted else tracker.settings.unclear_s
    if tracker.unclear is not None or rest < due - EPS or tracker.picture is None:
        return tracker, ()
    if finishing.is_set_up(tracker, tracker.picture) and best.number > 2:
        return tracker, ()
    code, text = _complaint(tracker, best, sorted(fresh))
    fact = PlacementUnclear(tracker.setup.game, code, text, fen_field(tracker.picture))
    tracker = finishing.issue(tracker, code, text, best.number or None, t)
    return replace(tracker, unclear=code), (fact,)


NAMED = 4
"""How many squares a complaint names: an arbiter looks at the board for the rest."""


def _complaint(tracker: Tracker, best: Explanation, squares: list[int]) -> tuple[str, str]:
    names = " and ".join(chess.square_name(s) for s in squares[:NAMED])
    if len(squares) > NAMED:
        names += f" and {len(squares) - NAMED} more"
    if best.number == 0:
        return "set-up-wrong", f"the set-up is wrong on {names}"
    kinds = [best.diffs[s].kind for s in squares]
    if all(kind is Kind.LIFTED for kind in kinds):
        return "men-missing", f"no man is seen on {names}"
    if len(squares) == 2 and Kind.FOREIGN in kinds and Kind.LIFTED in kinds:
        return "man-elsewhere", f"a man has changed its square without a legal move: {names}"
    return "squares-differ", f"{len(squares)} squares fit no line: {names}"


def wake_at(tracker: Tracker) -> float | None:
    """When time alone can change what is to be said."""
    if tracker.picture is None:
        return None
    settings, now, changed = tracker.settings, tracker.now, tracker.changed
    best = tracker.beam[0]
    due: list[float] = []
    state = tracker.ending
    if state.phase is Phase.SIGN and state.sign is not None:
        since = state.sign.since
        due += [since + settings.sign_likely_s, since + settings.sign_certain_s]
    elif state.phase in finishing.PLAYING:
        due += [changed + settings.settle_s, changed + settings.scene_s]
        if _is_answering(best):
            due.append(best.arrived + settings.settle_s)
        if not is_clean(best):
            due += [changed + settings.unclear_s, changed + settings.hands_s]
            if now - changed < LOOKS_S:
                due.append(now + LOOK_AGAIN_S)
        elif tracker.shown is not None:
            due += [changed + settings.sign_certain_s]
            if tracker.confirmed < tracker.shown.number:
                due.append(changed + settings.confirm_rest_s)
    else:
        due.append(changed + settings.scene_s)
    return min((time for time in due if time > now), default=None)
