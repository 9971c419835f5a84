"""PURE. One door for all commands: what is known and what is asked → facts, or a refusal."""

from typing import assert_never

from desk.commands.decisions.on_hall import HallCommand, decide_hall
from desk.commands.decisions.on_lines import decide_line
from desk.commands.decisions.on_meetings import decide_meeting
from desk.commands.decisions.on_moves import MoveCommand, decide_moves
from desk.commands.decisions.on_pairs import PairCommand, decide_pairs
from desk.commands.decisions.on_players import PlayerCommand, decide_player
from desk.commands.decisions.on_registers import decide_register
from desk.commands.decisions.on_results import ResultCommand, decide_result
from desk.commands.decisions.on_rounds import RoundCommand, decide_round
from desk.commands.decisions.on_stages import StageCommand, decide_stage
from desk.commands.drafts.drafting import PairingWanted
from desk.commands.kinds import every as a
from desk.commands.kinds.lines import LineCommand
from desk.commands.kinds.meetings import MeetingCommand
from desk.commands.kinds.registers import RegisterCommand
from desk.commands.situation import Situation
from facts.envelope import Actor, Draft


def decide(
    known: Situation, command: a.Command, actor: Actor, seed: str
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
