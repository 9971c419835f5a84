from dataclasses import replace
from decimal import Decimal

import pytest

from facts.settings import Scoring, round_robin_rounds
from results.checks.generator import GeneratorSettings, empty, generate, play, quick_pairer
from results.crosstable.model import Crosstable
from results.pairing.berger import BergerSettings, berger_round
from results.standings.standings import shown_values, standings
from results.standings.tiebreaks.code import Edition
from results.tournament.lots import Dice
from tests.results.standings.tiebreaks.oracle import oracle_values

_SWISS = (
    "WIN WON BPG BWG REP PS PS/C1 PS/C2 STD BH BH/C1 BH/C2 BH/M1 BH/M2 BH/P BH/C1/P FB FB/C1 "
    "FB/M1 AOB AOB/F SB SB/C1 SB/C2 SB/P SB/C1/P KS KS/L+1 KS/L-1 KS/L55 ARO ARO/C1 ARO/M1 TPR "
    "PTP APRO APPO RTNG TPN DE DE/P"
)
_ROUND_ROBIN = "WIN WON BPG BWG REP PS PS/C1 STD SB SB/C1 KS KS/L+1 KS/L55 ARO TPR PTP APRO APPO DE"
SWISS = _SWISS.split()
ROUND_ROBIN = _ROUND_ROBIN.split()


def swiss(seed: int) -> Crosstable:
    dice = Dice(seed)
    settings = GeneratorSettings(
        players=4 + dice.below(26),
        rounds=3 + dice.below(7),
        half_byes=60,
        zero_byes=50,
        forfeits=60,
        double_forfeits=20,
        late=80,
        withdrawn=25,
        unrated=20,
    )
    return generate(settings, seed, quick_pairer(seed))


def round_robin(seed: int) -> Crosstable:
    dice = Dice(seed)
    size, cycles = 3 + dice.below(9), 1 + dice.below(2)
    settings = GeneratorSettings(
        players=size,
        rounds=round_robin_rounds(size, cycles),
        forfeits=80,
        double_forfeits=20,
        late=0,
    )
    table = replace(empty(settings, seed), round_robin=True)
    for round_no in range(1, settings.rounds + 1):
        made = berger_round(size, round_no, BergerSettings(cycles))
        games = tuple(pair for pair in made.pairs if not pair.is_bye)
        table = play(table, games, {}, settings, dice)
    return table


def differences(table: Crosstable, codes: list[str], edition: Edition) -> list[str]:
    theirs = oracle_values(table, codes, edition)
    found = []
    for code in codes:
        mine = standings(table, [code], edition)
        for line in mine.lines:
            (shown,) = shown_values(mine, line)
            value = Decimal(shown) if shown else None
            if value != theirs[code][line.number]:
                found.append(f"{code} of {line.number}: {value}, not {theirs[code][line.number]}")
    return found


@pytest.mark.parametrize("edition", [Edition.OF_2024, Edition.OF_2026])
@pytest.mark.parametrize("seed", range(1, 13))
def test_every_code_of_a_swiss_is_the_oracles(seed: int, edition: Edition) -> None:
    assert differences(swiss(seed), SWISS, edition) == []


@pytest.mark.parametrize("seed", range(1, 11))
def test_every_code_of_a_round_robin_is_the_oracles(seed: int) -> None:
    assert differences(round_robin(seed), ROUND_ROBIN, Edition.OF_2026) == []


@pytest.mark.parametrize("seed", range(1, 6))
def test_every_code_is_the_oracles_while_the_tournament_runs(seed: int) -> None:
    table = swiss(seed)
    assert differences(table.after(1 + seed % 3), SWISS, Edition.OF_2026) == []


@pytest.mark.parametrize(
    "scoring",
    [
        Scoring(win=30, draw=10, forfeit_win=30, pairing_bye=10, full_bye=30, half_bye=10),
        Scoring(win=30, draw=20, loss=10, forfeit_win=30, pairing_bye=30, half_bye=20),
        Scoring(pairing_bye=5),
    ],
)
def test_every_code_is_the_oracles_in_other_point_systems(scoring: Scoring) -> None:
    settings = GeneratorSettings(
        players=15, rounds=6, half_byes=60, zero_byes=50, forfeits=60, late=80, scoring=scoring
    )
    table = generate(settings, 8, quick_pairer(8))
    assert differences(table, SWISS, Edition.OF_2026) == []
