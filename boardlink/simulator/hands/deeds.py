"""PURE. What hands do at a board, one deed after another, with the time before each."""

from dataclasses import dataclass

import chess

from boardlink.readings import Man, Square
from facts.fact import Side


@dataclass(frozen=True, slots=True)
class Lift:
    """Take the man off a square."""

    square: Square


@dataclass(frozen=True, slots=True)
class Place:
    """Put a man on a square; one that stands there goes."""

    square: Square
    man: Man


@dataclass(frozen=True, slots=True)
class Press:
    """``side`` presses the clock, which then shows ``shows_s`` for it (None: its own time)."""

    side: Side
    shows_s: int | None = None


@dataclass(frozen=True, slots=True)
class StartClock:
    """``side``'s time begins to run."""

    side: Side


@dataclass(frozen=True, slots=True)
class StopClock:
    """Both times stop."""


@dataclass(frozen=True, slots=True)
class SetClock:
    """The clock is set for a game and stands, ``turn`` to run first."""

    white_s: int
    black_s: int
    increment_s: int
    turn: Side


@dataclass(frozen=True, slots=True)
class DropFlag:
    """``side``'s time is used up."""

    side: Side


Deed = Lift | Place | Press | StartClock | StopClock | SetClock | DropFlag


@dataclass(frozen=True, slots=True)
class Step:
    """One deed and what comes before it.

    Attributes:
        wait_s: seconds to wait first, as a person would; divided by the speed.
        floor_s: the least seconds to wait first, at any speed: sensors and rules of the
            king sign know nothing of speed.
        ply: the ply (from 1) that the deed belongs to, 0 outside the moves.
    """

    deed: Deed
    wait_s: float
    floor_s: float = 0.0
    ply: int = 0


def man_at(board: chess.Board, square: int) -> Man:
    """The man of a position on a square, as a placement writes it."""
    piece = board.piece_at(square)
    return Man(piece.symbol() if piece is not None else ".")


def men_of(board: chess.BaseBoard) -> str:
    """A position's men in a placement's order, a1 b1 … h8."""
    return "".join(
        piece.symbol() if (piece := board.piece_at(square)) is not None else "."
        for square in chess.SQUARES
    )


def after(men: str, deed: Deed) -> str:
    """What stands on the board once a deed is done."""
    match deed:
        case Lift(square):
            return men[:square] + "." + men[square + 1 :]
        case Place(square, man):
            return men[:square] + man + men[square + 1 :]
        case _:
            return men
