"""PURE. The tracker at the end of a game: sign, rules, men set up again, and the verdict."""

from dataclasses import replace
from datetime import datetime, timedelta

from boardlink.readings import Placement
from boardlink.sensing import clockwork, ending
from boardlink.sensing.beam import Beam, lead
from boardlink.sensing.ending import Ending, Phase, Sign
from boardlink.sensing.explanation import (
    Explanation,
    Ply,
    cost_at,
    fresh_diffs,
    is_clean,
    plies,
    resynchronised,
)
from boardlink.sensing.growth import grown
from boardlink.sensing.placement import START, chess960_fen, kings_in_centre, turned
from boardlink.sensing.record import (
    Issue,
    Verdict,
    alternatives_of,
    ambiguous_plies,
    doubts,
    is_open_gap,
    marks_of,
    moves_of,
)
from boardlink.sensing.rules import by_rule
from boardlink.sensing.scoring import Kind
from boardlink.sensing.state import Tracker
from facts.fact import Certainty, Fact, PiecesSetUp, ResultShown, Side, SignWithdrawn
from facts.result import Result
from facts.settings import Source

PLAYING = (Phase.PLAYING, Phase.RESUMED)
EPS = 1e-6
"""A waiting time that ends within a microsecond is over."""


def at(tracker: Tracker, t: float) -> datetime:
    """The time of day at ``t``."""
    return tracker.setup.epoch + timedelta(seconds=t)


def after_change(tracker: Tracker, t: float) -> Tracker:
    """Let the automaton see the picture, which has just changed."""
    assert tracker.picture is not None, "something has just changed"
    state = tracker.ending
    kings = kings_in_centre(tracker.picture)
    match state.phase:
        case Phase.PLAYING | Phase.RESUMED:
            return _sign_made(tracker, kings, t) if kings is not None else tracker
        case Phase.SIGN:
            return _sign_changed(tracker, kings, t)
        case Phase.SHOWN:
            if kings is not None:
                sign = Sign(*kings, t)
                return replace(
                    tracker, ending=replace(state, phase=Phase.SIGN, sign=sign, gone=None)
                )
            return _resumed(tracker, t)
        case Phase.SET_UP:
            return tracker


def _sign_made(tracker: Tracker, kings: tuple[int, int], t: float) -> Tracker:
    picture = _picture(tracker)
    beam = tracker.beam
    if ending.is_clearing(beam[0]) and tracker.stood:
        beam = tuple(resynchronised(one, picture, tracker.left) for one in tracker.stood)
    decision = ending.decided(beam, picture, t, tracker.settings, tracker.clock)
    state = tracker.ending
    running = clockwork.running(tracker.clock) is not None
    new = replace(
        state,
        phase=Phase.SIGN,
        sign=Sign(*kings, t),
        gone=None,
        before=tracker.beam,
        base=decision.base,
        rivals=decision.rivals,
        running=running,
    )
    return replace(tracker, ending=new, beam=(decision.base,))


def _picture(tracker: Tracker) -> Placement:
    assert tracker.picture is not None, "nothing ends before the first picture"
    return tracker.picture


def _sign_changed(tracker: Tracker, kings: tuple[int, int] | None, t: float) -> Tracker:
    state, sign = tracker.ending, tracker.ending.sign
    assert sign is not None, "the phase says so"
    if kings is None:
        if state.said is None:
            picture = _picture(tracker)
            beam = tuple(resynchronised(one, picture, t) for one in state.before)
            return replace(tracker, ending=Ending(), beam=beam)
        gone = replace(tracker, ending=replace(state, phase=Phase.SHOWN, gone=t))
        return _resumed(gone, t)
    if kings != (sign.white, sign.black):
        return replace(tracker, ending=replace(state, sign=Sign(*kings, t)))
    return tracker


def after_clock(tracker: Tracker, t: float) -> Tracker:
    """Let the automaton see the clock, which has just been read."""
    if tracker.ending.phase is Phase.SHOWN and tracker.picture is not None:
        return _resumed(tracker, t)
    return tracker


