"""PURE. A DGT Pegasus: DGT's frames, in which a square is taken or free (docs/boards.md).

::

    63 07 k k k k k k 00     the developer key, six bytes, before anything else
    86 00 43 n×64            the whole board, a8 first: 00 free, 01 taken
    8e 00 05 ii n            a square changed

Which man it is nobody tells: a man is reported as one that cannot be read.
"""

from boardlink.protocols.dgt_commands import DEVELOPER_KEY
from boardlink.protocols.dgt_frames import BoardDump, FieldUpdate, Frame, to_square
from boardlink.protocols.dgt_readings import Oddity, OddityCode, Sensed, Sensors
from boardlink.protocols.dgt_readings import read_frame as read_dgt
from boardlink.readings import EMPTY, UNREADABLE, Man, Placement, PlacementRead, Square, SquareRead

FAMILY = "pegasus"
KEY_BYTES = 6


def encode_key(key: bytes) -> bytes:
    """The developer key as the board wants it.

    Raises:
        ValueError: it has not six bytes.
    """
    if len(key) != KEY_BYTES:
        raise ValueError(f"a developer key has {KEY_BYTES} bytes, this one has {len(key)}")
    return bytes([DEVELOPER_KEY, KEY_BYTES + 1]) + key + b"\x00"


def read_frame(sensors: Sensors, frame: Frame) -> Sensed:
    """The readings that ``frame`` amounts to; frames about the device itself give none."""
    match frame:
        case FieldUpdate(index, code) if index < 64:
            return Sensed(sensors, (SquareRead(Square(to_square(index)), _man(code)),))
        case BoardDump(codes):
            men = "".join(_man(codes[to_square(square)]) for square in range(64))
            return Sensed(sensors, (PlacementRead(Placement(men)),), _uncalibrated(codes))
        case _:
            return read_dgt(sensors, frame)


def _man(code: int) -> Man:
    return UNREADABLE if code & 0x0F else EMPTY


def _uncalibrated(codes: bytes) -> tuple[Oddity, ...]:
    if not all(codes):
        return ()
    text = (
        "the board says that all its squares are taken: it is not calibrated: take all men off "
        "and switch it on anew"
    )
    return (Oddity(OddityCode.UNCALIBRATED, text),)
