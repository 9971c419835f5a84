"""``topboards boards replay`` under a scoresheet or a correction."""

import json
from pathlib import Path

import pytest

from boardlink.captures.capture import encode_header, encode_record
from boardlink.errors import UsageError
from desk.boards.replays import show_repair
from tests.boardlink.recorded import played

OPEN_GAME = (
    "1000:e2- 1300:e4P 4000:e7- 4300:e5p 8000:g1- 8300:f3N 12000:b8- 12300:c6n "
    "16000:f1- 16300:b5B 20000:a7- 20300:a6p"
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    capture = played(OPEN_GAME)
    path = tmp_path / "board.cap"
    lines = [encode_header(capture.header), *map(encode_record, capture.records)]
    path.write_bytes(b"".join(lines))
    return path


def test_a_scoresheet_with_a_result_is_the_whole_game_in_the_fixed_format(
    file: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    sheet = file.with_name("game.pgn")
    sheet.write_text('[Result "1-0"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0\n', encoding="utf-8")
    assert show_repair([file], sheet, [], None, as_json=True) == 0
    printed = capfd.readouterr()
    found = json.loads(printed.out)
    assert found["moves"] == ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5"]
    assert len(found["clocks"]) == 5
    assert list(found) == [
        "file", "device", "game", "start_fen", "moves", "clocks", "marks", "alternatives",
        "result", "result_by", "certainty", "issues",
    ]  # fmt: skip
    assert "3…a6 after the last of these moves" in printed.err


def test_what_the_capture_contradicts_is_refused_with_code_1(
    file: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert show_repair([file], None, ["2...Nf6"], 0, as_json=True) == 1
    printed = capfd.readouterr()
    assert printed.out == ""
    assert "no game with 2…Nf6 fits what the board sent: it shows 2…Nc6" in printed.err


def test_moves_that_are_right_change_nothing(file: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert show_repair([file], None, ["2=Nc6", "3.Bb5"], None, as_json=False) == 0
    assert "3. Bb5  3… a6" in capfd.readouterr().out


@pytest.mark.parametrize(
    ("moves", "number", "complaint"),
    [
        ([], None, "either --scoresheet or --move"),
        (["2.Qh7"], None, "Qh7 is not possible"),
        (["2.Nf3"], 4, "there is no game 4, it holds 1"),
    ],
)
def test_a_request_that_cannot_be_met_says_what_is_wrong(
    file: Path, moves: list[str], number: int | None, complaint: str
) -> None:
    with pytest.raises(UsageError, match=complaint):
        show_repair([file], None, moves, number, as_json=True)
    with pytest.raises(UsageError, match="give one file"):
        show_repair([file, file], None, ["2.Nf3"], None, as_json=True)
