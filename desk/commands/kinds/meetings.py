"""PURE. Commands about meetings of several games: lots for colours, the next game."""

from dataclasses import dataclass

from desk.commands.kinds.envelope import CommandHeader
from facts.ids import BoardNo, GameId, PairingId, PlayerId


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawColours(CommandHeader):
    """Draw the lot for the colours of a meeting's next game.

    Attributes:
        winner: who won it, where it was drawn by hand; None: the program draws.
    """

    pairing: PairingId
    winner: PlayerId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StartNextGame(CommandHeader):
    """The game that a meeting asks for is set up.

    Attributes:
        white: whom the winner of the lot gave White; None where nobody chooses.
        board: another board for it; None: where the two sit.
    """

    pairing: PairingId
    white: PlayerId | None = None
    board: BoardNo | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DropGame(CommandHeader):
    """A further game is not played after all: an earlier result has decided the meeting."""

    game: GameId
    reason: str


MeetingCommand = DrawColours | StartNextGame | DropGame
