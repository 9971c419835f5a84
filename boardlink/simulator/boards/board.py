"""PURE. A virtual DGT board: men, sensors, clock, modes, and an answer to every command.

The sensors are read one square after another in the order of the wire, a8 first; a change
is reported when its square comes round, a change that was undone before is never seen
(docs/dgt-wire.md, Squares). Times are the caller's seconds, never
decreasing. Squares are those of the game; ``rotated`` turns the board under the men.

::

    power-up ─▶ BUS ──any one-byte command──▶ IDLE ──43─▶ UPDATE ──44─▶ UPDATE_BOARD …
                 ▲                              ▲                  4b─▶ UPDATE_NICE
                 └──4a, a bus command───────────┴──40── every update mode
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import assert_never

import chess

from boardlink.protocols.dgt import (
    FORBIDDEN,
    PIECE_CODES,
    Battery,
    BoardDump,
    BusAddress,
    BusCommand,
    ClockAck,
    ClockCommand,
    ClockCommandCode,
    ClockTime,
    Command,
    EeMoves,
    FieldUpdate,
    Frame,
    FramedCommand,
    HardwareVersion,
    LongSerialNumber,
    Sent,
    SerialNumber,
    Trademark,
    UnknownCommand,
    Version,
)
from boardlink.readings import ClockSide, Man
from boardlink.simulator.boards import clock as clocks
from boardlink.simulator.boards import memory as memories
from boardlink.simulator.boards.clock import ChessClock, ClockFace
from boardlink.simulator.boards.clock_wire import NO_CLOCK, clock_time
from boardlink.simulator.boards.settings import BoardSettings
from boardlink.simulator.hands.deeds import (
    Deed,
    DropFlag,
    Lift,
    Place,
    Press,
    SetClock,
    StartClock,
    StopClock,
    after,
    men_of,
)
from facts.fact import Side

__all__ = [
    "START_MEN",
    "BoardSettings",
    "BoardState",
    "Mode",
    "Step",
    "advance",
    "clock_frame",
    "do",
    "fault",
    "power_up",
    "receive",
    "restart",
    "wake_at",
]

CLOCK_EVERY_S = 1.0
"""In UPDATE the clock is told at least so often."""
CLOCK_GAP_S = 0.2
"""Times that merely run down are told no faster: the clock is read once a scan."""
SLACK_S = 1e-9
"""Timers may fire this much early; what is due then is done, not waited for again."""
START_MEN = men_of(chess.Board())


class Mode(Enum):
    """What the board sends by itself."""

    BUS = "bus"
    """Nothing: it waits for bus commands; also how it wakes up."""
    IDLE = "idle"
    UPDATE = "update"
    UPDATE_BOARD = "update-board"
    UPDATE_NICE = "update-nice"
    BOOT = "boot"
    """Somebody sent the boot loader's command: nothing works any more."""


_TELLS_SQUARES = frozenset({Mode.UPDATE, Mode.UPDATE_BOARD, Mode.UPDATE_NICE})
_TELLS_CLOCK = frozenset({Mode.UPDATE, Mode.UPDATE_NICE})


@dataclass(frozen=True, slots=True)
class BoardState:
    """A board at one moment.

    Attributes:
        men: what stands on it, a1 b1 … h8.
        seen: what its sensors saw when each square was last read.
        pending: squares that changed, and when each is read next.
        faults: squares whose sensor sees something else than what stands there.
        told: the clock's face that was sent last, and ``told_at``.
        memory: the bytes of its own log.
        abused: what was received and must never be sent.
    """

    settings: BoardSettings
    men: str = START_MEN
    seen: str = START_MEN
    clock: ChessClock = ChessClock(5400.0, 5400.0)
    mode: Mode = Mode.BUS
    pending: Mapping[int, float] = field(default_factory=dict)
    faults: Mapping[int, Man] = field(default_factory=dict)
    told: ClockFace | None = None
    told_at: float = float("-inf")
    memory: memories.Memory = field(default_factory=memories.Memory)
    abused: tuple[Sent, ...] = ()


Step = tuple[BoardState, tuple[Frame, ...]]


def power_up(settings: BoardSettings, men: str = START_MEN, *, rate: float = 1.0) -> BoardState:
    """A board that was just switched on with ``men`` on it; ``rate`` is its clock's."""
    clock = ChessClock(5400.0, 5400.0, turn=settings.clock_side(Side.WHITE), rate=rate, falls=False)
    log = memories.powered_up(settings.codes(men))
    return BoardState(settings, men=men, seen=men, clock=clock, memory=log)


def restart(board: BoardState) -> BoardState:
    """The board lost its power for a moment: its mode is gone, its men and clock are not."""
    seen = _sensed_all(board)
    log = memories.powered_up(board.settings.codes(seen), board.memory)
    return replace(board, mode=Mode.BUS, seen=seen, pending={}, told=None, memory=log)