def _resumed(tracker: Tracker, t: float) -> Tracker:
    """Play goes on where it was: the men stand in the game again, and it is no analysis."""
    state = tracker.ending
    base, sign = state.base, state.sign
    if base is None or sign is None or state.gone is None:
        return tracker
    picture = _picture(tracker)
    clock = tracker.clock
    timed = clock.read is not None and clock.ran
    if timed and clock.stopped is not None:
        return tracker
    back = resynchronised(base, picture, t)
    foreign = [s for s, diff in back.diffs.items() if diff.kind is Kind.FOREIGN]
    longer = [
        one
        for square in foreign
        for one in grown(back, square, picture, t, tracker.settings)
        if not one.diffs
    ]
    if back.diffs and not longer:
        return tracker
    if not timed and state.gone - sign.since > tracker.settings.resume_s:
        return replace(tracker, ending=replace(state, doubtful=True)) if longer else tracker
    return replace(tracker, ending=replace(state, phase=Phase.RESUMED), beam=(*longer, back))


def withdrawn(tracker: Tracker, t: float) -> tuple[Tracker, tuple[Fact, ...]]:
    """Take a sign back once play has gone on."""
    state = tracker.ending
    if state.phase is not Phase.RESUMED or state.base is None:
        return tracker, ()
    best = tracker.beam[0]
    played = best.number > state.base.number and is_clean(best)
    rested = t - tracker.changed >= tracker.settings.settle_s - EPS
    if not played or not (rested or _pressed(best)):
        return tracker, ()
    reason = "the kings stand in the game again and the next move was played"
    clock = tracker.clock
    reopened = tracker.reopened
    if clock.read is None or not clock.ran:
        reopened = (*reopened, state.base.last)
    fact = SignWithdrawn(tracker.setup.game, reason)
    return replace(tracker, ending=Ending(), reopened=reopened), (fact,)


def _pressed(one: Explanation) -> bool:
    return one.last is not None and one.last.pressed is not None


def announced(tracker: Tracker, t: float) -> tuple[Tracker, tuple[Fact, ...]]:
    """Say what result shows, and that the men are set up again."""
    if tracker.ending.phase is Phase.SET_UP:
        return tracker, ()
    tracker, ruled = _ruled(tracker, t)
    tracker, signed = _signed(tracker, t)
    tracker, over = _set_up(tracker, t)
    return tracker, (*ruled, *signed, *over)


def _signed(tracker: Tracker, t: float) -> tuple[Tracker, tuple[Fact, ...]]:
    state, sign, settings = tracker.ending, tracker.ending.sign, tracker.settings
    if state.phase is not Phase.SIGN or sign is None:
        return tracker, ()
    rest = t - sign.since
    if rest < settings.sign_likely_s - EPS:
        return tracker, ()
    against = conflicts_of(tracker)
    certain = rest + EPS >= settings.sign_certain_s and not against and not state.rivals
    certainty = Certainty.CERTAIN if certain else Certainty.LIKELY
    if state.said_result == sign.result and state.said is certainty:
        return tracker, ()
    fact = ResultShown(
        tracker.setup.game,
        sign.result,
        Source.KING_SIGN,
        "kings",
        certainty,
        evidence_of(tracker, sign),
        against,
    )
    new = replace(state, said=certainty, said_result=sign.result)
    return replace(tracker, ending=new), (fact,)


def evidence_of(tracker: Tracker, sign: Sign) -> str:
    """Why the sign is believed: ``kings on e4 and d5 since 17:42:10, clock stopped at …``."""
    text = f"{sign.squares} since {at(tracker, sign.since):%H:%M:%S}"
    clock = tracker.clock
    if clock.stopped is not None:
        return f"{text}, clock stopped at {at(tracker, clock.stopped):%H:%M:%S}"
    return f"{text}, no clock" if clock.read is None else f"{text}, clock running"


def conflicts_of(tracker: Tracker) -> tuple[str, ...]:
    """What contradicts the sign that shows."""
    sign, base = tracker.ending.sign, tracker.ending.base
    if sign is None or base is None:
        return ()
    ruled = by_rule(base.last, tracker.start)
    fallen = clockwork.fallen(tracker.clock)
    return ending.conflicts(
        sign,
        ruled[0] if ruled is not None else None,
        None if fallen is None else fallen is Side.WHITE,
        clock_runs=clockwork.running(tracker.clock) is not None,
    )


