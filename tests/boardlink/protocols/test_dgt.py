import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardlink.protocols.dgt import (
    MAX_FRAME_BYTES,
    Battery,
    BoardDump,
    BusAddress,
    ClockAck,
    ClockTime,
    DgtParser,
    DraughtsDump,
    EeMoves,
    FieldUpdate,
    Frame,
    HardwareVersion,
    LongSerialNumber,
    MessageId,
    SerialNumber,
    SideTime,
    Trademark,
    UnknownFrame,
    Version,
    encode_frame,
    to_square,
)
from tests.boardlink.protocols.strategies import frames

START_CODES = bytes.fromhex(
    "08090a0c0b0a0908" + "07" * 8 + "00" * 32 + "01" * 8 + "0203040605040302"
)
START_DUMP = b"\x86\x00\x43" + START_CODES

GOLDEN: list[tuple[str, Frame]] = [
    (START_DUMP.hex(), BoardDump(START_CODES)),
    ("8e00050c01", FieldUpdate(12, 1)),
    ("8d000a20590721234509", ClockTime(SideTime(0x20, 0x59, 7), SideTime(0x21, 0x23, 0x45), 9)),
    ("8d000a00000000000020", ClockTime(SideTime(0, 0, 0), SideTime(0, 0, 0), 0x20)),
    ("8d000a0a10090a200000", ClockAck(0x10, 0x09, 0x20, 0)),
    ("8d000a0a10082a003500", ClockAck(0x10, 0x88, 0, 0x35)),
    ("9000050801", BusAddress(1025)),
    ("9100083235373331", SerialNumber("25731")),
    ("91000c3233393436 20 312e30", SerialNumber("23946 1.0")),
    ("9300050102", Version(1, 2)),
    ("930005030a", Version(3, 10)),
    ("9600050200", HardwareVersion(2, 0)),
    ("a0000c64 7f7f 0000 000000 01", Battery(bytes([100, 0x7F, 0x7F, 0, 0, 0, 0, 0, 1]))),
    ("a2000d33303030313437373430", LongSerialNumber("3000147740")),
    ("92010361" + "62" * 127, Trademark("a" + "b" * 127)),
    ("8f00066a4034", EeMoves(bytes([0x6A, 0x40, 0x34]))),
    ("8f0003", EeMoves(b"")),
    ("a3000501 02", UnknownFrame(0xA3, b"\x01\x02")),
    ("9400 35" + "00" * 50, DraughtsDump(MessageId.DRAUGHTS_BLACK, bytes(50))),
    ("8600 67" + "00" * 100, DraughtsDump(MessageId.BOARD_DUMP, bytes(100))),
]


def parse(data: bytes) -> list[Frame]:
    return DgtParser().feed(data)


@pytest.mark.parametrize(("wire", "frame"), GOLDEN)
def test_known_bytes_are_known_frames_both_ways(wire: str, frame: Frame) -> None:
    data = bytes.fromhex(wire)
    assert parse(data) == [frame]
    assert encode_frame(frame) == data


def test_dgt_counts_squares_from_a8_and_we_from_a1() -> None:
    assert [to_square(index) for index in (0, 7, 8, 56, 63)] == [56, 63, 48, 0, 7]


def test_a_serial_number_is_known_without_what_old_boards_add() -> None:
    assert SerialNumber("23946 1.0").number == "23946"
    assert SerialNumber("25731").number == "25731"


def test_versions_are_written_as_people_do() -> None:
    assert str(Version(1, 2)) == "1.02"
    assert str(Version(3, 10)) == "3.10"


def test_battery_bytes_tell_charge_time_and_charger() -> None:
    battery = Battery(bytes([80, 2, 30, 0, 0, 0, 0, 0, 2]))
    assert (battery.percent, battery.time_left_s, battery.charging) == (80, 9000, False)
    assert Battery(bytes([80, 0x7F, 0x7F, 0, 0, 0, 0, 0, 1])).time_left_s is None


def test_acks_tell_success_from_failure_and_answers_from_buttons() -> None:
    assert ClockAck(0x10, 0x09, 0x20, 0).ok
    assert not ClockAck(0x40, 0x0A, 0, 0).ok
    assert ClockAck(0x10, 0x88, 0, 0x35).spontaneous


@given(st.lists(frames))
def test_frames_survive_the_wire(sent: list[Frame]) -> None:
    assert parse(b"".join(map(encode_frame, sent))) == sent


@given(st.binary() | st.lists(frames).map(lambda fs: b"".join(map(encode_frame, fs))), st.data())
def test_portions_make_no_difference(data: bytes, draw: st.DataObject) -> None:
    whole, portioned = DgtParser(), DgtParser()
    expected = whole.feed(data)
    got: list[Frame] = []
    rest = data
    while rest:
        size = draw.draw(st.integers(1, len(rest)))
        got += portioned.feed(rest[:size])
        rest = rest[size:]
    assert got == expected
    assert (portioned.skipped, portioned.pending) == (whole.skipped, whole.pending)


@given(st.lists(st.binary()))
def test_no_bytes_break_the_parser_and_none_is_unaccounted_for(chunks: list[bytes]) -> None:
    parser = DgtParser()
    framed = sum(len(encode_frame(frame)) for chunk in chunks for frame in parser.feed(chunk))
    assert framed + parser.skipped + parser.pending == sum(map(len, chunks))


@given(st.binary(), st.lists(frames, min_size=1))
def test_after_any_garbage_the_next_frame_is_found(garbage: bytes, sent: list[Frame]) -> None:
    assert parse(garbage + b"".join(map(encode_frame, sent)))[-len(sent) :] == sent


@given(frames, st.data())
def test_a_frame_cut_short_is_dropped_and_counted(frame: Frame, draw: st.DataObject) -> None:
    wire = encode_frame(frame)
    cut = draw.draw(st.integers(1, len(wire) - 1))
    parser = DgtParser()
    assert parser.feed(wire[:cut] + b"\x8e\x00\x05\x0c\x01") == [FieldUpdate(12, 1)]
    assert parser.skipped == cut


@pytest.mark.parametrize("header", ["860044", "8d0009", "8e0002", "8e0006", "c50002", "927f7f"])
def test_a_header_with_an_impossible_length_is_skipped(header: str) -> None:
    parser = DgtParser()
    assert parser.feed(bytes.fromhex(header) + b"\x00\x01\x8e\x00\x05\x0c\x01") == [
        FieldUpdate(12, 1)
    ]
    assert parser.skipped == 5


def test_a_full_memory_dump_is_one_frame() -> None:
    dump = EeMoves(bytes(0x1F00))
    assert parse(encode_frame(dump)) == [dump]


@pytest.mark.parametrize(
    "frame",
    [
        BoardDump(b""),
        FieldUpdate(0, 0x80),
        Trademark("x" * MAX_FRAME_BYTES),
        SerialNumber("123"),
    ],
)
def test_frames_that_no_board_sends_are_refused(frame: Frame) -> None:
    with pytest.raises(ValueError, match=r"no frame|7 bits"):
        encode_frame(frame)
