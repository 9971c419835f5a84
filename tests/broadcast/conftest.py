"""A hall whose first round runs, and a headless browser for the page's tests."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright

from tests.broadcast.made_up import Hall
from tests.browser import FLAGS, find_browser


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def chromium() -> AsyncIterator[Browser]:
    """Chromium or Chrome; without one the test skips, but fails where CI is set."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=find_browser(), args=FLAGS)
        try:
            yield browser
        finally:
            await browser.close()


@pytest.fixture
def hall() -> Hall:
    """Two boards; nobody has moved yet."""
    made = Hall()
    made.open()
    return made
