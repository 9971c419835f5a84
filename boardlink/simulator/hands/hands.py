"""PURE. A game's moves as hands make them: lift, place, slide, take, castle, promote, press.

After all deeds of a move the men stand as its position says, whatever the order was. An
illegal move that the record keeps is made as it was: from its square, to its square.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import chess

from boardlink.readings import Man, Square
from boardlink.simulator.hands.deeds import (
    Deed,
    Lift,
    Place,
    Press,
    SetClock,
    StartClock,
    Step,
    man_at,
)
from boardlink.simulator.hands.luck import Luck
from boardlink.simulator.hands.pace import Control, Spent, first_side, times
from boardlink.simulator.hands.style import Floors, Style
from facts.fact import Side
from facts.pgn import PgnGame


@dataclass(frozen=True, slots=True)
class _Hand:
    """One deed of a move and the seconds before it; None: as long as the hand takes."""

    deed: Deed
    wait_s: float | None = None


def game_steps(
    game: PgnGame, control: Control, style: Style, floors: Floors, luck: Luck
) -> Iterator[Step]:
    """All deeds of a game, from setting the clock to the press after the last move.

    Where the record stops being playable (a move that no man can make) the deeds end.
    """
    side = first_side(game)
    yield Step(SetClock(control.base_s, control.base_s, control.increment_s, side), 0.0)
    yield Step(StartClock(side), luck.between((1.0, 3.0)), floors.between_s)
    board = chess.Board(game.start_fen, chess960=game.chess960)
    spent = times(game, control, luck)
    for ply, (move, time) in enumerate(zip(game.moves, spent, strict=True), start=1):
        if not move.uci:
            return
        made = board.parse_uci(move.uci) if move.legal else chess.Move.from_uci(move.uci)
        hands = move_hands(board, made, style, luck)
        yield from _timed(hands, ply, _side(board), time, style, floors, luck)
        board.push(made)


def _side(board: chess.Board) -> Side:
    return Side.WHITE if board.turn else Side.BLACK


def _timed(
    hands: Sequence[_Hand],
    ply: int,
    side: Side,
    time: Spent,
    style: Style,
    floors: Floors,
    luck: Luck,
) -> Iterator[Step]:
    """Think first, then let the hands and the press fill what is left of the move's time."""
    waits = [luck.between(style.hand_s) if h.wait_s is None else h.wait_s for h in hands[1:]]
    rest = luck.between(style.rest_s)
    busy = sum(waits) + rest
    hurry = min(1.0, 0.8 * time.spent_s / busy) if busy else 1.0
    think = max(time.spent_s - busy * hurry, 0.0)
    for hand, wait in zip(hands, [think, *(wait * hurry for wait in waits)], strict=True):
        first = hand is hands[0]
        floor = floors.between_s if first else 0.0 if hand.wait_s else floors.hand_s
        yield Step(hand.deed, wait, floor, ply)
    yield Step(Press(side, time.shows_s), rest * hurry, floors.rest_s, ply)


def move_hands(board: chess.Board, move: chess.Move, style: Style, luck: Luck) -> tuple[_Hand, ...]:
    """The deeds of one move in one of the orders that people use."""
    before = tuple(_adjusting(board, style, luck))
    man = man_at(board, move.from_square)
    if board.is_castling(move):
        return before + tuple(_castling(board, move, style, luck))
    if move.promotion is not None:
        return before + tuple(_promotion(board, move, style, luck))
    taken = _taken(board, move)
    if taken is not None:
        on_top = taken == move.to_square
        return before + tuple(_capture(move, man, taken, style, luck, on_top=on_top))
    return before + tuple(_quiet(board, move, man, style, luck))


def _taken(board: chess.Board, move: chess.Move) -> int | None:
    """The square of the man that a move takes."""
    if board.is_en_passant(move):
        return chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))
    return move.to_square if board.piece_at(move.to_square) is not None else None


def _lift(square: int) -> _Hand:
    return _Hand(Lift(Square(square)))


def _place(square: int, man: Man) -> _Hand:
    return _Hand(Place(Square(square), man))


def _adjusting(board: chess.Board, style: Style, luck: Luck) -> Iterator[_Hand]:
    """``J'adoube``: one's own man is lifted and put back."""
    if luck.happens(style.adjust):
        square = luck.pick(list(chess.SquareSet(board.occupied_co[board.turn])))
        yield _lift(square)
        yield _Hand(Place(Square(square), man_at(board, square)), luck.between(style.adjust_s))


