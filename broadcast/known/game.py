"""PURE. All that is known of one game.

The line is kept as it is known now; what shows is its part that had been played by the
cut, so that a move that was corrected in the meantime never shows (docs/spectators.md,
Delay). The same holds for a sign that was withdrawn.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import repeat

import chess

from broadcast.known.doubt import (
    Doubt,
    after_confirmation,
    after_correction,
    doubt_of,
    without_mark,
)
from broadcast.known.fen import fen_of
from broadcast.known.history import History
from broadcast.view import ShownClock, ShownMove, ShownResult
from facts.fact import Certainty, ClockSet, LineAmbiguous, LineMove, Mark, ResultShown, Side
from facts.ids import GameId
from facts.pgn import make_move
from facts.result import Result
from facts.settings import Source


class Visibility(StrEnum):
    """Which moves spectators see."""

    AT_ONCE = "at-once"
    """As soon as they are seen; corrections follow."""
    CONFIRMED = "confirmed"
    """Only what a confirmation or a later move supports."""


@dataclass(frozen=True, slots=True)
class Showing:
    """What is shown of moves that nothing has confirmed yet.

    Attributes:
        king_hold: how long a king's move to a centre square waits for its confirmation,
            for it may be half of a king sign (docs/spectators.md, Unconfirmed moves).
    """

    visibility: Visibility = Visibility.AT_ONCE
    king_hold: timedelta = timedelta(seconds=20)


@dataclass(frozen=True, slots=True)
class Claim:
    """What a source says the result is, since when."""

    source: Source
    result: Result
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class GameHistory:
    """One game as it is known now.

    Attributes:
        line: every move known, each with the time it was played.
        confirmed: up to which ply the line was confirmed, since when.
        claims: at most one a source; a withdrawn one is gone.
        decisions: official results; None from where a game was reopened.
        armed, signal, unclear: an electronic board waits for it or reports it; that
            board is heard; what stands on it fits no line.
        incomplete: a move arrived that does not follow the line.
        doubts: which moves are not certain; one that was settled is gone.
        set_up: the men stand at the start again, so that the clock is no longer this game's.
        joined: the record begins in the middle of the game.
    """

    id: GameId
    start_fen: str = chess.STARTING_FEN
    chess960: bool = False
    line: tuple[ShownMove, ...] = ()
    confirmed: History[int] = History()
    clocks: History[ShownClock] = History()
    claims: tuple[Claim, ...] = ()
    decisions: History[ShownResult | None] = History()
    armed: History[bool] = History()
    signal: History[bool] = History()
    unclear: History[bool] = History()
    incomplete: History[bool] = History()
    doubts: tuple[Doubt, ...] = ()
    set_up: History[bool] = History()
    joined: History[bool] = History()

    def with_start(self, fen: str, *, chess960: bool, at: datetime) -> "GameHistory":
        """The game waits on an electronic board; a line that has begun keeps its start."""
        armed = replace(self, armed=self.armed.add(at, True), signal=self.signal.add(at, True))
        armed = armed.going_on(at)
        if self.line:
            return armed
        return replace(armed, start_fen=fen, chess960=chess960)

    def with_moves(
        self,
        from_ply: int,
        moves: Sequence[LineMove],
        at: datetime,
        board: chess.Board | None = None,
    ) -> "GameHistory":
        """The line from ``from_ply`` (from 1) on is ``moves``, learnt at ``at``.

        A ``board`` that stands at the line's end saves setting one up for every move; it
        is moved on.
        """
        if not 1 <= from_ply <= len(self.line) + 1:
            return replace(self, incomplete=self.incomplete.add(at, True))
        kept = self.line[: from_ply - 1]
        legal = kept[-1].legal if kept else True
        made = played(board or self.board_at(from_ply - 1), moves, legal=legal)
        nexts = [*(move.at for move in made[1:]), None]
        line = (*kept, *map(_timed, made, repeat(self.clocks), nexts))
        grown = replace(self, line=line)
        if moves:
            grown = grown.going_on(moves[-1].at)
        if from_ply > len(self.line):
            return grown
        steps = tuple((at, min(ply, from_ply - 1)) for at, ply in self.confirmed.steps)
        doubts = after_correction(self.doubts, from_ply)
        return replace(grown, confirmed=History(steps), doubts=doubts)

    def from_position(self, fen: str, at: datetime) -> "GameHistory":
        """The record begins with ``fen``, which an arbiter took from the board at ``at``."""
        begun = replace(self, line=(), confirmed=History(), doubts=(), start_fen=fen)
        return replace(begun, joined=self.joined.add(at, True), unclear=self.unclear.add(at, False))

    def going_on(self, at: datetime) -> "GameHistory":
        """The men no longer stand at the start, as the record is of a game."""
        if self.set_up.value_at(at) is not True:
            return self
        return replace(self, set_up=self.set_up.add(at, False))

    def with_doubt(self, fact: LineAmbiguous, at: datetime) -> "GameHistory":
        """The evidence allows several lines from some move on."""
        place = fact.from_ply - 1
        before = self.board_at(place) if 0 <= place <= len(self.line) else None
        return replace(self, doubts=(*self.doubts, doubt_of(fact, before, at)))

    def settled(self, ply: int) -> "GameHistory":
        """An arbiter says that the moves up to ``ply`` were these."""
        line = without_mark(self.line, ply)
        return replace(self, line=line, doubts=after_confirmation(self.doubts, ply))

    def board_at(self, ply: int) -> chess.Board:
        """A board after ``ply`` moves."""
        fen = self.line[ply - 1].fen if ply else self.start_fen
        return chess.Board(fen, chess960=self.chess960)

    def with_clock(self, fact: ClockSet, at: datetime) -> "GameHistory":
        """The clock stood, or ran, like this at ``at``."""
        clock = ShownClock(fact.white_s, fact.black_s, fact.running, at)
        clocks = self.clocks.add(at, clock)
        if not self.line or self.line[-1].clock_s is not None:
            return replace(self, clocks=clocks)
        line = (*self.line[:-1], _timed(self.line[-1], clocks))
        return replace(self, clocks=clocks, line=line)

    def with_board_claim(self, fact: ResultShown, at: datetime) -> "GameHistory":
        """The board shows a result; one that is doubted is for arbiters alone."""
        if fact.conflicts or fact.certainty is Certainty.UNCLEAR:
            return self.without_claim(fact.source)
        return self.with_claim(Claim(fact.source, fact.result, fact.by, at))

    def with_claim(self, claim: Claim) -> "GameHistory":
        """The source says this now; the same result said again counts from the first time."""
        others = tuple(old for old in self.claims if old.source is not claim.source)
        before = [old for old in self.claims if old.source is claim.source]
        if before and before[0].result == claim.result and before[0].at <= claim.at:
            claim = before[0]
        return replace(self, claims=(*others, claim))

    def without_claim(self, *sources: Source) -> "GameHistory":
        """What these sources said is taken back, and known to have been wrong."""
        claims = tuple(claim for claim in self.claims if claim.source not in sources)
        return replace(self, claims=claims)

    def with_decision(self, result: Result, by: str, at: datetime) -> "GameHistory":
        """The result is official from ``at`` on."""
        shown = ShownResult(result, True, by)
        return replace(self, decisions=self.decisions.add(at, shown))

    def reopened(self, at: datetime) -> "GameHistory":
        """The game goes on; no result stands."""
        record = self.going_on(at)
        return replace(record, claims=(), decisions=self.decisions.add(at, None))


def _timed(
    move: ShownMove, clocks: History[ShownClock], before: datetime | None = None
) -> ShownMove:
    """The move with the time its side had when the other's clock ran next, if it lacks one.

    A clock that vanishes with a move whose lever came late looks broken
    (github.com/lichess-org/lila/issues/15037).
    """
    if move.clock_s is not None:
        return move
    mover = Side.BLACK if move.fen.split()[1:2] == ["w"] else Side.WHITE
    for at, clock in clocks.steps[clocks.count_until(move.at) :]:
        if before is not None and at >= before:
            return move
        if clock.running is not None and clock.running is not mover:
            seconds = clock.white_s if mover is Side.WHITE else clock.black_s
            return replace(move, clock_s=seconds, clock_at=at)
    return move


def squares(uci: str) -> chess.Move:
    """The move of a UCI text; the null move, which is false, where it is none."""
    try:
        return chess.Move.from_uci(uci)
    except ValueError:
        return chess.Move.null()


def played(board: chess.Board, moves: Iterable[LineMove], *, legal: bool = True) -> list[ShownMove]:
    """Moves made on ``board``, with the positions after them.

    An illegal move is made as it was made by hand; one that cannot be made at all (nothing
    stands where it comes from) leaves the position as it is. ``legal`` says whether the
    line was legal so far.
    """
    line = []
    for move in moves:
        parsed = squares(move.uci)
        legal = legal and Mark.ILLEGAL not in move.marks and board.is_legal(parsed)
        if parsed:
            make_move(board, parsed)
            board.clear_stack()
        fen = fen_of(board)
        line.append(ShownMove(move.uci, move.san, fen, move.clock_s, move.at, move.marks, legal))
    return line
