"""PURE. The stages of a tournament as the arbiter's page shows them: how far, who enters, why."""

from collections.abc import Mapping, Sequence

from desk.commands.situation import player_of
from facts.ids import PlayerId
from results.errors import ResultsError
from results.stages.final_list import FinalPlace, final_list
from results.stages.picture import stages_picture
from results.stages.places import FinalOrders
from results.stages.progress import LotNeeded, StageProgress, StageState, progress_of
from results.tournament.tournament import Stage, Tournament

MOST_ENTRANTS = 40
"""More names than these are counted and not listed: 784 enter a Swiss of the rest."""


def stages_view(
    tournament: Tournament, orders: FinalOrders | None = None
) -> Mapping[str, object] | None:
    """Everything about the stages; None for a tournament of one."""
    if len(tournament.stages) < 2:
        return None
    orders = orders or FinalOrders(tournament)
    return {
        "picture": stages_picture(tournament, orders),
        "stages": [
            _stage(tournament, stage, progress_of(tournament, name, orders))
            for name, stage in tournament.stages.items()
        ],
        "final": _final(tournament, orders),
    }


def _stage(tournament: Tournament, stage: Stage, now: StageProgress) -> Mapping[str, object]:
    fixed = stage.entrants
    players = [one.player for one in now.entrants] if fixed is None else list(fixed)
    why = {one.player: one.why for one in now.entrants}
    return {
        "id": stage.settings.id,
        "name": stage.settings.name,
        "state": now.state.value,
        "opens": bool(stage.settings.entry.feeds) and not stage.rounds,
        "fixed": fixed is not None,
        "sentences": list(now.sentences),
        "places": now.places,
        "players": len(players),
        "entrants": [
            {
                "id": player,
                "name": _name(tournament, player),
                "why": why.get(player, "chosen by an arbiter"),
            }
            for player in players[:MOST_ENTRANTS]
        ],
        "lots": [_lot(tournament, lot) for lot in now.lots],
        "numbers_by_lot": stage.settings.entry.numbers.value == "lot" and not stage.rounds,
        "changed": fixed is not None and now.state is StageState.RUNNING and bool(now.sentences),
    }


def _lot(tournament: Tournament, lot: LotNeeded) -> Mapping[str, object]:
    return {
        "stage": lot.stage,
        "stage_name": tournament.stages[lot.stage].settings.name,
        "first": lot.first,
        "last": lot.last,
        "players": [{"id": who, "name": _name(tournament, who)} for who in lot.players],
    }


def _final(tournament: Tournament, orders: FinalOrders) -> Sequence[Mapping[str, object]]:
    """The places that are final: those still played for would change with every result."""
    try:
        places = final_list(tournament, orders)
    except ResultsError:
        return []
    return [_place(tournament, place) for place in places if place.final]


def _place(tournament: Tournament, place: FinalPlace) -> Mapping[str, object]:
    return {
        "place": place.place,
        "rank": place.rank,
        "shared": place.shared,
        "name": _name(tournament, place.player),
        "why": place.why,
    }


def _name(tournament: Tournament, player: PlayerId) -> str:
    return player_of(tournament, player).name
