"""PURE. Positions, and what each of their moves changes on the board.

Only the moves that are asked for are worked out, and remembered: those of one man, or onto
one square. 200 boards that play the same opening share them.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

import chess

from boardlink.readings import Placement

REMEMBERED = 8192
"""Answers that are kept."""


@dataclass(frozen=True, slots=True)
class Position:
    """A position of a game.

    Attributes:
        fen: all of it, counters included.
        key: the FEN without counters: equal keys have equal futures.
        placement: where the men stand.
        white: White is to move.
        board: the same for python-chess; not to be changed.
    """

    fen: str
    chess960: bool
    key: str
    placement: Placement
    white: bool
    board: chess.Board = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Step:
    """A move as the sensors see it.

    Attributes:
        man: the man that arrives, after a promotion the new one; for castling the king.
        origin, target: of the man that arrives; for castling the king's.
        changes: (square, man on it afterwards) of every square that changes.
        arrivals: (square, man) pairs that show that the move was made.
        captures: the square from which an enemy man disappears, or None.
    """

    uci: str
    man: str
    origin: int
    target: int
    changes: tuple[tuple[int, str], ...]
    arrivals: tuple[tuple[int, str], ...]
    captures: int | None = None
    castling: bool = False
    promotion: bool = False
    legal: bool = True


def start_position(fen: str, *, chess960: bool) -> Position:
    """The position of a FEN.

    Raises:
        ValueError: the text is no FEN.
    """
    return _position(chess.Board(fen, chess960=chess960))


def _position(board: chess.Board) -> Position:
    fen = board.fen()
    men = board.piece_map()
    placement = "".join(men[s].symbol() if s in men else "." for s in range(64))
    return Position(
        fen,
        board.chess960,
        fen.rsplit(" ", 2)[0],
        Placement(placement),
        board.turn == chess.WHITE,
        board,
    )


def steps_of(position: Position) -> tuple[Step, ...]:
    """The legal moves."""
    return tuple(_legal(position, chess.BB_ALL, chess.BB_ALL))


@lru_cache(maxsize=REMEMBERED)
def steps_from(position: Position, origin: int) -> tuple[Step, ...]:
    """The legal moves of the man on ``origin``; castling is the king's."""
    found = tuple(_legal(position, 1 << origin, chess.BB_ALL))
    return tuple(step for step in found if step.origin == origin)


@lru_cache(maxsize=REMEMBERED)
def steps_onto(position: Position, target: int, man: str) -> tuple[Step, ...]:
    """The legal moves that show by ``man`` on ``target``; for castling king or rook do."""
    found = [s for s in _legal(position, chess.BB_ALL, 1 << target) if not s.castling]
    found += castlings(position)
    return tuple(step for step in found if (target, man) in step.arrivals)


@lru_cache(maxsize=REMEMBERED)
def castlings(position: Position) -> tuple[Step, ...]:
    """The legal ways to castle."""
    return tuple(step_of(position, move) for move in position.board.generate_castling_moves())


def has_moves(position: Position) -> bool:
    """There is a legal move."""
    return next(_legal(position, chess.BB_ALL, chess.BB_ALL), None) is not None


def _legal(position: Position, origins: int, targets: int) -> Iterator[Step]:
    board = position.board
    for move in board.generate_legal_moves(origins, targets):
        if position.placement[move.to_square].lower() != "k" or board.is_castling(move):
            yield step_of(position, move)


def step_of(position: Position, move: chess.Move) -> Step:
    """What ``move`` changes."""
    board = position.board
    origin, target = move.from_square, move.to_square
    mover, taken = position.placement[origin], position.placement[target]
    if mover in "Kk" and board.is_castling(move):
        return _castling(position, board, move)
    man = mover
    if move.promotion is not None:
        symbol = chess.piece_symbol(move.promotion)
        man = symbol.upper() if position.white else symbol
    changes = [(origin, "."), (target, man)]
    captures = target if taken != "." else None
    if mover in "Pp" and taken == "." and (target - origin) % 8:
        captures = target - 8 if position.white else target + 8
        changes.append((captures, "."))
    arrivals = [(target, man)]
    if move.promotion is not None:
        arrivals += [(target, mover), (target, "?")]
    return Step(
        move.uci(),
        man,
        origin,
        target,
        tuple(changes),
        tuple(arrivals),
        captures,
        promotion=move.promotion is not None,
    )


