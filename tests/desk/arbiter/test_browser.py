"""What an arbiter sees and does, in a real browser."""

import re

import pytest
from playwright.async_api import expect

from desk.arbiter.server import arbiter_serving
from desk.commands.kinds.players import RequestBye
from desk.commands.kinds.rounds import ReopenRound
from desk.config.hall import Address
from desk.hall.port_watch import PortTrouble
from facts import fact as f
from facts.fact import Certainty, ClockEvent, Side
from facts.ids import BoardNo, DeviceId, GameId, PlayerId, RoundNo
from facts.regulations import DrawRules, Regulations
from facts.result import BLACK_WON, DRAWN, HALF_BYE, WHITE_WON, Result, ResultKind, Score
from tests.browser import IN_BROWSER
from tests.desk.arbiter.looking import PHONE, Looking, row
from tests.desk.arbiter.visit import Visit
from tests.desk.scene import CHIEF, FLOOR, MAIN, OPEN
from tests.fakes.virtual_clock import EPOCH

pytestmark = IN_BROWSER


def official(visit: Visit, game: GameId) -> Result | None:
    claims = visit.scene.desk.tournament(OPEN).claims(game)
    assert claims is not None
    return claims.official.result if claims.official is not None else None


async def played(visit: Visit, board: int) -> None:
    for ply, san in enumerate(("e4", "e5"), start=1):
        await visit.scene.move(visit.scene.game(board), ply, san)


async def test_a_result_is_entered_by_click_and_seen_on_another_page_at_once(
    visit: Visit, looking: Looking
) -> None:
    await visit.scene.publish()
    mine, theirs = await looking.page(), await looking.page(FLOOR)
    await row(mine, 5).get_by_role("button", name="Board 5: ½-½").click()
    for page in (mine, theirs):
        await expect(row(page, 5).locator(".state")).to_contain_text("confirmed")
        await expect(row(page, 5).locator("button.official")).to_have_text("½-½")
    assert official(visit, visit.scene.game(5)) == DRAWN


async def test_a_double_click_acts_once(visit: Visit, looking: Looking) -> None:
    await visit.scene.publish()
    page = await looking.page()
    await row(page, 5).get_by_role("button", name="Board 5: 1-0").dblclick()
    await expect(row(page, 5).locator(".state")).to_contain_text("confirmed")
    await expect(page.locator(".toast")).to_have_count(1)
    claims = [e for e in visit.scene.log.read() if isinstance(e.fact, f.ResultClaimed)]
    assert len(claims) == 1


async def test_results_are_typed_and_the_next_open_board_is_chosen(
    visit: Visit, looking: Looking
) -> None:
    await visit.scene.publish()
    await visit.scene.enter(visit.scene.game(2), DRAWN)
    page = await looking.page()
    await expect(row(page, 2).locator(".state")).to_contain_text("confirmed")
    await row(page, 1).locator(".board-no").click()
    for key in ("1", "0", "2"):
        await page.keyboard.press(key)
    await expect(row(page, 4).locator(".state")).to_contain_text("confirmed")
    await expect(row(page, 5)).to_have_attribute("aria-selected", "true")
    results = [official(visit, visit.scene.game(board)) for board in range(1, 6)]
    assert results == [WHITE_WON, DRAWN, BLACK_WON, DRAWN, None]


async def test_a_key_does_nothing_where_its_button_is_disabled(
    visit: Visit, looking: Looking
) -> None:
    await visit.scene.publish()
    await visit.scene.enter(visit.scene.game(5), WHITE_WON)
    page = await looking.page()
    await expect(row(page, 5).locator(".state")).to_contain_text("confirmed")
    await row(page, 5).locator(".board-no").click()
    before = visit.scene.log.last_seq
    await page.keyboard.press("1")
    await page.locator("input[type=search]").fill("1")
    await page.wait_for_timeout(300)
    assert visit.scene.log.last_seq == before
    await expect(page.locator("#dialog")).not_to_be_visible()


