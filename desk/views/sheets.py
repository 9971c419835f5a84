"""PURE. Sheets for the wall: pairings by board and by name, standings."""

from dataclasses import dataclass
from datetime import datetime

from desk.commands.situation import player_of
from facts.fact import Pairing
from facts.ids import PlayerId, RoundNo, StageId
from facts.player import Player
from facts.result import ResultKind
from facts.views import StandingRow, StandingsTable
from results.crosstable.scoring import total, worded
from results.meetings.score import meeting_in
from results.rounds.table import crosstable
from results.tournament.tournament import Round, Tournament

_BYE_WORDS = {
    ResultKind.PAIRING_BYE: "bye",
    ResultKind.FULL_BYE: "bye (1)",
    ResultKind.HALF_BYE: "bye (½)",
    ResultKind.ZERO_BYE: "does not play",
}


BEFORE = "Points before"
"""The score with which somebody comes into the round."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet of paper.

    Attributes:
        details: place, dates and chief arbiter, as far as they are known.
        numeric: which columns hold numbers, by index; set to the right.
        printed_at: in the time of the hall.
    """

    title: str
    subtitle: str
    details: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: frozenset[int]
    printed_at: datetime


def by_board(
    tournament: Tournament, stage: StageId, round_no: RoundNo, printed_at: datetime
) -> Sheet:
    """The pairings of a published round in board order, byes at the end."""
    the_round = tournament.stages[stage].rounds[round_no]
    points = _points(tournament, stage, round_no)
    rows = [
        (
            str(pairing.board),
            *_cells(tournament, pairing.white, points),
            _result(tournament, stage, the_round, pairing),
            *_cells(tournament, pairing.black, points),
        )
        for pairing in sorted(the_round.pairings, key=lambda p: p.board)
    ]
    rows += [
        ("", *_cells(tournament, bye.player, points), _BYE_WORDS[bye.bye.kind], "", "", "")
        for bye in the_round.byes
    ]
    columns = ("Board", "White", "Rating", BEFORE, "Result", "Black", "Rating", BEFORE)
    return Sheet(
        title=title_of(tournament),
        subtitle=f"Pairings of round {round_no}, by board",
        details=details_of(tournament),
        columns=columns,
        rows=tuple(rows),
        numeric=frozenset({0, 2, 3, 6, 7}),
        printed_at=printed_at,
    )


def by_name(
    tournament: Tournament, stage: StageId, round_no: RoundNo, printed_at: datetime
) -> Sheet:
    """Where everybody plays, in the order of names: what players look for."""
    the_round = tournament.stages[stage].rounds[round_no]
    found: list[tuple[Player, str, str, str]] = []
    for pairing in the_round.pairings:
        white, black = (player_of(tournament, p) for p in (pairing.white, pairing.black))
        found.append((white, str(pairing.board), "White", _shown(black)))
        found.append((black, str(pairing.board), "Black", _shown(white)))
    found += [
        (player_of(tournament, bye.player), "–", _BYE_WORDS[bye.bye.kind], "")
        for bye in the_round.byes
    ]
    found.sort(key=lambda row: row[0].name.casefold())
    return Sheet(
        title=title_of(tournament),
        subtitle=f"Pairings of round {round_no}, by name",
        details=details_of(tournament),
        columns=("Name", "Board", "Colour", "Opponent"),
        rows=tuple((_shown(player), *rest) for player, *rest in found),
        numeric=frozenset({1}),
        printed_at=printed_at,
    )


def standings_sheet(
    tournament: Tournament, stage: StageId, table: StandingsTable, printed_at: datetime
) -> Sheet:
    """The standings; a shared rank is shown once."""
    rows: list[tuple[str, ...]] = []
    for index, row in enumerate(table.rows):
        repeated = index > 0 and table.rows[index - 1].rank == row.rank
        rows.append(
            (
                "" if repeated else str(row.rank),
                _titled(tournament, stage, row),
                row.federation,
                str(row.rating or ""),
                row.points,
                *row.tiebreaks,
            )
        )
    status = "official" if table.official else "official results only, not declared official"
    return Sheet(
        title=title_of(tournament),
        subtitle=f"{tournament.stages[stage].settings.name}: standings {table.moment} ({status})",
        details=details_of(tournament),
        columns=("Rank", "Name", "Fed", "Rating", "Points", *table.codes),
        rows=tuple(rows),
        numeric=frozenset({0, *range(3, 5 + len(table.codes))}),
        printed_at=printed_at,
    )


def details_of(tournament: Tournament) -> str:
    """``Ghent, BEL – 2026-01-03 to 2026-01-09 – chief arbiter: …``, what is known of it."""
    settings = tournament.settings
    if settings is None:
        return ""
    place = ", ".join(part for part in (settings.city, settings.federation) if part)
    dates = " to ".join(dict.fromkeys(day for day in (settings.start, settings.end) if day))
    arbiter = f"chief arbiter: {settings.chief_arbiter}" if settings.chief_arbiter else ""
    return " – ".join(part for part in (place, dates, arbiter) if part)


def _titled(tournament: Tournament, stage: StageId, row: StandingRow) -> str:
    """A name in the standings with its title; rows know players by their pairing number."""
    numbers = tournament.stages[stage].numbers
    if not 1 <= row.number <= len(numbers):
        return row.name
    return _shown(player_of(tournament, numbers[row.number - 1]))


def title_of(tournament: Tournament) -> str:
    """The tournament's name, as a sheet's title."""
    return tournament.settings.name if tournament.settings is not None else tournament.id


def _shown(player: Player) -> str:
    return f"{player.title} {player.name}" if player.title else player.name


def _cells(
    tournament: Tournament, player: PlayerId, points: dict[PlayerId, str]
) -> tuple[str, str, str]:
    known = player_of(tournament, player)
    return _shown(known), str(known.rating or ""), points.get(player, "")


def _points(tournament: Tournament, stage: StageId, round_no: RoundNo) -> dict[PlayerId, str]:
    table = crosstable(tournament, stage, RoundNo(round_no - 1))
    return {
        entrant.player.id: worded(total(entrant, table.played, table.scoring))
        for entrant in table.entrants
    }


def _result(tournament: Tournament, stage_id: StageId, the_round: Round, pairing: Pairing) -> str:
    """Official results alone: a sheet on the wall is not the place for proposals."""
    official = [the_round.games[game].official for game in pairing.games]
    if len(official) == 1 and pairing.games[0] not in the_round.added:
        return str(official[0].result) if official[0] is not None else ""
    stage = tournament.stages[stage_id]
    return meeting_in(tournament, stage, the_round, pairing).score
