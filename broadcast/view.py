"""PURE. What an audience sees: the feed and its parts, as of some moment.

A feed holds nothing that happened after its moment, and no trace of the moment itself:
two feeds of which nothing visible differs are equal.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType

from facts.fact import Mark, Side
from facts.ids import BoardNo, GameId, PairingId, PlayerId, RoundNo, StageId, TournamentId
from facts.meeting import GameRole, Odds
from facts.result import Result
from facts.time_control import TimeControl
from facts.views import StandingsTable


@dataclass(frozen=True, slots=True)
class ShownMove:
    """A move of the line and the position after it.

    Attributes:
        clock_s: seconds left to the mover after the move, None where unknown.
        at: when it was played.
        legal: this move and all before it are allowed by the rules.
        clock_at: when the clock said ``clock_s``, where it did so after the move.
    """

    uci: str
    san: str
    fen: str
    clock_s: int | None
    at: datetime
    marks: tuple[Mark, ...] = ()
    legal: bool = True
    clock_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class ShownClock:
    """Both times at ``at``; the side that is ``running`` has had less every second since."""

    white_s: int | None
    black_s: int | None
    running: Side | None
    at: datetime


@dataclass(frozen=True, slots=True)
class ShownResult:
    """A result; provisional until somebody who may has made it official.

    Attributes:
        by: what it rests on, such as ``kings``, ``mate``, ``match-card``, ``arbiter``.
    """

    result: Result
    official: bool
    by: str


class GameState(StrEnum):
    """How far a game is."""

    WAITING = "waiting"
    PLAYING = "playing"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class ShownGame:
    """One game.

    Attributes:
        live: an electronic board reports it.
        no_signal: its board is not heard at present.
        unclear: what stands on the board fits no line at present.
        incomplete: moves before the line's end are missing from the record.
        joined: the record begins in the middle of the game, with ``start_fen``.
    """

    id: GameId
    start_fen: str
    chess960: bool
    moves: tuple[ShownMove, ...]
    clock: ShownClock | None
    result: ShownResult | None
    state: GameState
    live: bool = False
    no_signal: bool = False
    unclear: bool = False
    incomplete: bool = False
    joined: bool = False

    def marked(self, mark: Mark) -> tuple[int, ...]:
        """The plies (from 1) of the moves that carry a mark."""
        return tuple(ply for ply, m in enumerate(self.moves, start=1) if mark in m.marks)

    @property
    def fen(self) -> str:
        """The position at the end of the line."""
        return self.moves[-1].fen if self.moves else self.start_fen


@dataclass(frozen=True, slots=True)
class ShownPlayer:
    """A player, without what the public need not know."""

    id: PlayerId
    name: str
    title: str
    rating: int
    federation: str
    fide_id: str
    club: str


@dataclass(frozen=True, slots=True)
class ShownFurther:
    """A further game of two who meet, with its own colours and clocks.

    Attributes:
        time_control: of both, or of White where ``black_time_control`` is given.
        draw_odds: who is through with a draw.
        board: where it is played.
    """

    game: GameId
    white: PlayerId
    black: PlayerId
    role: GameRole
    time_control: TimeControl
    black_time_control: TimeControl | None
    draw_odds: Odds
    board: BoardNo


@dataclass(frozen=True, slots=True)
class ShownPairing:
    """Who meets whom, where; White and Black are those of the first game.

    Attributes:
        games: all of them, in order.
        further: those that came later, with their own colours.
    """

    id: PairingId
    board: BoardNo
    white: PlayerId
    black: PlayerId
    games: tuple[GameId, ...]
    further: tuple[ShownFurther, ...] = ()

    def further_game(self, game: GameId) -> ShownFurther | None:
        """What is special about one of the games; None for the first."""
        return next((one for one in self.further if one.game == game), None)


@dataclass(frozen=True, slots=True)
class ShownBye:
    """A player without an opponent; ``text`` as it is written on the pairing list."""

    player: PlayerId
    text: str


@dataclass(frozen=True, slots=True)
class ShownRound:
    """A published round, its pairings in the order of their boards."""

    stage: StageId
    round_no: RoundNo
    published_at: datetime
    started_at: datetime | None
    closed: bool
    pairings: tuple[ShownPairing, ...]
    byes: tuple[ShownBye, ...]


@dataclass(frozen=True, slots=True)
class ShownStage:
    """A stage's name and what is played in it."""

    id: StageId
    name: str
    rounds: RoundNo
    time_control: TimeControl


@dataclass(frozen=True, slots=True)
class ShownTournament:
    """One tournament: names, players, rounds, games, standings."""

    id: TournamentId
    name: str
    city: str
    federation: str
    start: str
    end: str
    stages: tuple[ShownStage, ...]
    players: Mapping[PlayerId, ShownPlayer]
    rounds: tuple[ShownRound, ...]
    games: Mapping[GameId, ShownGame]
    standings: tuple[StandingsTable, ...] = ()


@dataclass(frozen=True, slots=True)
class Feed:
    """Everything an audience sees at one moment."""

    tournaments: Mapping[TournamentId, ShownTournament] = field(
        default_factory=lambda: MappingProxyType({})
    )
