from dataclasses import replace

import pytest

from boardlink.protocols.livechess import BoardNews, BoardState, LiveClock, read_placement
from boardlink.protocols.livechess_readings import LiveSensors, read_news
from boardlink.readings import (
    ClockMissing,
    ClockRead,
    ClockSide,
    LinkLost,
    Placement,
    PlacementRead,
    Reading,
)


def board(fen: str) -> Placement:
    placement = read_placement(fen)
    assert placement is not None
    return placement


def turned(placement: Placement) -> Placement:
    return Placement(placement[::-1])


START = board("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")
AFTER_E4 = board("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")
NEWS = BoardNews("25731", flipped=False)


def told(*news: BoardNews) -> list[Reading]:
    sensors = LiveSensors()
    readings: list[Reading] = []
    for one in news:
        sensed = read_news(sensors, one)
        sensors = sensed.sensors
        readings += sensed.readings
    return readings


def placed(placement: Placement, *, flipped: bool = False) -> BoardNews:
    return replace(NEWS, placement=placement, flipped=flipped)


def clocked(white_runs: bool | None, *, flipped: bool = False, age_s: int = 0) -> BoardNews:
    clock = LiveClock(290, 300, white_runs, age_s)
    return replace(NEWS, clock_told=True, clock=clock, flipped=flipped)


def test_a_placement_is_told_as_the_board_lies() -> None:
    assert told(placed(START), placed(AFTER_E4)) == [PlacementRead(START), PlacementRead(AFTER_E4)]


@pytest.mark.parametrize("shown_turned", [True, False])
def test_a_flip_in_the_middle_of_a_game_moves_no_man(shown_turned: bool) -> None:
    after = turned(AFTER_E4) if shown_turned else AFTER_E4
    readings = told(placed(START), placed(after, flipped=True), placed(START))
    assert readings == [PlacementRead(START), PlacementRead(AFTER_E4), PlacementRead(START)]


def test_a_board_that_was_flipped_from_the_beginning_is_told_as_its_own_cable_would() -> None:
    assert told(placed(START, flipped=True)) == [PlacementRead(turned(START))]


def test_white_has_the_left_side_of_the_clock() -> None:
    assert told(clocked(True)) == [ClockRead(290, 300, ClockSide.LEFT, running=True)]
    assert told(clocked(False)) == [ClockRead(290, 300, ClockSide.RIGHT, running=True)]


def test_white_has_the_right_side_where_livechess_has_flipped_the_board() -> None:
    assert told(clocked(True, flipped=True)) == [ClockRead(300, 290, ClockSide.RIGHT, running=True)]


def test_a_clock_that_is_stopped_keeps_the_side_whose_time_ran() -> None:
    assert told(clocked(False), clocked(None))[-1] == ClockRead(
        290, 300, ClockSide.RIGHT, running=False
    )


def test_a_running_clock_that_was_read_a_while_ago_has_run_on() -> None:
    assert told(clocked(False, age_s=5)) == [ClockRead(290, 295, ClockSide.RIGHT, running=True)]
    assert told(clocked(None, age_s=5)) == [ClockRead(290, 300, ClockSide.LEFT, running=False)]


def test_no_clock_and_a_clock_that_was_just_switched_on_are_two_things() -> None:
    assert told(replace(NEWS, clock_told=True)) == [ClockMissing()]
    assert told(replace(NEWS, clock_told=True, clock=LiveClock(0, 0, None))) == []


@pytest.mark.parametrize(
    "state", [BoardState.NOT_RESPONDING, BoardState.INACTIVE, BoardState.NEVER]
)
def test_a_board_that_livechess_does_not_read_is_lost_once_whatever_it_shows(
    state: BoardState,
) -> None:
    stale = replace(placed(AFTER_E4), state=state)
    back = replace(placed(AFTER_E4), state=BoardState.ACTIVE)
    assert told(placed(START), stale, stale, back) == [
        PlacementRead(START),
        LinkLost(),
        PlacementRead(AFTER_E4),
    ]
