from dataclasses import replace

from facts.fact import Side
from results.checks.checker import before_round, check, check_round, compare, played_pairs
from results.checks.generator import GeneratorSettings, generate, quick_pairer
from results.crosstable.model import Number
from results.pairing.answer import Pair, RoundPairing
from results.pairing.dutch import pair_round
from results.standings.standings import standings
from results.trf.read import parse
from results.trf.table import TrfTable, trf_table
from results.trf.write import Header, trf_text

BUSY = GeneratorSettings(
    players=16, rounds=5, half_byes=60, zero_byes=30, forfeits=60, late=80, withdrawn=20
)


def read(seed: int, by_the_rules: bool = True) -> TrfTable:
    table = generate(BUSY, seed) if by_the_rules else generate(BUSY, seed, quick_pairer(seed))
    return trf_table(parse(trf_text(table, Header(tiebreaks=("BH/C1", "SB")))))


def ranks(file: TrfTable) -> dict[Number, int]:
    lines = standings(file.table, file.meaning.tiebreaks).lines
    return {line.number: place for place, line in enumerate(lines, start=1)}


def test_a_tournament_by_the_rules_is_clean() -> None:
    for seed in range(1, 6):
        file = read(seed)
        report = check(file, ranks(file))
        assert report.clean, report.lines()
        assert report.lines() == [f"round {r}: the same" for r in range(1, file.table.played + 1)]


def test_other_pairs_are_listed_with_the_engines_reason() -> None:
    file = read(3, by_the_rules=False)
    report = check(file, {})
    assert not report.clean
    texts = "\n".join(report.lines())
    assert "is not the engine's" in texts
    assert "the engine pairs" in texts


def test_swapped_colours_are_told_apart_from_other_pairs() -> None:
    made = pair_round(before_round(read(1).table, 2))
    first = made.pairs[0]
    swapped = (Pair(first.black, first.white), *made.pairs[1:])
    (text,) = compare(swapped, made)
    assert text.startswith(f"colours: {first.black} – {first.white}")
    assert compare(swapped, made, frozenset(first.numbers)) == ()
    assert compare(made.pairs, made) == ()


def test_a_bye_that_differs_is_named() -> None:
    made = RoundPairing((Pair(Number(1), Number(2)), Pair(Number(3), Number(0))), ("a", "b"), "x")
    other = (Pair(Number(1), Number(3)), Pair(Number(2), Number(0)))
    assert compare(other, made) == (
        "1 – 3 is not the engine's",
        "bye for 2 is not the engine's",
        "the engine pairs 1 – 2: a",
        "the engine pairs bye for 3: b",
    )


def test_wrong_ranks_and_points_are_listed_with_their_values() -> None:
    file = read(2)
    right = ranks(file)
    first, last = min(right, key=lambda n: right[n]), max(right, key=lambda n: right[n])
    wrong = {**right, first: right[last], last: right[first]}
    report = check(replace(file, mismatches=()), wrong)
    assert len(report.ranks) == 2
    assert f"player {first} is ranked {right[last]}, counted 1 (" in report.ranks[0]
    assert "BH/C1" in report.ranks[0]


def test_pairs_of_a_played_round_are_read_from_the_table() -> None:
    table = read(1).table
    pairs = played_pairs(table, 1)
    numbers = [n for pair in pairs for n in pair.numbers]
    assert len(numbers) == len(set(numbers))
    for pair in pairs:
        if not pair.is_bye:
            assert table.by_number[pair.white].entry(1).colour is Side.WHITE
    assert check_round(table, 1).differences == ()
