"""PURE. How a virtual board answers on a bus line (docs/dgt-wire.md).

It says nothing unasked. Changes are told once, from its own log, and the last answer once
more on request; a ping to all is answered somewhere within 1.1 s, unless it was told to let
the next one pass.
"""

from dataclasses import dataclass, replace

from boardlink.protocols.dgt import encode_frame
from boardlink.protocols.dgt_bus import (
    EVERYBODY,
    BusCode,
    BusReply,
    BusReplyId,
    BusRequest,
    read_request,
)
from boardlink.simulator.boards import board as boards
from boardlink.simulator.boards import memory as memories
from boardlink.simulator.boards.board import BoardState, Mode
from boardlink.simulator.hands.luck import Luck

LATENCY_S = (0.001, 0.006)
"""Answers come within milliseconds."""
WRITING_S = (0.006, 0.02)
"""While the board's memory is written it takes longer; one answer in ten."""
SPREAD_S = (0.0, 1.1)
START_S = 0.07
_FRAME_HEADER = 3
_FIRST_WITH_VERSION = (1, 2)


@dataclass(frozen=True, slots=True)
class BusMemory:
    """What a board remembers of its talk with the host.

    Attributes:
        told: bytes of its log that were told, of all that were ever written.
        packet: the last answer with changes.
        even: that one had the second of the two ids.
        lets_pass: the next ping to all is not answered.
    """

    told: int = 0
    packet: bytes = b""
    even: bool = False
    lets_pass: bool = False


@dataclass(frozen=True, slots=True)
class Delayed:
    """An answer, and how long it takes to begin."""

    after_s: float
    reply: BusReply


Answer = tuple[BusMemory, BoardState, tuple[Delayed, ...]]


def answer(bus: BusMemory, board: BoardState, command: bytes, t: float, luck: Luck) -> Answer:
    """What a board in bus mode does when it hears these four bytes."""
    request = read_request(command)
    address = board.settings.bus_address
    if request is None or request.address not in (address, EVERYBODY):
        return bus, board, ()
    latency = luck.between(WRITING_S if luck.happens(0.1) else LATENCY_S)
    if request.address == EVERYBODY:
        return _to_all(bus, board, request, latency, luck)

    def replied(*replies: tuple[int, bytes]) -> tuple[Delayed, ...]:
        return tuple(Delayed(latency, BusReply(id_, address, data)) for id_, data in replies)

    clock = BusReplyId.CLOCK, encode_frame(boards.clock_frame(board, t))[_FRAME_HEADER:]
    dump = BusReplyId.BOARD_DUMP, board.settings.codes(board.seen)
    match request.code:
        case BusCode.SEND_CLK:
            return bus, board, replied(clock)
        case BusCode.SEND_BRD:
            return bus, board, replied(dump)
        case BusCode.SEND_CHANGES:
            bus = _told(bus, board)
            return bus, board, replied(_packet(bus))
        case BusCode.REPEAT_CHANGES:
            return bus, board, replied(_packet(bus))
        case BusCode.SEND_ALL_D:
            bus = _told(bus, board)
            return bus, board, replied(_packet(bus), clock, dump)
        case BusCode.SEND_FROM_START:
            log = memories.since_start(board.memory)
            untold = board.memory.written - bus.told
            known = log[: len(log) - untold] if untold < len(log) else b""
            return bus, board, replied((BusReplyId.FROM_START, known))
        case BusCode.SET_START_GAME:
            log_ = memories.game_started(board.memory, board.settings.codes(board.seen))
            written = Delayed(START_S, BusReply(BusReplyId.START_WRITTEN, address))
            return bus, replace(board, memory=log_), (written,)
        case BusCode.PING:
            return bus, board, replied((BusReplyId.PING, b""))
        case BusCode.IGNORE_NEXT_BUS_PING:
            return replace(bus, lets_pass=True), board, replied((BusReplyId.PING, b""))
        case BusCode.SEND_VERSION:
            return bus, board, replied(_version(board))
        case BusCode.RETURN_SERIALNR if board.settings.bus_serial:
            serial = board.settings.serial.encode("ascii")
            return bus, board, replied((BusReplyId.SERIAL_NUMBER, serial))
        case _:
            return _ended(bus, board, request)


def _to_all(
    bus: BusMemory, board: BoardState, request: BusRequest, latency: float, luck: Luck
) -> Answer:
    address = board.settings.bus_address
    match request.code:
        case BusCode.PING if bus.lets_pass:
            return replace(bus, lets_pass=False), board, ()
        case BusCode.PING:
            delay = luck.between(SPREAD_S) + latency
            return bus, board, (Delayed(delay, BusReply(BusReplyId.PING, address)),)
        case BusCode.SEND_VERSION:
            id_, data = _version(board)
            return bus, board, (Delayed(latency, BusReply(id_, address, data)),)
        case _:
            return _ended(bus, board, request)


def _ended(bus: BusMemory, board: BoardState, request: BusRequest) -> Answer:
    if request.code == BusCode.END_BUSMODE:
        board = replace(board, mode=Mode.IDLE, told=None)
    elif request.code == BusCode.RESET:
        board = boards.restart(board)
    return bus, board, ()


def _told(bus: BusMemory, board: BoardState) -> BusMemory:
    log = board.memory
    untold = min(log.written - bus.told, len(log.data))
    packet = log.data[len(log.data) - untold :]
    even = board.settings.alternates and not bus.even
    return replace(bus, told=log.written, packet=packet, even=even)


def _packet(bus: BusMemory) -> tuple[int, bytes]:
    return (BusReplyId.UPDATE_EVEN if bus.even else BusReplyId.UPDATE), bus.packet


def _version(board: BoardState) -> tuple[int, bytes]:
    tells = board.settings.version >= _FIRST_WITH_VERSION
    return BusReplyId.VERSION, bytes(board.settings.version) if tells else b""