async def test_a_board_that_was_searched_for_is_chosen_and_the_box_is_left(
    visit: Visit, looking: Looking
) -> None:
    await visit.scene.publish()
    page = await looking.page()
    box = page.locator("input[type=search]")
    await row(page, 1).locator(".board-no").click()
    before = visit.scene.log.last_seq
    await box.press_sequentially("5")
    await expect(row(page, 1)).not_to_be_visible()
    await page.wait_for_timeout(200)
    assert visit.scene.log.last_seq == before  # a key in the box acts on no board
    await page.keyboard.press("Enter")
    await expect(row(page, 5)).to_have_attribute("aria-selected", "true")
    await expect(box).not_to_be_focused()
    await page.keyboard.press("1")
    await expect(row(page, 5).locator(".state")).to_contain_text("confirmed")
    assert official(visit, visit.scene.game(5)) == WHITE_WON
    await box.click()
    await page.keyboard.press("Escape")
    await expect(box).to_have_value("")
    await expect(row(page, 1)).to_be_visible()
    await box.fill("hendr")
    await page.keyboard.press("ArrowDown")
    await expect(page.locator("tr[aria-selected=true]")).to_contain_text("Hendriks")
    await expect(box).not_to_be_focused()


async def test_after_a_round_is_closed_the_next_step_is_the_main_button(
    visit: Visit, looking: Looking
) -> None:
    await visit.scene.publish()
    for board in range(1, 6):
        await visit.scene.enter(visit.scene.game(board), DRAWN)
    page = await looking.page()
    await page.get_by_role("button", name="Close the round").click()
    main = page.locator(".round-bar .primary")
    await expect(main).to_have_text("Pair round 2 →")
    await expect(page.locator("#confirm-all")).to_have_count(0)
    toast = page.locator(".toast")
    await expect(toast).to_have_text(re.compile("Round 1 closed"))
    which = {"tournament": OPEN, "stage": MAIN, "round_no": RoundNo(1)}
    await visit.scene.act(ReopenRound(id="again", reason="a card", **which))  # type: ignore[arg-type]
    await expect(page.locator("#confirm-all")).to_be_visible()
    await expect(toast).to_have_count(0)  # what it said is no longer so
    await page.get_by_role("button", name="Close the round").click()
    await main.click()
    await expect(page.get_by_role("button", name="Pair round 2")).to_be_enabled()


async def test_messages_do_not_pile_up_and_the_newest_on_a_board_stands(
    visit: Visit, looking: Looking
) -> None:
    await visit.scene.publish()
    page = await looking.page()
    for board in (3, 4, 5):
        await row(page, board).get_by_role("button", name=f"Board {board}: 1-0").click()
        await expect(row(page, board).locator(".state")).to_contain_text("confirmed")
    await expect(page.locator(".toast")).to_have_count(2)
    await page.locator(".toast").last.get_by_role("button", name="Undo").click()
    await expect(page.locator(".toast").last).to_contain_text("Board 5: reopened")
    await expect(page.locator(".toast")).to_have_count(2)
    await page.locator(".toast").last.get_by_role("button", name="Dismiss").click()
    await expect(page.locator(".toast")).to_have_count(1)


async def test_a_bye_that_blocks_the_pairing_is_decided_where_it_says_so(
    visit: Visit, looking: Looking
) -> None:
    await visit.scene.act(
        RequestBye(
            id="bye", tournament=OPEN, player=PlayerId("bos"), round_no=RoundNo(1),
            bye=HALF_BYE, grant=False,
        )
    )  # fmt: skip
    page = await looking.page(tab="next")
    await expect(page.locator(".problem-box")).to_contain_text("Pairing must wait")
    await expect(page.locator("#pair")).to_be_disabled()
    await page.locator(".problem-box").get_by_role("button", name="Grant the bye").click()
    await expect(page.locator("#pair")).to_be_enabled()
    assert visit.scene.desk.tournament(OPEN).players[PlayerId("bos")].requests[RoundNo(1)].granted


