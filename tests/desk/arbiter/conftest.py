"""The arbiter's server on a free port, and a browser to look at it."""

import subprocess
import threading
from collections.abc import AsyncIterator, Iterator

import pytest
from playwright.async_api import Browser, async_playwright, expect

from desk.arbiter.server import arbiter_serving
from desk.config.hall import Address
from desk.host.notices import Notices
from facts.log import MemoryLog
from tests.browser import FLAGS, find_browser
from tests.desk.arbiter.looking import Looking
from tests.desk.arbiter.visit import Visit
from tests.desk.scene import Scene
from tests.fakes.scripted_witness import ScriptedWitness
from tests.fakes.virtual_clock import FixedClock


@pytest.fixture
async def visit() -> AsyncIterator[Visit]:
    clock = FixedClock()
    scene = Scene(MemoryLog(clock), clock)
    await scene.open()
    notices = Notices()
    address = Address("127.0.0.1", 0)
    witness = ScriptedWitness()
    async with arbiter_serving(
        address, scene.desk, clock, notices=notices, witness=witness
    ) as server:
        yield Visit(scene, server, clock, notices, witness)


@pytest.fixture(scope="session")
def devtools(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """One headless browser for all tests; gives the address where it takes orders.

    Without a browser the test is skipped loudly, and fails where CI is set.
    """
    found = find_browser()
    folder = tmp_path_factory.mktemp("browser")
    browser = subprocess.Popen(
        [found, "--headless", *FLAGS, "--remote-debugging-port=0", f"--user-data-dir={folder}"],
        stderr=subprocess.PIPE,
        text=True,
    )
    assert browser.stderr is not None
    for line in browser.stderr:
        if "DevTools listening on " in line:
            address = line.partition("DevTools listening on ")[2].strip()
            break
    else:
        pytest.fail(f"{found} does not start")
    drain = threading.Thread(target=browser.stderr.read, daemon=True)
    drain.start()
    try:
        yield address
    finally:
        browser.terminate()
        browser.wait(10)
        drain.join(10)
        browser.stderr.close()


@pytest.fixture
async def chromium(devtools: str) -> AsyncIterator[Browser]:
    """The browser, as one test sees it."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.connect_over_cdp(devtools)
        try:
            yield browser
        finally:
            await browser.close()


@pytest.fixture
async def looking(visit: Visit, chromium: Browser) -> AsyncIterator[Looking]:
    """Arbiters' pages in that browser; a page that complains fails the test."""
    expect.set_options(timeout=5000)
    looking = Looking(visit, chromium)
    yield looking
    for context in looking.contexts:
        await context.close()
    silence = "Failed to load resource"
    expected = [text for text in looking.complaints if looking.expects_silence and silence in text]
    assert [text for text in looking.complaints if text not in expected] == []
