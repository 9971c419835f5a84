"""PURE. The verdict on a game: its moves, clocks and result, how certain, and what is odd."""

from boardlink.sensing import clockwork
from boardlink.sensing.ending import king_sign as ending
from boardlink.sensing.ending.king_sign import Phase
from boardlink.sensing.ending.rules import by_rule
from boardlink.sensing.judging.accounts import strained, unaccounted, went_on
from boardlink.sensing.judging.finishing import (
    EPS,
    PLAYING,
    at,
    conflicts_of,
    rivals_in,
    until_stopped,
)
from boardlink.sensing.lines.explanation import (
    Explanation,
    Ply,
    ancestor,
    fresh_diffs,
    plies,
)
from boardlink.sensing.lines.scoring import Kind
from boardlink.sensing.lines.settled import agrees, unsettled_gap
from boardlink.sensing.lines.supported import (
    Issue,
    Verdict,
    alternatives_of,
    ambiguous_plies,
    doubts,
    marks_of,
    moves_of,
)
from boardlink.sensing.squares.placement import CENTRE
from boardlink.sensing.state import Tracker
from facts.fact import Certainty, Mark, Side
from facts.result import Result


def verdict(tracker: Tracker) -> Verdict:
    """What the evidence supports so far: the record of the game."""
    settings, state, t = tracker.settings, tracker.ending, tracker.now
    best = tracker.beam[0]
    if state.phase is not Phase.PLAYING and state.base is not None:
        grew = state.phase is Phase.RESUMED and best.number > state.base.number
        best = best if grew else state.base
    result, by, result_certainty = _result(tracker, best)
    last = best.last
    told = dict(tracker.setup.told)
    found = [pair for pair in doubts(last, settings.clear_lead) if agrees(pair[1].last, told)]
    gap = unsettled_gap(best, told)
    rivals = [*state.rivals, *tracker.reopened]
    if state.phase is Phase.PLAYING:
        rivals += rivals_in(tracker, (best, *tracker.beam), t)
    alternatives = alternatives_of(last, found, rivals)
    kept = ancestor(last, gap) if gap is not None else last
    if state.phase in PLAYING:
        kept = until_stopped(tracker, kept)
    if kept is not last:
        alternatives = (moves_of(last), *alternatives)
        last = kept
    certainty = _worst(result_certainty, _line_certainty(tracker, best, last, alternatives))
    ambiguous = ambiguous_plies(last, found)
    return Verdict(
        moves_of(last),
        _clocks(tracker, last),
        marks_of(last, ambiguous),
        alternatives,
        result,
        by,
        certainty,
        tuple(sorted((*tracker.issues, *_oddities(tracker, last)), key=lambda i: i.at)),
    )


def _result(tracker: Tracker, best: Explanation) -> tuple[Result | None, str | None, Certainty]:
    state, t = tracker.ending, tracker.now
    ruled = by_rule(best.last, tracker.start)
    resumed = (
        state.phase is Phase.RESUMED and state.base is not None and best.number > state.base.number
    )
    if state.sign is None or resumed:
        if ruled is None:
            return None, None, Certainty.CERTAIN
        return ruled[0], ruled[1], Certainty.CERTAIN
    sign = state.sign
    if ruled is not None:
        agrees = ruled[0] == sign.result
        return ruled[0], ruled[1], Certainty.CERTAIN if agrees else Certainty.UNCLEAR
    until = state.gone if state.gone is not None else t
    rested = until - sign.since >= tracker.settings.sign_certain_s - EPS
    said = state.said is Certainty.CERTAIN and state.said_result == sign.result
    against = conflicts_of(tracker)
    if against:
        only_running = against == (ending.CLOCK_RUNS,)
        doubt = Certainty.LIKELY if only_running or said else Certainty.UNCLEAR
        return sign.result, "kings", doubt
    certain = (rested or said) and state.phase is not Phase.RESUMED
    return sign.result, "kings", Certainty.CERTAIN if certain else Certainty.LIKELY


def _line_certainty(
    tracker: Tracker,
    best: Explanation,
    last: Ply | None,
    alternatives: tuple[tuple[str, ...], ...],
) -> Certainty:
    if last is None and best.last is not None:
        return Certainty.UNCLEAR
    if last is not None and best.last is not None and last.number != best.last.number:
        return Certainty.UNCLEAR
    if tracker.picture is None:
        return Certainty.UNCLEAR
    playing = tracker.ending.phase in PLAYING
    unexplained = [d for d in fresh_diffs(best).values() if d.kind is not Kind.LIFTED]
    if playing and unexplained:
        return Certainty.UNCLEAR
    if tracker.reopened or tracker.ending.astray:
        return Certainty.UNCLEAR
    if went_on(tracker, last):
        return Certainty.LIKELY
    if tracker.ending.doubtful or unaccounted(tracker, last):
        return Certainty.LIKELY
    if strained(tracker, best) or (playing and _may_be_half_a_sign(tracker, last)):
        return Certainty.LIKELY
    if alternatives or any(ply.marks for ply in plies(last)):
        return Certainty.LIKELY
    at_rest = (best,) if playing else tracker.stood
    if tracker.lost or any(one.diffs for one in at_rest if one.line_id == best.line_id):
        return Certainty.LIKELY
    return Certainty.CERTAIN


