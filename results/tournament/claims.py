"""PURE. What has been said about a game's result: every claim, who said it, what became of it.

Claims are never changed: a newer claim of the same source replaces the older one, a
withdrawal ends it. ``results/tournament/judging.py`` judges which result stands.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import assert_never

from facts import fact as f
from facts.envelope import Actor, Entry, Role
from facts.ids import GameId
from facts.result import Result
from facts.settings import Source

BOARD_SOURCES = frozenset({Source.KING_SIGN, Source.POSITION, Source.FLAG})
"""Sources that speak through :class:`facts.fact.ResultShown`."""
MACHINES = BOARD_SOURCES | {Source.OTHER_PROGRAM}
"""Sources that are nobody's word."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One source's word on a result.

    Attributes:
        at: since when the source has said so, without a break.
        seq: the fact in which it first said so; saying it again is nothing new.
        by: ``kings``, ``mate`` … for a board, else empty.
        certainty: how sure a board is; people are CERTAIN.
        text: evidence or reason, in words.
        doubts: what contradicts it, as the board saw it, in sentences.
    """

    source: Source
    result: Result
    at: datetime
    seq: int
    actor: Actor
    by: str = ""
    certainty: f.Certainty = f.Certainty.CERTAIN
    text: str = ""
    doubts: tuple[str, ...] = ()


class Decision(StrEnum):
    """How a result became official."""

    CONFIRMED = "confirmed"
    RULED = "ruled"
    CORRECTED = "corrected"


@dataclass(frozen=True, slots=True)
class Official:
    """The official result: the newest decision.

    Attributes:
        seen: the newest fact that whoever decided had in view. A claim may come into the
            log between their looking and their deciding: it is not settled by it.
    """

    result: Result
    decision: Decision
    at: datetime
    seq: int
    actor: Actor
    seen: int
    reason: str = ""

    @property
    def by_program(self) -> bool:
        """True where no person confirmed it."""
        return self.actor.role is Role.PROGRAM


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """A claim that its source took back."""

    claim: Claim
    at: datetime
    seq: int
    reason: str


@dataclass(frozen=True, slots=True)
class GameClaims:
    """Everything said about one game's result.

    Attributes:
        standing: the claims that stand, at most one a source, in order of arrival.
        withdrawn: the claims that were taken back or replaced by other words.
        official: the newest decision, None while there is none.
        decisions: all decisions, the oldest first.
        by_hand: an arbiter records the game by hand.
    """

    game: GameId
    standing: tuple[Claim, ...] = ()
    withdrawn: tuple[Withdrawal, ...] = ()
    official: Official | None = None
    decisions: tuple[Official, ...] = ()
    by_hand: bool = False

    def of(self, source: Source) -> Claim | None:
        """The standing claim of a source."""
        return next((claim for claim in self.standing if claim.source is source), None)


ClaimFact = (
    f.ResultShown
    | f.SignWithdrawn
    | f.ResultClaimed
    | f.ClaimWithdrawn
    | f.ResultConfirmed
    | f.ResultRuled
    | f.ResultCorrected
    | f.GameReopened
    | f.GameTakenOver
)
"""The facts that say something about a game's result."""


def fold_claim(claims: GameClaims, fact: ClaimFact, entry: Entry) -> GameClaims:
    """The claims with one more fact about this game."""
    match fact:
        case f.ResultShown():
            return _heard(
                claims,
                Claim(
                    source=fact.source,
                    result=fact.result,
                    at=entry.at,
                    seq=entry.seq,
                    actor=entry.draft.actor,
                    by=fact.by,
                    certainty=fact.certainty,
                    text=fact.evidence,
                    doubts=fact.conflicts,
                ),
            )
        case f.ResultClaimed():
            return _heard(
                claims,
                Claim(
                    source=fact.source,
                    result=fact.result,
                    at=entry.at,
                    seq=entry.seq,
                    actor=entry.draft.actor,
                    text=fact.reason,
                ),
            )
        case f.SignWithdrawn():
            signs = {c.source for c in claims.standing} & {Source.KING_SIGN, Source.POSITION}
            gone = signs or BOARD_SOURCES
            return _without(claims, gone, entry, fact.reason)
        case f.ClaimWithdrawn():
            return _without(claims, frozenset({fact.source}), entry, fact.reason)
        case f.ResultConfirmed():
            return _decided(claims, fact.result, Decision.CONFIRMED, entry, entry.draft.reason)
        case f.ResultRuled():
            return _decided(claims, fact.result, Decision.RULED, entry, fact.reason)
        case f.ResultCorrected():
            return _decided(claims, fact.result, Decision.CORRECTED, entry, fact.reason)
        case f.GameReopened():
            everyone = frozenset(claim.source for claim in claims.standing)
            reopened = _without(claims, everyone, entry, fact.reason)
            return replace(reopened, official=None)
        case f.GameTakenOver():
            return replace(claims, by_hand=True)
        case _:
            assert_never(fact)


def _heard(claims: GameClaims, claim: Claim) -> GameClaims:
    """Take a claim in: the same words keep their first time, other words replace the old."""
    old = claims.of(claim.source)
    rest = tuple(c for c in claims.standing if c.source is not claim.source)
    if old is None:
        return replace(claims, standing=(*rest, claim))
    if old.result == claim.result:
        return replace(claims, standing=(*rest, replace(claim, at=old.at, seq=old.seq)))
    replaced = Withdrawal(old, claim.at, claim.seq, f"replaced by {claim.result}")
    return replace(claims, standing=(*rest, claim), withdrawn=(*claims.withdrawn, replaced))


def _without(
    claims: GameClaims, sources: frozenset[Source] | set[Source], entry: Entry, reason: str
) -> GameClaims:
    gone = tuple(
        Withdrawal(claim, entry.at, entry.seq, reason)
        for claim in claims.standing
        if claim.source in sources
    )
    rest = tuple(claim for claim in claims.standing if claim.source not in sources)
    return replace(claims, standing=rest, withdrawn=claims.withdrawn + gone)


def _decided(
    claims: GameClaims, result: Result, decision: Decision, entry: Entry, reason: str
) -> GameClaims:
    expects = entry.draft.expects
    seen = entry.seq if expects is None else min(entry.seq, expects)
    official = Official(result, decision, entry.at, entry.seq, entry.draft.actor, seen, reason)
    return replace(claims, official=official, decisions=(*claims.decisions, official))
