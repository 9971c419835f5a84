"""Meetings of several games on the arbiter's page."""

from dataclasses import replace
from datetime import timedelta

from playwright.async_api import expect

from desk.commands.kinds import meetings as m
from desk.state.boards import board_views
from desk.state.overdue import overdue
from desk.views.meetings import game_words, meetings_view
from facts import fact as f
from facts.envelope import Draft
from facts.ids import GameId, RoundNo, pairing_of
from facts.meeting import Colours, GameRole, MeetingSettings, Odds, Rung
from facts.result import DRAWN, WHITE_WON
from facts.time_control import TimeControl
from results.meetings.score import meeting_of
from tests.browser import in_browser
from tests.desk.arbiter.looking import Looking, row
from tests.desk.arbiter.visit import Visit
from tests.desk.scene import CHIEF, MAIN, OPEN, Scene, stage
from tests.desk.state.test_overdue import HOUR
from tests.fakes.virtual_clock import FixedClock

SUDDEN = Rung(GameRole.SUDDEN_DEATH, odds=Odds.BLACK, colours=Colours.CHOICE)
LADDER = MeetingSettings(ladder=(SUDDEN,))


async def begun(scene: Scene, meeting: MeetingSettings = LADDER) -> GameId:
    settings = replace(stage(), meeting=meeting)
    now = scene.clock.now()
    await scene.log.append([Draft(f.StageOpened(settings), now, CHIEF, OPEN)])
    await scene.publish()
    return scene.game(1)


def view_of(scene: Scene) -> list[dict[str, object]]:
    tournament = scene.desk.tournament(OPEN)
    known = tournament.stages[MAIN]
    assert known.last_round is not None
    return [
        dict(one) for one in meetings_view(scene.desk.hall, tournament, known, known.last_round)
    ]


async def test_a_meeting_says_what_it_waits_for(scene: Scene) -> None:
    await scene.open()
    game = await begun(scene)
    pairing = pairing_of(game)
    assert view_of(scene) == []
    await scene.enter(game, DRAWN)
    (seen,) = view_of(scene)
    assert (seen["needs"], seen["lot_winner"], seen["winner"]) == ("lot", None, None)
    await scene.act(m.DrawColours(id="1", pairing=pairing))
    (seen,) = view_of(scene)
    assert seen["needs"] == "choice"
    assert isinstance(seen["lot_winner"], dict)
    white = seen["lot_winner"]["id"]
    await scene.act(m.StartNextGame(id="2", pairing=pairing, white=white))
    (seen,) = view_of(scene)
    assert seen["needs"] is None
    games = seen["games"]
    assert isinstance(games, list)
    assert [(one["what"], one["result"]) for one in games] == [
        ("main game", "½-½"),
        ("sudden death", None),
    ]
    tournament = scene.desk.tournament(OPEN)
    assert [game_words(tournament, one["game"]) for one in games] == ["", "sudden death"]


async def test_the_clocks_the_odds_and_the_latest_start_of_a_further_game_are_told(
    scene: Scene, clock: FixedClock
) -> None:
    armageddon = Rung(
        GameRole.ARMAGEDDON,
        time_control=TimeControl("10 minutes", 600),
        black_time_control=TimeControl("7 minutes", 420),
        odds=Odds.BLACK,
        colours=Colours.SAME,
        within_min=20,
    )
    await scene.open()
    game = await begun(scene, MeetingSettings(ladder=(armageddon,)))
    await scene.enter(game, DRAWN)
    drawn_at = clock.now()
    await scene.act(m.StartNextGame(id="1", pairing=pairing_of(game)))
    (seen,) = view_of(scene)
    assert seen["starts_by"] == drawn_at + timedelta(minutes=20)
    assert isinstance(seen["games"], list)
    second = seen["games"][1]
    assert second["time"] == "White 10 minutes, Black 7 minutes"
    assert second["odds"] == "black"
    await scene.move(second["game"], 1, "e4")
    assert view_of(scene)[0]["starts_by"] is None


async def test_a_meeting_of_nothing_but_sudden_death_waits_for_its_lot_from_the_first(
    scene: Scene,
) -> None:
    await scene.open()
    settings = replace(stage(), meeting=MeetingSettings(games=0, ladder=(SUDDEN,)))
    await scene.log.append([Draft(f.StageOpened(settings), scene.clock.now(), CHIEF, OPEN)])
    await scene.publish()
    seen = view_of(scene)
    assert [one["needs"] for one in seen] == ["lot"] * 5
    pairing = scene.desk.tournament(OPEN).stages[MAIN].rounds[RoundNo(1)].pairings[0]
    await scene.act(m.DrawColours(id="1", pairing=pairing.id, winner=pairing.black))
    await scene.act(m.StartNextGame(id="2", pairing=pairing.id, white=pairing.black))
    (game,) = meeting_of(scene.desk.tournament(OPEN), pairing.id).games
    assert scene.desk.hall.games[game.game].board == pairing.board
    tournament = scene.desk.tournament(OPEN)
    (view, *_) = board_views(scene.desk.hall, tournament, MAIN, RoundNo(1))
    assert (view.pairing.white, view.pairing.black) == (pairing.black, pairing.white)
    at = scene.clock.now() + timedelta(hours=3)
    rules = replace(tournament, regulations=HOUR)
    the_round = tournament.stages[MAIN].rounds[RoundNo(1)]
    assert overdue(rules, the_round, scene.desk.hall, at) == ()


async def test_where_an_arbiter_starts_the_games_the_page_says_so(scene: Scene) -> None:
    await scene.open()
    game = await begun(scene, MeetingSettings(games=2, at_once=False))
    await scene.enter(game, WHITE_WON)
    assert [seen["needs"] for seen in view_of(scene)] == ["start"]


@in_browser
async def test_the_lot_and_the_choice_of_colour_are_entered_on_the_page(
    visit: Visit, looking: Looking
) -> None:
    game = await begun(visit.scene)
    page = await looking.page()
    await row(page, 1).get_by_role("button", name="Board 1: ½-½").click()
    await page.get_by_role("button", name="draw the lot for the colours").click()
    dialog = page.locator("#dialog")
    await dialog.get_by_role("button", name="Bos, Willem won the lot").click()
    await page.get_by_role("button", name="enter the choice of colour").click()
    await dialog.get_by_role("button", name="Bos, Willem takes Black").click()
    await expect(row(page, 1)).to_have_count(2)
    second = row(page, 1).nth(1)
    await expect(second.locator(".board-no")).to_contain_text("sudden death")
    await expect(second.locator(".black")).to_contain_text("Bos, Willem")
    await second.get_by_role("button", name="Board 1: ½-½").click()
    await expect(page.locator(".meeting")).to_contain_text("Bos, Willem won ½–½, sudden death")
    tournament = visit.scene.desk.tournament(OPEN)
    lots = [lot for lot in tournament.stages[MAIN].lots if lot.seed == ""]
    assert [lot.outcome[0] for lot in lots] == ["bos"]
    place = tournament.place_of(pairing_of(game))
    assert place is not None
    assert len(place[2].games) == 2
