"""Hold many generated tournaments against outside oracles; more than the tests have time for.

    python -m bench.results_oracle [--tournaments 500] [--rounds 2000] [--reference PROGRAM]

Tie-breaks of every code in both editions against FIDE's own program; rounds of larger fields
against our legality check and, where a bbpPairings binary is given, against its pairs.
"""

import argparse
import sys
from decimal import Decimal
from pathlib import Path

from desk.files.trf_files import second_opinion
from results.checks.checker import played_pairs
from results.checks.generator import GeneratorSettings, states
from results.crosstable.history import histories
from results.errors import EngineError
from results.pairing.legality import faults
from results.standings.standings import shown_values, standings
from results.standings.tiebreaks.code import Edition
from results.tournament.lots import Dice
from tests.results.standings.tiebreaks.oracle import oracle_values
from tests.results.standings.tiebreaks.test_against_oracle import SWISS, swiss


def tiebreaks(tournaments: int) -> int:
    """Compare every value; gives how many differ."""
    values = wrong = 0
    for seed in range(1, tournaments + 1):
        table = swiss(seed)
        for edition in (Edition.OF_2024, Edition.OF_2026):
            theirs = oracle_values(table, SWISS, edition)
            for code in SWISS:
                mine = standings(table, [code], edition)
                for line in mine.lines:
                    (shown,) = shown_values(mine, line)
                    values += 1
                    wrong += (Decimal(shown) if shown else None) != theirs[code][line.number]
    print(f"tie-breaks: {tournaments} tournaments, {values} values, {wrong} differ")
    return wrong


def rounds(wanted: int, reference: Path | None) -> int:
    """Pair and check; gives how many rounds are illegal or differ from the reference."""
    legal = illegal = same = asked = impossible = 0
    seed = 0
    while legal + illegal < wanted:
        seed += 1
        dice = Dice(seed)
        settings = GeneratorSettings(
            players=20 + dice.below(61),
            rounds=5 + 2 * dice.below(3),
            half_byes=30,
            forfeits=30,
            late=60,
            withdrawn=15,
            prohibited=30 * dice.below(2),
            accelerated=dice.chance(250),
        )
        before = None
        for table in states(settings, seed):
            if before is not None:
                byes = {number for _, number in before.byes_ahead}
                to_pair = [e.number for e in before.entrants if e.number not in byes]
                pairs = played_pairs(table, table.played)
                if faults(before, histories(before), to_pair, pairs):
                    illegal += 1
                else:
                    legal += 1
                if reference is not None:
                    asked += 1
                    try:
                        same += set(second_opinion(reference, before)) == set(pairs)
                    except EngineError:
                        impossible += 1
            before = table
    print(f"rounds of 20 to 80 players: {legal} legal, {illegal} not")
    if reference is not None:
        print(f"{reference.name}: {same} of {asked} the same, {impossible} refused")
    return illegal + asked - same


def main() -> int:
    """Print what was compared; 1 where anything differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tournaments", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=2000)
    parser.add_argument("--reference", type=Path, help="a bbpPairings binary")
    options = parser.parse_args()
    wrong = tiebreaks(options.tournaments) + rounds(options.rounds, options.reference)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
