"""PURE. What the regulations say, in the form that facts carry: stages, scoring, policy."""

from dataclasses import dataclass, field
from enum import StrEnum

from facts.ids import RoundNo, StageId
from facts.meeting import MeetingSettings
from facts.stages import StageEntry
from facts.time_control import TimeControl


class System(StrEnum):
    """How a stage pairs its players."""

    DUTCH = "dutch"
    """FIDE (Dutch) Swiss, C.04.3."""
    BERGER = "berger"
    """Round robin by Berger tables, C.05 Annex 1."""
    BERGER_DOUBLE = "berger-double"
    KNOCK_OUT = "knock-out"
    """Whoever loses is out, until as many are left as there are places."""
    MATCH = "match"
    """Two players, one meeting of one or more games."""
    LIST = "list"
    """Plays nothing: puts players in an order that other stages take them from."""


ROUND_ROBINS = frozenset({System.BERGER, System.BERGER_DOUBLE})
"""Systems whose pairings of all rounds follow from the numbers."""


def round_robin_rounds(players: int, cycles: int = 1) -> int:
    """How many rounds a round robin of so many players takes."""
    return cycles * (players - 1 + players % 2) if players > 1 else 0


class InitialColour(StrEnum):
    """The colour that odd numbers get in round 1 (C.04.3 article 5.1)."""

    WHITE = "white"
    BLACK = "black"
    LOT = "lot"


class Acceleration(StrEnum):
    """How the first rounds of a Swiss are accelerated."""

    NONE = "none"
    BAKU = "baku"
    """Virtual points for the upper half in the first half of the rounds (C.04.7)."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """Points for each outcome, integers in tenths (a win of 1 point is 10)."""

    win: int = 10
    draw: int = 5
    loss: int = 0
    forfeit_win: int = 10
    forfeit_loss: int = 0
    pairing_bye: int = 10
    full_bye: int = 10
    half_bye: int = 5
    zero_bye: int = 0


class Source(StrEnum):
    """Where a claim of a result comes from; policies order these."""

    APPEAL = "appeal"
    CHIEF_ARBITER = "chief-arbiter"
    MATCH_CARD = "match-card"
    ARBITER = "arbiter"
    FLOOR_ARBITER = "floor-arbiter"
    WHITE_PLAYER = "white-player"
    BLACK_PLAYER = "black-player"
    KING_SIGN = "king-sign"
    POSITION = "position"
    FLAG = "flag"
    OTHER_PROGRAM = "other-program"
    """Whoever records the game instead of a board of ours: LiveChess, a PGN file."""


class Confirmation(StrEnum):
    """What may make a claimed result official without a named arbiter."""

    ARBITER = "arbiter"
    """Nothing: an arbiter confirms each result (the default)."""
    KING_SIGN = "king-sign"
    """An undisputed king sign that has rested for ``rest_s`` does."""


class Confirmer(StrEnum):
    """The lowest role that may make a result official; the words are those of roles."""

    FLOOR_ARBITER = "floor-arbiter"
    ARBITER = "arbiter"
    CHIEF_ARBITER = "chief-arbiter"


DEFAULT_ORDER = (
    Source.APPEAL,
    Source.CHIEF_ARBITER,
    Source.MATCH_CARD,
    Source.ARBITER,
    Source.FLOOR_ARBITER,
    Source.WHITE_PLAYER,
    Source.BLACK_PLAYER,
    Source.KING_SIGN,
    Source.POSITION,
    Source.FLAG,
    Source.OTHER_PROGRAM,
)


@dataclass(frozen=True, slots=True)
class ResultPolicy:
    """Whose word counts (docs/results.md, Which result stands).

    Attributes:
        order: sources, the strongest first.
        confirmation: what makes a result official by itself.
        rest_s: seconds a king sign rests before it may confirm itself.
        confirmer: who may confirm or rule, and everybody above them.
    """

    order: tuple[Source, ...] = DEFAULT_ORDER
    confirmation: Confirmation = Confirmation.ARBITER
    rest_s: float = 5.0
    confirmer: Confirmer = Confirmer.ARBITER


@dataclass(frozen=True, slots=True)
class StageSettings:
    """One stage: system, rounds, scoring and tie-breaks.

    Attributes:
        tiebreaks: FIDE codes such as ``BH/C1``, applied after points, in order.
        initial_colour: for a Swiss; a lot is drawn and recorded where it says so.
        acceleration: for a Swiss alone.
        rounds: how many it has; 0 where that follows from the number of players.
        first_round: the number of its first round; above 1 for a Swiss that others went
            before, since byes and withdrawals name rounds of the whole tournament.
        entry: who takes part and with what, where it is not everybody with nothing.
        meeting: the games that two players who meet have with each other.
    """

    id: StageId
    name: str
    system: System
    rounds: RoundNo
    tiebreaks: tuple[str, ...] = ()
    scoring: Scoring = field(default_factory=Scoring)
    initial_colour: InitialColour = InitialColour.LOT
    time_control: TimeControl = field(default_factory=TimeControl)
    acceleration: Acceleration = Acceleration.NONE
    first_round: RoundNo = RoundNo(1)
    entry: StageEntry = field(default_factory=StageEntry)
    meeting: MeetingSettings = field(default_factory=MeetingSettings)

    @property
    def last_round(self) -> RoundNo:
        """The number of its last round."""
        return RoundNo(self.first_round + self.rounds - 1)


@dataclass(frozen=True, slots=True)
class TournamentSettings:
    """What a tournament is called and where it is played (PGN and TRF headers)."""

    name: str
    city: str = ""
    federation: str = ""
    start: str = ""
    end: str = ""
    chief_arbiter: str = ""
