from collections import Counter
from itertools import combinations

import pytest

from facts.settings import round_robin_rounds
from results.crosstable.model import NOBODY
from results.errors import UsageError
from results.pairing.berger import BergerSettings, berger_round


def rounds(players: int, settings: BergerSettings | None = None) -> list[list[tuple[int, int]]]:
    cycles = settings.cycles if settings else 1
    return [
        [(p.white, p.black) for p in berger_round(players, r, settings).pairs]
        for r in range(1, round_robin_rounds(players, cycles) + 1)
    ]


def test_the_table_for_six_is_fides() -> None:
    assert rounds(6) == [
        [(1, 6), (2, 5), (3, 4)],
        [(6, 4), (5, 3), (1, 2)],
        [(2, 6), (3, 1), (4, 5)],
        [(6, 5), (1, 4), (2, 3)],
        [(3, 6), (4, 2), (5, 1)],
    ]


@pytest.mark.parametrize("players", range(2, 31))
def test_everybody_meets_everybody_once_with_balanced_colours(players: int) -> None:
    games = [game for row in rounds(players) for game in row if NOBODY not in game]
    met = Counter(frozenset(game) for game in games)
    assert met == Counter(frozenset(pair) for pair in combinations(range(1, players + 1), 2))
    whites = Counter(white for white, _ in games)
    blacks = Counter(black for _, black in games)
    assert all(abs(whites[n] - blacks[n]) <= 1 for n in range(1, players + 1))


@pytest.mark.parametrize("players", [3, 5, 7, 9])
def test_with_an_odd_number_everybody_is_free_once(players: int) -> None:
    free = [white for row in rounds(players) for white, black in row if black == NOBODY]
    assert sorted(free) == list(range(1, players + 1))


@pytest.mark.parametrize("players", range(3, 17))
def test_a_double_round_robin_has_no_three_equal_colours_running(players: int) -> None:
    seen: dict[int, list[str]] = {}
    for row in rounds(players, BergerSettings(2)):
        for white, black in row:
            if black != NOBODY:
                seen.setdefault(white, []).append("w")
                seen.setdefault(black, []).append("b")
    for colours in seen.values():
        assert "www" not in "".join(colours)
        assert "bbb" not in "".join(colours)


def test_the_last_two_rounds_of_the_first_cycle_are_swapped_only_if_wanted() -> None:
    swapped, plain = rounds(6, BergerSettings(2)), rounds(6, BergerSettings(2, False))
    assert swapped[:3] == plain[:3]
    assert (swapped[3], swapped[4]) == (plain[4], plain[3])
    assert swapped[5:] == plain[5:]
    assert [(b, w) for w, b in plain[0]] == plain[5]


def test_bad_requests_say_what_is_possible() -> None:
    with pytest.raises(UsageError, match="5 rounds"):
        berger_round(6, 6)
    with pytest.raises(UsageError, match="two players"):
        berger_round(1, 1)
    with pytest.raises(UsageError, match="one or two cycles"):
        berger_round(4, 1, BergerSettings(3))
