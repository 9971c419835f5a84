from hypothesis import given
from hypothesis import strategies as st

from boardlink.simulator.hands.luck import Luck


def test_the_first_draws_from_a_seed_never_change() -> None:
    luck = Luck(1234567)
    assert [luck.bits() for _ in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


@given(st.integers())
def test_a_draw_is_between_nothing_and_one(seed: int) -> None:
    luck = Luck(seed)
    draws = [luck.draw() for _ in range(50)]
    assert all(0 <= draw < 1 for draw in draws)
    assert len(set(draws)) > 40


@given(st.integers(), st.lists(st.integers()))
def test_a_shuffle_keeps_every_item(seed: int, items: list[int]) -> None:
    shuffled = list(items)
    Luck(seed).shuffle(shuffled)
    assert sorted(shuffled) == sorted(items)


def test_what_is_sure_happens_and_what_is_impossible_does_not() -> None:
    luck = Luck(1)
    assert all(luck.happens(1.0) for _ in range(100))
    assert not any(luck.happens(0.0) for _ in range(100))
