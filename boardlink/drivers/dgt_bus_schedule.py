"""PURE. Whom to ask what on a bus line, and when (docs/boards.md).

One question is on the line at a time. Each board's questions have moments at which they are
due, and what has been due longest is asked first, so nobody waits for ever: changes each
second, the clock and, more rarely, the whole board. An answer to the question for changes
that was lost or spoilt is asked for again by its own command, since the board tells changes
once. A board that does not answer is asked ever more rarely, and as before once it does.

Boards are found by a ping to all, whose answers come scattered over a second and collide:
boards that are known are told to keep quiet, and it is asked again until nobody new comes.

Only commands of ``ALLOWED`` can leave this program: none of them is a byte of the protocol
for single boards, which would take boards out of bus mode, none writes to a board's memory
or to a clock, and only the ping goes to all boards.
"""

import math
from collections.abc import Mapping
from dataclasses import replace

from boardlink.drivers.dgt_bus_state import (
    BusBoardState,
    BusTimes,
    Found,
    LineEvent,
    LineState,
    Lost,
    NoLog,
    OpenQuestion,
    Pinging,
    Silent,
    Spoilt,
    Task,
)
from boardlink.protocols.dgt_bus import (
    EVERYBODY,
    BusCode,
    BusReply,
    BusReplyId,
    BusRequest,
    serial_at,
    serial_in,
    version_in,
)

ALLOWED = frozenset(
    {
        BusCode.SEND_CLK,
        BusCode.SEND_BRD,
        BusCode.SEND_CHANGES,
        BusCode.REPEAT_CHANGES,
        BusCode.SEND_FROM_START,
        BusCode.PING,
        BusCode.IGNORE_NEXT_BUS_PING,
        BusCode.SEND_VERSION,
        BusCode.RETURN_SERIALNR,
    }
)
"""All that is ever sent."""


_CODES = {
    Task.VERSION: BusCode.SEND_VERSION,
    Task.SERIAL: BusCode.RETURN_SERIALNR,
    Task.CHANGES: BusCode.SEND_CHANGES,
    Task.CLOCK: BusCode.SEND_CLK,
    Task.DUMP: BusCode.SEND_BRD,
    Task.LOG: BusCode.SEND_FROM_START,
}
_ANSWERS = {
    BusReplyId.VERSION: Task.VERSION,
    BusReplyId.SERIAL_NUMBER: Task.SERIAL,
    BusReplyId.UPDATE: Task.CHANGES,
    BusReplyId.UPDATE_EVEN: Task.CHANGES,
    BusReplyId.CLOCK: Task.CLOCK,
    BusReplyId.BOARD_DUMP: Task.DUMP,
    BusReplyId.DRAUGHTS_DUMP: Task.DUMP,
    BusReplyId.FROM_START: Task.LOG,
}
_BYTES = {Task.VERSION: 8, Task.SERIAL: 16, Task.CHANGES: 6, Task.CLOCK: 13, Task.DUMP: 70}
_LATE, _BREAK, _CALM = 2.0, 1.25, 0.98
"""What an answer that comes late, breaks off, or comes in time does to the patience."""
_URGENT = -math.inf
"""Due before everything else: the second half of a question that was begun."""


NOBODY: frozenset[int] = frozenset()


def begin(times: BusTimes, at: float) -> LineState:
    """A line of which nothing is known: boards are looked for first."""
    return LineState(times, free_at=at, ping_due=at)


# --- asking ---------------------------------------------------------------------------


def wake_at(line: LineState, held: frozenset[int] = NOBODY) -> float:
    """When :func:`ask` has something to do, if nothing is heard before."""
    if line.asked is not None:
        return line.asked.deadline
    if line.pinging is not None and line.pinging.until is not None:
        return line.pinging.until
    due = line.free_at if line.pinging is not None else line.ping_due
    for board in line.boards.values():
        if board.address not in held:
            due = min(due, min(_open_tasks(line, board).values(), default=math.inf))
    return max(due, line.free_at)


