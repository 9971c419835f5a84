import pytest

from boardlink.other_programs.game import decode, foreign_game, is_whole, read_games
from boardlink.other_programs.leaked_sign import Leak
from facts.pgn import PgnGame
from tests.boardlink.other_programs.foreign_games import account, pgn


@pytest.mark.parametrize(
    ("tags", "where", "round_no", "board"),
    [
        ({"Round": "3.7"}, "a.pgn", 3, 7),
        ({"Round": "3"}, "a.pgn", 3, None),
        ({"Round": "3", "Board": "12"}, "a.pgn", 3, 12),
        ({"Round": "?"}, "/x/round-4/game-9.pgn", 4, 9),
        ({}, "/x/game-9.pgn", None, 9),
        ({"Round": "3.7"}, "/x/round-4/game-9.pgn", 3, 7),
        ({"Round": "final"}, "a.pgn", None, None),
        ({"Round": "0.0", "Board": "²"}, "a.pgn", None, None),
    ],
)
def test_round_and_board_are_read_from_tags_and_else_from_the_file_s_place(
    tags: dict[str, str], where: str, round_no: int | None, board: int | None
) -> None:
    game = foreign_game(PgnGame(tags, ()), where)
    assert (game.round_no, game.board) == (round_no, board)


def test_names_that_are_none_are_empty_and_an_id_of_zero_is_no_id() -> None:
    game = account(White="?", WhiteFideId="0", BlackFideId="1234")
    assert (game.white, game.black) == ("", "Brown, Ann")
    assert (game.white_fide, game.black_fide) == ("", "1234")


def test_livechess_is_known_by_its_own_tag() -> None:
    assert account(ePGN="0.1;DGT LiveChess/2.2.6").program == "livechess"
    assert account().program == "pgn"


def test_a_leaked_sign_is_taken_off() -> None:
    game = account("1. e4 e5 2. Ke4", "1-0")
    assert game.told.leak is Leak.TAKEN_OFF
    assert [move.san for move in game.game.moves] == ["e4", "e5"]


def test_clocks_that_livechess_wraps_inside_their_tags_are_kept() -> None:
    text = pgn("1. e4 {[%clk\r\n00:04:58]} {[%emt\r\n00:00:02]} e5 {[%clk 00:04:57]}")
    (game,) = read_games(text.replace("\n", "\r\n").replace("\r\r", "\r"), "a.pgn")
    assert [move.clock_s for move in game.game.moves] == [298, 297]


def test_several_games_of_a_file_are_told_apart_by_their_places() -> None:
    games = list(read_games(pgn() + pgn(), "games.pgn"))
    assert [game.where for game in games] == ["games.pgn, game 1", "games.pgn, game 2"]


@pytest.mark.parametrize("result", ["1-0", "0-1", "1/2-1/2", "*"])
def test_a_text_that_ends_with_its_result_is_whole(result: str) -> None:
    assert is_whole(pgn(result=result))


@pytest.mark.parametrize("cut", [1, 3, 4, 10, 60])
def test_a_text_that_was_cut_off_is_not_whole(cut: int) -> None:
    assert not is_whole(pgn(result="1-0").rstrip()[:-cut])


def test_bytes_that_are_no_utf_8_are_read_as_windows_wrote_them() -> None:
    assert decode("Müller".encode("cp1252")) == "Müller"
    assert decode("\ufeffMüller".encode()) == "Müller"
