"""PURE. Commands about the line of a game: what was played, and from which position."""

from dataclasses import dataclass

from desk.commands.kinds.envelope import CommandHeader
from facts.fact import LineMove
from facts.ids import GameId


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseLine(CommandHeader):
    """Of the lines that the evidence allows, this one was played.

    Attributes:
        from_ply: where the doubt begins (from 1).
        moves: the chosen line (UCI), as the doubt has it.
    """

    game: GameId
    from_ply: int
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectLine(CommandHeader):
    """The line from a ply on is another one, as a scoresheet or the arbiter says.

    Attributes:
        from_ply: the first move (from 1) that changes.
        before: the moves before it (UCI), as the arbiter saw them.
        moves: what was played from there on.
    """

    game: GameId
    from_ply: int
    before: tuple[str, ...]
    moves: tuple[LineMove, ...]
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AdoptPosition(CommandHeader):
    """The record begins with what stands on the board: moves before are unknown.

    Attributes:
        placement: what stands there, as the arbiter saw it (FEN, first field).
        white_to_move: who is.
        move_no: the number of the next move, 1 where it is not known.
    """

    game: GameId
    placement: str
    white_to_move: bool
    reason: str
    move_no: int = 1


LineCommand = ChooseLine | CorrectLine | AdoptPosition