# --- time -----------------------------------------------------------------------------


def wake_at(board: BoardState, t: float) -> float | None:
    """When :func:`advance` has something to do next; None: when something happens."""
    due = list(board.pending.values())
    clock_due = _clock_due(board, t)
    if clock_due is not None:
        due.append(clock_due)
    return min(due, default=None)


def advance(board: BoardState, t: float) -> Step:
    """Let the time come to ``t``: what the sensors saw and the clock did until then."""
    frames: list[Frame] = []
    ready = sorted((at, index) for index, at in board.pending.items() if at <= t + SLACK_S)
    for at, index in ready:
        board, seen = _read_square(board, index, at)
        frames += seen
    due = _clock_due(board, t)
    if due is not None and due <= t + SLACK_S:
        board, told = _tell_clock(board, t)
        frames.append(told)
    return board, tuple(frames)


def _read_square(board: BoardState, index: int, at: float) -> tuple[BoardState, list[Frame]]:
    square = board.settings.square(index)
    man = _sensed(board, square)
    pending = {other: when for other, when in board.pending.items() if other != index}
    board = replace(board, pending=pending)
    if man == board.seen[square]:
        return board, []
    seen = board.seen[:square] + man + board.seen[square + 1 :]
    code = PIECE_CODES[man]
    log = memories.changed(board.memory, index, code, at, board.settings.codes(seen))
    board = replace(board, seen=seen, memory=log)
    return board, [FieldUpdate(index, code)] if board.mode in _TELLS_SQUARES else []


def _clock_due(board: BoardState, t: float) -> float | None:
    if board.mode not in _TELLS_CLOCK:
        return None
    if not board.settings.clock:
        if board.told is None:
            return t
        return board.told_at + CLOCK_EVERY_S if board.mode is Mode.UPDATE else None
    now = clocks.face(board.clock, t)
    if board.told is None or _handled(now) != _handled(board.told):
        return t
    if now != board.told:
        due: float | None = max(board.told_at + CLOCK_GAP_S, t)
    else:
        change = clocks.next_change(board.clock, t)
        due = None if change is None else max(board.told_at + CLOCK_GAP_S, change)
    if board.mode is Mode.UPDATE:
        regular = board.told_at + CLOCK_EVERY_S
        due = regular if due is None else min(due, regular)
    return due


def _handled(face: ClockFace) -> tuple[object, ...]:
    """What a hand or a flag changes on a clock, as against time that runs down."""
    return face.turn, face.running, face.left_flag, face.right_flag


def _tell_clock(board: BoardState, t: float) -> tuple[BoardState, ClockTime]:
    board = replace(board, told=clocks.face(board.clock, t), told_at=t)
    return board, clock_frame(board, t)


# --- hands ----------------------------------------------------------------------------


def do(board: BoardState, deed: Deed, t: float) -> Step:
    """Something is done to the board at ``t``; the sensors see it when its square comes."""
    board, before = advance(board, t)
    match deed:
        case Lift(square) | Place(square):
            board = replace(board, men=after(board.men, deed), pending=_noticed(board, [square], t))
        case Press(side, shows_s):
            lever = board.settings.clock_side(side)
            pressed = clocks.pressed(board.clock, t, lever, shows_s)
            log = board.memory
            if pressed.turn is not board.clock.turn:
                log = memories.clock_pressed(log, clocks.face(pressed, t))
            board = replace(board, clock=pressed, memory=log)
        case StartClock(side):
            turn = board.settings.clock_side(side)
            board = replace(board, clock=clocks.started(board.clock, t, turn))
        case StopClock():
            board = replace(board, clock=clocks.stopped(board.clock, t))
        case SetClock():
            board = replace(board, clock=_set(board, deed, t))
        case DropFlag(side):
            fallen = clocks.fallen(board.clock, t, board.settings.clock_side(side))
            board = replace(board, clock=fallen)
        case _:
            assert_never(deed)
    board, then = advance(board, t)
    return board, before + then


def _set(board: BoardState, deed: SetClock, t: float) -> ChessClock:
    turn = board.settings.clock_side(deed.turn)
    white_left = board.settings.clock_side(Side.WHITE) is ClockSide.LEFT
    left, right = (deed.white_s, deed.black_s) if white_left else (deed.black_s, deed.white_s)
    clock = clocks.set_to(board.clock, t, left, right)
    return replace(clock, turn=turn, increment_s=deed.increment_s)


def fault(board: BoardState, square: int, man: Man | None, t: float) -> Step:
    """From ``t`` on a sensor sees ``man``, whatever stands there; None: it works again."""
    board, frames = advance(board, t)
    faults = {other: seen for other, seen in board.faults.items() if other != square}
    if man is not None:
        faults[square] = man
    return replace(board, faults=faults, pending=_noticed(board, [square], t)), frames


