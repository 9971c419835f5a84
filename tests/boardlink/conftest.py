"""What the tests of boards share."""

import os

import pytest


@pytest.fixture(autouse=True)
def _no_waiting_for_disks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Virtual hours would bring captures to the real disk thousands of times."""
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)
