"""A hall whose boards share one line in bus mode, stopped in the middle and started again."""

import asyncio
from dataclasses import replace
from pathlib import Path

from boardlink.links.link import Link
from boardlink.links.memory import memory_pair
from boardlink.simulator.boards.settings import BoardSettings
from boardlink.simulator.player import VirtualBoard
from boardlink.simulator.ports.shared_line import SharedLine
from facts.fact import GameArmed, ResultConfirmed
from facts.ids import PlayerId
from facts.log import MemoryLog
from facts.player import Player
from facts.result import BLACK_WON, DRAWN, WHITE_WON
from tests.end_to_end.playing import hall_at, publish
from tests.end_to_end.test_recovery import GAMES, PLAY, game
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
    quick_folder: Path,
) -> None:
    line = Line(3)
    log = MemoryLog(LoopClock())
    players = [Player(PlayerId(f"{side}{n}"), f"{side} {n}") for n in (1, 2, 3)
               for side in ("white", "black")]  # fmt: skip
    async with asyncio.TaskGroup() as group:
        serving = [group.create_task(board.run()) for board in line.boards]
        serving.append(group.create_task(line.shared.run()))
        async with hall_at(line.open, players, quick_folder, log, bus_line=PORT) as hall:
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
        async with hall_at(line.open, players, quick_folder, log, bus_line=PORT) as hall:
            for task in hands:
                await task
            await asyncio.sleep(60)
            for n, played in enumerate(GAMES, start=1):
                shown = [move.uci for move in hall.desk.hall.games[game(n)].line]
                assert shown == [move.uci for move in played.moves], n
        for task in serving:
            task.cancel()
    official = {
        entry.fact.game: entry.fact.result
        for entry in log.read()
        if isinstance(entry.fact, ResultConfirmed)
    }
    assert official == {game(1): WHITE_WON, game(2): DRAWN, game(3): BLACK_WON}
    armed = [entry.fact.game for entry in log.read() if isinstance(entry.fact, GameArmed)]
    assert sorted(armed) == [game(1), game(2), game(3)], "a restart arms nothing anew"
