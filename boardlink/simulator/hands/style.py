"""PURE. How people's hands go about it: speeds and habits, all seconds and probabilities.

Only the scan of the board is a published figure (docs/dgt-wire.md); most others are guesses.
Each is a field, so that organisers' recordings can replace it.
"""

from dataclasses import dataclass, replace

from boardlink.simulator.hands.deeds import Step

Span = tuple[float, float]
"""From … to, seconds."""


@dataclass(frozen=True, slots=True)
class Floors:
    """The least real seconds, whatever the speed: below these no tracker could follow.

    Attributes:
        hand_s: between two deeds of one move; a full scan of the board takes 0.2 s.
        rest_s: from the last man of a move to the press.
        between_s: from the press to the next man that is touched.
        sign_s: how long the king sign stays; DGT asks players for 5 s.
        set_up_s: between two men while they are set up.
    """

    hand_s: float = 0.12
    rest_s: float = 0.30
    between_s: float = 0.30
    sign_s: float = 6.5
    set_up_s: float = 0.02


@dataclass(frozen=True, slots=True)
class Style:
    """A person's way of moving.

    Attributes:
        hand_s: from lifting a man to placing it.
        rest_s: from placing it to the press.
        own_first, enemy_first: order of a capture; what is left of 1 is a man put directly
            on top of the other.
        rook_first, both_hands: castling; what is left of 1 is king first.
        pawn_first, queen_first: promotion; what is left of 1 takes the pawn off first.
        swap_s: how long a promoted pawn lies on its last square.
        slide: a line move that touches the squares between.
        slide_square_s: how long on each of them.
        slide_pause: a slide that stops for ``slide_pause_s`` on one of them.
        adjust: before a move a man is lifted and put back.
        adjust_s: how long it is in the air.
        handshake_s: from the last move to the first deed of the end.
        stop_first: the clock is stopped before the kings are touched, not after.
        kings_lifted_both: both kings are lifted before either is placed.
        clear_first: men on the squares of the sign are lifted, not replaced.
        set_up_s: between two men while they are set up.
    """

    hand_s: Span = (0.3, 0.9)
    rest_s: Span = (0.3, 1.0)
    own_first: float = 0.45
    enemy_first: float = 0.45
    rook_first: float = 0.1
    both_hands: float = 0.05
    pawn_first: float = 0.5
    queen_first: float = 0.1
    swap_s: Span = (0.8, 3.0)
    slide: float = 0.05
    slide_square_s: Span = (0.06, 0.2)
    slide_pause: float = 0.0
    slide_pause_s: Span = (0.5, 2.0)
    adjust: float = 0.01
    adjust_s: Span = (0.3, 0.9)
    handshake_s: Span = (3.0, 12.0)
    stop_first: float = 0.9
    kings_lifted_both: float = 0.5
    clear_first: float = 0.8
    set_up_s: Span = (0.3, 0.9)


CALM = Style()
"""Players who take their time: what a hall's check and the demo use."""

LIVELY = replace(CALM, hand_s=(0.15, 0.6), rest_s=(0.1, 0.5), slide=0.1, slide_pause=0.01,
                 adjust=0.02, kings_lifted_both=0.3, clear_first=0.6)  # fmt: skip
"""The noise of bench/tracking_noise.py, without its scrambles."""

PLAIN = replace(
    CALM,
    own_first=0.0,
    enemy_first=1.0,
    rook_first=0.0,
    both_hands=0.0,
    pawn_first=0.0,
    queen_first=0.0,
    slide=0.0,
    adjust=0.0,
    stop_first=1.0,
    kings_lifted_both=1.0,
    clear_first=1.0,
)
"""Every move in the textbook's order."""


@dataclass(frozen=True, slots=True)
class PlaySettings:
    """How the hands play.

    Attributes:
        speed: 10 = hands and thoughts ten times as fast, but for ``floors``.
        clock_rate: seconds on the chess clock a second; None: as many as ``speed``, so that
            it shows the times of a game played at normal speed.
        seed: the same seed gives the same hands.
    """

    speed: float = 1.0
    clock_rate: float | None = None
    style: Style = CALM
    floors: Floors = Floors()
    seed: int = 0

    @property
    def rate(self) -> float:
        """Seconds on the chess clock a second."""
        return self.speed if self.clock_rate is None else self.clock_rate

    def seconds_before(self, step: Step) -> float:
        """Real seconds to wait before a deed."""
        return max(step.wait_s / self.speed, step.floor_s)
