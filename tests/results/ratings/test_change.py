from dataclasses import replace

from facts.fact import Side
from facts.result import ResultKind, Score
from results.crosstable.model import Number, RoundEntry
from results.ratings.change import Development, development, rating_changes
from tests.results.standings.test_standings import FOUR, games

ONE = Number(1)


def rated(ratings: tuple[int, ...], text: str):  # type: ignore[no-untyped-def]
    table = games(text)
    entrants = tuple(
        replace(e, player=replace(e.player, rating=rating))
        for e, rating in zip(table.entrants, ratings, strict=True)
    )
    return replace(table, entrants=entrants)


def test_a_win_among_equals_is_worth_half_of_k() -> None:
    first, second = rating_changes(rated((2000, 2000), "1-21"))
    assert (first.k, first.expected, first.change, first.rounded) == (20, 50, 1000, 10)
    assert second.change == -1000
    assert first.performance == 2800


def test_a_difference_over_400_counts_as_400_but_not_for_the_strongest() -> None:
    first, _ = rating_changes(rated((2500, 1800), "1-21"))
    assert first.expected == 92
    best, _ = rating_changes(rated((2700, 1800), "1-21"))
    assert best.expected == 100
    assert best.change == 0


def test_k_depends_on_the_players_development() -> None:
    assert development(2399) is Development.USUAL
    assert development(2400) is Development.MASTER
    (new, _) = rating_changes(rated((2000, 2000), "1-21"), {ONE: Development.NEW})
    assert new.change == 2000


def test_forfeits_unrated_games_and_unrated_opponents_do_not_count() -> None:
    table = rated((2000, 2000, 0, 2100), "1-21 3-41\n1-31 2-41\n1-41 2-31")
    first, *_ = table.entrants
    forfeit = RoundEntry(Number(2), Side.WHITE, Score.WIN, ResultKind.FORFEIT)
    short = RoundEntry(Number(4), Side.WHITE, Score.WIN, ResultKind.UNRATED)
    changed = replace(first, entries=(forfeit, first.entries[1], short))
    (found, *rest) = rating_changes(replace(table, entrants=(changed, *table.entrants[1:])))
    assert found.games == 0
    assert found.performance is None
    assert {change.number for change in rest} == {2, 4}


def test_results_for_rating_may_differ_from_those_for_the_standings() -> None:
    usual, *_ = rating_changes(FOUR)
    first = FOUR.by_number[ONE].entry(1)
    won = replace(FOUR, rated={(1, ONE): replace(first, score=Score.WIN)})
    assert rating_changes(won)[0].score == usual.score + 5
    unrated = replace(FOUR, rated={(1, ONE): replace(first, kind=ResultKind.UNRATED)})
    assert rating_changes(unrated)[0].games == usual.games - 1


def test_a_forfeit_in_the_standings_may_have_been_a_game_for_rating() -> None:
    table = rated((2000, 2000), "1-21")
    first, second = table.entrants
    lost = replace(first.entries[0], score=Score.LOSS, kind=ResultKind.FORFEIT)
    table = replace(table, entrants=(replace(first, entries=(lost,)), second))
    assert rating_changes(table)[0].games == 0
    played = replace(table, rated={(1, ONE): first.entries[0]})
    assert rating_changes(played)[0].change == 1000


def test_halves_are_rounded_away_from_zero() -> None:
    first, second = rating_changes(rated((2000, 2007), "1-2="))
    assert (first.change, second.change) == (20, -20)
    assert (first.rounded, second.rounded) == (0, 0)
    one, two = rating_changes(rated((2400, 2450), "1-2="))
    assert (one.change, one.rounded, two.rounded) == (70, 1, -1)
