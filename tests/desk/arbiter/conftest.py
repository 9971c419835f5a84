"""The arbiter's server on a free port, and the pages that a browser has open there.

Both live on the loop of the browser: their tests are marked ``ONE_LOOP`` (tests/browser.py).
"""

from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Browser, expect

from desk.arbiter.server import arbiter_serving
from desk.config.hall import Address
from desk.host.notices import Notices
from facts.log import MemoryLog
from tests.desk.arbiter.looking import Looking
from tests.desk.arbiter.visit import Visit
from tests.desk.scene import Scene
from tests.fakes.scripted_witness import ScriptedWitness
from tests.fakes.virtual_clock import FixedClock


@pytest_asyncio.fixture(loop_scope="session")
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


@pytest_asyncio.fixture(loop_scope="session")
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
