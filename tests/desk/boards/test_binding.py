import tomllib
from collections.abc import Mapping

import pytest

from boardlink.readings import Man, Placement, Square
from boardlink.sensing.squares.placement import START, put, turned
from desk.boards.binding import REST_S, Binding, Bound, Hint, numbers_from, toml_tables
from facts.ids import BoardNo, DeviceId

A, B = DeviceId("25731"), DeviceId("25732")
SHOWN = put(put(START, Square(4), Man(".")), Square(28), Man("K"))
LIFTED = put(START, Square(4), Man("."))

Looks = list[Mapping[DeviceId, Placement | None]]


def told(binding: Binding, *looks: Mapping[DeviceId, Placement | None]) -> list[Bound | Hint]:
    """What is said when each look lasts long enough for a king to rest."""
    said: list[Bound | Hint] = []
    for number, look in enumerate(looks):
        for at in (number * 10, number * 10 + REST_S):
            binding, news = binding.after(look, at)
            said += news
    return said


def numbers(*wanted: int) -> tuple[BoardNo, ...]:
    return tuple(BoardNo(number) for number in wanted)


def test_boards_get_their_numbers_in_the_order_in_which_they_are_shown() -> None:
    said = told(
        Binding(numbers(1, 2)),
        {A: START, B: START},
        {A: START, B: SHOWN},
        {A: SHOWN, B: SHOWN},
    )
    assert said == [Bound(BoardNo(1), B), Bound(BoardNo(2), A)]


def test_a_board_that_lies_the_other_way_round_shows_it_as_well() -> None:
    said = told(Binding(numbers(1)), {A: turned(START)}, {A: turned(SHOWN)})
    assert said == [Bound(BoardNo(1), A)]


def test_a_king_that_is_carried_over_the_square_says_nothing() -> None:
    binding = Binding(numbers(1))
    for look, at in ((START, 0.0), (SHOWN, 1.0), (SHOWN, 1.0 + REST_S / 2), (LIFTED, 2.2),
                     (SHOWN, 3.0), (SHOWN, 3.0 + REST_S / 2)):  # fmt: skip
        binding, said = binding.after({A: look}, at)
        assert said == ()


def test_a_king_that_stood_there_before_has_to_be_lifted_first() -> None:
    binding = Binding(numbers(1))
    (hint,) = told(binding, {A: SHOWN}, {A: SHOWN})
    assert isinstance(hint, Hint)
    assert "lift it" in hint.text
    said = told(binding, {A: SHOWN}, {A: LIFTED}, {A: SHOWN})
    assert said[1:] == [Bound(BoardNo(1), A)]


def test_one_king_gives_one_number_however_long_it_stays() -> None:
    said = told(Binding(numbers(1, 2)), {A: START}, *[{A: SHOWN}] * 5)
    assert said == [Bound(BoardNo(1), A)]


def test_two_boards_at_once_are_none() -> None:
    said = told(
        Binding(numbers(1)), {A: START, B: START}, {A: SHOWN, B: SHOWN}, {A: SHOWN, B: START}
    )
    assert isinstance(said[0], Hint)
    assert "2 boards show it at once" in said[0].text
    assert said[1:] == [Bound(BoardNo(1), A)]


def test_a_board_that_is_shown_twice_keeps_its_first_number() -> None:
    said = told(Binding(numbers(1, 2)), {A: START}, {A: SHOWN}, {A: START}, {A: SHOWN})
    assert [type(one) for one in said] == [Bound, Hint]
    assert isinstance(said[1], Hint)
    assert "is board 1 already" in said[1].text


def test_a_board_of_the_hall_s_file_is_not_given_another_number() -> None:
    (hint,) = told(Binding(numbers(1), known={A: BoardNo(7)}), {A: START}, {A: SHOWN})
    assert isinstance(hint, Hint)
    assert "is board 7 in the hall's file" in hint.text


def test_a_board_whose_squares_are_not_known_says_nothing() -> None:
    assert told(Binding(numbers(1)), {A: None}, {A: None}) == []
    two_kings = put(SHOWN, Square(0), Man("K"))
    assert told(Binding(numbers(1)), {A: START}, {A: two_kings}) == []


def test_nothing_is_bound_when_all_numbers_are_given() -> None:
    assert told(Binding(()), {A: START}, {A: SHOWN}) == []


def test_numbers_are_a_list_of_boards_and_ranges() -> None:
    assert numbers_from("1-3, 7", frozenset()) == (1, 2, 3, 7)
    free = numbers_from("", frozenset({BoardNo(1), BoardNo(3)}))
    assert free[:3] == (2, 4, 5)


@pytest.mark.parametrize("text", ["0", "x", "3-1", "1,1", "2", "1-", "1-99999999"])
def test_numbers_that_cannot_be_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"board|number"):
        numbers_from(text, frozenset({BoardNo(2)}))


def test_the_tables_are_toml_in_the_order_of_the_boards() -> None:
    text = toml_tables([Bound(BoardNo(2), A), Bound(BoardNo(1), B)])
    assert tomllib.loads(text)["boards"] == [
        {"number": 1, "device": "25732"},
        {"number": 2, "device": "25731"},
    ]
