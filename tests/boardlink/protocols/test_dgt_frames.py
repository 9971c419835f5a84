import pytest
from hypothesis import given

from boardlink.protocols.dgt_frames import PIECE_CODES, ClockTime, SideTime
from tests.boardlink.protocols.strategies import side_times


def test_piece_codes_have_the_king_before_the_queen() -> None:
    assert [PIECE_CODES[man] for man in ".PRNBKQ"] == [0, 1, 2, 3, 4, 5, 6]
    assert [PIECE_CODES[man] for man in "prnbkq"] == [7, 8, 9, 10, 11, 12]


def test_a_time_is_hours_and_binary_coded_minutes_and_seconds() -> None:
    assert SideTime(0x21, 0x23, 0x45).left_s == 1 * 3600 + 23 * 60 + 45
    assert SideTime(0x09, 0x59, 0x59).left_s == 9 * 3600 + 59 * 60 + 59


@pytest.mark.parametrize(
    "side", [SideTime(0x0B, 0, 0), SideTime(0, 0x60, 0), SideTime(0, 0, 0x0A), SideTime(0, 0x1F, 0)]
)
def test_digits_that_are_none_make_no_time(side: SideTime) -> None:
    assert side.left_s is None


@given(side_times)
def test_a_time_is_below_ten_hours_or_none(side: SideTime) -> None:
    assert side.left_s is None or 0 <= side.left_s < 36_000


def test_the_hour_byte_also_tells_flag_and_increment() -> None:
    fallen = SideTime(0x30, 0, 0)
    assert fallen.blocked
    assert fallen.per_move
    assert not fallen.flag_shown
    assert SideTime(0x40, 0, 0).flag_shown


def test_the_status_byte_tells_lever_turn_and_state() -> None:
    side = SideTime(0, 0, 1)
    left = ClockTime(side, side, 0x09)
    assert (left.running, left.right_high, left.left_turn, left.right_turn) == (
        True,
        False,
        True,
        False,
    )
    right = ClockTime(side, side, 0x16)
    assert (right.running, right.right_high, right.battery_low, right.right_turn) == (
        False,
        True,
        True,
        True,
    )
    assert ClockTime(side, side, 0x20).missing
