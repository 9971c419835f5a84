"""A desk with a tournament, on virtual time."""

import pytest

from facts.log import MemoryLog
from tests.desk.scene import Scene
from tests.fakes.virtual_clock import FixedClock


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock()


@pytest.fixture
def scene(clock: FixedClock) -> Scene:
    return Scene(MemoryLog(clock), clock)
