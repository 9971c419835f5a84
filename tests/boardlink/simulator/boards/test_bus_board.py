from dataclasses import replace

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardlink.protocols.dgt import PIECE_CODES, ClockTime, read_clock
from boardlink.protocols.dgt_bus import (
    EVERYBODY,
    BusCode,
    BusReply,
    BusReplyId,
    BusRequest,
    encode_reply,
    encode_request,
)
from boardlink.protocols.dgt_memory import Changed, Tag, read_memory
from boardlink.readings import Man, Square
from boardlink.simulator.boards import board as boards
from boardlink.simulator.boards.board import BoardState, Mode
from boardlink.simulator.boards.bus_board import SPREAD_S, BusMemory, Delayed, answer
from boardlink.simulator.boards.settings import BoardSettings
from boardlink.simulator.hands.deeds import Lift, Place
from boardlink.simulator.hands.luck import Luck

ADDRESS = 1025


class Host:
    """Asks one board, in a time of its own."""

    def __init__(self, settings: BoardSettings | None = None) -> None:
        self.bus = BusMemory()
        self.board: BoardState = boards.power_up(settings or BoardSettings())
        self.luck = Luck(1)
        self.t = 0.0

    def ask(self, code: int, address: int = ADDRESS) -> tuple[Delayed, ...]:
        data = encode_request(BusRequest(code, address))
        self.bus, self.board, answers = answer(self.bus, self.board, data, self.t, self.luck)
        return answers

    def one(self, code: int) -> BusReply:
        (delayed,) = self.ask(code)
        encode_reply(delayed.reply)
        return delayed.reply

    def changes(self, code: BusCode = BusCode.SEND_CHANGES) -> list[tuple[int, int]]:
        entries = read_memory(self.one(code).data)
        return [(entry.index, entry.code) for entry in entries if isinstance(entry, Changed)]

    def move(self, origin: int, target: int, man: str) -> None:
        for deed in (Lift(Square(origin)), Place(Square(target), Man(man))):
            self.board, _ = boards.do(self.board, deed, self.t)
            self.t += 1.0
            self.board, _ = boards.advance(self.board, self.t)


@pytest.fixture
def host() -> Host:
    host = Host()
    host.ask(BusCode.SEND_CHANGES)  # how it woke up
    return host


E2_E4 = [(52, 0), (36, PIECE_CODES["P"])]
E7_E5 = [(12, 0), (28, PIECE_CODES["p"])]


def test_changes_are_told_once_and_the_last_ones_again_on_request(host: Host) -> None:
    host.move(chess.E2, chess.E4, "P")
    assert host.changes() == E2_E4
    host.move(chess.E7, chess.E5, "p")
    assert host.changes(BusCode.REPEAT_CHANGES) == E2_E4
    assert host.changes() == E7_E5
    assert host.changes() == []
    assert host.changes(BusCode.REPEAT_CHANGES) == []


def test_a_newer_board_tells_changes_under_two_ids_in_turn_and_repeats_under_the_same() -> None:
    host = Host(BoardSettings(alternates=True))
    codes = [BusCode.SEND_CHANGES, BusCode.REPEAT_CHANGES, BusCode.SEND_CHANGES]
    assert [host.one(code).id for code in codes] == [
        BusReplyId.UPDATE_EVEN,
        BusReplyId.UPDATE_EVEN,
        BusReplyId.UPDATE,
    ]


def test_the_log_since_the_start_leaves_out_what_is_still_to_be_told(host: Host) -> None:
    (written,) = host.ask(BusCode.SET_START_GAME)
    assert written.reply.id == BusReplyId.START_WRITTEN
    host.move(chess.E2, chess.E4, "P")
    host.changes()
    host.move(chess.E7, chess.E5, "p")
    entries = read_memory(host.one(BusCode.SEND_FROM_START).data)
    assert entries[0] is Tag.START_TAG
    changed = [(e.index, e.code) for e in entries if isinstance(e, Changed)]
    assert len(changed) == 32 + 2
    assert changed[-2:] == E2_E4


def test_a_ping_to_all_is_answered_at_random_unless_it_is_to_pass(host: Host) -> None:
    (delayed,) = host.ask(BusCode.PING, EVERYBODY)
    assert SPREAD_S[0] <= delayed.after_s < SPREAD_S[1] + 0.1
    assert host.one(BusCode.IGNORE_NEXT_BUS_PING).id == BusReplyId.PING
    assert host.ask(BusCode.PING, EVERYBODY) == ()
    assert len(host.ask(BusCode.PING, EVERYBODY)) == 1
    assert host.one(BusCode.PING).id == BusReplyId.PING


def test_squares_clock_version_and_number_are_told(host: Host) -> None:
    assert len(host.one(BusCode.SEND_BRD).data) == 64
    assert isinstance(read_clock(host.one(BusCode.SEND_CLK).data), ClockTime)
    assert host.one(BusCode.SEND_VERSION).data == bytes([1, 7])
    assert host.one(BusCode.RETURN_SERIALNR).data == b"10001"
    assert [d.reply.id for d in host.ask(BusCode.SEND_ALL_D)] == [0x85, 0x84, 0x83]
    host.board = replace(host.board, settings=BoardSettings(bus_serial=False, version=(1, 1)))
    assert host.ask(BusCode.RETURN_SERIALNR) == ()
    assert host.one(BusCode.SEND_VERSION).data == b""


def test_what_is_for_others_or_disturbed_is_not_answered(host: Host) -> None:
    assert host.ask(BusCode.SEND_BRD, ADDRESS + 1) == ()
    for code in (BusCode.SEND_BRD, BusCode.SEND_CHANGES):
        assert host.ask(code, EVERYBODY) == ()
    assert answer(host.bus, host.board, b"\x82\x08\x01\x0c", 0.0, host.luck)[2] == ()


def test_a_board_without_power_for_a_moment_says_so_in_its_changes(host: Host) -> None:
    host.board = boards.restart(host.board)
    entries = read_memory(host.one(BusCode.SEND_CHANGES).data)
    assert Tag.POWER_UP in entries
    assert len([e for e in entries if isinstance(e, Changed)]) == 32


def test_bus_mode_ends_on_request_only(host: Host) -> None:
    assert host.ask(BusCode.END_BUSMODE) == ()
    assert host.board.mode is Mode.IDLE


@given(st.binary(min_size=4, max_size=4))
def test_whatever_four_bytes_a_board_hears_it_answers_as_a_board_can(data: bytes) -> None:
    host = Host()
    for delayed in answer(host.bus, host.board, data, 0.0, host.luck)[2]:
        assert encode_reply(delayed.reply)
