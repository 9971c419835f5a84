"""The prize list on paper, and what winners sign."""

from datetime import UTC, datetime

from desk.views.prize_sheets import prize_sheet, receipts
from facts.ids import PlayerId, TournamentId
from facts.player import Player
from facts.regulations import PrizeRules
from results.crosstable.model import Points
from results.prizes.award import award_prizes
from results.prizes.ranking import Ranked
from results.tournament.fold import begin

NOW = datetime(2026, 1, 11, 18, tzinfo=UTC)
OPEN = begin(TournamentId("open"))


def ranked(name: str, place: int, points: int) -> Ranked:
    return Ranked(Player(PlayerId(name), name, federation="NED"), place, Points(points))


RANKING = [ranked("Bos", 1, 60), ranked("Smit", 2, 50), ranked("Vos", 2, 50)]


def test_each_amount_stands_beside_its_reason() -> None:
    found = award_prizes(RANKING, PrizeRules(places=(10_000, 5_000)))
    sheet = prize_sheet(OPEN, found, NOW)
    assert sheet.rows[0] == ("1", "Bos", "NED", "100.00 EUR", "place 1: 100.00 EUR")
    assert sheet.rows[1][3:] == ("25.00 EUR", "places 2 to 3: 50.00 EUR in 2 equal parts")


def test_what_is_open_stands_on_the_sheet_and_in_its_title() -> None:
    found = award_prizes(RANKING, PrizeRules(places=(10_000, 1_000), least=1_000))
    sheet = prize_sheet(OPEN, found, NOW)
    assert sheet.subtitle == "Prizes as things stand"
    assert "lots must be drawn among Smit, Vos" in sheet.rows[-1][-1]


def test_who_is_paid_nothing_signs_nothing() -> None:
    rules = PrizeRules(places=(10_000, 900), least=1_000, trophies=("Cup",))
    page = receipts(OPEN, award_prizes(RANKING, rules), NOW)
    assert [(r.name, r.amount, r.for_what) for r in page.receipts] == [
        ("Bos", "100.00 EUR", ("place 1: 100.00 EUR", "Cup"))
    ]
