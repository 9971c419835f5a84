"""PURE. What a tournament's regulations say beside its stages: byes, draws, sanctions, prizes.

Each part is optional; what is not given leaves the decision to the arbiter.
"""

from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from facts.ids import RoundNo
from facts.result import HALF_BYE, Result

# --- taking part ------------------------------------------------------------------------


class WithoutNotice(StrEnum):
    """What becomes of a player who stays away without a word."""

    FORFEIT = "forfeit"
    """The game is lost by default, and nothing else."""
    EXPELLED = "expelled"
    """The game is lost by default and the player is out of the tournament."""


@dataclass(frozen=True, slots=True)
class ByeRules:
    """Byes that a player may ask for.

    Attributes:
        bye: what it is worth.
        rounds: in which it may be taken; empty: in any.
        at_most: how many in all.
        until_end_of_previous: asked for before the round before it is over (round 1: before
            it is published); later only the chief arbiter may grant it.
    """

    bye: Result = HALF_BYE
    rounds: tuple[RoundNo, ...] = ()
    at_most: int = 1
    until_end_of_previous: bool = True


@dataclass(frozen=True, slots=True)
class AttendanceRules:
    """Who must be there, and when.

    Attributes:
        check_in: whoever was not seen at the check-in before round 1 is removed.
        default_time_min: minutes after the start at which an empty chair loses (Laws of
            Chess, 6.7.1); None: not said.
        without_notice: what becomes of who stays away.
        hand_in_at_live_boards: phones of those who play on an electronic board are kept for
            the time of the game.
    """

    check_in: bool = False
    default_time_min: int | None = None
    without_notice: WithoutNotice = WithoutNotice.FORFEIT
    hand_in_at_live_boards: bool = False


# --- draws ------------------------------------------------------------------------------


class DrawReason(StrEnum):
    """Why a game is claimed to be drawn."""

    THREEFOLD = "threefold"
    """The same position for the third time (Laws of Chess, 9.2)."""
    PERPETUAL = "perpetual-check"
    THEORETICAL = "theoretical-draw"
    FIFTY = "fifty-moves"
    """Fifty moves of each side without a capture or a pawn's move (Laws of Chess, 9.3)."""


@dataclass(frozen=True, slots=True)
class DrawRules:
    """When a game may be drawn.

    Attributes:
        not_before_move: no agreed draw until each side has made so many moves; None: at any
            time.
        only_claims: players may not agree at all; a draw is a claim with its reason.
        reasons: what may be claimed; empty: anything.
        adviser: who advises the chief arbiter; empty: nobody.
    """

    not_before_move: int | None = None
    only_claims: bool = False
    reasons: tuple[DrawReason, ...] = ()
    adviser: str = ""


# --- sanctions --------------------------------------------------------------------------


class Sanction(StrEnum):
    """What a penalty does."""

    WORDS = "words"
    """What its words say; nothing is counted."""
    WARNING = "warning"
    HALVE_TIME = "halve-time"
    """The remaining time is halved, by at most ``limit_s``."""
    HALVE_NEXT = "halve-next-game"
    """The time of the next game is halved."""
    LOSS = "loss"
    """The game is lost; what the opponent gets is decided with the result."""
    NOT_PAIRED = "not-paired"
    """The player is left out of the next pairing."""
    EXPELLED = "expelled"
    FINE = "fine"
    """An amount of money."""


@dataclass(frozen=True, slots=True)
class Step:
    """What one offence costs.

    Attributes:
        limit_s: seconds; the most that is taken off where time is halved, None: no limit.
        amount: cents of a fine.
    """

    sanction: Sanction
    limit_s: int | None = None
    amount: int = 0


@dataclass(frozen=True, slots=True)
class OffenceRule:
    """An offence and its steps: the first for the first time; the last again and again."""

    name: str
    steps: tuple[Step, ...]
    article: str = ""


# --- appeals ----------------------------------------------------------------------------


class DeadlineFrom(StrEnum):
    """What the time for a protest runs from."""

    ROUND_END = "round-end"
    GAME_END = "game-end"


