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
    """Standings after ``round_no``; ``codes`` names the tie-breaks of each row."""

    tournament: TournamentId
    stage: StageId
    round_no: RoundNo
    codes: tuple[str, ...]
    rows: tuple[StandingRow, ...]
    official: bool
