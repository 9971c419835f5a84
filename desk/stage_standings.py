"""PURE. A stage's standings by its own regulations, as they follow from the log."""

from facts.ids import RoundNo, StageId
from facts.views import StandingsTable
from results.crosstable import crosstable, live_results, official_results
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
    table = crosstable(tournament, stage, after, live_results if live else official_results)
    official = not live and RoundNo(table.played) in known.official_after
    made = standings(table, known.settings.tiebreaks)
    return standings_view(made, tournament.id, stage, official)
