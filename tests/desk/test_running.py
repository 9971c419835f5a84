"""``topboards run`` as an organiser meets it."""

import asyncio
import re
import signal
import socket
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest

from desk.storage.sqlite_log import read_log
from facts.fact import HallOpened, PlayerEntered
from tests.places import CONFIGS

pytestmark = pytest.mark.real_time


@pytest.fixture
def hall(tmp_path: Path) -> Path:
    """A hall without boards, on free ports."""
    for name in ("club-swiss.toml", "club-swiss-players.csv"):
        (tmp_path / name).write_bytes((CONFIGS / name).read_bytes())
    file = tmp_path / "hall.toml"
    file.write_text(
        'name = "Trial hall"\n'
        '[[tournaments]]\nconfig = "club-swiss.toml"\nplayers = "club-swiss-players.csv"\n'
        '[spectators]\nhost = "127.0.0.1"\nport = 0\n[arbiter]\nport = 0\n',
        encoding="utf-8",
    )
    return file


def change(file: Path, old: str, new: str) -> None:
    """Write ``new`` where the first ``old`` stood."""
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


@asynccontextmanager
async def running(hall: Path) -> AsyncIterator[tuple[Process, str]]:
    """The program, and its spectators' address once it is up."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "desk", "run", "--plain", str(hall), stdout=PIPE, stderr=PIPE
    )
    try:
        assert process.stdout is not None
        while line := (await process.stdout.readline()).decode():
            match = re.search(r"Spectators:\s+(http\S+)", line)
            if match is not None:
                yield process, match[1]
                break
        else:
            assert process.stderr is not None
            pytest.fail((await process.stderr.read()).decode())
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def refused(hall: Path) -> tuple[int | None, str]:
    """A start that fails: its exit code and what it says."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "desk", "run", "--plain", str(hall), stdout=PIPE, stderr=PIPE
    )
    _, said = await process.communicate()
    return process.returncode, said.decode()


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent as a signal here")
async def test_ctrl_c_closes_a_hall_and_starting_again_goes_on_with_its_log(hall: Path) -> None:
    for start in (1, 2):
        async with running(hall) as (process, url):
            async with aiohttp.ClientSession() as session, session.get(url) as page:
                assert page.status == 200
            process.send_signal(signal.SIGINT)
            _, said = await process.communicate()
            assert process.returncode == 0
            assert b"everything is in its log" in said
        facts = [entry.fact for entry in read_log(hall.with_name("hall.log"))]
        assert sum(isinstance(fact, HallOpened) for fact in facts) == start
        names = [fact.player.name for fact in facts if isinstance(fact, PlayerEntered)]
        assert names
        assert len(names) == len(set(names)), "players are entered once"


async def test_a_board_whose_port_is_not_there_is_told_in_the_terminal(hall: Path) -> None:
    with hall.open("a", encoding="utf-8") as file:
        file.write('[[boards]]\nnumber = 4\nport = "/dev/no-such-board"\n')
    async with running(hall) as (process, _), asyncio.timeout(20):
        assert process.stdout is not None
        while line := (await process.stdout.readline()).decode():
            if "board 4" in line:
                break
    assert "board 4 (/dev/no-such-board) is offline: there is no such port" in line


async def test_a_second_start_on_the_same_log_is_refused(hall: Path) -> None:
    async with running(hall):
        code, said = await refused(hall)
    assert code == 5
    assert "another topboards is running on it" in said
    assert "Traceback" not in said


async def test_a_port_that_is_taken_is_named(hall: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        change(hall, "port = 0", f"port = {port}")
        code, said = await refused(hall)
    assert code == 3
    assert str(port) in said
    assert "Traceback" not in said


@pytest.mark.parametrize(
    ("old", "new", "code", "expected"),
    [
        ('name = "Trial hall"', 'nmae = "Trial hall"', 3, r"hall\.toml.*nmae: unknown key"),
        ("club-swiss.toml", "nowhere.toml", 3, r"nowhere\.toml is not there"),
        ("port = 0", 'port = "eighty"', 3, r"spectators\.port"),
        ("[arbiter]", "[arbiter", 3, r"hall\.toml\W+line 8"),
        ('host = "127.0.0.1"', 'trusted_token_file = "none.txt"', 5, r"none\.txt cannot be read"),
    ],
)
async def test_a_mistake_in_the_file_is_named_with_file_and_key(
    hall: Path, old: str, new: str, code: int, expected: str
) -> None:
    change(hall, old, new)
    got, said = await refused(hall)
    assert re.search(expected, said), said
    assert got == code
    assert "Traceback" not in said


async def test_a_player_with_a_broken_rating_is_named_with_the_line(hall: Path) -> None:
    players = hall.with_name("club-swiss-players.csv")
    lines = players.read_text(encoding="utf-8").splitlines()
    broken = re.sub(r"\b\d{4}\b", "twothousand", lines[2], count=1)
    assert broken != lines[2]
    change(players, lines[2], broken)
    code, said = await refused(hall)
    assert code == 3
    assert "line 3" in said
    assert "Traceback" not in said
