"""What it costs to tell many spectators of a move: ``python -m bench.fanout [spectators]``.

In one run, on the same sockets' other end: a bare loop of ``transport.write`` over raw TCP
connections (the floor), and the whole way from a fact in the log to the spectators' web
sockets. Printed are CPU of this process per delivered message, the ratio to the floor, and
memory per connection. The receiver is a second process that reads and counts bytes.
"""

import asyncio
import contextlib
import os
import selectors
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

from broadcast.cut.feed import no_standings
from broadcast.messages.frames import text_frame
from broadcast.serving.hub import PUBLIC
from broadcast.serving.server import ServerSettings, listen, serving
from facts import fact as f
from facts.envelope import Actor, Draft, Role
from facts.ids import BoardNo, GameId, PairingId, PlayerId, RoundNo, StageId, TournamentId
from facts.log import MemoryLog
from facts.player import Player
from facts.settings import TournamentSettings

MESSAGES = 40
PAUSE_S = 0.25
"""Above the hub's tick, so that every fact is a message of its own."""
BURST = 10
ROUNDS = 3
OPEN, MAIN = TournamentId("open"), StageId("main")
DEVICE = Actor(Role.DEVICE, "bench")
SHUFFLE = ("g1f3", "Nf3"), ("g8f6", "Nf6"), ("f3g1", "Ng1"), ("f6g8", "Ng8")


class BenchClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """The time of day."""
        return datetime.now(UTC)  # noqa: TID251 - this is the clock


class Hall:
    """A log with ten games in it, and moves for them."""

    def __init__(self) -> None:
        self.log = MemoryLog(BenchClock())
        self.plies = dict.fromkeys(range(1, BURST + 1), 0)

    async def open(self) -> None:
        """Publish a round."""
        pairings = tuple(
            f.Pairing(
                PairingId(f"open.main.1.{board}"),
                PlayerId("w"),
                PlayerId("b"),
                BoardNo(board),
                (GameId(f"open.main.1.{board}.1"),),
            )
            for board in self.plies
        )
        facts: list[f.Fact] = [
            f.TournamentDefined(TournamentSettings("Bench")),
            f.PlayerEntered(Player(PlayerId("w"), "White")),
            f.PlayerEntered(Player(PlayerId("b"), "Black")),
            f.RoundPublished(MAIN, RoundNo(1), pairings, (), "bench"),
        ]
        await self._append(facts)

    async def move(self, boards: int) -> None:
        """A move at each of so many boards, logged together."""
        facts: list[f.Fact] = []
        for board in list(self.plies)[:boards]:
            uci, san = SHUFFLE[self.plies[board] % 4]
            self.plies[board] += 1
            move = f.LineMove(uci, san, 5400, BenchClock().now())
            game = GameId(f"open.main.1.{board}.1")
            facts.append(f.MovePlayed(game, self.plies[board], move))
        await self._append(facts)

    async def _append(self, facts: list[f.Fact]) -> None:
        now = BenchClock().now()
        await self.log.append([Draft(fact, now, DEVICE, OPEN) for fact in facts])


class Sink(asyncio.Protocol):
    """A raw connection, kept to be written to."""

    def __init__(self, transports: list[asyncio.Transport]) -> None:
        self._transports = transports

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport."""
        assert isinstance(transport, asyncio.Transport)
        self._transports.append(transport)


def rss_bytes() -> int:
    pages = Path("/proc/self/statm")
    return int(pages.read_text().split()[1]) * 4096 if pages.exists() else 0


@contextlib.asynccontextmanager
async def readers(kind: str, port: int, count: int) -> AsyncIterator[None]:
    """So many connections of a second process; it says when they stand, and what it read."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bench.fanout", "--read", kind, str(port), str(count),
        stdout=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    async with asyncio.timeout(60):
        line = await process.stdout.readline()
    assert line == b"ready\n", line
    try:
        yield
    finally:
        process.terminate()
        await process.wait()


def read(kind: str, port: int, count: int) -> None:
    """Connect and read until ended (the second process)."""
    poll = selectors.DefaultSelector()
    for _ in range(count):
        link = socket.create_connection(("127.0.0.1", port))
        if kind == "ws":
            link.sendall(
                b"GET /socket HTTP/1.1\r\nHost: bench\r\nUpgrade: websocket\r\n"
                b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
            )
            assert b"101" in link.recv(65_536)
        link.setblocking(False)
        poll.register(link, selectors.EVENT_READ)
    os.write(1, b"ready\n")
    while True:
        for key, _ in poll.select():
            with contextlib.suppress(BlockingIOError):
                assert isinstance(key.fileobj, socket.socket)
                if not key.fileobj.recv(262_144):
                    poll.unregister(key.fileobj)


async def floor(count: int, frame: bytes) -> float:
    """CPU microseconds per message of the bare loop."""
    transports: list[asyncio.Transport] = []
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: Sink(transports), sock=listen("127.0.0.1", 0))
    port = server.sockets[0].getsockname()[1]
    async with server, readers("raw", port, count):
        while len(transports) < count:  # noqa: ASYNC110 - a benchmark may look again
            await asyncio.sleep(0.05)
        began = time.process_time()
        for _ in range(MESSAGES):
            for transport in transports:
                transport.write(frame)
            await asyncio.sleep(PAUSE_S)
        used = time.process_time() - began
        for transport in transports:
            transport.abort()
    return used / MESSAGES / count * 1e6


async def whole(count: int, boards: int) -> tuple[float, float, int]:
    """CPU microseconds per message from fact to socket, KiB per connection, bytes a message."""
    hall = Hall()
    await hall.open()
    async with serving(ServerSettings(port=0), hall.log, BenchClock(), no_standings) as server:
        before = rss_bytes()
        async with readers("ws", server.port, count):
            grown = (rss_bytes() - before) / count / 1024
            await asyncio.sleep(1)
            channel = server.hub.channels[PUBLIC]
            n = channel.n
            began = time.process_time()
            for _ in range(MESSAGES):
                await hall.move(boards)
                await asyncio.sleep(PAUSE_S)
            used = time.process_time() - began
            assert channel.n == n + MESSAGES, f"{channel.n - n} messages"
            assert channel.spectators == count, "nobody was dropped"
            size = len(channel.recent(1))
    return used / MESSAGES / count * 1e6, grown, size


async def main(count: int) -> None:
    print(f"{count} spectators, {MESSAGES} messages, best of {ROUNDS} rounds; CPU of the server")
    floors, singles, bursts, sizes, grown = [], [], [], [], []
    for _ in range(ROUNDS):
        one, memory, size = await whole(count, 1)
        many, _, burst_size = await whole(count, BURST)
        floors.append(await floor(count, text_frame(b"x" * (size - 4))))
        singles.append(one)
        bursts.append(many)
        sizes = [size, burst_size]
        grown.append(memory)
    base = min(floors)
    print(f"floor, transport.write of {sizes[0]} bytes   {base:6.2f} us a message   1.00")
    print(f"fact to socket, a move a message     {min(singles):6.2f} us a message   "
          f"{min(singles) / base:.2f}")  # fmt: skip
    per_move = min(bursts) / BURST
    print(f"fact to socket, {BURST} moves a message   {per_move:6.2f} us a move      "
          f"{per_move / base:.2f}   ({sizes[1]} bytes)")  # fmt: skip
    print(f"memory                               {max(grown):6.1f} KiB a connection")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--read"]:
        read(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
    else:
        asyncio.run(main(min(1000, int((sys.argv[1:] or ["400"])[0]))))