def ask(
    line: LineState, at: float, held: frozenset[int] = NOBODY
) -> tuple[LineState, BusRequest | None, tuple[LineEvent, ...]]:
    """What is to be sent at ``at``, if anything; what was not answered in time is over.

    Boards of ``held`` are left alone: somebody has enough to do with what they said.
    """
    events: list[LineEvent] = []
    if line.asked is not None:
        if at < line.asked.deadline:
            return line, None, ()
        line = _missed(line, line.asked, at, events)
    line = _tell_silence(line, at, held, events)
    request = None
    if at >= line.free_at:
        line, request = _choose(line, at, held)
    return line, request, tuple(events)


def _choose(
    line: LineState, at: float, held: frozenset[int]
) -> tuple[LineState, BusRequest | None]:
    if line.pinging is not None:
        return _ping_on(line, line.pinging, at)
    due = [
        (when, board.address, task)
        for board in line.boards.values()
        if board.address not in held
        for task, when in _open_tasks(line, board).items()
        if when <= at
    ]
    earliest = min(due, default=None)
    if line.ping_due <= at and (earliest is None or line.ping_due < earliest[0]):
        return _ping_on(line, Pinging(_to_hush(line)), at)
    if earliest is None:
        return line, None
    _, address, task = earliest
    code = _CODES[task]
    if task is Task.CHANGES and line.boards[address].in_doubt:
        code = BusCode.REPEAT_CHANGES
    return _asking(line, BusRequest(code, address), task, at)


def _open_tasks(line: LineState, board: BusBoardState) -> Mapping[Task, float]:
    """A board that does not answer is asked for one thing alone."""
    if board.misses == 0:
        return board.due
    task = Task.CHANGES if board.is_known else Task.VERSION
    return {task: board.due.get(task, line.free_at)}


def _asking(
    line: LineState, request: BusRequest, task: Task | None, at: float
) -> tuple[LineState, BusRequest]:
    times = line.times
    length = 4 + (_BYTES.get(task, 6) if task is not None else 6)
    deadline = at + times.answer_s * line.patience + length * times.byte_s
    return replace(line, asked=OpenQuestion(request, task, at + times.longest_s, deadline)), request


def _to_hush(line: LineState) -> tuple[int, ...]:
    return tuple(
        board.address for board in line.boards.values() if board.is_known and board.misses == 0
    )


def _ping_on(line: LineState, ping: Pinging, at: float) -> tuple[LineState, BusRequest | None]:
    if ping.to_hush:
        address, *rest = ping.to_hush
        line = replace(line, pinging=replace(ping, to_hush=tuple(rest)))
        return _asking(line, BusRequest(BusCode.IGNORE_NEXT_BUS_PING, address), None, at)
    if ping.until is None:
        until = at + 4 * line.times.byte_s + line.times.ping_s
        line = replace(line, pinging=replace(ping, until=until))
        return line, BusRequest(BusCode.PING, EVERYBODY)
    if at < ping.until:
        return line, None
    return _ping_over(line, ping, at), None


def _ping_over(line: LineState, ping: Pinging, at: float) -> LineState:
    rounds = line.disturbed_rounds + 1 if ping.disturbed and not ping.found else 0
    if ping.found or 0 < rounds <= line.times.most_rounds:
        return replace(line, pinging=None, ping_due=at, calm=0, disturbed_rounds=rounds)
    waits = line.times.ping_waits_s
    wait = waits[min(line.calm, len(waits) - 1)]
    if not line.boards:
        wait = min(wait, line.times.lonely_ping_s)
    return replace(line, pinging=None, ping_due=at + wait, calm=line.calm + 1)


# --- what is not answered -------------------------------------------------------------


def _missed(line: LineState, asked: OpenQuestion, at: float, events: list[LineEvent]) -> LineState:
    line = replace(line, asked=None, free_at=at)
    board = line.boards.get(asked.request.address)
    if board is None or asked.task is None:
        return line
    if asked.begun:
        events.append(Spoilt(board.address))
        line = _waiting(line, _BREAK)
    match asked.task:
        case Task.SERIAL:
            return _no_serial(line, board, at, spoilt=asked.begun)
        case Task.LOG:
            return _no_log(line, board, at, events)
        case _:
            pass
    misses = board.misses + 1
    if not board.is_confirmed and misses >= line.times.tries:
        return _without(line, board.address)
    doubt = board.in_doubt or asked.task is Task.CHANGES
    due = dict(board.due)
    retried = Task.CHANGES if board.is_known else Task.VERSION
    due[asked.task] = due[retried] = at
    if misses >= line.times.tries:
        times = line.times
        factor = 2.0 ** min(misses - times.tries, 16)
        due[retried] = at + min(times.wait_s * factor, times.longest_wait_s)
    return _with(line, replace(board, misses=misses, in_doubt=doubt, due=due))


