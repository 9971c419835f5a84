"""Real crosstables of the handbook's data as tables of ours."""

import csv
import re
from pathlib import Path

from facts.fact import Side
from facts.ids import PlayerId
from facts.player import Player
from facts.result import from_pgn_token
from facts.settings import Scoring
from results.crosstable import game_entries
from results.model import ABSENT, Crosstable, Entrant, Number, RoundEntry

Game = tuple[int, str, str, str]
"""Round, White, Black, PGN token."""


def table_of(games: list[Game], ratings: dict[str, int], scoring: Scoring) -> Crosstable:
    names = sorted({name for _, white, black, _ in games for name in (white, black)})
    number = {name: Number(n) for n, name in enumerate(names, start=1)}
    rounds = max(round_no for round_no, *_ in games)
    rows: dict[str, list[RoundEntry]] = {name: [ABSENT] * rounds for name in names}
    for round_no, white, black, token in games:
        one, other = game_entries(number[white], number[black], from_pgn_token(token))
        rows[white][round_no - 1], rows[black][round_no - 1] = one, other
    entrants = tuple(
        Entrant(number[name], Player(PlayerId(name), name, ratings.get(name, 0)), tuple(rows[name]))
        for name in names
    )
    return Crosstable(entrants, rounds, rounds, scoring, initial_colour=Side.WHITE)


def sofia(shared: Path) -> tuple[list[Game], dict[str, int]]:
    """The games and everybody's own moves."""
    text = (shared / "data" / "crosstables" / "masters-sofia-2006.csv").read_text()
    games, moves = [], dict[str, int]()
    for row in csv.DictReader(text.splitlines()):
        games.append((int(row["round"]), row["white"], row["black"], row["result"]))
        plies = int(row["plies"])
        moves[row["white"]] = moves.get(row["white"], 0) + (plies + 1) // 2
        moves[row["black"]] = moves.get(row["black"], 0) + plies // 2
    return games, moves


def womens_world_rapid(shared: Path) -> tuple[list[Game], dict[str, int]]:
    """The games by FIDE ids, and the ratings."""
    text = (shared / "data" / "crosstables" / "womens-world-rapid-2024.pgn").read_text()
    games, ratings = [], dict[str, int]()
    for chunk in text.split("[Event ")[1:]:
        tags = dict(re.findall(r'\[(\w+) "(.*)"\]', chunk))
        white, black = tags["WhiteFideId"], tags["BlackFideId"]
        ratings[white], ratings[black] = int(tags["WhiteElo"]), int(tags["BlackElo"])
        games.append((int(tags["Round"].partition(".")[0]), white, black, tags["Result"]))
    return games, ratings
