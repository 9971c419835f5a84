"""A move's time is what its clock showed when the lever went down, however late that was."""

import pytest

from facts import fact as f
from tests.broadcast.made_up import ONE, OPEN, Hall, at, line_moves


def clock(white_s: int, black_s: int, running: f.Side, event: f.ClockEvent) -> f.ClockSet:
    return f.ClockSet(ONE, white_s, black_s, running, event)


@pytest.mark.parametrize("readings_before_the_lever", [0, 1, 3])
def test_readings_between_the_move_and_its_lever_do_not_take_its_time_away(
    readings_before_the_lever: int,
) -> None:
    hall = Hall()
    hall.open()
    (move,) = line_moves(["e2e4"], 60)
    shown = f.LineMove(move.uci, move.san, None, move.at)
    hall.say(f.MovePlayed(ONE, 1, shown), at(60.3))
    for n in range(readings_before_the_lever):
        running = clock(5300 - n, 5400, f.Side.WHITE, f.ClockEvent.JUMPED)
        hall.say(running, at(61 + n))
    hall.say(clock(5325, 5400, f.Side.BLACK, f.ClockEvent.LEVER), at(65))
    (seen,) = hall.feed(66).tournaments[OPEN].games[ONE].moves
    assert seen.clock_s == 5325
