"""PURE. A stage of a tournament as a TRF file, with comments on what was done by hand.

FIDE wants every event that breaks the integrity of a tournament in the file (handbook,
arbiters §2, Q 112-115): pairings changed by hand, corrected results, expulsions, numbers of
rounds changed after the start. They become ``###`` lines.
"""

from collections.abc import Sequence

from facts import fact as f
from facts.envelope import Entry
from facts.ids import RoundNo, StageId
from facts.settings import System, TournamentSettings
from results.crosstable import crosstable
from results.errors import UsageError
from results.model import ABSENT, Number, RoundEntry, bye_entry
from results.rounds import stage_of
from results.standings import standings
from results.tournament import Stage, Tournament
from results.trf.write import Dialect, Header, trf_text

_SYSTEMS = {
    System.DUTCH: "FIDE_DUTCH",
    System.BERGER: "FIDE_ROUNDROBIN",
    System.BERGER_DOUBLE: "FIDE_DOUBLEROUNDROBIN",
}


def tournament_text(
    tournament: Tournament,
    stage: StageId,
    entries: Sequence[Entry] = (),
    dialect: Dialect = Dialect.TRF26,
) -> str:
    """The file; ``entries`` is the log, from which the comments are made.

    Raises:
        UsageError: no such stage, or players without numbers.
    """
    known = stage_of(tournament, stage)
    if not known.numbers:
        raise UsageError(f"{stage} has no pairing numbers yet: nothing can be written")
    table = crosstable(tournament, stage)
    ahead = _byes_ahead(tournament, known, RoundNo(table.played + 1))
    table = table.with_byes(ahead)
    found = standings(table, known.settings.tiebreaks)
    ranks = tuple((line.number, place) for place, line in enumerate(found.lines, start=1))
    header = Header(
        settings=tournament.settings or TournamentSettings(tournament.id),
        system=_SYSTEMS[known.settings.system],
        time_control=known.settings.time_control.text,
        tiebreaks=known.settings.tiebreaks,
        comments=tuple(_comments(tournament, stage, entries)),
        ranks=ranks,
    )
    return trf_text(table, header, dialect)


def _byes_ahead(
    tournament: Tournament, stage: Stage, first: RoundNo
) -> dict[tuple[int, Number], RoundEntry]:
    """Granted byes of rounds still to be paired, and who is missing from the next one."""
    ahead: dict[tuple[int, Number], RoundEntry] = {}
    for number, player in enumerate(stage.numbers, start=1):
        record = tournament.players.get(player)
        if record is None:
            continue
        if not record.plays(first) or first in record.absent:
            ahead[first, Number(number)] = ABSENT
        for round_no, request in record.requests.items():
            if round_no >= first and request.granted:
                entry = bye_entry(request.bye.kind, request.bye.white)
                ahead[round_no, Number(number)] = entry
    return ahead


def _comments(tournament: Tournament, stage: StageId, entries: Sequence[Entry]) -> list[str]:
    comments = []
    for entry in entries:
        if entry.tournament != tournament.id:
            continue
        text = _comment(tournament, stage, entry)
        if text:
            comments.append(f"{text} ({entry.draft.actor.name}, {entry.at:%Y-%m-%d %H:%M})")
    return comments


def _comment(tournament: Tournament, stage: StageId, entry: Entry) -> str:
    match entry.fact:
        case f.PairingsEdited() as edited if edited.stage == stage:
            return f"MPA @ Round {edited.round_no}: {edited.reason}"
        case f.ResultCorrected() as corrected:
            place = tournament.where.get(corrected.game)
            if place is None or place[0] != stage:
                return ""
            return f"Result corrected @ Round {place[1]} to {corrected.result}: {corrected.reason}"
        case f.PlayerExpelled() as expelled:
            record = tournament.players.get(expelled.player)
            name = record.player.name if record else expelled.player
            return f"Expelled @ Round {expelled.round_no}: {name}: {expelled.reason}"
        case f.RoundReopened() as reopened if reopened.stage == stage:
            return f"Reopened @ Round {reopened.round_no}: {reopened.reason}"
        case _:
            return ""
