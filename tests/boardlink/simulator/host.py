"""A host that writes down what a virtual board sends, and when."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import chess

from boardlink.errors import LinkError
from boardlink.links.link import Link
from boardlink.links.memory import memory_pair
from boardlink.protocols.dgt import (
    PIECES,
    BoardDump,
    ClockTime,
    Command,
    DgtParser,
    FieldUpdate,
    Frame,
    to_square,
)
from boardlink.simulator.player import VirtualBoard


class Host:
    """Reads frames; ``placement`` is what the board told so far, as a placement string."""

    def __init__(self, link: Link) -> None:
        self.link = link
        self.frames: list[tuple[float, Frame]] = []
        self.placement = ["?"] * 64
        self.parser = DgtParser()
        self.raw = bytearray()
        self._more = asyncio.Event()

    async def listen(self) -> None:
        """Until the link is gone."""
        try:
            while True:
                data = await self.link.read()
                self.raw += data
                for frame in self.parser.feed(data):
                    self._note(frame)
                self._more.set()
        except LinkError:
            return

    async def heard(self, count: int) -> None:
        """Return once ``count`` frames have come."""
        while len(self.frames) < count:
            self._more.clear()
            await self._more.wait()

    def _note(self, frame: Frame) -> None:
        self.frames.append((asyncio.get_running_loop().time(), frame))
        match frame:
            case BoardDump(codes):
                for index, code in enumerate(codes):
                    self.placement[to_square(index)] = PIECES[code]
            case FieldUpdate(index, code):
                self.placement[to_square(index)] = PIECES[code]
            case _:
                pass

    async def send(self, *commands: Command) -> None:
        """Send commands, a little apart as drivers do."""
        for command in commands:
            await self.link.write(bytes([command]))
            await asyncio.sleep(0.05)

    def clocks(self) -> list[ClockTime]:
        """Every clock message so far."""
        return [frame for _, frame in self.frames if isinstance(frame, ClockTime)]

    def updates(self) -> list[FieldUpdate]:
        """Every field update so far."""
        return [frame for _, frame in self.frames if isinstance(frame, FieldUpdate)]

    @property
    def men(self) -> str:
        """What the board told."""
        return "".join(self.placement)


def listening_host() -> tuple[Host, Link]:
    """A host, and the line for a board to plug into."""
    ours, theirs = memory_pair()
    return Host(ours), theirs


@asynccontextmanager
async def served(board: VirtualBoard, host: Host) -> AsyncIterator[None]:
    """Let board and host run while the body does."""
    async with asyncio.TaskGroup() as group:
        running = group.create_task(board.run())
        hearing = group.create_task(host.listen())
        yield
        running.cancel()
        hearing.cancel()


def men_after(fen: str, ucis: list[str]) -> str:
    """A placement string after moves."""
    board = chess.Board(fen)
    for uci in ucis:
        board.push_uci(uci)
    return "".join(p.symbol() if (p := board.piece_at(s)) else "." for s in chess.SQUARES)
