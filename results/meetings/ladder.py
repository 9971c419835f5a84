"""PURE. How a meeting goes on: main games, then the ladder, until somebody is ahead.

:func:`walk` goes through the games of a meeting in their order. Every game is one of the
rung that is being played; a rung ends as soon as nobody can catch up in it any more. Games
beyond the point where the meeting is decided do not count: the result before them was
changed after they were begun. Nobody goes up the ladder from a meeting in which nobody
scored (both forfeited): an arbiter decides there.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from facts.ids import PlayerId
from facts.meeting import Colours, GameRole, MeetingSettings, Odds, Rung
from facts.result import Result, ResultKind, Score
from facts.time_control import TimeControl

Pair = tuple[PlayerId, PlayerId]
"""White and Black."""
_HALVES = {Score.WIN: 2, Score.DRAW: 1, Score.LOSS: 0}


@dataclass(frozen=True, slots=True)
class Played:
    """A game of a meeting: who had which colour, and the result that counts, if any does."""

    white: PlayerId
    black: PlayerId
    result: Result | None
    odds: Odds = Odds.NOBODY


@dataclass(frozen=True, slots=True)
class NextGame:
    """The game that is due.

    Attributes:
        pair: White and Black; None where a lot must be drawn first.
        colours: how the colours are given.
        rung: which of the ladder, from 1; 0 for the main games.
        number: which game of the rung, from 1, and of how many.
        repeat: how often the rung has been played before.
        within_min: minutes after the game before in which it starts; None: not said.
    """

    role: GameRole
    pair: Pair | None
    colours: Colours
    time_control: TimeControl
    black_time_control: TimeControl | None
    odds: Odds
    rung: int
    number: int
    of: int
    repeat: int = 0
    within_min: int | None = None

    @property
    def chosen(self) -> bool:
        """True where whoever wins the lot chooses the colour."""
        return self.colours is Colours.CHOICE


class MeetingState(StrEnum):
    """Where a meeting is."""

    PLAYING = "playing"
    """A game has no result yet."""
    DUE = "due"
    """Another game is to be played."""
    DECIDED = "decided"
    """Somebody is through."""
    LEVEL = "level"
    """All games are played and nobody is ahead."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What the games of one rung gave, in half points: the first White's, then the other's.

    A drawn game with draw odds is a win for whoever had them: that is what it decides.
    """

    role: GameRole
    games: int
    one: int
    other: int


@dataclass(frozen=True, slots=True)
class Course:
    """How far a meeting is.

    Attributes:
        counted: how many of its games count; those after them do not.
        tallies: rung by rung, the main games first.
        next_game: the game that is due, where one is.
        main_over: all main games that are played have their results.
    """

    state: MeetingState
    counted: int
    tallies: tuple[Tally, ...]
    winner: PlayerId | None = None
    next_game: NextGame | None = None
    main_over: bool = False

    @property
    def decided_by(self) -> GameRole | None:
        """In what kind of game the meeting was decided; None while it is not."""
        return self.tallies[-1].role if self.winner is not None else None


@dataclass(slots=True)
class _Count:
    """The tally of the rung that is being played."""

    games: int = 0
    one: int = 0
    other: int = 0

    def add(self, first: Pair, game: Played, result: Result) -> None:
        white, black = _halves(result, game.odds)
        straight = game.white == first[0]
        self.games += 1
        self.one += white if straight else black
        self.other += black if straight else white


def walk(
    settings: MeetingSettings, control: TimeControl, first: Pair, games: Sequence[Played]
) -> Course:
    """Where a meeting is after ``games``.

    Args:
        settings: the games that are to be played.
        control: the time of the main games.
        first: White and Black of the first game.
        games: in the order in which they are played, with the results that count.
    """
    used = 0
    tallies: list[Tally] = []
    main_over = settings.games == 0
    for place, repeat, rung in _rungs(settings, control):
        count = _Count()
        stops_early = place > 0 or not settings.all_games
        while count.games < rung.games and not (
            stops_early and abs(count.one - count.other) > 2 * (rung.games - count.games)
        ):
            if used == len(games):
                due = _next(rung, place, repeat, count.games, first, games)
                now = (*tallies, _tally(rung, count))
                return Course(MeetingState.DUE, used, now, None, due, main_over)
            game = games[used]
            used += 1
            if game.result is None or game.result.kind is ResultKind.ADJOURNED:
                now = (*tallies, _tally(rung, count))
                return Course(MeetingState.PLAYING, used, now, None, None, main_over)
            count.add(first, game, game.result)
        tallies.append(_tally(rung, count))
        main_over = True
        if count.one != count.other:
            winner = first[0] if count.one > count.other else first[1]
            return Course(MeetingState.DECIDED, used, tuple(tallies), winner, None, main_over)
        if count.one == 0:
            break
    return Course(MeetingState.LEVEL, used, tuple(tallies), None, None, main_over)


def _rungs(settings: MeetingSettings, control: TimeControl) -> Iterator[tuple[int, int, Rung]]:
    """Place (0: the main games), how often it was played before, and the rung."""
    if settings.games:
        yield 0, 0, Rung(GameRole.MAIN, settings.games, control)
    for place, rung in enumerate(settings.ladder, start=1):
        repeat = 0
        yield place, repeat, rung
        while rung.repeats:
            repeat += 1
            yield place, repeat, rung


def _tally(rung: Rung, count: _Count) -> Tally:
    return Tally(rung.role, count.games, count.one, count.other)


def _halves(result: Result, odds: Odds) -> tuple[int, int]:
    """White's and Black's half points, as far as they decide who is through."""
    white, black = _HALVES[result.white], _HALVES[result.black or Score.LOSS]
    if odds is not Odds.NOBODY and white == black == _HALVES[Score.DRAW]:
        return (2, 0) if odds is Odds.WHITE else (0, 2)
    return white, black


def _next(
    rung: Rung, place: int, repeat: int, done: int, first: Pair, games: Sequence[Played]
) -> NextGame:
    """The next game of a rung of which ``done`` games were played."""
    colours = rung.colours if done == 0 and place > 0 else Colours.REVERSED
    return NextGame(
        role=rung.role,
        pair=_pair(colours, first, games),
        colours=colours,
        time_control=rung.time_control,
        black_time_control=rung.black_time_control,
        odds=rung.odds,
        rung=place,
        number=done + 1,
        of=rung.games,
        repeat=repeat,
        within_min=rung.within_min if done == 0 else None,
    )


def _pair(colours: Colours, first: Pair, games: Sequence[Played]) -> Pair | None:
    if colours in (Colours.LOT, Colours.CHOICE):
        return None
    if colours is Colours.SAME or not games:
        return first
    return games[-1].black, games[-1].white
