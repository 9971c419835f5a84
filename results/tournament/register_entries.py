"""PURE. What the registers hold: a fold over their facts."""

from dataclasses import dataclass, replace
from datetime import datetime

from facts import registers as r
from facts.ids import PlayerId


@dataclass(frozen=True, slots=True)
class HeldItem:
    """Something that is in keeping.

    Attributes:
        at: when it was handed in.
    """

    player: PlayerId
    item: str
    tag: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Protest:
    """A protest and what became of it; ``decided`` is None while it waits."""

    lodged: r.ProtestLodged
    at: datetime
    decided: r.ProtestDecided | None = None


@dataclass(frozen=True, slots=True)
class Registers:
    """The registers of a tournament."""

    held: tuple[HeldItem, ...] = ()
    committee: r.CommitteeNamed | None = None
    protests: tuple[Protest, ...] = ()

    def held_of(self, player: PlayerId) -> tuple[HeldItem, ...]:
        """What a player has handed in and not taken back."""
        return tuple(item for item in self.held if item.player == player)

    def protest(self, number: int) -> Protest | None:
        """The protest of a number, from 1."""
        return next((p for p in self.protests if p.lodged.number == number), None)


RegisterFact = (
    r.ItemHandedIn | r.ItemReturned | r.CommitteeNamed | r.ProtestLodged | r.ProtestDecided
)


def fold_register(registers: Registers, fact: RegisterFact, at: datetime) -> Registers:
    """The registers with one more fact; what answers nothing changes nothing."""
    match fact:
        case r.ItemHandedIn(player=player, item=item, tag=tag):
            return replace(registers, held=(*registers.held, HeldItem(player, item, tag, at)))
        case r.ItemReturned(player=player, item=item, tag=tag):
            left = list(registers.held)
            gone = next((h for h in left if (h.player, h.item, h.tag) == (player, item, tag)), None)
            if gone is not None:
                left.remove(gone)
            return replace(registers, held=tuple(left))
        case r.CommitteeNamed():
            return replace(registers, committee=fact)
        case r.ProtestLodged():
            return replace(registers, protests=(*registers.protests, Protest(fact, at)))
        case r.ProtestDecided(number=number):
            protests = tuple(
                replace(p, decided=fact) if p.lodged.number == number else p
                for p in registers.protests
            )
            return replace(registers, protests=protests)
