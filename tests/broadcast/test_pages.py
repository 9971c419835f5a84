"""The page in a real browser."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from playwright.async_api import Browser, Page, ViewportSize, expect

from broadcast.cut.feed import StandingsAt, no_standings
from broadcast.serving.server import Server, ServerSettings, StagesAt, no_picture, serving
from facts import fact as f
from facts.envelope import Draft
from facts.ids import PlayerId, RoundNo, game_id, pairing_of
from facts.log import MemoryLog
from facts.meeting import GameRole, Odds
from facts.player import Player
from facts.result import DRAWN, WHITE_WON
from facts.views import StandingRow, StandingsTable
from tests.broadcast.made_up import (
    ARBITER,
    ITALIAN,
    MAIN,
    ONE,
    OPEN,
    added,
    at,
    game_at_board,
    king_sign,
    lever,
    line_moves,
    opening,
    published,
    swapped,
)
from tests.browser import IN_BROWSER
from tests.fakes.virtual_clock import FixedClock

pytestmark = IN_BROWSER

PHONE: ViewportSize = {"width": 360, "height": 740}
TABLE = StandingsTable(
    OPEN,
    MAIN,
    RoundNo(1),
    ("BH", "SB"),
    (
        StandingRow(
            1, 1, PlayerId("p1"), "Carlsen, Magnus", "NOR", 2839, "1.0", ("3.5", "2"), False
        ),
    ),
    False,
)


BROKEN_WORDS = """all => all.flatMap(name => {
  const range = document.createRange();
  const text = name.firstChild;
  return [...name.textContent.matchAll(/[^\\s-]+/g)].filter(word => {
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return range.getClientRects().length > 1;
  }).map(word => word[0]);
})"""
"""The words in elements' text that stand on more than one line."""


class Visit:
    """A hall being served, and somebody's browser on its page."""

    def __init__(self, server: Server, log: MemoryLog, page: Page, faults: list[str]) -> None:
        self.server = server
        self.log = log
        self.page = page
        self.faults = faults

    async def say(self, *facts: f.Fact) -> None:
        await self.log.append([Draft(fact, at(0), ARBITER, OPEN) for fact in facts])

    async def play(self, plies: int, after: int = 0) -> None:
        for ply, move in list(enumerate(line_moves(ITALIAN[:plies], 0), start=1))[after:]:
            await self.say(f.MovePlayed(ONE, ply, move), lever(ONE, ply, move))

    async def open(self, where: str = "") -> None:
        await self.page.goto(f"{self.server.url}{where}")
        await self.page.wait_for_selector(".link-state.live")

    async def width(self) -> int:
        width: int = await self.page.evaluate("document.documentElement.scrollWidth")
        return width


@asynccontextmanager
async def visit(
    chromium: Browser,
    *,
    size: ViewportSize | None = None,
    boards: int = 4,
    standings_at: StandingsAt = no_standings,
    stages_at: StagesAt = no_picture,
) -> AsyncIterator[Visit]:
    clock = FixedClock(at(3600))
    log = MemoryLog(clock)
    facts = opening(boards, armed=range(1, boards), bye=True)
    await log.append(Draft(fact, at(0), ARBITER, OPEN) for fact in facts)
    faults: list[str] = []
    async with serving(ServerSettings(port=0), log, clock, standings_at, stages_at) as server:
        page = await chromium.new_page(viewport=size or {"width": 1200, "height": 800})
        page.set_default_timeout(10_000)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on(
            "console",
            lambda said: faults.append(said.text) if said.type in {"error", "warning"} else None,
        )
        yield Visit(server, log, page, faults)
        assert faults == []
        await page.close()


async def test_a_move_arrives_on_the_board(chromium: Browser) -> None:
    async with visit(chromium) as hall:
        await hall.open()
        card = hall.page.locator(f'[data-game="{ONE}"]')
        await expect(card).to_contain_text("Carlsen, Magnus")
        await expect(card).to_contain_text("not started")
        await hall.play(1)
        await expect(card).to_contain_text("1. e4")
        await expect(card.locator(".side.white .clock")).to_have_text("1:29:50")
        words = re.compile(r"Board 1, Carlsen – Nepomniachtchi, move 1, Black [0-9]+:[0-9]{2}")
        await expect(card).to_have_attribute("aria-label", words)
        placed = await card.locator("piece.white.pawn").evaluate_all(
            "men => men.map(man => man.style.transform)"
        )
        assert "translate(400%, 400%)" in placed, "the pawn stands on e4"


