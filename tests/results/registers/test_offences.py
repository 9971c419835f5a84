"""What an offence costs, the first time and after it."""

from hypothesis import given
from hypothesis import strategies as st

from facts.fact import PenaltyGiven
from facts.ids import PlayerId, RoundNo
from facts.regulations import OffenceRule, Sanction, Step
from results.registers.offences import halved, in_words, next_step, owed

RULE = OffenceRule("phone", (Step(Sanction.WARNING), Step(Sanction.HALVE_TIME, 600)))


def given_before(offence: str, round_no: int, sanction: Sanction) -> PenaltyGiven:
    return PenaltyGiven(PlayerId("p"), "words", "why", None, sanction, offence, RoundNo(round_no))


def test_the_last_step_stays_the_last() -> None:
    had: list[PenaltyGiven] = []
    for expected in (Sanction.WARNING, Sanction.HALVE_TIME, Sanction.HALVE_TIME):
        step = next_step(RULE, had)
        assert step.sanction is expected
        had.append(given_before("phone", 1, step.sanction))


def test_another_offence_counts_for_itself() -> None:
    had = [given_before("noise", 1, Sanction.WARNING)]
    assert next_step(RULE, had).sanction is Sanction.WARNING


@given(st.integers(0, 20_000), st.one_of(st.none(), st.integers(0, 3_600)))
def test_halving_takes_half_but_never_more_than_the_limit(left: int, limit: int | None) -> None:
    after = halved(left, limit)
    assert left / 2 <= after <= left
    assert limit is None or left - after <= limit
    assert limit is not None or left - after == left // 2


def test_a_fine_is_told_with_its_amount() -> None:
    assert in_words(Step(Sanction.FINE, None, 50_000), "EUR") == "a fine of 500.00 EUR"


def test_half_the_time_is_owed_in_the_next_game_only() -> None:
    had = [given_before("", 3, Sanction.HALVE_NEXT)]
    played = [RoundNo(n) for n in (1, 2, 3, 5, 6)]
    assert [n for n in played if owed(had, n, played)] == [5]
