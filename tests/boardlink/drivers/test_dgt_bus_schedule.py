"""The laws of asking: nobody starves, nothing forbidden is sent, silence is asked more rarely."""

import ast
import inspect
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardlink.drivers import dgt_bus, dgt_bus_probe, dgt_bus_supervise
from boardlink.drivers.dgt_bus_probe import send_request
from boardlink.drivers.dgt_bus_schedule import (
    ALLOWED,
    ask,
    begin,
    dismiss,
    hear,
    may_repeat,
    stirred,
    wake_at,
    want,
)
from boardlink.drivers.dgt_bus_state import (
    BusTimes,
    Found,
    LineEvent,
    LineState,
    Lost,
    NoLog,
    Silent,
    Spoilt,
    Task,
)
from boardlink.errors import UsageError
from boardlink.links.memory import memory_pair
from boardlink.protocols.dgt import Command
from boardlink.protocols.dgt_bus import (
    EVERYBODY,
    BusCode,
    BusReply,
    BusReplyId,
    BusRequest,
    encode_request,
)

WRITES = {BusCode.SET_START_GAME, BusCode.END_BUSMODE, BusCode.RESET}
CLOCK_STANDS = bytes([1, 0x30, 0, 1, 0x30, 0, 0x08])
LATENCY_S = 0.015

_ANSWERS = {
    BusCode.SEND_CLK: (BusReplyId.CLOCK, CLOCK_STANDS),
    BusCode.SEND_BRD: (BusReplyId.BOARD_DUMP, bytes(64)),
    BusCode.SEND_CHANGES: (BusReplyId.UPDATE, b""),
    BusCode.REPEAT_CHANGES: (BusReplyId.UPDATE, b""),
    BusCode.SEND_FROM_START: (BusReplyId.FROM_START, b"\x7b"),
    BusCode.IGNORE_NEXT_BUS_PING: (BusReplyId.PING, b""),
    BusCode.PING: (BusReplyId.PING, b""),
    BusCode.SEND_VERSION: (BusReplyId.VERSION, b"\x01\x02"),
}


@dataclass
class Line:
    """A line in a time of its own; ``deaf`` says which boards do not answer a question.

    Attributes:
        sent: every command with its time.
        events: everything that was told.
    """

    boards: dict[int, str] = field(default_factory=dict)
    deaf: Callable[[BusRequest], bool] = lambda _: False
    state: LineState = field(default_factory=lambda: begin(BusTimes(), 0.0))
    at: float = 0.0
    sent: list[tuple[float, BusRequest]] = field(default_factory=list)
    events: list[tuple[float, LineEvent]] = field(default_factory=list)

    def run(self, until: float, held: frozenset[int] = frozenset()) -> None:
        for _ in range(200_000):
            if self.at >= until:
                return
            self.state, request, events = ask(self.state, self.at, held)
            self.events += [(self.at, event) for event in events]
            if request is not None:
                self.sent.append((self.at, request))
                self._answer(request)
            self.at = max(self.at, min(wake_at(self.state, held), until))
        raise AssertionError("the line asks without end")

    def _answer(self, request: BusRequest) -> None:
        if request.address == EVERYBODY:
            for address in self.boards:
                if not self.deaf(BusRequest(BusCode.PING, address)):
                    self.hear(BusReply(BusReplyId.PING, address))
            return
        if request.address not in self.boards or self.deaf(request):
            return
        self.at += LATENCY_S
        serial = self.boards[request.address]
        if request.code == BusCode.RETURN_SERIALNR:
            if serial:
                self.hear(BusReply(BusReplyId.SERIAL_NUMBER, request.address, serial.encode()))
            return
        answer, data = _ANSWERS[BusCode(request.code)]
        self.hear(BusReply(answer, request.address, data))

    def hear(self, reply: BusReply) -> None:
        self.state, events = hear(self.state, reply, self.at)
        self.events += [(self.at, event) for event in events]

    def asked(self, address: int, *codes: BusCode) -> list[float]:
        return [t for t, r in self.sent if r.address == address and (not codes or r.code in codes)]

    def told(self, kind: type[LineEvent]) -> list[LineEvent]:
        return [event for _, event in self.events if isinstance(event, kind)]


def line_of(count: int) -> Line:
    return Line({address: f"{20000 + address}" for address in range(1, count + 1)})


def test_boards_are_found_by_ping_and_say_who_they_are() -> None:
    line = line_of(3)
    line.run(10.0)
    assert line.sent[0][1] == BusRequest(BusCode.PING, EVERYBODY)
    assert line.told(Found) == [Found(n, f"2000{n}", "1.02") for n in (1, 2, 3)]


def test_a_board_that_tells_no_serial_number_is_known_by_its_address() -> None:
    line = Line({1025: ""})
    line.run(10.0)
    assert line.told(Found) == [Found(1025, "01025", "1.02")]


