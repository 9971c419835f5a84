"""The program is killed in the middle of a game; the players do not notice."""

import asyncio
import os
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from boardlink.fleet import Fleet
from boardlink.links.link import Link
from boardlink.links.memory import MemoryLink, memory_pair
from boardlink.links.recorded import SYNC_S
from boardlink.sensing.tracker import GameSetup
from boardlink.simulator.boards.board import BoardSettings
from boardlink.simulator.player import PlaySettings, VirtualBoard
from boardlink.stations.station import DeviceReport
from facts.fact import Fact, LineAmbiguous, LineCorrected, MovePlayed, ResultShown
from facts.ids import DeviceId, GameId
from facts.result import pgn_token
from tests.boardlink.stations.test_misbehaving_boards import GAME
from tests.fakes.board_hall import captures_of
from tests.fakes.scripted_players import moves
from tests.fakes.virtual_clock import LoopClock

DEVICE = DeviceId("10001")


class Hall:
    """One virtual board, and programs that come and go."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        play = PlaySettings(speed=8.0, clock_rate=1.0, seed=seed)
        self.board = VirtualBoard(None, BoardSettings(serial=DEVICE), play)
        self.log: list[Fact] = []
        self.link: MemoryLink | None = None

    async def open_link(self, port: str) -> Link:
        host, device = memory_pair(port)
        self.link = host
        await self.board.plug(device, keeps_power=True)
        return host

    def program(self) -> tuple[Fleet, asyncio.Queue[DeviceReport]]:
        queue: asyncio.Queue[DeviceReport] = asyncio.Queue(10_000)
        return Fleet(queue, LoopClock(), self.folder, self.open_link), queue

    async def live(self, fleet: Fleet, queue: asyncio.Queue[DeviceReport], seconds: float) -> None:
        """Let a program run for a while, and then kill it."""
        async with asyncio.TaskGroup() as group:
            running = group.create_task(fleet.run())
            await asyncio.sleep(seconds)
            running.cancel()
        while not queue.empty():
            self.log.append(queue.get_nowait().fact)


@pytest.mark.parametrize("killed_after_s", [21.0, 47.3, 80.0, 131.7])
async def test_what_is_played_while_the_program_is_down_is_not_lost(
    tmp_path: Path, killed_after_s: float
) -> None:
    hall = Hall(tmp_path, seed=int(killed_after_s))
    fleet, queue = hall.program()
    fleet.add_port("COM5")
    setup = GameSetup(GameId("open.main.1.1.1"), LoopClock().now())
    fleet.station(DEVICE).arm(setup)
    async with asyncio.TaskGroup() as group:
        serving = group.create_task(hall.board.run())
        playing = group.create_task(hall.board.play(GAME))
        await hall.live(fleet, queue, killed_after_s)
        known = len(moves(hall.log))
        await asyncio.sleep(25)
        fleet, queue = hall.program()
        fleet.add_port("COM6")
        captures = captures_of(tmp_path, DEVICE)
        await fleet.station(DEVICE).resume(setup, captures, 0, hall.log)
        await hall.live(fleet, queue, 600)
        assert playing.done()
        serving.cancel()
    assert moves(hall.log) == [move.uci for move in GAME.moves]
    assert 0 < known < len(GAME.moves)
    plies = [fact.ply for fact in hall.log if isinstance(fact, MovePlayed)]
    assert plies == sorted(set(plies))
    assert not [fact for fact in hall.log if isinstance(fact, LineCorrected | LineAmbiguous)]
    shown = [fact for fact in hall.log if isinstance(fact, ResultShown)]
    assert pgn_token(shown[-1].result) == "1-0"


async def test_the_capture_is_on_the_disk_as_soon_as_the_kings_show_a_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = LoopClock()
    synced: list[datetime] = []
    monkeypatch.setattr(os, "fsync", lambda descriptor: synced.append(clock.now()))
    hall = Hall(tmp_path, seed=3)
    fleet, queue = hall.program()
    fleet.add_port("COM5")
    fleet.station(DEVICE).arm(GameSetup(GameId("open.main.1.1.1"), clock.now()))
    async with asyncio.TaskGroup() as group:
        serving = group.create_task(hall.board.run())
        playing = group.create_task(hall.board.play(GAME))
        running = group.create_task(fleet.run())
        await playing
        await asyncio.sleep(60)
        serving.cancel()
        running.cancel()
    reports = [queue.get_nowait() for _ in range(queue.qsize())]
    shown = [report.at for report in reports if isinstance(report.fact, ResultShown)]
    soon = timedelta(seconds=SYNC_S / 10)
    assert shown
    assert all(any(at <= moment <= at + soon for moment in synced) for at in shown)
