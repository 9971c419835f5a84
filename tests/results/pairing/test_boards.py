import pytest

from facts.ids import BoardNo
from results.crosstable.model import NOBODY, Number
from results.errors import UsageError
from results.pairing.answer import Pair
from results.pairing.boards import assign_boards

PAIRS = [
    Pair(Number(1), Number(4)),
    Pair(Number(5), Number(2)),
    Pair(Number(3), Number(6)),
    Pair(Number(7), NOBODY),
]


def boards(**options: object) -> list[int]:
    given = assign_boards(PAIRS, **options)  # type: ignore[arg-type]
    return [given[pair] for pair in PAIRS[:3]]


def test_boards_follow_the_order_of_the_pairs_and_a_bye_has_none() -> None:
    assert boards() == [1, 2, 3]
    assert boards(first_board=11) == [11, 12, 13]
    assert PAIRS[3] not in assign_boards(PAIRS)


def test_a_player_with_a_board_of_their_own_stays_there() -> None:
    assert boards(fixed={Number(6): BoardNo(1)}) == [2, 3, 1]
    assert boards(fixed={Number(1): BoardNo(40)}) == [40, 1, 2]
    assert boards(fixed={Number(3): BoardNo(9), Number(6): BoardNo(8)}) == [1, 2, 8]
    assert boards(fixed={Number(7): BoardNo(1)}) == [1, 2, 3]


def test_one_board_for_two_pairs_is_refused() -> None:
    with pytest.raises(UsageError, match="board 1"):
        assign_boards(PAIRS, fixed={Number(1): BoardNo(1), Number(2): BoardNo(1)})
