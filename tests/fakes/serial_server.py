"""A serial server on the network, as halls have them: raw TCP, or RFC 2217 (telnet)."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

from boardlink.errors import LinkError
from tests.fakes.scripted_board import ScriptedBoard
from tests.fakes.stream_end import StreamEnd

IAC, DONT, DO, WONT, WILL, SB, SE = 255, 254, 253, 252, 251, 250, 240
COM_PORT = 44
_AGREED = {WILL: DO, DO: WILL}
_REFUSED = {WILL: DONT, DO: WONT}


@dataclass
class Telnet:
    """The server's side of RFC 2217: agrees to everything, or to no COM port.

    Attributes:
        settings: what the host asked of the port: command and payload.
    """

    refuses: bool = False
    settings: list[tuple[int, bytes]] = field(default_factory=list)
    _held: bytes = b""

    def feed(self, data: bytes) -> tuple[bytes, bytes]:
        """What is for the port, and what the host is answered."""
        data = self._held + data
        line, answer, at = bytearray(), bytearray(), 0
        while at < len(data):
            size = self._size(data[at:])
            if size == 0:
                break
            item, at = data[at : at + size], at + size
            if item[0] != IAC:
                line += item
            elif item[1] == IAC:
                line.append(IAC)
            elif item[1] == SB:
                self.settings.append((item[3], item[4:-2]))
                answer += bytes([IAC, SB, COM_PORT, item[3] + 100]) + item[4:]
            elif item[1] in _AGREED:
                no = self.refuses and item[2] == COM_PORT
                answer += bytes([IAC, (_REFUSED if no else _AGREED)[item[1]], item[2]])
        self._held = data[at:]
        return bytes(line), bytes(answer)

    def _size(self, data: bytes) -> int:
        """Bytes of the first item, 0 while it is not whole."""
        if data[0] != IAC:
            return 1
        if len(data) < 2:
            return 0
        if data[1] == SB:
            end = data.find(bytes([IAC, SE]))
            return end + 2 if end >= 0 else 0
        return 2 if data[1] == IAC else 3 * (len(data) >= 3)


class TelnetEnd(StreamEnd):
    """The port's end of a telnet connection."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, telnet: Telnet
    ) -> None:
        super().__init__(reader, writer)
        self._telnet = telnet

    async def read(self) -> bytes:
        while True:
            line, answer = self._telnet.feed(await super().read())
            if answer:
                await super().write(answer)
            if line:
                return line

    async def write(self, data: bytes) -> None:
        await super().write(data.replace(b"\xff", b"\xff\xff"))


class SerialServer:
    """A server with one board at it; it can be switched off and on.

    Attributes:
        telnet: None for raw TCP.
        mute: takes connections, and never says a word.
    """

    def __init__(
        self, board: ScriptedBoard, telnet: Telnet | None = None, *, mute: bool = False
    ) -> None:
        self.board = board
        self.telnet = telnet
        self.mute = mute
        self.port = 0
        self._server: asyncio.Server | None = None
        self._writers: set[asyncio.StreamWriter] = set()

    @property
    def address(self) -> str:
        return f"{'socket' if self.telnet is None else 'rfc2217'}://127.0.0.1:{self.port}"

    async def switch_on(self) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def switch_off(self) -> None:
        """All its connections are reset."""
        if self._server is not None:
            self._server.close()
        for writer in tuple(self._writers):
            writer.transport.abort()
        while self._writers:  # noqa: ASYNC110 - its handlers end one by one
            await asyncio.sleep(0.01)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        end = StreamEnd(reader, writer)
        if self.telnet is not None and not self.mute:
            end = TelnetEnd(reader, writer, self.telnet)
        with suppress(LinkError):
            while self.mute:
                await end.read()
            await self.board.run(end)
        self._writers.discard(writer)
        writer.close()


@asynccontextmanager
async def serial_server(
    board: ScriptedBoard, telnet: Telnet | None = None, *, mute: bool = False
) -> AsyncIterator[SerialServer]:
    """A server that is on."""
    server = SerialServer(board, telnet, mute=mute)
    await server.switch_on()
    try:
        yield server
    finally:
        await server.switch_off()
