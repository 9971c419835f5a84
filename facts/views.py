"""PURE. Views that cross a border: computed by one package, shown by another."""

from dataclasses import dataclass

from facts.ids import PlayerId, RoundNo, StageId, TournamentId


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One player's line in a table of standings.

    Attributes:
        rank: place; equal for players whose rank is shared.
        number: pairing number (TPN).
        points: decimal string such as ``5.5``.
        tiebreaks: values in the table's order, decimal strings.
        shared: True where others have the same rank.
    """

    rank: int
    number: int
    player: PlayerId
    name: str
    federation: str
    rating: int
    points: str
    tiebreaks: tuple[str, ...]
    shared: bool


@dataclass(frozen=True, slots=True)
class StandingsTable:
    """Standings after ``round_no``, or during it; ``codes`` names the tie-breaks of each row.

    Attributes:
        official: declared so by the arbiters.
        complete: every game of this round and of those before it has an official result.
        decided, games: how many games of the round count in it already, and of how many;
            both 0 where nobody counted them.
    """

    tournament: TournamentId
    stage: StageId
    round_no: RoundNo
    codes: tuple[str, ...]
    rows: tuple[StandingRow, ...]
    official: bool
    complete: bool = True
    decided: int = 0
    games: int = 0

    @property
    def moment(self) -> str:
        """Of when it is: ``after round 3``, ``during round 4 (2 of 5 games)``."""
        if self.round_no == 0:
            return "before round 1"
        if self.complete:
            return f"after round {self.round_no}"
        if self.decided < self.games:
            return f"during round {self.round_no} ({self.decided} of {self.games} games)"
        return f"after round {self.round_no}, not all results official"
