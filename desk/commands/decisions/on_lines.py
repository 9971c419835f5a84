"""PURE. What an arbiter settles about a game's line, on an electronic board or by hand.

Whatever is settled is confirmed in the same breath, so that the tracker goes on from it and
nobody is told of the doubt any more.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import assert_never

import chess

from desk.commands.kinds.lines import AdoptPosition, ChooseLine, CorrectLine, LineCommand
from desk.commands.situation import (
    GameSituation,
    Scribe,
    Situation,
    find_game,
    need_reason,
    require,
)
from desk.errors import RefusedError, StaleError
from desk.state.hall import BY_ARBITER, GameState
from facts import fact as f
from facts.envelope import Actor, Draft, Role
from facts.fact import Certainty, LineMove, Mark
from facts.pgn import make_move, san_of

MAX_MOVES = 600
"""Half-moves of a line; no game at a board is longer."""
MAX_MOVE_NO = 300


def decide_line(known: Situation, command: LineCommand, actor: Actor) -> tuple[Draft, ...]:
    """The facts that answer a command about a game's line.

    Raises:
        RefusedError: the doubt or the line has changed, or moves are not possible; says which.
    """
    require(actor, Role.FLOOR_ARBITER, "settling moves")
    game = find_game(known, command.game)
    state = known.hall.games[command.game]
    match command:
        case ChooseLine():
            facts, reason = _chosen(game, state, command, known.at)
        case CorrectLine():
            facts, reason = _corrected(game, state, command)
        case AdoptPosition():
            facts, reason = _adopted(game, state, command)
        case _:
            assert_never(command)
    return Scribe(known, command, actor).drafts(facts, game.tournament.id, reason)


_Settled = tuple[tuple[f.Fact, ...], str]


def _chosen(game: GameSituation, state: GameState, command: ChooseLine, at: datetime) -> _Settled:
    doubt = next(
        (
            d
            for d in state.doubts
            if d.fact.from_ply == command.from_ply and command.moves in d.fact.alternatives
        ),
        None,
    )
    if doubt is None:
        raise StaleError(
            f"{game.said}: that line is not one of those in doubt any more: look again"
        )
    reason = "an arbiter chose this line of those that fit"
    first = command.from_ply - 1
    moves = tuple(move.uci for move in state.line)
    followed = _followed(moves[first:], doubt.fact.alternatives)
    longest = first + max(len(line) for line in doubt.fact.alternatives)
    if followed == command.moves and len(moves) >= longest:
        return (f.MoveConfirmed(command.game, longest, BY_ARBITER),), reason
    tail = state.line[first + len(followed) :] if followed is not None else []
    old = state.line[first : first + len(command.moves)]
    time = state.line[first - 1].at if 0 < first <= len(state.line) else doubt.at
    chosen = [
        LineMove(uci, "", None, old[n].at if n < len(old) else min(time, doubt.at))
        if n >= len(old) or old[n].uci != uci
        else old[n]
        for n, uci in enumerate(command.moves)
    ]
    end = first + len(chosen)
    line = _playable(game, state, state.line[:first], [*chosen, *tail], settled=len(chosen))
    corrected = f.LineCorrected(command.game, command.from_ply, line, reason, BY_ARBITER)
    return (corrected, f.MoveConfirmed(command.game, end, BY_ARBITER)), reason


def _followed(
    moves: tuple[str, ...], alternatives: Iterable[tuple[str, ...]]
) -> tuple[str, ...] | None:
    """The line in doubt that the moves begin with; None where they are none of them."""
    found = [line for line in alternatives if moves[: len(line)] == line]
    return max(found, key=len, default=None)


def _corrected(game: GameSituation, state: GameState, command: CorrectLine) -> _Settled:
    reason = need_reason(command.reason, "correcting moves")
    first = command.from_ply - 1
    before = tuple(move.uci for move in state.line[: max(first, 0)])
    if first < 0 or before != command.before or first != len(before):
        raise StaleError(f"{game.said}: the moves before the correction have changed: look again")
    if first + len(command.moves) > MAX_MOVES:
        raise RefusedError(f"{game.said}: more than {MAX_MOVES} half-moves")
    if not command.moves and first == len(state.line):
        raise RefusedError(f"{game.said}: this changes nothing")
    line = _playable(game, state, state.line[:first], command.moves, settled=len(command.moves))
    facts: list[f.Fact] = [
        f.LineCorrected(command.game, command.from_ply, line, reason, BY_ARBITER)
    ]
    if first + len(line):
        facts.append(f.MoveConfirmed(command.game, first + len(line), BY_ARBITER))
    return tuple(facts), reason


def _playable(
    game: GameSituation,
    state: GameState,
    before: Sequence[LineMove],
    moves: Sequence[LineMove],
    settled: int,
) -> tuple[LineMove, ...]:
    """The moves as they are played one after another; the first ``settled`` are certain."""
    board = chess.Board(state.start_fen, chess960=state.chess960)
    for played in before:
        make_move(board, chess.Move.from_uci(played.uci))
    latest = before[-1].at if before else None
    line = []
    for n, move in enumerate(moves):
        number = f"{board.fullmove_number}{'.' if board.turn else '…'}"
        try:
            parsed = chess.Move.from_uci(move.uci)
        except ValueError as error:
            raise RefusedError(f"{game.said}: {number} {move.uci!r} is no move") from error
        man = board.piece_at(parsed.from_square)
        legal = board.is_legal(parsed)
        if man is None or man.color != board.turn or not (legal or Mark.ILLEGAL in move.marks):
            raise RefusedError(
                f"{game.said}: {number} {move.san or move.uci} is not possible after these moves"
            )
        at = move.at if latest is None else max(move.at, latest)
        new = replace(move, san=san_of(board, move.uci), at=at)
        if n < settled:
            marks = () if legal else (Mark.ILLEGAL,)
            new = replace(new, marks=marks, certainty=Certainty.CERTAIN, reason="")
        line.append(new)
        latest = at
        make_move(board, parsed)
    return tuple(line)


def _adopted(game: GameSituation, state: GameState, command: AdoptPosition) -> _Settled:
    reason = need_reason(command.reason, "starting from what stands")
    if state.device is None or game.claims.by_hand:
        raise RefusedError(f"{game.said}: no electronic board records it: write the moves down")
    if not 1 <= command.move_no <= MAX_MOVE_NO:
        raise RefusedError(f"{game.said}: {command.move_no} is no move number")
    fen = position_fen(game.said, command.placement, white=command.white_to_move)
    fen = f"{fen} - 0 {command.move_no}"
    facts: list[f.Fact] = []
    if state.line:
        facts.append(f.LineCorrected(command.game, 1, (), reason, BY_ARBITER))
    facts.append(f.PositionAdopted(command.game, fen, reason))
    return tuple(facts), reason


_WRONG = {
    chess.STATUS_NO_WHITE_KING: "White has no king",
    chess.STATUS_NO_BLACK_KING: "Black has no king",
    chess.STATUS_TOO_MANY_KINGS: "there are more than two kings",
    chess.STATUS_PAWNS_ON_BACKRANK: "a pawn stands on the first or the last rank",
    chess.STATUS_OPPOSITE_CHECK: "the side that is not to move is in check",
    chess.STATUS_TOO_MANY_CHECKERS: "more men give check than can",
    chess.STATUS_IMPOSSIBLE_CHECK: "no move leads to this check",
    chess.STATUS_TOO_MANY_WHITE_PAWNS: "White has more than eight pawns",
    chess.STATUS_TOO_MANY_BLACK_PAWNS: "Black has more than eight pawns",
    chess.STATUS_TOO_MANY_WHITE_PIECES: "White has more than sixteen men",
    chess.STATUS_TOO_MANY_BLACK_PIECES: "Black has more than sixteen men",
}


def position_fen(where: str, placement: str, *, white: bool) -> str:
    """Placement, side to move and the castling rights that the men at home still allow.

    Raises:
        RefusedError: it is no position of chess; says why.
    """
    board = chess.Board(None)
    try:
        board.set_board_fen(placement)
    except ValueError as error:
        raise RefusedError(f"{where}: {placement!r} is not what can stand on a board") from error
    board.turn = chess.WHITE if white else chess.BLACK
    board.castling_rights = board.rooks & chess.BB_CORNERS
    board.castling_rights = board.clean_castling_rights()
    wrong = [text for flag, text in _WRONG.items() if board.status() & flag]
    if wrong or not board.is_valid():
        raise RefusedError(f"{where}: this is no position: {'; '.join(wrong) or 'it cannot arise'}")
    side = "w" if white else "b"
    return f"{board.board_fen()} {side} {board.castling_xfen()}"
