"""Meetings of several games on the arbiter's page."""

from dataclasses import replace

import pytest
from playwright.async_api import expect

from desk.arbiter.meetings_view import game_words, meetings_view
from desk.commands import asked_meetings as m
from facts import fact as f
from facts.envelope import Draft
from facts.ids import GameId, pairing_of
from facts.meeting import Colours, GameRole, MeetingSettings, Odds, Rung
from facts.result import DRAWN, WHITE_WON
from tests.desk.arbiter.looking import Looking, row
from tests.desk.arbiter.visit import Visit
from tests.desk.scene import CHIEF, MAIN, OPEN, Scene, stage

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
    return [dict(one) for one in meetings_view(tournament, known, known.last_round)]


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


async def test_where_an_arbiter_starts_the_games_the_page_says_so(scene: Scene) -> None:
    await scene.open()
    game = await begun(scene, MeetingSettings(games=2, at_once=False))
    await scene.enter(game, WHITE_WON)
    assert [seen["needs"] for seen in view_of(scene)] == ["start"]


@pytest.mark.real_time
@pytest.mark.browser
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
