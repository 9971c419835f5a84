from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from boardlink.protocols.dgt import (
    BoardDump,
    ClockTime,
    DraughtsDump,
    EeMoves,
    FieldUpdate,
    Frame,
    SideTime,
)
from boardlink.protocols.dgt_bus import BusReply, BusReplyId
from boardlink.protocols.dgt_bus_board import BusBoardReader, Event, FrameHeard, Missed
from boardlink.protocols.dgt_memory import Tag
from tests.boardlink.protocols.strategies import septets
from tests.fakes.scripted_board import START_CODES

ADDRESS = 1025
E2, E4, E7, E5 = 52, 36, 12, 28
WHITE_PAWN, BLACK_PAWN = 1, 7
E2_E4 = bytes([0x40, E2, 0x51, E4])
E7_E5 = bytes([0x40, E7, 0x47, E5])
LEFT_PRESSED = bytes([0x71, 0x29, 0x45])
CLOCK = bytes([1, 0x30, 0, 1, 0x30, 0, 0x09])
CLOCK_RIGHT_RUNS = bytes([1, 0x30, 0, 1, 0x29, 0x45, 0x13])


def update(data: bytes, *, even: bool = False) -> BusReply:
    return BusReply(BusReplyId.UPDATE_EVEN if even else BusReplyId.UPDATE, ADDRESS, data)


def dump(codes: bytes = START_CODES) -> BusReply:
    return BusReply(BusReplyId.BOARD_DUMP, ADDRESS, codes)


def clock(data: bytes) -> BusReply:
    return BusReply(BusReplyId.CLOCK, ADDRESS, data)


def moved(codes: bytes, *changes: tuple[int, int]) -> bytes:
    board = bytearray(codes)
    for index, code in changes:
        board[index] = code
    return bytes(board)


def frames(events: list[Event]) -> list[Frame]:
    return [event.frame for event in events if isinstance(event, FrameHeard)]


def listening(at: float = 0.0) -> BusBoardReader:
    """A reader that knows the board."""
    reader = BusBoardReader()
    reader.take(update(b""), at)
    reader.take(dump(), at)
    return reader


def test_changes_come_in_their_order_spread_over_the_time_since_the_last_answer() -> None:
    reader = BusBoardReader()
    reader.take(clock(CLOCK), 9.9)
    reader.take(update(b""), 10.0)
    reader.take(dump(), 10.0)
    told = reader.take(update(E2_E4 + LEFT_PRESSED + E7_E5), 11.0)
    assert frames(told) == [
        FieldUpdate(E2, 0),
        FieldUpdate(E4, WHITE_PAWN),
        ClockTime(SideTime(1, 0x30, 0), SideTime(1, 0x29, 0x45), 0x13),
        FieldUpdate(E7, 0),
        FieldUpdate(E5, BLACK_PAWN),
    ]
    times = [event.t for event in told]
    assert times == sorted(times)
    assert times[0] > 10.0
    assert times[-1] < 11.0
    assert times[1] - times[0] < 0.25, "the second change is marked as a quick one"
    assert reader.known_at == 11.0


def test_a_press_at_a_clock_that_nobody_has_read_tells_whose_turn_it_was() -> None:
    reader = listening()
    unknown = SideTime(0x0B, 0, 0)
    assert frames(reader.take(update(LEFT_PRESSED), 1.0)) == [
        ClockTime(unknown, unknown, 0x09),
        ClockTime(unknown, SideTime(1, 0x29, 0x45), 0x13),
    ]


def test_the_memory_is_read_before_the_board_and_told_after_it() -> None:
    reader = BusBoardReader()
    assert reader.take(update(E2_E4), 1.0) == []
    after = moved(START_CODES, (E2, 0), (E4, WHITE_PAWN))
    told = reader.take(dump(after), 1.1)
    assert frames(told) == [BoardDump(after), EeMoves(bytes([Tag.DOWNLOADED]) + E2_E4)]


def test_a_repeated_answer_counts_once() -> None:
    reader = listening()
    assert frames(reader.take(update(E2_E4), 1.0))
    assert reader.take(update(E2_E4), 1.1, may_repeat=True) == []
    assert frames(reader.take(update(E7_E5), 1.2, may_repeat=True)), "the lost one"


def test_the_same_changes_from_the_other_half_of_the_numbering_are_new() -> None:
    reader = listening()
    there = bytes([0x40, E2, 0x41, E2])
    assert len(reader.take(update(there), 1.0)) == 2
    assert len(reader.take(update(there, even=True), 2.0, may_repeat=True)) == 2


