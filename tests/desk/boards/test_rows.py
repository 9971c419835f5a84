from dataclasses import replace

from boardlink.readings import ClockRead, ClockSide
from boardlink.sensing.squares.placement import START
from desk.boards.rows import (
    BoardRow,
    RowState,
    clock_words,
    heard_words,
    row_line,
    row_news,
    row_object,
    sorted_rows,
)
from facts.ids import BoardNo, DeviceId

CLOCK = ClockRead(5398, 5400, ClockSide.LEFT, running=True)
ROW = BoardRow(
    BoardNo(3), DeviceId("25731"), "/dev/ttyACM0", RowState.ONLINE, placement=START, clock=CLOCK,
    heard_s=0.2, frames_per_s=1.26, errors=2,
)  # fmt: skip


def test_a_line_says_where_how_what_stands_there_and_the_clock() -> None:
    assert row_line(ROW) == (
        "board 3 (25731) online at /dev/ttyACM0 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR "
        "clock 1:29:58* 1:30:00 1.3 frames/s, 2 errors"
    )


def test_what_is_wrong_ends_the_line_with_how_often_it_was_looked_for() -> None:
    row = BoardRow(
        None, DeviceId("25731"), "/dev/a", RowState.RECONNECTING, tried=4, text="no such port",
        warnings={"battery": "charge it"},
    )  # fmt: skip
    assert row_line(row) == (
        "25731 reconnecting at /dev/a – no such port; tried 4 times; charge it"
    )


def test_a_clock_that_is_missing_is_said_and_one_that_is_unknown_is_not() -> None:
    assert clock_words(replace(ROW, clock=None, clock_missing=True)) == "no clock"
    assert clock_words(replace(ROW, clock=None)) == ""
    unreadable = ClockRead(None, 5400, ClockSide.RIGHT, running=False)
    assert clock_words(replace(ROW, clock=unreadable)) == "? 1:30:00"


def test_how_long_ago_it_was_heard_is_told_in_words() -> None:
    said = [heard_words(replace(ROW, heard_s=heard_s)) for heard_s in (None, 0.4, 5.2, 300)]
    assert said == ["", "now", "5 s ago", "5 min ago"]


def test_a_ticking_clock_is_no_news_and_its_lever_is() -> None:
    ticked = replace(ROW, clock=replace(CLOCK, left_s=5397), heard_s=0.9, frames=12)
    assert row_news(ticked) == row_news(ROW)
    pressed = replace(ROW, clock=replace(CLOCK, turn=ClockSide.RIGHT))
    assert row_news(pressed) != row_news(ROW)


def test_other_programs_get_the_placement_as_a_fen_and_the_clock_in_seconds() -> None:
    said = row_object(ROW)
    assert said["placement"] == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
    assert said["clock"] == {
        "left_s": 5398, "right_s": 5400, "turn": "left", "running": True,
        "left_flag": False, "right_flag": False, "battery_low": False,
    }  # fmt: skip
    assert said["frames_per_s"] == 1.3
    assert row_object(replace(ROW, placement=None, clock=None))["placement"] is None


def test_numbered_boards_come_first_and_ports_without_a_board_last() -> None:
    rows = [
        BoardRow(None, None, "/dev/a", RowState.NO_BOARD),
        BoardRow(None, DeviceId("9"), "/dev/z", RowState.ONLINE),
        BoardRow(BoardNo(2), DeviceId("8"), "/dev/b", RowState.ONLINE),
        BoardRow(BoardNo(1), None, "/dev/c", RowState.NO_BOARD),
    ]
    assert [row.name for row in sorted_rows(rows)] == ["board 1", "board 2", "9", "/dev/a"]
