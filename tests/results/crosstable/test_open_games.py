"""Games that are not finished, in random tournaments: the laws that hold for all of them."""

import random
from dataclasses import replace

import pytest

from facts.result import ResultKind, Score
from results.checks.checker import check
from results.checks.generator import GeneratorSettings, generate, quick_pairer
from results.crosstable.model import Crosstable, Number, RoundEntry
from results.crosstable.open_games import (
    NAMED,
    as_draws,
    is_open,
    left_out,
    listed,
    open_games,
    open_points,
)
from results.crosstable.scoring import shown, total
from results.pairing.dutch import pair_round
from results.trf.convert import Target, convert, players_csv
from results.trf.read import parse
from results.trf.records import TrfFile
from results.trf.table import TrfTable, trf_table
from results.trf.write import Dialect, Header, trf_text

SETTINGS = GeneratorSettings(players=16, rounds=5, half_byes=60, zero_byes=30, forfeits=60)
ADJOURNED = (Score.DRAW, ResultKind.ADJOURNED)
BLANK = (None, ResultKind.PLAYED)
SEEDS = range(1, 9)


def tournament(seed: int, how: tuple[Score | None, ResultKind] | None = None) -> Crosstable:
    """Up to four played games of rounds 1 to 4 of a random tournament are not finished."""
    table = generate(SETTINGS, seed, quick_pairer(seed)).after(4)
    chance = random.Random(seed)
    games = [
        (round_no, frozenset((entrant.number, entrant.entry(round_no).opponent)))
        for entrant in table.entrants
        for round_no in range(1, 5)
        if entrant.entry(round_no).over_the_board
    ]
    chosen = set(chance.sample(games, chance.randint(1, 4)))

    def cut(number: Number, round_no: int, entry: RoundEntry) -> RoundEntry:
        if (round_no, frozenset((number, entry.opponent))) not in chosen:
            return entry
        score, kind = how or chance.choice([ADJOURNED, BLANK])
        return replace(entry, score=score, kind=kind)

    entrants = tuple(
        replace(e, entries=tuple(cut(e.number, r, x) for r, x in enumerate(e.entries, start=1)))
        for e in table.entrants
    )
    return replace(table, entrants=entrants)


def in_file(table: Crosstable, *, out: bool, dialect: Dialect = Dialect.TRF26) -> TrfFile:
    """The file whose totals leave the games out, or have them as draws."""
    other = left_out(table) if out else as_draws(table)
    points = {e.number: total(e, other.played, other.scoring) for e in other.entrants}
    return parse(trf_text(table, Header(points=points), dialect))


def ranks(file: TrfFile, read: TrfTable, *, out: bool) -> dict[Number, int]:
    table = left_out(read.table) if out else as_draws(read.table)
    points = {e.number: total(e, table.played, table.scoring) for e in table.entrants}
    return {n: 1 + sum(other > points[n] for other in points.values()) for n in points}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("out", [True, False])
@pytest.mark.parametrize("dialect", Dialect)
def test_both_ways_to_total_are_read_and_written_back_as_they_were(
    seed: int, out: bool, dialect: Dialect
) -> None:
    table = tournament(seed)
    file = in_file(table, out=out, dialect=dialect)
    read = trf_table(file, pairing=True)
    assert read.mismatches == ()
    assert read.unfinished == open_games(table) != ()
    assert read.table.entrants == table.entrants
    for target in (Target.TRF16, Target.TRF26):
        again = trf_table(parse(convert(file, read, target)), pairing=True)
        assert (again.stated, again.unfinished) == (read.stated, read.unfinished)
        assert again.table.entrants == table.entrants
    rows = players_csv(read.table, read.as_stated).splitlines()[1:]
    other = left_out(table) if out else as_draws(table)
    assert [row.rsplit(",", 1)[1] for row in rows] == [
        shown(total(e, other.played, other.scoring)) for e in other.entrants
    ]


@pytest.mark.parametrize("seed", SEEDS)
def test_any_other_total_is_refused_and_the_game_is_named(seed: int) -> None:
    table = tournament(seed)
    for game in open_games(table):
        entrant = table.by_number[game.white]
        now, drawn = open_points(entrant, table.played, table.scoring)
        least = total(entrant, table.played, table.scoring) - now
        for wrong in (least - 1, least + 1, least + drawn + 5):
            points = {game.white: wrong}
            read = trf_table(parse(trf_text(table, Header(points=points))))
            (mismatch,) = read.mismatches
            assert game in mismatch.unfinished
            assert str(game) in str(mismatch)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("how", [ADJOURNED, BLANK, None])
@pytest.mark.parametrize("out", [True, False])
def test_a_round_is_paired_as_if_the_games_were_drawn(
    seed: int, how: tuple[Score | None, ResultKind] | None, out: bool
) -> None:
    table = tournament(seed, how)
    drawn = replace(
        table,
        entrants=tuple(
            replace(
                e,
                entries=tuple(
                    RoundEntry(x.opponent, x.colour, Score.DRAW) if is_open(x) else x
                    for x in e.entries
                ),
            )
            for e in table.entrants
        ),
    )
    assert open_games(drawn) == ()
    read = trf_table(in_file(table, out=out), pairing=True).table
    assert pair_round(read).pairs == pair_round(drawn).pairs


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("out", [True, False])
def test_a_check_names_the_games_and_counts_ranks_as_the_totals_do(seed: int, out: bool) -> None:
    table = tournament(seed)
    file = in_file(table, out=out)
    read = trf_table(file)
    report = check(read, ranks(file, read, out=out))
    assert (report.points, report.ranks) == ((), ())
    lines = report.lines()
    for game in open_games(table):
        assert f"not final: {game} is not finished" in lines


def test_byes_and_forfeits_are_no_open_games() -> None:
    for seed in SEEDS:
        table = generate(SETTINGS, seed, quick_pairer(seed))
        assert open_games(table) == ()
        assert as_draws(table) is table


def test_of_many_games_the_first_are_named() -> None:
    games = open_games(tournament(1)) * NAMED
    assert listed(games).endswith(f"; and {len(games) - NAMED} more")
    assert listed(games).count("round") == NAMED