def _noticed(board: BoardState, squares: Iterable[int], t: float) -> Mapping[int, float]:
    """When the squares that change at ``t`` are read next."""
    settings = board.settings
    pending = dict(board.pending)
    for square in squares:
        index = settings.index(square)
        first = settings.phase_s + index * settings.square_s
        scans = max(-(-(t - first) // settings.scan_s), 0.0)
        pending.setdefault(index, max(first + scans * settings.scan_s, t))
    return pending


def _sensed(board: BoardState, square: int) -> str:
    return board.faults.get(square, board.men[square])


def _sensed_all(board: BoardState) -> str:
    return "".join(_sensed(board, square) for square in chess.SQUARES)


# --- the wire -------------------------------------------------------------------------


def receive(board: BoardState, sent: Sent, t: float) -> Step:
    """A command arrived at ``t``."""
    board, before = advance(board, t)
    if board.mode is Mode.BOOT:
        return board, before
    match sent:
        case BusCommand():
            board = replace(board, mode=Mode.BUS)
            answer: tuple[Frame, ...] = ()
        case ClockCommand():
            if sent.code != ClockCommandCode.VERSION:
                board = _abused(board, sent)
            answer = _clock_answer(board, sent)
        case FramedCommand():
            board, answer = _abused(board, sent), ()
        case UnknownCommand():
            answer = ()
        case _:
            board, answer = _command(board, sent, t)
    board, then = advance(board, t)
    return board, before + answer + then


def _abused(board: BoardState, sent: Sent) -> BoardState:
    return replace(board, abused=(*board.abused, sent))


_MODES = {
    Command.SEND_RESET: Mode.IDLE,
    Command.SEND_UPDATE: Mode.UPDATE,
    Command.SEND_UPDATE_BRD: Mode.UPDATE_BOARD,
    Command.SEND_UPDATE_NICE: Mode.UPDATE_NICE,
    Command.TO_BUSMODE: Mode.BUS,
    Command.STARTBOOTLOADER: Mode.BOOT,
}


def _command(board: BoardState, command: Command, t: float) -> Step:
    if command in FORBIDDEN:
        board = _abused(board, command)
    if board.mode is Mode.BUS:
        board = replace(board, mode=Mode.IDLE)
    mode = _MODES.get(command)
    if mode is not None:
        return replace(board, mode=mode, told=None), ()
    answer = _answer(board, command, t)
    return board, () if answer is None else (answer,)


def _answer(board: BoardState, command: Command, t: float) -> Frame | None:
    """What a board of this kind says; None: it does not know the command, or has no say."""
    settings = board.settings
    match command:
        case Command.SEND_CLK:
            return clock_frame(board, t)
        case Command.SEND_BRD:
            return BoardDump(settings.codes(board.seen))
        case Command.RETURN_SERIALNR:
            return SerialNumber(settings.serial)
        case Command.RETURN_BUSADRES:
            return BusAddress(settings.bus_address)
        case Command.SEND_TRADEMARK:
            return Trademark(settings.trademark)
        case Command.SEND_EE_MOVES:
            return EeMoves(memories.read_out(board.memory))
        case Command.SEND_VERSION:
            return Version(*settings.version)
        case Command.REQ_HARDWARE_VERSION if settings.hardware is not None:
            return HardwareVersion(*settings.hardware)
        case Command.SEND_BATTERY_STATUS if settings.battery is not None:
            return Battery(bytes([settings.battery, 0x7F, 0x7F, 1, 0, 0, 12, 0, 0x02]))
        case Command.RETURN_LONG_SERIALNR if settings.long_serial:
            return LongSerialNumber(settings.long_serial)
        case _:
            return None


_CLOCK_OK, _CLOCK_ERROR, _CLOCK_VERSION = 0x10, 0x40, 0x20


def _clock_answer(board: BoardState, command: ClockCommand) -> tuple[Frame, ...]:
    """The clock acknowledges commands only where updates are on; it obeys none."""
    if not board.settings.clock or board.mode not in _TELLS_CLOCK:
        return ()
    if command.code == ClockCommandCode.SETNRUN:
        return (ClockAck(_CLOCK_ERROR, command.code, 0, 0),)
    version = _CLOCK_VERSION if command.code == ClockCommandCode.VERSION else 0
    return (ClockAck(_CLOCK_OK, command.code, version, 0),)


def clock_frame(board: BoardState, t: float) -> ClockTime:
    """What the board says of its clock."""
    if not board.settings.clock:
        return NO_CLOCK
    return clock_time(clocks.face(board.clock, t))
