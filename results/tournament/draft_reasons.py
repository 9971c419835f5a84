"""PURE. The reasons of a draft after a change by hand: those of untouched boards stay."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from facts import fact as f
from facts.ids import PlayerId
from facts.result import ResultKind


class Explained(NamedTuple):
    """Pairings and byes, and why each was made."""

    pairings: tuple[f.Pairing, ...]
    byes: tuple[f.Bye, ...]
    explanations: tuple[str, ...]


def reasons_after(versions: Sequence[Explained], fact: f.PairingsEdited) -> tuple[str, ...]:
    """The reasons once a draft is changed by hand.

    What an earlier change by hand made the engine's own again has the engine's reason.

    Args:
        versions: the draft as it was, the engine's own before it where that is another.
        fact: the change.
    """
    by_hand = f"changed by hand: {fact.reason}"
    known: dict[tuple[PlayerId, PlayerId], str] = {}
    for version in versions:
        pairs = [(pairing.white, pairing.black) for pairing in version.pairings]
        known.update(zip(pairs, version.explanations, strict=False))
    pairs = [(pairing.white, pairing.black) for pairing in fact.pairings]
    told = tuple(known.get(pair, by_hand) for pair in pairs)
    before = versions[-1]
    rest = before.explanations[len(before.pairings) :]
    if rest and _allocated(before.byes) != _allocated(fact.byes):
        # The bye's reason comes first of what follows the pairs.
        rest = (by_hand, *rest[1:])
    return told + rest


def _allocated(byes: Iterable[f.Bye]) -> frozenset[PlayerId]:
    return frozenset(bye.player for bye in byes if bye.bye.kind is ResultKind.PAIRING_BYE)
