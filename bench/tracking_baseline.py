"""The plain way: exact placement after 250 ms of quiet, one ply, slides revised for ever."""

from bench.tracking_noise import Noisy
from boardlink.readings import Placement, PlacementRead, SquareRead
from boardlink.sensing.squares.placement import differing, put
from boardlink.sensing.squares.position import Position, Step, after, start_position, steps_of

QUIET_S = 0.25
MOST_CHANGED = 4
"""Squares that a move changes at most (castling)."""
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def baseline_line(game: Noisy) -> list[str]:
    """The moves that the plain way finds."""
    line: list[tuple[Position, str]] = []
    position = start_position(START, chess960=False)
    picture, changed = position.placement, float("-inf")
    for t, reading in game.readings:
        if not isinstance(reading, PlacementRead | SquareRead):
            continue
        if t - changed >= QUIET_S:
            position = _matched(line, position, picture)
        if isinstance(reading, PlacementRead):
            picture = reading.placement
        else:
            picture = put(picture, reading.square, reading.man)
        changed = t
    _matched(line, position, picture)
    return [uci for _, uci in line]


def _matched(line: list[tuple[Position, str]], position: Position, picture: Placement) -> Position:
    if picture == position.placement:
        return position
    if line:
        before = line[-1][0]
        for step in _leading(before, picture):
            line[-1] = (before, step.uci)
            return after(before, step)
    for step in _leading(position, picture):
        line.append((position, step.uci))
        return after(position, step)
    return position


def _leading(position: Position, picture: Placement) -> list[Step]:
    """The moves that lead to exactly what stands on the board."""
    changed = {square: picture[square] for square in differing(position.placement, picture)}
    if len(changed) > MOST_CHANGED:
        return []
    return [step for step in steps_of(position) if dict(step.changes) == changed]
