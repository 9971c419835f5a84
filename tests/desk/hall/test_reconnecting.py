"""In a running hall: a board that went away, until it is back."""

import asyncio
from pathlib import Path

from boardlink.errors import PortMissingError
from boardlink.links.link import Link
from boardlink.links.memory import MemoryLink, memory_pair
from facts.fact import DeviceOffline, DeviceOnline, DeviceReconnecting
from facts.ids import DeviceId, PlayerId
from facts.log import MemoryLog
from facts.player import Player
from tests.end_to_end.playing import hall_at
from tests.fakes.scripted_board import ScriptedBoard
from tests.fakes.virtual_clock import LoopClock

PLAYERS = [Player(PlayerId("white1"), "Bos"), Player(PlayerId("black1"), "Claes")]


async def test_the_log_tells_that_it_is_looked_for_and_the_desk_how_often_it_broke(
    tmp_path: Path,
) -> None:
    log = MemoryLog(LoopClock())
    board, links = ScriptedBoard(serial="10001"), list[MemoryLink]()
    plugged = True
    async with asyncio.TaskGroup() as group:

        async def open_link(port: str) -> Link:
            if not plugged:
                raise PortMissingError(f"{port}: there is no such port")
            host, device = memory_pair(port)
            links.append(device)
            group.create_task(board.run(device))
            return host

        async with hall_at(open_link, PLAYERS, tmp_path, log) as hall:
            await asyncio.sleep(15)
            plugged = False
            await links[-1].close()
            away_at = hall.desk.clock.now()
            await asyncio.sleep(60)
            state = hall.desk.hall.devices[DeviceId("10001")]
            assert (state.presence.value, state.returns) == ("offline", 0)
            assert state.tried >= 16
            plugged = True
            await asyncio.sleep(10)
            assert (state.presence.value, state.returns, state.tried) == ("online", 1, 0)
        await links[-1].close()
    facts = [entry.fact for entry in log.read()]
    told = [fact for fact in facts if isinstance(fact, DeviceReconnecting)]
    assert [fact.tried for fact in told[:3]] == [2, 4, 8]
    assert len(told) < 8, "a night without the board must not fill the log"
    assert {fact.reason for fact in told} == {"there is no such port"}
    assert abs((told[0].since - away_at).total_seconds()) < 1
    kinds = [type(fact) for fact in facts if isinstance(fact, DeviceOnline | DeviceOffline)]
    assert kinds[:3] == [DeviceOnline, DeviceOffline, DeviceOnline]