def test_a_dump_between_two_changes_is_explained_by_those_that_follow() -> None:
    reader = listening()
    assert reader.take(dump(moved(START_CODES, (E2, 0))), 1.0) == []
    assert reader.wants_changes
    assert frames(reader.take(update(E2_E4), 1.1)) == [
        FieldUpdate(E2, 0),
        FieldUpdate(E4, WHITE_PAWN),
    ]
    assert reader.lost == 0


def test_a_dump_that_no_change_explains_shows_what_was_lost() -> None:
    reader = listening()
    lost = moved(START_CODES, (E2, 0), (E4, WHITE_PAWN))
    assert reader.take(dump(lost), 1.0) == []
    told = reader.take(update(E7_E5), 1.1)
    assert frames(told) == [
        BoardDump(lost),
        FieldUpdate(E7, 0),
        FieldUpdate(E5, BLACK_PAWN),
    ]
    assert reader.lost == 1
    assert reader.wants_dump


def test_where_much_was_lost_the_board_is_as_after_an_outage() -> None:
    reader = listening()
    lost = moved(
        START_CODES, (E2, 0), (E4, WHITE_PAWN), (E7, 0), (E5, BLACK_PAWN), (62, 0), (45, 3)
    )
    reader.take(dump(lost), 1.0)
    told = reader.take(update(b""), 1.1)
    assert isinstance(told[0], Missed)
    assert frames(told) == [BoardDump(lost)]
    log = BusReply(BusReplyId.FROM_START, ADDRESS, bytes([Tag.START_TAG]) + E2_E4 + E7_E5)
    assert frames(reader.take(log, 1.5)) == [EeMoves(log.data)]


def test_the_log_since_the_start_tells_what_an_answer_that_was_lost_held() -> None:
    reader = listening()
    reader.take(update(E2_E4 + LEFT_PRESSED), 1.0)
    log = BusReply(BusReplyId.FROM_START, ADDRESS, b"\x7b" + E2_E4 + LEFT_PRESSED + E7_E5 + b"\x6b")
    assert frames(reader.take(log, 2.0)) == [FieldUpdate(E7, 0), FieldUpdate(E5, BLACK_PAWN)]
    assert reader.take(log, 3.0) == [], "it is known now"


def test_the_end_mark_of_some_boards_is_no_change() -> None:
    reader = listening()
    assert reader.take(update(b"\x6b"), 1.0) == []
    assert len(reader.take(update(E2_E4 + b"\x6b"), 2.0)) == 2


def test_a_board_that_was_without_power_shows_itself_anew() -> None:
    reader = listening()
    roll_call = bytes([Tag.POWER_UP]) + bytes([0x41, E2])
    told = reader.take(update(bytes([0x40, E2]) + roll_call), 5.0)
    assert frames(told) == [FieldUpdate(E2, 0)]
    assert isinstance(told[-1], Missed)
    assert reader.wants_dump
    first, memory = frames(reader.take(dump(), 5.1))
    assert first == BoardDump(START_CODES)
    assert memory == EeMoves(bytes([Tag.DOWNLOADED])), "and nothing after it"


def roll_call(codes: bytes) -> bytes:
    """What a board writes down when power comes."""
    men = b"".join(bytes([0x40 | code, index]) for index, code in enumerate(codes) if code)
    return bytes([0x7F, 0x7F, 0x7F, Tag.POWER_UP]) + men + bytes([Tag.START_POSITION])


def test_a_moment_without_power_in_which_nothing_was_moved_loses_nothing() -> None:
    reader = listening()
    after = moved(START_CODES, (E2, 0), (E4, WHITE_PAWN))
    told = reader.take(update(E2_E4 + roll_call(after) + E7_E5), 5.0)
    assert [f for f in frames(told) if isinstance(f, FieldUpdate)] == [
        FieldUpdate(E2, 0),
        FieldUpdate(E4, WHITE_PAWN),
        FieldUpdate(E7, 0),
        FieldUpdate(E5, BLACK_PAWN),
    ]
    assert not any(isinstance(event, Missed) for event in told)


