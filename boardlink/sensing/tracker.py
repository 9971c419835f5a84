"""PURE. The tracker: readings of one board in, facts of one game out.

``step`` is a function of the state, a reading and its time, and of nothing else: the same
capture gives the same facts. The state is a small set of explanations (lines of play with
what they leave unexplained), the clock, and the automaton of the game's end; docs/tracking.md
tells how it works.
"""

from dataclasses import replace
from datetime import timedelta
from typing import assert_never

from boardlink.errors import UsageError
from boardlink.readings import (
    ClockMissing,
    ClockRead,
    ClockSide,
    LinkLost,
    Man,
    Placement,
    PlacementRead,
    Reading,
    Square,
    SquareRead,
    TimePassed,
)
from boardlink.sensing import clockwork, showing
from boardlink.sensing.clockwork import ClockState
from boardlink.sensing.ending.king_sign import Phase
from boardlink.sensing.judging import finishing
from boardlink.sensing.judging import verdict as judging
from boardlink.sensing.judging.why import reasons, why
from boardlink.sensing.lines import decoding
from boardlink.sensing.lines.beam import Beam, pruned
from boardlink.sensing.lines.explanation import Explanation, Ply, is_clean, resynchronised
from boardlink.sensing.lines.reconstruction import Unseen
from boardlink.sensing.lines.settled import obeying
from boardlink.sensing.lines.supported import Verdict
from boardlink.sensing.setup import GameSetup, TrackerSettings
from boardlink.sensing.squares.orientation import in_frame, is_rotated
from boardlink.sensing.squares.placement import differing, put, turned
from boardlink.sensing.squares.position import start_position
from boardlink.sensing.state import Blind, Gap, Observed, Tracker
from facts.fact import ClockEvent, ClockSet, Fact, LineMove, Side

__all__ = [
    "GameSetup",
    "Observed",
    "Tracker",
    "TrackerSettings",
    "Verdict",
    "begin",
    "cost",
    "finish",
    "line",
    "reasons",
    "step",
    "verdict",
    "wake_at",
    "why",
]

MANY = 3
"""Squares that change at once: too many to tell their order."""
SHORT_GAP_S = 1.0
"""An outage in which no two players can have moved a man each and moved it back."""
MISSED = 5
"""Squares that change at once only when moves were missed."""


def begin(setup: GameSetup, settings: TrackerSettings | None = None) -> Tracker:
    """The tracker of a game of which nothing has been seen.

    Raises:
        UsageError: the start position is no FEN.
    """
    try:
        start = start_position(setup.start_fen, chess960=setup.chess960)
    except ValueError as error:
        raise UsageError(
            f"game {setup.game}: the start position {setup.start_fen!r} is no FEN: {error}"
        ) from error
    return Tracker(
        setup,
        settings if settings is not None else TrackerSettings(),
        start,
        beam=(Explanation(start),),
        clock=ClockState(told=setup.left),
    )


def step(tracker: Tracker, reading: Reading, t: float) -> tuple[Tracker, tuple[Observed, ...]]:
    """Take one reading in.

    ``t`` is in seconds since the setup's epoch; an earlier time than the last counts as that.
    """
    t = max(t, tracker.now)
    tracker = replace(tracker, now=t)
    said: tuple[Fact, ...] = ()
    match reading:
        case PlacementRead(placement=placement):
            tracker = _placement_read(tracker, placement, t)
        case SquareRead(square=square, man=man):
            tracker = _square_read(tracker, square, man, t)
        case ClockRead():
            tracker, said = _clock_read(tracker, reading, t)
        case ClockMissing():
            tracker = replace(tracker, clock=clockwork.missing(tracker.clock))
        case LinkLost():
            gap = tracker.gap or Gap(t, None, tracker.clock.read, tracker.clock.at)
            tracker = _blinded(replace(tracker, lost=True, gap=gap), t)
        case TimePassed():
            pass
        case _:
            assert_never(reading)
    tracker, more = _settled(tracker, t)
    return tracker, _observed(tracker, (*said, *more), t)


def wake_at(tracker: Tracker) -> float | None:
    """When to call ``step`` with ``TimePassed`` if nothing comes before; None = no need."""
    return showing.wake_at(tracker)


def line(tracker: Tracker) -> tuple[LineMove, ...]:
    """The line as it is shown now."""
    return showing.line_moves(tracker, tracker.shown)


