"""What the terminal shows of boards."""

import io
from dataclasses import replace

from rich.console import Console, RenderableType

from boardlink.readings import ClockRead, ClockSide
from boardlink.sensing.squares.placement import START
from desk.boards.capturing import recorded_line, recorded_table, summary
from desk.boards.rows import BoardRow, RowState
from desk.boards.watch import view
from facts.ids import BoardNo, DeviceId

CLOCK = ClockRead(5398, 5400, ClockSide.LEFT, running=True)


def here(number: int) -> BoardRow:
    return BoardRow(
        BoardNo(number), DeviceId(f"2573{number}"), f"/dev/ttyACM{number}", RowState.ONLINE,
        placement=START, clock=CLOCK, heard_s=0.1, capture=f"2573{number}-x.cap", recorded=1200,
        frames=30,
    )  # fmt: skip


GONE = BoardRow(
    BoardNo(9), DeviceId("25739"), "/dev/ttyACM9", RowState.RECONNECTING, tried=3,
    text="there is no such port",
)  # fmt: skip


def shown(what: RenderableType, width: int = 100) -> str:
    out = io.StringIO()
    Console(file=out, width=width).print(what)
    return out.getvalue()


def test_one_board_is_shown_large_with_all_there_is_to_say() -> None:
    text = shown(view([here(1)], 80, 24), 80)
    assert "8 r n b q k b n r" in text
    assert "1:29:58* 1:30:00" in text
    assert "/dev/ttyACM1" in text


def test_many_boards_are_a_table_and_as_many_pictures_as_there_is_room_for() -> None:
    rows = [here(number) for number in range(1, 6)]
    large = shown(view(rows, 120, 40), 120)
    assert large.count("r n b q k b n r") == 5
    small = shown(view(rows, 80, 24), 80)
    assert small.count("r n b q k b n r") == 3
    assert "No room for every board" in small


def test_a_board_that_is_not_there_has_no_picture_and_its_reason_below_the_table() -> None:
    text = shown(view([here(1), GONE], 100, 40))
    assert text.count("a b c d e f g h") == 1
    assert "board 9: there is no such port; tried 3 times" in text
    assert "reconnecting" in text


def test_where_there_are_more_boards_than_lines_those_that_need_a_look_are_shown() -> None:
    rows = [*(here(number) for number in range(10, 60)), replace(GONE, board=BoardNo(99))]
    text = shown(view(rows, 100, 24))
    assert len(text.splitlines()) <= 24
    assert "board 99: there is no such port; tried 3 times" in text
    assert "… and 31 more, of which 0 need a look" in text


def test_columns_that_no_board_fills_are_left_out() -> None:
    assert "Battery" not in shown(view([here(1), here(2)], 100, 40))


def test_where_nothing_was_found_it_says_what_to_do() -> None:
    assert "Plug a board in" in shown(view([], 80, 24))


def test_a_recording_tells_its_file_and_how_much_is_in_it() -> None:
    assert recorded_line(here(1)) == "board 1 (25731) online, 25731-x.cap: 1200 bytes, 30 frames"
    text = shown(recorded_table([here(1), GONE]))
    assert "25731-x.cap" in text
    assert "1200" in text
    assert "board 9: there is no such port; tried 3 times" in text


def test_a_recording_of_nothing_says_so() -> None:
    assert summary([]) == ["Nothing was recorded: no board answered."]
