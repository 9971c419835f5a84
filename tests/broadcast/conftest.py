"""A headless browser for the page's tests."""

import os
import shutil
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def chromium() -> AsyncIterator[Browser]:
    """Chromium or Chrome; without one the test skips, but fails where CI is set."""
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    if found is None:
        text = f"no browser: none of {', '.join(NAMES)} is on the path"
        if os.environ.get("CI"):
            pytest.fail(text)
        pytest.skip(text)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=found, args=FLAGS)
        try:
            yield browser
        finally:
            await browser.close()
