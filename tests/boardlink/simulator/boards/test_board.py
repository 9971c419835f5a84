"""The pure board, seen from the wire; byte facts are those of docs/dgt-wire.md."""

from dataclasses import replace

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardlink.protocols.dgt import (
    BusCommand,
    ClockCommand,
    Command,
    FieldUpdate,
    Frame,
    FramedCommand,
    Trademark,
    UnknownCommand,
    encode_frame,
)
from boardlink.readings import Man, Square
from boardlink.simulator.boards import board as boards
from boardlink.simulator.boards.board import BoardState, Mode
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
)
from facts.fact import Side

NO_LONG_SERIAL = BoardSettings()
NEW = BoardSettings(long_serial="3000012345", hardware=(2, 1), battery=84, version=(3, 10))

START = "86004308090a0c0b0a0908" + "07" * 8 + "00" * 32 + "01" * 8 + "0203040605040302"
TURNED = "8600430203040506040302" + "01" * 8 + "00" * 32 + "07" * 8 + "08090a0b0c0a0908"


class Bench:
    """Drives a board by hand and writes down the hex of what it sends."""

    def __init__(self, settings: BoardSettings = NO_LONG_SERIAL, *, rate: float = 1.0) -> None:
        self.board = boards.power_up(settings, rate=rate)
        self.t = 0.0

    def send(self, command: Command) -> list[str]:
        return self._step(boards.receive(self.board, command, self.t))

    def do(self, deed: Deed) -> list[str]:
        return self._step(boards.do(self.board, deed, self.t))

    def lift(self, square: int) -> list[str]:
        return self.do(Lift(Square(square)))

    def place(self, square: int, man: str) -> list[str]:
        return self.do(Place(Square(square), Man(man)))

    def wait(self, seconds: float) -> list[str]:
        """Let time pass as the board asks to be woken."""
        until = self.t + seconds
        sent = []
        while (due := boards.wake_at(self.board, self.t)) is not None and due <= until:
            self.t = max(due, self.t)
            sent += self._step(boards.advance(self.board, self.t))
        self.t = until
        return sent

    def _step(self, step: boards.Step) -> list[str]:
        self.board, frames = step
        return [encode_frame(frame).hex() for frame in frames]


def test_a_board_says_nothing_when_it_wakes_up() -> None:
    bench = Bench()
    assert bench.wait(10) == []
    bench.lift(chess.E2)
    assert bench.wait(10) == []
    assert bench.board.mode is Mode.BUS


def test_a_reset_has_no_answer_and_ends_every_update_mode() -> None:
    bench = Bench()
    bench.send(Command.SEND_UPDATE_BRD)
    assert bench.send(Command.SEND_RESET) == []
    bench.lift(chess.E2)
    assert bench.wait(5) == []


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        (Command.SEND_BRD, START),
        (Command.SEND_CLK, "8d000a01300001300008"),
        (Command.RETURN_SERIALNR, "910008" + b"10001".hex()),
        (Command.RETURN_BUSADRES, "9000050801"),
        (Command.SEND_VERSION, "930005030a"),
        (Command.REQ_HARDWARE_VERSION, "9600050201"),
        (Command.SEND_BATTERY_STATUS, "a0000c547f7f0100000c0002"),
        (Command.RETURN_LONG_SERIALNR, "a2000d" + b"3000012345".hex()),
    ],
)
def test_every_question_has_its_answer(command: Command, answer: str) -> None:
    assert Bench(NEW).send(command) == [answer]


@pytest.mark.parametrize(
    "command",
    [Command.REQ_HARDWARE_VERSION, Command.SEND_BATTERY_STATUS, Command.RETURN_LONG_SERIALNR],
)
def test_an_older_board_does_not_answer_newer_questions(command: Command) -> None:
    assert Bench().send(command) == []