async def test_an_unclear_board_shows_what_it_sees_beside_the_record(
    visit: Visit, looking: Looking
) -> None:
    await visit.scene.publish()
    game = visit.scene.game(1)
    seen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1KNR"
    await visit.scene.happens(f.PlacementUnclear(game, "x", "a man is elsewhere", seen))
    page = await looking.page()
    await page.locator(".needs button").click()
    dialog = page.locator("#dialog")
    await expect(dialog.locator(".diagram")).to_have_count(2)
    await expect(dialog.locator(".diagram").first.locator(".marked")).to_have_count(2)
    await expect(dialog).to_contain_text("e1: nothing instead of a white king")
    await expect(dialog.get_by_role("button", name="Reopen the game")).to_have_count(0)


async def test_configured_boards_that_are_not_there_are_seen_on_both_pages(
    visit: Visit, looking: Looking
) -> None:
    await visit.scene.publish()
    trouble = PortTrouble(BoardNo(5), None, "/dev/ttyACM9", "there is no such port", EPOCH, 4)
    async with arbiter_serving(
        Address("127.0.0.1", 0), visit.scene.desk, visit.clock, troubles=lambda: [trouble]
    ) as server:
        looking.visit = Visit(visit.scene, server, visit.clock)
        page = await looking.page()
        await expect(row(page, 5).locator(".state")).to_contain_text("there is no such port")
        await expect(page.locator(".needs")).to_contain_text("1 board needs you")
        await expect(page.locator("[data-key=filter-needs]")).to_have_text("Needs you (1)")
        await expect(page.locator("[data-key=filter-hand]")).to_have_text("By hand (0)")
        await page.locator(".needs a").click()
        missing = page.locator("#missing-boards tr[data-port]")
        await expect(missing).to_contain_text("Board 5")
        await expect(missing).to_contain_text("/dev/ttyACM9")
        await expect(missing).to_contain_text("tried 4 times")


async def test_a_board_that_is_looked_for_is_told_with_how_often_until_it_is_back(
    visit: Visit, looking: Looking
) -> None:
    await visit.scene.publish()
    device = DeviceId("25731")
    page = await looking.page(CHIEF, tab="hall")
    line = page.locator(f"tr[data-device='{device}']")
    await visit.scene.happens(f.DeviceOffline(device, "the cable is out"))
    await visit.scene.happens(f.DeviceReconnecting(device, "/dev/a", EPOCH, 4, "no such port"))
    await expect(line.locator(".chip")).to_have_text("reconnecting")
    await expect(line).to_contain_text("looked for 4 times")
    await visit.scene.happens(f.DeviceOnline(device, "dgt", "/dev/a", "1.07"))
    await visit.scene.happens(f.DeviceWarned(device, "noisy", "the line is disturbed"))
    await expect(line.locator(".chip")).to_have_text("online")
    await expect(line).to_contain_text("its connection has broken once")
    await expect(line).to_contain_text("the line is disturbed")
    await visit.scene.happens(f.DeviceRecovered(device, "noisy"))
    await expect(line).not_to_contain_text("the line is disturbed")


async def test_whoever_is_signed_out_asks_for_a_new_link(visit: Visit, looking: Looking) -> None:
    page = await looking.page()
    await page.get_by_role("button", name="Sign out").click()
    await page.get_by_role("button", name="Ask for a new link").click()
    await expect(page.locator("#say")).to_contain_text("in the program's window now")
    await page.goto(visit.notices.take()[-1])
    await expect(page.locator("#me")).to_contain_text("Arbiter")


@pytest.mark.parametrize("tab", ["round", "next", "standings", "players", "hall", "journal"])
async def test_nothing_is_cut_off_on_a_phone(visit: Visit, looking: Looking, tab: str) -> None:
    await visit.scene.publish()
    await visit.scene.enter(visit.scene.game(1), WHITE_WON)
    page = await looking.page(CHIEF, PHONE, tab)
    await page.wait_for_timeout(200)
    for selector in ("main button", "main td", "main a"):
        for found in await page.locator(selector).all():
            box = await found.bounding_box()
            inside = await found.evaluate("e => !e.closest('.filters, .needs')")
            assert box is None or not inside or box["x"] + box["width"] <= PHONE[0], selector
    if tab == "hall":
        await page.fill("[data-key=invite-name]", "Cas")
        await page.click("[data-key=invite]")
        await expect(page.locator("#here-only")).to_contain_text("not on a phone")


