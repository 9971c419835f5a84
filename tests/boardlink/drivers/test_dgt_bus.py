"""One line and its boards, read without stations."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from boardlink.drivers.dgt_bus import MOST_WAITING, BusBoard, BusLine
from boardlink.drivers.dgt_bus_state import BusTimes
from boardlink.drivers.heard import Heard
from boardlink.errors import LinkError, LinkTimeoutError
from boardlink.links.memory import memory_pair
from boardlink.protocols.dgt_memory import Tag
from boardlink.readings import ClockRead, Man, PlacementRead, Square, SquareRead
from boardlink.simulator.boards.settings import BoardSettings
from boardlink.simulator.hands.deeds import Lift, Place, Step
from boardlink.simulator.hands.style import PlaySettings
from boardlink.simulator.player import VirtualBoard
from boardlink.simulator.ports.shared_line import SharedLine, Tap

E2, E4 = Square(12), Square(28)


class Bench:
    """Boards on a line, and whoever was found there."""

    def __init__(self, count: int) -> None:
        self.host, device = memory_pair("line")
        self.shared = SharedLine(device)
        self.taps: list[Tap] = [self.shared.tap() for _ in range(count)]
        self.virtual = [
            VirtualBoard(tap, BoardSettings(serial=f"2000{n}", bus_address=n), PlaySettings(seed=n))
            for n, tap in enumerate(self.taps, start=1)
        ]
        self.found: dict[str, BusBoard] = {}
        self.unwanted: set[str] = set()
        self.offered: list[str] = []
        self.line = BusLine(self.host, self._serve, lambda board, events: None)

    async def _serve(self, board: BusBoard) -> None:
        serial = str(board.identity.device)
        self.offered.append(serial)
        if serial not in self.unwanted:
            self.found[serial] = board
            await asyncio.Event().wait()

    @asynccontextmanager
    async def open(self) -> AsyncIterator["Bench"]:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(board.run()) for board in self.virtual]
            tasks.append(group.create_task(self.shared.run()))
            tasks.append(group.create_task(self._run()))
            await asyncio.sleep(8)
            yield self
            for task in tasks:
                task.cancel()

    async def _run(self) -> None:
        try:
            await self.line.run()
        except* LinkError:
            pass

    async def move(self, number: int) -> None:
        steps = [Step(Lift(E2), 0.3), Step(Place(E4, Man("P")), 0.5)]
        await self.virtual[number - 1].do(steps)


async def heard_for(board: BusBoard, seconds: float) -> list[Heard]:
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    found = []
    while loop.time() < end:
        found.append(await board.read(until=end))
    return found


async def test_a_board_tells_its_squares_its_clock_and_then_each_change() -> None:
    async with Bench(2).open() as bench:
        board = bench.found["20001"]
        first = [reading for heard in await heard_for(board, 2) for reading in heard.readings]
        assert isinstance(first[0], PlacementRead)
        assert any(isinstance(reading, ClockRead) for reading in first)
        await bench.move(1)
        later = await heard_for(board, 4)
        told = [
            (reading, age)
            for heard in later
            for reading, age in zip(heard.readings, heard.ages_s, strict=True)
            if isinstance(reading, SquareRead)
        ]
        assert [r for r, _ in told] == [SquareRead(E2, Man(".")), SquareRead(E4, Man("P"))]
        assert all(0 < age < 3 for _, age in told)


async def test_what_came_before_the_squares_is_handed_over_as_memory() -> None:
    async with Bench(1).open() as bench:
        first = await bench.found["20001"].read()
        assert first.memory == b"", "the board has just been switched on"
        await bench.taps[0].close()
        await asyncio.sleep(20)
        await bench.move(1)
        await bench.taps[0].reopen()
        await bench.virtual[0].plug(bench.taps[0], keeps_power=True)
        await asyncio.sleep(20)
        again = await bench.found["20001"].read()
        assert again.memory == bytes([Tag.DOWNLOADED, 0x40, 52, 0x41, 36])
        assert isinstance(again.readings[0], PlacementRead)


async def test_without_news_the_age_of_what_is_known_is_told() -> None:
    async with Bench(1).open() as bench:
        board = bench.found["20001"]
        await heard_for(board, 2)
        await bench.taps[0].close()
        for heard in await heard_for(board, 3):
            assert heard.frames == 0 or heard.known_s < 1.5
        loop = asyncio.get_running_loop()
        heard = await board.read(until=loop.time())
        assert heard.known_s > 2


async def test_a_board_that_nobody_reads_is_not_asked_and_tells_everything_later() -> None:
    async with Bench(2).open() as bench:
        board, other = bench.found["20001"], bench.found["20002"]
        async with asyncio.TaskGroup() as group:
            reading = group.create_task(heard_for(other, 300))
            await asyncio.sleep(200)
            assert board.waiting <= MOST_WAITING + 3
            await bench.move(1)
            await asyncio.sleep(20)
            told = [r for heard in await heard_for(board, 5) for r in heard.readings]
            assert SquareRead(E4, Man("P")) in told
            frames = sum(heard.frames for heard in await reading)
            assert frames > 250, "the other one is read as ever"


async def test_a_board_that_nobody_wants_is_offered_again_later() -> None:
    bench = Bench(1)
    bench.unwanted = {"20001"}
    async with bench.open():
        assert bench.offered == ["20001"]
        bench.unwanted = set()
        await asyncio.sleep(BusTimes().longest_wait_s + 5)
        assert bench.offered == ["20001"] * 2
        assert "20001" in bench.found


async def test_a_board_that_is_gone_says_what_to_check() -> None:
    async with Bench(2).open() as bench:
        await bench.taps[0].close()
        with pytest.raises(LinkTimeoutError, match=r"board 20001 has not answered .* its power"):
            await heard_for(bench.found["20001"], 60)


async def test_an_unplugged_line_ends_all_its_boards() -> None:
    async with Bench(2).open() as bench:
        await bench.shared.unplug()
        for board in bench.found.values():
            with pytest.raises(LinkError):
                await heard_for(board, 60)


async def test_the_log_since_the_start_is_asked_for_where_it_is_wanted() -> None:
    async with Bench(1).open() as bench:
        board = bench.found["20001"]
        await heard_for(board, 3)
        board.ask_memory()
        memories = [heard.memory for heard in await heard_for(board, 3)]
        assert [data for data in memories if data is not None], "whether or not it tells more"