def test_a_board_that_goes_away_while_it_is_asked_for_its_number_gets_no_wrong_one() -> None:
    line = Line({1025: ""})
    line.deaf = lambda request: line.at > 2.0
    line.run(2.0)
    line.events.clear()
    line.state = begin(BusTimes(), 2.0)
    line.deaf = lambda request: len(line.asked(1025)) > 4
    line.sent.clear()
    line.run(60.0)
    assert line.told(Found) == []


def test_known_boards_are_told_to_keep_quiet_before_everybody_is_pinged() -> None:
    line = line_of(3)
    line.run(100.0)
    pings = [n for n, (_, r) in enumerate(line.sent) if r.address == EVERYBODY]
    for ping in pings[2:]:
        before = {request for _, request in line.sent[ping - 3 : ping]}
        assert before == {BusRequest(BusCode.IGNORE_NEXT_BUS_PING, n) for n in (1, 2, 3)}
    gaps = [line.sent[b][0] - line.sent[a][0] for a, b in pairwise(pings)]
    assert gaps[-1] > 30, "when nobody new comes, it is pinged ever more rarely"


def test_while_answers_to_a_ping_may_come_nobody_is_asked() -> None:
    line = line_of(5)
    line.run(60.0)
    for (t, request), (then, _) in pairwise(line.sent):
        if request.address == EVERYBODY:
            assert then - t >= BusTimes().ping_s


def test_changes_are_asked_for_each_second_and_the_rest_more_rarely() -> None:
    line = line_of(4)
    line.run(10.0)
    line.sent.clear()
    line.run(310.0)
    for address in line.boards:
        changes = line.asked(address, BusCode.SEND_CHANGES)
        assert 240 < len(changes) < 340
        assert 25 < len(line.asked(address, BusCode.SEND_CLK)) < 35
        assert 8 < len(line.asked(address, BusCode.SEND_BRD)) < 13


def test_a_board_that_does_not_answer_is_asked_ever_more_rarely_and_as_before_once_it_does() -> (
    None
):
    line = line_of(2)
    line.run(10.0)
    line.deaf = lambda request: request.address == 1
    line.sent.clear()
    line.run(400.0)
    asked = line.asked(1)
    assert asked[2] - asked[0] < 1.0, "twice more at once"
    per_minute = [sum(60 * n <= t < 60 * n + 60 for t in asked) for n in range(6)]
    assert per_minute[0] > per_minute[1] >= per_minute[2]
    assert per_minute[-2:] == [2, 2]
    assert line.told(Silent) == [Silent(1)]
    assert line.told(Lost) == [Lost(1)]
    line.deaf = lambda _: False
    line.events.clear()
    line.run(440.0)
    assert line.told(Found) == [Found(1, "20001", "1.02")]
    line.sent.clear()
    line.run(470.0)
    assert len(line.asked(1, BusCode.SEND_CHANGES)) > 20


def test_an_answer_that_did_not_come_is_asked_for_by_repeat_and_never_twice_by_changes() -> None:
    line = line_of(1)
    line.run(10.0)
    line.sent.clear()
    line.deaf = lambda request: request.code == BusCode.SEND_CHANGES
    line.run(12.0)
    line.deaf = lambda _: False
    line.run(20.0)
    codes = [r.code for _, r in line.sent]
    missed = codes.index(BusCode.SEND_CHANGES)
    assert codes[missed + 1] == BusCode.REPEAT_CHANGES
    assert codes[missed + 2] == BusCode.SEND_CHANGES, "what happened since"


def test_after_an_absence_the_first_question_is_what_was_said_last() -> None:
    line = line_of(1)
    line.run(10.0)
    line.deaf = lambda _: True
    line.run(60.0)
    line.deaf = lambda _: False
    line.sent.clear()
    line.run(120.0)
    polls = [
        r.code
        for _, r in line.sent
        if r.code in (BusCode.SEND_CHANGES, BusCode.REPEAT_CHANGES, BusCode.SEND_BRD)
    ]
    assert polls[:3] == [BusCode.REPEAT_CHANGES, BusCode.SEND_CHANGES, BusCode.SEND_BRD]


def test_the_clock_is_followed_by_the_changes_before_it() -> None:
    line = line_of(6)
    line.run(60.0)
    for (_, one), (_, two) in pairwise(line.sent):
        if one.code == BusCode.SEND_CLK:
            assert two == BusRequest(BusCode.SEND_CHANGES, one.address)


def test_a_spoilt_answer_is_told_and_waited_for_no_longer_than_it_lasts() -> None:
    line = line_of(1)
    line.run(10.0)
    line.deaf = lambda request: request.code == BusCode.SEND_CHANGES
    while line.state.asked is None or line.state.asked.task is not Task.CHANGES:
        line.run(line.at + 0.01)
    line.state = stirred(line.state, line.at, pending=True, disturbed=True)
    line.run(line.at + 1.0)
    assert line.told(Spoilt) == [Spoilt(1)]


