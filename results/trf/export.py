"""PURE. A stage of a tournament as a TRF file, with comments on what was done by hand.

FIDE wants every event that breaks the integrity of a tournament in the file (its checklist
VCL4THP, questions 112-115): pairings changed by hand, corrected results, expulsions, numbers of
rounds changed after the start, pairs forbidden after round 1. They become ``###`` lines, and
so do games that count otherwise for rating than for the standings.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from facts import fact as f
from facts.envelope import Entry
from facts.ids import GameId, PlayerId, RoundNo, StageId
from facts.settings import System, TournamentSettings
from results.crosstable.model import ABSENT, Crosstable, Number, Points, RoundEntry, bye_entry
from results.crosstable.scoring import entry_points
from results.errors import UsageError
from results.meetings.score import meeting_in
from results.rounds.progress import stage_of
from results.rounds.table import crosstable
from results.standings.standings import standings
from results.tournament.tournament import Stage, Tournament
from results.trf.write import Dialect, Header, trf_text

_SYSTEMS = {
    System.DUTCH: "FIDE_DUTCH",
    System.BERGER: "FIDE_ROUNDROBIN",
    System.BERGER_DOUBLE: "FIDE_DOUBLEROUNDROBIN",
    System.KNOCK_OUT: "CUSTOM_KNOCKOUT",
    System.MATCH: "CUSTOM_MATCH",
    System.LIST: "CUSTOM_LIST",
}


def tournament_text(
    tournament: Tournament,
    stage: StageId,
    entries: Sequence[Entry] = (),
    dialect: Dialect = Dialect.TRF26,
    *,
    for_rating: bool = False,
) -> str:
    """The file.

    Args:
        tournament: as the log tells it.
        stage: which of its stages.
        entries: the log, from which the comments are made.
        dialect: the edition of the format.
        for_rating: games have the results that are rated; points and ranks stay those of the
            standings, record 299 holds the difference.

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
    table = as_scored(table)
    if for_rating:
        table = as_rated(table)
    ranks = tuple((line.number, place) for place, line in enumerate(found.lines, start=1))
    header = Header(
        settings=tournament.settings or TournamentSettings(tournament.id),
        system=_SYSTEMS[known.system],
        time_control=known.settings.time_control.text,
        tiebreaks=known.settings.tiebreaks,
        comments=(*_comments(tournament, stage, entries), *_meetings(tournament, known)),
        ranks=ranks,
    )
    return trf_text(table, header, dialect)


def as_scored(table: Crosstable) -> Crosstable:
    """The table with what every result is worth by the point system, and everybody's points.

    A meeting of several games may be worth something else (a won Armageddon game after a
    draw); record 299 holds the difference.
    """
    return _with_rows(
        table, lambda _, entry: None if entry.awarded is None else replace(entry, awarded=None)
    )


def as_rated(table: Crosstable) -> Crosstable:
    """The table with the results that are rated, and everybody's points as they were."""
    return _with_rows(table, lambda key, _: table.rated.get(key))


def _with_rows(
    table: Crosstable, other: Callable[[tuple[int, Number], RoundEntry], RoundEntry | None]
) -> Crosstable:
    """The table with other entries, where ``other`` has any, and everybody's points."""
    entrants = []
    for entrant in table.entrants:
        rows = [entrant.entry(r) for r in range(1, table.played + 1)]
        carried = entrant.carried
        for place, entry in enumerate(rows):
            given = other((place + 1, entrant.number), entry)
            if given is not None:
                off = entry_points(entry, table.scoring) - entry_points(given, table.scoring)
                carried = Points(carried + off)
                rows[place] = given
        entrants.append(replace(entrant, entries=tuple(rows), carried=carried))
    return replace(table, entrants=tuple(entrants))


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
    begun = False
    for entry in entries:
        if entry.tournament != tournament.id:
            continue
        fact = entry.fact
        begun = begun or (isinstance(fact, f.RoundPublished) and fact.stage == stage)
        text = _comment(tournament, stage, entry)
        if isinstance(fact, f.PairForbidden) and not begun:
            text = ""  # in time, and in the file as record 260
        if text:
            comments.append(f"{text} ({entry.draft.actor.name}, {entry.at:%Y-%m-%d %H:%M})")
    return comments


def _meetings(tournament: Tournament, stage: Stage) -> Iterator[str]:
    """Meetings of several games: the format has one line for each, and no place for the games."""
    for the_round in stage.rounds.values():
        for pairing in the_round.pairings:
            if len(pairing.games) > 1:
                meeting = meeting_in(tournament, stage, the_round, pairing)
                names = " - ".join(meeting.names.values())
                yield f"Meeting @ Round {the_round.number}: {names}: {meeting.score}"


def _comment(tournament: Tournament, stage: StageId, entry: Entry) -> str:
    match entry.fact:
        case f.PairingsEdited() as edited if edited.stage == stage:
            return f"MPA @ Round {edited.round_no}: {edited.reason}"
        case f.ResultCorrected() as corrected:
            place = tournament.where.get(corrected.game)
            if place is None or place[0] != stage:
                return ""
            return f"Result corrected @ Round {place[1]} to {corrected.result}: {corrected.reason}"
        case f.RatingResultSet() as rated:
            place = tournament.where.get(rated.game)
            if place is None or place[0] != stage:
                return ""
            what = "as in the standings" if rated.result is None else f"{rated.result}"
            who = _players_of(tournament, rated.game)
            return f"Rated @ Round {place[1]}: {who}: {what}: {rated.reason}"
        case f.PairForbidden() as rule if rule.stage == stage:
            one, other = (_name(tournament, player) for player in rule.players)
            return f"Prohibited pair after round 1: {one} and {other}: {rule.reason}"
        case f.PlayerExpelled() as expelled:
            name = _name(tournament, expelled.player)
            return f"Expelled @ Round {expelled.round_no}: {name}: {expelled.reason}"
        case f.RoundReopened() as reopened if reopened.stage == stage:
            return f"Reopened @ Round {reopened.round_no}: {reopened.reason}"
        case _:
            return ""


def _name(tournament: Tournament, player: PlayerId) -> str:
    record = tournament.players.get(player)
    return record.player.name if record is not None else player


def _players_of(tournament: Tournament, game: GameId) -> str:
    stage, round_no = tournament.where[game]
    pairings = tournament.stages[stage].rounds[round_no].pairings
    pairing = next(p for p in pairings if game in p.games)
    return f"{_name(tournament, pairing.white)} - {_name(tournament, pairing.black)}"