async def test_what_agrees_is_confirmed_together_after_its_list_was_shown(
    visit: Visit, looking: Looking
) -> None:
    await visit.scene.publish()
    for board in (1, 2, 3):
        await played(visit, board)
        await visit.scene.sign(visit.scene.game(board), WHITE_WON)
    await visit.scene.enter(visit.scene.game(3), BLACK_WON, FLOOR)
    page = await looking.page()
    await expect(page.locator(".needs")).to_contain_text("Board 3: conflict")
    await page.get_by_role("button", name="Confirm all that agree (2)").click()
    dialog = page.locator("#dialog")
    await expect(dialog.locator("tbody tr")).to_have_count(2)
    await dialog.get_by_role("button", name="Confirm 2").click()
    await expect(row(page, 2).locator(".state")).to_contain_text("confirmed")
    results = [official(visit, visit.scene.game(board)) for board in (1, 2, 3)]
    assert results == [WHITE_WON, WHITE_WON, None]


async def test_a_draw_that_players_cannot_agree_to_is_ruled_and_the_others_are_confirmed(
    visit: Visit, looking: Looking
) -> None:
    await visit.scene.open(regulations=Regulations(draws=DrawRules(not_before_move=30)))
    await visit.scene.publish()
    for board, result in ((1, DRAWN), (2, WHITE_WON)):
        await played(visit, board)
        await visit.scene.sign(visit.scene.game(board), result)
    page = await looking.page()
    await expect(page.locator(".needs")).to_contain_text("no draw may be agreed before move 30")
    await page.get_by_role("button", name="Confirm all that agree (1)").click()
    dialog = page.locator("#dialog")
    await dialog.get_by_role("button", name="Confirm 1").click()
    await expect(row(page, 2).locator(".state")).to_contain_text("confirmed")
    await page.locator(".needs button").click()
    await dialog.get_by_role("button", name="½-½", exact=True).click()
    await dialog.locator("textarea").fill("both are ill")
    await dialog.get_by_role("button", name="Rule ½-½").click()
    await expect(row(page, 1).locator(".state")).to_contain_text("both are ill")
    await expect(page.locator(".needs")).to_contain_text("No board needs you")
    assert official(visit, visit.scene.game(1)) == DRAWN


async def test_a_conflict_shows_its_evidence_and_is_ruled_with_a_reason(
    visit: Visit, looking: Looking
) -> None:
    await visit.scene.publish()
    await played(visit, 1)
    await visit.scene.sign(visit.scene.game(1), WHITE_WON)
    await visit.scene.enter(visit.scene.game(1), BLACK_WON, FLOOR)
    page = await looking.page()
    await page.locator(".needs button").click()
    dialog = page.locator("#dialog")
    await expect(dialog).to_contain_text("the floor arbiter says 0-1, the king sign says 1-0")
    await expect(dialog).to_contain_text("both kings rest on centre squares")
    await dialog.get_by_role("button", name="0-1", exact=True).click()
    await dialog.get_by_role("button", name="Rule 0-1").click()
    await expect(dialog).to_be_visible()  # a ruling without a reason is not sent
    await dialog.locator("textarea").fill("card signed by both")
    await dialog.get_by_role("button", name="Rule 0-1").click()
    await expect(row(page, 1).locator(".state")).to_contain_text("card signed by both")
    assert official(visit, visit.scene.game(1)) == BLACK_WON


async def test_a_confirmed_result_is_overruled_not_overwritten(
    visit: Visit, looking: Looking
) -> None:
    await visit.scene.publish()
    await visit.scene.enter(visit.scene.game(5), WHITE_WON)
    page = await looking.page()
    await row(page, 5).get_by_role("button", name="Board 5: 0-1").click()
    dialog = page.locator("#dialog")
    await expect(dialog).to_contain_text("Official now: 1-0.")
    await page.keyboard.press("Escape")
    assert official(visit, visit.scene.game(5)) == WHITE_WON