async def test_a_result_appears_provisional_and_then_official(chromium: Browser) -> None:
    async with visit(chromium, standings_at=lambda _cut: (TABLE,)) as hall:
        await hall.play(4)
        await hall.open()
        card = hall.page.locator(f'[data-game="{ONE}"]')
        await hall.say(king_sign(ONE))
        await expect(card.locator(".status")).to_have_text("1–0 ?")
        await hall.say(f.ResultConfirmed(ONE, WHITE_WON))
        await expect(card.locator(".status")).to_have_text("1–0")
        chip = hall.page.get_by_role("button", name="Finished 1")
        await chip.click()
        await expect(hall.page.locator(".card:visible")).to_have_count(1)
        await hall.page.get_by_role("link", name="Standings").click()
        await expect(hall.page.locator("tbody tr")).to_contain_text(["Carlsen, Magnus"])
        await hall.page.get_by_role("link", name="Pairings").click()
        await expect(hall.page.locator("tbody tr").first).to_contain_text("1–0")
        await expect(hall.page.locator(".byes")).to_contain_text("bye 1")


async def test_replay_is_never_disturbed_by_the_game_going_on(chromium: Browser) -> None:
    async with visit(chromium) as hall:
        await hall.play(4)
        await hall.open(f"#g={ONE}")
        current = hall.page.locator(".moves [aria-current]")
        await expect(current).to_contain_text("Nc6")
        for _ in range(2):
            await hall.page.keyboard.press("ArrowLeft")
        await expect(current).to_contain_text("e5")
        ground = hall.page.locator(".ground")
        label = await ground.get_attribute("aria-label")
        await hall.play(6, after=4)
        await expect(hall.page.locator(".moves [data-ply]")).to_have_count(6)
        await expect(current).to_contain_text("e5")
        assert await ground.get_attribute("aria-label") == label
        assert hall.page.url.endswith("ply=2")
        await hall.page.get_by_role("button", name="Back to live").click()
        await expect(current).to_contain_text("Bc5")
        await hall.play(7, after=6)
        await expect(current).to_contain_text("c3")
        await expect(hall.page.locator("#announcer")).to_contain_text("Board 1: 4. c3, White")


async def test_who_follows_the_game_follows_a_correction(chromium: Browser) -> None:
    async with visit(chromium) as hall:
        await hall.play(3)
        await hall.open(f"#g={ONE}")
        current = hall.page.locator(".moves [aria-current]")
        await expect(current).to_contain_text("Nf3")
        (right,) = line_moves(["e2e4", "e7e5", "g1h3"], 0)[2:]
        await hall.say(f.LineCorrected(ONE, 3, (right,), "the knight went on"))
        await expect(current).to_contain_text("Nh3")
        await expect(hall.page.locator(".moves [data-ply]")).to_have_count(3)


async def test_moves_that_are_not_certain_are_marked_for_eyes_and_ears(chromium: Browser) -> None:
    async with visit(chromium) as hall:
        for ply, move in enumerate(line_moves(ITALIAN[:6], 0), start=1):
            marks = (f.Mark.RECONSTRUCTED,) if ply in {3, 4, 5, 6} else ()
            await hall.say(f.MovePlayed(ONE, ply, replace(move, marks=marks)))
        await hall.open()
        status = hall.page.locator(f'[data-game="{ONE}"] .status')
        await expect(status).to_have_text("3… Bc5 · moves missed")
        await hall.say(swapped(ONE))
        await expect(status).to_have_text("3… Bc5 · order not certain")
        card = hall.page.locator(f'[data-game="{ONE}"]')
        words = "Some moves were missed: their order is not certain"
        await expect(card).to_have_attribute("aria-label", re.compile(words))
        await card.click()
        await expect(hall.page.locator(".notes")).to_contain_text(words)
        third = hall.page.get_by_role("button", name="Nf3 , order not certain, missed")
        await expect(third.locator(".sign")).to_have_text("≈")
        sixth = hall.page.get_by_role("button", name="Bc5 , missed, worked out afterwards")
        await expect(sixth.locator(".sign")).to_have_text("*")
        await expect(hall.page.locator(".moves .sign")).to_have_count(4)
        await third.click()
        await expect(hall.page.locator(".ground")).to_have_attribute(
            "aria-label", re.compile(r"After 2\. Nf3 \(order not certain, missed")
        )
        await hall.say(f.MoveConfirmed(ONE, 6, "arbiter"))
        await expect(hall.page.locator(".notes")).to_contain_text("worked out afterwards")
        await expect(third).to_have_count(0)


