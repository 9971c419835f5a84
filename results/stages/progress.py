"""PURE. How far each stage is: waiting for others, ready to be opened, running, finished."""

from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from facts.ids import PlayerId, StageId
from facts.meeting import SINGLE_GAME
from facts.result import ResultKind
from facts.settings import System
from facts.stages import Numbering, Take
from results.errors import ResultsError
from results.meetings.score import meeting_in
from results.rounds.progress import stage_of
from results.stages.entrants import Qualifier, cut_of, entrants_of, places_to_fill
from results.stages.places import FinalOrders, Place, knock_out_of
from results.standings.tiebreaks.code import parse_code
from results.tournament.tournament import Round, RoundState, Stage, Tournament


class StageState(StrEnum):
    """How far a stage is."""

    WAITING = "waiting"
    """Stages before it are not finished."""
    READY = "ready"
    """Its players are known and not fixed yet."""
    RUNNING = "running"
    """Its players are fixed, or it is open to everybody."""
    FINISHED = "finished"
    NOT_NEEDED = "not-needed"
    """Nobody has to play it: the cut is clear, or there are too few players."""


@dataclass(frozen=True, slots=True)
class LotNeeded:
    """Players who share places of a stage, where it matters who comes first."""

    stage: StageId
    players: tuple[PlayerId, ...]
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class StageProgress:
    """One stage as it stands.

    Attributes:
        entrants: who enters it by what is known now; empty while it waits.
        places: how many come through a knock-out.
        lots: to be drawn before it can be opened.
        sentences: what it waits for, or what has changed since its players were fixed.
    """

    stage: StageId
    state: StageState
    entrants: tuple[Qualifier, ...] = ()
    places: int | None = None
    lots: tuple[LotNeeded, ...] = ()
    sentences: tuple[str, ...] = ()


def progress(
    tournament: Tournament, orders: FinalOrders | None = None
) -> tuple[StageProgress, ...]:
    """All stages, in the order of the regulations."""
    orders = orders or FinalOrders(tournament)
    return tuple(progress_of(tournament, stage, orders) for stage in tournament.stages)


def progress_of(
    tournament: Tournament, stage: StageId, orders: FinalOrders | None = None
) -> StageProgress:
    """How far one stage is.

    Raises:
        UsageError: there is no such stage.
    """
    orders = orders or FinalOrders(tournament)
    known = stage_of(tournament, stage)
    try:
        return _progress(tournament, known, orders)
    except ResultsError as error:
        return StageProgress(stage, StageState.WAITING, sentences=(str(error),))


def is_finished(tournament: Tournament, stage: StageId, orders: FinalOrders) -> bool:
    """True where nothing of the stage is left to play, one that nobody needs included."""
    if stage not in orders.finished:
        done = (StageState.FINISHED, StageState.NOT_NEEDED)
        orders.finished[stage] = progress_of(tournament, stage, orders).state in done
    return orders.finished[stage]


def _progress(tournament: Tournament, stage: Stage, orders: FinalOrders) -> StageProgress:
    name = stage.settings.id
    if not stage.settings.entry.feeds and stage.system is not System.LIST:
        done = _played_out(tournament, stage)
        return StageProgress(name, StageState.FINISHED if done else StageState.RUNNING)
    waiting = _waits_for(tournament, stage, orders)
    if stage.entrants is not None:
        return _opened(tournament, stage, orders, waiting)
    if waiting:
        return StageProgress(name, StageState.WAITING, sentences=waiting)
    entrants = entrants_of(tournament, name, orders)
    if not entrants:
        told = (_nobody(tournament, stage, orders),)
        if stage.settings.entry.feeds:
            return StageProgress(name, StageState.NOT_NEEDED, sentences=told)
        return StageProgress(name, StageState.WAITING, sentences=told)
    if not stage.settings.entry.has_room_for(len(entrants)):
        state = StageState.NOT_NEEDED
        return StageProgress(name, state, sentences=(_no_room(stage, len(entrants)),))
    return StageProgress(
        name,
        StageState.READY,
        entrants,
        places_to_fill(tournament, stage.settings, orders),
        lots_needed(tournament, name, entrants, orders),
    )


def _opened(
    tournament: Tournament, stage: Stage, orders: FinalOrders, waiting: tuple[str, ...]
) -> StageProgress:
    name = stage.settings.id
    entrants = entrants_of(tournament, name, orders)
    sentences = waiting or _changes(tournament, stage, entrants, orders)
    state = StageState.FINISHED if _played_out(tournament, stage) else StageState.RUNNING
    return StageProgress(name, state, entrants, stage.places, sentences=sentences)


def _waits_for(tournament: Tournament, stage: Stage, orders: FinalOrders) -> tuple[str, ...]:
    before = dict.fromkeys(
        name for feed in stage.settings.entry.feeds for name in (feed.stage, *feed.without)
    )
    return tuple(
        f"waits for {stage_of(tournament, name).settings.name}"
        for name in before
        if not is_finished(tournament, name, orders)
    )


def _no_room(stage: Stage, players: int) -> str:
    least, most = stage.settings.entry.at_least, stage.settings.entry.at_most
    wanted = f"at least {least}" if players < least else f"at most {most}"
    return f"{players} players would enter it, and it is for {wanted}"


