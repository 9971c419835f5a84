"""PURE. The envelope that every fact travels in."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from facts.fact import Fact
from facts.ids import TournamentId


class Role(StrEnum):
    """Who acts; decides what they may do."""

    DEVICE = "device"
    PROGRAM = "program"
    PLAYER = "player"
    BOARD_OPERATOR = "board-operator"
    FLOOR_ARBITER = "floor-arbiter"
    ARBITER = "arbiter"
    CHIEF_ARBITER = "chief-arbiter"
    APPEALS = "appeals"


@dataclass(frozen=True, slots=True)
class Actor:
    """A person with a role, or a device by its serial number."""

    role: Role
    name: str


@dataclass(frozen=True, slots=True)
class Draft:
    """A fact on its way to the log.

    Attributes:
        fact: what happened.
        at: when it happened, UTC; may lie before the time it is logged.
        actor: who or what says so.
        tournament: whose it is, None for the hall's own.
        command: id of the command it answers; the same one twice acts once.
        expects: the last sequence number the actor had seen; who takes the command
            checks it against what happened since to the same game or round.
        because: sequence numbers of the facts that this one answers.
        reason: why, in words.
    """

    fact: Fact
    at: datetime
    actor: Actor
    tournament: TournamentId | None = None
    command: str | None = None
    expects: int | None = None
    because: tuple[int, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """A fact in the log: the draft, its dense sequence number (from 1), when it was written."""

    seq: int
    logged_at: datetime
    draft: Draft

    @property
    def fact(self) -> Fact:
        """What happened."""
        return self.draft.fact

    @property
    def at(self) -> datetime:
        """When it happened."""
        return self.draft.at

    @property
    def tournament(self) -> TournamentId | None:
        """Whose it is."""
        return self.draft.tournament
