"""PURE. A stage's standings by its own regulations, as they follow from the log."""

from facts.ids import RoundNo, StageId, TournamentId
from facts.views import StandingsTable
from results.crosstable import Standing, crosstable, live_results, official_results
from results.live import LiveStandings, live_standings
from results.standings import standings, standings_view
from results.tournament import Tournament


def stage_standings(
    tournament: Tournament,
    stage: StageId,
    after: RoundNo | None = None,
    *,
    live: bool = False,
) -> StandingsTable | None:
    """The table after a round (the newest by default); None before numbers are assigned.

    ``live`` counts undisputed proposals as well as official results. The table is official
    where the arbiters said so of this round, and only official results are in it.
    """
    known = tournament.stages[stage]
    if not known.numbers:
        return None
    table = crosstable(tournament, stage, after, _which(live=live))
    official = not live and RoundNo(table.played) in known.official_after
    made = standings(table, known.settings.tiebreaks)
    return standings_view(made, tournament.id, stage, official)


class StandingsFollower:
    """The newest standings of every stage, again and again: only what changed is counted anew.

    A result touches a few players' values; counting 800 players from the beginning for each
    would take a hundred times as long (``results/live.py``). States may come in any order,
    such as those of audiences that see things later.
    """

    def __init__(self, *, live: bool = False) -> None:
        """``live`` counts undisputed proposals as well as official results."""
        self._live = live
        self._kept: dict[tuple[TournamentId, StageId], LiveStandings] = {}

    def standings(self, tournament: Tournament, stage: StageId) -> StandingsTable | None:
        """What :func:`stage_standings` gives for the newest round.

        Raises:
            results.errors.ResultsError: a tie-break cannot be counted.
        """
        known = tournament.stages[stage]
        key = (tournament.id, stage)
        if not known.numbers:
            return None
        # Whatever cannot be counted must not be followed the next time.
        kept = self._kept.pop(key, None)
        if kept is None:
            now = live_standings(tournament, stage, which=_which(live=self._live))
        else:
            now = kept.follow(tournament)
        self._kept[key] = now
        played = RoundNo(now.standings.field.table.played)
        official = not self._live and played in known.official_after
        return standings_view(now.standings, tournament.id, stage, official)


def _which(*, live: bool) -> Standing:
    return live_results if live else official_results
