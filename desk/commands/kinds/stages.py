"""PURE. Commands about stages: fix who plays in one, draw lots for numbers and places."""

from dataclasses import dataclass

from desk.commands.kinds.envelope import CommandHeader
from facts.ids import PlayerId, StageId, TournamentId


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenStage(CommandHeader):
    """Fix who plays in a stage, and give them their numbers.

    Attributes:
        players: None: those whom the regulations send there; else the chief arbiter's own
            list, in order, with a reason.
    """

    tournament: TournamentId
    stage: StageId
    players: tuple[PlayerId, ...] | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawLots(CommandHeader):
    """Draw lots for a stage: its numbers, or places of it that stay shared.

    Attributes:
        purpose: ``numbers``, ``places``, or ``prizes`` where places stay shared.
        players: among whom places or prizes are drawn; of no use to numbers.
        outcome: what was drawn by hand, the first first; empty: the program draws.
    """

    tournament: TournamentId
    stage: StageId
    purpose: str
    players: tuple[PlayerId, ...] = ()
    outcome: tuple[PlayerId, ...] = ()


StageCommand = OpenStage | DrawLots
