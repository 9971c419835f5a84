"""Captures for tests, as a serial board would have sent them."""

from boardlink.captures.capture import Capture, CaptureHeader, LinkKind, Received
from tests.boardlink.sensing.board import EPOCH

START_DUMP = bytes.fromhex(
    "860043" + "08090a0c0b0a0908" + "07" * 8 + "00" * 32 + "01" * 8 + "0203040605040302"
)
CODES = {man: code for code, man in enumerate(".PRNBKQprnbkq")}


def field(square: str, code: int) -> bytes:
    """One square that changed."""
    index = (8 - int(square[1])) * 8 + "abcdefgh".index(square[0])
    return bytes([0x8E, 0x00, 0x05, index, code])


def dump(placement: str) -> bytes:
    """A whole board: 64 men, a1 … h8."""
    rows = [placement[8 * rank : 8 * rank + 8] for rank in range(7, -1, -1)]
    return b"\x86\x00\x43" + bytes(CODES[man] for man in "".join(rows))


def capture(*reads: tuple[float, bytes]) -> Capture:
    """A capture of these reads."""
    header = CaptureHeader("dgt", LinkKind.SERIAL, "25731", EPOCH)
    records = tuple(Received(t, data) for t, data in reads)
    return Capture(header, records, tuple(range(len(records))), 0)


def played(events: str, *more: tuple[float, bytes], start: str = "") -> Capture:
    """Changes as ``ms:squareX`` (``-`` = empty), then ``more``, and twenty seconds of rest."""
    reads = [(0.0, dump(start) if start else START_DUMP)]
    for event in events.split():
        ms, change = event.split(":")
        man = change[2:].replace("-", ".")
        reads.append((int(ms) / 1000, field(change[:2], CODES[man])))
    reads += more
    return capture(*reads, (reads[-1][0] + 20.0, b""))
