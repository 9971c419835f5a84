"""Stages on the arbiter's page: seen, opened, and their lots drawn, in a real browser."""

from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from desk.arbiter.server import arbiter_serving
from desk.arbiter.stages_view import stages_view
from desk.config.hall import Address
from desk.config.tournament import load_tournament
from desk.pairing_worker import InlinePairer
from facts.ids import StageId
from facts.log import MemoryLog
from results.draws import Dice
from tests.desk.scene import CHIEF
from tests.desk.whole_tournament import WholeTournament, chance_results, entries
from tests.fakes.virtual_clock import FixedClock

CONFIG = Path(__file__).resolve().parents[3] / "configs" / "weekend-groups-nl.toml"


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
        "name": "Player 001",
        "why": "place 1 of Entries by rating: number 1 of Entries by rating",
    }
    assert told["final"] == []
    while await whole.step():
        pass
    told = stages_view(whole.tournament)
    assert told is not None
    assert [place["place"] for place in told["final"]] == list(range(1, 15))  # type: ignore[attr-defined]


@pytest.mark.browser
@pytest.mark.real_time
async def test_an_arbiter_opens_a_stage_on_the_page(chromium: Browser) -> None:
    expect.set_options(timeout=5000)
    whole = await entered()
    async with arbiter_serving(Address("127.0.0.1", 0), whole.desk, whole.desk.clock) as server:
        context = await chromium.new_context()
        page = await context.new_page()
        problems: list[str] = []
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda m: problems.append(m.text) if m.type == "error" else None)
        await page.goto(server.sign_in_link(CHIEF.name, CHIEF.role))
        await page.click("[data-tab=stages]")
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
        await context.close()
        assert problems == []
