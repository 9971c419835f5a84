"""What the tests of boards share."""

import pytest


@pytest.fixture(autouse=True)
def _quick(no_waiting_for_disks: None) -> None:
    """Captures are synced every second of virtual hours."""
