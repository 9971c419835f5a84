"""PURE. Which moves of a line are not certain, since when, and what settles it.

A doubt is shown like a result: from the moment at which it arose, and not at all once it
is known to be settled (docs/spectators.md, Delay).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import chess

from broadcast.view import ShownMove
from facts.fact import LineAmbiguous, Mark
from facts.pgn import make_move


@dataclass(frozen=True, slots=True)
class Doubt:
    """The moves from ``from_ply`` to ``to_ply`` (both from 1) may have been others.

    Attributes:
        to_ply: the last doubtful move, None where all later ones are doubtful too.
        at: since when this is known.
        choice_to: the last ply of the lines that there are to choose from: whoever confirms
            the moves up to it has chosen.
    """

    from_ply: int
    to_ply: int | None
    at: datetime
    choice_to: int

    def covers(self, ply: int) -> bool:
        """True where the move is one of the doubtful ones."""
        return self.from_ply <= ply and (self.to_ply is None or ply <= self.to_ply)


def doubt_of(fact: LineAmbiguous, before: chess.Board | None, at: datetime) -> Doubt:
    """The doubt that a fact raises; ``before`` is the position it starts from, where known.

    It ends where all lines have led to one position, for what follows was seen. Where they
    lead to different ones, all that is built on them is doubtful.
    """
    lengths = {len(line) for line in fact.alternatives}
    choice_to = max(fact.from_ply, fact.from_ply + max(lengths, default=0) - 1)
    if before is None or len(lengths) != 1 or not _meet(before, fact.alternatives):
        return Doubt(fact.from_ply, None, at, choice_to)
    return Doubt(fact.from_ply, choice_to, at, choice_to)


def _meet(before: chess.Board, lines: Iterable[Sequence[str]]) -> bool:
    """True where every line can be played and all end with the same men on the same squares."""
    ends = set()
    for line in lines:
        board = before.copy(stack=False)
        for uci in line:
            try:
                move = chess.Move.from_uci(uci)
            except ValueError:
                return False
            if board.piece_at(move.from_square) is None:
                return False
            make_move(board, move)
        ends.add(board.board_fen(promoted=False))
    return len(ends) == 1


def after_correction(doubts: Iterable[Doubt], from_ply: int) -> tuple[Doubt, ...]:
    """What is left of the doubts when the line is another one from ``from_ply`` on."""
    left = []
    for doubt in doubts:
        if doubt.from_ply >= from_ply:
            continue
        if doubt.to_ply is not None and doubt.to_ply >= from_ply:
            left.append(replace(doubt, to_ply=from_ply - 1))
        else:
            left.append(doubt)
    return tuple(left)


def after_confirmation(doubts: Iterable[Doubt], ply: int) -> tuple[Doubt, ...]:
    """What is left of the doubts when somebody who may has confirmed the moves up to ``ply``."""
    return tuple(
        replace(doubt, from_ply=max(doubt.from_ply, ply + 1))
        for doubt in doubts
        if doubt.choice_to > ply
    )


def marked(
    moves: tuple[ShownMove, ...], doubts: Iterable[Doubt], cut: datetime
) -> tuple[ShownMove, ...]:
    """The moves, those marked that were doubtful at ``cut``."""
    raised = [doubt for doubt in doubts if doubt.at <= cut]
    if not raised:
        return moves
    return tuple(
        replace(move, marks=(*move.marks, Mark.AMBIGUOUS))
        if Mark.AMBIGUOUS not in move.marks and any(doubt.covers(ply) for doubt in raised)
        else move
        for ply, move in enumerate(moves, start=1)
    )


def without_mark(moves: Sequence[ShownMove], ply: int) -> tuple[ShownMove, ...]:
    """The moves, those up to ``ply`` no longer marked as doubtful."""
    return tuple(
        replace(move, marks=tuple(mark for mark in move.marks if mark is not Mark.AMBIGUOUS))
        if place <= ply and Mark.AMBIGUOUS in move.marks
        else move
        for place, move in enumerate(moves, start=1)
    )
