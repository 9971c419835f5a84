"""PURE. Standings as the arbiter's page shows them."""

from collections.abc import Mapping

from facts.views import StandingsTable
from results.tournament.tournament import RoundState, Stage


def standings_part(stage: Stage, table: StandingsTable | None) -> Mapping[str, object] | None:
    """A table of standings; None before there is one."""
    if table is None:
        return None
    the_round = stage.rounds.get(table.round_no)
    official = table.round_no in stage.official_after
    closed = the_round is not None and the_round.state is RoundState.CLOSED
    return {
        "after": table.round_no,
        "moment": table.moment,
        "complete": table.complete,
        "decided": table.decided,
        "games": table.games,
        "official": official,
        "declarable": closed and table.complete and not official,
        "rounds": sorted(stage.rounds),
        "codes": table.codes,
        "rows": [
            {
                "rank": row.rank,
                "shared": row.shared,
                "number": row.number,
                "name": row.name,
                "federation": row.federation,
                "rating": row.rating,
                "points": row.points,
                "tiebreaks": row.tiebreaks,
            }
            for row in table.rows
        ],
    }
