"""Boards that are added to a hall's own file."""

from pathlib import Path

import pytest

from desk.boards.hall_file import append_boards
from desk.config.hall import load_hall
from desk.errors import ConfigError
from tests.places import CONFIGS

TABLES = '[[boards]]\nnumber = 9\ndevice = "25739"\n'


@pytest.fixture
def hall(tmp_path: Path) -> Path:
    for path in CONFIGS.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    return tmp_path / "hall-example.toml"


def test_boards_are_added_below_what_is_there_and_not_a_byte_of_it_changes(hall: Path) -> None:
    old = hall.read_bytes()
    before = load_hall(hall)
    append_boards(hall, TABLES)
    assert hall.read_bytes().startswith(old)
    after = load_hall(hall)
    assert after.boards[:-1] == before.boards
    assert (after.boards[-1].number, after.boards[-1].device) == (9, "25739")
    assert (after.name, after.delays, after.arbiter) == (before.name, before.delays, before.arbiter)


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("rest", ["", "# the end"])
def test_a_file_keeps_its_line_ends_and_its_last_line(hall: Path, line_end: str, rest: str) -> None:
    old = (hall.read_text(encoding="utf-8") + rest).replace("\n", line_end).encode()
    hall.write_bytes(old)
    append_boards(hall, TABLES)
    added = hall.read_bytes()[len(old) :]
    assert added.count(b"\r\n") == (added.count(b"\n") if line_end == "\r\n" else 0)
    assert load_hall(hall).boards[-1].number == 9


def test_a_device_that_is_there_already_leaves_the_file_as_it_was(hall: Path) -> None:
    old = hall.read_bytes()
    with pytest.raises(ConfigError, match="by hand"):
        append_boards(hall, TABLES.replace("25739", "25731"))
    assert hall.read_bytes() == old
    assert not list(hall.parent.glob(".*"))


def test_a_file_whose_boards_are_written_in_one_line_is_left_alone(hall: Path) -> None:
    text = hall.read_text(encoding="utf-8")
    tables = text[text.index("[[boards]]") : text.index("[spectators]")]
    inline = 'boards = [{ number = 1, device = "25731" }]\n'
    hall.write_text(inline + text.replace(tables, ""), encoding="utf-8")
    old = hall.read_bytes()
    with pytest.raises(ConfigError, match="by hand"):
        append_boards(hall, TABLES)
    assert hall.read_bytes() == old


def test_a_link_to_the_file_stays_a_link(hall: Path) -> None:
    link = hall.with_name("today.toml")
    link.symlink_to(hall)
    append_boards(link, TABLES)
    assert link.is_symlink()
    assert load_hall(hall).boards[-1].number == 9