async def test_an_address_leads_to_a_position(chromium: Browser) -> None:
    async with visit(chromium) as hall:
        await hall.play(5)
        await hall.open(f"#g={ONE}&ply=3")
        await expect(hall.page.locator(".moves [aria-current]")).to_contain_text("Nf3")
        await hall.page.locator("summary").click()
        await expect(hall.page.locator(".in-words")).to_contain_text("After 2. Nf3. Black to move.")
        await expect(hall.page.locator(".in-words")).to_contain_text("Knight b1, Knight f3")
        await hall.page.keyboard.press("f")
        await expect(hall.page.locator(".orientation-black")).to_have_count(1)


async def test_the_next_round_is_announced_and_the_one_before_can_be_chosen(
    chromium: Browser,
) -> None:
    async with visit(chromium) as hall:
        await hall.play(3)
        await hall.say(f.ResultConfirmed(ONE, WHITE_WON))
        await hall.open()
        await hall.say(published(4, 2))
        await hall.page.get_by_role("link", name="The pairings of round 2 are out").click()
        await expect(hall.page.locator("#subtitle")).to_contain_text("Round 2")
        await expect(hall.page.locator("tbody tr").first).to_contain_text("Nepomniachtchi")
        await hall.say(f.RoundStarted(MAIN, RoundNo(2)))
        await hall.open()
        await expect(hall.page.locator("#subtitle")).to_contain_text("Round 2")
        await hall.page.get_by_label("Round").select_option("Round 1")
        await expect(hall.page.locator("#subtitle")).to_contain_text("Round 1")
        assert hall.page.url.endswith("r=main.1")
        card = hall.page.locator(f'[data-game="{ONE}"]')
        await expect(card.locator("piece")).to_have_count(32)
        await expect(card.locator(".status")).to_have_text("1–0")


async def test_a_name_is_text_and_never_markup(chromium: Browser) -> None:
    async with visit(chromium) as hall:
        await hall.open("#v=pairings")
        await expect(hall.page.locator("tbody")).to_contain_text("<b>Bobby</b> & Tables")
        assert await hall.page.locator("b").count() == 0


async def test_a_lost_connection_shows_and_comes_back_without_a_reload(
    chromium: Browser,
) -> None:
    clock = FixedClock(at(3600))
    log = MemoryLog(clock)
    await log.append(Draft(fact, at(0), ARBITER, OPEN) for fact in opening(2, armed=[1]))
    page = await chromium.new_page()
    async with serving(ServerSettings(port=0), log, clock, no_standings) as server:
        await page.goto(server.url)
        await page.wait_for_selector(".link-state.live")
        port = server.port
    await expect(page.locator("#link-state")).to_contain_text("Connection lost")
    (move,) = line_moves(ITALIAN[:1], 0)
    await log.append([Draft(f.MovePlayed(ONE, 1, move), at(0), ARBITER, OPEN)])
    async with serving(ServerSettings(port=port), log, clock, no_standings):
        await expect(page.locator("#link-state")).to_contain_text("Live", timeout=20_000)
        await expect(page.locator(f'[data-game="{ONE}"]')).to_contain_text("1. e4")
        await page.close()


