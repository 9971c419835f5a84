"""A virtual board made a Pegasus: its squares are taken or free, and it wants a key first.

Wrap the line of any virtual board in it. A man that takes another without lifting it first
changes nothing that such a board could tell.
"""

from boardlink.protocols.dgt import BoardDump, DgtParser, FieldUpdate, Frame, encode_frame
from boardlink.protocols.pegasus import encode_key
from boardlink.simulator.ports.line import Line

_EMPTY_DUMP = bytes(64)


class PegasusLine:
    """The board's end; see :class:`boardlink.simulator.ports.line.Line`.

    Attributes:
        unlocked: the key has come; without it the board tells of an empty board.
    """

    def __init__(self, line: Line, key: bytes) -> None:
        """``key`` is the one that it wants, six bytes."""
        self._line = line
        self._wanted = encode_key(key)
        self._received = b""
        self._parser = DgtParser()
        self._taken = bytearray(64)
        self.unlocked = False

    async def read(self) -> bytes:
        """What the host sent, without the key."""
        while True:
            data = await self._line.read()
            if self.unlocked or not data:
                return data
            self._received += data
            before, found, after = self._received.partition(self._wanted)
            if found:
                self.unlocked = True
                if before + after:
                    return before + after
            elif not self._wanted.startswith(self._received):
                self._received = b""
                return data

    async def write(self, data: bytes) -> None:
        """Send what a Pegasus would of it."""
        sent = b"".join(self._told(frame) for frame in self._parser.feed(data))
        if sent:
            await self._line.write(sent)

    async def close(self) -> None:
        """Pull the line."""
        await self._line.close()

    def _told(self, frame: Frame) -> bytes:
        match frame:
            case BoardDump(codes):
                self._taken = bytearray(int(code != 0) for code in codes)
                return encode_frame(BoardDump(bytes(self._taken) if self.unlocked else _EMPTY_DUMP))
            case FieldUpdate(index, code):
                if not self.unlocked or self._taken[index] == int(code != 0):
                    return b""
                self._taken[index] = int(code != 0)
                return encode_frame(FieldUpdate(index, self._taken[index]))
            case _:
                return encode_frame(frame)
