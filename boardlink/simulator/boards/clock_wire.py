"""PURE. A clock's face as the wire tells it (docs/dgt-wire.md).

::

    right h m s   left h m s   status        h with D4 flag and blocked, D5 time per move
    status: D0 running, D1 lever up on the right, D3 left's turn, D4 right's, D5 no clock
"""

from boardlink.protocols.dgt import ClockTime, SideTime
from boardlink.readings import ClockSide
from boardlink.simulator.boards.clock import ClockFace
from boardlink.simulator.boards.memory import bcd

_RUNNING, _RIGHT_HIGH, _LEFT_TURN, _RIGHT_TURN, _NO_CLOCK = 0x01, 0x02, 0x08, 0x10, 0x20
_BLOCKED, _PER_MOVE = 0x10, 0x20

NO_CLOCK = ClockTime(SideTime(0, 0, 0), SideTime(0, 0, 0), _NO_CLOCK)
"""What a board without a clock says of it."""


def clock_time(face: ClockFace) -> ClockTime:
    """The frame for a face."""
    right_turn = face.turn is ClockSide.RIGHT
    status = _RIGHT_HIGH | _RIGHT_TURN if right_turn else _LEFT_TURN
    if face.running:
        status |= _RUNNING
    return ClockTime(
        _side_time(face.right_s, flag=face.right_flag, indicator=face.indicator),
        _side_time(face.left_s, flag=face.left_flag, indicator=face.indicator),
        status,
    )


def _side_time(seconds: int, *, flag: bool, indicator: bool) -> SideTime:
    hours = seconds // 3600 | (_BLOCKED if flag else 0) | (_PER_MOVE if indicator else 0)
    return SideTime(hours, bcd(seconds // 60 % 60), bcd(seconds % 60))
