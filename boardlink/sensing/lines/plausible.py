"""PURE. Which of several orders of the same moves people would have played.

Used only where the sensors cannot tell: the best order leads, the others stay alternatives,
and none is called certain for it.
"""

from collections.abc import Sequence
from functools import lru_cache

import chess

from boardlink.sensing.squares.position import Position, Step, after

VALUES = {"p": 1.0, "n": 3.0, "b": 3.0, "r": 5.0, "q": 9.0, "k": 0.0}
OFFERED = 0.25
"""Nats for each pawn's worth that a side leaves to be taken and the other does not take."""
BISHOP_FIRST = 0.1
"""Nats for a bishop that comes out before the knight beside it."""


def implausibility(start: Position, steps: Sequence[Step]) -> float:
    """Nats by which a line looks unlike what people play."""
    cost, position = 0.0, start
    for n, step in enumerate(steps):
        cost += _out_of_turn(position, step)
        position = after(position, step)
        reply = steps[n + 1] if n + 1 < len(steps) else None
        if reply is None:
            break
        offered = _hanging(position)
        taken = VALUES[position.placement[reply.captures].lower()] if reply.captures else 0.0
        cost += OFFERED * max(0.0, offered - taken)
    return cost


@lru_cache(maxsize=4096)
def _hanging(position: Position) -> float:
    """The most that the side to move can win by taking one man, looking one exchange ahead."""
    board = position.board
    us, best = board.turn, 0.0
    for square, man in enumerate(position.placement):
        if man in ".kK" or man.isupper() == position.white:
            continue
        attackers = board.attackers(us, square)
        if not attackers:
            continue
        worth = VALUES[man.lower()]
        if not board.attackers(not us, square):
            best = max(best, worth)
            continue
        cheapest = min(VALUES[position.placement[s].lower()] or 10.0 for s in attackers)
        best = max(best, worth - cheapest)
    return best


def _out_of_turn(position: Position, step: Step) -> float:
    """A bishop from its first square, the knight beside it still at home."""
    if step.man not in "Bb" or chess.square_rank(step.origin) != (0 if position.white else 7):
        return 0.0
    file = chess.square_file(step.origin)
    if file not in (2, 5):
        return 0.0
    beside = step.origin + (1 if file == 5 else -1)
    knight = "N" if position.white else "n"
    return BISHOP_FIRST if position.placement[beside] == knight else 0.0