@pytest.mark.parametrize("where", ["", "#v=pairings", "#v=standings", f"#g={ONE}"])
async def test_a_phone_needs_no_sideways_scrolling(chromium: Browser, where: str) -> None:
    async with visit(chromium, size=PHONE, standings_at=lambda _cut: (TABLE,)) as hall:
        await hall.play(8)
        await hall.say(f.ResultConfirmed(game_at_board(2), WHITE_WON))
        await hall.open(where)
        await expect(hall.page.locator("main > section")).to_be_visible()
        assert await hall.width() <= PHONE["width"]


async def test_standings_say_of_when_they_are(chromium: Browser) -> None:
    tables = [TABLE]
    async with visit(chromium, standings_at=lambda _cut: tables) as hall:
        await hall.say(f.ResultConfirmed(ONE, WHITE_WON), published(4, 2))
        await hall.open("#v=standings")
        title = hall.page.locator("h3")
        await expect(title).to_have_text("After round 1not official yet")
        await expect(hall.page.get_by_label("Round")).to_be_hidden()
        during = replace(TABLE, round_no=RoundNo(2), complete=False, decided=1, games=4)
        tables[:] = [during]
        await hall.say(f.ResultConfirmed(game_at_board(2, 2), WHITE_WON))
        await expect(title).to_have_text("During round 2 (1 of 4 games)live")
        tables[:] = [replace(during, complete=True, official=True)]
        await hall.say(f.ResultConfirmed(game_at_board(3, 2), WHITE_WON))
        await expect(title).to_have_text("After round 2official")


LONG_NAMES = ("Vachier-Lagrave, Maxime", "Praggnanandhaa Rameshbabu", "Nepomniachtchi, Ian")


@pytest.mark.parametrize("where", ["#v=pairings&r=main.1", "#v=standings"])
@pytest.mark.parametrize("width", [320, 390])
async def test_a_phone_breaks_no_name_inside_a_word(
    chromium: Browser, where: str, width: int
) -> None:
    ids = [PlayerId(f"p{number}") for number in (1, 2, 3)]
    rows = tuple(
        replace(TABLE.rows[0], player=player, name=name, tiebreaks=("12.5", "21.25", "3", "2241"))
        for player, name in zip(ids, LONG_NAMES, strict=True)
    )
    table = replace(TABLE, rows=rows, codes=("BH/C1", "SB", "DE", "ARO"))
    size: ViewportSize = {"width": width, "height": 844}
    async with visit(chromium, size=size, standings_at=lambda _cut: (table,)) as hall:
        for player, name in zip(ids, LONG_NAMES, strict=True):
            await hall.say(f.PlayerChanged(Player(player, name, 2700, "GM", "FRA")))
        await hall.say(f.ResultConfirmed(ONE, WHITE_WON), published(4, 2))
        await hall.open(where)
        lines = await hall.page.locator("td .name").evaluate_all(
            "all => all.map(name => name.getClientRects().length)"
        )
        assert lines
        assert max(lines) <= 2
        broken = await hall.page.locator("td .name").evaluate_all(BROKEN_WORDS)
        assert broken == []
        assert await hall.width() <= width


async def test_the_round_is_chosen_beside_the_views_and_not_above_them(chromium: Browser) -> None:
    size: ViewportSize = {"width": 390, "height": 844}
    async with visit(chromium, size=size) as hall:
        await hall.say(published(4, 2))
        await hall.open("#v=pairings")
        picker = await hall.page.get_by_label("Round").bounding_box()
        tab = await hall.page.get_by_role("link", name="Standings").bounding_box()
        assert picker is not None
        assert tab is not None
        apart = picker["y"] + picker["height"] <= tab["y"] or tab["x"] + tab["width"] <= picker["x"]
        assert apart, "they do not lie over each other"


async def test_the_focus_stays_where_it_was_while_moves_arrive(chromium: Browser) -> None:
    async with visit(chromium) as hall:
        await hall.play(4)
        await hall.open(f"#g={ONE}")
        first = hall.page.locator('.moves [data-ply="1"]')
        await first.focus()
        await hall.play(5, after=4)
        await expect(hall.page.locator(".moves [data-ply]")).to_have_count(5)
        await expect(first).to_be_focused()
        await hall.play(7, after=5)
        await expect(hall.page.locator(".moves li")).to_have_count(4)
        await expect(hall.page.locator(".moves li").nth(2)).to_have_text("3.Bc41:29:30Bc51:29:30")


