"""PURE. The bytes of a capture → readings, by the family of its device.

A driver decodes what it reads itself; this is for bytes that were recorded, so that replay
and recovery know no maker's terms.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from boardlink.captures.capture import CaptureHeader, LinkKind
from boardlink.protocols import pegasus
from boardlink.protocols.dgt import DgtParser, EeMoves
from boardlink.protocols.dgt_readings import Sensors, read_frame
from boardlink.protocols.livechess import (
    BoardFeed,
    BoardList,
    BoardNews,
    MessageReader,
    read_message,
)
from boardlink.protocols.livechess_readings import LiveSensors, read_news
from boardlink.readings import Reading


@dataclass(frozen=True, slots=True)
class MemorySent:
    """The board's own log was sent."""

    data: bytes


Decoded = Reading | MemorySent


class Decoder(Protocol):
    """Decodes one link from its beginning; however the bytes were cut, it says the same."""

    def feed(self, data: bytes) -> Iterator[Decoded]:
        """What the device has said once these bytes have come, in order."""
        ...


class DgtDecoder:
    """A DGT board on a line of its own."""

    _read_frame = staticmethod(read_frame)

    def __init__(self) -> None:
        """Nothing was read yet."""
        self._parser = DgtParser()
        self._sensors = Sensors()

    def feed(self, data: bytes) -> Iterator[Decoded]:
        """See :class:`Decoder`."""
        for frame in self._parser.feed(data):
            if isinstance(frame, EeMoves):
                yield MemorySent(frame.data)
            sensed = self._read_frame(self._sensors, frame)
            self._sensors = sensed.sensors
            yield from sensed.readings


class PegasusDecoder(DgtDecoder):
    """A board that only tells which squares are taken."""

    _read_frame = staticmethod(pegasus.read_frame)


class LiveChessDecoder:
    """One board behind LiveChess; what its WebSocket tells of other boards is passed over.

    A file that begins with a list of one board is about that board, whatever the hall calls
    it: LiveChess may know it by its other serial number.
    """

    def __init__(self, serial: str) -> None:
        """``serial``: empty for the first board that is told of."""
        self._serial = serial
        self._messages = MessageReader()
        self._sensors = LiveSensors()
        self._begun = False

    def feed(self, data: bytes) -> Iterator[Decoded]:
        """See :class:`Decoder`."""
        for text in self._messages.feed(data):
            match read_message(text):
                case BoardFeed(news=one):
                    told: tuple[BoardNews, ...] = (one,)
                case BoardList(boards=boards):
                    told = boards
                    if len(boards) == 1 and not self._begun:
                        self._serial = boards[0].serial
                case _:
                    continue
            self._begun = True
            for news in told:
                self._serial = self._serial or news.serial
                if news.serial in ("", self._serial):
                    sensed = read_news(self._sensors, news)
                    self._sensors = sensed.sensors
                    yield from sensed.readings


_BY_FAMILY: Mapping[str, Callable[[], Decoder]] = {
    "dgt": DgtDecoder,
    pegasus.FAMILY: PegasusDecoder,
}


def decoder_of(header: CaptureHeader) -> Decoder:
    """The decoder for a capture; a family that is not known is read as DGT's."""
    if header.link is LinkKind.LIVECHESS:
        return LiveChessDecoder("" if header.device == "0" else header.device)
    return _BY_FAMILY.get(header.family, DgtDecoder)()