@dataclass(frozen=True, slots=True)
class AppealRules:
    """Who decides a protest, and by when.

    Attributes:
        within_min: minutes for handing it in; None: no deadline is stated.
        counted_from: the end of the round or of the game.
        members: how many decide.
        reserves: how many stand by.
        own_federation_bars: nobody sits on a case of a player of their own federation.
        decided_by_hour: hour (0 to 23, the hall's time) of the next day by which it is
            decided; None: not said.
    """

    within_min: int | None = None
    counted_from: DeadlineFrom = DeadlineFrom.ROUND_END
    members: int = 3
    reserves: int = 0
    own_federation_bars: bool = False
    decided_by_hour: int | None = None


# --- prizes -----------------------------------------------------------------------------


class Sharing(StrEnum):
    """How prizes of players with equal points are shared."""

    BY_PLACE = "by-place"
    """Not at all: each gets the prize of their place."""
    EQUAL = "equal"
    """The sum of their places' prizes in equal parts."""
    HORT = "hort"
    """Half by place and half in equal parts."""


class Precedence(StrEnum):
    """Whether one player may take more than one prize of money."""

    HIGHER = "higher"
    """One only, the higher; the other goes to the next."""
    PLACE_FIRST = "place-first"
    """Whoever has a prize for a place takes no other."""
    ALL = "all"
    """Each player takes whatever they win."""


class Remainder(StrEnum):
    """Where the cents go that an equal share cannot give."""

    KEPT = "kept"
    """The organiser keeps them."""
    FIRST = "first"
    """One unit each to those placed first among the sharers."""


@dataclass(frozen=True, slots=True)
class Eligibility:
    """Who may win a prize; what is None or empty asks for nothing.

    Attributes:
        rated_from, rated_to: the rating, both inclusive.
        unrated: whether players without a rating may.
        born_from, born_to: date of birth, both inclusive.
        sex: ``m`` or ``w``.
        federation: three letters.
        club: as it is written at the entry.
        titles: one of these.
    """

    rated_from: int | None = None
    rated_to: int | None = None
    unrated: bool = True
    born_from: date | None = None
    born_to: date | None = None
    sex: str = ""
    federation: str = ""
    club: str = ""
    titles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CategoryPrizes:
    """Prizes for the best of a category: a rating group, juniors, women, a club.

    Attributes:
        amounts: cents, the best first.
    """

    name: str
    amounts: tuple[int, ...]
    eligible: Eligibility = field(default_factory=Eligibility)
    sharing: Sharing = Sharing.BY_PLACE


@dataclass(frozen=True, slots=True)
class PrizeRules:
    """The prize fund and how it is dealt out.

    Attributes:
        currency: three letters (ISO 4217).
        places: cents, place 1 first.
        sharing: among players with equal points.
        first_shared: False: the winner takes the first prize alone, whoever ties with them.
        least: cents; a smaller share is not paid: the lowest of those who share drop out
            until it is reached, by lot where their places are equal.
        unit: cents; every payment is a multiple of it, rounded down.
        trophies: names of the trophies, place 1 first; never shared.
    """

    currency: str = "EUR"
    places: tuple[int, ...] = ()
    sharing: Sharing = Sharing.EQUAL
    first_shared: bool = True
    least: int = 0
    unit: int = 1
    remainder: Remainder = Remainder.KEPT
    categories: tuple[CategoryPrizes, ...] = ()
    precedence: Precedence = Precedence.HIGHER
    trophies: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Regulations:
    """All of it.

    Attributes:
        byes, prizes: None: not regulated.
        appeals: None: the chief arbiter's decisions are final.
    """

    byes: ByeRules | None = None
    attendance: AttendanceRules = field(default_factory=AttendanceRules)
    draws: DrawRules = field(default_factory=DrawRules)
    offences: tuple[OffenceRule, ...] = ()
    appeals: AppealRules | None = None
    prizes: PrizeRules | None = None
