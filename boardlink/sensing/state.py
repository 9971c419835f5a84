"""PURE. The state of a tracker, and what it gives out."""

from dataclasses import dataclass, field
from datetime import datetime

from boardlink.readings import ClockRead, Placement
from boardlink.sensing.clockwork import ClockState
from boardlink.sensing.ending.king_sign import Ending
from boardlink.sensing.lines.beam import Beam
from boardlink.sensing.lines.explanation import Ply
from boardlink.sensing.lines.supported import Issue
from boardlink.sensing.presses import Presses
from boardlink.sensing.setup import GameSetup, TrackerSettings
from boardlink.sensing.squares.position import Position
from facts.fact import Certainty, Fact


@dataclass(frozen=True, slots=True)
class Observed:
    """A fact, and when it happened (UTC)."""

    fact: Fact
    at: datetime


@dataclass(frozen=True, slots=True)
class Gap:
    """A break of the link.

    Attributes:
        since: when it began.
        until: when the board was read again, None while it was not.
        read: what the clock said before, and ``read_at`` when.
        beam: the explanations before, while the first clock reading after it may still tell
            how many moves were made.
    """

    since: float
    until: float | None
    read: ClockRead | None
    read_at: float = 0.0
    beam: Beam = ()


@dataclass(frozen=True, slots=True)
class Blind:
    """A stretch in which the board was not read.

    Attributes:
        since: when it began.
        until: when the board was read again, infinity while it was not.
        read: what the clock said before, None without a clock, and ``read_at`` when.
        asked: the clock has been read since.
        presses: what it told, None where it did not.
    """

    since: float
    read: ClockRead | None
    read_at: float
    until: float = float("inf")
    asked: bool = False
    presses: Presses | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Tracker:
    """Everything the tracker of one game knows; opaque to its users.

    Attributes:
        start: the position that the game starts from.
        rotated: the board lies the other way round; None while nothing tells.
        picture: what the sensors show, in the position's frame; None before the first one.
        beam: the explanations, the best first.
        now: time of the last step.
        changed: when the picture changed last.
        lost: moves may have been missed between the explanations and the picture.
        gap: an outage of which the clock has not told yet how many moves were made in it.
        gaps: the stretches of the game in which the board was not read.
        examined: the picture at rest has been looked into.
        stood: the explanations when the board last showed a position at rest.
        left: when the picture changed after that.
        shown: the last ply of the line that is shown.
        confirmed: plies of it that were said to be confirmed.
        sure: the last ply of it that was said to be certain.
        ambiguous: the line whose alternatives were given last.
        unclear: code of the complaint that stands, None where the board is clear.
        ruled: the result by rule that was given, with its certainty.
        reopened: the line that a sign ended which was taken back without a clock to tell.
        issues: complaints so far.
    """

    setup: GameSetup
    settings: TrackerSettings
    start: Position
    beam: Beam
    clock: ClockState
    rotated: bool | None = None
    picture: Placement | None = None
    now: float = float("-inf")
    changed: float = float("-inf")
    lost: bool = False
    gap: "Gap | None" = None
    gaps: tuple[Blind, ...] = ()
    examined: bool = False
    ending: Ending = field(default_factory=Ending)
    stood: Beam = ()
    left: float = float("-inf")
    shown: Ply | None = None
    confirmed: int = 0
    sure: int = 0
    ambiguous: int = 0
    unclear: str | None = None
    ruled: tuple[str, Certainty] | None = None
    reopened: tuple[Ply | None, ...] = ()
    issues: tuple[Issue, ...] = ()
