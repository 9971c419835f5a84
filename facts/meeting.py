"""PURE. How two players who meet play it out: several games, an Armageddon, a ladder.

A meeting has its main games, which count in the standings, and a ladder of further games
that decide it while it is level: an Armageddon game after a drawn classical one, rapid and
blitz pairs, sudden death. Each game has its own colours and clock settings.
"""

from dataclasses import dataclass, field
from enum import StrEnum

from facts.time_control import TimeControl


class GameRole(StrEnum):
    """What a game is to its meeting."""

    MAIN = "main"
    """Counts in the standings with its own result."""
    RAPID = "rapid"
    BLITZ = "blitz"
    ARMAGEDDON = "armageddon"
    SUDDEN_DEATH = "sudden-death"


class Odds(StrEnum):
    """Who is through with a drawn game."""

    NOBODY = "nobody"
    WHITE = "white"
    BLACK = "black"


class Colours(StrEnum):
    """Who has White in the first game of a rung; within it colours change game by game."""

    SAME = "same"
    """As in the first game of the meeting."""
    REVERSED = "reversed"
    """The other way round than in the game before."""
    LOT = "lot"
    """Whom the lot gives White."""
    CHOICE = "choice"
    """As whoever wins the lot chooses."""


@dataclass(frozen=True, slots=True)
class Rung:
    """Games that are played while a meeting is level; whoever is ahead in them is through.

    Attributes:
        games: how many; it ends as soon as nobody can catch up any more.
        time_control: of both, or of White where ``black_time_control`` is given.
        odds: who is through with a draw.
        repeats: played again and again until somebody is ahead, instead of the next rung.
        within_min: minutes after the game before in which its first game starts; None: not said.
    """

    role: GameRole
    games: int = 1
    time_control: TimeControl = field(default_factory=TimeControl)
    black_time_control: TimeControl | None = None
    odds: Odds = Odds.NOBODY
    colours: Colours = Colours.REVERSED
    repeats: bool = False
    within_min: int | None = None


@dataclass(frozen=True, slots=True)
class MeetingSettings:
    """The games of a meeting.

    Attributes:
        games: main games, with the stage's time control; colours change game by game. With 0
            the meeting begins on the ladder: a sudden-death game that settles a place.
        all_games: they are all played, though somebody cannot be caught any more.
        ladder: what is played while the main games are level, rung by rung.
        ladder_won, ladder_lost: points in tenths for a level meeting that the ladder has
            decided; None: no game of the ladder counts in the standings.
        at_once: the next game is due as soon as the one before has an official result;
            else an arbiter starts it.
    """

    games: int = 1
    all_games: bool = False
    ladder: tuple[Rung, ...] = ()
    ladder_won: int | None = None
    ladder_lost: int | None = None
    at_once: bool = True


SINGLE_GAME = MeetingSettings()
"""Two players meet in one game and no more: what every stage has unless it says otherwise."""
