"""PURE. Results that the Laws give by themselves: mate, stalemate, dead position, repetition.

Only what ends a game without a claim: checkmate (5.1.1), stalemate (5.2.1), a dead position
(5.2.2), fivefold repetition (9.6.1) and seventy-five moves (9.6.2). Threefold repetition and
fifty moves need a claim, so they decide nothing here.
"""

from functools import lru_cache

from boardlink.sensing.lines.explanation import Ply
from boardlink.sensing.squares.position import Position, after, has_moves
from facts.result import BLACK_WON, DRAWN, WHITE_WON, Result


@lru_cache(maxsize=4096)
def by_position(position: Position) -> tuple[Result, str] | None:
    """The result that a position is by itself, and its name; None where play goes on."""
    if not has_moves(position):
        board = position.board
        if board.is_check():
            return (BLACK_WON if position.white else WHITE_WON), "mate"
        return DRAWN, "stalemate"
    if position.board.is_insufficient_material():
        return DRAWN, "dead-position"
    if int(position.fen.split()[4]) >= 150:
        return DRAWN, "seventyfive"
    return None


def by_rule(last: Ply | None, start: Position) -> tuple[Result, str] | None:
    """The result that a line has by the Laws alone, and its name."""
    if last is None:
        return by_position(start)
    position = after(last.before, last.step)
    found = by_position(position)
    if found is not None:
        return found
    return (DRAWN, "fivefold") if _times(last, position) >= 5 else None


def _times(last: Ply, position: Position) -> int:
    """How often the position has been on the board; looks back to the last capture."""
    reversible = int(position.fen.split()[4])
    if reversible < 16:
        return 1
    times, ply = 1, last
    while reversible > 0:
        if ply.before.key == position.key:
            times += 1
        if ply.parent is None:
            break
        ply = ply.parent
        reversible -= 1
    return times
