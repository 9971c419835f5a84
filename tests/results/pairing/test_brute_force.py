from facts.fact import Side
from results.checks.generator import GeneratorSettings, states
from results.crosstable.model import Crosstable, Number
from results.errors import NoLegalPairingError
from results.pairing.dutch import pair_round
from results.tournament.lots import Dice
from tests.results.pairing.brute_force import best_round

WANTED = 500


def small_tournaments(seed: int) -> GeneratorSettings:
    dice = Dice(seed)
    return GeneratorSettings(
        players=3 + dice.below(6),
        rounds=3 + dice.below(5),
        half_byes=dice.below(3) * 50,
        zero_byes=dice.below(2) * 50,
        forfeits=dice.below(3) * 50,
        double_forfeits=20,
        late=60,
        withdrawn=20,
        draws=300,
        prohibited=dice.below(2) * 60,
    )


def engine(table: Crosstable) -> set[tuple[Number, Number]] | None:
    try:
        return {(pair.white, pair.black) for pair in pair_round(table).pairs}
    except NoLegalPairingError:
        return None


def test_the_engine_pairs_small_fields_as_a_literal_reading_of_the_rules_does() -> None:
    rounds = impossible = 0
    seed = 0
    while rounds < WANTED:
        seed += 1
        for table in states(small_tournaments(seed), seed):
            to_pair = len(table.entrants) - len(table.byes_ahead)
            if table.played >= table.rounds or to_pair < 2:
                break
            wanted = best_round(table, table.initial_colour or Side.WHITE)
            assert engine(table) == wanted, f"seed {seed}, round {table.played + 1}"
            rounds += 1
            impossible += wanted is None
    assert impossible > 0
