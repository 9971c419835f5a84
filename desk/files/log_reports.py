"""What a hall's log on disk gives, running or not: standings, prizes, ratings, report files."""

from collections.abc import Sequence
from pathlib import Path

from desk.files.prize_report import print_prizes
from desk.files.rating_report import print_ratings
from desk.files.trf_files import StandingsRequest, print_standings, write_text
from desk.host.exit_codes import DONE
from desk.storage.sqlite_log import read_log
from facts.envelope import Entry
from facts.ids import RoundNo, StageId, TournamentId
from results.errors import UsageError
from results.rounds.progress import stage_of
from results.rounds.table import crosstable
from results.stages.places import FinalOrders
from results.standings.standings import standings
from results.standings.tiebreaks.code import Edition
from results.tournament.fold import fold_all
from results.tournament.tournament import Tournament
from results.trf.export import tournament_text
from results.trf.write import Dialect


def show_log_standings(
    path: Path,
    tournament: str | None,
    stage: str | None,
    wanted: StandingsRequest,
    *,
    as_json: bool,
) -> int:
    """Official results only; the stage's own tie-breaks where none are asked for.

    Raises:
        DeskError: the log cannot be read.
        UsageError: no such tournament, stage or round.
    """
    state, chosen, _ = _read(path, tournament, stage)
    known = stage_of(state, chosen)
    after = None if wanted.after is None else RoundNo(wanted.after)
    table = crosstable(state, chosen, after)
    codes = wanted.codes or known.settings.tiebreaks
    edition = wanted.edition or Edition.OF_2026
    extras = FinalOrders(state).extras(chosen)
    found = standings(table, codes, edition, wanted.unrated, extras)
    return print_standings(found, wanted, as_json=as_json, by_id=True)


def show_log_ratings(
    path: Path, tournament: str | None, stage: str | None, *, rapid: bool, as_json: bool
) -> int:
    """Rating changes by the official results, and by those for rating where they differ.

    Raises:
        DeskError: the log cannot be read.
        UsageError: no such tournament or stage.
    """
    state, chosen, _ = _read(path, tournament, stage)
    if stage_of(state, chosen).settings.meeting.games > 1:
        raise UsageError(
            f"{chosen} has matches of several games, and ratings are counted from one game a "
            "meeting: count them by hand"
        )
    return print_ratings(crosstable(state, chosen), rapid=rapid, as_json=as_json)


def show_exported(
    path: Path,
    tournament: str | None,
    stage: str | None,
    dialect: Dialect,
    out: Path | None,
    *,
    for_rating: bool = False,
) -> int:
    """Write a tournament of a log as a TRF file, with its official results.

    ``for_rating`` puts the results that are rated into the games; points stay as they are.

    Raises:
        DeskError: the log cannot be read, or the file not be written.
        UsageError: no such tournament or stage.
    """
    state, chosen, entries = _read(path, tournament, stage)
    write_text(out, tournament_text(state, chosen, entries, dialect, for_rating=for_rating))
    return DONE


def show_log_prizes(path: Path, tournament: str | None, *, as_json: bool) -> int:
    """The prize list by the places as they stand.

    Raises:
        DeskError: the log cannot be read.
        UsageError: no such tournament, or one without prizes.
    """
    state, _, _ = _read(path, tournament, None)
    return print_prizes(state, as_json=as_json)


def _read(
    path: Path, tournament: str | None, stage: str | None
) -> tuple[Tournament, StageId, Sequence[Entry]]:
    entries = read_log(path)
    here = sorted({entry.tournament for entry in entries if entry.tournament is not None})
    if tournament not in here:
        raise UsageError(f"--tournament: the log has {', '.join(here) or 'no tournament'}")
    state = fold_all(TournamentId(tournament), entries)
    return state, _stage(state, stage), entries


def _stage(state: Tournament, stage: str | None) -> StageId:
    if stage is not None:
        return StageId(stage)
    with_rounds = [known for known, found in state.stages.items() if found.rounds]
    if not state.stages:
        raise UsageError(f"{state.id} has no stage yet")
    return (with_rounds or list(state.stages))[-1]
