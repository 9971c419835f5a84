"""A file says what it means before anything is started."""

from pathlib import Path

import pytest

from desk.errors import ConfigError
from desk.files.config_summary import summary
from tests.places import CONFIGS


def test_a_tournaments_file_tells_its_stages_and_its_prizes() -> None:
    lines = "\n".join(summary(CONFIGS / "hz-open.toml"))
    assert "Swiss (main): dutch, 9 rounds, ties by DE/A@1, BH" in lines
    assert "in round 2 or 3" in lines
    assert "appeals: 3 members, 2 reserves" in lines
    assert "2,000.00 EUR / 1,200.00 EUR" in lines


def test_a_halls_file_tells_its_tournaments_with_their_players() -> None:
    first, second, *_ = summary(CONFIGS / "hall-example.toml")
    assert first.startswith("Town hall: ")
    assert second.startswith("Club championship (club-swiss), ")
    assert " players, " in second


def test_what_is_wrong_is_said_instead(tmp_path: Path) -> None:
    path = tmp_path / "open.toml"
    path.write_text('name = "Open"\nstart = 2026-12-05\nend = 2026-12-01\n[[stages]]\n'
                    'system = "dutch"\nrounds = 5\n')  # fmt: skip
    with pytest.raises(ConfigError, match=r"line 3 and line 2.*ends before it starts"):
        summary(path)
