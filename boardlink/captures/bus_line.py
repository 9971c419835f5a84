"""PURE. A bus line's capture, taken apart: one capture for each board on the line.

Each holds what its board would have sent on a line of its own (``protocols/dgt_bus_board``),
and each of its lines stands at the byte of the file where the answer was read that it comes
from. So whatever reads captures of single boards can read a line's.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

import chess

from boardlink.captures.capture import Capture, CaptureRecord, LinkKind, Note, Received, Sent
from boardlink.protocols.dgt import PIECE_CODES, CommandReader, encode_frame, to_square
from boardlink.protocols.dgt_bus import (
    BusCode,
    BusParser,
    BusReply,
    BusReplyId,
    BusRequest,
    read_request,
    serial_at,
    serial_in,
)
from boardlink.protocols.dgt_bus_board import BusBoardReader, Event, FrameHeard, Missed
from boardlink.protocols.dgt_commands import BusCommand
from boardlink.protocols.dgt_own_memory import MISSED, NO_MEMORY
from facts.ids import DeviceId

FEWEST_ANSWERS = 2
"""An address that was heard less often is a mishearing."""
_NOTE = "board "


@dataclass(frozen=True, slots=True)
class _Heard:
    """An answer, and where in the capture it was complete."""

    t: float
    offset: int
    reply: BusReply
    may_repeat: bool


@dataclass(slots=True)
class _BoardLines:
    """What a board's own capture will hold."""

    reader: BusBoardReader
    lines: list[tuple[CaptureRecord, int]] = field(default_factory=list)

    def keep(self, events: Iterable[Event], offset: int) -> None:
        for event in events:
            match event:
                case FrameHeard(t, frame):
                    self.lines.append((Received(t, encode_frame(frame)), offset))
                case Missed(t):
                    self.lines.append((Note(t, MISSED), offset))


def note_about(device: str, text: str) -> str:
    """A note about one board, as its line's capture holds it."""
    return f"{_NOTE}{device}: {text}"


def split_line(capture: Capture) -> tuple[Capture, ...]:
    """A capture for every board of a line, in the order of their serial numbers.

    One that is no line's is given back as it is.
    """
    if capture.header.link is not LinkKind.BUS:
        return (capture,)
    heard = _answers_of(capture)
    counts = Counter(one.reply.address for one in heard)
    devices = _devices_of(heard)
    dumped = {one.reply.address for one in heard if one.reply.id == BusReplyId.BOARD_DUMP}
    boards = {
        address: _BoardLines(_reader(capture, known=address in dumped))
        for address, count in counts.items()
        if count >= FEWEST_ANSWERS
    }
    _read_all(capture, heard, boards, devices)
    made = [_as_own(capture, devices[address], lines) for address, lines in boards.items()]
    return tuple(sorted(made, key=lambda one: one.header.device))


def board_of_line(capture: Capture, device: str) -> Capture | None:
    """One board's part of a line's capture; None where it was not on that line."""
    return next((one for one in split_line(capture) if one.header.device == device), None)


def _answers_of(capture: Capture) -> list[_Heard]:
    """Every answer, and whether it may be one that was given before."""
    parser, commands = BusParser(), CommandReader()
    asked: BusRequest | None = None
    heard: list[_Heard] = []
    for record, offset in zip(capture.records, capture.offsets, strict=True):
        match record:
            case Sent(data=data):
                for command in commands.feed(data):
                    if isinstance(command, BusCommand):
                        asked = read_request(command.data) or asked
            case Received(t=t, data=data):
                for reply in parser.feed(data):
                    heard.append(_Heard(t, offset, reply, _may_repeat(asked, reply)))
            case _:
                pass
    return heard


def _may_repeat(asked: BusRequest | None, reply: BusReply) -> bool:
    if asked is None:
        return False
    return asked.address != reply.address or asked.code == BusCode.REPEAT_CHANGES


def _devices_of(heard: Iterable[_Heard]) -> dict[int, DeviceId]:
    devices: dict[int, DeviceId] = {}
    for one in heard:
        serial = serial_in(one.reply)
        if serial:
            devices[one.reply.address] = DeviceId(serial)
        else:
            devices.setdefault(one.reply.address, DeviceId(serial_at(one.reply.address)))
    return devices


def _reader(capture: Capture, *, known: bool) -> BusBoardReader:
    """Where no host ever asked for a board's squares, it began as its game does."""
    if known:
        return BusBoardReader()
    board = chess.Board(capture.header.start_fen or chess.STARTING_FEN)
    codes = bytearray(64)
    for index in range(64):
        piece = board.piece_at(to_square(index))
        codes[index] = 0 if piece is None else PIECE_CODES[piece.symbol()]
    return BusBoardReader(bytes(codes))


def _read_all(
    capture: Capture,
    heard: Iterable[_Heard],
    boards: dict[int, _BoardLines],
    devices: dict[int, DeviceId],
) -> None:
    for one in heard:
        lines = boards.get(one.reply.address)
        if lines is not None:
            events = lines.reader.take(one.reply, one.t, may_repeat=one.may_repeat)
            lines.keep(events, one.offset)
    end = max((record.t for record in capture.records), default=0.0)
    for lines in boards.values():
        lines.keep(lines.reader.flush(end), capture.offsets[-1])
    for record, offset in zip(capture.records, capture.offsets, strict=True):
        if isinstance(record, Note):
            for address, lines in boards.items():
                note = _note_for(record, devices[address])
                if note is not None:
                    lines.lines.append((note, offset))


def _note_for(note: Note, device: str) -> Note | None:
    """A line's note is every board's; of its own only one says what a replay has to know."""
    if not note.text.startswith(_NOTE):
        return note
    return Note(note.t, NO_MEMORY) if note.text == note_about(device, NO_MEMORY) else None


def _as_own(capture: Capture, device: DeviceId, board: _BoardLines) -> Capture:
    lines = sorted(board.lines, key=lambda line: line[1])
    header = replace(capture.header, link=LinkKind.SERIAL, device=device)
    records = tuple(record for record, _ in lines)
    offsets = tuple(offset for _, offset in lines)
    return replace(capture, header=header, records=records, offsets=offsets)