def finish(tracker: Tracker, t: float) -> tuple[Tracker, tuple[Observed, ...]]:
    """The record ends: say what is left to say."""
    return step(tracker, TimePassed(), t)


def verdict(tracker: Tracker) -> Verdict:
    """What the evidence supports so far."""
    return judging.verdict(tracker)


def cost(tracker: Tracker) -> float:
    """What speaks against the line that leads, in nats: to compare readings of one record."""
    return tracker.beam[0].cost


def _observed(tracker: Tracker, said: tuple[Fact, ...], t: float) -> tuple[Observed, ...]:
    if not said:
        return ()
    at = tracker.setup.epoch + timedelta(seconds=t)
    return tuple(Observed(fact, at) for fact in said)


def _placement_read(tracker: Tracker, raw: Placement, t: float) -> Tracker:
    rotated = tracker.rotated
    if rotated is None or (tracker.shown is None and tracker.beam[0].number == 0):
        found = is_rotated(raw, tracker.start.placement)
        if found is not None:
            rotated = found
    picture = turned(raw) if rotated else raw
    if rotated is not tracker.rotated:
        clock = tracker.clock
        if rotated and clock.told is None:
            clock = replace(clock, votes=-clock.votes)
        tracker = replace(tracker, rotated=rotated, picture=None, clock=clock)
    old = tracker.picture
    if old is None:
        return _first_picture(tracker, picture, t)
    changed = differing(old, picture)
    tracker = _sees_again(tracker, t, same=not changed)
    if not changed:
        tracker = replace(tracker, lost=tracker.lost and not is_clean(tracker.beam[0]))
        return _gap_over(tracker, t)
    gap, tracker = tracker.gap, replace(tracker, gap=None)
    if len(changed) < MANY and not tracker.lost:
        for square in changed:
            tracker = _changed(tracker, Square(square), Man(picture[square]), t)
        return tracker
    tracker = _about_to_change(tracker, t)
    tracker = replace(tracker, picture=picture, changed=t, examined=False)
    if tracker.ending.phase in (Phase.PLAYING, Phase.RESUMED):
        unseen = _unseen(tracker.clock, gap)
        if gap is not None and gap.read is not None and unseen is None:
            tracker = replace(tracker, gap=replace(gap, until=t, beam=tracker.beam))
        beam = decoding.after_gap(
            tracker.beam, picture, t, tracker.settings, lost=tracker.lost, unseen=unseen
        )
        tracker = _explained(tracker, beam, t, lost=tracker.lost)
        missed = tracker.lost or len(changed) >= MISSED
        tracker = replace(tracker, lost=missed and not is_clean(tracker.beam[0]))
    return finishing.after_change(tracker, t)


def _unseen(clock: ClockState, gap: Gap | None) -> Unseen | None:
    """What the clock says of an outage, None while it has not been read since."""
    if gap is None or gap.read is None or clock.read is None or clock.at <= gap.since:
        return None
    presses = clockwork.presses_unseen(clock, gap.read, gap.read_at, gap.since)
    turned = clock.read.turn is not gap.read.turn if clock.ran else None
    white = None
    if clockwork.is_sure(clock) and gap.read.running:
        white = clockwork.colour(clock, gap.read.turn) is Side.WHITE
    return Unseen(gap.since, presses, turned, white)


def _gap_counted(tracker: Tracker, gap: Gap) -> Tracker:
    """The first clock reading after an outage says how many moves were made in it."""
    tracker = replace(tracker, gap=None)
    unseen, picture, t = _unseen(tracker.clock, gap), tracker.picture, tracker.changed
    playing = tracker.ending.phase in (Phase.PLAYING, Phase.RESUMED)
    if unseen is None or picture is None or not playing or t != gap.until:
        return tracker
    beam = decoding.after_gap(gap.beam, picture, t, tracker.settings, lost=True, unseen=unseen)
    tracker = _explained(tracker, beam, t, lost=True)
    return replace(tracker, lost=not is_clean(tracker.beam[0]))


def _gap_over(tracker: Tracker, t: float) -> Tracker:
    """The board stands as before the outage: ask the clock whether anybody moved meanwhile."""
    gap = tracker.gap
    if gap is None or gap.until is not None:
        return tracker
    if t - gap.since < SHORT_GAP_S:
        return replace(tracker, gap=None)
    return replace(tracker, gap=None if gap.read is None else replace(gap, until=t))