async def test_forfeits_and_odd_scores_are_given_from_the_details(
    visit: Visit, looking: Looking
) -> None:
    await visit.scene.publish()
    page = await looking.page()
    await row(page, 5).locator("button.more").click()
    await page.locator("#dialog").get_by_role("button", name="neither came").click()
    await page.locator("#dialog").get_by_role("button", name="Enter − −").click()
    await expect(row(page, 5).locator("button.more")).to_have_text("- -")
    await row(page, 4).locator("button.more").click()
    await page.locator("#dialog").get_by_role("button", name="both lose").click()
    await page.locator("#dialog textarea").fill("two phones")
    await page.locator("#dialog").get_by_role("button", name="Rule 0-0").click()
    await expect(row(page, 4).locator("button.more")).to_have_text("0-0")
    assert str(official(visit, visit.scene.game(4))) == "0-0"
    assert str(official(visit, visit.scene.game(5))) == "- -"


async def test_undo_takes_an_entered_result_back(visit: Visit, looking: Looking) -> None:
    await visit.scene.publish()
    page = await looking.page()
    await row(page, 5).get_by_role("button", name="Board 5: 1-0").click()
    await page.locator(".toast").get_by_role("button", name="Undo").click()
    await expect(row(page, 5).locator(".state")).to_contain_text("playing")
    assert official(visit, visit.scene.game(5)) is None


async def test_states_are_words_that_follow_the_boards(visit: Visit, looking: Looking) -> None:
    await visit.scene.publish()
    page = await looking.page()
    state = row(page, 1).locator(".state .chip")
    await expect(state).to_have_text("waiting")
    await played(visit, 1)
    await expect(state).to_have_text("playing")
    await expect(row(page, 1).locator(".last-move")).to_have_text("1… e5")
    await visit.scene.sign(visit.scene.game(1), DRAWN, Certainty.LIKELY)
    await expect(state).to_have_text("sign seen")
    await visit.scene.sign(visit.scene.game(1), DRAWN)
    await expect(state).to_have_text("proposed")
    await visit.scene.happens(f.DeviceOffline(DeviceId("25732"), "the cable is out"))
    await expect(row(page, 2).locator(".state")).to_contain_text("offline")
    await page.get_by_role("button", name=re.compile("^Proposed")).click()
    await expect(row(page, 2)).not_to_be_visible()
    await expect(row(page, 1)).to_be_visible()


async def test_a_game_is_taken_over_and_its_moves_are_written_down(
    visit: Visit, looking: Looking
) -> None:
    await visit.scene.publish()
    page = await looking.page(FLOOR)
    dialog = page.locator("#dialog")
    await row(page, 1).locator("button.more").click()
    await dialog.get_by_role("button", name="Record by hand").click()
    await dialog.locator("textarea").fill("faulty square")
    await dialog.get_by_role("button", name="Record by hand").click()
    await expect(row(page, 1).locator(".state")).to_contain_text("recorded by hand")
    await row(page, 1).locator("button.more").click()
    await dialog.get_by_role("button", name="Write moves down").click()
    await dialog.locator("textarea").fill("1. e4 e5 2. Nf3")
    await dialog.get_by_role("button", name="Write down").click()
    await expect(row(page, 1).locator(".last-move")).to_have_text("2. Nf3")


async def test_a_running_clock_counts_on_between_two_readings(
    visit: Visit, looking: Looking
) -> None:
    await visit.scene.publish()
    game = visit.scene.game(1)
    await visit.scene.happens(f.ClockSet(game, 5400, 5300, Side.WHITE, ClockEvent.LEVER))
    page = await looking.page()
    clocks = row(page, 1).locator(".clocks span")
    await expect(clocks.nth(0)).to_have_text(re.compile("1:29:5[5-8]"))
    await expect(clocks.nth(1)).to_have_text("1:28:20")


