"""A hall whose boards share one line in bus mode, stopped in the middle and started again."""

import asyncio
from dataclasses import replace
from pathlib import Path

from boardlink.links.link import Link
from boardlink.links.memory import memory_pair
from boardlink.simulator.boards.settings import BoardSettings
from boardlink.simulator.player import VirtualBoard
from boardlink.simulator.ports.shared_line import SharedLine
from facts.ids import PlayerId
from facts.log import MemoryLog
from facts.player import Player
from tests.end_to_end.playing import (
    GAMES,
    PLAY,
    assert_games_ended_and_were_armed_once,
    hall_at,
    moves_at,
    publish,
    switched_on,
)
from tests.fakes.virtual_clock import LoopClock

PORT = "/dev/ttyUSB0"


class Line:
    """Boards on a line that a hall may open again and again."""

    def __init__(self, count: int) -> None:
        _, device = memory_pair(PORT)
        self.shared = SharedLine(device, noise=1e-4, seed=7)
        self.boards = [
            VirtualBoard(
                self.shared.tap(),
                BoardSettings(serial=f"{10000 + n}", bus_address=500 + n, alternates=n == 2),
                replace(PLAY, seed=n),
            )
            for n in range(1, count + 1)
        ]

    async def open(self, port: str) -> Link:
        """The hall's end of a new link to the line."""
        assert port == f"bus:{PORT}"
        host, device = memory_pair(port)
        await self.shared.replug(device)
        return host


async def test_a_hall_with_a_bus_line_goes_on_after_a_restart_with_nothing_lost(
    tmp_path: Path,
) -> None:
    line = Line(3)
    log = MemoryLog(LoopClock())
    players = [Player(PlayerId(f"{side}{n}"), f"{side} {n}") for n in (1, 2, 3)
               for side in ("white", "black")]  # fmt: skip
    async with switched_on([*line.boards, line.shared]) as group:
        async with hall_at(line.open, players, tmp_path, log, bus_line=PORT) as hall:
            await asyncio.sleep(15)
            found = {state.device for state in hall.fleet.ports}
            assert found == {None, "10001", "10002", "10003"}
            assert hall.ports.troubles() == ()
            await publish(hall, 3)
            hands = [
                group.create_task(board.play(played))
                for board, played in zip(line.boards, GAMES, strict=True)
            ]
            await asyncio.sleep(12.5)
        await asyncio.sleep(2.0)  # the players do not wait for the program
        async with hall_at(line.open, players, tmp_path, log, bus_line=PORT) as hall:
            for task in hands:
                await task
            await asyncio.sleep(60)
            for n, played in enumerate(GAMES, start=1):
                assert moves_at(hall, n) == [move.uci for move in played.moves], n
    assert_games_ended_and_were_armed_once(log)
