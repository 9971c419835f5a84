"""PURE. Standings as of a moment, for audiences that see things later."""

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime

from desk.state.standings import StandingsFollower
from facts.envelope import Entry
from facts.ids import TournamentId
from facts.views import StandingsTable
from results.tournament.fold import begin, fold
from results.tournament.tournament import Tournament

ReadLog = Callable[[int], Sequence[Entry]]
"""All entries of a log above a sequence number."""

_LONG_AGO = datetime.min.replace(tzinfo=UTC)


class StandingsAt:
    """Call it with a moment: the standings of what had happened by then, as known now.

    Facts are folded in the order of the log. What nobody waits for any more is folded
    once; only what is younger than the moment, and what was logged after it, is folded
    again at each call.
    """

    def __init__(self, read: ReadLog, tournaments: Iterable[TournamentId]) -> None:
        """Follow a log through ``read``."""
        self._read = read
        self._empty = {name: begin(name) for name in tournaments}
        self._settled = dict(self._empty)
        self._settled_seq = 0
        self._settled_at = _LONG_AGO
        self._counted = StandingsFollower()

    def __call__(self, cut: datetime) -> tuple[StandingsTable, ...]:
        """One table a stage that has published a round."""
        states = self.states_at(cut)
        return tuple(
            table
            for state in states.values()
            for name, stage in state.stages.items()
            if stage.last_round is not None
            and (table := self._counted.standings(state, name)) is not None
        )

    def states_at(self, cut: datetime) -> dict[TournamentId, Tournament]:
        """The tournaments after what had happened by ``cut``."""
        if cut < self._settled_at:
            return _folded(self._empty, (e for e in self._read(0) if e.at <= cut))
        rest = self._read(self._settled_seq)
        settled = 0
        while settled < len(rest) and rest[settled].at <= cut:
            settled += 1
        self._settled = _folded(self._settled, rest[:settled])
        if settled:
            self._settled_seq = rest[settled - 1].seq
            self._settled_at = max(self._settled_at, *(e.at for e in rest[:settled]))
        return _folded(self._settled, (e for e in rest[settled:] if e.at <= cut))


def _folded(
    states: dict[TournamentId, Tournament], entries: Iterable[Entry]
) -> dict[TournamentId, Tournament]:
    after = dict(states)
    for entry in entries:
        for name, state in after.items():
            after[name] = fold(state, entry)
    return after