def test_the_trademark_is_our_own_and_longer_than_one_length_byte() -> None:
    board, (frame,) = boards.receive(boards.power_up(NEW), Command.SEND_TRADEMARK, 0.0)
    assert isinstance(frame, Trademark)
    assert frame.text.startswith("topboards simulator")
    assert "digital" not in frame.text.lower()
    assert "dgt" not in frame.text.lower()
    assert encode_frame(frame)[1] == 1
    assert board.mode is Mode.IDLE


def test_a_rotated_board_counts_from_the_other_corner() -> None:
    bench = Bench(BoardSettings(rotated=True))
    assert bench.send(Command.SEND_BRD) == [TURNED]
    bench.send(Command.SEND_UPDATE_BRD)
    bench.lift(chess.E2)
    bench.place(chess.E4, "P")
    assert bench.wait(1) == ["8e00050b00", "8e00051b01"]


def test_squares_are_read_in_the_order_of_the_wire_not_of_the_hands() -> None:
    bench = Bench()
    bench.send(Command.SEND_UPDATE_BRD)
    bench.wait(0.2 - bench.t % 0.2)
    bench.lift(chess.E2)
    bench.place(chess.E4, "P")
    assert bench.wait(1) == ["8e00052401", "8e00053400"]


def test_a_change_is_seen_within_one_scan_and_not_before_its_square_is_read() -> None:
    bench = Bench()
    bench.send(Command.SEND_UPDATE_BRD)
    bench.t = 0.2 + 0.160
    bench.lift(chess.E2)
    assert bench.wait(0.190) == []
    assert bench.wait(0.010) == ["8e00053400"]


def test_what_is_undone_before_its_square_is_read_is_never_seen() -> None:
    bench = Bench()
    bench.send(Command.SEND_UPDATE_BRD)
    bench.wait(0.2)
    bench.lift(chess.E2)
    bench.wait(0.1)
    bench.place(chess.E2, "P")
    assert bench.wait(2) == []


def test_a_man_put_on_another_is_one_update() -> None:
    bench = Bench()
    bench.send(Command.SEND_UPDATE_BRD)
    bench.place(chess.C4, "B")
    bench.wait(1)
    bench.place(chess.C4, "q")
    assert bench.wait(1) == ["8e0005220c"]


def test_a_dump_tells_what_the_sensors_saw_last() -> None:
    bench = Bench()
    bench.send(Command.SEND_UPDATE_BRD)
    bench.wait(0.2)
    bench.lift(chess.E2)
    assert bench.send(Command.SEND_BRD) == [START]
    bench.wait(0.2)
    assert bench.send(Command.SEND_BRD) != [START]


def test_only_squares_are_told_in_the_mode_for_squares() -> None:
    bench = Bench()
    bench.send(Command.SEND_UPDATE_BRD)
    bench.do(StartClock(Side.WHITE))
    bench.lift(chess.E2)
    assert bench.wait(5) == ["8e00053400"]


def test_the_clock_is_told_on_change_in_the_nice_mode() -> None:
    bench = Bench()
    assert bench.send(Command.SEND_UPDATE_NICE) == ["8d000a01300001300008"]
    assert bench.wait(10) == []
    assert bench.do(SetClock(182, 182, 2, Side.WHITE)) == ["8d000a20030220030208"]
    bench.wait(1)
    assert bench.do(StartClock(Side.WHITE)) == ["8d000a20030220030209"]
    assert bench.wait(2.5) == ["8d000a20030220030109", "8d000a20030220030009"]
    assert bench.do(Press(Side.WHITE)) == ["8d000a20030220030213"]
    assert bench.wait(1.2) == ["8d000a20030120030213"]
    assert bench.do(StopClock()) == ["8d000a20030120030212"]
    assert bench.wait(10) == []


def test_the_clock_is_told_every_second_in_the_update_mode() -> None:
    bench = Bench()
    bench.send(Command.SEND_UPDATE)
    assert bench.wait(3.5) == ["8d000a01300001300008"] * 3


