"""A hall whose first round runs."""

import pytest

from tests.broadcast.made_up import Hall


@pytest.fixture
def hall() -> Hall:
    """Two boards; nobody has moved yet."""
    made = Hall()
    made.open()
    return made
