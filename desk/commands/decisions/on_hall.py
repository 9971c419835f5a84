"""PURE. Commands about the hall: which device stands where, and the delay."""

from typing import assert_never

from desk.commands.kinds import hall as a
from desk.commands.situation import Scribe, Situation, require
from desk.errors import RefusedError
from desk.state.hall import GAMES_FAMILIES
from facts import fact as f
from facts.envelope import Actor, Draft, Role

AUDIENCES = ("public", "trusted")
MAX_DELAY_MINUTES = 24 * 60


def decide_hall(known: Situation, command: a.HallCommand, actor: Actor) -> tuple[Draft, ...]:
    """The facts that answer a command about the hall.

    Raises:
        RefusedError: it cannot be done; says why and what can.
    """
    scribe = Scribe(known, command, actor)
    match command:
        case a.BindBoard():
            require(actor, Role.BOARD_OPERATOR, "moving a device")
            return (scribe.draft(_bind(known, command)),)
        case a.SetDelay():
            require(actor, Role.ARBITER, "changing the delay")
            return (scribe.draft(_delay(command)),)
        case _:
            assert_never(command)


def _bind(known: Situation, command: a.BindBoard) -> f.BoardBound:
    hall = known.hall
    if command.board < 1:
        raise RefusedError("boards are numbered from 1")
    heard = hall.devices.keys() | hall.placed
    if command.device is not None and command.device not in heard:
        have = ", ".join(sorted(heard)) or "none"
        raise RefusedError(f"device {command.device} was never heard of; known devices: {have}")
    told_of = hall.devices.get(command.device) if command.device is not None else None
    if told_of is not None and told_of.family in GAMES_FAMILIES:
        raise RefusedError(
            f"{command.device} is a source of games and stands at no board: its games go to "
            f"boards by their players"
        )
    if hall.bindings.get(command.board) == command.device:
        stands = f"device {command.device}" if command.device else "no device"
        raise RefusedError(f"{stands} stands at board {command.board} already")
    return f.BoardBound(command.board, command.device)


def _delay(command: a.SetDelay) -> f.DelaySet:
    if command.audience not in AUDIENCES:
        raise RefusedError(
            f"{command.audience!r} is no audience: expected {' or '.join(AUDIENCES)}"
        )
    if not 0 <= command.minutes <= MAX_DELAY_MINUTES:
        raise RefusedError(f"a delay is from 0 to {MAX_DELAY_MINUTES} minutes")
    return f.DelaySet(command.audience, command.minutes)
