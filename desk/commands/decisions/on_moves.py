"""PURE. Commands about the moves of a game that is recorded by hand."""

import re
from typing import assert_never

import chess

from desk.commands.kinds import moves as a
from desk.commands.situation import (
    GameSituation,
    Scribe,
    Situation,
    find_game,
    need_reason,
    require,
)
from desk.errors import RefusedError
from desk.state.hall import GameState
from facts import fact as f
from facts.envelope import Actor, Draft, Role
from facts.fact import Certainty, LineMove

BY_HAND = "arbiter"
"""The source that such moves name."""
MAX_MOVES = 400
"""Half-moves in one command: a whole scoresheet."""
_NUMBER = re.compile(r"\d+\s*\.+|…")
_NOT_MOVES = frozenset({"1-0", "0-1", "1/2-1/2", "½-½", "*"})


def decide_moves(known: Situation, command: a.MoveCommand, actor: Actor) -> tuple[Draft, ...]:
    """The facts that answer a command about moves.

    Raises:
        RefusedError: the board records the game, or a move is not possible; says which.
    """
    require(actor, Role.FLOOR_ARBITER, "recording moves")
    game = find_game(known, command.game)
    state = known.hall.games[command.game]
    if state.device is not None and not game.claims.by_hand:
        raise RefusedError(f"{game.said}: the electronic board records it; take it over first")
    scribe = Scribe(known, command, actor)
    match command:
        case a.RecordMoves():
            facts = _recorded(known, game, state, command.moves)
            return scribe.drafts(facts, game.tournament.id)
        case a.TakeBackMove():
            reason = need_reason(command.reason, "taking a move back")
            if not state.line:
                raise RefusedError(f"{game.said}: no move is recorded")
            gone = f.LineCorrected(command.game, len(state.line), (), reason, BY_HAND)
            return (scribe.draft(gone, game.tournament.id, (), reason),)
        case _:
            assert_never(command)


def _recorded(
    known: Situation, game: GameSituation, state: GameState, text: str
) -> tuple[f.MovePlayed, ...]:
    words = [w for w in _NUMBER.sub(" ", text).split() if w not in _NOT_MOVES]
    if not words:
        raise RefusedError(f"{game.said}: no move is written; expected for example Nf3 d5")
    if len(words) > MAX_MOVES:
        raise RefusedError(f"{game.said}: more than {MAX_MOVES} half-moves at once")
    board = _position(game, state)
    facts = []
    for ply, word in enumerate(words, start=len(state.line) + 1):
        move = _read(game, board, ply, word)
        line_move = LineMove(
            board.uci(move), board.san(move), None, known.at, certainty=Certainty.CERTAIN
        )
        facts.append(f.MovePlayed(state.game, ply, line_move, BY_HAND))
        board.push(move)
    return tuple(facts)


def _position(game: GameSituation, state: GameState) -> chess.Board:
    """The position after the line so far, moves that stood though illegal included."""
    board = chess.Board(state.start_fen, chess960=state.chess960)
    for ply, played in enumerate(state.line, start=1):
        move = chess.Move.from_uci(played.uci)
        if board.piece_at(move.from_square) is None:
            raise RefusedError(
                f"{game.said}: half-move {ply} ({played.san}) moves nothing; take moves back to it"
            )
        # Castling as it was written (e1g1) becomes what this position calls it.
        legal = next((m for m in board.legal_moves if board.uci(m) == played.uci), move)
        board.push(legal)
    return board


def _read(game: GameSituation, board: chess.Board, ply: int, word: str) -> chess.Move:
    number, black = divmod(ply + 1, 2)
    where = f"{number}{'...' if black else '.'} {word}"
    try:
        return board.parse_san(word.replace("0-0-0", "O-O-O").replace("0-0", "O-O"))
    except chess.AmbiguousMoveError as error:
        raise RefusedError(f"{game.said}: {where} can be two moves; name the square") from error
    except ValueError as error:
        raise RefusedError(f"{game.said}: {where} is not possible in this position") from error
