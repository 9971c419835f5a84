import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardlink.protocols.dgt_commands import (
    FORBIDDEN,
    BusCommand,
    ClockCommand,
    ClockCommandCode,
    Command,
    CommandReader,
    FramedCommand,
    Sent,
    UnknownCommand,
    encode_clock_command,
)

GOLDEN: list[tuple[str, Sent]] = [
    ("2b03030900", ClockCommand(ClockCommandCode.VERSION)),
    ("2b03030300", ClockCommand(ClockCommandCode.END)),
    ("2b03030800", ClockCommand(ClockCommandCode.BUTTON)),
    ("2b04030b0400", ClockCommand(ClockCommandCode.BEEP, b"\x04")),
    (
        "2b0c030c 4142434445464748 01 00",
        ClockCommand(ClockCommandCode.ASCII, b"ABCDEFGH\x01"),
    ),
    ("2b0a030a 001500 001500 01 00", ClockCommand(ClockCommandCode.SETNRUN, b"\0\x15\0\0\x15\0\1")),
]


@pytest.mark.parametrize(("wire", "command"), GOLDEN)
def test_clock_messages_are_known_both_ways(wire: str, command: Sent) -> None:
    data = bytes.fromhex(wire)
    assert CommandReader().feed(data) == [command]
    assert isinstance(command, ClockCommand)
    assert encode_clock_command(command) == data


def test_one_byte_is_one_command() -> None:
    assert CommandReader().feed(b"\x40\x4d\x45\x4b") == [
        Command.SEND_RESET,
        Command.SEND_VERSION,
        Command.RETURN_SERIALNR,
        Command.SEND_UPDATE_NICE,
    ]


def test_letters_on_a_clock_are_not_taken_for_commands() -> None:
    text = ClockCommand(ClockCommandCode.ASCII, b"@IJNKQRP\x00")
    assert CommandReader().feed(encode_clock_command(text) + b"\x4b") == [
        text,
        Command.SEND_UPDATE_NICE,
    ]


def test_other_commands_are_told_apart_by_their_length() -> None:
    data = bytes.fromhex("600400404000 6300 87000007 7f 2b0109")
    assert CommandReader().feed(data) == [
        FramedCommand(0x60, bytes.fromhex("00404000")),
        FramedCommand(0x63, b""),
        BusCommand(bytes.fromhex("87000007")),
        UnknownCommand(0x7F),
        FramedCommand(0x2B, b"\x09"),
    ]


@given(st.binary(), st.data())
def test_portions_make_no_difference(data: bytes, draw: st.DataObject) -> None:
    expected = CommandReader().feed(data)
    reader, got, rest = CommandReader(), [], data
    while rest:
        size = draw.draw(st.integers(1, len(rest)))
        got += reader.feed(rest[:size])
        rest = rest[size:]
    assert got == expected


def test_boot_loader_and_memory_writes_are_forbidden() -> None:
    assert {int(command) for command in FORBIDDEN} == {0x4E, 0x51, 0x53, 0x54}


def test_a_clock_message_that_is_too_long_is_refused() -> None:
    with pytest.raises(ValueError, match="at most 124"):
        encode_clock_command(ClockCommand(ClockCommandCode.ASCII, bytes(125)))


def test_a_bus_command_that_another_one_cuts_off_is_not_waited_for() -> None:
    reader = CommandReader()
    got = reader.feed(bytes.fromhex("8308" + "8208010b"))
    assert got == [UnknownCommand(0x83), BusCommand(bytes.fromhex("8208010b"))]
