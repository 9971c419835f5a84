"""PURE. The prize list for the wall, and the receipts that winners sign."""

from dataclasses import dataclass
from datetime import datetime

from desk.views.sheets import Sheet, details_of, title_of
from results.prizes.award import TROPHY, PrizeLine, PrizeList
from results.prizes.money import written
from results.tournament.tournament import Tournament


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a winner signs for.

    Attributes:
        for_what: the prizes with their reasons.
    """

    place: int
    name: str
    amount: str
    for_what: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Receipts:
    """A page of receipts."""

    title: str
    details: str
    receipts: tuple[Receipt, ...]
    printed_at: datetime


def prize_sheet(tournament: Tournament, found: PrizeList, printed_at: datetime) -> Sheet:
    """The prize list, each amount with its reason; what is open stands below."""
    rows = [
        (
            str(line.place),
            line.player.name,
            line.player.federation,
            written(line.total, found.currency) if _is_money(line) else "",
            "; ".join(award.why for award in line.awards),
        )
        for line in found.lines
    ]
    rows += [("", "open", "", "", question.text) for question in found.open]
    return Sheet(
        title=title_of(tournament),
        subtitle="Prizes" if not found.open else "Prizes as things stand",
        details=details_of(tournament),
        columns=("Place", "Name", "Fed", "Prize", "Why"),
        rows=tuple(rows),
        numeric=frozenset({0, 3}),
        printed_at=printed_at,
    )


def receipts(tournament: Tournament, found: PrizeList, printed_at: datetime) -> Receipts:
    """A receipt for everybody who is paid or gets a trophy."""
    return Receipts(
        title_of(tournament),
        details_of(tournament),
        tuple(
            Receipt(
                line.place,
                line.player.name,
                written(line.total, found.currency) if line.total else "",
                tuple(a.why for a in line.awards if a.amount or a.prize == TROPHY),
            )
            for line in found.lines
            if line.total or any(award.prize == TROPHY for award in line.awards)
        ),
        printed_at,
    )


def _is_money(line: PrizeLine) -> bool:
    return any(award.prize != TROPHY for award in line.awards)
