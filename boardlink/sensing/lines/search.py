"""PURE. Moves that were not seen: the lines that lead from a position to a picture.

A ply puts one man where the picture has it, castling two, and nothing else helps. So the men
that each side still has to put somewhere say how many plies it needs; what it has beyond
that (its slack) is a stop on the way, or a man that leaves and comes back. Moves that would
overdraw the slack are not looked at, which leaves a few dozen positions to look into.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import chess

from boardlink.readings import Placement
from boardlink.sensing.squares.position import Position, Step, after, step_of

MAX_UNSEEN = 6
"""Plies that are looked for at most."""
MAX_WAYS = 60
"""Lines of one length that are told apart; beyond that nobody can choose among them anyway."""
BUDGET = 500
"""Moves looked into for one picture; where they do not suffice, what was found counts."""

Way = tuple[Step, ...]
Men = tuple[int, ...]
"""The squares, as bits, of each kind of man: White's pawn to king, then Black's."""


@dataclass(slots=True)
class Budget:
    """Moves that may still be looked into."""

    left: int = BUDGET


@dataclass(slots=True)
class _Search:
    """What one search looks for: ``here`` are the squares that matter."""

    wanted: Men
    here: int
    budget: Budget
    found: list[tuple[chess.Move, ...]]


def ways_to(
    position: Position,
    picture: Placement,
    plies: int,
    *,
    standing: frozenset[int] = frozenset(),
    budget: Budget | None = None,
) -> list[Way]:
    """The lines of exactly ``plies`` moves from ``position`` to ``picture``.

    Squares in ``standing`` do not matter: their sensors, or their men, are known to be wrong.
    At most ``MAX_WAYS`` lines, and what the budget brings to light.
    """
    search = _Search(_men(picture), _here(picture, standing), budget or Budget(), [])
    _look(search, position.board.copy(stack=False), plies, ())
    return [_steps(position, way) for way in search.found]


def plies_needed(position: Position, picture: Placement, standing: frozenset[int]) -> int:
    """Plies below which no line can lead from ``position`` to ``picture``."""
    wanted, here = _men(picture), _here(picture, standing)
    for plies in range(1, MAX_UNSEEN + 1):
        if _slack(position.board, wanted, here, plies) is not None:
            return plies
    return MAX_UNSEEN + 1


def _men(picture: Placement) -> Men:
    kinds = dict.fromkeys("PNBRQKpnbrqk", 0)
    for square, man in enumerate(picture):
        if man in kinds:
            kinds[man] |= 1 << square
    return tuple(kinds.values())


def _here(picture: Placement, standing: frozenset[int]) -> int:
    unread = sum(1 << s for s, man in enumerate(picture) if man == "?")
    return chess.BB_ALL & ~unread & ~sum(1 << s for s in standing)


def _on(board: chess.Board, white: bool) -> Men:
    ours = board.occupied_co[white]
    return (
        board.pawns & ours,
        board.knights & ours,
        board.bishops & ours,
        board.rooks & ours,
        board.queens & ours,
        board.kings & ours,
    )


def _of(men: Men, white: bool) -> Men:
    return men[:6] if white else men[6:]


def _lacking(board: chess.Board, wanted: Men, here: int, white: bool) -> tuple[int, int]:
    """How many men a side has still to put somewhere, and on which squares."""
    squares = 0
    for has, wants in zip(_on(board, white), _of(wanted, white), strict=True):
        squares |= wants & ~has & here
    return squares.bit_count(), squares


def _slack(board: chess.Board, wanted: Men, here: int, plies: int) -> tuple[int, int] | None:
    """Plies to spare of the side to move and of the other; None where there are too few."""
    spare = []
    for white, turns in ((board.turn, (plies + 1) // 2), (not board.turn, plies // 2)):
        count, _ = _lacking(board, wanted, here, white)
        castles = count >= 2 and board.castling_rights & board.occupied_co[white]
        left = turns - count + (1 if castles else 0)
        if left < 0:
            return None
        spare.append(left)
    return spare[0], spare[1]


def _look(search: _Search, board: chess.Board, plies: int, way: tuple[chess.Move, ...]) -> None:
    if plies == 0:
        if _shows(board, search.wanted, search.here):
            search.found.append(way)
        return
    slack = _slack(board, search.wanted, search.here, plies)
    if slack is None:
        return
    for move in _moves(search, board, slack, plies):
        if search.budget.left <= 0 or len(search.found) >= MAX_WAYS:
            return
        search.budget.left -= 1
        board.push(move)
        _look(search, board, plies - 1, (*way, move))
        board.pop()


def _shows(board: chess.Board, wanted: Men, here: int) -> bool:
    on = (*_on(board, True), *_on(board, False))
    return all((has ^ wants) & here == 0 for has, wants in zip(on, wanted, strict=True))


def _moves(
    search: _Search, board: chess.Board, slack: tuple[int, int], plies: int
) -> Iterator[chess.Move]:
    """The moves that the slack allows, those that put a man where it is wanted first."""
    us = board.turn
    ours, theirs = _of(search.wanted, us), _of(search.wanted, not us)
    _, targets = _lacking(board, search.wanted, search.here, us)
    settled = 0  # men that stand where the picture has them
    for has, wants in zip(_on(board, us), ours, strict=True):
        settled |= has & wants
    away = board.occupied_co[us] & ~settled
    kept = 0  # theirs, which somebody would have to put there again
    for has, wants in zip(_on(board, not us), theirs, strict=True):
        kept |= has & wants
    free = chess.BB_ALL if slack[1] > 0 else ~kept & chess.BB_ALL
    movers = board.occupied_co[us] if slack[0] > 0 else away
    later = []
    if targets:
        for move in board.generate_legal_moves(movers, targets & free):
            if _fits(board, move, ours):
                yield move
            elif slack[0] > 0 and plies > 2:
                later.append(move)
        if board.castling_rights & board.occupied_co[us]:
            yield from board.generate_castling_moves()
    if slack[0] == 0:
        return
    onto = free & ~targets
    if plies <= 2:  # its last move: only to be taken there
        if plies == 1:
            return
        onto &= _lacking(board, search.wanted, search.here, not us)[1] | kept
    yield from later
    yield from board.generate_legal_moves(away, onto)
    if slack[0] > 1 and plies > 2:
        yield from board.generate_legal_moves(settled & board.occupied_co[us], onto)


def _fits(board: chess.Board, move: chess.Move, ours: Men) -> bool:
    """The man that arrives is the one that is wanted there."""
    kind = move.promotion or board.piece_type_at(move.from_square)
    return kind is not None and bool(ours[kind - 1] >> move.to_square & 1)


def _steps(position: Position, way: tuple[chess.Move, ...]) -> Way:
    steps = []
    for move in way:
        step = step_of(position, move)
        steps.append(step)
        position = after(position, step)
    return tuple(steps)