async def test_a_game_without_moves_says_so(chromium: Browser) -> None:
    async with visit(chromium) as hall:
        await hall.open(f"#g={game_at_board(4)}")
        await expect(hall.page.locator(".moves.none")).to_be_visible()
        await expect(hall.page.locator(".notes")).to_have_text("This board is not broadcast live")


async def test_further_games_of_two_have_their_own_colours_and_say_what_they_are(
    chromium: Browser,
) -> None:
    blitz, sudden = game_id(pairing_of(ONE), 2), game_id(pairing_of(ONE), 3)
    async with visit(chromium) as hall:
        await hall.open()
        await hall.say(f.ResultConfirmed(ONE, DRAWN))
        again = added(blitz, white="p2", black="p1", role=GameRole.BLITZ, odds=Odds.NOBODY,
                      black_time=None)  # fmt: skip
        await hall.say(again)
        card = hall.page.locator(f'[data-game="{blitz}"]')
        await expect(card.locator(".where")).to_have_text("Board 1, blitz")
        await expect(card.locator(".side.white .name")).to_have_text("Nepomniachtchi, Ian")
        await hall.say(f.ResultConfirmed(blitz, WHITE_WON), added(sudden, role=GameRole.ARMAGEDDON))
        await hall.page.get_by_role("link", name="Pairings").click()
        row = hall.page.locator("tbody tr").first
        await expect(row.locator("td.mid")).to_have_text(re.compile("½–½.*blitz 0–1.*Armageddon –"))
        await row.get_by_role("link", name="Board 1, Armageddon").click()
        await expect(hall.page.locator(".board h2")).to_have_text("Board 1, Armageddon")
        subtitle = hall.page.locator("#subtitle")
        await expect(subtitle).to_contain_text(
            "White 10 minutes, Black 7 minutes; a draw is enough for Black"
        )
        await hall.page.get_by_role("link", name="‹ blitz").click()
        await expect(hall.page.locator(".board h2")).to_have_text("Board 1, blitz")
        await hall.say(f.GameDropped(sudden, "Black has won after all"))
        await hall.page.get_by_role("link", name="All boards").click()
        await expect(hall.page.locator(f'.card [data-game="{sudden}"]')).to_have_count(0)


async def test_the_stages_are_drawn_below_the_standings(chromium: Browser) -> None:
    drawn = (
        '<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 90 30" width="90" '
        'height="30"><title>Stages</title><text x="5" y="20">Group I</text></svg>'
    )
    async with visit(
        chromium, standings_at=lambda _cut: (TABLE,), stages_at=lambda _tournament, _cut: drawn
    ) as room:
        await room.open("#v=standings")
        await expect(room.page.locator(".stages-picture svg text")).to_have_text("Group I")
        assert room.faults == []
    async with visit(chromium, standings_at=lambda _cut: (TABLE,)) as room:
        await room.open("#v=standings")
        await expect(room.page.locator(".stages-picture")).to_be_empty()
        assert room.faults == []


async def test_all_games_of_two_who_meet_fit_on_a_phone(chromium: Browser) -> None:
    pairing = pairing_of(ONE)
    async with visit(chromium, size=PHONE) as hall:
        await hall.say(f.ResultConfirmed(ONE, DRAWN))
        for number in range(2, 6):
            game = game_id(pairing, number)
            await hall.say(added(game, role=GameRole.SUDDEN_DEATH), f.ResultConfirmed(game, DRAWN))
        await hall.open("#v=pairings")
        links = hall.page.locator("td.mid a")
        await expect(links).to_have_count(8)
        assert await hall.width() <= PHONE["width"]
        name = await hall.page.locator("tr").nth(1).locator(".white .name").bounding_box()
        result = await links.first.bounding_box()
        assert name is not None
        assert result is not None
        assert name["x"] + name["width"] <= result["x"], "the results leave the names alone"
        assert result["x"] + result["width"] <= PHONE["width"]