def test_on_a_rotated_board_white_has_the_right_side_of_the_clock() -> None:
    bench = Bench(BoardSettings(rotated=True))
    bench.send(Command.SEND_UPDATE_NICE)
    bench.wait(1)
    assert bench.do(SetClock(182, 60, 2, Side.WHITE)) == ["8d000a20030220010012"]
    assert bench.do(StartClock(Side.WHITE)) == ["8d000a20030220010013"]


def test_the_clock_can_face_the_other_way() -> None:
    bench = Bench(BoardSettings(white_left=False))
    bench.do(SetClock(182, 60, 0, Side.BLACK))
    assert bench.send(Command.SEND_CLK) == ["8d000a00030200010008"]


def test_a_lever_that_is_down_already_changes_nothing() -> None:
    bench = Bench()
    bench.do(SetClock(182, 182, 2, Side.WHITE))
    bench.do(StartClock(Side.WHITE))
    bench.send(Command.SEND_UPDATE_NICE)
    before = bench.board.memory
    assert bench.do(Press(Side.BLACK)) == []
    assert bench.board.memory == before


def test_a_fast_clock_is_told_once_a_scan_but_a_press_at_once() -> None:
    bench = Bench(rate=60.0)
    bench.send(Command.SEND_UPDATE_NICE)
    bench.do(SetClock(5400, 5400, 0, Side.WHITE))
    bench.wait(1)
    bench.do(StartClock(Side.WHITE))
    assert len(bench.wait(2.01)) == 10
    assert len(bench.do(Press(Side.WHITE, 1234))) == 1
    assert bench.send(Command.SEND_CLK) == ["8d000a01300000203413"]


def test_without_a_clock_its_reading_is_marked_invalid() -> None:
    bench = Bench(BoardSettings(clock=False))
    assert bench.send(Command.SEND_UPDATE_NICE) == ["8d000a00000000000020"]
    assert bench.wait(5) == []
    assert bench.send(Command.SEND_CLK) == ["8d000a00000000000020"]
    bench.send(Command.SEND_UPDATE)
    assert len(bench.wait(3.5)) == 3


def test_a_flag_that_fell_is_told_and_blocks_the_clock() -> None:
    bench = Bench()
    clock = replace(bench.board.clock, left_s=1216.0, right_s=2.0, increment_s=5, falls=True)
    bench.board = replace(bench.board, clock=clock)
    bench.send(Command.SEND_UPDATE_NICE)
    bench.do(StartClock(Side.BLACK))
    assert bench.wait(5)[-1] == "8d000a30000020201612"


def test_a_flag_can_be_dropped_by_hand() -> None:
    bench = Bench()
    bench.send(Command.SEND_UPDATE_NICE)
    bench.do(SetClock(182, 60, 2, Side.WHITE))
    bench.do(StartClock(Side.WHITE))
    assert bench.do(DropFlag(Side.WHITE)) == ["8d000a20010030000008"]


def test_a_clock_command_is_acknowledged_only_while_updates_run() -> None:
    board = boards.power_up(NEW)
    ask = ClockCommand(0x09)
    board, none = boards.receive(board, ask, 0.0)
    assert none == ()
    board, _ = boards.receive(board, Command.SEND_UPDATE_NICE, 0.0)
    board, (ack,) = boards.receive(board, ask, 0.0)
    assert encode_frame(ack).hex() == "8d000a0a10090a200000"
    board, (refused,) = boards.receive(board, ClockCommand(0x0A, bytes(7)), 0.0)
    assert encode_frame(refused).hex() == "8d000a0a400a0a000000"
    board, (shown,) = boards.receive(board, ClockCommand(0x03), 0.0)
    assert encode_frame(shown).hex() == "8d000a0a10030a000000"