async def test_a_filter_follows_the_boards_but_moves_no_row_under_the_pointer(
    visit: Visit, looking: Looking
) -> None:
    await visit.scene.publish()
    page = await looking.page()
    await page.get_by_role("button", name=re.compile("^Needs you")).click()
    await expect(row(page, 2)).not_to_be_visible()
    for board in (3, 2):
        await visit.scene.happens(f.DeviceOffline(DeviceId(f"2573{board}"), "the cable is out"))
    await expect(row(page, 2)).to_be_visible()
    await row(page, 3).locator(".board-no").hover()
    await visit.scene.happens(f.DeviceOnline(DeviceId("25732"), "dgt", "/dev/ttyACM2"))
    await expect(row(page, 2).locator(".state")).to_contain_text("waiting")
    await expect(row(page, 2)).to_be_visible()
    await page.locator("#hall-name").hover()
    await expect(row(page, 2)).not_to_be_visible()
    await expect(row(page, 3)).to_be_visible()


async def test_the_next_round_is_paired_looked_at_edited_and_published(
    visit: Visit, looking: Looking
) -> None:
    page = await looking.page(tab="next")
    await page.get_by_role("button", name="Pair round 1").click()
    await expect(page.locator("table.draft tbody tr")).to_have_count(5)
    await expect(page.locator("table.draft .why").first).to_contain_text("same scoregroup")
    await page.get_by_role("button", name="Swap colours on board 1").click()
    await page.locator("#dialog textarea").fill("lot")
    await page.locator("#dialog").get_by_role("button", name="Swap colours").click()
    await expect(page.locator("h3")).to_contain_text("edited by hand")
    await expect(page.locator(".next .box")).to_contain_text("colours: ")
    await page.get_by_role("button", name="Publish round 1").click()
    await page.locator("#dialog").get_by_role("button", name="Publish round 1").click()
    await expect(page.locator(".round-bar")).to_contain_text("Round 1 of 5 published")
    await expect(page.locator("tr[data-game]")).to_have_count(5)
    await page.get_by_role("button", name="Start the round").click()
    await expect(page.locator(".round-bar")).to_contain_text("started")
    stage = visit.scene.desk.tournament(OPEN).stages[MAIN]
    assert stage.rounds[RoundNo(1)].engine.endswith("edited by hand")


async def test_a_player_enters_late_another_withdraws_a_third_has_a_bye(
    visit: Visit, looking: Looking
) -> None:
    await visit.scene.publish()
    page = await looking.page(tab="players")
    dialog = page.locator("#dialog")
    await page.get_by_role("button", name="Enter a player").click()
    await dialog.get_by_label("Name (Surname, Given)").fill("Late, Lea")
    await dialog.get_by_label("Rating (0 = none)").fill("1500")
    await dialog.get_by_role("button", name="Enter", exact=True).click()
    await expect(page.locator("tr[data-player='late-lea']")).to_contain_text("entered in round 2")
    await page.locator("tr[data-player=bos]").get_by_role("button", name="Withdraw").click()
    await dialog.get_by_role("button", name="Withdraw", exact=True).click()
    await expect(page.locator("tr[data-player=bos]")).to_contain_text("withdrawn from round 2")
    await page.locator("tr[data-player=claes]").get_by_role("button", name="Bye").click()
    await dialog.get_by_role("button", name="Half-point bye").click()
    await expect(page.locator("tr[data-player=claes]")).to_contain_text("half-point bye in round 2")
    players = visit.scene.desk.tournament(OPEN).players
    assert players[PlayerId("late-lea")].player.rating == 1500


