from pathlib import Path

import pytest

from boardlink.other_programs.leaked_sign import Leak, cleaned
from facts import pgn
from facts.pgn import PgnGame


def game(text: str, fen: str, token: str) -> PgnGame:
    (read,) = pgn.read(f'[SetUp "1"]\n[FEN "{fen}"]\n\n{text} {token}\n')
    return read


ROOK_ENDING = "8/8/5k2/8/8/4K3/8/7r b - - 0 50"


def test_an_illegal_kings_move_to_the_centre_and_all_after_it_are_taken_off() -> None:
    dirty = game("50... Kf5 { [%clk 0:01:00] } 51. Ke4 Kf6+", ROOK_ENDING, "1/2-1/2")
    clean = cleaned(dirty)
    assert clean.leak is Leak.TAKEN_OFF
    assert [move.san for move in clean.game.moves] == ["Kf5"]
    assert clean.game.moves[0].clock_s == 60
    assert [move.san for move in clean.removed] == ["Ke4", "Kf6+"]
    assert clean.reason == "Ke4 is illegal"


def test_a_kings_move_after_a_dead_position_is_taken_off() -> None:
    dirty = game("50... Kxf3 51. Kd4", "8/8/8/8/4k3/5R2/8/3K4 b - - 0 50", "1/2-1/2")
    assert [move.san for move in cleaned(dirty).game.moves] == ["Kxf3"]


@pytest.mark.parametrize(
    ("move", "token", "leak"),
    [
        ("50... Ke5", "0-1", Leak.UNDECIDED),
        ("50... Ke5", "1-0", Leak.NONE),
        ("50... Ke5", "1/2-1/2", Leak.UNDECIDED),
        ("50... Kg5", "0-1", Leak.NONE),
    ],
)
def test_a_legal_kings_move_stays_and_is_flagged_where_it_could_be_half_a_sign(
    move: str, token: str, leak: Leak
) -> None:
    clean = cleaned(game(move, ROOK_ENDING, token))
    assert clean.leak is leak
    assert len(clean.game.moves) == 1
    assert bool(clean.reason) == (leak is Leak.UNDECIDED)


@pytest.mark.parametrize("leaked", ["51. Ke5", "51. Kd5 Ke4", "51. Ka5 Kd4"])
def test_a_king_that_jumps_to_the_centre_does_not_castle(leaked: str) -> None:
    """A jump of two files looks like castling to a program that only counts squares."""
    far = "8/8/5k2/8/8/8/7r/6K1 b - - 0 50"
    found = cleaned(game(f"50... Kg5 {leaked}", far, "1/2-1/2"))
    assert found.leak is Leak.TAKEN_OFF
    assert [move.san for move in found.game.moves][:1] == ["Kg5"]


def test_an_illegal_move_that_is_no_kings_move_to_the_centre_stays() -> None:
    played = game("50... Kf5 51. Kh8", ROOK_ENDING, "0-1")
    assert cleaned(played).game == played


@pytest.mark.shared
def test_of_real_games_just_those_are_cleaned_in_which_the_sign_shows(shared: Path) -> None:
    path = shared / "data" / "pgn" / "world-cup-2025-livechess.pgn"
    found: dict[Leak, list[str]] = {leak: [] for leak in Leak}
    for one in pgn.read(path.read_text(encoding="utf-8")):
        found[cleaned(one).leak].append(one.tags["Round"])
    assert found[Leak.TAKEN_OFF] == ["9.10", "25.2"]
    assert len(found[Leak.UNDECIDED]) == 9
