"""Real crosstables, published by their organisers, as tables of ours, or as logs."""

import csv
import json
import re
from pathlib import Path
from typing import Any

from facts import fact as f
from facts.fact import Side
from facts.ids import BoardNo, GameId, PairingId, PlayerId, RoundNo, game_id, pairing_id
from facts.meeting import Colours, GameRole, MeetingSettings, Odds, Rung
from facts.player import Player
from facts.result import BLACK_WON, DRAWN, WHITE_WON, from_pgn_token
from facts.settings import Scoring, StageSettings, System
from facts.time_control import TimeControl
from results.crosstable.model import ABSENT, Crosstable, Entrant, Number, RoundEntry, game_entries
from results.meetings.further import game_added, game_pair
from results.meetings.score import meeting_of
from results.pairing.berger import BergerSettings, berger_round
from tests.fakes.tournament_log import STAGE, TOURNAMENT, TournamentLog

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


NORWAY_SCORING = Scoring(win=30, draw=10, forfeit_win=30, pairing_bye=30, full_bye=30, half_bye=10)
NORWAY_MEETING = MeetingSettings(
    ladder=(
        Rung(
            GameRole.ARMAGEDDON,
            time_control=TimeControl("10 minutes", 600),
            black_time_control=TimeControl("7 minutes", 420),
            odds=Odds.BLACK,
            colours=Colours.SAME,
        ),
    ),
    ladder_won=15,
    ladder_lost=10,
)
RESULTS = {"white": WHITE_WON, "black": BLACK_WON, "draw": DRAWN}


def norway_games(shared: Path, event: str) -> list[dict[str, Any]]:
    """An event's meetings: round, players, classical and Armageddon result."""
    text = (shared / "data" / "crosstables" / "norway-chess.json").read_text()
    return [game for game in json.loads(text) if game["event"] == event]


def norway(shared: Path, event: str, meeting: MeetingSettings = NORWAY_MEETING) -> TournamentLog:
    """The log of an event with every classical and every Armageddon game."""
    games = norway_games(shared, event)
    names = sorted({game[side] for game in games for side in ("white", "black")})
    rounds = max(game["round"] for game in games)
    system = System.BERGER_DOUBLE if rounds >= len(names) else System.BERGER
    log = TournamentLog()
    settings = StageSettings(
        STAGE, "Classical", system, RoundNo(rounds), scoring=NORWAY_SCORING, meeting=meeting
    )
    log.add(f.StageOpened(settings))
    for name in names:
        log.add(f.PlayerEntered(Player(PlayerId(name), name)))
    log.add(f.NumbersAssigned(STAGE, tuple(PlayerId(name) for name in names)))
    for round_no in range(1, rounds + 1):
        _play_norway(log, round_no, [game for game in games if game["round"] == round_no])
    return log


def _play_norway(log: TournamentLog, round_no: int, games: list[dict[str, Any]]) -> None:
    pairings = []
    for board, game in enumerate(games, start=1):
        ident = pairing_id(TOURNAMENT, STAGE, RoundNo(round_no), board)
        white, black = PlayerId(game["white"]), PlayerId(game["black"])
        pairings.append(f.Pairing(ident, white, black, BoardNo(board), (game_id(ident),)))
    log.add(f.RoundPublished(STAGE, RoundNo(round_no), tuple(pairings), (), "the data"))
    for pairing, game in zip(pairings, games, strict=True):
        log.confirmed(pairing.games[0], RESULTS[game["classical"]])
        if "armageddon" in game:
            second = add_next_game(log, pairing.id)
            log.confirmed(second, RESULTS[game["armageddon"]])
    log.add(f.RoundClosed(STAGE, RoundNo(round_no)))


def add_next_game(log: TournamentLog, pairing: PairingId, white: PlayerId | None = None) -> GameId:
    """The game that a meeting asks for; ``white`` where the winner of a lot chooses."""
    place = log.state.place_of(pairing)
    assert place is not None
    stage, the_round, _ = place
    meeting = meeting_of(log.state, pairing)
    pair = game_pair(stage, meeting, white)
    assert pair is not None
    fact = game_added(stage, the_round, meeting, pair)
    log.add(fact)
    return fact.game


def drawn_numbers(
    pairs: set[tuple[int, str, str]], rounds: int, cycles: int = 2
) -> tuple[PlayerId, ...]:
    """The numbers by which Berger tables give a round robin's rounds, as they were once drawn.

    Whoever has the last number meets the others in an order that tells their numbers.
    """
    names = sorted({white for _, white, _ in pairs})
    last = len(names)
    tables = {
        (r, int(pair.white), int(pair.black))
        for r in range(1, rounds + 1)
        for pair in berger_round(last, r, BergerSettings(cycles)).pairs
    }
    number_in = {r: w + b - last for r, w, b in tables if last in (w, b)}
    for name in names:
        met = {r: white if black == name else black for r, white, black in pairs
               if name in (white, black)}  # fmt: skip
        number = {met[r]: number_in[r] for r in met} | {name: last}
        if {(r, number[white], number[black]) for r, white, black in pairs} == tables:
            return tuple(PlayerId(who) for who in sorted(names, key=lambda who: number[who]))
    raise AssertionError("these rounds are not those of Berger tables")
