"""Real games through virtual boards, drivers, tracker, log and feed, to the spectators' PGN."""

import asyncio
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

import aiohttp
import pytest

from boardlink.simulator.player import PlaySettings
from broadcast.serving.server import ServerSettings, serving
from desk.host.clock import SystemClock
from facts import pgn
from facts.envelope import Entry
from facts.fact import ResultConfirmed
from facts.log import MemoryLog
from facts.pgn import PgnGame
from facts.result import pgn_token
from facts.views import StandingsTable
from tests.end_to_end.playing import TOURNAMENT, play_games

GAMES = 110
SPEED = 400.0
"""Hours become minutes: the board's clock still tells the source's times to the second."""


def is_clean(game: PgnGame) -> bool:
    """True for a game that ended, was played, and holds no leaked king sign."""
    return game.token != "*" and len(game.moves) >= 2 and all(move.legal for move in game.moves)


def spread(games: Sequence[PgnGame], count: int) -> list[PgnGame]:
    """``count`` games from all over the file."""
    return [games[n * len(games) // count] for n in range(count)]


async def fetch_pgn(entries: Sequence[Entry]) -> str:
    """What a spectator's program gets over HTTP from a server on this log."""

    def no_standings(_cut: datetime) -> Sequence[StandingsTable]:
        return ()

    log = MemoryLog(SystemClock())
    await log.append([entry.draft for entry in entries])
    async with (
        serving(ServerSettings(port=0), log, SystemClock(), no_standings) as server,
        aiohttp.ClientSession() as session,
        session.get(f"{server.url}pgn/{TOURNAMENT}.pgn") as answer,
    ):
        assert answer.status == 200
        return await answer.text()


@pytest.mark.timeout(600)
def test_real_games_arrive_move_for_move_with_their_results_and_clocks(
    shared: Path, tmp_path: Path
) -> None:
    text = (shared / "data/pgn/world-cup-2025-livechess.pgn").read_bytes().decode()
    games = spread([game for game in pgn.read(text) if is_clean(game)], GAMES)
    entries = play_games(games, tmp_path, PlaySettings(speed=SPEED, seed=7))

    official = {
        entry.fact.game: pgn_token(entry.fact.result)
        for entry in entries
        if isinstance(entry.fact, ResultConfirmed)
    }
    assert sorted(official.values()) == sorted(game.token for game in games)

    shown = list(pgn.read(asyncio.run(fetch_pgn(entries))))
    assert len(shown) == GAMES
    for seen, played in zip(shown, games, strict=True):
        who = (played.tags["White"], played.tags["Black"])
        assert (seen.tags["White"], seen.tags["Black"]) == who
        assert [move.uci for move in seen.moves] == [move.uci for move in played.moves], who
        assert (seen.token, seen.tags["Result"]) == (played.token, played.token), who
        for ply, (ours, theirs) in enumerate(zip(seen.moves, played.moves, strict=True), start=1):
            if theirs.clock_s is not None:
                assert ours.clock_s == theirs.clock_s, (who, ply)
