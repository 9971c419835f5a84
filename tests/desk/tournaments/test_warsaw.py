"""Whole tournaments by the regulations of the European Rapid in Warsaw."""

from collections import Counter

import pytest

from desk.hall.pairing_worker import InlinePairer, Pairer
from desk.state.standings import stage_standings
from desk.views.parts import PartsMaker, Wanted
from desk.views.sheets import by_board, by_name
from facts import fact as f
from facts.fact import Side
from facts.ids import RoundNo, StageId
from facts.meeting import GameRole, Odds
from facts.result import DRAWN
from results.checks.corrections import consequences
from results.rounds.knock_out import rounds_needed
from results.rounds.table import crosstable
from results.stages.entrants import cut_of
from results.stages.final_list import final_list
from results.stages.places import FinalOrders
from results.stages.progress import StageState, progress
from results.standings.standings import standings
from results.tournament.lots import Dice
from results.tournament.tournament import Tournament
from results.trf.export import tournament_text
from results.trf.write import Dialect
from tests.desk.scene import CHIEF
from tests.desk.whole_tournament import (
    QuickPairer,
    WholeTournament,
    chance_results,
    entries,
    tied_at,
)
from tests.fakes.virtual_clock import EPOCH
from tests.places import CONFIGS

QUALIFICATION, SWISS = StageId("qualification"), StageId("swiss")
CONFIG = CONFIGS / "european-rapid-warsaw.toml"


async def played(players: int, tied: int, pairer: Pairer) -> WholeTournament:
    results = tied_at(16, tied, 8, Dice(players + tied))
    made = WholeTournament.by(CONFIG, results, pairer)
    await made.play(entries(players))
    return made


def check_places(tournament: Tournament, players: int) -> None:
    places = final_list(tournament)
    assert [place.place for place in places] == list(range(1, players + 1))
    assert len({place.player for place in places}) == players
    assert all(place.why and place.final for place in places)
    by_stage = Counter(place.stage for place in places)
    assert by_stage == {
        "final": 2, "third-place": 2, "places-5-8": 4, "places-9-12": 4, "places-13-16": 4,
        "swiss": players - 16,
    }  # fmt: skip


def check_cut(whole: WholeTournament, tied: int) -> None:
    tournament = whole.tournament
    cut = cut_of(tournament, QUALIFICATION, 16)
    assert len(cut.tied) == tied
    assert len(cut.clear) + cut.open_places == 16
    match = tournament.stages[StageId("tie-break")]
    assert match.places == cut.open_places
    assert len(match.rounds) == rounds_needed(tied, cut.open_places)
    games = [g for g in whole.games if g.pairing.split(".")[1] == "tie-break"]
    assert len(games) == tied - cut.open_places
    for game in games:
        assert game.role is GameRole.SUDDEN_DEATH
        assert (game.time_control.base_s, game.draw_odds) == (300, Odds.BLACK)
        assert game.black_time_control is not None
        assert game.black_time_control.base_s == 240
        assert game.lot_winner == game.black
    qualifiers = tournament.stages[StageId("qualifiers")].entrants
    assert qualifiers is not None
    assert len(qualifiers) == 16
    assert {place.player for place in cut.clear} < set(qualifiers)


def check_swiss(whole: WholeTournament) -> None:
    """The Swiss went on: 13 rounds, nobody met twice, the 16 have no place in it."""
    tournament = whole.tournament
    table = crosstable(tournament, SWISS)
    assert (table.played, table.rounds) == (13, 13)
    qualifiers = tournament.stages[StageId("qualifiers")].entrants or ()
    ranked = [line.number for line in standings(table, ("BH/M1",)).lines]
    numbers = tournament.stages[SWISS].numbers
    assert {numbers[n - 1] for n in ranked} == set(numbers) - set(qualifiers)
    for number in ranked:
        entries = [table.by_number[number].entry(r) for r in range(1, 14)]
        met = [entry.opponent for entry in entries if entry.over_the_board]
        assert len(met) == len(set(met)) == 13
        black = sum(entry.colour is Side.BLACK for entry in entries)
        assert abs(13 - 2 * black) <= 3
    exported = tournament_text(tournament, SWISS, whole.log.read(), Dialect.TRF26)
    assert "XXR 13" in exported or "142 13" in exported


