"""PURE. Other people's PGN: a king sign that leaked into the moves is taken off again.

Programs that only match placements record the first king that is put on a centre square as
a move (github.com/lichess-org/lila/issues/11783 has examples). Only what the file
itself shows is taken off: an illegal king's move to the centre and what follows it, or a
king's move after a position that had ended the game. A legal king's move to the centre that
agrees with the result could be either: it stays and is flagged. One that contradicts the
result was played. Clock tags of the moves that stay are kept as they are.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

import chess

from facts.pgn import PgnGame, PgnMove, make_move

CENTRE = frozenset({chess.D4, chess.E4, chess.D5, chess.E5})
LIGHT = frozenset({chess.E4, chess.D5})

MOST_ADDED_S = 120
"""No increment is longer: a clock that gains more was set by hand."""


class Leak(StrEnum):
    """What the end of a game's moves shows."""

    NONE = "none"
    TAKEN_OFF = "taken-off"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Cleaned:
    """A game without its leaked sign.

    Attributes:
        removed: the moves that were taken off, the first one first.
        reason: why, or what makes it doubtful; empty where nothing was found.
        doubt: what is doubtful about the moves that stay; empty where nothing is.
    """

    game: PgnGame
    leak: Leak
    removed: tuple[PgnMove, ...] = ()
    reason: str = ""
    doubt: str = ""


@dataclass(frozen=True, slots=True)
class _Played:
    """A move with what was on the board before it."""

    move: PgnMove
    king: bool
    target: chess.Square | None
    over: str
    """How the game had ended before it, empty where it had not."""


def cleaned(game: PgnGame) -> Cleaned:
    """The game, its leaked king sign taken off where the file itself shows that it is one."""
    line = _followed(game)
    keep, reason = len(line), ""
    while keep > 0 and line[keep - 1].king:
        keep -= 1  # the kings' moves at the end: the first odd one and all after it go
        found = _evidence(line[keep])
        if found:
            shorter = replace(game, moves=game.moves[:keep])
            reason = "; ".join(filter(None, (_evidence(one) for one in line[keep:])))
            more = cleaned(shorter)
            if more.leak is Leak.TAKEN_OFF:
                removed = (*more.removed, *game.moves[keep:])
                return replace(more, removed=removed, reason=f"{more.reason}; {reason}")
            return Cleaned(shorter, Leak.TAKEN_OFF, game.moves[keep:], reason, more.doubt)
    if line and line[-1].king and line[-1].target in CENTRE and _agrees(game, line[-1].target):
        text = f"the last move {line[-1].move.san} may be half of a result sign"
        text += _time_odd(game.moves)
        return Cleaned(game, Leak.UNDECIDED, (), text, text)
    return Cleaned(game, Leak.NONE)


def _followed(game: PgnGame) -> list[_Played]:
    board: chess.Board | None = chess.Board(game.start_fen, chess960=game.chess960)
    line = []
    for move in game.moves:
        over = _over(board) if board is not None else ""
        if board is None or not move.uci:
            board = None
            line.append(_Played(move, move.san[:1] == "K", _named_square(move.san), over))
            continue
        parsed = chess.Move.from_uci(move.uci)
        man = board.piece_at(parsed.from_square)
        castles = move.san[:1] in "O0"
        king = man is not None and man.piece_type == chess.KING and not castles
        line.append(_Played(move, king, parsed.to_square, over))
        make_move(board, parsed)
    return line


def _named_square(san: str) -> chess.Square | None:
    name = san.rstrip("+#!?")[-2:]
    return chess.parse_square(name) if name in chess.SQUARE_NAMES else None


def _over(board: chess.Board) -> str:
    if board.is_valid():
        if board.is_checkmate():
            return "mate"
        if board.is_stalemate():
            return "stalemate"
    return "a dead position" if board.is_insufficient_material() else ""


def _evidence(played: _Played) -> str:
    """Why a king's move is no move of the game; empty where the file does not say so."""
    if played.over:
        return f"{played.move.san} comes after {played.over}"
    if not played.move.legal and played.target in CENTRE:
        return f"{played.move.san} is illegal"
    return ""


def _time_odd(moves: tuple[PgnMove, ...]) -> str:
    """What is odd about the last move's clock time: a hint that no lever was pressed for it."""
    own = [move.clock_s for move in moves[-1::-2]]
    earlier = next((seconds for seconds in own[1:] if seconds is not None), None)
    if earlier is None:
        return ""
    if own[0] is None:
        return ", and no clock time was written for it"
    if own[0] - earlier > MOST_ADDED_S:
        return f", and its clock shows {own[0] - earlier} s more than before"
    return ""


def _agrees(game: PgnGame, square: chess.Square) -> bool:
    """A king on that square can be half of the sign for the game's result."""
    if game.token == "1/2-1/2":
        return True
    return (square in LIGHT) == (game.token == "1-0") and game.token != "*"
