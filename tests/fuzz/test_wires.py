"""Whatever comes over a wire: nothing breaks, nothing grows, and cuts make no difference."""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardlink.captures.capture import CaptureHeader, LinkKind
from boardlink.captures.decoders import decoder_of
from boardlink.protocols.dgt import (
    MAX_FRAME_BYTES,
    BoardDump,
    ClockTime,
    Command,
    CommandReader,
    DgtParser,
    EeMoves,
    FieldUpdate,
    SerialNumber,
    SideTime,
    Version,
    encode_frame,
)
from boardlink.protocols.dgt_bus import (
    BusCode,
    BusParser,
    BusReply,
    BusReplyId,
    BusRequest,
    encode_reply,
    encode_request,
    read_request,
)
from boardlink.protocols.dgt_memory import read_memory
from boardlink.protocols.livechess import MAX_MESSAGE, MessageReader, read_message
from tests.fakes.scripted_board import START_CODES
from tests.fakes.virtual_clock import EPOCH
from tests.fuzz.streams import cuts, in_bytes, in_parts, streams


class Feeds(Protocol):
    """What every parser is, as far as these laws go."""

    def feed(self, data: bytes, /) -> Iterable[object]: ...


@dataclass(frozen=True)
class Wire:
    """A parser, and messages as it should get them.

    Attributes:
        held: bytes it keeps of what is not complete yet, None where it does not tell.
        most: what may be kept.
        each: most outputs for one byte.
    """

    make: Callable[[], Feeds]
    right: Sequence[bytes]
    held: Callable[[Feeds], int] | None = None
    most: int = 0
    each: int = 1


MEMORY = bytes.fromhex("7f7f7f6a4108420940094b346f4034 7101305c246a6b")
CLOCK = ClockTime(SideTime(0, 0x05, 0x30), SideTime(1, 0x20, 0), 0x09)
DGT = [
    encode_frame(frame)
    for frame in (
        BoardDump(START_CODES), FieldUpdate(52, 0), FieldUpdate(36, 1), CLOCK,
        SerialNumber("25731"), Version(1, 7), EeMoves(MEMORY),
    )
]  # fmt: skip
BUS = [
    encode_reply(reply)
    for reply in (
        BusReply(BusReplyId.PING, 1025, b""),
        BusReply(BusReplyId.BOARD_DUMP, 1025, START_CODES),
        BusReply(BusReplyId.UPDATE, 77, MEMORY),
        BusReply(BusReplyId.CLOCK, 1025, bytes.fromhex("20030220030113")),
    )
]
ASKED = [
    *(bytes([command]) for command in Command if command != Command.STARTBOOTLOADER),
    *(encode_request(BusRequest(code, 1025)) for code in BusCode),
    bytes.fromhex("2b040301010000"),
]
LIVECHESS = [
    json.dumps(message).encode()
    for message in (
        {"response": "call", "id": 1, "param": [
            {"serialnr": "23946", "state": "ACTIVE", "battery": "84%", "flipped": False,
             "board": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
             "clock": {"white": 5400, "black": 5399, "run": True, "time": 1764540000000}},
        ], "time": 1764540000500},
        {"response": "feed", "id": 2, "param": {
            "serialnr": "23946", "flipped": True, "san": ["e4", "e5"],
            "start": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "board": "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR"}},
        {"response": "error", "id": 3, "param": {"message": "no [such] \"board\""}},
    )
]  # fmt: skip


def capture_decoder(family: str, link: LinkKind) -> Callable[[], Feeds]:
    return lambda: decoder_of(CaptureHeader(family, link, "23946", EPOCH))


WIRES = {
    "dgt": Wire(DgtParser, DGT, lambda parser: parser.pending, MAX_FRAME_BYTES),  # type: ignore[attr-defined]
    "dgt-bus": Wire(BusParser, BUS, lambda parser: parser.pending, MAX_FRAME_BYTES),  # type: ignore[attr-defined]
    "commands": Wire(CommandReader, ASKED),
    "livechess": Wire(MessageReader, LIVECHESS),
    "dgt readings": Wire(capture_decoder("dgt", LinkKind.USB), DGT, each=2),
    "pegasus readings": Wire(capture_decoder("pegasus", LinkKind.BLE), DGT, each=2),
    "livechess readings": Wire(
        capture_decoder("dgt", LinkKind.LIVECHESS), [b"\n".join(LIVECHESS), *LIVECHESS], each=9
    ),
}  # fmt: skip


def fed(wire: Wire, parts: Iterable[bytes]) -> list[object]:
    parser = wire.make()
    told: list[object] = []
    for part in parts:
        told += parser.feed(part)
        if wire.held is not None:
            assert wire.held(parser) <= wire.most
    return told


@pytest.mark.parametrize("name", WIRES)
@given(data=st.data())
def test_no_stream_breaks_a_parser_and_no_cut_changes_what_it_says(
    name: str, data: st.DataObject
) -> None:
    wire = WIRES[name]
    stream = data.draw(streams(wire.right))
    whole = fed(wire, [stream])
    assert len(whole) <= wire.each * len(stream)
    assert fed(wire, in_parts(stream, data.draw(cuts))) == whole
    assert fed(wire, in_bytes(stream)) == whole


@pytest.mark.parametrize(
    "name", ["dgt", "dgt-bus", "livechess", "dgt readings", "pegasus readings"]
)
@given(data=st.data())
def test_after_any_stream_a_parser_hears_again(name: str, data: st.DataObject) -> None:
    wire = WIRES[name]
    stream = data.draw(streams(wire.right))
    tail = [one for _ in range(3) for one in wire.right]
    alone, after = fed(wire, tail), fed(wire, [stream, *tail])
    kept = len(alone) - len(alone) // 3
    assert after[-kept:] == alone[-kept:]


@pytest.mark.parametrize(
    "flood", [b"\x86", b"\x86\x3e\x7f", b"\x00", b"{", b'{"', b"[" * 3, b"x"], ids=repr
)
@pytest.mark.parametrize("name", WIRES)
def test_a_flood_is_not_kept(name: str, flood: bytes) -> None:
    wire = WIRES[name]
    told = fed(wire, [flood * 4096] * 20)
    assert len(told) <= wire.each * 20 * 4096 * len(flood)


@given(streams([MEMORY]))
def test_a_board_s_memory_may_hold_anything(memory: bytes) -> None:
    assert len(read_memory(memory)) <= len(memory)


@given(streams(ASKED))
def test_a_bus_request_is_one_or_none(data: bytes) -> None:
    for at in range(len(data)):
        request = read_request(data[at : at + 4])
        assert request is None or encode_request(request) == data[at : at + 4]


@given(streams(LIVECHESS))
def test_a_message_is_understood_or_not_and_that_is_all(data: bytes) -> None:
    assert read_message(data) is not None


def test_a_message_without_an_end_is_given_up() -> None:
    reader = MessageReader()
    told = list(reader.feed(b'{"' + b"x" * (MAX_MESSAGE + 10) + b'"}'))
    assert told == []
    assert reader.skipped > MAX_MESSAGE
    assert list(reader.feed(b'\n{"response": "call"}')) == [b'{"response": "call"}']