def _blinded(tracker: Tracker, t: float) -> Tracker:
    """The board is not read any more."""
    if tracker.picture is None or (tracker.gaps and tracker.gaps[-1].until > t):
        return tracker
    blind = Blind(t, tracker.clock.read, tracker.clock.at)
    return replace(tracker, gaps=(*tracker.gaps, blind))


def _sees_again(tracker: Tracker, t: float, *, same: bool) -> Tracker:
    """The board is read again; short breaks, and those while a result shows, do not matter."""
    if not tracker.gaps or tracker.gaps[-1].until <= t:
        return tracker
    *earlier, blind = tracker.gaps
    over = tracker.ending.phase not in finishing.PLAYING and tracker.ending.said is not None
    if t - blind.since < SHORT_GAP_S or (over and same):
        return replace(tracker, gaps=tuple(earlier))
    blind = _asked(tracker.clock, replace(blind, until=t))
    return replace(tracker, gaps=(*earlier, blind))


def _asked(clock: ClockState, blind: Blind) -> Blind:
    """What the first reading of the clock after the board's own tells of a stretch."""
    if blind.asked or clock.read is None or clock.at < blind.until:
        return blind
    told = clockwork.presses_counted(clock, blind.read, blind.read_at, blind.since, blind.until)
    return replace(blind, asked=True, presses=told)


def _gap_judged(tracker: Tracker) -> Tracker:
    """The first clock reading after an outage says how many moves were made in it."""
    tracker = replace(tracker, gaps=tuple(_asked(tracker.clock, one) for one in tracker.gaps))
    gap = tracker.gap
    if gap is None or gap.until is None or gap.read is None:
        return tracker
    return _gap_counted(tracker, gap) if gap.beam else replace(tracker, gap=None)


def _first_picture(tracker: Tracker, picture: Placement, t: float) -> Tracker:
    tracker = replace(tracker, picture=picture, changed=t, examined=False)
    root = resynchronised(Explanation(tracker.start), picture, t)
    tracker = replace(tracker, beam=(root,))
    if root.diffs:
        told = _explained(tracker, tracker.beam, t, lost=True).beam
        beam = decoding.after_gap(told, picture, t, tracker.settings, lost=True)
        tracker = _explained(tracker, beam, t)
    return replace(tracker, lost=not is_clean(tracker.beam[0]))


def _explained(
    tracker: Tracker, beam: Beam, t: float, *, lost: bool = False, rested: bool = False
) -> Tracker:
    """The tracker with new explanations, as far as they agree with what it was told."""
    if tracker.setup.told and tracker.picture is not None:
        told = dict(tracker.setup.told)
        beam = obeying(beam, told, tracker.picture, t, tracker.settings, lost=lost, rested=rested)
    return replace(tracker, beam=beam)


def _square_read(tracker: Tracker, square: Square, man: Man, t: float) -> Tracker:
    if tracker.picture is None:
        tracker = replace(tracker, picture=tracker.start.placement, changed=t)
    square = in_frame(square, rotated=tracker.rotated is True)
    return _changed(tracker, square, man, t)


def _changed(tracker: Tracker, square: Square, man: Man, t: float) -> Tracker:
    assert tracker.picture is not None, "the first picture sets it"
    if tracker.picture[square] == man:
        return tracker
    picture = put(tracker.picture, square, man)
    if tracker.shown is None and turned(picture) == tracker.start.placement:
        return _turned_round(tracker, picture, t)
    tracker = _about_to_change(tracker, t)
    tracker = replace(tracker, picture=picture, changed=t, examined=False)
    if tracker.ending.phase in (Phase.PLAYING, Phase.RESUMED):
        beam = decoding.after_change(tracker.beam, square, picture, t, tracker.settings)
        tracker = _explained(tracker, beam, t)
        if picture == tracker.start.placement and tracker.shown is None:
            tracker = replace(tracker, beam=(Explanation(tracker.start),), lost=False)
    return finishing.after_change(tracker, t)


