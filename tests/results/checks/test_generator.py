import pytest

from facts.result import ResultKind
from results.checks.checker import played_pairs
from results.checks.generator import GeneratorSettings, generate, quick_pairer, states
from results.crosstable.history import histories
from results.crosstable.scoring import FIDE, THREE_ONE_ZERO
from results.pairing.legality import colour_warnings, faults
from results.trf.write import Header, trf_text


def test_the_same_seed_gives_the_same_tournament() -> None:
    settings = GeneratorSettings(players=20, rounds=5)
    one, other, third = (
        trf_text(generate(settings, seed, quick_pairer(1)), Header()) for seed in (7, 7, 8)
    )
    assert one == other
    assert one != third


def test_every_kind_of_round_occurs() -> None:
    settings = GeneratorSettings(
        players=40, rounds=9, half_byes=60, zero_byes=60, forfeits=60, unrated=60, odd_results=30
    )
    table = generate(settings, 3, quick_pairer(3))
    kinds = {entry.kind for entrant in table.entrants for entry in entrant.entries}
    assert kinds == set(ResultKind) - {ResultKind.ADJOURNED, ResultKind.FULL_BYE}


def test_it_ends_where_no_pairing_is_left() -> None:
    table = generate(
        GeneratorSettings(players=3, rounds=9, half_byes=0, zero_byes=0, late=0, withdrawn=0), 1
    )
    assert table.played < 9


def check_rounds(settings: GeneratorSettings, seed: int) -> int:
    """Every round of a generated tournament against the absolute rules; how many they were."""
    rounds = 0
    before = None
    for table in states(settings, seed):
        if before is not None:
            byes = {number for _, number in before.byes_ahead}
            to_pair = [e.number for e in before.entrants if e.number not in byes]
            pairs = played_pairs(table, table.played)
            known = histories(before)
            assert faults(before, known, to_pair, pairs) == ()
            if table.played < table.rounds:  # topscorers may go beyond in the last round
                assert colour_warnings(before, known, pairs) == ()
            rounds += 1
        before = table
    return rounds


@pytest.mark.parametrize("part", range(4))
def test_generated_rounds_pass_the_legality_check(part: int) -> None:
    rounds = 0
    for seed in range(part, 36, 4):
        settings = GeneratorSettings(
            players=20 + seed,
            rounds=9,
            half_byes=30,
            forfeits=30,
            late=60,
            prohibited=30,
            accelerated=part == 1,
            scoring=THREE_ONE_ZERO if part == 2 else FIDE,
        )
        rounds += check_rounds(settings, seed)
    assert rounds >= 75
