from datetime import UTC, datetime, timedelta
from pathlib import Path

from boardlink.capture import CaptureHeader, LinkKind, encode_header
from boardlink.capture_files import read_captures
from boardlink.links.recorded import file_stem
from facts.ids import DeviceId

NOON = datetime(2026, 1, 10, 12, tzinfo=UTC)
BOARD = DeviceId("25731")


def write(folder: Path, device: str, minutes: int, suffix: str = "") -> str:
    started = NOON + timedelta(minutes=minutes)
    path = folder / f"{file_stem(device, started)}{suffix}.cap"
    path.write_bytes(encode_header(CaptureHeader("dgt", LinkKind.SERIAL, device, started)))
    return path.name


def minutes_read(folder: Path, first: str, since: int = 0) -> list[float]:
    captures, _ = read_captures(folder, BOARD, first, NOON + timedelta(minutes=since))
    return [(capture.header.started - NOON).total_seconds() / 60 for capture in captures]


def test_a_game_is_in_the_file_it_began_in_and_all_later_ones(tmp_path: Path) -> None:
    names = [write(tmp_path, BOARD, minutes) for minutes in (0, 50, 120)]
    write(tmp_path, "11111", 60)
    write(tmp_path, "257319", 60)
    assert minutes_read(tmp_path, names[1]) == [50, 120]


def test_a_board_that_was_away_began_its_record_later(tmp_path: Path) -> None:
    for minutes in (0, 50, 120):
        write(tmp_path, BOARD, minutes)
    assert minutes_read(tmp_path, "", since=50) == [50, 120]
    assert minutes_read(tmp_path, "", since=51) == [120]


def test_captures_of_one_second_come_in_their_order(tmp_path: Path) -> None:
    names = [write(tmp_path, BOARD, 0, suffix) for suffix in ("", "-2", "-10")]
    captures, _ = read_captures(tmp_path, BOARD, names[1], NOON)
    assert len(captures) == 2


def test_a_file_that_cannot_be_read_is_told_and_left_out(tmp_path: Path) -> None:
    name = write(tmp_path, BOARD, 0)
    later = write(tmp_path, BOARD, 1)
    (tmp_path / name).write_bytes(b'{"capture": 1, "fam')
    captures, warnings = read_captures(tmp_path, BOARD, name, NOON)
    assert len(captures) == 1
    assert len(warnings) == 1
    assert name in warnings[0]
    assert later not in warnings[0]


def test_a_folder_that_is_not_there_holds_nothing(tmp_path: Path) -> None:
    assert read_captures(tmp_path / "none", BOARD, "", NOON) == ([], [])
