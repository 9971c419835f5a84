"""PURE. One door for all commands: what is known and what is asked → facts, or a refusal."""

from typing import assert_never

from desk.commands.decisions.on_hall import decide_hall
from desk.commands.decisions.on_lines import decide_line
from desk.commands.decisions.on_meetings import decide_meeting
from desk.commands.decisions.on_moves import decide_moves
from desk.commands.decisions.on_pairs import decide_pairs
from desk.commands.decisions.on_players import decide_player
from desk.commands.decisions.on_registers import decide_register
from desk.commands.decisions.on_results import decide_result
from desk.commands.decisions.on_rounds import decide_round
from desk.commands.decisions.on_stages import decide_stage
from desk.commands.drafts.drafting import PairingWanted
from desk.commands.kinds.every import Command
from desk.commands.kinds.hall import HallCommand
from desk.commands.kinds.lines import LineCommand
from desk.commands.kinds.meetings import MeetingCommand
from desk.commands.kinds.moves import MoveCommand
from desk.commands.kinds.pairs import PairCommand
from desk.commands.kinds.players import PlayerCommand
from desk.commands.kinds.registers import RegisterCommand
from desk.commands.kinds.results import ResultCommand
from desk.commands.kinds.rounds import RoundCommand
from desk.commands.kinds.stages import StageCommand
from desk.commands.situation import Situation
from facts.envelope import Actor, Draft


def decide(
    known: Situation, command: Command, actor: Actor, seed: str
) -> tuple[Draft, ...] | PairingWanted:
    """The facts that answer a command, all to be written together, or the pairing they need.

    Raises:
        RefusedError: it cannot be done; says why and what can.
    """
    if isinstance(command, ResultCommand):
        return decide_result(known, command, actor)
    if isinstance(command, MoveCommand):
        return decide_moves(known, command, actor)
    if isinstance(command, LineCommand):
        return decide_line(known, command, actor)
    if isinstance(command, MeetingCommand):
        return decide_meeting(known, command, actor, seed)
    if isinstance(command, PlayerCommand):
        return decide_player(known, command, actor)
    if isinstance(command, RegisterCommand):
        return decide_register(known, command, actor)
    if isinstance(command, PairCommand):
        return decide_pairs(known, command, actor)
    if isinstance(command, RoundCommand):
        return decide_round(known, command, actor, seed)
    if isinstance(command, StageCommand):
        return decide_stage(known, command, actor, seed)
    if isinstance(command, HallCommand):
        return decide_hall(known, command, actor)
    assert_never(command)
