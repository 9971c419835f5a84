"""The browser of the tests that look at pages: one for them all, in the fixture ``chromium``.

A module of such tests says ``pytestmark = IN_BROWSER``, a single test ``@in_browser``.
"""

import os
import shutil
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
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

ONE_LOOP = pytest.mark.asyncio(loop_scope="session")
"""Tests on one event loop, which what they share is bound to."""
IN_BROWSER = [pytest.mark.browser, pytest.mark.real_time, ONE_LOOP]


def in_browser(test: Callable[..., Any]) -> Callable[..., Any]:
    """Mark one test of a module whose others need no browser."""
    for mark in IN_BROWSER:
        test = mark(test)
    return test


@asynccontextmanager
async def browsing() -> AsyncIterator[Browser]:
    """A headless browser."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=find_browser(), args=FLAGS)
        try:
            yield browser
        finally:
            await browser.close()


def find_browser() -> str:
    """Chromium or Chrome; without one the test skips, but fails where CI is set."""
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    if found is None:
        text = (
            f"no browser: none of {', '.join(NAMES)} is on the path; install one "
            "(Debian: sudo apt-get install chromium)"
        )
        if os.environ.get("CI"):
            pytest.fail(text)
        pytest.skip(text)
    return found
