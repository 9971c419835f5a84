"""PURE. What an FTDI chip wants to be told over USB, and how it marks what it sends.

::

    host → chip   vendor request 40  request  value  index     settings, one at a time
    chip → host   status status data…  status status data…     one pair a USB packet

The first status byte holds the modem's lines, the second one what was wrong on the line.
With nothing to say the chip sends the pair alone, once in its latency.
"""

from collections.abc import Iterable
from dataclasses import dataclass

VENDOR = 0x0403
PRODUCTS = frozenset({0x6001, 0x6010, 0x6011, 0x6014, 0x6015})
"""FT232 (old boards, most adapters), FT2232, FT4232, FT232H, FT-X."""
OUT_REQUEST = 0x40
STATUS_BYTES = 2
LATENCY_MS = 16
"""How long the chip gathers before it sends a packet that is not full; 1–255."""
_RESET, _FLOW, _BAUD, _DATA, _LATENCY = 0, 2, 3, 4, 9
_EIGHT_N_ONE = 0x0008
_CLOCK_HZ = 3_000_000
_EIGHTHS = (0, 3, 2, 4, 1, 5, 6, 7)
"""The chip's code for each eighth of a divisor."""
_LINE_ERRORS = {0x02: "overrun", 0x04: "parity", 0x08: "framing", 0x10: "break"}


@dataclass(frozen=True, slots=True)
class Setting:
    """A vendor request that sets something."""

    request: int
    value: int
    index: int


def divisor_of(baud_rate: int) -> int:
    """The chip's divisor for ``baud_rate``, 200 to 2,000,000, as the wire wants it.

    The fraction's code stands in the bits from 14 on.

    Raises:
        ValueError: the chip cannot do that.
    """
    eighths = round(_CLOCK_HZ * 8 / baud_rate) if baud_rate > 0 else 0
    whole, part = divmod(eighths, 8)
    if not 2 <= whole < 1 << 14:
        raise ValueError(f"{baud_rate} baud is more or less than the chip can do")
    return whole | _EIGHTHS[part] << 14


def set_up(baud_rate: int, port: int, *, ports: int) -> tuple[Setting, ...]:
    """What makes the chip a serial port of 8 data bits, no parity, one stop bit.

    No handshake; DTR and RTS are left as they are. ``port`` is which of
    the chip's ``ports`` serial ports, from 1.
    """
    index = port if ports > 1 else 0
    divisor = divisor_of(baud_rate)
    high = divisor >> 16
    return (
        Setting(_RESET, 0, index),
        Setting(_BAUD, divisor & 0xFFFF, high << 8 | index if ports > 1 else high),
        Setting(_DATA, _EIGHT_N_ONE, index),
        Setting(_FLOW, 0, index),
        Setting(_LATENCY, LATENCY_MS, index),
    )


def line_bytes(transfer: bytes, packet_bytes: int) -> bytes:
    """What came over the serial line: a transfer without the status of each of its packets.

    ``packet_bytes`` is the endpoint's largest packet.
    """
    return b"".join(packet[STATUS_BYTES:] for packet in _packets(transfer, packet_bytes))


def line_errors(transfer: bytes, packet_bytes: int) -> tuple[str, ...]:
    """What was wrong on the line, in words, each once."""
    seen = 0
    for packet in _packets(transfer, packet_bytes):
        if len(packet) >= STATUS_BYTES:
            seen |= packet[1]
    return tuple(name for bit, name in _LINE_ERRORS.items() if seen & bit)


def _packets(transfer: bytes, packet_bytes: int) -> Iterable[bytes]:
    return (transfer[at : at + packet_bytes] for at in range(0, len(transfer), packet_bytes))
