from hypothesis import given
from hypothesis import strategies as st

from boardlink.protocols.dgt import (
    BoardDump,
    ClockAck,
    ClockTime,
    DgtParser,
    DraughtsDump,
    FieldUpdate,
    Frame,
    MessageId,
    SerialNumber,
    SideTime,
    UnknownFrame,
)
from boardlink.protocols.dgt_readings import OddityCode, Sensed, Sensors, read_frame
from boardlink.readings import (
    ClockMissing,
    ClockRead,
    ClockSide,
    Man,
    Placement,
    PlacementRead,
    Reading,
    Square,
    SquareRead,
)
from tests.boardlink.protocols.strategies import frames
from tests.boardlink.protocols.test_dgt import START_CODES

START = "RNBQKBNRPPPPPPPP" + "." * 32 + "pppppppprnbqkbnr"


def clock(left: str, right: str, status: int = 0x09) -> ClockTime:
    """A clock with times such as ``1:23:45`` on either side."""

    def side(text: str) -> SideTime:
        hours, minutes, seconds = text.split(":")
        return SideTime(int(hours), int(minutes, 16), int(seconds, 16))

    return ClockTime(side(right), side(left), status)


def read_all(*sent: Frame) -> list[Sensed]:
    sensors, all_sensed = Sensors(), []
    for frame in sent:
        sensed = read_frame(sensors, frame)
        all_sensed.append(sensed)
        sensors = sensed.sensors
    return all_sensed


def readings(*sent: Frame) -> list[Reading]:
    return [reading for sensed in read_all(*sent) for reading in sensed.readings]


def oddities(*sent: Frame) -> list[OddityCode]:
    return [oddity.code for sensed in read_all(*sent) for oddity in sensed.oddities]


def clocks(*sent: Frame) -> list[tuple[int | None, int | None]]:
    return [(r.left_s, r.right_s) for r in readings(*sent) if isinstance(r, ClockRead)]


def test_a_dump_of_the_start_is_the_start() -> None:
    assert readings(BoardDump(START_CODES)) == [PlacementRead(Placement(START))]


def test_a_pawn_from_e2_to_e4_is_two_squares() -> None:
    assert readings(FieldUpdate(52, 0), FieldUpdate(36, 1)) == [
        SquareRead(Square(12), Man(".")),
        SquareRead(Square(28), Man("P")),
    ]


def test_men_that_stand_for_a_result_are_unreadable_and_told() -> None:
    sent = [FieldUpdate(0, code) for code in (0x0D, 0x0E, 0x0F)]
    assert readings(*sent) == [SquareRead(Square(56), Man("?"))] * 3
    assert [odd.text for sensed in read_all(*sent) for odd in sensed.oddities] == [
        "the man for “draw” stands on square 0",
        "the man for “White wins” stands on square 0",
        "the man for “Black wins” stands on square 0",
    ]


def test_unknown_high_bits_of_a_piece_code_are_masked_and_told() -> None:
    assert readings(FieldUpdate(0, 0x15)) == [SquareRead(Square(56), Man("K"))]
    assert oddities(FieldUpdate(0, 0x15)) == [OddityCode.HIGH_NIBBLE]


def test_what_is_no_chess_is_told_and_read_as_nothing() -> None:
    sent: list[Frame] = [
        FieldUpdate(64, 1),
        DraughtsDump(MessageId.DRAUGHTS_BLACK, bytes(50)),
        UnknownFrame(0xA3, b""),
    ]
    assert readings(*sent) == []
    assert oddities(*sent) == [
        OddityCode.SQUARE_OUTSIDE,
        OddityCode.NOT_CHESS,
        OddityCode.UNKNOWN_FRAME,
    ]


def test_frames_about_the_device_are_no_readings() -> None:
    assert readings(SerialNumber("25731"), ClockAck(0x10, 9, 0x20, 0)) == []


