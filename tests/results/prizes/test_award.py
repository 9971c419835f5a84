"""The prize list: shares, thresholds, lots, categories."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facts.ids import PlayerId
from facts.player import Player
from facts.regulations import (
    CategoryPrizes,
    Eligibility,
    Precedence,
    PrizeRules,
    Remainder,
    Sharing,
)
from results.crosstable.model import Points
from results.errors import UsageError
from results.prizes.award import PrizeList, award_prizes
from results.prizes.lots import PrizeLots
from results.prizes.ranking import Ranked

EURO = 100


def player(name: str, rating: int = 0, birth: date | None = None, sex: str = "") -> Player:
    return Player(PlayerId(name.lower()), name, rating, birth=birth, sex=sex)


def row(name: str, place: int, points: int, rating: int = 0) -> Ranked:
    return Ranked(player(name, rating), place, Points(points))


def table(*points: int, shared: tuple[int, ...] = ()) -> list[Ranked]:
    """Players A, B, C … with these points; ``shared`` names lines whose place is the one above."""
    ranking: list[Ranked] = []
    for line, amount in enumerate(points, start=1):
        place = ranking[-1].place if line in shared else line
        ranking.append(row(chr(64 + line), place, amount))
    return ranking


def paid(found: PrizeList) -> dict[str, int]:
    return {line.player.name: line.total for line in found.lines}


def test_players_with_equal_points_share_the_sum_of_their_places_prizes() -> None:
    rules = PrizeRules(places=(1000 * EURO, 500 * EURO, 300 * EURO))
    found = award_prizes(table(60, 55, 55, 40), rules)
    assert paid(found) == {"A": 1000 * EURO, "B": 400 * EURO, "C": 400 * EURO}
    assert found.open == ()
    assert found.kept == 0


def test_those_who_tie_beyond_the_last_prize_have_part_in_it() -> None:
    rules = PrizeRules(places=(90 * EURO,))
    assert paid(award_prizes(table(50, 50, 50), rules)) == dict.fromkeys("ABC", 30 * EURO)


def test_six_tied_for_prizes_of_25_15_and_10_euros_are_five_at_ten_euros() -> None:
    rules = PrizeRules(places=(0, 0, 0, 0, 25 * EURO, 15 * EURO, 10 * EURO), least=10 * EURO)
    found = award_prizes(table(60, 55, 50, 45, 40, 40, 40, 40, 40, 40), rules)
    assert paid(found) == {**dict.fromkeys("EFGHI", 10 * EURO), "J": 0}
    assert "drop out" in found.lines[-1].awards[0].why


def test_a_lot_decides_between_the_lowest_where_their_places_are_equal() -> None:
    rules = PrizeRules(places=(25 * EURO, 15 * EURO, 10 * EURO), least=10 * EURO)
    ranking = table(40, 40, 40, 40, 40, 40, shared=(6,))
    undecided = award_prizes(ranking, rules)
    assert undecided.undecided == 50 * EURO
    (question,) = undecided.open
    assert question.text == (
        "50.00 EUR is for 5 of 6 players: lots must be drawn among E, F for 1 of 2 parts"
    )
    assert question.draw_among == ("e", "f")
    drawn = PrizeLots(((PlayerId("f"), PlayerId("e")),))
    assert paid(award_prizes(ranking, rules, drawn)) == {**dict.fromkeys("ABCDF", 1000), "E": 0}


def test_a_sum_below_the_least_is_paid_to_nobody() -> None:
    rules = PrizeRules(places=(9 * EURO,), least=10 * EURO)
    found = award_prizes(table(50, 50), rules)
    assert paid(found) == {"A": 0, "B": 0}
    assert found.kept == 9 * EURO


def test_the_first_prize_that_is_not_shared_goes_to_the_winner_alone() -> None:
    rules = PrizeRules("NOK", (700_000 * 100, 350_000 * 100, 200_000 * 100), first_shared=False)
    found = award_prizes(table(155, 155, 155), rules)
    assert paid(found) == {"A": 70_000_000, "B": 27_500_000, "C": 27_500_000}


def test_the_first_prize_waits_for_the_play_off() -> None:
    rules = PrizeRules("NOK", (700, 350), first_shared=False)
    found = award_prizes(table(155, 155, shared=(2,)), rules)
    assert paid(found) == {}
    assert found.undecided == 1050
    assert "A, B are first together" in found.open[0].text


def test_hort_gives_half_by_place_and_half_in_equal_parts() -> None:
    rules = PrizeRules(places=(1000, 600, 200), sharing=Sharing.HORT)
    assert paid(award_prizes(table(50, 50, 50), rules)) == {"A": 800, "B": 600, "C": 400}


def test_by_place_each_gets_their_own_and_shared_places_share() -> None:
    rules = PrizeRules(places=(1000, 600, 200), sharing=Sharing.BY_PLACE)
    assert paid(award_prizes(table(50, 50, 50, shared=(3,)), rules)) == {
        "A": 1000,
        "B": 400,
        "C": 400,
    }


def test_shares_are_rounded_down_to_the_unit_and_the_rest_is_told() -> None:
    rules = PrizeRules(places=(100 * EURO,), unit=EURO)
    found = award_prizes(table(50, 50, 50), rules)
    assert paid(found) == dict.fromkeys("ABC", 33 * EURO)
    assert found.kept == EURO


def test_the_rest_may_go_to_those_placed_first_but_never_chooses_among_equals() -> None:
    rules = PrizeRules(places=(200,), unit=1, remainder=Remainder.FIRST)
    assert paid(award_prizes(table(50, 50, 50), rules)) == {"A": 67, "B": 67, "C": 66}
    equals = table(50, 50, 50, shared=(3,))
    assert paid(award_prizes(equals, rules)) == {"A": 67, "B": 66, "C": 66}


RATED = CategoryPrizes("Under 2000", (80 * EURO,), Eligibility(rated_to=1999, unrated=False))


def test_who_would_win_more_in_a_category_takes_that_and_the_next_move_up() -> None:
    ranking = [row("A", 1, 60, 2400), row("B", 2, 50, 1950), row("C", 3, 40, 2300)]
    rules = PrizeRules(places=(100 * EURO, 50 * EURO), categories=(RATED,))
    assert paid(award_prizes(ranking, rules)) == {"A": 10000, "B": 8000, "C": 5000}


def test_who_wins_more_by_place_leaves_the_category_to_the_next() -> None:
    ranking = [row("A", 1, 60, 1990), row("B", 2, 50, 2300), row("C", 3, 40, 1800)]
    rules = PrizeRules(places=(100 * EURO, 50 * EURO), categories=(RATED,))
    assert paid(award_prizes(ranking, rules)) == {"A": 10000, "B": 5000, "C": 8000}


@pytest.mark.parametrize(
    ("precedence", "expected"),
    [(Precedence.ALL, {"A": 18000, "B": 5000}), (Precedence.PLACE_FIRST, {"A": 10000, "B": 5000})],
)
def test_regulations_say_whether_one_player_takes_two_prizes(
    precedence: Precedence, expected: dict[str, int]
) -> None:
    ranking = [row("A", 1, 60, 1990), row("B", 2, 50, 2300)]
    rules = PrizeRules(places=(100 * EURO, 50 * EURO), categories=(RATED,), precedence=precedence)
    found = award_prizes(ranking, rules)
    assert paid(found) == expected
    assert found.kept == (8000 if precedence is Precedence.PLACE_FIRST else 0)


@pytest.mark.parametrize(
    ("rule", "one", "other"),
    [
        (Eligibility(sex="w"), player("A", sex="m"), player("B", sex="w")),
        (Eligibility(unrated=False), player("A"), player("B", 1500)),
        (Eligibility(rated_from=1600), player("A", 1599), player("B", 1600)),
        (Eligibility(rated_to=1600), player("A", 1601), player("B")),
        (
            Eligibility(born_from=date(2010, 1, 1)),
            player("A", birth=date(2009, 12, 31)),
            player("B", birth=date(2010, 1, 1)),
        ),
        (
            Eligibility(born_to=date(1966, 1, 1)),
            player("A"),
            player("B", birth=date(1966, 1, 1)),
        ),
    ],
)
def test_a_category_is_for_those_who_belong_to_it(
    rule: Eligibility, one: Player, other: Player
) -> None:
    rules = PrizeRules(categories=(CategoryPrizes("Best", (1000,), rule),))
    ranking = [Ranked(one, 1, Points(60)), Ranked(other, 2, Points(50))]
    assert paid(award_prizes(ranking, rules)) == {"B": 1000}


def test_trophies_go_by_place_and_lots_decide_shared_places() -> None:
    rules = PrizeRules(trophies=("Cup", "Silver"))
    ranking = table(60, 60, shared=(2,))
    assert len(award_prizes(ranking, rules).open) == 2
    drawn = award_prizes(ranking, rules, PrizeLots(((PlayerId("b"), PlayerId("a")),)))
    assert {line.player.name: line.awards[0].why for line in drawn.lines} == {
        "A": "Silver",
        "B": "Cup",
    }


def test_places_that_are_no_list_are_refused() -> None:
    with pytest.raises(UsageError, match="place 3 in line 2"):
        award_prizes([row("A", 1, 60), row("B", 3, 50)], PrizeRules(places=(100,)))


rankings = st.lists(st.integers(0, 8), min_size=1, max_size=14).map(
    lambda points: [
        Ranked(player(f"P{line}", 1500 + 40 * line), line + 1, Points(amount * 5))
        for line, amount in enumerate(sorted(points, reverse=True))
    ]
)
funds = st.lists(st.integers(0, 5000), max_size=10).map(lambda a: tuple(sorted(a, reverse=True)))
categories = st.lists(
    st.builds(
        CategoryPrizes,
        st.sampled_from(["Seniors", "Women", "Club"]),
        funds,
        st.builds(Eligibility, rated_to=st.integers(1500, 2100)),
        st.sampled_from(Sharing),
    ),
    max_size=3,
).map(tuple)
all_rules = st.builds(
    PrizeRules,
    places=funds,
    sharing=st.sampled_from(Sharing),
    first_shared=st.booleans(),
    least=st.sampled_from([0, 1000]),
    unit=st.sampled_from([1, 100]),
    remainder=st.sampled_from(Remainder),
    categories=categories,
    precedence=st.sampled_from(Precedence),
)


@given(rankings, all_rules)
def test_every_cent_of_the_fund_is_paid_kept_or_waits(
    ranking: list[Ranked], rules: PrizeRules
) -> None:
    found = award_prizes(ranking, rules)
    total = sum(line.total for line in found.lines)
    assert total + found.kept + found.undecided == found.fund
    assert found.kept >= 0
    assert found.undecided >= 0
    assert found.undecided == 0 or found.open
    assert all(a.amount % rules.unit == 0 for line in found.lines for a in line.awards)
    assert all(
        a.amount == 0 or a.amount >= rules.least for line in found.lines for a in line.awards
    )


@given(rankings, all_rules)
def test_where_one_prize_is_the_rule_nobody_has_two(
    ranking: list[Ranked], rules: PrizeRules
) -> None:
    if rules.precedence is Precedence.ALL:
        return
    for line in award_prizes(ranking, rules).lines:
        assert sum(award.amount > 0 for award in line.awards) <= 1


@given(rankings, funds)
def test_whoever_is_placed_higher_never_gets_less_for_a_place(
    ranking: list[Ranked], fund: tuple[int, ...]
) -> None:
    for sharing in Sharing:
        found = award_prizes(ranking, PrizeRules(places=fund, sharing=sharing))
        amounts = [line.total for line in found.lines]
        assert amounts == sorted(amounts, reverse=True)