def _no_serial(line: LineState, board: BusBoardState, at: float, *, spoilt: bool) -> LineState:
    """Older boards do not know the question; whether this one is still there is asked first."""
    misses = board.serial_misses + (1 if spoilt else 4)
    return _with(line, replace(board, serial_misses=misses, due={Task.VERSION: at}))


def _no_log(line: LineState, board: BusBoardState, at: float, events: list[LineEvent]) -> LineState:
    if board.log_misses + 1 < line.times.tries:
        due = {**board.due, Task.LOG: at}
        return _with(line, replace(board, log_misses=board.log_misses + 1, due=due))
    events.append(NoLog(board.address))
    return _with(line, replace(board, log_misses=0, due=_except(board.due, Task.LOG)))


def _tell_silence(
    line: LineState, at: float, held: frozenset[int], events: list[LineEvent]
) -> LineState:
    times = line.times
    for board in tuple(line.boards.values()):
        if not board.is_known or board.misses < times.tries or board.address in held:
            continue
        if at >= board.heard_at + times.lost_s:
            events.append(Lost(board.address))
            due = {Task.VERSION: board.due[Task.CHANGES]}
            gone = BusBoardState(board.address, due, board.heard_at, in_doubt=True)
            line = _with(line, replace(gone, misses=board.misses, is_confirmed=True))
        elif at >= board.heard_at + times.silent_s and not board.told_silent:
            events.append(Silent(board.address))
            line = _with(line, replace(board, told_silent=True))
    return line


# --- hearing --------------------------------------------------------------------------


def may_repeat(line: LineState, reply: BusReply) -> bool:
    """True where ``reply`` may be an answer that was heard before."""
    asked = line.asked
    if asked is None or asked.request.address != reply.address:
        return True
    return asked.request.code == BusCode.REPEAT_CHANGES


def stirred(line: LineState, at: float, *, pending: bool, disturbed: bool) -> LineState:
    """Bytes came: ``pending``: an answer has begun; ``disturbed``: some belong to none."""
    ping, asked = line.pinging, line.asked
    if disturbed and ping is not None and ping.until is not None:
        line = replace(line, pinging=replace(ping, disturbed=True))
    if asked is None or not (pending or disturbed):
        return line
    deadline = asked.deadline
    if pending:
        quiet_s = line.times.quiet_s * line.patience
        deadline = min(max(deadline, at + quiet_s), asked.latest)
    return replace(line, asked=replace(asked, begun=True, deadline=deadline))


def hear(line: LineState, reply: BusReply, at: float) -> tuple[LineState, tuple[LineEvent, ...]]:
    """An answer came, to the question on the line or late."""
    events: list[LineEvent] = []
    asked = line.asked
    answered = _answers(asked, reply)
    if answered:
        line = replace(line, asked=None, free_at=at + line.times.gap_s)
        line = _waiting(line, _CALM)
    elif reply.id != BusReplyId.PING:
        line = _waiting(line, _LATE)
    board = line.boards.get(reply.address)
    if board is None:
        if reply.id == BusReplyId.PING and reply.address != EVERYBODY:
            line = _with(line, BusBoardState(reply.address, {Task.VERSION: at}, at))
            if line.pinging is not None:
                line = replace(line, pinging=replace(line.pinging, found=True))
        return line, ()
    was_missing = board.misses > 0
    board = replace(board, heard_at=at, misses=0, told_silent=False)
    if reply.id == BusReplyId.PING:
        if was_missing:
            first = Task.CHANGES if board.is_known else Task.VERSION
            board = replace(board, due={**board.due, first: at})
        return _with(line, board), ()
    board = replace(board, is_confirmed=True)
    task = _ANSWERS.get(BusReplyId(reply.id)) if reply.id in set(BusReplyId) else None
    if not board.is_known:
        return _introduced(line, board, reply, task, at, events), tuple(events)
    if task is not None:
        repeated = answered and asked is not None and asked.request.code == BusCode.REPEAT_CHANGES
        board = _done(line.times, board, reply, task, at, repeated=repeated)
    return _with(line, board), ()