def _quiet(
    board: chess.Board, move: chess.Move, man: Man, style: Style, luck: Luck
) -> Iterator[_Hand]:
    yield _lift(move.from_square)
    between = list(chess.SquareSet.between(move.from_square, move.to_square))
    if move.from_square > move.to_square:
        between.reverse()
    free = all(board.piece_at(square) is None for square in between)
    if between and free and luck.happens(style.slide):
        paused = luck.pick(between) if luck.happens(style.slide_pause) else None
        for square in between:
            stay = style.slide_pause_s if square == paused else style.slide_square_s
            yield _Hand(Place(Square(square), man), luck.between(style.slide_square_s))
            yield _Hand(Lift(Square(square)), luck.between(stay))
        yield _Hand(Place(Square(move.to_square), man), luck.between(style.slide_square_s))
    else:
        yield _place(move.to_square, man)


def _capture(
    move: chess.Move, man: Man, taken: int, style: Style, luck: Luck, *, on_top: bool
) -> Iterator[_Hand]:
    order = luck.draw()
    own, enemy = _lift(move.from_square), _lift(taken)
    if order < style.own_first:
        yield from (own, enemy, _place(move.to_square, man))
    elif order < style.own_first + style.enemy_first:
        yield from (enemy, own, _place(move.to_square, man))
    elif on_top:
        yield from (own, _place(move.to_square, man))
    else:
        yield from (own, _place(move.to_square, man), enemy)


def _promotion(board: chess.Board, move: chess.Move, style: Style, luck: Luck) -> Iterator[_Hand]:
    pawn = man_at(board, move.from_square)
    promoted = Man(chess.Piece(move.promotion or chess.QUEEN, board.turn).symbol())
    taken = board.piece_at(move.to_square) is not None
    order = luck.draw()
    if order < style.pawn_first:
        if taken:
            yield _lift(move.to_square)
        yield _lift(move.from_square)
        yield _place(move.to_square, pawn)
        yield _Hand(Lift(Square(move.to_square)), luck.between(style.swap_s))
        yield _place(move.to_square, promoted)
    elif order < style.pawn_first + style.queen_first:
        if taken:
            yield _lift(move.to_square)
        yield _place(move.to_square, promoted)
        yield _lift(move.from_square)
    else:
        yield _lift(move.from_square)
        if taken:
            yield _lift(move.to_square)
        yield _place(move.to_square, promoted)


def _castling(board: chess.Board, move: chess.Move, style: Style, luck: Luck) -> Iterator[_Hand]:
    """Either man first, or both hands; where one is in the other's way, both hands."""
    king, rook = _castling_squares(board, move)
    men = man_at(board, king[0]), man_at(board, rook[0])
    order = luck.draw()
    crossing = king[1] == rook[0] or rook[1] == king[0]
    if crossing or order < style.both_hands:
        pairs = [pair for pair in zip((king, rook), men, strict=True) if pair[0][0] != pair[0][1]]
        luck.shuffle(pairs)
        yield from (_lift(squares[0]) for squares, _ in pairs)
        luck.shuffle(pairs)
        yield from (_place(squares[1], man) for squares, man in pairs)
        return
    pairs = [(king, men[0]), (rook, men[1])]
    if order < style.both_hands + style.rook_first:
        pairs.reverse()
    for squares, man in pairs:
        if squares[0] != squares[1]:
            yield _lift(squares[0])
            yield _place(squares[1], man)


def _castling_squares(
    board: chess.Board, move: chess.Move
) -> tuple[tuple[int, int], tuple[int, int]]:
    """From and to of the king, and of the rook (Laws 3.8.2; Chess960 guidelines)."""
    rank = chess.square_rank(move.from_square)
    kingside = board.is_kingside_castling(move)
    if board.piece_at(move.to_square) == chess.Piece(chess.ROOK, board.turn):
        rook_from = move.to_square
    else:
        rook_from = chess.square(7 if kingside else 0, rank)
    king_to = chess.square(6 if kingside else 2, rank)
    rook_to = chess.square(5 if kingside else 3, rank)
    return (move.from_square, king_to), (rook_from, rook_to)
