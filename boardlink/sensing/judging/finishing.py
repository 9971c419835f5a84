"""PURE. The tracker at the end of a game: sign, rules, men set up again, and the verdict."""

from dataclasses import replace
from datetime import datetime, timedelta

from boardlink.readings import Placement
from boardlink.sensing import clockwork
from boardlink.sensing.clockwork import ClockState
from boardlink.sensing.ending import king_sign as ending
from boardlink.sensing.ending.king_sign import Ending, Phase, Sign
from boardlink.sensing.ending.rules import by_rule
from boardlink.sensing.lines import decoding
from boardlink.sensing.lines.beam import Beam, lead
from boardlink.sensing.lines.explanation import (
    Explanation,
    Ply,
    cost_at,
    is_clean,
    resynchronised,
)
from boardlink.sensing.lines.growth import grown
from boardlink.sensing.lines.scoring import Kind
from boardlink.sensing.lines.supported import (
    Issue,
)
from boardlink.sensing.squares.placement import (
    CENTRE,
    START,
    chess960_fen,
    differing,
    fen_field,
    kings_in_centre,
    turned,
)
from boardlink.sensing.state import Tracker
from facts.fact import (
    Certainty,
    Fact,
    PiecesSetUp,
    PlacementUnclear,
    ResultShown,
    Side,
    SignWithdrawn,
)
from facts.settings import Source

PLAYING = (Phase.PLAYING, Phase.RESUMED)
MOVES_MISSING = (
    "moves before the sign are missing from the line: take them from a scoresheet; the result "
    "is what the kings say"
)
EPS = 1e-6
"""A waiting time that ends within a microsecond is over."""
CLEARED_WITHIN_S = 120.0
"""Clearing the men away, or setting them up again, takes no longer."""
NEXT_MOVE = 6
"""Squares that the next move changes at most, and the answer to it."""
STOP_GRACE_S = 2.0
"""A man may still arrive this long after the clock was stopped: readings come late."""


def at(tracker: Tracker, t: float) -> datetime:
    """The time of day at ``t``; what never was counts as the beginning."""
    return tracker.setup.epoch + timedelta(seconds=max(t, 0.0))


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
                    tracker,
                    ending=replace(
                        state, phase=Phase.SIGN, sign=sign, gone=None, held_until=state.gone
                    ),
                )
            return _resumed(tracker, t)
        case Phase.SET_UP:
            return tracker


def _sign_made(tracker: Tracker, kings: tuple[int, int], t: float) -> Tracker:
    picture = _picture(tracker)
    beam, astray = tracker.beam, False
    if tracker.lost:
        caught_up = _caught_up(tracker, picture, t)
        full = tuple(one for one in caught_up if _accounts_for(one, picture))
        beam, astray = full or caught_up, not full
    elif ending.is_clearing(beam[0]) and tracker.stood:
        astray = _is_astray(tracker, t)
        beam = tuple(resynchronised(one, picture, tracker.left) for one in tracker.stood)
    limit, told = played_until(tracker.clock), dict(tracker.setup.told)
    decision = ending.decided(beam, picture, t, tracker.settings, limit, told)
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
        astray=astray or (decision.loose and not ending.is_clearing(beam[0])),
    )
    return replace(tracker, ending=new, beam=(decision.base,))


def _caught_up(tracker: Tracker, picture: Placement, t: float) -> Beam:
    """The explanations with the moves of an outage, which the kings left no time to work out."""
    away = frozenset(s for one in tracker.beam for s in _king_squares(one, picture))
    return decoding.caught_up(tracker.beam, picture, t, tracker.settings, away)


def _accounts_for(one: Explanation, picture: Placement) -> bool:
    """All men but the kings stand where the explanation has them."""
    away = _king_squares(one, picture)
    return set(differing(one.position.placement, picture)) <= away


def _king_squares(one: Explanation, picture: Placement) -> frozenset[int]:
    """Where the kings should stand, and where in the centre they do."""
    home = {s for s, man in enumerate(one.position.placement) if man in "Kk"}
    return frozenset(home | {s for s in CENTRE if picture[s] in "Kk"})


