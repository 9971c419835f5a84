"""The arbiter's server on a free port, and a browser to look at it."""

import subprocess
import threading
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field

import aiohttp
import pytest
from playwright.async_api import Browser, async_playwright

from desk.arbiter.server import ArbiterServer, arbiter_serving
from desk.config.hall import Address
from desk.notices import Notices
from facts.envelope import Actor
from facts.log import MemoryLog
from tests.browser import FLAGS, find_browser
from tests.desk.scene import CHIEF, Scene
from tests.fakes.virtual_clock import FixedClock


@dataclass(frozen=True, slots=True)
class Visit:
    """A served desk and ways to come in."""

    scene: Scene
    server: ArbiterServer
    clock: FixedClock
    notices: Notices = field(default_factory=Notices)

    async def client(self, actor: Actor = CHIEF) -> aiohttp.ClientSession:
        """A client that is signed in; whoever asks closes it."""
        client = aiohttp.ClientSession(
            self.server.url,
            headers={"Origin": self.server.url},
            cookie_jar=aiohttp.CookieJar(unsafe=True),
        )
        token = self.server.sign_in_link(actor.name, actor.role).partition("#")[2]
        async with client.post("/api/sign-in", json={"token": token}) as answer:
            assert answer.status == 200
        return client


@pytest.fixture
async def visit() -> AsyncIterator[Visit]:
    clock = FixedClock()
    scene = Scene(MemoryLog(clock), clock)
    await scene.open()
    notices = Notices()
    address = Address("127.0.0.1", 0)
    async with arbiter_serving(address, scene.desk, clock, notices=notices) as server:
        yield Visit(scene, server, clock, notices)


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
