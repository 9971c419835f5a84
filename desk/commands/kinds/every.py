"""PURE. Every command there is, as an arbiter gives it."""

from desk.commands.kinds.hall import HallCommand
from desk.commands.kinds.lines import LineCommand
from desk.commands.kinds.meetings import MeetingCommand
from desk.commands.kinds.moves import MoveCommand
from desk.commands.kinds.pairs import PairCommand
from desk.commands.kinds.players import PlayerCommand
from desk.commands.kinds.registers import RegisterCommand
from desk.commands.kinds.results import (
    ResultCommand,
)
from desk.commands.kinds.rounds import RoundCommand
from desk.commands.kinds.stages import StageCommand

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
