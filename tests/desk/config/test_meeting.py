"""``[stages.meeting]`` in a tournament's file."""

from pathlib import Path

import pytest

from desk.config.tournament import load_tournament
from desk.errors import ConfigError
from facts.meeting import Colours, GameRole, MeetingSettings, Odds, Rung
from facts.time_control import TimeControl

HEAD = 'name = "Cup"\n\n[[stages]]\nsystem = "dutch"\nrounds = 5\n\n[stages.meeting]\n'
RUNG = '\n[[stages.meeting.ladder]]\nrole = "armageddon"\n'


def loaded(folder: Path, text: str) -> MeetingSettings:
    path = folder / "cup.toml"
    path.write_text(HEAD + text, encoding="utf-8")
    return load_tournament(path).stages[0].meeting


def test_a_ladder_is_read_with_its_clocks_points_and_odds(tmp_path: Path) -> None:
    text = (
        "ladder_won = 1.5\nladder_lost = 1\n" + RUNG + 'odds = "black"\ncolours = "same"\n'
        'time_control = { text = "10", base_s = 600 }\n'
        'black_time_control = { text = "7", base_s = 420, increment_s = 1 }\n'
    )
    assert loaded(tmp_path, text) == MeetingSettings(
        ladder=(
            Rung(
                GameRole.ARMAGEDDON,
                time_control=TimeControl("10", 600),
                black_time_control=TimeControl("7", 420, 1),
                odds=Odds.BLACK,
                colours=Colours.SAME,
            ),
        ),
        ladder_won=15,
        ladder_lost=10,
    )


@pytest.mark.parametrize(
    ("text", "lines", "expected"),
    [
        ("games = 0\n", "line 8", "needs a ladder"),
        ("ladder_won = 1.5\n" + RUNG, "line 8", "given together"),
        ("ladder_won = 1\nladder_lost = 0\n", "line 8", "there is none"),
        ("ladder_won = 1.55\nladder_lost = 1\n" + RUNG, "line 8", "multiple of 0.1"),
        (
            "games = 0\nladder_won = 1\nladder_lost = 0\n" + RUNG + 'colours = "lot"\n',
            "line 9 and line 8",
            "nothing counts",
        ),
        (RUNG.replace("armageddon", "main"), "line 10", "main games are those of the stage"),
        (RUNG + 'games = 2\nodds = "black"\n', "line 12 and line 11", "a single game"),
        (RUNG + 'repeats = true\nodds = "black"\n', "line 11 and line 12", "never repeated"),
        (RUNG + "repeats = true\n" + RUNG, "line 11 and line 14", "leaves nothing"),
        ("games = 0\n" + RUNG, "line 10", "reverses nothing"),
        (RUNG + 'colours = "white"\n', "line 11", "expected one of"),
    ],
)
def test_what_cannot_be_played_is_refused_with_its_lines(
    tmp_path: Path, text: str, lines: str, expected: str
) -> None:
    with pytest.raises(ConfigError) as refused:
        loaded(tmp_path, text)
    assert f"cup.toml, {lines}: " in str(refused.value)
    assert expected in str(refused.value)
