from dataclasses import replace

from facts.fact import Side
from facts.result import ResultKind, Score
from results.crosstable.history import histories
from results.crosstable.model import NOBODY, Crosstable, Forbidden, Number, RoundEntry, bye_entry
from results.pairing.answer import Pair
from results.pairing.legality import colour_warnings, faults
from tests.results.pairing.test_dutch import field


def check(table: Crosstable, *pairs: tuple[int, int]) -> tuple[str, ...]:
    made = [Pair(Number(w), Number(b)) for w, b in pairs]
    return faults(table, histories(table), [e.number for e in table.entrants], made)


def with_entries(table: Crosstable, rows: dict[int, list[RoundEntry]]) -> Crosstable:
    entrants = tuple(replace(e, entries=tuple(rows.get(e.number, ()))) for e in table.entrants)
    return replace(table, entrants=entrants, played=max(map(len, rows.values())))


def white(opponent: int, score: Score = Score.DRAW) -> RoundEntry:
    return RoundEntry(Number(opponent), Side.WHITE, score)


def black(opponent: int, score: Score = Score.DRAW) -> RoundEntry:
    return RoundEntry(Number(opponent), Side.BLACK, score)


def test_a_legal_round_has_no_faults() -> None:
    assert check(field(4), (1, 3), (4, 2)) == ()


def test_everybody_is_paired_exactly_once() -> None:
    assert check(field(4), (1, 3), (1, 2)) == (
        "player 1 is paired 2 times",
        "player 4 is not paired",
    )
    assert "bye for player 4" in check(field(4), (1, 3), (4, 0), (2, 0))[-1]
    table = field(4)
    made = [Pair(Number(1), Number(2))]
    assert faults(table, histories(table), [Number(1)], made) == ("player 2 does not play",)


def test_nobody_meets_the_same_opponent_twice() -> None:
    table = with_entries(field(4), {1: [white(3)], 3: [black(1)], 4: [white(2)], 2: [black(4)]})
    assert check(table, (3, 1), (2, 4)) == (
        "player 3 and player 1 have met before (C1)",
        "player 2 and player 4 have met before (C1)",
    )


def test_a_second_bye_or_one_after_an_unplayed_win_is_a_fault() -> None:
    for entry in (
        bye_entry(ResultKind.PAIRING_BYE, Score.WIN),
        bye_entry(ResultKind.FULL_BYE, Score.WIN),
        RoundEntry(Number(1), Side.WHITE, Score.WIN, ResultKind.FORFEIT),
    ):
        table = with_entries(field(3), {3: [entry], 1: [], 2: []})
        assert "(C2)" in check(table, (1, 2), (3, NOBODY))[0]
    half = with_entries(field(3), {3: [bye_entry(ResultKind.HALF_BYE, Score.DRAW)]})
    assert check(half, (1, 2), (3, NOBODY)) == ()


def test_two_who_must_have_white_do_not_meet_unless_one_is_a_topscorer() -> None:
    twice_black = {n: [black(9), black(8)] for n in (1, 2)}
    table = with_entries(field(2, rounds=5), twice_black)
    assert "(C3)" in check(table, (1, 2))[0]
    won = {n: [black(9, Score.WIN), black(8, Score.WIN)] for n in (1, 2)}
    last = with_entries(field(2, rounds=3), won)
    assert check(last, (1, 2)) == ()


def test_prohibited_pairs_hold_in_their_rounds() -> None:
    rule = Forbidden(1, 1, frozenset({Number(1), Number(3), Number(4)}))
    table = replace(field(4), forbidden=(rule,))
    assert "prohibited" in check(table, (1, 3), (4, 2))[0]
    assert check(table, (1, 2), (3, 4)) != ()
    later = replace(table, forbidden=(replace(rule, first_round=2, last_round=3),))
    assert check(later, (1, 3), (4, 2)) == ()


def test_colours_beyond_the_limits_are_worth_a_warning() -> None:
    table = with_entries(field(2), {1: [white(9), white(8)], 2: [black(9)]})
    made = [Pair(Number(1), Number(2))]
    warned = colour_warnings(table, histories(table), made)
    assert warned == (
        "player 1 gets a colour difference of +3",
        "player 1 gets white for the third time running",
    )