def check_finals(tournament: Tournament) -> None:
    """Groups 1-8-9-16 …, the same places meet again, winners and losers of the semi-finals."""
    qualifiers = tournament.stages[StageId("qualifiers")].entrants or ()
    groups = {}
    for name, numbers in (
        ("one", (1, 8, 9, 16)), ("two", (2, 7, 10, 15)),
        ("three", (3, 6, 11, 14)), ("four", (4, 5, 12, 13)),
    ):  # fmt: skip
        stage = StageId(f"group-{name}")
        assert tournament.stages[stage].entrants == tuple(qualifiers[n - 1] for n in numbers)
        assert [lot.purpose for lot in tournament.stages[stage].lots] == ["numbers"]
        groups[name] = [place.player for place in FinalOrders(tournament).of(stage)]
    for place, name in ((2, "5-8"), (3, "9-12"), (4, "13-16")):
        entrants = tournament.stages[StageId(f"places-{name}")].entrants or ()
        assert set(entrants) == {group[place - 1] for group in groups.values()}
        assert crosstable(tournament, StageId(f"places-{name}")).played == 3
    semi = tournament.stages[StageId("semi-final-a")].entrants
    assert semi == (groups["one"][0], groups["four"][0])
    lists = [place.player for place in final_list(tournament)[:4]]
    semis = [FinalOrders(tournament).of(StageId(f"semi-final-{x}")) for x in "ab"]
    assert set(lists[:2]) == {semi[0].player for semi in semis}
    assert set(lists[2:]) == {semi[1].player for semi in semis}


@pytest.mark.parametrize("tied", [5, 11, 16, 17])
async def test_forty_players_fill_every_place_whoever_ties_at_the_cut(tied: int) -> None:
    whole = await played(40, tied, InlinePairer())
    check_cut(whole, tied)
    check_places(whole.tournament, 40)
    check_swiss(whole)
    check_finals(whole.tournament)
    states = {one.state for one in progress(whole.tournament)}
    assert states == {StageState.FINISHED}


@pytest.mark.parametrize("tied", [5, 11, 16, 17])
async def test_eight_hundred_players_fill_every_place(tied: int) -> None:
    whole = await played(800, tied, QuickPairer())
    check_cut(whole, tied)
    check_places(whole.tournament, 800)


@pytest.mark.parametrize(
    ("players", "pairer"), [(12, InlinePairer()), (34, QuickPairer()), (59, QuickPairer())]
)
async def test_few_players_and_odd_numbers_fill_every_place_too(
    players: int, pairer: Pairer
) -> None:
    results = chance_results(Dice(players), draws=400)
    whole = WholeTournament.by(CONFIG, results, pairer)
    await whole.play(entries(players))
    places = final_list(whole.tournament)
    assert [place.place for place in places] == list(range(1, players + 1))
    assert len({place.player for place in places}) == players
    states = {one.state for one in progress(whole.tournament)}
    assert states <= {StageState.FINISHED, StageState.NOT_NEEDED}


async def test_every_stage_can_be_looked_at_printed_exported_and_corrected() -> None:
    whole = await played(40, 11, InlinePairer())
    tournament = whole.tournament
    maker = PartsMaker(lambda held, stage: stage_standings(held, stage, live=True))
    for name, stage in tournament.stages.items():
        wanted = Wanted(tournament.id, name)
        parts = maker.parts(whole.desk.known, CHIEF, wanted)
        assert parts["stages"] is not None
        for number, the_round in stage.rounds.items():
            assert by_board(tournament, name, number, EPOCH).rows
            assert by_name(tournament, name, number, EPOCH).rows
            for game in list(the_round.games)[:1]:
                assert isinstance(consequences(tournament, game, DRAWN).sentences(), tuple)
        if stage.rounds:
            assert tournament_text(tournament, name, whole.log.read(), Dialect.TRF26)


async def test_orders_that_follow_the_log_are_those_that_are_counted_from_the_beginning() -> None:
    whole = WholeTournament.by(CONFIG, chance_results(Dice(5)), QuickPairer())
    await whole.enter(entries(60))
    orders = FinalOrders(whole.tournament)
    kept = 0
    while await whole.step():
        before, orders = orders, FinalOrders(whole.tournament, orders)
        fresh = FinalOrders(whole.tournament)
        for stage in whole.tournament.stages:
            kept += bool(orders.of(stage)) and orders.of(stage) is before.of(stage)
            assert orders.of(stage) == fresh.of(stage)
    assert kept
    game = next(iter(whole.tournament.stages[QUALIFICATION].rounds[RoundNo(1)].games))
    await whole.happens([f.ResultCorrected(game, DRAWN, "appeal")])
    after = FinalOrders(whole.tournament, orders)
    assert after.of(SWISS) == FinalOrders(whole.tournament).of(SWISS)
    assert after.of(StageId("final")) is orders.of(StageId("final"))