def _ruled(tracker: Tracker, t: float) -> tuple[Tracker, tuple[Fact, ...]]:
    """A position on the board that ends the game by itself."""
    if tracker.ending.phase is not Phase.PLAYING:
        return tracker, ()
    best = tracker.beam[0]
    shown = tracker.shown
    found = None
    if shown is not None and shown.line_id == best.line_id and is_clean(best):
        found = by_rule(shown, tracker.start)
    if found is None:
        if tracker.ruled is not None and (shown is None or best.number != shown.number):
            return tracker, ()
        if tracker.ruled is not None:
            reason = "the position that ended the game is no longer on the board"
            return replace(tracker, ruled=None), (SignWithdrawn(tracker.setup.game, reason),)
        return tracker, ()
    result, by = found
    rested = t - tracker.changed >= tracker.settings.sign_certain_s - EPS
    sure = (rested or _pressed(best)) and lead(tracker.beam, t) >= tracker.settings.clear_lead
    certainty = Certainty.CERTAIN if sure else Certainty.LIKELY
    if tracker.ruled == (by, certainty) or tracker.ruled == (by, Certainty.CERTAIN):
        return tracker, ()
    text = f"{by} on the board since {at(tracker, shown.arrived if shown else t):%H:%M:%S}"
    fact = ResultShown(tracker.setup.game, result, Source.POSITION, by, certainty, text)
    return replace(tracker, ruled=(by, certainty)), (fact,)


def is_set_up(tracker: Tracker, picture: Placement) -> bool:
    """The men stand as at the start of a game, whichever side White takes."""
    if picture == tracker.start.placement or START in (picture, picture[::-1]):
        return True
    if not tracker.setup.chess960:
        return False
    return any(chess960_fen(seen) is not None for seen in (picture, turned(picture)))


def _set_up(tracker: Tracker, t: float) -> tuple[Tracker, tuple[Fact, ...]]:
    """The men stand at the start again after a game."""
    picture = _picture(tracker)
    if t - tracker.changed < tracker.settings.scene_s - EPS or not is_set_up(tracker, picture):
        return tracker, ()
    state = tracker.ending
    if state.phase is Phase.SHOWN:
        new = replace(state, phase=Phase.SET_UP)
        return replace(tracker, ending=new), (PiecesSetUp(tracker.setup.game),)
    best = tracker.beam[0]
    if state.phase is not Phase.PLAYING or is_clean(best) or best.number <= 2:
        return tracker, ()
    stood = tracker.stood or tracker.beam
    base, cut = ending.without_clearing(stood[0], tracker.left, tracker.settings)
    rivals = [stood[0].last] if cut else []
    rivals += _rivals(tracker, stood, tracker.left)
    new = Ending(Phase.SET_UP, base=base, rivals=tuple(rivals))
    return replace(tracker, ending=new, beam=(base,)), (PiecesSetUp(tracker.setup.game),)


def verdict(tracker: Tracker) -> Verdict:
    """What the evidence supports so far: the record of the game."""
    settings, state, t = tracker.settings, tracker.ending, tracker.now
    best = tracker.beam[0]
    if state.phase is not Phase.PLAYING and state.base is not None:
        grew = state.phase is Phase.RESUMED and best.number > state.base.number
        best = best if grew else state.base
    result, by, result_certainty = _result(tracker, best)
    last = best.last
    found = doubts(last, settings.clear_lead)
    gap = is_open_gap(best, found)
    rivals = [*state.rivals, *tracker.reopened]
    if state.phase is Phase.PLAYING:
        rivals += _rivals(tracker, (best, *tracker.beam), t)
    alternatives = alternatives_of(last, found, rivals)
    if gap is not None:
        alternatives = (moves_of(last), *alternatives)
        while last is not None and last.number > gap:
            last = last.parent
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
        tracker.issues,
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


def _rivals(tracker: Tracker, beam: Beam, t: float) -> list[Ply | None]:
    """Other lines that are not much worse than the first."""
    best = beam[0]
    cost = cost_at(best, t)
    return [
        one.last
        for one in beam[1:]
        if one.line_id != best.line_id and cost_at(one, t) - cost < tracker.settings.clear_lead
    ]


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
    playing = tracker.ending.phase in PLAYING
    unexplained = [d for d in fresh_diffs(best).values() if d.kind is not Kind.LIFTED]
    if playing and unexplained:
        return Certainty.UNCLEAR
    if tracker.ending.doubtful or tracker.reopened:
        return Certainty.UNCLEAR
    if alternatives or any(ply.marks for ply in plies(last)):
        return Certainty.LIKELY
    if tracker.lost or (playing and (best.diffs and not is_clean(best))):
        return Certainty.LIKELY
    return Certainty.CERTAIN


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


def issue(tracker: Tracker, code: str, text: str, ply: int | None, t: float) -> Tracker:
    """The tracker with one more complaint on record."""
    new = Issue(code, at(tracker, t), ply, text)
    return replace(tracker, issues=(*tracker.issues, new))
