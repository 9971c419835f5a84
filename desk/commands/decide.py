"""PURE. One door for all commands: what is known and what is asked → facts, or a refusal."""

from typing import assert_never

from desk.commands import asked as a
from desk.commands.asked_lines import LineCommand
from desk.commands.asked_meetings import MeetingCommand
from desk.commands.asked_registers import RegisterCommand
from desk.commands.drafting import PairingWanted
from desk.commands.known import Known
from desk.commands.on_hall import decide_hall
from desk.commands.on_lines import decide_line
from desk.commands.on_meetings import decide_meeting
from desk.commands.on_moves import decide_moves
from desk.commands.on_pairs import decide_pairs
from desk.commands.on_players import decide_player
from desk.commands.on_registers import decide_register
from desk.commands.on_results import decide_result
from desk.commands.on_rounds import decide_round
from desk.commands.on_stages import decide_stage
from facts.envelope import Actor, Draft


def decide(
    known: Known, command: a.Command, actor: Actor, seed: str
) -> tuple[Draft, ...] | PairingWanted:
    """The facts that answer a command, all to be written together, or the pairing they need.

    Raises:
        RefusedError: it cannot be done; says why and what can.
    """
    # A union cannot be a pattern.
    if isinstance(command, LineCommand):
        return decide_line(known, command, actor)
    if isinstance(command, MeetingCommand):
        return decide_meeting(known, command, actor, seed)
    if isinstance(command, RegisterCommand):
        return decide_register(known, command, actor)
    match command:
        case (
            a.EnterResult()
            | a.RuleResult()
            | a.ConfirmResult()
            | a.ConfirmAgreeing()
            | a.WithdrawClaim()
            | a.TakeOverGame()
            | a.ReopenGame()
            | a.SetRatingResult()
        ):
            return decide_result(known, command, actor)
        case a.RecordMoves() | a.TakeBackMove():
            return decide_moves(known, command, actor)
        case (
            a.EnterPlayer()
            | a.ChangePlayer()
            | a.WithdrawPlayer()
            | a.ExpelPlayer()
            | a.RequestBye()
            | a.DecideBye()
            | a.MarkAbsent()
            | a.PlayAfterAll()
            | a.FixBoard()
        ):
            return decide_player(known, command, actor)
        case a.ForbidPairs() | a.AllowPair():
            return decide_pairs(known, command, actor)
        case (
            a.DraftPairings()
            | a.SwapColours()
            | a.ExchangePlayers()
            | a.WithdrawDraft()
            | a.PublishRound()
            | a.StartRound()
            | a.CloseRound()
            | a.ReopenRound()
            | a.DeclareStandings()
        ):
            return decide_round(known, command, actor, seed)
        case a.OpenStage() | a.DrawLots():
            return decide_stage(known, command, actor, seed)
        case a.BindBoard() | a.SetDelay():
            return decide_hall(known, command, actor)
        case _:
            assert_never(command)