def test_what_was_written_down_before_the_power_went_is_told_to_who_listens_again() -> None:
    reader = listening()
    reader.begin_again()
    after = moved(START_CODES, (E2, 0), (E4, WHITE_PAWN))
    reader.take(update(E2_E4 + roll_call(after)), 60.0)
    told = frames(reader.take(dump(after), 60.1))
    assert told[1] == EeMoves(bytes([Tag.DOWNLOADED]) + E2_E4 + bytes([Tag.START_POSITION]))


def test_men_that_were_moved_without_power_make_the_memory_worthless() -> None:
    reader = listening()
    reader.begin_again()
    after = moved(START_CODES, (E2, 0), (E4, WHITE_PAWN))
    reader.take(update(roll_call(after)), 60.0)
    assert frames(reader.take(dump(after), 60.1)) == [BoardDump(after), EeMoves(b"")]


def test_the_clock_is_told_after_the_men_that_were_moved_before_its_lever() -> None:
    reader = listening()
    assert reader.take(clock(CLOCK_RIGHT_RUNS), 1.0) == []
    told = frames(reader.take(update(E2_E4 + LEFT_PRESSED), 1.02))
    assert [type(frame) for frame in told] == [FieldUpdate, FieldUpdate, ClockTime, ClockTime]


def test_a_clock_that_was_read_before_its_lever_was_pressed_is_old() -> None:
    reader = listening()
    reader.take(clock(CLOCK), 1.0)
    told = frames(reader.take(update(E2_E4 + LEFT_PRESSED), 1.02))
    assert told[-1] == ClockTime(SideTime(1, 0x30, 0), SideTime(1, 0x29, 0x45), 0x13)


def test_a_host_that_only_reads_dumps_is_followed() -> None:
    reader = BusBoardReader()
    reader.take(dump(), 0.0)
    after = moved(START_CODES, (E2, 0))
    assert frames(reader.take(dump(after), 1.0)) == [BoardDump(after)]


def test_what_was_kept_back_is_told_at_the_end() -> None:
    reader = listening()
    after = moved(START_CODES, (E2, 0))
    reader.take(clock(CLOCK), 1.0)
    reader.take(dump(after), 1.0)
    assert [type(frame) for frame in frames(reader.flush(2.0))] == [BoardDump, ClockTime]


def test_a_draughts_board_is_told_as_one() -> None:
    reader = listening()
    (told,) = frames(reader.take(BusReply(BusReplyId.DRAUGHTS_DUMP, ADDRESS, bytes(50)), 1.0))
    assert isinstance(told, DraughtsDump)


_ids = st.sampled_from([*BusReplyId, 0xB2])
_any = st.builds(
    BusReply, _ids, st.just(ADDRESS), septets(0, 40) | septets(64, 64) | septets(7, 7)
).filter(lambda reply: reply.id != BusReplyId.CLOCK or len(reply.data) == 7)


@given(st.lists(st.tuples(_any, st.booleans()), max_size=30))
def test_time_never_runs_backwards_whatever_a_board_says(
    replies: list[tuple[BusReply, bool]],
) -> None:
    reader = BusBoardReader()
    told: list[Event] = []
    for number, (reply, may_repeat) in enumerate(replies):
        new = reader.take(reply, number * 0.5, may_repeat=may_repeat)
        assert all(event.t <= number * 0.5 for event in new)
        told += new
    told += reader.flush(99.0)
    assert all(one.t <= other.t for one, other in pairwise(told))


@given(st.data())
def test_the_last_word_on_every_square_is_what_stands_there(data: st.DataObject) -> None:
    """Whatever answers are lost and repeated, the board is known after an undisturbed round."""
    reader, codes, unheard = listening(), bytearray(START_CODES), b""
    for number in range(data.draw(st.integers(0, 12))):
        for _ in range(data.draw(st.integers(0, 3))):
            index, code = data.draw(st.integers(0, 63)), data.draw(st.integers(0, 12))
            codes[index] = code
            unheard += bytes([0x40 | code, index])
        match data.draw(st.sampled_from(["heard", "lost", "dump"])):
            case "heard":
                reader.take(update(unheard), number + 1.0)
                unheard = b""
            case "lost":
                unheard = b""
            case _:
                reader.take(dump(bytes(codes)), number + 1.0)
    reader.take(update(unheard), 20.0)
    told = reader.take(dump(bytes(codes)), 20.1) + reader.take(update(b""), 20.2)
    seen = bytearray(START_CODES)
    for event in told:
        if isinstance(event, FrameHeard) and isinstance(event.frame, BoardDump):
            seen[:] = event.frame.codes
    assert bytes(seen) == bytes(codes)