def _castling(position: Position, board: chess.Board, move: chess.Move) -> Step:
    king, rook = ("K", "R") if position.white else ("k", "r")
    origin = move.from_square
    rank = chess.square_rank(origin)
    long_side = chess.square_file(move.to_square) < chess.square_file(origin)
    rook_from = _rook_origin(position, move, rook, long_side=long_side)
    king_to = chess.square(2 if long_side else 6, rank)
    rook_to = chess.square(3 if long_side else 5, rank)
    after = {origin: ".", rook_from: "."} | {king_to: king, rook_to: rook}
    changes = tuple((s, man) for s, man in after.items() if position.placement[s] != man)
    arrivals = tuple((s, m) for s, m in ((king_to, king), (rook_to, rook)) if (s, m) in changes)
    return Step(board.uci(move), king, origin, king_to, changes, arrivals, castling=True)


def _rook_origin(position: Position, move: chess.Move, rook: str, *, long_side: bool) -> int:
    if position.placement[move.to_square] == rook:
        return move.to_square
    files = (
        range(chess.square_file(move.from_square))
        if long_side
        else range(7, chess.square_file(move.from_square), -1)
    )
    rank = chess.square_rank(move.from_square)
    for file in files:
        if position.placement[chess.square(file, rank)] == rook:
            return chess.square(file, rank)
    return move.to_square


@lru_cache(maxsize=REMEMBERED)
def after(position: Position, step: Step) -> Position:
    """The position after a move, legal or not."""
    board = position.board.copy(stack=False)
    if step.legal:
        board.push(chess.Move.from_uci(step.uci))
    else:
        _force(board, position, step)
    placement = list(position.placement)
    for square, man in step.changes:
        placement[square] = man
    fen = board.fen()
    return Position(
        fen,
        position.chess960,
        fen.rsplit(" ", 2)[0],
        Placement("".join(placement)),
        not position.white,
        board,
    )


def _force(board: chess.Board, position: Position, step: Step) -> None:
    """Make a move that the rules forbid: what it looks like must not bring the rules in.

    A king put two squares aside, for one, takes no rook with it.
    """
    for square, man in step.changes:
        board.set_piece_at(square, None if man == "." else chess.Piece.from_symbol(man))
    board.castling_rights = board.clean_castling_rights()
    board.ep_square = None
    zeroing = step.captures is not None or step.man in "Pp"
    board.halfmove_clock = 0 if zeroing else board.halfmove_clock + 1
    board.fullmove_number += 0 if position.white else 1
    board.turn = not board.turn


def illegal_step(position: Position, origin: int, target: int) -> Step | None:
    """The side to move puts the man of ``origin`` on ``target`` against the rules.

    None where nobody could mean that as a move: no own man there, an own man or a king in
    the way, or a pawn on the last rank.
    """
    mover, taken = position.placement[origin], position.placement[target]
    if mover == "." or mover.isupper() != position.white or taken.lower() == "k":
        return None
    if taken != "." and taken.isupper() == position.white:
        return None
    if mover in "Pp" and chess.square_rank(target) in (0, 7):
        return None
    uci = chess.square_name(origin) + chess.square_name(target)
    changes = ((origin, "."), (target, mover))
    captures = target if taken != "." else None
    return Step(uci, mover, origin, target, changes, ((target, mover),), captures, legal=False)


def illegal_castling(position: Position) -> Iterator[Step]:
    """Castling of the side to move where the rules forbid it, king and rook at home."""
    rank = 0 if position.white else 7
    king, rook = ("K", "R") if position.white else ("k", "r")
    origin = chess.square(4, rank)
    legal = {step.uci for step in castlings(position)}
    if position.placement[origin] != king:
        return
    for corner, king_file, rook_file in ((7, 6, 5), (0, 2, 3)):
        rook_from = chess.square(corner, rank)
        king_to, rook_to = chess.square(king_file, rank), chess.square(rook_file, rank)
        uci = chess.square_name(origin) + chess.square_name(king_to)
        if uci in legal or position.placement[rook_from] != rook:
            continue
        if position.placement[king_to] != "." or position.placement[rook_to] != ".":
            continue
        changes = ((origin, "."), (rook_from, "."), (king_to, king), (rook_to, rook))
        yield Step(
            uci,
            king,
            origin,
            king_to,
            changes,
            ((king_to, king), (rook_to, rook)),
            castling=True,
            legal=False,
        )


@lru_cache(maxsize=REMEMBERED)
def san(position: Position, step: Step) -> str:
    """The move as players write it; an illegal one as man, from and to."""
    board = position.board
    move = chess.Move.from_uci(step.uci)
    if step.legal:
        return board.san(move)
    if step.castling:
        return "O-O" if step.target > step.origin else "O-O-O"
    letter = step.man.upper() if step.man not in "Pp" else ""
    return f"{letter}{chess.square_name(step.origin)}-{chess.square_name(step.target)}"
