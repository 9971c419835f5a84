"""One game's page: why its moves are believed, doubts, corrections, boards that came late."""

from dataclasses import replace

import pytest
from playwright.async_api import Page, expect

from boardlink.replaying.repair import Offer
from desk.hall.evidence import Written
from facts import fact as f
from facts.fact import Certainty, LineMove
from facts.ids import GameId
from tests.browser import IN_BROWSER
from tests.desk.arbiter.looking import DESKTOP, PHONE, Looking, row
from tests.desk.arbiter.visit import Visit
from tests.desk.scene import CHIEF

pytestmark = IN_BROWSER

ORDERS = (("b1c3", "g8f6", "d2d4", "a7a5"), ("d2d4", "a7a5", "b1c3", "g8f6"))


async def opened(visit: Visit, looking: Looking, size: tuple[int, int] = DESKTOP) -> Page:
    """The page of board 1's game, by the way an arbiter comes to it."""
    page = await looking.page(CHIEF, size)
    await row(page, 1).get_by_role("button", name="Board 1: more results, and why").click()
    await page.locator("#dialog").get_by_role("button", name="Moves, and why").click()
    await expect(page.locator(".game-page h2")).to_contain_text("Board 1")
    return page


async def doubtful(visit: Visit) -> GameId:
    """1.e4 e5, then four plies in two orders, the first of them shown."""
    await visit.scene.publish()
    game = visit.scene.game(1)
    await visit.scene.line(game, "e4", "e5", "Nc3", "Nf6", "d4", "a5")
    text = "moves were missed, and several lines lead to what stands on the board"
    await visit.scene.happens(f.LineAmbiguous(game, 3, ORDERS, text))
    return game


async def test_every_move_tells_why_it_is_believed(visit: Visit, looking: Looking) -> None:
    await visit.scene.publish()
    game = visit.scene.game(1)
    line = await visit.scene.line(game, "e4", "e5")
    unsure = replace(line[0], uci="e1e2", san="Ke2", certainty=Certainty.UNCLEAR, reason="as seen")
    await visit.scene.happens(f.MovePlayed(game, 3, unsure))
    await visit.scene.happens(f.MoveConfirmed(game, 1, "lever"))
    visit.witness.known[game] = (("e2e4", "the man arrived at 12:00:01"), ("e7e5", ""))
    page = await opened(visit, looking)
    moves = page.locator(".moves button")
    await expect(moves).to_have_count(3)
    await moves.nth(0).click()
    why = page.locator(".why")
    await expect(why).to_contain_text("Why 1. e4?")
    await expect(why).to_contain_text("The man arrived at 12:00:01.")
    await expect(why).to_contain_text("the clock's lever at 12:00:00 UTC")
    await expect(why.locator("dd").first).to_have_text("certain")  # its confirmation made it so
    await moves.nth(2).click()
    await expect(why).to_contain_text("As seen.")  # kept with the move, the capture is gone
    await expect(why).to_contain_text("it may not be a move of the game")
    await expect(why).to_contain_text("nothing yet")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
async def test_one_click_settles_which_line_was_played(
    visit: Visit, looking: Looking, size: tuple[int, int]
) -> None:
    game = await doubtful(visit)
    page = await looking.page(CHIEF, size)
    await page.locator(".needs a").get_by_text("Board 1: which moves were played?").click()
    lines = page.locator(".doubt .line")
    await expect(lines).to_have_count(2)
    await expect(lines.nth(0)).to_contain_text("2.Nc3 Nf6 3.d4 a5")
    await expect(lines.nth(0)).to_contain_text("shown now")
    for found in await page.locator(
        "main button, main figure, main p, main select, main textarea"
    ).all():
        box = await found.bounding_box()
        assert box is None or box["x"] + box["width"] <= size[0], await found.inner_text()
    await lines.nth(1).get_by_role("button").click()
    await expect(page.locator(".doubt")).to_have_count(0)
    await expect(page.locator(".moves button").nth(2)).to_contain_text("d4")
    await expect(page.locator(".toast")).to_contain_text("the moves are settled")
    state = visit.scene.desk.hall.games[game]
    assert [move.uci for move in state.line[2:]] == list(ORDERS[1])
    assert (state.settled, state.doubts) == (6, ())
    await expect(page.locator(".game-page")).to_contain_text("an arbiter chose this line")
    await page.get_by_role("link", name="← Round").click()
    await expect(page.locator(".needs")).to_contain_text("No board needs you.")


