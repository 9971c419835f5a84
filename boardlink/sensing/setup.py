"""PURE. What a tracker is told before the first move, and its time constants."""

from dataclasses import dataclass
from datetime import datetime

import chess

from facts.fact import Side
from facts.ids import GameId


@dataclass(frozen=True, slots=True)
class GameSetup:
    """The game that the next readings belong to.

    Attributes:
        epoch: the time of day at ``t`` = 0.
        start_fen: the position that the game starts from.
        left: who sits left of the clock, None = work it out.
        told: (ply, UCI) pairs that an arbiter or a scoresheet has settled.
    """

    game: GameId
    epoch: datetime
    start_fen: str = chess.STARTING_FEN
    chess960: bool = False
    left: Side | None = None
    told: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class TrackerSettings:
    """Times in seconds, costs in nats (see docs/tracking.md).

    Attributes:
        settle_s: how long the men rest before a move is shown without a lever. Sensors
            need some 0.2 s for a picture; a player's pause on a wrong square is longer.
        scan_s: within this time the order of two changes says little, since a board reads
            its squares one after another (docs/dgt-wire.md).
        scene_s: rest after which a picture that no move explains is looked into.
        confirm_rest_s: rest after which a move counts as confirmed without a lever.
        centre_wait_s: how long a king on a centre square may be half of a result sign.
        walk_s: rest up to which a king's step counts as part of its way to the centre.
        sign_likely_s, sign_certain_s: rest of both kings until a result is proposed, and
            until it may be entered by itself.
        resume_s: without a clock, how long a sign may have stood that is taken back.
        analysis_s: without a clock, how long a sign must have stood so that what is moved
            after it is certainly no play.
        unclear_s: rest after which a picture that fits nothing is reported.
        hands_s: the same while men are only missing, i.e. perhaps in a hand.
        burst_s: pause that ends the clearing away of the men after a game.
        slide_s: how long a man may rest on its way without that being held against it.
        beam: explanations kept at most.
        drop: nats behind the best at which an explanation is given up.
        clear_lead: nats ahead of every rival line at which a line is certain.
    """

    settle_s: float = 0.25
    scan_s: float = 0.25
    scene_s: float = 1.0
    confirm_rest_s: float = 10.0
    centre_wait_s: float = 10.0
    walk_s: float = 1.5
    sign_likely_s: float = 2.0
    sign_certain_s: float = 5.0
    resume_s: float = 8.0
    analysis_s: float = 60.0
    unclear_s: float = 5.0
    hands_s: float = 15.0
    burst_s: float = 3.0
    slide_s: float = 2.0
    beam: int = 14
    drop: float = 16.0
    clear_lead: float = 5.0
