"""How people play and how badly the sensors see: the profiles of the noise.

All numbers are fields of a ``Profile``. The scan is a published figure (docs/dgt-wire.md);
shares of captures, castling and the like were counted in 232 games; how often people slide,
adjust or fumble nobody has published, so those are guesses.
"""

from dataclasses import dataclass, replace

Span = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Profile:
    """How people play and how badly the sensors see. Chances are per ply, times in seconds.

    Attributes:
        repeats: in the outage men go away and come back, which the real game has not.
        stops: chance that somebody stops the clock in the outage, or adds time.
        bonuses: seconds that a press brings, one of these in each game.
    """

    name: str
    pause: Span = (2.0, 12.0)
    hand: Span = (0.3, 0.9)
    fast_from: float = 1.0
    fast_pause: Span = (0.3, 0.9)
    fast_hand: Span = (0.135, 0.4)
    overlap: bool = False
    own_first: float = 0.45
    on_top: float = 0.10
    slide: float = 0.0
    slide_step: Span = (0.06, 0.25)
    hesitate: float = 0.0
    hesitation: Span = (0.5, 2.0)
    adjust: float = 0.0
    put_back: float = 0.0
    knock: float = 0.0
    flicker: float = 0.0
    misread: float = 0.0
    rook_first: float = 0.0
    both_hands: float = 0.0
    pawn_first: float = 0.0
    clock: bool = True
    forget_press: float = 0.0
    early_press: float = 0.0
    press: Span = (0.2, 0.8)
    outages: int = 0
    repeats: bool = False
    stops: float = 0.0
    bonuses: tuple[int, ...] = (30,)
    sign: float = 0.9
    wrong_pair: float = 0.0
    set_up_after: float = 0.3
    analysis: float = 0.2
    scan_s: float = 0.192


CALM = Profile("calm")
TOURNAMENT = Profile(
    "tournament",
    slide=0.10,
    hesitate=0.01,
    adjust=0.02,
    put_back=0.002,
    flicker=0.003,
    misread=0.001,
    rook_first=0.10,
    both_hands=0.05,
    pawn_first=0.5,
    forget_press=0.01,
    early_press=0.01,
    wrong_pair=0.05,
)
PROFILES: dict[str, Profile] = {
    profile.name: profile
    for profile in (
        CALM,
        TOURNAMENT,
        replace(
            TOURNAMENT,
            name="rough",
            slide=0.30,
            hesitate=0.04,
            adjust=0.08,
            put_back=0.01,
            knock=0.005,
            flicker=0.02,
            misread=0.006,
            rook_first=0.3,
            both_hands=0.2,
            forget_press=0.05,
            early_press=0.05,
            wrong_pair=0.2,
        ),
        replace(TOURNAMENT, name="scramble", fast_from=0.75),
        replace(
            TOURNAMENT,
            name="blitz",
            pause=(1.0, 3.0),
            fast_from=0.15,
            fast_pause=(0.1, 0.5),
        ),
        replace(
            TOURNAMENT,
            name="bullet",
            pause=(1.0, 3.0),
            fast_from=0.15,
            fast_pause=(0.1, 0.5),
            fast_hand=(0.08, 0.3),
            overlap=True,
        ),
        replace(TOURNAMENT, name="outage", outages=2),
        replace(TOURNAMENT, name="no-clock", clock=False),
        replace(
            TOURNAMENT,
            name="repeats",
            pause=(0.5, 8.0),
            outages=1,
            repeats=True,
            stops=0.25,
            bonuses=(0, 2, 5, 30),
        ),
    )
}
