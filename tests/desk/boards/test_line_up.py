"""Boards that are looked at without a hall, on ports of a test's own."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from boardlink.errors import PortMissingError
from boardlink.links.link import Link
from boardlink.links.memory import MemoryLink, memory_pair
from boardlink.sensing.squares.placement import START, fen_field
from desk.boards.line_up import LineUp, Wanted, lined_up, wanted
from desk.boards.rows import BoardRow, RowState
from desk.boards.watch import News
from desk.config.hall import BoardConfig
from facts.ids import BoardNo, DeviceId
from tests.fakes.board_hall import captures_of
from tests.fakes.scripted_board import START_CODES, ScriptedBoard
from tests.fakes.virtual_clock import LoopClock
from tests.places import CONFIGS

E2, E4 = 52, 36


class Ports:
    """Ports that boards are plugged into."""

    def __init__(self) -> None:
        self.boards: dict[str, ScriptedBoard] = {}
        self._links: dict[str, MemoryLink] = {}
        self.group = asyncio.TaskGroup()

    async def open(self, port: str) -> Link:
        if port not in self.boards:
            raise PortMissingError(f"{port}: there is no such port")
        host, device = memory_pair(port)
        self._links[port] = device
        self.group.create_task(self.boards[port].run(device))
        return host

    async def unplug(self, port: str) -> None:
        self.boards.pop(port)
        await self._links.pop(port).close()

    async def close(self) -> None:
        for link in self._links.values():
            await link.close()

    @asynccontextmanager
    async def looked_at(self, what: Wanted, captures: Path | None = None) -> AsyncIterator[LineUp]:
        async with self.group:
            async with lined_up(
                what, LoopClock(), captures, self.open, lambda: sorted(self.boards)
            ) as line_up:
                yield line_up
            await self.close()


@pytest.fixture
def ports() -> Ports:
    return Ports()


def only(line_up: LineUp) -> BoardRow:
    (row,) = line_up.rows()
    return row


async def test_a_board_shows_its_squares_its_clock_and_its_line(ports: Ports) -> None:
    ports.boards["a"] = ScriptedBoard()
    async with ports.looked_at(Wanted(ports=("a",))) as line_up:
        await asyncio.sleep(5)
        row = only(line_up)
        assert (row.device, row.port, row.state, row.board) == ("25731", "a", RowState.ONLINE, None)
        assert row.placement == START
        assert row.clock is not None
        assert row.clock.left_s == 300
        assert row.frames > 3
        assert row.frames_per_s > 0
        assert row.heard_s is not None
        assert row.heard_s < 2
        await ports.boards["a"].put(E2, 0)
        await ports.boards["a"].put(E4, 1)
        await asyncio.sleep(1)
        placement = only(line_up).placement
        assert placement is not None
        assert fen_field(placement) == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"


async def test_a_board_that_lies_the_other_way_round_is_shown_from_whites_side(
    ports: Ports,
) -> None:
    ports.boards["a"] = ScriptedBoard(codes=bytearray(reversed(START_CODES)))
    async with ports.looked_at(Wanted(ports=("a",))) as line_up:
        await asyncio.sleep(3)
        row = only(line_up)
        assert (row.turned, row.placement) == (True, START)


async def test_a_pulled_cable_is_told_and_how_often_the_board_came_back(ports: Ports) -> None:
    board = ports.boards["a"] = ScriptedBoard()
    async with ports.looked_at(Wanted(ports=("a",))) as line_up:
        await asyncio.sleep(3)
        await ports.unplug("a")
        await asyncio.sleep(10)
        row = only(line_up)
        assert (row.state, row.placement) == (RowState.RECONNECTING, None)
        assert row.tried > 2
        assert "there is no such port" in row.text
        ports.boards["a"] = board
        await asyncio.sleep(5)
        row = only(line_up)
        assert (row.state, row.returns, row.tried, row.text) == (RowState.ONLINE, 1, 0, "")


async def test_boards_plugged_in_at_any_time_turn_up_by_themselves(ports: Ports) -> None:
    async with ports.looked_at(Wanted(find=True)) as line_up:
        await asyncio.sleep(3)
        assert line_up.rows() == ()
        ports.boards["b"] = ScriptedBoard(serial="25732")
        await asyncio.sleep(5)
        assert only(line_up).device == "25732"


async def test_a_hall_s_boards_have_their_numbers_wherever_they_are_plugged_in(
    ports: Ports,
) -> None:
    boards = (
        BoardConfig(BoardNo(1), DeviceId("25731"), None, None),
        BoardConfig(BoardNo(2), None, "b", None),
        BoardConfig(BoardNo(3), DeviceId("25799"), None, None),
    )
    ports.boards["x"] = ScriptedBoard()
    ports.boards["b"] = ScriptedBoard(serial="25732")
    async with ports.looked_at(Wanted(boards, find=True)) as line_up:
        await asyncio.sleep(5)
        rows = [(row.board, row.device, row.port, row.state) for row in line_up.rows()]
        assert rows == [
            (1, "25731", "x", RowState.ONLINE),
            (2, "25732", "b", RowState.ONLINE),
            (3, "25799", "", RowState.ABSENT),
        ]


async def test_a_port_without_a_board_says_why(ports: Ports) -> None:
    ports.boards["a"] = ScriptedBoard(deaf=True)
    async with ports.looked_at(Wanted(ports=("a",))) as line_up:
        assert only(line_up).state is RowState.LOOKING
        await asyncio.sleep(8)
        row = only(line_up)
        assert (row.state, row.device) == (RowState.NO_BOARD, None)
        assert "answer" in row.text


async def test_looking_leaves_no_file_and_recording_leaves_one_for_each_connection(
    ports: Ports, tmp_path: Path
) -> None:
    board = ports.boards["a"] = ScriptedBoard()
    async with ports.looked_at(Wanted(ports=("a",)), tmp_path) as line_up:
        await asyncio.sleep(3)
        row = only(line_up)
        assert (tmp_path / row.capture).stat().st_size == row.recorded > 100
        await ports.unplug("a")
        await asyncio.sleep(2)
        ports.boards["a"] = board
        await asyncio.sleep(5)
        assert only(line_up).capture != row.capture
    assert len(captures_of(tmp_path, "25731")) == 2


async def test_only_what_has_changed_is_news(ports: Ports) -> None:
    ports.boards["a"] = ScriptedBoard()
    async with ports.looked_at(Wanted(ports=("a",))) as line_up:
        news = News(line_up.rows)
        assert news.fresh() == []
        await asyncio.sleep(3)
        assert [row.state for row in news.fresh()] == [RowState.ONLINE]
        await asyncio.sleep(30)
        assert news.fresh() == []
        await ports.boards["a"].put(E2, 0)
        await asyncio.sleep(1)
        assert len(news.fresh()) == 1


def test_ports_addresses_and_a_hall_s_file_may_be_named_together(tmp_path: Path) -> None:
    what = wanted(["/dev/a", "ws://localhost:1982/api/v1.0"])
    assert (what.ports, what.livechess, what.find) == (
        ("/dev/a",), ("ws://localhost:1982/api/v1.0",), False,
    )  # fmt: skip
    assert wanted([]).find
    hall = CONFIGS / "hall-example.toml"
    assert [board.number for board in wanted([str(hall)]).boards] == [1, 2, 3]
