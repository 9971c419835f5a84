import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardlink.readings import ClockSide
from boardlink.simulator.boards import clock as clocks
from boardlink.simulator.boards.clock import ChessClock

LEFT, RIGHT = ClockSide.LEFT, ClockSide.RIGHT


def test_a_clock_that_was_set_shows_its_time_for_a_whole_second() -> None:
    clock = clocks.started(ChessClock(90.0, 90.0), 0.0, LEFT)
    shown = [clocks.face(clock, t).left_s for t in (0.0, 0.99, 1.0, 1.5, 2.0)]
    assert shown == [90, 90, 89, 89, 88]


def test_a_press_adds_the_increment_and_turns_the_lever() -> None:
    clock = clocks.started(ChessClock(90.0, 80.0, increment_s=2), 0.0, LEFT)
    face = clocks.face(clocks.pressed(clock, 10.0, LEFT), 10.0)
    assert (face.left_s, face.right_s, face.turn) == (82, 80, RIGHT)
    assert face.indicator


def test_a_press_can_show_what_a_record_says() -> None:
    clock = clocks.started(ChessClock(90.0, 80.0), 0.0, LEFT)
    face = clocks.face(clocks.pressed(clock, 10.0, LEFT, 1885), 10.0)
    assert face.left_s == 1885


def test_pressing_twice_or_on_a_standing_clock_does_nothing() -> None:
    clock = clocks.started(ChessClock(90.0, 80.0, increment_s=5), 0.0, LEFT)
    assert clocks.face(clocks.pressed(clock, 1.0, RIGHT), 1.0).right_s == 80
    standing = clocks.stopped(clock, 1.0)
    assert clocks.pressed(standing, 2.0, LEFT).turn is LEFT


def test_a_flag_falls_at_zero_and_stops_the_clock() -> None:
    clock = clocks.started(ChessClock(3.0, 80.0), 0.0, LEFT)
    face = clocks.face(clock, 3.0)
    assert (face.left_s, face.left_flag, face.running) == (0, True, False)
    right = clocks.started(ChessClock(3.0, 80.0), 0.0, RIGHT)
    assert clocks.face(right, 81.0).right_flag


def test_a_flag_falls_when_it_is_told_to() -> None:
    clock = clocks.started(ChessClock(3.0, 80.0, falls=False), 0.0, RIGHT)
    face = clocks.face(clocks.fallen(clock, 1.0, RIGHT), 9.0)
    assert (face.left_s, face.right_s, face.right_flag, face.running) == (3, 0, True, False)


def test_a_replayed_clock_never_falls_by_itself() -> None:
    clock = clocks.started(ChessClock(3.0, 80.0, falls=False), 0.0, LEFT)
    face = clocks.face(clock, 100.0)
    assert (face.left_s, face.left_flag, face.running) == (1, False, True)
    assert clocks.next_change(clock, 100.0) is None


def test_a_clock_can_run_faster_than_time() -> None:
    clock = clocks.started(ChessClock(100.0, 80.0, rate=10.0), 0.0, LEFT)
    assert clocks.face(clock, 2.0).left_s == 80


def test_setting_stops_the_clock_and_clears_its_flags() -> None:
    fallen = clocks.at(clocks.started(ChessClock(1.0, 9.0), 0.0, LEFT), 5.0)
    face = clocks.face(clocks.set_to(fallen, 6.0, 60.0, 99 * 3600.0), 6.0)
    assert (face.left_s, face.right_s, face.running) == (60, clocks.MOST_S, False)
    assert not face.left_flag


@given(
    st.floats(1.0, 9000.0),
    st.floats(0.0, 100.0),
    st.sampled_from([1.0, 7.0, 10.0, 60.0]),
    st.booleans(),
)
def test_the_face_changes_when_it_was_foretold_and_not_before(
    left: float, t: float, rate: float, falls: bool
) -> None:
    clock = clocks.started(ChessClock(left, 50.0, rate=rate, falls=falls), 0.0, LEFT)
    now = clocks.face(clock, t)
    due = clocks.next_change(clock, t)
    if due is None:
        assert clocks.face(clock, t + 1000.0) == now
    else:
        assert clocks.face(clock, due) != now
        early = t + (due - t) * 0.999 - 1e-4
        if early > t:
            assert clocks.face(clock, early) == now


def test_a_standing_clock_foretells_nothing() -> None:
    assert clocks.next_change(ChessClock(5.0, 5.0), 1.0) is None
    assert clocks.other(RIGHT) is LEFT
    assert pytest.approx(5.0) == clocks.at(ChessClock(5.0, 5.0), 9.0).left_s
