from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facts.ids import PlayerId
from facts.stages import Bracket
from results.errors import UsageError
from results.rounds.knock_out import KnockOut, knock_out, rounds_needed
from results.tournament.lots import Dice


def field(size: int) -> tuple[PlayerId, ...]:
    return tuple(PlayerId(f"{n}") for n in range(1, size + 1))


def shown(state: KnockOut) -> list[str]:
    return [f"{better}-{worse}" for better, worse in state.pairs]


def wins(*players: int) -> set[PlayerId]:
    return {PlayerId(str(player)) for player in players}


def test_twice_as_many_players_as_places_play_one_round_first_against_last() -> None:
    state = knock_out(field(6), 3)
    assert shown(state) == ["1-6", "2-5", "3-4"]
    assert not state.preliminary
    assert knock_out(field(6), 3, [wins(6, 2, 3)]).left == ("6", "2", "3")


def test_between_places_and_twice_as_many_the_best_go_through_without_a_match() -> None:
    state = knock_out(field(5), 3)
    assert state.preliminary
    assert shown(state) == ["2-5", "3-4"]
    after = knock_out(field(5), 3, [wins(5, 4)])
    assert after.over
    assert after.left == ("1", "5", "4")
    assert after.out == (("2", "3"),)


def test_a_preliminary_round_among_the_lowest_comes_before_the_main_rounds() -> None:
    """11 players for 2 places: 8 in the main rounds, 6 of them straight away or by 3 matches."""
    state = knock_out(field(11), 2)
    assert state.preliminary
    assert shown(state) == ["6-11", "7-10", "8-9"]
    main = knock_out(field(11), 2, [wins(11, 7, 9)])
    assert shown(main) == ["1-9", "2-7", "3-11", "4-5"]
    assert not main.preliminary


def test_a_winner_takes_the_better_seat_to_the_end_in_a_fixed_bracket() -> None:
    first = [wins(8, 2, 3, 4)]
    assert shown(knock_out(field(8), 1, first)) == ["8-4", "2-3"]
    again = knock_out(field(8), 1, first, Bracket.RESEEDED)
    assert shown(again) == ["2-8", "3-4"]


def test_as_many_players_as_places_need_not_play() -> None:
    state = knock_out(field(4), 4)
    assert state.over
    assert state.left == field(4)


def test_a_round_without_a_winner_in_every_pair_is_refused() -> None:
    with pytest.raises(UsageError, match=r"round 1: 2 – 3 has no single winner"):
        knock_out(field(4), 1, [wins(1)])
    with pytest.raises(UsageError, match="no single winner"):
        knock_out(field(2), 1, [wins(1, 2)])
    with pytest.raises(UsageError, match="over before round 2"):
        knock_out(field(2), 1, [wins(1), wins(1)])
    with pytest.raises(UsageError, match="1 players cannot fill 2 places"):
        knock_out(field(1), 2)


@given(st.integers(1, 70), st.integers(1, 20), st.integers(0, 1000), st.sampled_from(Bracket))
def test_exactly_as_many_come_through_as_there_are_places(
    players: int, places: int, seed: int, bracket: Bracket
) -> None:
    places = min(places, players)
    order = field(players)
    dice = Dice(seed)
    winners: list[Sequence[PlayerId]] = []
    state = knock_out(order, places, winners, bracket)
    while not state.over:
        playing = [player for pair in state.pairs for player in pair]
        assert len(set(playing)) == len(playing)
        assert set(playing) <= set(state.left)
        last = len(state.left) - len(state.pairs) == places
        if last and not state.preliminary:
            assert len(state.pairs) == places
        winners.append([pair[dice.below(2)] for pair in state.pairs])
        state = knock_out(order, places, winners, bracket)
    assert len(state.left) == len(set(state.left)) == places
    assert len(winners) == rounds_needed(players, places)
    gone = [player for lost in state.out for player in lost]
    assert sorted([*gone, *state.left]) == sorted(order)


@given(st.integers(1, 12), st.integers(1, 5), st.data())
def test_only_the_lowest_play_the_preliminary_round(
    places: int, doublings: int, data: st.DataObject
) -> None:
    size = places * 2 ** (doublings - 1)
    players = size + data.draw(st.integers(0, size - 1))
    state = knock_out(field(players), places)
    extra = players - size
    if extra:
        playing = sorted(int(player) for pair in state.pairs for player in pair)
        assert playing == list(range(players - 2 * extra + 1, players + 1))
    for better, worse in state.pairs:
        assert int(better) < int(worse)
