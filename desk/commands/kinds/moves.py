"""PURE. Commands about the moves of a game that is recorded by hand."""

from dataclasses import dataclass

from desk.commands.kinds.envelope import CommandHeader
from facts.ids import GameId


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordMoves(CommandHeader):
    """Moves of a game that no board records, in the usual notation: ``12. Nf3 d5 13. c4``."""

    game: GameId
    moves: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBackMove(CommandHeader):
    """The last move of a game that is recorded by hand was written down wrongly."""

    game: GameId
    reason: str


MoveCommand = RecordMoves | TakeBackMove
