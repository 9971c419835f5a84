"""PURE. One game for an arbiter who asks why: every move with its evidence, doubts, corrections."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

import chess

from desk.state.hall import Doubt, GameState
from desk.views.diagrams import SQUARES
from facts import fact as f
from facts.envelope import Entry, Role
from facts.fact import Certainty, LineMove, Mark
from facts.pgn import make_move, numbered, san_line

_MARKS = {
    Mark.ILLEGAL: "against the rules",
    Mark.PROMOTION_UNKNOWN: "promotes to an unknown piece",
    Mark.RECONSTRUCTED: "not seen by the board",
    Mark.AMBIGUOUS: "could be another",
}
_CONFIRMED = {
    "lever": "the clock's lever",
    "answer": "the answer",
    "rest": "rest",
    "arbiter": "an arbiter",
}


@dataclass(frozen=True, slots=True)
class MoveView:
    """One move.

    Attributes:
        number: ``24.`` or ``24…``.
        certainty: as it was when the move was shown, or as its confirmation has made it.
        confirmed: by what, in words; empty while nothing has.
        by: who wrote it down or chose it; empty for a board.
        reason: the evidence, in a sentence.
        squares: what stands on the board after it (a1 … h8).
    """

    ply: int
    number: str
    san: str
    uci: str
    at: datetime
    clock_s: int | None
    certainty: str
    marks: tuple[str, ...]
    confirmed: str
    by: str
    reason: str
    squares: str


@dataclass(frozen=True, slots=True)
class LineView:
    """One of the lines that there are to choose from."""

    moves: tuple[str, ...]
    text: str
    squares: str
    now: bool


@dataclass(frozen=True, slots=True)
class DoubtView:
    """A stretch for which the evidence allows several lines."""

    from_ply: int
    text: str
    at: datetime
    lines: tuple[LineView, ...]


@dataclass(frozen=True, slots=True)
class CorrectionView:
    """A time at which the line was changed."""

    at: datetime
    text: str
    by: str
    reason: str


@dataclass(frozen=True, slots=True)
class GameView:
    """Everything about a game's moves."""

    game: str
    start_squares: str
    adopted: bool
    settled: int
    moves: tuple[MoveView, ...]
    doubts: tuple[DoubtView, ...]
    corrections: tuple[CorrectionView, ...]


def game_view(
    state: GameState, entries: Iterable[Entry], reasons: Sequence[tuple[str, str]]
) -> GameView:
    """A game as it is now.

    Args:
        state: the game.
        entries: of the log; those of other games are passed over.
        reasons: from its board: the moves (UCI) with their evidence.
    """
    story = _Story(state)
    for entry in entries:
        if getattr(entry.fact, "game", None) == state.game:
            story.take(entry)
    after = positions(state.start_fen, [m.uci for m in state.line], chess960=state.chess960)
    return GameView(
        state.game,
        after[0],
        state.adopted,
        state.settled,
        tuple(
            _move(state, story, reasons, ply, move, after[ply])
            for ply, move in enumerate(state.line, start=1)
        ),
        tuple(_doubt(state, doubt) for doubt in state.doubts),
        tuple(reversed(story.corrections)),
    )


class _Story:
    """What the log tells of each move of the line."""

    def __init__(self, state: GameState) -> None:
        self._state = state
        self.by: list[str] = []
        self.confirmed: dict[int, str] = {}
        self.corrections: list[CorrectionView] = []

    def take(self, entry: Entry) -> None:
        actor = entry.draft.actor
        by = "" if actor.role is Role.DEVICE else actor.name
        match entry.fact:
            case f.MovePlayed(ply=ply):
                self._line(ply, [by])
            case f.LineCorrected(from_ply=ply, moves=moves, reason=reason):
                text = self._worded(ply, moves)
                self.corrections.append(CorrectionView(entry.at, text, by, reason))
                self._line(ply, [by] * len(moves))
            case f.MoveConfirmed(ply=ply, by=how):
                words = _CONFIRMED.get(how, how)
                words = f"{by} ({words})" if by else words
                for number in range(1, ply + 1):
                    self.confirmed.setdefault(number, f"{words} at {entry.at:%H:%M:%S} UTC")
            case f.PositionAdopted():
                self._line(1, [])
            case _:
                pass

    def _line(self, ply: int, by: list[str]) -> None:
        self.by[ply - 1 :] = by
        for number in [n for n in self.confirmed if n >= ply]:
            del self.confirmed[number]

    def _worded(self, ply: int, moves: Sequence[LineMove]) -> str:
        number = numbered(self._state.start_fen, ply)
        if not moves:
            return f"from {number} on nothing"
        more = f" and {len(moves) - 1} more" if len(moves) > 1 else ""
        return f"{number} {moves[0].san}{more}"


def _move(
    state: GameState,
    story: _Story,
    reasons: Sequence[tuple[str, str]],
    ply: int,
    move: LineMove,
    squares: str,
) -> MoveView:
    seen = reasons[ply - 1] if ply <= len(reasons) else ("", "")
    return MoveView(
        ply,
        numbered(state.start_fen, ply),
        move.san,
        move.uci,
        move.at,
        move.clock_s,
        (Certainty.CERTAIN if ply <= state.confirmed and not move.marks else move.certainty).value,
        tuple(_MARKS[mark] for mark in move.marks),
        story.confirmed.get(ply, ""),
        story.by[ply - 1] if ply <= len(story.by) else "",
        seen[1] if seen[0] == move.uci and seen[1] else move.reason,
        squares,
    )


def _doubt(state: GameState, doubt: Doubt) -> DoubtView:
    first = doubt.fact.from_ply - 1
    before = [move.uci for move in state.line[:first]]
    now = [move.uci for move in state.line[first:]]
    fen = state.start_fen
    lines = []
    for moves in doubt.fact.alternatives:
        whole = [*before, *moves]
        sans = san_line(fen, whole, chess960=state.chess960)[first:]
        squares = positions(fen, whole, chess960=state.chess960)[-1]
        shown = bool(moves) and tuple(now[: len(moves)]) == moves
        lines.append(LineView(moves, movetext(fen, first + 1, sans), squares, shown))
    return DoubtView(doubt.fact.from_ply, doubt.fact.reason, doubt.at, tuple(lines))


def movetext(start_fen: str, ply: int, sans: Sequence[str]) -> str:
    """Moves with their numbers: ``23…Nf6 24.Rd1 Kg7``; ``ply`` is the first one's (from 1)."""
    words = []
    for n, san in enumerate(sans):
        number = numbered(start_fen, ply + n)
        words.append(f"{number}{san}" if n == 0 or number.endswith(".") else san)
    return " ".join(words)


def positions(start_fen: str, moves: Sequence[str], *, chess960: bool) -> list[str]:
    """What stands on the board (a1 … h8) before the first move and after each."""
    board = chess.Board(start_fen, chess960=chess960)
    found = [_squares(board)]
    for uci in moves:
        make_move(board, chess.Move.from_uci(uci))
        found.append(_squares(board))
    return found


def _squares(board: chess.Board) -> str:
    men = (board.piece_at(square) for square in range(SQUARES))
    return "".join(man.symbol() if man is not None else "." for man in men)
