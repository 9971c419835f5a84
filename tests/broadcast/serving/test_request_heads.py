"""The door, over real sockets."""

import asyncio
import contextlib

import pytest

from broadcast.serving import request_heads as front
from tests.broadcast.serving.test_server import hall

pytestmark = pytest.mark.real_time

HEAD = b"GET /healthz HTTP/1.1\r\nHost: hall\r\n\r\n"


async def ask(port: int, *pieces: bytes) -> bytes:
    """Send the pieces, and return what comes until the other side closes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(0.01)
        async with asyncio.timeout(5):
            return await reader.read()
    except ConnectionResetError:
        return b""
    finally:
        writer.close()


async def test_a_head_that_comes_in_pieces_is_answered() -> None:
    close = HEAD.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
    async with hall() as room:
        for size in (1, 7, 1000):
            pieces = [close[at : at + size] for at in range(0, len(close), size)]
            answer = await ask(room.server.port, *pieces)
            assert answer.startswith(b"HTTP/1.1 200 ")
            assert answer.endswith(b'{"ok": true}')


async def test_several_requests_come_through_one_connection() -> None:
    async with hall() as room:
        close = HEAD.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
        answer = await ask(room.server.port, HEAD + HEAD, close)
        assert answer.count(b"HTTP/1.1 200 ") == 3


async def test_who_says_nothing_is_shown_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(front, "HEAD_S", 0.1)
    async with hall() as room:
        for pieces in ((), (b"GET / HT",), (HEAD[:-2],)):
            assert (await ask(room.server.port, *pieces)).startswith(b"HTTP/1.1 408 ")
        assert (await room.get("healthz"))[0] == 200


@pytest.mark.parametrize("end", [b"", b"\r\n\r\n"])
async def test_a_head_without_measure_is_refused(end: bytes) -> None:
    async with hall() as room:
        answer = await ask(room.server.port, b"GET / HTTP/1.1\r\nX: " + b"x" * 20_000 + end)
        assert answer.startswith(b"HTTP/1.1 431 ") or answer == b""


async def test_what_is_no_http_is_refused_and_the_server_goes_on() -> None:
    async with hall() as room:
        answer = await ask(room.server.port, b"\x16\x03\x01\x02\x00\r\n\r\n")
        assert answer.startswith(b"HTTP/1.0 400 ") or answer.startswith(b"HTTP/1.1 400 ")
        assert b"Traceback" not in answer
        assert (await room.get("healthz"))[0] == 200


async def test_a_connection_that_is_gone_before_its_head_leaves_nothing_behind() -> None:
    async with hall() as room:
        for _ in range(3):
            _, writer = await asyncio.open_connection("127.0.0.1", room.server.port)
            writer.write(b"GET /")
            await writer.drain()
            writer.close()
            await writer.wait_closed()
        assert (await room.get("healthz"))[0] == 200


async def test_who_still_waits_when_the_server_stops_is_sent_away() -> None:
    async with hall() as room:
        reader, writer = await asyncio.open_connection("127.0.0.1", room.server.port)
        writer.write(b"GET /")
        await writer.drain()
        await asyncio.sleep(0.05)
    async with asyncio.timeout(5):
        with contextlib.suppress(ConnectionResetError):
            assert await reader.read() == b""
    writer.close()
