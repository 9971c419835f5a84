"""PURE. Whether the moves of a game bear out a claim of a draw (Laws of Chess, 9.2 and 9.3)."""

from collections.abc import Sequence

import chess

FIFTY_MOVES = 100
"""Plies without a capture or a pawn's move."""


def occurrences(start_fen: str, moves: Sequence[str], *, chess960: bool = False) -> tuple[int, ...]:
    """The plies (0 = the start) after which the last position stood on the board, itself too.

    ``moves`` are UCI. From an illegal move on that stood, positions are counted anew: what
    rights there were before it nobody can say.
    """
    board = chess.Board(start_fen, chess960=chess960)
    seen = [_key(board)]
    first = 0
    for ply, uci in enumerate(moves, start=1):
        if _played(board, uci):
            first = ply
        seen.append(_key(board))
    return tuple(ply for ply in range(first, len(seen)) if seen[ply] == seen[-1])


def quiet_plies(start_fen: str, moves: Sequence[str], *, chess960: bool = False) -> int:
    """Plies since the last capture or move of a pawn."""
    board = chess.Board(start_fen, chess960=chess960)
    for uci in moves:
        _played(board, uci)
    return board.halfmove_clock


def _played(board: chess.Board, uci: str) -> bool:
    """Play a move; True where it was against the rules."""
    move = chess.Move.from_uci(uci)
    illegal = move not in board.legal_moves
    if board.piece_at(move.from_square) is None:
        move = chess.Move.null()
    board.push(move)
    return illegal


def _key(board: chess.Board) -> str:
    """What makes two positions the same: men, side to move, castling, a legal en passant."""
    return " ".join(board.fen(en_passant="legal").split()[:4])
