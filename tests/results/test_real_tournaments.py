"""Real tournaments: published orders and totals (facts)."""

from dataclasses import replace
from pathlib import Path

import pytest

from facts.settings import Scoring
from results.crosstable.scoring import shown
from results.rounds.table import crosstable
from results.standings.standings import Standings, shown_values, standings
from results.standings.tiebreaks.code import Edition
from results.standings.tiebreaks.field import Extras
from tests.fakes.tournament_log import STAGE
from tests.results.real_tournaments import norway, sofia, table_of, womens_world_rapid


def sofia_standings(shared: Path, *codes: str) -> Standings:
    games, moves = sofia(shared)
    table = replace(table_of(games, {}, Scoring()), round_robin=True)
    extras = Extras(moves={e.number: moves[e.player.name] for e in table.entrants})
    return standings(table, codes, extras=extras)


def names(found: Standings) -> list[str]:
    return [found.field.table.entrants[line.index].player.name for line in found.lines]


def test_masters_sofia_2006_ends_in_the_published_order(shared: Path) -> None:
    found = sofia_standings(shared, "WON", "MINI", "SB", "MOVES")
    assert names(found) == ["Topalov", "Kamsky", "Anand", "Svidler", "Ponomariov", "Bacrot"]
    assert [shown(line.points) for line in found.lines] == [
        "6.5",
        "6.0",
        "5.5",
        "5.0",
        "3.5",
        "3.5",
    ]
    assert [shown_values(found, line)[0] for line in found.lines] == list("543210")
    assert not any(line.shared for line in found.lines)


def test_without_wins_the_fifth_place_at_sofia_is_decided_by_moves(shared: Path) -> None:
    tied = sofia_standings(shared, "MINI", "SB").lines[4:]
    assert [line.rank for line in tied] == [5, 5]
    found = sofia_standings(shared, "MINI", "SB", "MOVES")
    fifth, sixth = found.lines[4:]
    assert names(found)[4:] == ["Ponomariov", "Bacrot"]
    assert (fifth.values, sixth.values) == ((10, 1750, 528), (10, 1750, 488))


NORWAY = {
    "Norway Chess 2024 open": "17.5 15.5 14.5 13.5 11.5 7.0",
    "Norway Chess 2024 women": "19.0 16.0 14.5 12.5 10.0 8.0",
    "Norway Chess 2025 open": "16.0 15.5 14.5 14.0 13.0 9.5",
}


@pytest.mark.parametrize("event", NORWAY)
def test_norway_chess_gives_the_published_totals(shared: Path, event: str) -> None:
    found = standings(crosstable(norway(shared, event).state, STAGE), [])
    assert " ".join(shown(line.points) for line in found.lines) == NORWAY[event]


def test_the_winner_of_norway_2023(shared: Path) -> None:
    found = standings(crosstable(norway(shared, "Norway Chess 2023 open").state, STAGE), [])
    assert names(found)[0] == "Hikaru Nakamura"
    assert shown(found.lines[0].points) == "16.5"


@pytest.mark.parametrize("edition", list(Edition))
def test_womens_world_rapid_2024_has_the_published_values(shared: Path, edition: Edition) -> None:
    games, ratings = womens_world_rapid(shared)
    table = table_of(games, ratings, Scoring())
    found = standings(table, ["BH/C1", "BH", "ARO/C1"], edition)
    path = shared / "data" / "crosstables" / "womens-world-rapid-2024.official.txt"
    published = {}
    for text in path.read_text().splitlines():
        head, _, values = text.partition("List(")
        fide_id = head.split("Player(")[1].partition(",")[0]
        points = head.rstrip(",").rpartition(",")[2]
        published[fide_id] = [float(v) for v in (points, *values.rstrip(")").split(","))]
    assert len(published) == len(found.lines) == 110
    for line in found.lines:
        fide_id = found.field.table.entrants[line.index].player.id
        mine = [line.points / 10, *(float(v) for v in shown_values(found, line))]
        assert mine == published[fide_id], fide_id


def test_averages_of_womens_world_rapid_2024(shared: Path) -> None:
    games, ratings = womens_world_rapid(shared)
    found = standings(table_of(games, ratings, Scoring()), ["AOB", "SB"])
    path = shared / "data" / "crosstables" / "womens-world-rapid-2024.tiebreaks.txt"
    published = {}
    for text in path.read_text().splitlines():
        head, _, values = text.partition("List(")
        numbers = values.rstrip(")").split(",")
        published[head.split("Player(")[1].partition(",")[0]] = float(numbers[0]), float(numbers[4])
    for line in found.lines:
        aob, sb = published[found.field.table.entrants[line.index].player.id]
        mine = shown_values(found, line)
        assert float(mine[0]) == pytest.approx(aob, abs=0.0006)
        assert float(mine[1]) == sb