def _may_be_half_a_sign(tracker: Tracker, last: Ply | None) -> bool:
    """The last move is a king's to the centre, and neither lever nor time has confirmed it."""
    if last is None or last.pressed is not None or last.step.castling:
        return False
    if last.step.man not in "Kk" or last.step.target not in CENTRE:
        return False
    rest = tracker.now - last.arrived
    return clockwork.is_active(tracker.clock) or rest < tracker.settings.centre_wait_s


def _worst(one: Certainty, other: Certainty) -> Certainty:
    order = (Certainty.CERTAIN, Certainty.LIKELY, Certainty.UNCLEAR)
    return max(one, other, key=order.index)


def _clocks(tracker: Tracker, last: Ply | None) -> tuple[int | None, ...]:
    clocks = [ply.clock_s for ply in plies(last)]
    if last is not None and clocks[-1] is None:
        stopped = tracker.clock.stopped
        if stopped is not None and stopped >= last.arrived - 1.0:
            mover = Side.WHITE if last.white else Side.BLACK
            clocks[-1] = clockwork.seconds(tracker.clock, mover)
    return tuple(clocks)


def _oddities(tracker: Tracker, last: Ply | None) -> list[Issue]:
    """What an operator should look at, as far as the line and the clock tell."""
    line = plies(last)
    found = [
        _about(tracker, ply, "illegal-move", "a move against the rules stood")
        for ply in line
        if Mark.ILLEGAL in ply.marks
    ]
    found += [
        _about(tracker, ply, "promotion-unknown", "the promoted man could not be read")
        for ply in line
        if Mark.PROMOTION_UNKNOWN in ply.marks
    ]
    if clockwork.is_active(tracker.clock):
        found += [
            _about(tracker, ply, "no-time", "no lever was pressed after this move")
            for ply in line[:-1]
            if ply.pressed is None and Mark.RECONSTRUCTED not in ply.marks
        ]
    if tracker.ending.phase in PLAYING and _may_be_half_a_sign(tracker, last):
        text = "the last move is a king's to the centre that nothing has confirmed"
        found.append(_about(tracker, line[-1], "king-in-centre", text))
    state = tracker.ending
    if state.sign is not None:
        for text in conflicts_of(tracker):
            code = "premature-result" if text == ending.CLOCK_RUNS else "sign-conflict"
            found.append(Issue(code, at(tracker, state.sign.since), None, text))
    if tracker.picture is None:
        found.append(Issue("never-read", tracker.setup.epoch, None, "the board was never read"))
    if state.doubtful and state.gone is not None:
        text = "men were moved on after the sign, and no clock tells whether that was play"
        found.append(Issue("played-on", at(tracker, state.gone), None, text))
    if tracker.reopened:
        text = "a sign was taken back and play went on, without a clock to tell that it was play"
        found.append(Issue("sign-withdrawn", at(tracker, tracker.now), None, text))
    if state.astray:
        text = "play went on after the last position that could be followed"
        found.append(Issue("lost-track", at(tracker, tracker.left), len(line) or None, text))
    found += _outages(tracker, last)
    if tracker.lost:
        text = "the link was lost and has not said what stands on the board"
        found.append(Issue("link-lost", at(tracker, tracker.now), None, text))
    for number in strained(tracker, tracker.ending.base or tracker.beam[0]):
        if number <= len(line):
            text = "more went on at the board before this move than the line accounts for"
            found.append(_about(tracker, line[number - 1], "doubtful", text))
    stopped = tracker.clock.stopped
    best = tracker.beam[0].last
    if state.phase in PLAYING and stopped is not None and until_stopped(tracker, best) is not best:
        text = "men were moved after the clock had been stopped: taken for analysis"
        found.append(Issue("after-stop", at(tracker, stopped), None, text))
    return found


def _outages(tracker: Tracker, last: Ply | None) -> list[Issue]:
    found = []
    for blind, missing in unaccounted(tracker, last):
        until = min(blind.until, tracker.now)
        text = f"the board was not read for {until - blind.since:.0f} s: "
        code, ply = "gap", None
        if missing:
            code = "moves-missing"
            ply = 1 + sum(one.arrived <= blind.since for one in plies(last))
            text += f"by the clock {missing} moves were not seen; the scoresheet has them"
        else:
            text += "moves that took men away and back would not have been seen"
        found.append(Issue(code, at(tracker, until), ply, text))
    return found


def _about(tracker: Tracker, ply: Ply, code: str, text: str) -> Issue:
    return Issue(code, at(tracker, ply.arrived), ply.number, text)