def test_a_log_that_does_not_come_is_given_up() -> None:
    line = line_of(1)
    line.run(10.0)
    line.deaf = lambda request: request.code == BusCode.SEND_FROM_START
    line.state = want(line.state, 1, Task.LOG, line.at)
    line.run(20.0)
    assert line.told(NoLog) == [NoLog(1)]
    assert len(line.asked(1, BusCode.SEND_FROM_START)) == BusTimes().tries


def test_boards_whose_news_nobody_reads_are_left_alone() -> None:
    line = line_of(2)
    line.run(10.0)
    line.sent.clear()
    line.run(60.0, held=frozenset({1}))
    assert line.asked(1, BusCode.SEND_CHANGES) == []
    assert line.told(Silent) == []
    assert len(line.asked(2, BusCode.SEND_CHANGES)) > 40


def test_a_board_that_nobody_wants_is_looked_at_again_later() -> None:
    line = line_of(1)
    line.run(10.0)
    line.state = dismiss(line.state, 1, line.at)
    line.events.clear()
    line.run(30.0)
    assert line.told(Found) == []
    line.run(60.0)
    assert line.told(Found) == [Found(1, "20001", "1.02")]


def test_a_ping_that_was_misheard_is_forgotten() -> None:
    line = line_of(1)
    line.run(10.0)
    line.hear(BusReply(BusReplyId.PING, 9999))
    line.run(20.0)
    assert 9999 not in line.state.boards
    assert line.told(Found) == [Found(1, "20001", "1.02")]


def test_a_late_answer_may_be_one_that_was_heard() -> None:
    line = line_of(2)
    line.run(10.0)
    assert may_repeat(line.state, BusReply(BusReplyId.UPDATE, 1))


@settings(max_examples=40)
@given(st.integers(1, 40), st.integers(0, 1 << 32), st.floats(0, 0.3))
def test_no_board_starves_whoever_else_is_silent_or_disturbed(
    count: int, seed: int, loss: float
) -> None:
    """A board that answers is asked for its changes again within a bound, whatever happens."""
    line = line_of(count)
    draws = seed

    def deaf(request: BusRequest) -> bool:
        nonlocal draws
        draws = (draws * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        silent = request.address % 3 == 2 and line.at > 20
        return silent or (request.address % 3 == 0 and draws / (1 << 64) < loss)

    line.deaf = deaf
    line.run(120.0)
    answering = [address for address in line.boards if address % 3 == 1]
    for address in answering:
        times = line.asked(address, BusCode.SEND_CHANGES)
        assert times, "it was found"
        late = [t for t in times if t > 30]
        gaps = [b - a for a, b in pairwise([*late, 120.0])]
        assert max(gaps) < 6.0
    assert len(answering) <= len(line.told(Found))


codes = st.sampled_from([*BusReplyId, 0xB2, 0x99])
answers = st.builds(
    BusReply,
    codes,
    st.integers(0, 4) | st.integers(0, 16383),
    st.lists(st.integers(0, 127), min_size=7, max_size=7).map(bytes),
)


@given(st.lists(st.tuples(answers, st.floats(0, 3), st.booleans(), st.booleans()), max_size=60))
def test_whatever_is_heard_only_allowed_commands_leave(
    heard: list[tuple[BusReply, float, bool, bool]],
) -> None:
    line = line_of(2)
    for reply, wait_s, pending, disturbed in heard:
        line.run(line.at + wait_s)
        line.hear(reply)
        line.state = stirred(line.state, line.at, pending=pending, disturbed=disturbed)
        line.state = want(line.state, reply.address, Task.LOG, line.at)
        line.state = want(line.state, reply.address, Task.DUMP, line.at)
    line.run(line.at + 5)
    per_second: dict[int, int] = defaultdict(int)
    for t, request in line.sent:
        assert request.code in ALLOWED
        assert request.address != EVERYBODY or request.code == BusCode.PING
        assert encode_request(request)[0] & 0x80, "no byte of the protocol for single boards"
        assert request.code not in set(Command)
        per_second[int(t)] += 1
    assert max(per_second.values()) < 300


def test_nothing_that_writes_or_ends_bus_mode_is_allowed() -> None:
    assert not ALLOWED & WRITES
    assert all(code & 0x80 for code in ALLOWED)


@pytest.mark.parametrize(
    "request_",
    [BusRequest(code, 7) for code in WRITES]
    + [BusRequest(0xA0, 7), BusRequest(0x93, 7)]
    + [BusRequest(code, EVERYBODY) for code in ALLOWED if code != BusCode.PING],
)
async def test_what_is_not_allowed_cannot_be_sent(request_: BusRequest) -> None:
    link, _ = memory_pair()
    with pytest.raises(UsageError, match="must never be sent"):
        await send_request(link, request_)


def test_a_line_is_written_to_in_one_place_only() -> None:
    for module in (dgt_bus, dgt_bus_probe, dgt_bus_supervise):
        writes = [
            node
            for node in ast.walk(ast.parse(inspect.getsource(module)))
            if isinstance(node, ast.Attribute) and node.attr == "write"
        ]
        assert len(writes) == (module is dgt_bus_probe)
