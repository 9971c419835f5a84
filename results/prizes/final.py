"""PURE. The prize list of a tournament, from its final list and its lots."""

from results.prizes.award import PrizeList, award_prizes
from results.prizes.lots import prize_lots
from results.prizes.ranking import Ranked
from results.stages.final_list import FinalPlace, final_list
from results.stages.places import FinalOrders
from results.tournament.tournament import Tournament


def prize_list(tournament: Tournament, orders: FinalOrders | None = None) -> PrizeList | None:
    """The prizes by the places as they stand; None where the regulations have no prizes.

    Raises:
        UsageError: a stage's tie-breaks cannot be counted.
    """
    rules = tournament.regulations.prizes
    if rules is None:
        return None
    orders = orders or FinalOrders(tournament)
    taking = [p for p in final_list(tournament, orders) if not _expelled(tournament, p)]
    drawn = prize_lots([lot for stage in tournament.stages.values() for lot in stage.lots])
    ranks = [place.rank for place in taking]
    ranking = [
        # Whoever was put out of the tournament takes no place among the prizes.
        _ranked(tournament, place, ranks.index(place.rank) + 1, orders)
        for place in taking
    ]
    return award_prizes(ranking, rules, drawn)


def is_unfinished(tournament: Tournament) -> bool:
    """True while a place is not final, or there is none yet."""
    places = final_list(tournament)
    return not places or any(not place.final for place in places)


def _expelled(tournament: Tournament, place: FinalPlace) -> bool:
    return tournament.players[place.player].expelled


def _ranked(tournament: Tournament, place: FinalPlace, rank: int, orders: FinalOrders) -> Ranked:
    points = next(p.points for p in orders.of(place.stage) if p.player == place.player)
    return Ranked(tournament.players[place.player].player, rank, points, place.stage)
