import contextlib
import random

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from facts import pgn
from facts.errors import PgnError
from facts.pgn import PgnGame, PgnMove

WRAPPED = (
    '[Event "A"]\r\n[White "One, A"]\r\n[Black "Two, B"]\r\n[Result "1-0"]\r\n\r\n'
    "1. e4 {[%clk 01:30:54]} {[%emt\r\n00:00:05]} e6 {[%clk\r\n01:30:57]} 1-0\r\n"
)


def random_game(seed: int, plies: int) -> list[str]:
    """UCI of random legal moves."""
    board, lots = chess.Board(), random.Random(seed)
    line: list[str] = []
    while len(line) < plies and not board.is_game_over():
        move = lots.choice(list(board.legal_moves))
        line.append(move.uci())
        board.push(move)
    return line


def test_a_clock_wrapped_over_two_lines_of_a_windows_file_is_read() -> None:
    (game,) = pgn.read(WRAPPED)
    assert [(m.uci, m.clock_s, m.spent_s) for m in game.moves] == [
        ("e2e4", 5454, 5),
        ("e7e6", 5457, None),
    ]
    assert game.token == "1-0"


def test_an_illegal_move_is_kept_with_a_mark_and_the_game_goes_on() -> None:
    (game,) = pgn.read("1. e4 d5 2. Bb5+ a6 3. Nf3 *")
    assert [(m.uci, m.legal) for m in game.moves] == [
        ("e2e4", True),
        ("d7d5", True),
        ("f1b5", True),
        ("a7a6", False),
        ("g1f3", True),
    ]


def test_a_move_that_no_man_can_make_keeps_its_text_and_the_rest_of_the_game() -> None:
    (game,) = pgn.read("1. e4 Qh9 2. d4 *")
    assert [(m.san, m.uci, m.legal) for m in game.moves] == [
        ("e4", "e2e4", True),
        ("Qh9", "", False),
        ("d4", "", False),
    ]


def test_variations_comments_and_marks_do_not_disturb_the_main_line() -> None:
    text = "1. e4! {best by test} (1. d4 d5 (1... Nf6)) e5 $14 ; so far\n2. Nf3?! *"
    (game,) = pgn.read(text)
    assert [m.san for m in game.moves] == ["e4", "e5", "Nf3"]


def test_games_without_an_empty_line_between_them_are_still_two() -> None:
    games = list(pgn.read('[Event "A"]\n1. e4 *\n[Event "B"]\n1. d4 *'))
    assert [g.tags["Event"] for g in games] == ["A", "B"]
    assert [g.line for g in games] == [1, 3]


def test_a_game_without_a_result_token_ends_where_the_next_begins() -> None:
    games = list(pgn.read('[Event "A"]\n\n1. e4\n\n[Event "B"]\n\n1. d4 0-1'))
    assert [(g.token, len(g.moves)) for g in games] == [("*", 1), ("0-1", 1)]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("1. e4 e5\n\x00\n", 2),
        ("1. e4 (1. d4\n", 2),
        ("1. e4 )\n", 1),
        ('[Event "A"]\n\n1. e4 {never closed\n', 3),
        ('[FEN "nonsense"]\n\n1. e4 *', 3),
    ],
)
def test_what_is_no_pgn_is_refused_with_its_line(text: str, line: int) -> None:
    with pytest.raises(PgnError, match=f"line {line}: ") as caught:
        list(pgn.read(text))
    assert caught.value.line == line


def test_nothing_at_all_holds_no_game() -> None:
    assert list(pgn.read("")) == []
    assert list(pgn.read("\ufeff \r\n")) == []


def test_a_quote_in_a_name_survives() -> None:
    game = PgnGame({"White": 'The "Rock" \\ Club', "Black": "B\n\n[C"}, ())
    (back,) = pgn.read(pgn.write(game))
    assert back.tags == {"White": 'The "Rock" \\ Club', "Black": "B [C"}


def test_a_game_from_a_position_is_numbered_from_it() -> None:
    fen = "8/8/8/8/8/5k2/8/5K1R b - - 0 40"
    game = PgnGame({"SetUp": "1", "FEN": fen}, (PgnMove("f3e3", "Ke3"), PgnMove("h1h3", "Rh3+")))
    text = pgn.write(game)
    assert "40... Ke3 41. Rh3+ *" in text
    assert next(iter(pgn.read(text))).moves == game.moves


def test_chess960_castling_is_understood() -> None:
    text = (
        '[Variant "Fischerandom"]\n[SetUp "1"]\n'
        '[FEN "1k6/8/8/8/8/8/8/RK2R3 w EA - 0 1"]\n\n1. O-O Kc7 *'
    )
    (game,) = pgn.read(text)
    assert game.chess960
    assert [m.uci for m in game.moves] == ["b1e1", "b8c7"]


def test_an_illegal_move_is_written_from_and_to() -> None:
    assert pgn.san_line(chess.STARTING_FEN, ["e2e4", "b8b5", "e4e6"]) == ["e4", "Nb8-b5", "e4-e6"]


@given(
    st.integers(0, 10_000),
    st.integers(0, 120),
    st.lists(st.one_of(st.none(), st.integers(0, 35_999)), min_size=120, max_size=120),
    st.sampled_from(pgn.TOKENS),
)
def test_a_game_that_was_written_is_read_again_clocks_and_all(
    seed: int, plies: int, clocks: list[int | None], token: str
) -> None:
    line = random_game(seed, plies)
    sans = pgn.san_line(chess.STARTING_FEN, line)
    moves = tuple(
        PgnMove(uci, san, clock, clocks[-1 - n])
        for n, (uci, san, clock) in enumerate(zip(line, sans, clocks, strict=False))
    )
    game = PgnGame({"Event": "E", "Result": token}, moves, token)
    text = pgn.write_all([game, game])
    assert "\n\n[" not in pgn.write(game).rstrip()
    assert max(len(row) for row in text.splitlines()) <= 80
    for back in pgn.read(text):
        assert (back.tags, back.moves, back.token) == (game.tags, game.moves, token)


@given(st.text())
def test_no_text_makes_the_reader_fail_in_any_other_way(text: str) -> None:
    with contextlib.suppress(PgnError):
        list(pgn.read(text))


@pytest.mark.parametrize(
    ("fen", "uci", "after"),
    [
        ("8/8/8/8/8/8/8/R3K2R w - - 0 1", "e1e4", "8/8/8/8/4K3/8/8/R6R b"),
        ("8/8/8/8/8/8/8/4K2R w - - 0 1", "e1h2", "8/8/8/8/8/8/7K/7R b"),
        ("8/8/8/8/8/8/8/4K2R w - - 0 1", "e1c3", "8/8/8/8/8/2K5/8/7R b"),
        ("8/8/8/8/8/8/8/4K2R w - - 0 1", "e1g1", "8/8/8/8/8/8/8/5RK1 b"),
        ("8/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "8/8/8/8/8/8/8/5RK1 b"),
        ("8/8/8/8/8/8/8/1K5R w - - 0 1", "b1g1", "8/8/8/8/8/8/8/6KR b"),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "a1a5", "8/8/8/8/8/8/8/4K3 w"),
    ],
)
def test_an_illegal_move_is_made_as_it_looks(fen: str, uci: str, after: str) -> None:
    board = chess.Board(fen)
    pgn.make_move(board, chess.Move.from_uci(uci))
    assert " ".join(board.fen().split()[:2]) == after
