from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardlink.protocols.dgt_bus import (
    EVERYBODY,
    MOST_ADDRESS,
    BusCode,
    BusParser,
    BusReply,
    BusReplyId,
    BusRequest,
    encode_reply,
    encode_request,
    read_request,
    serial_at,
    serial_in,
    version_in,
)
from tests.boardlink.protocols.strategies import septets

REQUESTS = [
    ("87000007", BusRequest(BusCode.PING, EVERYBODY)),
    ("8b00000b", BusRequest(BusCode.SEND_VERSION, EVERYBODY)),
    ("8308010c", BusRequest(BusCode.SEND_CHANGES, 1025)),
    ("8208010b", BusRequest(BusCode.SEND_BRD, 1025)),
    ("8408010d", BusRequest(BusCode.REPEAT_CHANGES, 1025)),
    ("8608010f", BusRequest(BusCode.SEND_FROM_START, 1025)),
    ("8a080113", BusRequest(BusCode.IGNORE_NEXT_BUS_PING, 1025)),
    ("81100617", BusRequest(BusCode.SEND_CLK, 2054)),
]
REPLIES = [
    ("870006080116", BusReply(BusReplyId.PING, 1025)),
    ("890008080101021d", BusReply(BusReplyId.VERSION, 1025, b"\x01\x02")),
    ("880006080117", BusReply(BusReplyId.START_WRITTEN, 1025)),
    ("85000a08014034412471", BusReply(BusReplyId.UPDATE, 1025, bytes.fromhex("40344124"))),
    (
        "84000d080120030220030113 76",
        BusReply(BusReplyId.CLOCK, 1025, bytes.fromhex("20030220030113")),
    ),
]

addresses = st.integers(1, MOST_ADDRESS)
replies = st.one_of(
    st.builds(BusReply, st.just(BusReplyId.BOARD_DUMP), addresses, septets(64, 64)),
    st.builds(BusReply, st.just(BusReplyId.CLOCK), addresses, septets(7, 7)),
    st.builds(
        BusReply, st.sampled_from([0x85, 0x8B, 0x86, 0xB0, 0xB2]), addresses, septets(0, 300)
    ),
    st.builds(BusReply, st.just(BusReplyId.PING), addresses),
    st.builds(BusReply, st.just(BusReplyId.VERSION), addresses, septets(0, 0) | septets(2, 2)),
)


@pytest.mark.parametrize(("data", "request_"), REQUESTS)
def test_commands_are_the_known_bytes(data: str, request_: BusRequest) -> None:
    assert encode_request(request_).hex() == data
    assert read_request(bytes.fromhex(data)) == request_


@pytest.mark.parametrize(("data", "reply"), REPLIES)
def test_answers_are_the_known_bytes(data: str, reply: BusReply) -> None:
    assert encode_reply(reply) == bytes.fromhex(data)
    assert BusParser().feed(bytes.fromhex(data)) == [reply]


@given(st.builds(BusRequest, st.integers(0x80, 0xFF), st.integers(0, MOST_ADDRESS)))
def test_a_command_comes_out_as_it_went_in(request_: BusRequest) -> None:
    assert read_request(encode_request(request_)) == request_


@given(st.integers(0, 3), st.integers(0, 7), st.sampled_from(REQUESTS))
def test_no_flipped_bit_makes_another_command(
    byte: int, bit: int, golden: tuple[str, BusRequest]
) -> None:
    data = bytearray.fromhex(golden[0])
    data[byte] ^= 1 << bit
    assert read_request(bytes(data)) is None


@given(st.binary(max_size=6))
def test_whatever_a_board_hears_is_a_command_or_none(data: bytes) -> None:
    request = read_request(data)
    assert request is None or encode_request(request) == data


@given(st.lists(replies, max_size=8), st.lists(st.integers(0, 400), max_size=8))
def test_answers_come_out_as_they_went_in_however_they_are_cut(
    sent: list[BusReply], cuts: list[int]
) -> None:
    data = b"".join(map(encode_reply, sent))
    parser = BusParser()
    got = []
    places = [0, *sorted(min(cut, len(data)) for cut in cuts), len(data)]
    for begin, end in pairwise(places):
        got += parser.feed(data[begin:end])
    assert got == sent
    assert (parser.skipped, parser.spoilt, parser.pending) == (0, 0, 0)


@given(st.lists(st.binary(max_size=80), max_size=8))
def test_no_bytes_stop_the_parser_and_none_are_lost_from_its_count(portions: list[bytes]) -> None:
    parser, whole = BusParser(), BusParser()
    got = [reply for portion in portions for reply in parser.feed(portion)]
    assert got == whole.feed(b"".join(portions))
    counted = parser.skipped + parser.pending + sum(len(encode_reply(reply)) for reply in got)
    assert counted == sum(map(len, portions))


@given(st.binary(max_size=300), replies, replies)
def test_after_any_bytes_an_answer_is_found_again(
    garbage: bytes, one: BusReply, two: BusReply
) -> None:
    assert BusParser().feed(garbage + encode_reply(one) + encode_reply(two))[-2:] == [one, two]


@given(replies, st.integers(0, 7), st.data())
def test_an_answer_with_one_flipped_bit_is_not_believed(
    reply: BusReply, bit: int, data: st.DataObject
) -> None:
    frame = bytearray(encode_reply(reply))
    frame[data.draw(st.integers(0, len(frame) - 1))] ^= 1 << bit
    parser = BusParser()
    assert reply not in parser.feed(bytes(frame))
    assert parser.feed(encode_reply(reply)) == [reply]


def test_a_spoilt_sum_is_counted() -> None:
    parser = BusParser()
    assert parser.feed(bytes.fromhex("870006080117")) == []
    assert (parser.spoilt, parser.skipped) == (1, 6)


@pytest.mark.parametrize(
    "reply",
    [
        BusReply(BusReplyId.PING, 1, b"x"),
        BusReply(BusReplyId.UPDATE, MOST_ADDRESS + 1),
        BusReply(BusReplyId.UPDATE, 1, b"\x80"),
        BusReply(BusReplyId.UPDATE, 1, bytes(9000)),
        BusReply(0x05, 1),
    ],
)
def test_what_no_board_can_send_is_not_encoded(reply: BusReply) -> None:
    with pytest.raises(ValueError, match=r".+"):
        encode_reply(reply)


def test_a_board_that_tells_no_serial_number_is_known_by_its_address() -> None:
    assert serial_at(1025) == "01025"
    assert serial_in(BusReply(BusReplyId.SERIAL_NUMBER, 7, b"25731")) == "25731"
    assert serial_in(BusReply(BusReplyId.SERIAL_NUMBER, 7, b"23946 1.0")) == "23946"
    assert serial_in(BusReply(BusReplyId.SERIAL_NUMBER, 7, b"\x01\x02")) == ""
    assert serial_in(BusReply(BusReplyId.PING, 7)) == ""


def test_versions_are_written_as_people_do() -> None:
    assert version_in(BusReply(BusReplyId.VERSION, 7, b"\x01\x02")) == "1.02"
    assert version_in(BusReply(BusReplyId.VERSION, 7)) == "1"
    assert version_in(BusReply(BusReplyId.PING, 7)) == ""
