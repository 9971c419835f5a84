"""PURE. Two small boards for somebody who has to look: what the sensors see, and the line."""

from dataclasses import dataclass
from typing import Final

import chess

from desk.state.boards import move_text
from desk.state.hall import GameState

SQUARES: Final = 64
NAMES: Final = {
    "P": "pawn", "N": "knight", "B": "bishop", "R": "rook", "Q": "queen", "K": "king",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Diagrams:
    """What stands where, 64 characters each: a1 … h8, ``.`` for an empty square.

    Attributes:
        seen: what the sensors see, ``?`` where they cannot tell; None: nothing is known.
        when: of what time it is, in words.
        line: where the line leads.
        after: the line's last move, empty before the first.
        differences: the squares on which they differ.
        text: the same in words.
    """

    seen: str | None
    when: str
    line: str
    after: str
    differences: tuple[str, ...]
    text: str


def diagrams(game: GameState, now: str | None) -> Diagrams:
    """The two of a game; ``now`` is what its board sees at this moment, in its own frame."""
    line = end_of_line(game)
    when = "now"
    seen = _turned_to(now, line) if now is not None else None
    if seen is None and game.unclear is not None:
        seen, when = squares_of(game.unclear.placement), "as the board became unclear"
    differing = [s for s in range(SQUARES) if seen is not None and seen[s] != line[s]]
    return Diagrams(
        seen=seen,
        when=when,
        line=line,
        after=move_text(game),
        differences=tuple(chess.square_name(square) for square in differing),
        text=_worded(seen, line, differing),
    )


def end_of_line(game: GameState) -> str:
    """Where a game's line leads; an illegal move as it was made."""
    board = chess.Board(game.start_fen, chess960=game.chess960)
    for move in game.line:
        try:
            played = chess.Move.from_uci(move.uci)
        except ValueError:
            break
        if board.is_pseudo_legal(played):
            board.push(played)
        else:
            # As it was made: an illegal move stands on the board until somebody sees to it.
            board.set_piece_at(played.to_square, board.remove_piece_at(played.from_square))
            board.turn = not board.turn
    men = (board.piece_at(square) for square in chess.SQUARES)
    return "".join(man.symbol() if man is not None else "." for man in men)


def squares_of(field: str) -> str | None:
    """The first field of a FEN as 64 squares; None where it is none."""
    rows = []
    for row in reversed(field.split(" ")[0].split("/")):
        rows.append("".join("." * int(c) if c in "12345678" else c for c in row))
    squares = "".join(rows)
    return squares if len(squares) == SQUARES and all(len(row) == 8 for row in rows) else None


def _turned_to(placement: str, line: str) -> str | None:
    """A board's own frame as the players': it may stand the other way round."""
    if len(placement) != SQUARES:
        return None
    return min(
        (placement, placement[::-1]),
        key=lambda one: sum(a != b for a, b in zip(one, line, strict=True)),
    )


def _worded(seen: str | None, line: str, differing: list[int]) -> str:
    if seen is None:
        return "What the sensors see is not known."
    if not differing:
        return "The sensors see the position of the line."
    parts = [
        f"{chess.square_name(s)}: {_man(seen[s])} instead of {_man(line[s])}" for s in differing
    ]
    return "The sensors see on " + "; ".join(parts) + "."


def _man(symbol: str) -> str:
    if symbol == ".":
        return "nothing"
    if symbol.upper() not in NAMES:
        return "something unreadable"
    return f"a {'white' if symbol.isupper() else 'black'} {NAMES[symbol.upper()]}"
