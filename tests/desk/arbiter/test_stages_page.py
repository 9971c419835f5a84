"""Stages on the arbiter's page: seen, opened, and their lots drawn, in a real browser."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from playwright.async_api import Browser, Page, expect

from desk.arbiter.server import arbiter_serving
from desk.config.hall import Address
from desk.config.tournament import load_tournament
from desk.hall.pairing_worker import InlinePairer
from desk.views.stages import stages_view
from facts.ids import StageId
from facts.log import MemoryLog
from results.tournament.lots import Dice
from tests.browser import in_browser
from tests.desk.scene import CHIEF
from tests.desk.whole_tournament import WholeTournament, chance_results, entries, tied_at
from tests.fakes.virtual_clock import FixedClock
from tests.places import CONFIGS

CONFIG = CONFIGS / "weekend-groups-nl.toml"
WARSAW = CONFIGS / "european-rapid-warsaw.toml"


async def entered() -> WholeTournament:
    clock = FixedClock()
    whole = WholeTournament(
        MemoryLog(clock), clock, load_tournament(CONFIG), InlinePairer(), chance_results(Dice(1))
    )
    await whole.enter(entries(14))
    return whole


async def test_the_page_is_told_who_enters_each_stage_and_why() -> None:
    whole = await entered()
    await whole.step()
    told = stages_view(whole.tournament)
    assert told is not None
    stages = told["stages"]
    assert isinstance(stages, list)
    group = next(stage for stage in stages if stage["id"] == "group-one")
    assert (group["state"], group["players"], group["fixed"]) == ("ready", 4, False)
    assert group["entrants"][0] == {
        "id": "p1",
        "name": "Player 001",
        "why": "place 1 of Entries by rating: number 1 of Entries by rating",
    }
    assert told["final"] == []
    while await whole.step():
        pass
    told = stages_view(whole.tournament)
    assert told is not None
    assert [place["place"] for place in told["final"]] == list(range(1, 15))  # type: ignore[attr-defined]


@asynccontextmanager
async def looking(whole: WholeTournament, chromium: Browser) -> AsyncIterator[Page]:
    """The page of stages, whose complaints fail the test."""
    expect.set_options(timeout=5000)
    problems: list[str] = []
    async with arbiter_serving(Address("127.0.0.1", 0), whole.desk, whole.desk.clock) as server:
        context = await chromium.new_context()
        page = await context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda m: problems.append(m.text) if m.type == "error" else None)
        await page.goto(server.sign_in_link(CHIEF.name, CHIEF.role))
        await page.click("[data-tab=stages]")
        yield page
        await context.close()
    assert problems == []


@in_browser
async def test_an_arbiter_opens_a_stage_on_the_page(chromium: Browser) -> None:
    whole = await entered()
    async with looking(whole, chromium) as page:
        await expect(page.locator(".stages-picture svg text").first).to_have_text(
            "Entries by rating"
        )
        await expect(page.locator("[data-key=open-group-one]")).to_have_count(0)
        await page.click("[data-key=open-entries]")
        await page.get_by_role("button", name="Open it with these players").click()
        await page.click("[data-key=open-group-one]")
        await expect(page.locator("#dialog .qualifiers li")).to_have_count(4)
        await page.get_by_role("button", name="Open it with these players").click()
        chip = page.locator("article.stage", has_text="Group 1").locator(".chip")
        await expect(chip).to_have_text("open")
        assert whole.tournament.stages[StageId("group-one")].entrants == ("p1", "p2", "p3", "p4")


@in_browser
async def test_numbers_that_were_drawn_by_hand_are_entered_on_the_page(chromium: Browser) -> None:
    clock = FixedClock()
    config = load_tournament(WARSAW)
    results = tied_at(16, 11, 8, Dice(51))
    whole = WholeTournament(MemoryLog(clock), clock, config, InlinePairer(), results)
    await whole.enter(entries(40))
    group = StageId("group-one")
    while whole.tournament.stages[group].entrants is None:
        assert await whole.step()
    players = whole.tournament.stages[group].entrants or ()
    async with looking(whole, chromium) as page:
        await page.click("[data-key=numbers-group-one]")
        for number, player in zip((2, 4, 1, 3), players, strict=True):
            await page.fill(f"[data-key=drawn-{player}]", str(number))
        await page.get_by_role("button", name="Draw", exact=True).click()
        await expect(page.locator(".toast")).to_have_text(re.compile("Group I are drawn"))
    drawn = (players[2], players[0], players[3], players[1])
    assert whole.tournament.stages[group].numbers == drawn
    assert whole.tournament.stages[group].lots[-1].seed == ""
