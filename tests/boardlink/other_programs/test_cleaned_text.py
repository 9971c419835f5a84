"""A text without leaked signs keeps everything else as it was written."""

from pathlib import Path

import pytest

from boardlink.other_programs.cleaned_text import cleaned_text
from boardlink.other_programs.leaked_sign import Leak
from facts import pgn
from facts.errors import PgnError

HEAD = '[White "Lodici"]\n[Black "Niemann"]\n[Result "{token}"]\n[PlyCount "{plies}"]\n'
SETUP = '[SetUp "1"]\n[FEN "8/8/5k2/8/8/4K3/7r/8 b - - 0 50"]\n'
KEPT = "50... Kf5 {[%clk\n0:10:00] [%emt 0:00:05]} $14 (50... Rh3+ {a\nvariation} 51. Kd2) ; rest\n"
LEAKED = "51. Ke5 {[%clk 0:09:00]} $6 (51. Kf3) Kd4 {illegal} 0-1\n\n"
LEGAL = '[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 {[%clk 1:30:00]} e5 2. Ke2 1-0\n'


def game(plies: int, text: str, token: str = "0-1") -> str:
    return HEAD.format(token=token, plies=plies) + SETUP + "\n" + text


def test_only_the_leaked_moves_go_with_what_belongs_to_them() -> None:
    text = game(3, KEPT + LEAKED) + LEGAL
    found = cleaned_text(text)
    assert found.text == game(1, KEPT + "0-1\n\n") + LEGAL
    assert [one.leak for one in found.found] == [Leak.TAKEN_OFF, Leak.NONE]
    assert [move.san for move in found.found[0].removed] == ["Ke5", "Kd4"]


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n"])
def test_line_ends_and_the_mark_at_the_start_stay(end: str) -> None:
    text = "\ufeff" + (game(3, KEPT + LEAKED) + LEGAL).replace("\n", end)
    expected = "\ufeff" + (game(1, KEPT + "0-1\n\n") + LEGAL).replace("\n", end)
    assert cleaned_text(text).text == expected


def test_no_clock_time_of_a_move_that_stays_is_lost() -> None:
    before = next(pgn.read(game(3, KEPT + LEAKED)))
    after = next(pgn.read(cleaned_text(game(3, KEPT + LEAKED)).text))
    assert [m.clock_s for m in after.moves] == [m.clock_s for m in before.moves[:1]] == [600]
    assert after.moves[0].spent_s == 5


def test_a_game_without_a_result_and_the_next_one_keep_their_distance() -> None:
    text = game(3, "50... Kf5 51. Ke5 Kd4") + "\n\n" + LEGAL
    assert cleaned_text(text).text == game(1, "50... Kf5 ") + "\n\n" + LEGAL


def test_what_cannot_be_decided_stays_and_is_told_with_what_is_odd_about_its_time() -> None:
    text = game(3, "50... Kf5 {[%clk 0:10:00]} 51. Kd3 {[%clk 0:05:00]} Ke5 0-1")
    found = cleaned_text(text)
    assert found.text == text
    assert found.found[0].leak is Leak.UNDECIDED
    assert found.found[0].reason.endswith("and no clock time was written for it")


def test_a_legal_kings_move_before_a_leaked_one_stays_and_is_called_doubtful() -> None:
    found = cleaned_text(game(3, "50... Kf5 51. Kd4 Ke5 0-1"))
    assert found.text == game(2, "50... Kf5 51. Kd4 0-1")
    assert found.found[0].leak is Leak.TAKEN_OFF
    assert found.found[0].doubt.startswith("the last move Kd4 may be half of a result sign")


def test_line_ends_that_differ_within_a_text_stay_as_they_are() -> None:
    text = game(3, KEPT + LEAKED).replace("\n", "\r\n", 4) + LEGAL
    expected = game(1, KEPT + "0-1\n\n").replace("\n", "\r\n", 4) + LEGAL
    assert cleaned_text(text).text == expected


def test_a_text_that_is_no_pgn_is_refused_with_its_line() -> None:
    with pytest.raises(PgnError, match="line 2"):
        cleaned_text("1. e4\n{never closed")


@pytest.mark.shared
@pytest.mark.timeout(300)
def test_of_real_games_nothing_but_the_signs_goes(shared: Path) -> None:
    path = shared / "data" / "pgn" / "world-cup-2025-livechess.pgn"
    text = path.read_bytes().decode("utf-8")
    found = cleaned_text(text)
    assert sum(one.leak is Leak.TAKEN_OFF for one in found.found) == 2
    assert sum(one.leak is Leak.UNDECIDED for one in found.found) == 9
    before, after = set(text.splitlines(keepends=True)), found.text.splitlines(keepends=True)
    assert sum(line not in before for line in after) <= 4
    assert len(text) - 400 < len(found.text) < len(text)
