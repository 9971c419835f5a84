import pytest

from facts.result import BLACK_WON, DRAWN, WHITE_WON, Result, Score
from facts.settings import Scoring
from results.armageddon import ArmageddonScoring, meeting
from results.model import Number
from results.scoring import entry_points

ONE, TWO = Number(1), Number(2)


@pytest.mark.parametrize(
    ("classical", "armageddon", "points"),
    [
        (WHITE_WON, None, (30, 0)),
        (BLACK_WON, None, (0, 30)),
        (DRAWN, WHITE_WON, (15, 10)),
        (DRAWN, BLACK_WON, (10, 15)),
        (DRAWN, DRAWN, (10, 15)),
        (DRAWN, None, (10, 10)),
        (None, None, (0, 0)),
    ],
)
def test_three_one_and_a_half_one_and_nothing(
    classical: Result | None, armageddon: Result | None, points: tuple[int, int]
) -> None:
    both = meeting(ONE, TWO, classical, armageddon, ArmageddonScoring())
    assert tuple(entry_points(entry, Scoring()) for entry in both) == points


def test_reversed_colours_in_the_armageddon_game() -> None:
    white, black = meeting(ONE, TWO, DRAWN, DRAWN, ArmageddonScoring(), same_colours=False)
    assert (white.awarded, black.awarded) == (15, 10)


def test_the_meeting_stays_a_draw_for_tiebreaks() -> None:
    white, _ = meeting(ONE, TWO, DRAWN, WHITE_WON, ArmageddonScoring())
    assert white.score is Score.DRAW
