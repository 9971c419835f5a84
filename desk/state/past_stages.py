"""PURE. The picture of a tournament's stages as of a moment, for spectators."""

from datetime import datetime

from desk.state.past_standings import StandingsAt
from facts.ids import TournamentId
from results.stages.picture import stages_picture
from results.stages.places import FinalOrders


class StagesAt:
    """Call it with a tournament and a moment: the picture of what had happened by then.

    A tournament's state is never changed, only replaced: the same one has the same picture.
    """

    def __init__(self, known: StandingsAt) -> None:
        """Draw what the standings follow."""
        self._known = known
        self._drawn: dict[TournamentId, tuple[FinalOrders, str]] = {}

    def __call__(self, tournament: TournamentId, cut: datetime) -> str | None:
        """An SVG; None for a tournament of one stage, and for one that is not there."""
        state = self._known.states_at(cut).get(tournament)
        if state is None or len(state.stages) < 2:
            return None
        kept = self._drawn.get(tournament)
        if kept is None or kept[0].tournament is not state:
            orders = FinalOrders(state, kept[0] if kept is not None else None)
            kept = self._drawn[tournament] = (orders, stages_picture(state, orders))
        return kept[1]
