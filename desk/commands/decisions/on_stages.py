"""PURE. Commands about stages: fix who plays in one, draw lots for numbers and places.

Who qualifies follows from the results (``results/stages``); that they did is a decision, and
so are lots: both become facts, and nothing moves by itself when a result is corrected later.
"""

from collections.abc import Sequence
from typing import assert_never

from desk.commands.kinds import stages as a
from desk.commands.situation import (
    Scribe,
    Situation,
    find_player,
    fresh_stage,
    need_reason,
    player_of,
    require,
)
from desk.errors import RefusedError
from facts import fact as f
from facts.envelope import Actor, Draft, Role
from facts.ids import PlayerId
from facts.settings import System
from facts.stages import Numbering
from results.errors import ResultsError
from results.rounds.numbering import NUMBERS, numbers_for
from results.rounds.progress import source_of
from results.stages.places import PLACES, FinalOrders
from results.stages.progress import LotNeeded, StageProgress, StageState, progress_of
from results.tournament.lots import draw_order
from results.tournament.tournament import Stage, Tournament


def decide_stage(
    known: Situation, command: a.StageCommand, actor: Actor, seed: str
) -> tuple[Draft, ...]:
    """The facts that answer a command about a stage.

    ``seed`` is fresh chance for a drawing of lots; it is recorded with the outcome.

    Raises:
        RefusedError: it cannot be done; says why and what can.
    """
    require(actor, Role.ARBITER, "opening a stage")
    tournament, stage = fresh_stage(known, command)
    match command:
        case a.OpenStage():
            facts: Sequence[f.Fact] = _open(tournament, stage, command, actor, seed)
            reason = command.reason.strip()
        case a.DrawLots():
            facts, reason = _draw(tournament, stage, command, seed), ""
        case _:
            assert_never(command)
    return Scribe(known, command, actor).drafts(facts, tournament.id, reason)


# --- opening ----------------------------------------------------------------------------


def _open(
    tournament: Tournament, stage: Stage, command: a.OpenStage, actor: Actor, seed: str
) -> tuple[f.Fact, ...]:
    name = stage.settings.name
    if stage.rounds:
        raise RefusedError(f"{name} has begun: its players stand")
    if not stage.settings.entry.feeds and stage.system is not System.LIST:
        raise RefusedError(f"{name} is open to everybody who entered")
    now = progress_of(tournament, stage.settings.id)
    if command.players is None:
        players = _by_the_regulations(tournament, stage, now)
    else:
        require(actor, Role.CHIEF_ARBITER, "choosing the players of a stage")
        need_reason(command.reason, "choosing the players of a stage")
        players = command.players
        if not players or len(set(players)) != len(players):
            raise RefusedError("nobody is in the list, or somebody twice")
        for player in players:
            find_player(tournament, player)
    feeds = stage.settings.entry.feeds
    source = feeds[0].stage if feeds else stage.settings.id
    places = _places(stage, now, len(players))
    fixed = f.QualifiersFixed(source, stage.settings.id, players, places)
    return (fixed, *_numbers(tournament, stage, players, seed))


def _by_the_regulations(
    tournament: Tournament, stage: Stage, now: StageProgress
) -> tuple[PlayerId, ...]:
    name = stage.settings.name
    match now.state:
        case StageState.WAITING | StageState.NOT_NEEDED:
            raise RefusedError(f"{name} cannot be opened: {'; '.join(now.sentences)}")
        case StageState.RUNNING | StageState.FINISHED:
            if not now.sentences:
                raise RefusedError(f"{name} is open already")
        case StageState.READY:
            pass
        case _:
            assert_never(now.state)
    if now.lots:
        told = "; ".join(_shared(tournament, lot) for lot in now.lots)
        raise RefusedError(f"{name} cannot be opened before lots are drawn: {told}")
    return tuple(one.player for one in now.entrants)


def _shared(tournament: Tournament, lot: LotNeeded) -> str:
    names = ", ".join(player_of(tournament, player).name for player in lot.players)
    stage = tournament.stages[lot.stage].settings.name
    return f"{names} share places {lot.first}–{lot.last} of {stage}"


def _places(stage: Stage, now: StageProgress, players: int) -> int | None:
    if stage.system is not System.KNOCK_OUT:
        return None
    places = now.places if now.places is not None else stage.settings.entry.fill
    if places is None or not 0 < places <= players:
        raise RefusedError(f"{players} players cannot fill {places or 'no'} places")
    return places


def _numbers(
    tournament: Tournament, stage: Stage, players: Sequence[PlayerId], seed: str
) -> tuple[f.Fact, ...]:
    """Their numbers; a stage that goes on keeps those of the one before it."""
    name = stage.settings.id
    if stage.goes_on:
        try:
            return (f.NumbersAssigned(name, source_of(tournament, stage).numbers),)
        except ResultsError as error:
            raise RefusedError(str(error)) from error
    how = stage.settings.entry.numbers
    if stage.system in (System.KNOCK_OUT, System.LIST):
        how = Numbering.ORDER
    particulars = [player_of(tournament, player) for player in players]
    most = stage.settings.entry.swiss_above
    swiss = stage.settings.system is System.DUTCH or (most is not None and len(players) > most)
    return numbers_for(name, particulars, how, seed, swiss=swiss)


# --- lots -------------------------------------------------------------------------------


def _draw(
    tournament: Tournament, stage: Stage, command: a.DrawLots, seed: str
) -> tuple[f.Fact, ...]:
    match command.purpose:
        case "numbers":
            among = _to_number(tournament, stage)
        case "places":
            among = _sharing(tournament, stage, command.players)
        case "prizes":
            among = _sharing(tournament, stage, command.players)
        case other:
            raise RefusedError(
                f"lots are drawn for {NUMBERS}, {PLACES} or prizes, not for {other!r}"
            )
    name = stage.settings.id
    if command.outcome and sorted(command.outcome) != sorted(among):
        raise RefusedError("what was drawn does not name everybody once")
    outcome = command.outcome or tuple(map(PlayerId, draw_order(seed, command.purpose, among)))
    lot = f.LotsDrawn(name, command.purpose, outcome, "" if command.outcome else seed)
    if command.purpose == NUMBERS:
        return lot, f.NumbersAssigned(name, outcome)
    return (lot,)


def _to_number(tournament: Tournament, stage: Stage) -> tuple[PlayerId, ...]:
    if stage.settings.entry.numbers is not Numbering.LOT:
        raise RefusedError(f"the numbers of {stage.settings.name} are not given by lot")
    if stage.rounds:
        raise RefusedError(f"{stage.settings.name} has begun: its numbers stand")
    if stage.settings.entry.feeds and stage.entrants is None:
        raise RefusedError(f"open {stage.settings.name} first: its players are not fixed")
    if stage.entrants is not None:
        return stage.entrants
    return tuple(who for who, record in tournament.players.items() if record.out_from is None)


def _sharing(
    tournament: Tournament, stage: Stage, players: Sequence[PlayerId]
) -> tuple[PlayerId, ...]:
    """Everybody who shares the place of the players asked about; refused where nobody does."""
    if not players:
        raise RefusedError("say whose places are to be drawn")
    try:
        order = FinalOrders(tournament).of(stage.settings.id)
    except ResultsError as error:
        raise RefusedError(str(error)) from error
    first = {place.player: place.first for place in order if place.shared}
    if len({first.get(player) for player in players}) != 1 or players[0] not in first:
        raise RefusedError("these players do not share a place")
    return tuple(player for player, place in first.items() if place == first[players[0]])
