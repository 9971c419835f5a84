from dataclasses import replace
from pathlib import Path

import pytest

from facts.fact import Side
from facts.settings import Scoring, TournamentSettings
from results.checks.generator import GeneratorSettings, empty, quick_pairer, states
from results.crosstable.model import Number, Points
from results.errors import ResultsError, UsageError
from results.tournament.lots import Dice
from results.trf.convert import Target, convert
from results.trf.read import decode, parse
from results.trf.table import trf_table
from results.trf.write import Dialect, Header, player_text, trf_text

SCORINGS = (
    Scoring(),
    Scoring(win=30, draw=10, forfeit_win=30, pairing_bye=10, full_bye=30, half_bye=10),
    Scoring(pairing_bye=5),
)


@pytest.mark.parametrize("dialect", list(Dialect))
@pytest.mark.parametrize("seed", range(6))
def test_a_table_survives_writing_and_reading(seed: int, dialect: Dialect) -> None:
    dice = Dice(seed)
    settings = GeneratorSettings(
        players=5 + dice.below(20),
        rounds=5,
        half_byes=60,
        late=80,
        unrated=30,
        forfeits=60,
        prohibited=50,
        accelerated=seed % 3 == 0,
        scoring=SCORINGS[seed % 3],
    )
    for table in states(settings, seed, quick_pairer(seed)):
        pairing = table.played < table.rounds
        back = trf_table(parse(trf_text(table, Header(), dialect)), pairing)
        assert back.mismatches == ()
        names = {e.number: e.player for e in table.entrants}
        same = replace(
            back.table,
            entrants=tuple(
                replace(e, player=names[e.number], entries=e.entries) for e in back.table.entrants
            ),
        )
        trimmed = replace(
            table,
            entrants=tuple(replace(e, entries=e.entries[: table.played]) for e in table.entrants),
        )
        assert same == trimmed


def test_head_comments_unknown_records_and_penalties_are_written() -> None:
    table = empty(GeneratorSettings(players=3, rounds=5), 1)
    first, *rest = table.entrants
    table = replace(
        table,
        entrants=(replace(first, carried=Points(-5)), *rest),
        scoring=Scoring(forfeit_win=5, half_bye=0),
    )
    header = Header(
        TournamentSettings("Open", "Vlissingen", "NED", "2023-08-05", "2023-08-12", "A. Rbiter"),
        tiebreaks=("BH/C1", "SB"),
        comments=("MPA @ Round 3",),
        others=("801 something",),
    )
    text = trf_text(table, header)
    for expected in (
        "012 Open",
        "022 Vlissingen",
        "042 2023/08/05",
        "202 BH/C1,SB",
        "### MPA @ Round 3",
        "801 something",
        "299 +         0.5",
        "299 H         0.0",
    ):
        assert f"{expected}\n" in text
    back = trf_table(parse(text))
    assert back.table.entrants[0].carried == -5
    assert back.table.scoring == table.scoring
    assert back.meaning.tiebreaks == ("BH/C1", "SB")


def test_what_does_not_fit_the_columns_is_refused() -> None:
    table = empty(GeneratorSettings(players=3, rounds=5), 1)
    huge = replace(table, entrants=(replace(table.entrants[0], number=Number(10000)),))
    with pytest.raises(UsageError, match="four columns"):
        trf_text(huge, Header())


def real_files(shared: Path) -> list[Path]:
    found = sorted((shared / "data" / "trf").rglob("*.trf"))
    return found + sorted((shared / "data" / "trf").rglob("*.input"))


def test_real_files_survive_a_round_trip(shared: Path) -> None:
    refused = []
    for path in real_files(shared):
        try:
            file = parse(decode(path.read_bytes()))
            before = trf_table(file)
        except ResultsError:
            refused.append(path.name)
            continue
        for target in (Target.TRF16, Target.TRF26):
            text = convert(file, before, target)
            again = parse(text)
            assert trf_table(again).table == before.table, path
            assert again.comments == file.comments
            assert [player_text(p) for p in again.players] == [
                player_text(p) for p in parse(text).players
            ]
    teams = ["trf2026-team.trf", "grandmommyscup.trf", "trf26_team.trf"]
    assert sorted(refused) == sorted(teams)


def test_players_go_to_csv_and_games_to_pgn_headers() -> None:
    table = empty(GeneratorSettings(players=4, rounds=3, late=0), 2)
    *_, table = states(GeneratorSettings(players=4, rounds=3, late=0), 2, quick_pairer(2))
    file = parse(trf_text(table, Header(TournamentSettings('The "Open"'))))
    read = trf_table(file)
    rows = convert(file, read, Target.CSV).splitlines()
    assert rows[0].startswith("number,name")
    assert len(rows) == 5
    pgn = convert(file, read, Target.PGN)
    whites = sum(1 for e in table.entrants for entry in e.entries if entry.colour is Side.WHITE)
    assert pgn.count("[Event ") == whites
    assert '[Event "The \\"Open\\""]' in pgn
    assert '[Round "1.1"]' in pgn