def _waiting(line: LineState, factor: float) -> LineState:
    """Learn how long answers take on this line."""
    patience = min(max(line.patience * factor, 1.0), line.times.most_patience)
    return replace(line, patience=patience)


def _answers(asked: OpenQuestion | None, reply: BusReply) -> bool:
    if asked is None or asked.request.address != reply.address:
        return False
    if asked.task is None:
        return reply.id == BusReplyId.PING
    return reply.id in set(BusReplyId) and _ANSWERS.get(BusReplyId(reply.id)) is asked.task


def _introduced(
    line: LineState,
    board: BusBoardState,
    reply: BusReply,
    task: Task | None,
    at: float,
    events: list[LineEvent],
) -> LineState:
    """A board that is not known yet said something about itself."""
    if task is Task.VERSION:
        board = replace(board, version=version_in(reply), due={Task.SERIAL: at})
        if board.serial_misses >= 4 * line.times.tries:
            return _identified(line, board, serial_at(board.address), at, events)
        return _with(line, board)
    if task is Task.SERIAL and board.version:
        serial = serial_in(reply)
        if not serial:
            return _no_serial(line, board, at, spoilt=False)
        return _identified(line, board, serial, at, events)
    return _with(line, board)


def _identified(
    line: LineState, board: BusBoardState, serial: str, at: float, events: list[LineEvent]
) -> LineState:
    events.append(Found(board.address, serial, board.version))
    due = {Task.CHANGES: at, Task.DUMP: math.nextafter(at, math.inf), Task.CLOCK: at + 0.001}
    return _with(line, replace(board, is_known=True, is_confirmed=True, due=due))


def _done(
    times: BusTimes,
    board: BusBoardState,
    reply: BusReply,
    task: Task,
    at: float,
    *,
    repeated: bool,
) -> BusBoardState:
    due = dict(board.due)
    match task:
        case Task.CHANGES:
            due[task] = _URGENT if repeated else at + times.changes_s
            doubt = board.in_doubt and not repeated
            return replace(board, due=due, in_doubt=doubt)
        case Task.CLOCK:
            due[task] = at + (times.clock_s if _runs(reply) else times.idle_clock_s)
            due[Task.CHANGES] = _URGENT
        case Task.DUMP:
            due[task] = at + times.dump_s
        case Task.LOG:
            return replace(board, due=_except(due, Task.LOG), log_misses=0)
        case _:
            pass
    return replace(board, due=due)


def _runs(clock: BusReply) -> bool:
    status = clock.data[-1]
    return bool(status & 0x01) and not status & 0x20


# --- what others want -----------------------------------------------------------------


def want(line: LineState, address: int, task: Task, at: float) -> LineState:
    """Ask a board for something soon; for changes before anything else."""
    board = line.boards.get(address)
    if board is None or not board.is_known:
        return line
    when = _URGENT if task is Task.CHANGES else at
    if task is Task.DUMP:
        when = at + line.times.redump_s
    due = {**board.due, task: min(when, board.due.get(task, math.inf))}
    return _with(line, replace(board, due=due))


def dismiss(line: LineState, address: int, at: float) -> LineState:
    """Nobody wants to hear of this board now: look at it again after the longest wait."""
    board = line.boards.get(address)
    if board is None:
        return line
    due = {Task.VERSION: at + line.times.longest_wait_s}
    fresh = BusBoardState(address, due, board.heard_at, in_doubt=board.in_doubt)
    return _with(line, replace(fresh, is_confirmed=True))


def _with(line: LineState, board: BusBoardState) -> LineState:
    return replace(line, boards={**line.boards, board.address: board})


def _without(line: LineState, address: int) -> LineState:
    return replace(line, boards={a: b for a, b in line.boards.items() if a != address})


def _except(due: Mapping[Task, float], task: Task) -> Mapping[Task, float]:
    return {other: when for other, when in due.items() if other is not task}