def _is_astray(tracker: Tracker, t: float) -> bool:
    """Play went on after the board had last shown a position of the line."""
    if clockwork.pressed_at(tracker.clock) > tracker.left + STOP_GRACE_S:
        return True
    return t - tracker.left > CLEARED_WITHIN_S


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
        new = replace(state, phase=Phase.SHOWN, gone=t)
        passing = t - sign.since < tracker.settings.sign_likely_s - EPS
        if passing and state.held is not None:
            # the kings only came by here, on their way back from the sign that was proposed
            new = replace(new, sign=state.held, gone=state.held_until)
        return _resumed(replace(tracker, ending=new), t)
    if kings != (sign.white, sign.black):
        until = t if state.held == sign else state.held_until
        changed = replace(state, sign=Sign(*kings, t), held_until=until)
        return replace(tracker, ending=changed)
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
    if len(back.diffs) > NEXT_MOVE:
        return tracker
    foreign = [s for s, diff in back.diffs.items() if diff.kind is Kind.FOREIGN]
    longer = [
        one
        for square in foreign
        for one in grown(back, square, picture, t, tracker.settings)
        if not one.diffs
    ]
    if back.diffs and not longer:
        return tracker
    stood = state.gone - sign.since
    if not timed and stood > tracker.settings.resume_s:
        if not longer or stood > tracker.settings.analysis_s:
            return tracker
        return replace(tracker, ending=replace(state, doubtful=True))
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
    # The kings say the result, whatever is uncertain about the moves before.
    certain = rest + EPS >= settings.sign_certain_s and not against
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
    new = replace(state, said=certainty, said_result=sign.result, held=sign)
    told: tuple[Fact, ...] = (fact,)
    if state.astray and state.said is None:
        seen = fen_field(_picture(tracker))
        told = (PlacementUnclear(tracker.setup.game, "lost-track", MOVES_MISSING, seen), fact)
    return replace(tracker, ending=new), told


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
        if tracker.ruled is None or (shown is not None and by_rule(shown, tracker.start)):
            return tracker, ()
        reason = "the line was corrected and no longer ends the game"
        return replace(tracker, ruled=None), (SignWithdrawn(tracker.setup.game, reason),)
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
    played = ending.before(stood[0], played_until(tracker.clock))
    base, cut = ending.without_clearing(played, tracker.left, tracker.settings)
    rivals = [stood[0].last] if cut else []
    rivals += rivals_in(tracker, stood, tracker.left)
    new = Ending(Phase.SET_UP, base=base, rivals=tuple(rivals), astray=_is_astray(tracker, t))
    return replace(tracker, ending=new, beam=(base,)), (PiecesSetUp(tracker.setup.game),)


def rivals_in(tracker: Tracker, beam: Beam, t: float) -> list[Ply | None]:
    """Other lines that are not much worse than the first."""
    best = beam[0]
    cost = cost_at(best, t)
    return [
        one.last
        for one in beam[1:]
        if one.line_id != best.line_id and cost_at(one, t) - cost < tracker.settings.clear_lead
    ]


def until_stopped(tracker: Tracker, last: Ply | None) -> Ply | None:
    """The line up to what was played before the clock was stopped for good.

    What is moved on the board after that, while the clock stands, is no play.
    """
    limit = played_until(tracker.clock)
    while last is not None and last.arrived > limit:
        last = last.parent
    return last


def played_until(clock: ClockState) -> float:
    """The time after which nothing belongs to the game, as far as the clock tells."""
    if clock.stopped is None or not clockwork.is_active(clock):
        return float("inf")
    return clock.stopped + STOP_GRACE_S


def issue(tracker: Tracker, code: str, text: str, ply: int | None, t: float) -> Tracker:
    """The tracker with one more complaint on record."""
    new = Issue(code, at(tracker, t), ply, text)
    return replace(tracker, issues=(*tracker.issues, new))
