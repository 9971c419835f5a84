from hypothesis import given
from hypothesis import strategies as st

from boardlink.other_programs.texts import Accounts
from tests.boardlink.other_programs.foreign_games import pgn

WHOLE = pgn(result="1-0").rstrip()


def lengths(accounts: Accounts) -> list[int]:
    return [len(game.game.moves) for game in accounts.games]


def test_a_text_that_is_half_written_is_waited_for() -> None:
    accounts = Accounts()
    accounts.take({"a.pgn": pgn("1. e4")})
    accounts.take({"a.pgn": pgn("1. e4 e5 2. Nf")[:-6]})
    assert lengths(accounts) == [1]
    accounts.take({"a.pgn": pgn("1. e4 e5 2. Nf3")})
    assert lengths(accounts) == [3]


def test_a_text_without_an_end_that_stays_so_is_taken() -> None:
    accounts = Accounts()
    text = pgn("1. e4 e5").rstrip().removesuffix("*")
    accounts.take({"a.pgn": text})
    assert lengths(accounts) == []
    accounts.take({"a.pgn": text})
    assert lengths(accounts) == [2]


def test_a_text_that_is_no_pgn_keeps_the_games_it_had_and_is_told() -> None:
    accounts = Accounts()
    accounts.take({"a.pgn": pgn("1. e4")})
    accounts.take({"a.pgn": '[White "A"]\n\n1. e4 ) *'})
    assert lengths(accounts) == [1]
    ((where, text),) = accounts.problems
    assert (where, text.startswith("a.pgn cannot be read: line 3")) == ("a.pgn", True)
    accounts.take({"a.pgn": pgn("1. e4 e5")})
    assert accounts.problems == ()


def test_a_text_that_is_gone_tells_of_no_game() -> None:
    accounts = Accounts()
    accounts.take({"a.pgn": pgn("1. e4"), "b.pgn": pgn("1. d4 d5")})
    assert lengths(accounts) == [1, 2]
    accounts.take({"b.pgn": pgn("1. d4 d5")})
    assert lengths(accounts) == [2]


@given(st.lists(st.integers(0, len(WHOLE)), max_size=8))
def test_a_file_read_while_it_grows_never_tells_a_move_that_is_not_in_it(cuts: list[int]) -> None:
    accounts = Accounts()
    whole = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"]
    seen = set()
    for cut in sorted(cuts):
        if cut in seen:
            continue  # the same twice is a text that has rested
        seen.add(cut)
        accounts.take({"a.pgn": WHOLE[:cut]})
        for game in accounts.games:
            moves = [move.uci for move in game.game.moves]
            assert moves == whole[: len(moves)]
    accounts.take({"a.pgn": WHOLE})
    assert lengths(accounts) == [6]
