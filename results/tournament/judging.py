"""PURE. Which result of a game stands, what speaks against it, and what may confirm it.

Sources are ordered by the tournament's policy (docs/results.md). The strongest
claim is *proposed*; it becomes official by an arbiter's decision, or by itself where the
policy lets an undisputed king sign do so. Sources that differ are a conflict, whatever
their order, until somebody decides with all of them in view. The king sign never overrules
an official result: one that comes later and says otherwise is a conflict to show.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from facts.fact import Certainty
from facts.ids import GameId
from facts.result import Result, ResultKind, Score
from facts.settings import Confirmation, ResultPolicy, Source
from results.tournament.claims import BOARD_SOURCES, MACHINES, Claim, GameClaims, Official

PLAYERS = frozenset({Source.WHITE_PLAYER, Source.BLACK_PLAYER})

_SAYS = {
    Source.APPEAL: "the appeals committee",
    Source.CHIEF_ARBITER: "the chief arbiter",
    Source.MATCH_CARD: "the match card",
    Source.ARBITER: "the arbiter",
    Source.FLOOR_ARBITER: "the floor arbiter",
    Source.WHITE_PLAYER: "White",
    Source.BLACK_PLAYER: "Black",
    Source.KING_SIGN: "the king sign",
    Source.POSITION: "the position",
    Source.FLAG: "the clock's flag",
    Source.OTHER_PROGRAM: "the program that records the game",
}


_AT_THE_BOARD = frozenset({ResultKind.PLAYED, ResultKind.UNRATED, ResultKind.RULED})


class ResultState(StrEnum):
    """Where a game's result stands."""

    OPEN = "open"
    """Nobody has said anything that counts."""
    UNCLEAR = "unclear"
    """A board shows something that it is not sure of: look at the board."""
    SIGN_SEEN = "sign-seen"
    """The board shows a result that has not rested yet."""
    PROPOSED = "proposed"
    """All who spoke agree; an arbiter may confirm."""
    CONFLICT = "conflict"
    """Sources differ, or a doubt was raised: an arbiter must decide."""
    OFFICIAL = "official"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is to be said about a game's result now.

    Attributes:
        proposed: the result that the strongest claim names; None where none counts.
        proposed_by: the sources that name it, the strongest first.
        official: the official result, None while there is none.
        conflicts: what an arbiter must look at, in sentences; these block pairing.
        notes: what is worth knowing and blocks nothing.
        confirms_itself_at: when the policy makes the proposal official without an arbiter,
            None where it does not.
    """

    game: GameId
    state: ResultState
    proposed: Result | None
    proposed_by: tuple[Source, ...]
    official: Official | None
    conflicts: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    confirms_itself_at: datetime | None = None

    @property
    def may_confirm(self) -> bool:
        """True where an arbiter may confirm it together with all others that agree."""
        return self.state is ResultState.PROPOSED

    @property
    def stands(self) -> Result | None:
        """The official result, else the undisputed proposal: for live standings only."""
        if self.official is not None:
            return self.official.result
        return self.proposed if self.state is ResultState.PROPOSED else None


Standing = Callable[[Verdict], Result | None]
"""Which result of a game counts: :func:`official_results` or :func:`live_results`."""


def official_results(verdict: Verdict) -> Result | None:
    """Official results alone."""
    return verdict.official.result if verdict.official is not None else None


def live_results(verdict: Verdict) -> Result | None:
    """Official results, and undisputed proposals as provisional ones."""
    return verdict.stands


def judge(claims: GameClaims, policy: ResultPolicy) -> Verdict:
    """The verdict on a game under a policy."""
    official = claims.official
    ranked = rank_claims(claims.standing, policy)
    sure = [claim for claim in ranked if claim.certainty is not Certainty.UNCLEAR]
    conflicts = (*_differences(sure, official), *_doubts(ranked, official))
    conflicts += _lost_support(claims, official)
    notes = _notes(claims, ranked, official)
    proposed = sure[0].result if sure else None
    agreeing = tuple(claim.source for claim in sure if claim.result == proposed)
    state = _state(ranked, sure, official, conflicts)
    at = _confirms_itself_at(claims, policy) if state is ResultState.PROPOSED else None
    return Verdict(claims.game, state, proposed, agreeing, official, conflicts, notes, at)


def rank_claims(claims: Sequence[Claim], policy: ResultPolicy) -> tuple[Claim, ...]:
    """The claims, the strongest first.

    A player's word counts at its place in the order where both players say the same; one
    player's word alone comes after everybody else's. Sources that do not count are left out
    (:func:`counting_as`).
    """
    words = {claim.source: claim.result for claim in claims if claim.source in PLAYERS}
    together = len(words) == 2 and len(set(words.values())) == 1

    def strength(claim: Claim) -> tuple[bool, int, bool]:
        alone = claim.source in PLAYERS and not together
        counts_as = counting_as(claim.source, policy)
        assert counts_as is not None, "only claims that count are ranked"
        named = counts_as in policy.order
        place = policy.order.index(counts_as) if named else len(policy.order)
        return alone, place, claim.source is not Source.ARBITER

    counted = (c for c in claims if counting_as(c.source, policy) is not None)
    return tuple(sorted(counted, key=strength))


def counting_as(source: Source, policy: ResultPolicy) -> Source | None:
    """The source in whose place one counts; None where the policy leaves it out.

    Policies that do not name arbiters apart from those on the floor count both alike. Another
    program's word counts last where it is not named: who records a game has to be heard.
    """
    if source in policy.order or source is Source.OTHER_PROGRAM:
        return source
    if source is Source.ARBITER and Source.FLOOR_ARBITER in policy.order:
        return Source.FLOOR_ARBITER
    return None


def _state(
    ranked: Sequence[Claim],
    sure: Sequence[Claim],
    official: Official | None,
    conflicts: Sequence[str],
) -> ResultState:
    if conflicts:
        return ResultState.CONFLICT
    if official is not None:
        return ResultState.OFFICIAL
    people = any(claim.source not in MACHINES for claim in sure)
    if not people and any(claim.certainty is Certainty.UNCLEAR for claim in ranked):
        return ResultState.UNCLEAR
    if not sure:
        return ResultState.OPEN
    if all(c.source in BOARD_SOURCES and c.certainty is not Certainty.CERTAIN for c in sure):
        return ResultState.SIGN_SEEN
    return ResultState.PROPOSED


def _differences(sure: Sequence[Claim], official: Official | None) -> tuple[str, ...]:
    """Who says something else than the strongest claim, or than the official result.

    A decision settles every claim made before it: whoever decided had them in view.
    """
    if official is not None:
        return tuple(
            f"{_who(claim)} says {claim.result} since {_clock(claim.at)}, "
            f"but {official.result} is official since {_clock(official.at)}"
            for claim in sure
            if claim.seq > official.seen and not same_score(claim.result, official.result)
        )
    if not sure:
        return ()
    first = sure[0]
    return tuple(
        f"{_who(first)} says {first.result}, {_who(claim)} says {claim.result}"
        for claim in sure[1:]
        if not same_score(claim.result, first.result)
    )


def _doubts(ranked: Sequence[Claim], official: Official | None) -> tuple[str, ...]:
    """What a board itself holds against what it shows, until a person says the same."""
    return tuple(
        doubt
        for claim in ranked
        if not _backed(claim, ranked)
        and (official is None or (claim.seq > official.seen and claim.result != official.result))
        for doubt in claim.doubts
    )


def _backed(claim: Claim, ranked: Sequence[Claim]) -> bool:
    """True where an arbiter, the card or both players say what a board shows."""
    people = [
        other
        for other in ranked
        if other.source not in MACHINES and same_score(other.result, claim.result)
    ]
    players = {other.source for other in people if other.source in PLAYERS}
    return players == PLAYERS or any(other.source not in PLAYERS for other in people)


def _lost_support(claims: GameClaims, official: Official | None) -> tuple[str, ...]:
    """A sign that confirmed itself and was then taken back."""
    if official is None or not official.by_program:
        return ()
    return tuple(
        f"{official.result} became official by {_says(gone.claim.source)} alone, which was "
        f"taken back at {_clock(gone.at)}: {gone.reason}"
        for gone in claims.withdrawn
        if gone.seq > official.seq > gone.claim.seq and gone.claim.result == official.result
    )


def _notes(
    claims: GameClaims, ranked: Sequence[Claim], official: Official | None
) -> tuple[str, ...]:
    notes = [
        f"{_says(gone.claim.source)} said {gone.claim.result} at {_clock(gone.claim.at)}, "
        f"until {_clock(gone.at)}: {gone.reason}"
        for gone in claims.withdrawn
    ]
    words = [claim for claim in ranked if claim.source in PLAYERS]
    if official is None and len(words) == 1:
        notes.append(f"only {_says(words[0].source)} has given the result")
    if official is not None:
        notes += [
            f"{_who(claim)} said {claim.result}; decided otherwise at {_clock(official.at)}"
            for claim in ranked
            if claim.seq <= official.seen and not same_score(claim.result, official.result)
        ]
    return tuple(notes)


def _confirms_itself_at(claims: GameClaims, policy: ResultPolicy) -> datetime | None:
    """When an undisputed king sign has rested long enough, if the policy lets it confirm."""
    sign = claims.of(Source.KING_SIGN)
    if policy.confirmation is not Confirmation.KING_SIGN or sign is None or claims.by_hand:
        return None
    if sign.certainty is not Certainty.CERTAIN or sign.doubts:
        return None
    if claims.decisions:
        return None  # an arbiter has had this game in hand: only an arbiter ends it
    return sign.at + timedelta(seconds=policy.rest_s)


def same_score(one: Result, other: Result) -> bool:
    """True where two results mean the same to both players.

    A board cannot know that a game is unrated or was ruled on, so the kinds of played games
    are one; a forfeit, a bye or an adjourned game equals only its like.
    """
    if one.kind in _AT_THE_BOARD and other.kind in _AT_THE_BOARD:
        return (one.white, one.black) == (other.white, other.black)
    return one == other


def _who(claim: Claim) -> str:
    how = f" ({claim.by})" if claim.by and claim.source is not Source.KING_SIGN else ""
    return f"{_says(claim.source)}{how}"


def _says(source: Source) -> str:
    return _SAYS[source]


def _clock(at: datetime) -> str:
    return f"{at:%H:%M:%S}"


def is_odd_score(result: Result) -> bool:
    """True for scores that only an arbiter can give: 0-0, ½-0, 0-½."""
    if result.black is None:
        return False
    return (result.white, result.black) not in {
        (Score.WIN, Score.LOSS),
        (Score.LOSS, Score.WIN),
        (Score.DRAW, Score.DRAW),
    }
