"""PURE. Facts of the arbiters' registers: regulations, things handed in, protests."""

from dataclasses import dataclass

from facts.ids import GameId, PlayerId, RoundNo
from facts.regulations import Regulations


@dataclass(frozen=True, slots=True)
class RegulationsSet:
    """What the regulations say beside the stages; given again, it replaces them."""

    regulations: Regulations


@dataclass(frozen=True, slots=True)
class ItemHandedIn:
    """A player gave a phone or the like into keeping; ``tag`` is what it is marked with."""

    player: PlayerId
    item: str
    tag: str = ""


@dataclass(frozen=True, slots=True)
class ItemReturned:
    """A player has back what was handed in."""

    player: PlayerId
    item: str
    tag: str = ""


@dataclass(frozen=True, slots=True)
class CommitteeNamed:
    """The appeals committee; given again, it replaces the former one.

    Attributes:
        members, reserves: players, in the order in which reserves take part.
        chair: who presides without a vote, in words; empty: one of the members.
    """

    members: tuple[PlayerId, ...]
    reserves: tuple[PlayerId, ...] = ()
    chair: str = ""


@dataclass(frozen=True, slots=True)
class ProtestLodged:
    """A player protests against a decision.

    Attributes:
        number: from 1, within the tournament.
        game: what it is about; None where it is about no game.
        late: it came after its deadline and the chief arbiter admitted it all the same.
    """

    number: int
    player: PlayerId
    round_no: RoundNo
    against: str
    game: GameId | None = None
    late: bool = False


@dataclass(frozen=True, slots=True)
class ProtestDecided:
    """The committee's decision; a changed result is a fact of its own.

    Attributes:
        members: who decided.
        upheld: the protest was granted.
    """

    number: int
    members: tuple[PlayerId, ...]
    upheld: bool
    decision: str
