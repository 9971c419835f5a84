"""PURE. Commands about who must not meet whom."""

from dataclasses import dataclass

from desk.commands.kinds.envelope import CommandHeader
from facts.ids import PlayerId, RoundNo, StageId, TournamentId


@dataclass(frozen=True, slots=True, kw_only=True)
class ForbidPairs(CommandHeader):
    """No two of these players meet, in all rounds or in some.

    Attributes:
        reason: needed once round 1 is published; prohibitions belong before it.
        first_round, last_round: None for the next round and for the stage's last.
    """

    tournament: TournamentId
    stage: StageId
    players: tuple[PlayerId, ...]
    reason: str = ""
    first_round: RoundNo | None = None
    last_round: RoundNo | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AllowPair(CommandHeader):
    """Two players who were kept apart may meet again."""

    tournament: TournamentId
    stage: StageId
    player: PlayerId
    other: PlayerId
    reason: str = ""


PairCommand = ForbidPairs | AllowPair
