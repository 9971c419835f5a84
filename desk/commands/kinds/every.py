"""PURE. Every command there is, as an arbiter gives it."""

from desk.commands.kinds.hall import BindBoard, HallCommand
from desk.commands.kinds.lines import LineCommand
from desk.commands.kinds.meetings import MeetingCommand
from desk.commands.kinds.moves import MoveCommand
from desk.commands.kinds.pairs import PairCommand
from desk.commands.kinds.players import EnterPlayer, PlayerCommand, RequestBye
from desk.commands.kinds.registers import RegisterCommand
from desk.commands.kinds.results import (
    ConfirmAgreeing,
    EnterResult,
    ResultCommand,
    RuleResult,
    SetRatingResult,
    TakeOverGame,
)
from desk.commands.kinds.rounds import ReopenRound, RoundCommand
from desk.commands.kinds.stages import StageCommand

__all__ = [
    "BindBoard",
    "Command",
    "ConfirmAgreeing",
    "EnterPlayer",
    "EnterResult",
    "ReopenRound",
    "RequestBye",
    "RuleResult",
    "SetRatingResult",
    "TakeOverGame",
]
"""The union, and by name the commands that tests of pages and of whole programs give."""

Command = (
    ResultCommand
    | MoveCommand
    | LineCommand
    | MeetingCommand
    | PlayerCommand
    | RegisterCommand
    | PairCommand
    | RoundCommand
    | StageCommand
    | HallCommand
)