def _nobody(tournament: Tournament, stage: Stage, orders: FinalOrders) -> str:
    for feed in stage.settings.entry.feeds:
        if feed.take is Take.TIED:
            cut = cut_of(tournament, feed.stage, feed.last, orders)
            source = stage_of(tournament, feed.stage).settings.name
            return f"not needed: place {cut.places} of {source} is clear of the next"
    return "nobody enters it" if stage.settings.entry.feeds else "nobody has entered yet"


def _changes(
    tournament: Tournament, stage: Stage, entrants: tuple[Qualifier, ...], orders: FinalOrders
) -> tuple[str, ...]:
    """What a later correction changed in what was fixed; nothing is moved by itself."""
    fixed, now = stage.entrants or (), tuple(one.player for one in entrants)
    if stage.settings.entry.feeds and set(fixed) != set(now):
        new = [f"{_name(tournament, who)} would enter it now" for who in now if who not in fixed]
        gone = [
            f"{_name(tournament, who)} would not enter it now" for who in fixed if who not in now
        ]
        return (*new, *gone)
    if fixed != now and _order_matters(tournament, stage.settings.id):
        return ("they would enter it in another order now",)
    places = places_to_fill(tournament, stage.settings, orders)
    if places != stage.places:
        return (f"it was opened for {stage.places} places; by the results now it is {places}",)
    return ()


def _name(tournament: Tournament, player: PlayerId) -> str:
    record = tournament.players.get(player)
    return record.player.name if record is not None else player


# --- played to its end -------------------------------------------------------------------


def _played_out(tournament: Tournament, stage: Stage) -> bool:
    match stage.system:
        case System.LIST:
            return stage.entrants is not None
        case System.KNOCK_OUT:
            state = knock_out_of(tournament, stage)
            return state is not None and state.over and all(map(_closed, stage.rounds.values()))
        case System.MATCH:
            last = stage.last_round
            return last is not None and _closed(last) and _meetings_over(tournament, stage, last)
        case System.DUTCH | System.BERGER | System.BERGER_DOUBLE:
            last = stage.last_round
            return (
                last is not None
                and last.number == stage.last_planned
                and all(map(_closed, stage.rounds.values()))
                and all(_meetings_over(tournament, stage, r) for r in stage.rounds.values())
            )
        case _:
            assert_never(stage.system)


def _closed(the_round: Round) -> bool:
    return the_round.state is RoundState.CLOSED


def _meetings_over(tournament: Tournament, stage: Stage, the_round: Round) -> bool:
    """True where every game has an official result that is not an adjourned one."""
    if stage.settings.meeting == SINGLE_GAME and stage.system is not System.MATCH:
        # Nothing but single games: a large Swiss has thousands.
        official = [claims.official for claims in the_round.games.values()]
        return all(o is not None and o.result.kind is not ResultKind.ADJOURNED for o in official)
    needs_winner = _somebody_waits(tournament, stage)
    for pairing in the_round.pairings:
        meeting = meeting_in(tournament, stage, the_round, pairing)
        if not meeting.is_over or (needs_winner and meeting.winner is None):
            return False
        results = [game.result for game in meeting.counting]
        if any(result is None or result.kind is ResultKind.ADJOURNED for result in results):
            return False
    return True


def _somebody_waits(tournament: Tournament, stage: Stage) -> bool:
    """True where another stage needs to know who won: a drawn final leaves places shared."""
    return any(
        feed.stage == stage.settings.id
        for other in tournament.stages.values()
        for feed in other.settings.entry.feeds
    )


# --- lots --------------------------------------------------------------------------------


def lots_needed(
    tournament: Tournament,
    stage: StageId,
    entrants: tuple[Qualifier, ...],
    orders: FinalOrders,
) -> tuple[LotNeeded, ...]:
    """Shared places that decide who enters a stage, or in which order."""
    settings = stage_of(tournament, stage).settings
    found: dict[tuple[StageId, int], LotNeeded] = {}
    for feed in settings.entry.feeds:
        if feed.take is Take.PLACES:
            for place in orders.of(feed.stage):
                if place.shared and _across(place, feed.first, feed.last):
                    found[feed.stage, place.first] = _lot(feed.stage, place, orders)
    former = settings.entry.former
    if former is not None and _order_matters(tournament, stage):
        entering = {one.player for one in entrants}
        places = [place for place in orders.of(former) if place.player in entering]
        for place in places:
            if place.shared and sum(place.first == other.first for other in places) > 1:
                found[former, place.first] = _lot(former, place, orders)
    return tuple(found.values())


def _across(place: Place, first: int, last: int) -> bool:
    """True where a shared place lies on both sides of the first or the last place taken."""
    return place.first < first <= place.last or place.first <= last < place.last


def _order_matters(tournament: Tournament, stage: StageId) -> bool:
    settings = stage_of(tournament, stage).settings
    codes = {parse_code(code).name for code in settings.tiebreaks}
    return (
        settings.system in (System.LIST, System.KNOCK_OUT)
        or settings.entry.numbers is Numbering.ORDER
        or "STAGE" in codes
    )


def _lot(stage: StageId, place: Place, orders: FinalOrders) -> LotNeeded:
    players = tuple(one.player for one in orders.of(stage) if one.first == place.first)
    return LotNeeded(stage, players, place.first, place.last)
