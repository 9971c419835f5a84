"""Weekend groups: four by the Berger tables, six as a Swiss, shared prizes of ten euros."""

from collections.abc import Mapping

from facts import fact as f
from facts.ids import GameId, PlayerId, RoundNo, StageId
from facts.result import DRAWN, Result
from facts.settings import System
from results.prizes.final import prize_list
from results.stages.final_list import final_list
from results.tournament.lots import Dice
from results.tournament.tournament import Round, Stage
from tests.desk.whole_tournament import Results, WholeTournament, chance_results, entries
from tests.places import CONFIGS

CONFIG = CONFIGS / "weekend-groups-nl.toml"
SIX = StageId("group-three")


async def played(results: Results) -> WholeTournament:
    whole = WholeTournament.by(CONFIG, results)
    await whole.play(entries(14))
    return whole


async def test_groups_of_four_follow_the_berger_tables_from_the_lowest_rated_up() -> None:
    whole = await played(chance_results(Dice(4)))
    group = whole.tournament.stages[StageId("group-one")]
    assert group.system is System.BERGER
    assert group.numbers == ("p4", "p3", "p2", "p1")
    first = group.rounds[RoundNo(1)].pairings
    assert [(p.white, p.black) for p in first] == [("p4", "p1"), ("p3", "p2")]
    met = [{p.white, p.black} for r in group.rounds.values() for p in r.pairings]
    assert len(met) == 6
    assert len({frozenset(pair) for pair in met}) == 6


async def test_a_group_of_six_is_a_swiss_by_rating_with_a_lot_for_its_first_colour() -> None:
    whole = await played(chance_results(Dice(6)))
    group = whole.tournament.stages[SIX]
    assert group.system is System.DUTCH
    assert group.numbers == ("p9", "p10", "p11", "p12", "p13", "p14")
    assert [lot.purpose for lot in group.lots] == ["initial colour"]
    assert [r.engine.split()[0] for r in group.rounds.values()] == ["gacrux"] * 3
    first = {frozenset({p.white, p.black}) for p in group.rounds[RoundNo(1)].pairings}
    assert first == {frozenset({f"p{n}", f"p{n + 3}"}) for n in (9, 10, 11)}


async def test_every_place_from_first_to_last_is_filled_once() -> None:
    whole = await played(chance_results(Dice(9)))
    places = final_list(whole.tournament)
    assert [place.place for place in places] == list(range(1, 15))
    assert {place.player for place in places} == {f"p{n}" for n in range(1, 15)}


async def test_six_who_tie_for_25_15_and_10_euros_share_fifty_by_lot() -> None:
    def all_drawn(
        stage: Stage, the_round: Round, points: Mapping[PlayerId, int]
    ) -> Mapping[GameId, Result]:
        return dict.fromkeys(the_round.games, DRAWN)

    whole = await played(all_drawn)
    tied = [place for place in final_list(whole.tournament) if place.stage == SIX]
    assert {place.rank for place in tied} == {9}
    lot = f.LotsDrawn(SIX, "prizes", tuple(place.player for place in tied), "by hand")
    await whole.happens([lot])
    prizes = prize_list(whole.tournament)
    assert prizes is not None
    lines = {line.player.id: line for line in prizes.lines}
    paid = [sum(award.amount for award in lines[one.player].awards) for one in tied]
    assert paid == [1000, 1000, 1000, 1000, 1000, 0]
    assert prizes.open == ()
