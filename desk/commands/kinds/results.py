"""PURE. Commands about results: enter, confirm, rule, correct, take back."""

from dataclasses import dataclass

from desk.commands.kinds.envelope import CommandHeader
from facts.ids import GameId
from facts.result import Result
from facts.settings import Source


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterResult(CommandHeader):
    """A result as it was handed in; official at once where nothing speaks against it.

    Attributes:
        source: who says so; None: whoever enters it, in their own role. The match card is
            named only where somebody holds it.
        while_playing: though the board says that the game goes on.
        sure: that it is a forfeit, though moves were played, or a draw that the regulations
            are against.
        excused: of a forfeit: the absent player had given notice, so nothing else follows.
    """

    game: GameId
    result: Result
    source: Source | None = None
    reason: str = ""
    while_playing: bool = False
    sure: bool = False
    excused: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleResult(CommandHeader):
    """Decide a result against or without the claims; after the next pairing it corrects."""

    game: GameId
    result: Result
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmResult(CommandHeader):
    """Make the proposed result official; ``result`` is what the arbiter saw proposed.

    Attributes:
        while_playing: though the board says that the game goes on.
        sure: rule a draw that the regulations do not let players agree to; needs ``reason``.
    """

    game: GameId
    result: Result
    while_playing: bool = False
    sure: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmAgreeing(CommandHeader):
    """Make all of these proposals official, or none: the list that the arbiter saw.

    Draws that need a ruling are left for it; the others are confirmed.
    """

    results: tuple[tuple[GameId, Result], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawClaim(CommandHeader):
    """A source takes its claim back, or an arbiter sets a board's claim aside."""

    game: GameId
    source: Source
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeOverGame(CommandHeader):
    """Record a game by hand from here on."""

    game: GameId
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReopenGame(CommandHeader):
    """A game that had a result goes on."""

    game: GameId
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SetRatingResult(CommandHeader):
    """A game counts for rating with a result of its own; None: with that of the standings.

    Attributes:
        result: any UNRATED one says that the game is not rated.
    """

    game: GameId
    result: Result | None
    reason: str


ResultCommand = (
    EnterResult
    | RuleResult
    | ConfirmResult
    | ConfirmAgreeing
    | WithdrawClaim
    | TakeOverGame
    | ReopenGame
    | SetRatingResult
)
