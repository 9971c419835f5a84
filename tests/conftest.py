"""What every test can ask for."""

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path

import pytest
import pytest_asyncio
from hypothesis import settings
from playwright.async_api import Browser

from tests.browser import browsing
from tests.fakes.virtual_clock import VirtualLoop

# Speed is measured in bench, not tested; a failure prints how to see it again.
settings.register_profile("house", deadline=None, print_blob=True)
settings.register_profile("fuzz", settings.get_profile("house"), max_examples=20_000)
settings.load_profile("house")

SHARED = Path(__file__).resolve().parents[1].parent / "shared"


def pytest_asyncio_loop_factories(
    config: pytest.Config, item: pytest.Item
) -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Virtual time for every async test, but for those marked ``real_time``."""
    if item.get_closest_marker("real_time") is not None:
        return {"real": asyncio.new_event_loop}
    return {"virtual": VirtualLoop}


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Those that may take long begin, and others run beside them; the rest as it stands."""
    items.sort(key=_most_s, reverse=True)


def _most_s(item: pytest.Item) -> float:
    """The time limit of a test that has one of its own."""
    limit = item.get_closest_marker("timeout")
    return float(limit.args[0]) if limit is not None else 0.0


@pytest.fixture(scope="session")
def shared() -> Path:
    """Data that is not in the project; the test skips, and says so, where it is absent."""
    if not SHARED.is_dir():
        pytest.skip(f"{SHARED} is not here: these tests need that folder beside the checkout")
    return SHARED


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Browser]:
    """One browser for all tests of a process (see tests/browser.py)."""
    async with browsing() as browser:
        yield browser


@pytest.fixture
def no_waiting_for_disks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Virtual hours would bring files to the real disk thousands of times."""
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)
