import asyncio
import os
import pty
import tty
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import serialx

from boardlink.captures.capture import LinkKind
from boardlink.errors import LinkError, PortBusyError, PortMissingError
from boardlink.links.serial import kind_of, open_serial

pytestmark = pytest.mark.real_time


def open_descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


@pytest.fixture
def terminal() -> Iterator[tuple[int, str]]:
    """The board's end of a pty, and the path of the host's."""
    board, host = pty.openpty()
    tty.setraw(host)
    path = os.ttyname(host)
    os.close(host)
    yield board, path
    try:
        os.close(board)
    except OSError:
        return


async def test_bytes_go_both_ways(terminal: tuple[int, str]) -> None:
    board, path = terminal
    link = await open_serial(path)
    await link.write(b"\x4d")
    assert await asyncio.to_thread(os.read, board, 10) == b"\x4d"
    os.write(board, bytes(range(256)))
    received = b""
    while len(received) < 256:
        received += await link.read()
    assert received == bytes(range(256))
    await link.close()


async def test_a_port_is_free_again_once_it_is_closed(terminal: tuple[int, str]) -> None:
    for _ in range(3):
        link = await open_serial(terminal[1])
        await link.close()
        await link.close()
        with pytest.raises(LinkError):
            await link.read()
        with pytest.raises(LinkError):
            await link.write(b"x")


async def test_unplugging_ends_the_link(terminal: tuple[int, str]) -> None:
    board, path = terminal
    link = await open_serial(path)
    os.close(board)
    with pytest.raises(LinkError, match="the connection is gone"):
        async with asyncio.timeout(5):
            await link.read()
    with pytest.raises(LinkError, match="cannot send"):
        await link.write(b"x")
    await link.close()


async def test_a_second_program_is_told_that_the_port_is_in_use(terminal: tuple[int, str]) -> None:
    link = await open_serial(terminal[1])
    with pytest.raises(PortBusyError, match=r"in use by .*: close it there first"):
        await open_serial(terminal[1])
    await link.close()


async def test_a_port_held_by_another_program_is_said_so_by_name(
    terminal: tuple[int, str],
) -> None:
    script = (
        "import fcntl, os, sys; d = os.open(sys.argv[1], os.O_RDWR | os.O_NOCTTY);"
        "fcntl.flock(d, fcntl.LOCK_EX); print('held', flush=True); sys.stdin.read()"
    )
    other = await asyncio.create_subprocess_exec(
        "python3",
        "-c",
        script,
        terminal[1],
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert other.stdin is not None
    assert other.stdout is not None
    assert await other.stdout.readline() == b"held\n"
    with pytest.raises(PortBusyError, match=rf"in use by python3.* \(process {other.pid}\)"):
        await open_serial(terminal[1])
    other.stdin.close()
    await other.wait()


async def test_a_port_that_is_not_there_is_told_from_one_that_is_of_no_use() -> None:
    with pytest.raises(PortMissingError, match="there is no such port: is the board plugged in"):
        await open_serial("/dev/ttyNONE7")


@pytest.mark.parametrize(
    ("port", "advice"),
    [
        ("gopher://x:1", "this is no port"),
        ("socket://127.0.0.1", "this is no port"),
        ("socket://127.0.0.1:1", "nothing answers there"),
    ],
)
async def test_a_port_that_cannot_be_opened_says_what_to_check(port: str, advice: str) -> None:
    with pytest.raises(LinkError, match=advice):
        await open_serial(port)


async def test_a_file_that_is_no_port_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(LinkError, match="file: "):
        await open_serial(str(tmp_path / "file"))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may open everything")
async def test_a_forbidden_port_names_the_group_to_join(terminal: tuple[int, str]) -> None:
    os.chmod(terminal[1], 0)  # noqa: PTH101 - a Path would block no less
    with pytest.raises(LinkError, match="dialout"):
        await open_serial(terminal[1])


async def test_a_serial_server_is_a_port_like_any_other() -> None:
    heard: list[bytes] = []

    async def board(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heard.append(await reader.read(1))
        writer.write(b"\x93\x00\x05\x01\x07")
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(board, "127.0.0.1", 0)
    number = server.sockets[0].getsockname()[1]
    link = await open_serial(f"socket://127.0.0.1:{number}")
    await link.write(b"\x4d")
    assert await link.read() == b"\x93\x00\x05\x01\x07"
    with pytest.raises(LinkError, match="the connection is gone"):
        await link.read()
    assert heard == [b"\x4d"]
    assert link.kind is LinkKind.TCP
    await link.close()
    server.close()
    await server.wait_closed()


async def test_links_leave_no_descriptors_behind(terminal: tuple[int, str]) -> None:
    link = await open_serial(terminal[1])
    await link.close()
    before = open_descriptors()
    for _ in range(20):
        link = await open_serial(terminal[1])
        await link.close()
    assert open_descriptors() <= before


@pytest.mark.parametrize(
    ("port", "kind"),
    [
        ("/dev/ttyS0", LinkKind.SERIAL),
        ("COM5", LinkKind.SERIAL),
        ("/dev/ttyACM0", LinkKind.USB),
        ("/dev/serial/by-id/usb-DGT_DGT_Chessboard-if00", LinkKind.USB),
        ("/dev/rfcomm0", LinkKind.BLUETOOTH),
        ("socket://hall:4001", LinkKind.TCP),
        ("rfc2217://hall:4001", LinkKind.TCP),
    ],
)
def test_a_port_s_name_tells_what_it_runs_over(port: str, kind: LinkKind) -> None:
    assert kind_of(port) is kind


async def test_a_bus_line_is_opened_with_its_control_lines_low(
    terminal: tuple[int, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pins: list[object] = []
    connect = serialx.create_serial_connection

    async def noted(*args: Any, **kwargs: Any) -> Any:
        pins.append((kwargs["dtr_on_open"], kwargs["rts_on_open"]))
        return await connect(*args, **kwargs)

    monkeypatch.setattr(serialx, "create_serial_connection", noted)
    for port in (terminal[1], f"bus:{terminal[1]}"):
        link = await open_serial(port)
        assert link.name == terminal[1]
        await link.close()
    high, low = serialx.PinState.HIGH, serialx.PinState.LOW
    assert pins == [(high, high), (low, low)]