def test_a_running_clock_is_read() -> None:
    (frame,) = DgtParser().feed(bytes.fromhex("8d000a20590721234509"))
    assert readings(frame) == [ClockRead(5025, 3547, ClockSide.LEFT, running=True)]


def test_the_turn_is_the_lever_and_a_contradiction_is_told() -> None:
    (reading,) = readings(clock("0:3:0", "0:3:0", status=0x13))
    assert isinstance(reading, ClockRead)
    assert reading.turn is ClockSide.RIGHT
    (reading,) = readings(clock("0:3:0", "0:3:0", status=0x0B))
    assert isinstance(reading, ClockRead)
    assert reading.turn is ClockSide.RIGHT
    assert oddities(clock("0:3:0", "0:3:0", status=0x0B)) == [OddityCode.CLOCK_TURN]
    assert oddities(clock("0:3:0", "0:3:0", status=0x11)) == [OddityCode.CLOCK_TURN]
    assert oddities(clock("0:3:0", "0:3:0", status=0x03)) == []


def test_a_missing_clock_is_missing_and_not_at_zero() -> None:
    missing = ClockTime(SideTime(0, 0, 0), SideTime(0, 0, 0), 0x20)
    assert readings(missing) == [ClockMissing()]


def test_zero_on_both_sides_is_ignored() -> None:
    assert readings(clock("0:0:0", "0:0:0")) == []
    assert oddities(clock("0:0:0", "0:0:0")) == [OddityCode.CLOCK_ZERO]


def test_a_fallen_flag_is_read_and_one_of_a_period_is_not() -> None:
    (frame,) = DgtParser().feed(bytes.fromhex("8d000a30000020001612"))
    assert readings(frame) == [ClockRead(16, 0, ClockSide.RIGHT, running=False, right_flag=True)]
    next_period = ClockTime(SideTime(0x40, 0x15, 0), SideTime(0x40, 0, 0), 0x09)
    (reading,) = readings(next_period)
    assert isinstance(reading, ClockRead)
    assert (reading.left_flag, reading.right_flag) == (True, False)


def test_digits_that_are_none_leave_that_side_unknown() -> None:
    broken = ClockTime(SideTime(0, 0x7F, 0), SideTime(0, 0x05, 0), 0x09)
    assert clocks(broken) == [(300, None)]
    assert oddities(broken) == [OddityCode.CLOCK_DIGITS]


def test_one_old_time_is_not_believed() -> None:
    sent = [clock("0:5:0", "0:7:0"), clock("1:59:59", "0:7:0"), clock("0:4:59", "0:7:0")]
    assert clocks(*sent) == [(300, 420), (None, 420), (299, 420)]
    assert oddities(*sent) == [OddityCode.CLOCK_JUMP]


def test_a_time_that_was_set_is_believed_at_the_second_reading() -> None:
    sent = [clock("0:5:0", "0:7:0"), clock("1:30:0", "1:30:0"), clock("1:29:58", "1:30:0")]
    assert clocks(*sent) == [(300, 420), (None, None), (5398, 5400)]


def test_a_second_time_control_of_half_an_hour_is_believed_at_once() -> None:
    sent = [clock("0:0:10", "0:7:0"), clock("0:30:40", "0:7:0")]
    assert clocks(*sent) == [(10, 420), (1840, 420)]


def test_a_clock_that_was_away_is_believed_at_once() -> None:
    missing = ClockTime(SideTime(0, 0, 0), SideTime(0, 0, 0), 0x20)
    assert clocks(clock("0:5:0", "0:7:0"), missing, clock("2:0:0", "2:0:0"))[1] == (7200, 7200)


@given(st.lists(frames))
def test_any_frames_can_be_read_and_every_placement_has_64_men(sent: list[Frame]) -> None:
    for reading in readings(*sent):
        if isinstance(reading, PlacementRead):
            assert len(reading.placement) == 64
            assert set(reading.placement) <= set("PNBRQKpnbrqk.?")
        if isinstance(reading, SquareRead):
            assert 0 <= reading.square < 64
