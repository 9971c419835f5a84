"""Finding a browser for the tests that look at pages."""

import os
import shutil

import pytest

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


def find_browser() -> str:
    """Chromium or Chrome; without one the test skips, but fails where CI is set."""
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    if found is None:
        text = f"no browser: none of {', '.join(NAMES)} is on the path"
        if os.environ.get("CI"):
            pytest.fail(text)
        pytest.skip(text)
    return found