def test_bus_commands_put_a_board_to_sleep_and_the_next_byte_wakes_it() -> None:
    for sleeper in (BusCommand(bytes.fromhex("87000007")), Command.TO_BUSMODE):
        board = boards.power_up(NEW)
        board, _ = boards.receive(board, Command.SEND_UPDATE_BRD, 0.0)
        board, answer = boards.receive(board, sleeper, 0.0)
        assert (board.mode, answer) == (Mode.BUS, ())
        board, answer = boards.receive(board, Command.SEND_VERSION, 0.0)
        assert len(answer) == 1
        assert board.mode is Mode.IDLE


def test_a_board_remembers_who_wrote_to_it() -> None:
    board = boards.power_up(NEW)
    setnrun, leds = ClockCommand(0x0A, bytes(7)), FramedCommand(0x60, b"\x00")
    for sent in (ClockCommand(0x09), setnrun, Command.SEND_BRD, leds):
        board, _ = boards.receive(board, sent, 0.0)
    assert board.abused == (setnrun, leds)


def test_what_a_board_does_not_know_it_ignores() -> None:
    board = boards.power_up(NEW)
    for sent in (FramedCommand(0x60, b"\x00"), UnknownCommand(0x30), Command.SEND_BRD_50B):
        board, answer = boards.receive(board, sent, 0.0)
        assert answer == ()


def test_a_board_in_its_boot_loader_is_lost_and_remembers_why() -> None:
    bench = Bench()
    bench.send(Command.SCAN_100)
    bench.send(Command.STARTBOOTLOADER)
    assert bench.send(Command.SEND_BRD) == []
    assert bench.board.abused == (Command.SCAN_100, Command.STARTBOOTLOADER)


def test_a_board_that_lost_its_power_knows_its_men_but_no_mode() -> None:
    bench = Bench()
    bench.send(Command.SEND_UPDATE_NICE)
    bench.lift(chess.E2)
    bench.board = boards.restart(bench.board)
    assert bench.wait(5) == []
    (dump,) = bench.send(Command.SEND_BRD)
    assert dump == START.replace("01" * 8, "01" * 4 + "00" + "01" * 3)


def test_a_weak_sensor_hides_a_man_until_it_works_again() -> None:
    bench = Bench()
    bench.send(Command.SEND_UPDATE_BRD)
    bench._step(boards.fault(bench.board, chess.E2, Man("."), bench.t))
    assert bench.wait(1) == ["8e00053400"]
    bench._step(boards.fault(bench.board, chess.E2, None, bench.t))
    assert bench.wait(1) == ["8e00053401"]


changes = st.lists(
    st.tuples(st.integers(0, 63), st.sampled_from(".PNBRQKpnbrqk"), st.floats(0.0, 0.5)),
    max_size=40,
)


@given(changes, st.booleans(), st.floats(0.0, 0.2))
def test_updates_replayed_on_the_first_dump_give_the_last_dump(
    deeds: list[tuple[int, str, float]], rotated: bool, phase: float
) -> None:
    settings = BoardSettings(rotated=rotated, phase_s=phase)
    board: BoardState = boards.power_up(settings)
    board, (first,) = boards.receive(board, Command.SEND_BRD, 0.0)
    board, _ = boards.receive(board, Command.SEND_UPDATE_BRD, 0.0)
    seen = bytearray(encode_frame(first)[3:])
    t = 0.0
    updates: list[Frame] = []
    for square, man, wait in deeds:
        t += wait
        deed = Lift(Square(square)) if man == "." else Place(Square(square), Man(man))
        board, frames = boards.do(board, deed, t)
        updates += frames
    board, frames = boards.advance(board, t + 2 * settings.scan_s)
    for update in [*updates, *frames]:
        assert isinstance(update, FieldUpdate)
        assert seen[update.index] != update.code
        seen[update.index] = update.code
    board, (last,) = boards.receive(board, Command.SEND_BRD, t + 1.0)
    assert encode_frame(last)[3:] == bytes(seen)
    assert board.seen == board.men