async def test_a_player_keeps_a_board_and_two_are_kept_apart(
    visit: Visit, looking: Looking
) -> None:
    page = await looking.page(tab="players")
    dialog = page.locator("#dialog")
    bos = page.locator("tr[data-player=bos]")
    await bos.get_by_role("button", name="Board, pairs").click()
    await dialog.get_by_label("Keeps board").fill("7")
    await dialog.get_by_role("button", name="Keep this board").click()
    await expect(bos).to_contain_text("keeps board 7")
    await bos.get_by_role("button", name="Board, pairs").click()
    await dialog.get_by_label("Must not meet").select_option("claes")
    await dialog.locator("textarea").fill("sisters")
    await dialog.get_by_role("button", name="Keep these two apart").click()
    await expect(bos).to_contain_text("must not meet Claes, Anneke: sisters")
    claes = page.locator("tr[data-player=claes]")
    await claes.get_by_role("button", name="May meet").click()
    await dialog.get_by_role("button", name="They may meet").click()
    await expect(bos).not_to_contain_text("must not meet")
    assert visit.scene.desk.tournament(OPEN).players[PlayerId("bos")].board == 7


async def test_a_game_counts_otherwise_for_rating(visit: Visit, looking: Looking) -> None:
    await visit.scene.publish()
    game = visit.scene.game(5)
    await visit.scene.enter(game, WHITE_WON)
    page = await looking.page()
    dialog = page.locator("#dialog")
    await row(page, 5).get_by_role("button", name="Board 5: more results, and why").click()
    await dialog.get_by_role("button", name="Result for rating").click()
    await dialog.locator("textarea").fill("a sanction")
    await dialog.get_by_role("button", name="Not rated").click()
    await expect(page.locator(".toast")).to_contain_text("the result for rating is set")
    await expect(row(page, 5).locator("button.official")).to_have_text("1-0")
    rated = visit.scene.desk.tournament(OPEN).stages[MAIN].rounds[RoundNo(1)].rated[game]
    assert rated.result == Result(Score.WIN, Score.LOSS, ResultKind.UNRATED)


async def test_a_floor_arbiter_with_a_phone_reports_and_cannot_decide(
    visit: Visit, looking: Looking
) -> None:
    await visit.scene.publish()
    page = await looking.page(FLOOR, PHONE)
    button = row(page, 5).get_by_role("button", name="Board 5: 1-0")
    box = await button.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    assert box["width"] >= 44
    await button.click()
    await expect(row(page, 5).locator(".state")).to_contain_text("proposed")
    await expect(page.locator("#confirm-all")).to_be_disabled()
    wide = await page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert not wide


async def test_a_page_whose_program_is_gone_says_so_and_asks_to_sign_in_anew(
    visit: Visit, looking: Looking
) -> None:
    await visit.scene.publish()
    async with arbiter_serving(Address("127.0.0.1", 0), visit.scene.desk, visit.clock) as server:
        looking.visit = Visit(visit.scene, server, visit.clock)
        page = await looking.page()
        await expect(page.locator("#connection")).to_have_text("live")
        port = int(server.url.rpartition(":")[2])
        looking.expects_silence = True
    await expect(page.locator("#connection")).to_have_text("disconnected")
    await row(page, 5).get_by_role("button", name="Board 5: 1-0").click()
    await expect(page.locator(".toast.problem")).to_contain_text("The program does not answer")
    async with arbiter_serving(Address("127.0.0.1", port), visit.scene.desk, visit.clock):
        await page.wait_for_url("**/sign-in", timeout=15_000)
    assert official(visit, visit.scene.game(5)) is None


async def test_standings_and_the_hall_are_pages_of_their_own(
    visit: Visit, looking: Looking
) -> None:
    await visit.scene.publish()
    await visit.scene.enter(visit.scene.game(1), WHITE_WON)
    page = await looking.page(tab="standings")
    await expect(page.locator("tbody tr").first).to_contain_text("1.0")
    await page.click("[data-tab=hall]")
    device = page.locator("tr[data-device='25731']")
    await expect(device).to_contain_text("online")
    await device.locator("input").fill("7")
    await device.get_by_role("button", name="Put here").click()
    await expect(page.locator(".toast")).to_contain_text("Device 25731 stands at board 7")
    assert visit.scene.desk.hall.bindings[7] == "25731"  # type: ignore[index]
