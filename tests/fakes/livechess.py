"""A LiveChess in memory: boards, clients without sockets, and switching it off and on."""

import asyncio

from boardlink.errors import LinkError
from boardlink.protocols.livechess import LiveClock
from boardlink.simulator.livechess.program import Client, LiveChessModel, SimulatedEboard


class MemorySocket:
    """A client's end of its connection; see ``boardlink.links.livechess.Socket``."""

    def __init__(self, live: "FakeLiveChess") -> None:
        self.live = live
        self.client = Client()
        self.incoming: asyncio.Queue[bytes] = asyncio.Queue()
        self.closed = False

    async def send(self, text: bytes) -> None:
        if self.closed:
            raise LinkError("the connection is closed")
        self.live.sent.append(text)
        if not self.live.deaf:
            for answer in self.live.model.answer(self.client, text, 1):
                self.incoming.put_nowait(answer.encode())

    async def receive(self) -> bytes:
        text = await self.incoming.get()
        if not text:
            self.incoming.put_nowait(b"")
            raise LinkError("LiveChess closed the connection")
        return text

    async def close(self) -> None:
        self.closed = True
        self.incoming.put_nowait(b"")


class FakeLiveChess:
    """Boards by serial number.

    Attributes:
        running: False: nobody listens at its address.
        deaf: it takes messages and answers none.
        sent: everything that was sent to it.
        opened: how often it was connected to.
    """

    def __init__(self, *boards: SimulatedEboard) -> None:
        self.model = LiveChessModel(boards)
        self.running = True
        self.deaf = False
        self.sent: list[bytes] = []
        self.opened = 0
        self.sockets: list[MemorySocket] = []

    async def open(self, address: str) -> MemorySocket:
        self.opened += 1
        if not self.running:
            raise LinkError(f"{address}: nobody is there")
        socket = MemorySocket(self)
        self.sockets = [one for one in self.sockets if not one.closed] + [socket]
        return socket

    async def stop(self) -> None:
        self.running = False
        for socket in self.sockets:
            await socket.close()

    def show(self, serial: str, men: str) -> None:
        if self.model.boards[serial].show(men):
            self.tell(serial, board=True)

    def tick(self, serial: str, clock: LiveClock) -> None:
        if self.model.boards[serial].tick(clock, 1):
            self.tell(serial, clock=True)

    def tell(self, serial: str, *, board: bool = False, clock: bool = False) -> None:
        for socket in self.sockets:
            for text in self.model.news(socket.client, serial, 1, board=board, clock=clock):
                socket.incoming.put_nowait(text.encode())

    def say(self, text: bytes) -> None:
        """Send something to every client."""
        for socket in self.sockets:
            socket.incoming.put_nowait(text)
