from results.crosstable.model import Crosstable
from results.standings.crosstable_text import crosstable_rows, crosstable_text
from results.standings.standings import standings
from tests.results.standings.test_standings import FOUR, games
from tests.results.standings.tiebreaks.test_against_oracle import swiss


def test_a_swiss_has_a_cell_a_round() -> None:
    table = games("1-21 3-4=\n1-31 4-21", round_robin=False)
    rows = crosstable_rows(standings(table, ["BH"]))
    assert [row.cells for row in rows[:2]] == [("2w1", "3w1"), ("3b½", "2w1")]
    assert rows[0].points == "2"


def test_a_round_robin_has_a_cell_an_opponent() -> None:
    rows = crosstable_rows(standings(FOUR, ["SB"]))
    assert rows[0].cells == ("*", "½", "½", "½")
    assert crosstable_text(standings(FOUR, ["SB"])).count("\n") == 4


def test_byes_forfeits_and_open_games_are_told_apart() -> None:
    cells = {
        cell
        for seed in range(1, 8)
        for row in crosstable_rows(standings(swiss(seed), []))
        for cell in row.cells
    }
    assert {"bye", "½", "-"} <= cells
    assert any(cell.endswith("+") for cell in cells)
    assert crosstable_text(standings(Crosstable((), 0, 0), [])) == ""
