import re
from collections import Counter

import chess
import pytest

from desk.demo.games import famous_games
from facts.pgn import PgnGame, write_all
from facts.pgn import read as read_pgn

GAMES = famous_games()


def played(game: PgnGame) -> chess.Board:
    board = chess.Board()
    for move in game.moves:
        board.push(board.parse_uci(move.uci))
    return board


def name(game: PgnGame) -> str:
    return f"{game.tags['White']} – {game.tags['Black']} {game.tags['Date'][:4]}"


@pytest.mark.parametrize("game", GAMES, ids=name)
def test_every_move_is_legal_and_the_end_agrees_with_the_result(game: PgnGame) -> None:
    assert all(move.legal for move in game.moves)
    board = played(game)
    assert [move.san for move in game.moves] == _sans(game)
    if board.is_checkmate():
        assert game.token == ("0-1" if board.turn else "1-0")
    assert not board.is_stalemate()
    assert game.token in {"1-0", "0-1", "1/2-1/2"}
    assert game.tags["Result"] == game.token


def _sans(game: PgnGame) -> list[str]:
    board = chess.Board()
    sans = []
    for move in game.moves:
        made = board.parse_uci(move.uci)
        sans.append(board.san(made))
        board.push(made)
    return sans


@pytest.mark.parametrize("game", GAMES, ids=name)
def test_every_game_has_its_particulars_and_is_from_before_1950(game: PgnGame) -> None:
    assert list(game.tags) == ["Event", "Site", "Date", "Round", "White", "Black", "Result"]
    assert re.fullmatch(r"\d{4}\.(\d\d|\?\?)\.(\d\d|\?\?)", game.tags["Date"])
    assert int(game.tags["Date"][:4]) < 1950
    assert re.fullmatch(r"[^,]+, [^,]+", game.tags["White"])
    assert re.fullmatch(r"[^,]+, [^,]+", game.tags["Black"])


def test_there_are_games_of_every_kind() -> None:
    results = Counter(game.token for game in GAMES)
    assert results["1/2-1/2"] >= 5
    assert results["0-1"] >= 5
    assert results["1-0"] >= 5
    moves = [move.san for game in GAMES for move in game.moves]
    assert any("=" in san for san in moves)
    assert any(san.startswith("O-O-O") for san in moves)
    assert any(_takes_in_passing(game) for game in GAMES)
    assert sum(game.moves[-1].san.endswith("#") for game in GAMES) >= 3


def _takes_in_passing(game: PgnGame) -> bool:
    board = chess.Board()
    for move in game.moves:
        made = board.parse_uci(move.uci)
        if board.is_en_passant(made):
            return True
        board.push(made)
    return False


def test_no_game_is_there_twice_and_what_is_read_can_be_written() -> None:
    assert len({tuple(move.uci for move in game.moves) for game in GAMES}) == len(GAMES)
    again = list(read_pgn(write_all(GAMES)))
    assert [(g.tags, g.moves, g.token) for g in again] == [
        (g.tags, g.moves, g.token) for g in GAMES
    ]
