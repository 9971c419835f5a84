"""The whole demo, as a newcomer runs it, with a spectator watching in a browser."""

import asyncio
import re
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from desk.demo.files import player_lines
from tests.browser import IN_BROWSER

pytestmark = IN_BROWSER

BOARDS = 8
ROUND_MS = 240_000
"""A round of the demo takes half a minute at this speed, more on a busy machine."""


@asynccontextmanager
async def demo(folder: Path) -> AsyncIterator[Process]:
    """``topboards demo --auto``, killed if the test ends before it does."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "desk", "demo", "--auto", "--plain", "--speed", "60",
        "--boards", str(BOARDS), "--port", "0", "--arbiter-port", "0", "--dir", str(folder),
        stdout=PIPE,
    )  # fmt: skip
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def address(process: Process) -> str:
    """The spectators' address, which is printed first."""
    assert process.stdout is not None
    while line := (await process.stdout.readline()).decode():
        match = re.search(r"Spectators:\s+(http\S+)", line)
        if match is not None:
            return match[1]
    pytest.fail("the demo ended without saying where to look")


@pytest.mark.timeout(900)
async def test_the_demo_plays_two_rounds_before_a_spectators_eyes(
    tmp_path: Path, chromium: Browser
) -> None:
    async with demo(tmp_path) as process:
        page = await chromium.new_page()
        await page.goto(await address(process))
        assert process.stdout is not None
        reading = asyncio.ensure_future(process.stdout.read())  # noqa: TID251 - ends with it

        top = page.locator(".card").first
        await expect(top).to_contain_text(re.compile(r"\d+(\.|…) \S+"), timeout=ROUND_MS)
        first = await top.inner_text()
        await expect(top).not_to_have_text(first, timeout=ROUND_MS)
        await expect(page.locator(".card .status").first).to_have_text(
            re.compile("[01½]–[01½]"), timeout=ROUND_MS
        )
        await expect(page.locator("body")).to_contain_text("Round 2", timeout=2 * ROUND_MS)

        output = (await reading).decode()
        assert await process.wait() == 0
    standings = output[output.index("Standings after round 2") :]
    names = [line.split(";")[0] for line in player_lines(BOARDS)[1:]]
    assert all(name in standings for name in names)