def _turned_round(tracker: Tracker, picture: Placement, t: float) -> Tracker:
    """The men have been set up the other way round than was thought."""
    rotated = tracker.rotated is not True
    clock = tracker.clock
    if clock.told is None:
        clock = replace(clock, votes=-clock.votes)
    tracker = replace(tracker, rotated=rotated, clock=clock)
    return _first_picture(tracker, turned(picture), t)


def _about_to_change(tracker: Tracker, t: float) -> Tracker:
    """Remember the explanations of a position that has rested: men may be cleared away now."""
    best = tracker.beam[0]
    if tracker.ending.phase not in (Phase.PLAYING, Phase.RESUMED) or not is_clean(best):
        return tracker
    rested = t - tracker.changed >= tracker.settings.settle_s - finishing.EPS
    if not rested and (best.last is None or best.last.pressed is None):
        return tracker
    return replace(tracker, stood=tracker.beam, left=t)


def _clock_read(tracker: Tracker, read: ClockRead, t: float) -> tuple[Tracker, tuple[Fact, ...]]:
    clock, heard = clockwork.heard(tracker.clock, read, t)
    if not tracker.clock.ran and read.running and tracker.beam[0].number == 0:
        to_move = Side.WHITE if tracker.start.white else Side.BLACK
        clock = clockwork.voted(clock, read.turn, to_move, 1)
    tracker = _gap_judged(replace(tracker, clock=clock))
    if heard.press is not None and tracker.ending.phase in (Phase.PLAYING, Phase.RESUMED):
        tracker = _pressed(tracker, heard, t)
    tracker = finishing.after_clock(tracker, t)
    if heard.event is None:
        return tracker, ()
    return tracker, (_clock_set(tracker, heard.event),)


def _pressed(tracker: Tracker, heard: clockwork.Heard, t: float) -> Tracker:
    clock, side, read = tracker.clock, heard.press, tracker.clock.read
    if side is None or read is None:
        return tracker
    last = tracker.beam[0].last
    if last is not None and last.pressed is None and t - last.arrived < 10.0:
        mover = Side.WHITE if last.white else Side.BLACK
        clock = clockwork.voted(clock, side, mover, 1)
    white = None
    if clockwork.is_sure(clock):
        white = clockwork.colour(clock, side) is Side.WHITE
    seconds = read.left_s if side is ClockSide.LEFT else read.right_s
    beam = tracker.beam
    if tracker.picture is not None and not _ends_unseen_move(tracker, last):
        beam = decoding.after_press(
            beam, tracker.picture, t, tracker.settings, white=white, clock_s=seconds
        )
    return replace(tracker, clock=clock, beam=beam)


def _ends_unseen_move(tracker: Tracker, last: Ply | None) -> bool:
    """The board cannot be read just now, and the last move that it showed was ended before."""
    gap = tracker.gap
    if gap is None or gap.until is not None or tracker.changed > gap.since:
        return False
    return last is None or last.pressed is not None


def _clock_set(tracker: Tracker, event: ClockEvent) -> ClockSet:
    clock = tracker.clock
    return ClockSet(
        tracker.setup.game,
        clockwork.seconds(clock, Side.WHITE),
        clockwork.seconds(clock, Side.BLACK),
        clockwork.running(clock),
        event,
    )


def _settled(tracker: Tracker, t: float) -> tuple[Tracker, tuple[Fact, ...]]:
    """Do what time has made due, and say what is new."""
    settings = tracker.settings
    if tracker.picture is None:
        return tracker, ()
    if tracker.ending.phase in (Phase.PLAYING, Phase.RESUMED):
        beam = pruned(tracker.beam, t, settings) if len(tracker.beam) > 1 else tracker.beam
        rest = t - tracker.changed
        due = settings.settle_s if tracker.lost else settings.scene_s
        if not tracker.examined and rest >= due - finishing.EPS and not is_clean(beam[0]):
            beam = decoding.after_rest(beam, tracker.picture, t, settings, lost=tracker.lost)
            tracker = _explained(tracker, beam, t, lost=tracker.lost, rested=True)
            beam = tracker.beam
            lost = tracker.lost and not is_clean(beam[0])
            tracker = replace(tracker, examined=True, lost=lost)
        tracker = replace(tracker, beam=beam)
    tracker, withdrawn = finishing.withdrawn(tracker, t)
    tracker, shown = showing.settled(tracker, t)
    tracker, ended = finishing.announced(tracker, t)
    return tracker, (*withdrawn, *shown, *ended)
