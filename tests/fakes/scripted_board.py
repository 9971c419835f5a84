"""A DGT board that answers by the book, or misbehaves as a test tells it to."""

import asyncio
from dataclasses import dataclass, field

from boardlink.errors import LinkError
from boardlink.links.link import Link
from boardlink.protocols.dgt import (
    BoardDump,
    BusAddress,
    ClockTime,
    Command,
    CommandReader,
    FieldUpdate,
    Frame,
    LongSerialNumber,
    SerialNumber,
    SideTime,
    Version,
    encode_frame,
    to_square,
)

START_CODES = bytes.fromhex(
    "08090a0c0b0a0908" + "07" * 8 + "00" * 32 + "01" * 8 + "0203040605040302"
)
FIVE_MINUTES = SideTime(0, 0x05, 0)


@dataclass
class ScriptedBoard:
    """Serve it with :meth:`run`, then change squares and faults while it runs.

    Attributes:
        updating: in update mode; a test clears it to make the board forget.
        deaf: answers nothing and sends nothing.
        answers: bytes to send in place of the right answer, by command.
        sent: every byte that the host sent.
    """

    serial: str = "25731"
    long_serial: str = ""
    version: Version = field(default_factory=lambda: Version(1, 7))
    codes: bytearray = field(default_factory=lambda: bytearray(START_CODES))
    clock: ClockTime | None = field(
        default_factory=lambda: ClockTime(FIVE_MINUTES, FIVE_MINUTES, 0x08)
    )
    updating: bool = False
    deaf: bool = False
    answers: dict[Command, bytes] = field(default_factory=dict)
    sent: bytearray = field(default_factory=bytearray)
    link: Link | None = None

    async def run(self, link: Link) -> None:
        """Answer until the host is gone."""
        self.link = link
        self.updating = False
        reader = CommandReader()
        try:
            while True:
                data = await link.read()
                self.sent += data
                for command in reader.feed(data):
                    if isinstance(command, Command) and not self.deaf:
                        await self._answer(command)
        except LinkError:
            self.link = None

    async def put(self, index: int, code: int) -> None:
        """Change a square by hand; the host hears of it when it has asked for updates."""
        self.codes[index] = code
        if self.updating:
            await self.send(FieldUpdate(index, code))

    async def tick(self, clock: ClockTime) -> None:
        """The clock shows something new."""
        self.clock = clock
        if self.updating:
            await self.send(clock)

    async def send(self, *frames: Frame) -> None:
        await self.send_bytes(b"".join(map(encode_frame, frames)))

    async def send_bytes(self, data: bytes) -> None:
        if self.link is not None and not self.deaf:
            await self.link.write(data)

    async def _answer(self, command: Command) -> None:
        if command in self.answers:
            await self.send_bytes(self.answers[command])
            return
        match command:
            case Command.SEND_RESET:
                self.updating = False
            case Command.SEND_UPDATE_NICE:
                self.updating = True
            case Command.SEND_VERSION:
                await self.send(self.version)
            case Command.RETURN_SERIALNR:
                await self.send(SerialNumber(self.serial))
            case Command.RETURN_LONG_SERIALNR if self.long_serial:
                await self.send(LongSerialNumber(self.long_serial))
            case Command.RETURN_BUSADRES:
                await self.send(BusAddress(1025))
            case Command.SEND_BRD:
                await self.send(BoardDump(bytes(self.codes)))
            case Command.SEND_CLK:
                await self.send(self.clock or ClockTime(SideTime(0, 0, 0), SideTime(0, 0, 0), 0x20))
            case _:
                pass

    @property
    def placement(self) -> str:
        """What stands on it, as a driver should tell it."""
        letters = ".PRNBKQprnbkq"
        return "".join(letters[self.codes[to_square(square)]] for square in range(64))


async def soon(seconds: float = 0.0) -> None:
    """Let others act, and time pass."""
    await asyncio.sleep(seconds)
