"""Games as other programs write them, for tests."""

from boardlink.other_programs.game import ForeignGame, read_games

MOVES = (
    "1. e4 {[%clk 00:04:58]} e5 {[%clk 00:04:57]} 2. Nf3 {[%clk 00:04:50]} Nc6 {[%clk 00:04:49]} "
    "3. Bb5 {[%clk 00:04:40]} a6 {[%clk 00:04:30]}"
)
LINE = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"]


def pgn(moves: str = MOVES, result: str = "*", **tags: str) -> str:
    named = {"White": "Adams, Michael", "Black": "Brown, Ann", "Round": "1.1"} | tags
    lines = "".join(f'[{name} "{value}"]\n' for name, value in named.items())
    return f'{lines}[Result "{result}"]\n\n{moves} {result}\n\n'


def account(moves: str = MOVES, result: str = "*", **tags: str) -> ForeignGame:
    (game,) = read_games(pgn(moves, result, **tags), "games.pgn")
    return game
