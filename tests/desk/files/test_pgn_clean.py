import json
from pathlib import Path

import pytest

from desk.files.pgn_clean import clean_files

DIRTY = (
    '[White "Müller"]\r\n[Black "B"]\r\n[Round "9.1"]\r\n[SetUp "1"]\r\n'
    '[FEN "8/8/5k2/8/8/4K3/7r/8 b - - 0 50"]\r\n\r\n'
    "50... Kf5 {[%clk\r\n0:10:00]} 51. Ke5 {[%clk 0:09:00]} Kd4 0-1\r\n\r\n"
)
CLEAN = DIRTY.replace("51. Ke5 {[%clk 0:09:00]} Kd4 ", "")
DOUBTFUL = '[White "C"]\n[Black "D"]\n\n1. e4 c6 2. Ke2 d6 3. Ke3 g6 4. Kd4 1/2-1/2\n'


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
def test_clean_games_are_printed_as_they_were_written_and_the_rest_is_told(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], encoding: str
) -> None:
    file = tmp_path / "games.pgn"
    file.write_bytes((DIRTY + DOUBTFUL).encode(encoding))
    out = tmp_path / "clean.pgn"
    assert clean_files([file], out, as_json=False) == 0
    assert out.read_bytes() == (CLEAN + DOUBTFUL).encode(encoding)
    printed = capfd.readouterr()
    assert printed.out == ""
    first, second = printed.err.splitlines()
    assert "line 1, Müller – B: taken off: Ke5 Kd4 (Ke5 is illegal; Kd4 is illegal)" in first
    assert "line 10, C – D: left as it is: the last move Kd4 may be half of a result" in second


def test_what_was_found_is_one_object_a_game(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.pgn"
    file.write_bytes((DIRTY + DOUBTFUL + DOUBTFUL.replace("4. Kd4 ", "")).encode())
    assert clean_files([file], None, as_json=True) == 0
    found = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert [(one["game"], one["leak"], one["removed"], one["moves"]) for one in found] == [
        (0, "taken-off", ["Ke5", "Kd4"], 1),
        (1, "undecided", [], 7),
    ]
    assert found[0]["round"] == "9.1"
    assert found[1]["doubt"]


def test_a_file_that_cannot_be_read_is_named_and_the_others_are_cleaned(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    good, bad = tmp_path / "good.pgn", tmp_path / "bad.pgn"
    good.write_bytes(DIRTY.encode())
    bad.write_text("1. e4\n{ never closed", encoding="utf-8")
    assert clean_files([bad, good], None, as_json=False) == 3
    printed = capfd.readouterr()
    assert printed.out.replace("\r", "") == CLEAN.replace("\r", "")
    assert f"{bad}, line 2" in printed.err
    assert clean_files([tmp_path / "none.pgn"], None, as_json=False) == 5
