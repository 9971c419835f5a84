import hashlib

from hypothesis import given
from hypothesis import strategies as st

from results.tournament.lots import Dice, digest, draw_colour, draw_order


@given(st.lists(st.text(min_size=1), unique=True), st.randoms())
def test_a_lot_does_not_depend_on_the_order_of_the_names(names, random) -> None:  # type: ignore[no-untyped-def]
    mixed = list(names)
    random.shuffle(mixed)
    assert draw_order("seed", "numbers", mixed) == draw_order("seed", "numbers", names)
    assert sorted(draw_order("seed", "numbers", names)) == sorted(names)


def test_anybody_can_repeat_a_lot() -> None:
    assert digest("e4", "colours", "white") == hashlib.sha256(b"e4|colours|white").hexdigest()
    assert draw_colour("e4", "colours") == min(
        ("white", "black"), key=lambda name: digest("e4", "colours", name)
    )


def test_another_seed_or_purpose_is_another_lot() -> None:
    names = [f"player {n}" for n in range(20)]
    orders = {draw_order(seed, purpose, names) for seed in ("a", "b") for purpose in ("x", "y")}
    assert len(orders) == 4


def test_dice_are_the_same_everywhere_and_fair_enough() -> None:
    dice = Dice(1)
    assert [dice.below(100) for _ in range(6)] == [65, 19, 90, 35, 61, 48]
    assert sorted(Dice(5).shuffled(range(10))) == list(range(10))
    hits = sum(1 for _ in range(4000) if dice.chance(250))
    assert 850 < hits < 1150