async def test_a_scoresheet_is_compared_before_anything_is_changed(
    visit: Visit, looking: Looking
) -> None:
    await visit.scene.publish()
    game = visit.scene.game(1)
    line = await visit.scene.line(game, "e4", "e5", "Nf3", "Nc6")
    page = await opened(visit, looking)
    await page.get_by_label("Moves (PGN or as on a scoresheet)").fill("nonsense")
    await page.get_by_role("button", name="Look whether it fits").click()
    await expect(page.locator(".offer")).to_contain_text("is no move with its number")
    wrong = "no game with 2…Nf6 fits what the board sent: it shows 2…Nc6"
    visit.witness.offer_next = Offer(line, 4, wrong)
    await page.get_by_role("button", name="Look whether it fits").click()
    await expect(page.locator(".offer")).to_contain_text("No game with 2…Nf6 fits")
    right = LineMove("g8f6", "Nf6", 5360, line[3].at, (), Certainty.CERTAIN)
    visit.witness.offer_next = Offer((*line[:3], right), 4, "", ("the board did not show it",))
    await page.get_by_label("You write").select_option("move")
    await page.get_by_label("Moves (PGN or as on a scoresheet)").fill("2...Nf6")
    await page.get_by_role("button", name="Look whether it fits").click()
    await expect(page.locator(".compare")).to_contain_text("2…Nc6")
    await expect(page.locator(".compare")).to_contain_text("2…Nf6")
    await expect(page.locator(".offer")).to_contain_text("the board did not show it")
    assert visit.witness.asked[-1] == (game, "2...Nf6", Written.MOVE)
    assert visit.scene.desk.hall.games[game].settled == 0
    await page.get_by_role("button", name="Correct the moves").click()
    await expect(page.locator(".moves button").nth(3)).to_contain_text("Nf6")
    state = visit.scene.desk.hall.games[game]
    assert (state.line[3].uci, state.line[3].clock_s, state.settled) == ("g8f6", 5360, 4)


async def test_a_board_that_came_late_begins_with_what_stands(
    visit: Visit, looking: Looking
) -> None:
    await visit.scene.publish()
    game = visit.scene.game(1)
    seen = "r4rk1/pp3ppp/2n1b3/3qN3/3P4/4B3/P4PPP/R2Q1RK1"
    await visit.scene.happens(
        f.GameArmed(game, visit.scene.desk.hall.games[game].board, "25731", f"{seen} w - - 0 1")  # type: ignore[arg-type]
    )
    text = "the set-up is wrong on a1 and b1 and 20 more"
    await visit.scene.happens(f.PlacementUnclear(game, "set-up-wrong", text, seen))
    page = await opened(visit, looking)
    join = page.locator(".join")
    await expect(join).to_contain_text("The board fits no line")
    await join.get_by_role("button", name="Begin with what stands").click()
    await expect(page.locator(".toast")).to_contain_text("who is to move")
    await join.get_by_label("Who is to move?").select_option("b")
    await join.get_by_label("Number of the next move").fill("24")
    await join.get_by_label("Reason").fill("switched on late")
    await join.get_by_role("button", name="Begin with what stands").click()
    await expect(page.locator(".toast").last).to_contain_text("begins with what stands")
    state = visit.scene.desk.hall.games[game]
    assert (state.start_fen, state.adopted) == (f"{seen} b - - 0 24", True)
