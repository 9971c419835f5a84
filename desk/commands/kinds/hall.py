"""PURE. Commands about the hall: which device stands where, and the delay."""

from dataclasses import dataclass

from desk.commands.kinds.envelope import CommandHeader
from facts.ids import BoardNo, DeviceId


@dataclass(frozen=True, slots=True, kw_only=True)
class BindBoard(CommandHeader):
    """A device stands at a board from now on; None takes it away."""

    board: BoardNo
    device: DeviceId | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetDelay(CommandHeader):
    """How many minutes an audience sees things later."""

    audience: str
    minutes: float


HallCommand = BindBoard | SetDelay
