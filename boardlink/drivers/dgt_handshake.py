"""Saying hello to a DGT board: who is there, and what may be sent to it at all.

Only commands of ``ALLOWED`` can leave this program: the board and its clock are read,
never written. The order of the handshake and its times were put together from what public
drivers do (docs/dgt-wire.md, Hello).
"""

import asyncio
from dataclasses import dataclass
from typing import TypeVar

from boardlink.drivers.dgt_bus_probe import boards_on_bus, bus_advice
from boardlink.errors import DeviceError, LinkTimeoutError, UsageError
from boardlink.links.link import Link
from boardlink.protocols.dgt import (
    BusAddress,
    Command,
    DgtParser,
    Frame,
    LongSerialNumber,
    SerialNumber,
    Version,
)
from facts.ids import DeviceId

ALLOWED = frozenset(
    {
        Command.SEND_RESET,
        Command.SEND_CLK,
        Command.SEND_BRD,
        Command.RETURN_SERIALNR,
        Command.RETURN_BUSADRES,
        Command.SEND_UPDATE_BRD,
        Command.SEND_UPDATE_NICE,
        Command.SEND_BATTERY_STATUS,
        Command.SEND_VERSION,
        Command.RETURN_LONG_SERIALNR,
        Command.SEND_EE_MOVES,
    }
)
"""All that is ever sent: one byte each, none changes anything that lasts."""

_F = TypeVar("_F", bound=Frame)


@dataclass(frozen=True, slots=True)
class DgtTimes:
    """Every time of the driver, in seconds.

    Attributes:
        discard_s: input that lies in the port when it is opened is old for so long.
        answer_s: a board answers within milliseconds; the rest is for slow links.
        tries: how often the version and the serial number are asked for.
        optional_s: wait for an answer that not every board gives.
        gap_s: between two commands, for the board's buffer of 10 bytes.
        keep_alive_s: silence after which the board is asked for a sign of life.
        dump_s: between full dumps, which repair what an update lost; a dump takes 70 ms.
        repair_s: least time between the extra dumps that errors ask for.
        battery_s: between questions about a Bluetooth board's battery.
        memory_s: a full memory takes 8.3 s at 9600 baud; nothing else is asked meanwhile.
        silent_s: silence that is worth telling.
        lost_s: silence after which the link is given up.
        placement_s: a board that talks but sends no dump for so long, though it was asked
            ``tries`` times, is of no use.
    """

    discard_s: float = 0.3
    answer_s: float = 1.0
    tries: int = 3
    optional_s: float = 0.5
    gap_s: float = 0.1
    keep_alive_s: float = 1.0
    dump_s: float = 4.0
    repair_s: float = 0.5
    battery_s: float = 60.0
    memory_s: float = 12.0
    silent_s: float = 2.5
    lost_s: float = 5.0
    placement_s: float = 20.0


@dataclass(frozen=True, slots=True)
class Identity:
    """Who a board says it is.

    Attributes:
        device: its serial number.
        long_serial: the 10 characters that newer boards also tell, else empty.
        bus_address: its address on a bus line, None where it tells none.
    """

    device: DeviceId
    version: str
    long_serial: str = ""
    bus_address: int | None = None

    def answers_to(self, name: str) -> bool:
        """True where ``name`` is the serial number, in its short or its long form."""
        return name in (self.device, self.long_serial.strip()) and name != ""


async def send(link: Link, command: Command) -> None:
    """Send one command; the only way out to a board.

    Raises:
        UsageError: a command that must never be sent.
        LinkError: the link is gone.
    """
    if command not in ALLOWED:
        raise UsageError(f"command {command:02x} must never be sent to a board")
    await link.write(bytes([command]))


class Handshake:
    """One conversation with whatever is at the other end of a link.

    Attributes:
        early: frames that came unasked meanwhile, in order.
    """

    def __init__(self, link: Link, parser: DgtParser, times: DgtTimes) -> None:
        """``parser`` goes on to be used by the reader."""
        self._link = link
        self._parser = parser
        self._times = times
        self._heard = b""
        self.early: list[Frame] = []

    async def identify(self) -> Identity:
        """Learn who is there; the board then stands still until it is asked more.

        Raises:
            LinkTimeoutError: nobody answers.
            DeviceError: somebody answers, but no DGT board, or boards in bus mode.
            LinkError: the link is gone.
        """
        await self._discard()
        try:
            await send(self._link, Command.SEND_RESET)
            await asyncio.sleep(self._times.gap_s)
            version = await self._ask(Command.SEND_VERSION, Version)
            number = await self._ask_serial_number()
        except DeviceError as error:
            addresses = await boards_on_bus(self._link)
            if not addresses:
                raise
            raise DeviceError(bus_advice(self._link.name, addresses)) from error
        long_serial = await self._ask_maybe(Command.RETURN_LONG_SERIALNR, LongSerialNumber)
        address = await self._ask_maybe(Command.RETURN_BUSADRES, BusAddress)
        return Identity(
            device=DeviceId(number),
            version=str(version),
            long_serial="" if long_serial is None else long_serial.text,
            bus_address=None if address is None else address.address,
        )

    async def _discard(self) -> None:
        """Throw away what the port had kept from before."""
        try:
            async with asyncio.timeout(self._times.discard_s):
                while True:
                    await self._link.read()
        except TimeoutError as error:
            if isinstance(error, LinkTimeoutError):
                raise

    async def _ask_serial_number(self) -> str:
        """The number that the board tells twice running: no checksum guards it."""
        told: list[str] = []
        for _ in range(1 + self._times.tries):
            serial = await self._ask(Command.RETURN_SERIALNR, SerialNumber)
            number = serial.number
            if told and told[-1] == number and number.isalnum() and serial.text.isprintable():
                return number
            told.append(number)
        raise DeviceError(
            f"{self._link.name}: the board tells no serial number that can be relied on "
            f"({', '.join(map(repr, told))}): check its cable, and that it is a DGT board"
        )

    async def _ask(self, command: Command, kind: type[_F]) -> _F:
        """The answer to a question that every board answers."""
        before = self._heard
        for _ in range(self._times.tries):
            answer = await self._ask_once(command, kind, self._times.answer_s)
            if answer is not None:
                return answer
        name = self._link.name
        if self._heard == before:
            raise LinkTimeoutError(
                f"{name}: nothing answers: is the board switched on and its cable in? a clock "
                f"without a board does not answer"
            )
        raise DeviceError(
            f"{name}: what answers is no DGT board, or the line is disturbed: asked with "
            f"{command:02x} it sent {self._heard[-16:].hex(' ')}"
        )

    async def _ask_maybe(self, command: Command, kind: type[_F]) -> _F | None:
        """The answer to a question that not every board answers."""
        return await self._ask_once(command, kind, self._times.optional_s)

    async def _ask_once(self, command: Command, kind: type[_F], wait_s: float) -> _F | None:
        await send(self._link, command)
        answer: _F | None = None
        try:
            async with asyncio.timeout(wait_s):
                while answer is None:
                    data = await self._link.read()
                    self._heard = (self._heard + data)[-64:]
                    for frame in self._parser.feed(data):
                        if isinstance(frame, kind) and answer is None:
                            answer = frame
                        else:
                            self.early.append(frame)
        except TimeoutError as error:
            if isinstance(error, LinkTimeoutError):
                raise
        return answer
