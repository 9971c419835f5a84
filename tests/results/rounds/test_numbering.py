from facts import fact as f
from facts.stages import Numbering
from results.rounds.numbering import NUMBERS, numbers_for
from results.tournament.lots import draw_order
from tests.fakes.tournament_log import STAGE, player

PLAYERS = [player(n) for n in (3, 1, 2)]


def test_numbers_follow_the_rating_or_go_against_it() -> None:
    assert numbers_for(STAGE, PLAYERS, Numbering.RATING) == (
        f.NumbersAssigned(STAGE, ("p1", "p2", "p3")),  # type: ignore[arg-type]
    )
    assert numbers_for(STAGE, PLAYERS, Numbering.OPPOSITE) == (
        f.NumbersAssigned(STAGE, ("p3", "p2", "p1")),  # type: ignore[arg-type]
    )


def test_a_lot_is_recorded_with_its_seed_and_can_be_repeated() -> None:
    lot, numbers = numbers_for(STAGE, PLAYERS, Numbering.LOT, "e4")
    assert isinstance(lot, f.LotsDrawn)
    assert isinstance(numbers, f.NumbersAssigned)
    assert (lot.purpose, lot.seed) == (NUMBERS, "e4")
    assert numbers.order == lot.outcome == draw_order("e4", NUMBERS, ["p1", "p2", "p3"])
