import asyncio
from pathlib import Path

import pytest

from boardlink.captures.capture import Received, Sent
from boardlink.protocols.dgt import Command
from desk.boards.line_up import Wanted, lined_up
from desk.boards.unrecognised import Unrecognised
from tests.desk.boards.test_line_up import Ports
from tests.fakes.board_hall import captures_of
from tests.fakes.scripted_board import ScriptedBoard
from tests.fakes.virtual_clock import LoopClock


@pytest.fixture
def ports() -> Ports:
    return Ports()


async def recorded(ports: Ports, folder: Path, port: str) -> None:
    """Record what is at a port, for a while."""
    strangers = Unrecognised(ports.open, folder, LoopClock())
    async with ports.group:
        async with lined_up(Wanted(ports=(port,)), LoopClock(), folder, strangers.open, tuple):
            await asyncio.sleep(60)
        await ports.close()


async def test_what_a_stranger_says_is_kept_once(ports: Ports, tmp_path: Path) -> None:
    ports.boards["/dev/x"] = ScriptedBoard(answers=dict.fromkeys(Command, b"login: "))
    await recorded(ports, tmp_path, "/dev/x")
    (capture,) = captures_of(tmp_path, "stranger-dev/x")
    assert any(isinstance(record, Sent) for record in capture.records)
    said = b"".join(record.data for record in capture.records if isinstance(record, Received))
    assert said.startswith(b"login: ")


async def test_a_board_has_its_own_file_alone(ports: Ports, tmp_path: Path) -> None:
    ports.boards["/dev/x"] = ScriptedBoard()
    await recorded(ports, tmp_path, "/dev/x")
    assert len(captures_of(tmp_path, "25731")) == 1
    assert captures_of(tmp_path, "stranger-dev/x") == []


async def test_a_port_where_nobody_answers_leaves_no_file(ports: Ports, tmp_path: Path) -> None:
    ports.boards["/dev/x"] = ScriptedBoard(deaf=True)
    await recorded(ports, tmp_path, "/dev/x")
    assert captures_of(tmp_path, "stranger-dev/x") == []
