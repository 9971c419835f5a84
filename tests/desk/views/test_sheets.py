from dataclasses import replace

from desk.commands.kinds.meetings import StartNextGame
from desk.hall.opening import tournament_facts
from desk.state.standings import stage_standings
from desk.views.sheets import by_board, by_name, standings_sheet
from facts.envelope import Draft
from facts.fact import PlayerChanged
from facts.ids import PlayerId, RoundNo, pairing_of
from facts.meeting import MeetingSettings
from facts.player import Player
from facts.regulations import Regulations
from facts.result import BLACK_WON, DRAWN, WHITE_WON
from facts.settings import ResultPolicy, System, TournamentSettings
from results.meetings.score import meeting_of
from tests.desk.scene import CHIEF, MAIN, OPEN, Scene, stage


async def test_pairings_are_listed_by_board_with_points_and_official_results(
    scene: Scene,
) -> None:
    await scene.open(players=5)
    await scene.publish()
    await scene.finish((WHITE_WON, DRAWN))
    await scene.publish()
    await scene.enter(scene.game(1), BLACK_WON)
    await scene.sign(scene.game(2), WHITE_WON)
    tournament = scene.desk.tournament(OPEN)
    sheet = by_board(tournament, MAIN, RoundNo(2), scene.clock.now())
    assert sheet.title == "Club championship"
    assert sheet.subtitle == "Pairings of round 2, by board"
    assert [row[0] for row in sheet.rows] == ["1", "2", ""]
    assert [row[4] for row in sheet.rows] == ["0-1", "", "bye"]
    assert {row[3] for row in sheet.rows} <= {"0", "½", "1"}


async def test_everybody_finds_themselves_by_name(scene: Scene) -> None:
    await scene.open(players=5)
    await scene.publish()
    tournament = scene.desk.tournament(OPEN)
    sheet = by_name(tournament, MAIN, RoundNo(1), scene.clock.now())
    names = [row[0] for row in sheet.rows]
    assert len(names) == 5
    assert names == sorted(names, key=str.casefold)
    pairing = tournament.stages[MAIN].rounds[RoundNo(1)].pairings[0]
    white = tournament.players[pairing.white].player.name
    black = tournament.players[pairing.black].player.name
    assert (white, "1", "White", black) in sheet.rows
    assert (black, "1", "Black", white) in sheet.rows
    assert sum(row[2] == "bye" for row in sheet.rows) == 1


async def test_a_shared_rank_is_shown_once(scene: Scene) -> None:
    await scene.open(players=4)
    await scene.publish()
    await scene.finish((DRAWN, DRAWN))
    tournament = scene.desk.tournament(OPEN)
    table = stage_standings(tournament, MAIN)
    assert table is not None
    sheet = standings_sheet(tournament, MAIN, table, scene.clock.now())
    assert sheet.columns == ("Rank", "Name", "Fed", "Rating", "Points", "BH/C1", "SB")
    assert [row[4] for row in sheet.rows] == ["0.5"] * 4
    assert [row[0] for row in sheet.rows] == ["1", "", "", ""]


async def test_standings_count_proposals_only_where_they_are_live(scene: Scene) -> None:
    await scene.open(players=4)
    assert stage_standings(scene.desk.tournament(OPEN), MAIN) is None
    await scene.publish()
    await scene.sign(scene.game(1), WHITE_WON)
    tournament = scene.desk.tournament(OPEN)
    official = stage_standings(tournament, MAIN)
    live = stage_standings(tournament, MAIN, live=True)
    assert official is not None
    assert live is not None
    assert [row.points for row in official.rows] == ["0.0"] * 4
    assert [row.points for row in live.rows] == ["1.0", "0.0", "0.0", "0.0"]


async def test_paper_names_place_dates_and_arbiter_and_titles_of_players(scene: Scene) -> None:
    await scene.open(players=4)
    settings = TournamentSettings(
        "Club championship", city="Ghent", federation="BEL", start="2026-01-03",
        end="2026-01-09", chief_arbiter="Ana",
    )  # fmt: skip
    await scene.log.append(
        tournament_facts(
            scene.desk.known, OPEN, settings, [stage()], ResultPolicy(), [], Regulations()
        )
    )
    titled = Player(PlayerId("bos"), "Bos, Willem", 2200, title="IM")
    await scene.log.append([Draft(PlayerChanged(titled), scene.clock.now(), CHIEF, OPEN)])
    await scene.publish()
    tournament = scene.desk.tournament(OPEN)
    for sheet in (
        by_board(tournament, MAIN, RoundNo(1), scene.clock.now()),
        by_name(tournament, MAIN, RoundNo(1), scene.clock.now()),
    ):
        assert sheet.details == "Ghent, BEL – 2026-01-03 to 2026-01-09 – chief arbiter: Ana"
    await scene.finish((DRAWN, DRAWN))
    tournament = scene.desk.tournament(OPEN)
    table = stage_standings(tournament, MAIN)
    assert table is not None
    names = [row[1] for row in standings_sheet(tournament, MAIN, table, scene.clock.now()).rows]
    assert "IM Bos, Willem" in names
    assert "Claes, Anneke" in names


async def test_the_score_before_the_round_is_called_so(scene: Scene) -> None:
    await scene.open(players=4)
    await scene.publish()
    sheet = by_board(scene.desk.tournament(OPEN), MAIN, RoundNo(1), scene.clock.now())
    assert sheet.columns[3] == sheet.columns[7] == "Points before"
    assert sheet.details == ""


async def test_all_games_of_two_who_meet_are_on_the_sheet_as_white_of_the_first_has_them(
    scene: Scene,
) -> None:
    meeting = MeetingSettings(games=2)
    await scene.open(players=4, settings=replace(stage(System.BERGER, 3), meeting=meeting))
    await scene.publish()
    pairing = pairing_of(scene.game(1))
    await scene.enter(scene.game(1), WHITE_WON)
    await scene.act(StartNextGame(id="next", pairing=pairing))
    tournament = scene.desk.tournament(OPEN)
    second = meeting_of(tournament, pairing).games[1].game
    await scene.enter(second, WHITE_WON)
    sheet = by_board(scene.desk.tournament(OPEN), MAIN, RoundNo(1), scene.clock.now())
    assert [row[4] for row in sheet.rows] == ["1–1", ""]
