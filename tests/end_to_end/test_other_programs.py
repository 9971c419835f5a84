"""A hall beside a LiveChess, with a folder and a cloud of games that others record."""

import asyncio
from pathlib import Path

import pytest

from boardlink.simulator.boards.settings import BoardSettings
from boardlink.simulator.livechess.files import cloud_files, folder_files
from boardlink.simulator.livechess.program import SimulatedEboard
from boardlink.simulator.livechess.server import livechess
from boardlink.simulator.livechess.web_files import web_files
from boardlink.simulator.player import PlaySettings, VirtualBoard
from desk.config.hall import load_hall
from desk.hall.hall import RunningHall, Surroundings, running_hall
from desk.hall.pairing_worker import InlinePairer
from desk.host.clock import SystemClock
from facts.envelope import Actor, Draft, Role
from facts.fact import MovePlayed, Pairing, ResultClaimed, ResultShown, RoundPublished
from facts.ids import BoardNo, GameId, PlayerId, RoundNo, StageId, TournamentId, game_id, pairing_id
from facts.log import MemoryLog
from facts.pgn import PgnGame, read
from facts.player import Player
from tests.fakes.bad_links import OneByteLink

pytestmark = pytest.mark.real_time

UUID = "a1b2c3d4-0000-4000-8000-0123456789ab"
CUP, MAIN, FIRST = TournamentId("cup"), StageId("main"), RoundNo(1)
TOURNAMENT = 'name = "Cup"\n\n[[stages]]\nid = "main"\nsystem = "dutch"\nrounds = 3\n'
MOVES = "1. f3 e5 2. g4 Qh4#"
LINE = "f2f3 e7e5 g2g4 d8h4".split()


def hall_file(folder: Path, live: str, cloud: str) -> Path:
    (folder / "cup.toml").write_text(TOURNAMENT)
    text = (
        'name = "Hall"\n\n[[tournaments]]\nconfig = "cup.toml"\n\n'
        '[[boards]]\nnumber = 1\ndevice = "25731"\n\n'
        f'[[livechess]]\naddress = "{live}"\n\n'
        '[[pgn]]\npath = "games"\nevery_s = 2\n\n'
        f'[[livechess_cloud]]\nid = "{UUID}"\nlookup = "{cloud}"\nevery_s = 4\n'
    )
    (folder / "HALL.toml").write_text(text)
    return folder / "HALL.toml"


def played(board: int) -> PgnGame:
    tags = f'[White "White, {board}"]\n[Black "Black, {board}"]\n[TimeControl "300+3"]\n'
    (game,) = read(f"{tags}\n{MOVES} 0-1\n")
    return game


def write(folder: Path, files: dict[str, bytes]) -> None:
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


async def publish(hall: RunningHall) -> list[GameId]:
    pairings = []
    for n in (1, 2, 3):
        pairing = pairing_id(CUP, MAIN, FIRST, n)
        white, black = PlayerId(f"white{n}"), PlayerId(f"black{n}")
        pairings.append(Pairing(pairing, white, black, BoardNo(n), (game_id(pairing),)))
    fact = RoundPublished(MAIN, FIRST, tuple(pairings), (), "by hand")
    arbiter = Actor(Role.CHIEF_ARBITER, "test")
    await hall.desk.log.append([Draft(fact, SystemClock().now(), arbiter, CUP)])
    return [pairing.games[0] for pairing in pairings]


async def open_nothing(port: str) -> OneByteLink:
    raise AssertionError(f"{port} is LiveChess's: it must not be opened")


async def until_said(log: MemoryLog, games: list[GameId]) -> None:
    """Wait until every game's last move is on the log, and a result."""
    seq = 0
    lacking = set(games)
    ended: set[GameId] = set()
    while lacking or len(ended) < len(games):
        await log.wait(seq)
        for entry in log.read(seq):
            seq = entry.seq
            match entry.fact:
                case MovePlayed(game=game, ply=ply) if ply == len(LINE):
                    lacking.discard(game)
                case ResultShown(game=game) | ResultClaimed(game=game):
                    ended.add(game)
                case _:
                    pass


async def test_each_source_s_games_reach_the_log_and_no_port_is_opened(tmp_path: Path) -> None:
    clock = SystemClock()
    eboards = [SimulatedEboard("25731", source="ttyACM0")]
    players = [
        Player(PlayerId(f"{side.lower()}{n}"), f"{side}, {n}")
        for n in (1, 2, 3)
        for side in ("White", "Black")
    ]
    log = MemoryLog(clock)
    around = Surroundings(
        log, clock, InlinePairer(), open_nothing, lambda: ["/dev/ttyACM0"], "topboards test"
    )
    async with livechess(eboards, clock) as (server, live), web_files() as (cloud, root):
        config = load_hall(hall_file(tmp_path, live, root))
        board = VirtualBoard(None, BoardSettings(serial="25731"), PlaySettings(speed=100, seed=3))
        async with running_hall(config, {CUP: players}, around) as hall, asyncio.TaskGroup() as run:
            tasks = [
                run.create_task(board.run()),
                run.create_task(server.watch("25731", board, look_s=0.1)),
            ]
            games = await publish(hall)
            write(tmp_path / "games", folder_files([played(1), played(2)], 1, 2))
            host = root.partition("://")[2]
            cloud.files[f"meta/{UUID}"] = f'{{"host":"{host}","format":"1"}}'.encode()
            cloud.files |= cloud_files(UUID, [played(1), played(2), played(3)], 1, 3)
            await asyncio.sleep(0.5)
            run.create_task(board.play(played(1), sign=False))
            await asyncio.sleep(0.5)
            write(tmp_path / "games", folder_files([played(1), played(2)], 1, 99))
            cloud.files |= cloud_files(UUID, [played(1), played(2), played(3)], 1, 99)
            async with asyncio.timeout(30):
                await until_said(log, games)
            for task in tasks:
                task.cancel()
            states = hall.desk.hall
    for game in games:
        assert [move.uci for move in states.games[game].line] == LINE
    sources = {
        entry.fact.game: entry.fact.source
        for entry in log.read(0)
        if isinstance(entry.fact, MovePlayed)
    }
    assert sources[games[0]] == "board"
    assert set(sources.values()) == {"board", "livechess"}
    devices = {device.family for device in states.devices.values()}
    assert devices == {"livechess", "pgn", "livechess-cloud"}
