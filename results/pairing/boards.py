"""PURE. Which board each pair sits at: in board order, but for players with a board of their own.

A player who cannot move about the hall keeps one board through all rounds; the other pairs
take the boards that are left, in order.
"""

from collections.abc import Collection, Mapping, Sequence

from facts.ids import BoardNo
from results.crosstable.model import Number
from results.errors import UsageError
from results.pairing.answer import Pair


def assign_boards(
    pairs: Sequence[Pair],
    first_board: int = 1,
    fixed: Mapping[Number, BoardNo] | None = None,
    in_use: Collection[BoardNo] = (),
) -> dict[Pair, BoardNo]:
    """The board of each pair; byes have none.

    Args:
        pairs: in board order.
        first_board: the first of the boards to fill.
        fixed: boards of players who stay where they are; where both of a pair have one, the
            lower board is taken.
        in_use: boards where others play: they are left out.

    Raises:
        UsageError: two pairs need the same board.
    """
    wanted = fixed or {}
    boards: dict[Pair, BoardNo] = {}
    for pair in pairs:
        own = sorted(wanted[number] for number in pair.numbers if number in wanted)
        if not own or pair.is_bye:
            continue
        if own[0] in boards.values():
            raise UsageError(f"board {own[0]} is kept for players of two pairs: move one by hand")
        boards[pair] = own[0]
    taken = {*boards.values(), *in_use}
    board = first_board
    for pair in pairs:
        if pair in boards or pair.is_bye:
            continue
        while board in taken:
            board += 1
        boards[pair] = BoardNo(board)
        board += 1
    return boards
