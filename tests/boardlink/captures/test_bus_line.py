"""Captures of bus lines, as other hosts than ours may have written them."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardlink.captures.bus_line import board_of_line, note_about, split_line
from boardlink.captures.capture import (
    Capture,
    CaptureHeader,
    CaptureRecord,
    LinkKind,
    Note,
    Received,
    Sent,
    decode_capture,
    encode_header,
    encode_record,
)
from boardlink.errors import UsageError
from boardlink.protocols.dgt import BoardDump, DgtParser, FieldUpdate, Frame
from boardlink.protocols.dgt_bus import (
    BusCode,
    BusReply,
    BusReplyId,
    BusRequest,
    encode_reply,
    encode_request,
)
from boardlink.protocols.dgt_own_memory import NO_MEMORY
from boardlink.replaying.replay import repaired, replay_capture
from tests.fakes.scripted_board import START_CODES
from tests.fakes.virtual_clock import EPOCH

ONE, TWO = 1025, 77
E2, E4, E7, E5 = 52, 36, 12, 28
WHITE_PAWN, BLACK_PAWN = 1, 7
E2_E4 = bytes([0x40, E2, 0x41, E4])
E7_E5 = bytes([0x40, E7, 0x47, E5])
LEFT_PRESSED, RIGHT_PRESSED = bytes([0x71, 0x29, 0x45]), bytes([0x61, 0x29, 0x50])


def line(*records: CaptureRecord, link: LinkKind = LinkKind.BUS) -> Capture:
    header = CaptureHeader("dgt", link, "", EPOCH)
    return decode_capture(encode_header(header) + b"".join(map(encode_record, records)))


def asked(t: float, code: BusCode, address: int) -> Sent:
    return Sent(t, encode_request(BusRequest(code, address)))


def said(t: float, id_: int, address: int, data: bytes = b"") -> Received:
    return Received(t, encode_reply(BusReply(id_, address, data)))


def changes(t: float, address: int, data: bytes) -> list[CaptureRecord]:
    return [
        asked(t, BusCode.SEND_CHANGES, address),
        said(t + 0.01, BusReplyId.UPDATE, address, data),
    ]


def clock(t: float, address: int) -> list[CaptureRecord]:
    data = bytes([1, 0x30, 0, 1, 0x30, 0, 0x09])
    return [asked(t, BusCode.SEND_CLK, address), said(t + 0.02, BusReplyId.CLOCK, address, data)]


def dump(t: float, address: int, codes: bytes = START_CODES) -> list[CaptureRecord]:
    return [asked(t, BusCode.SEND_BRD, address), said(t + 0.1, 0x83, address, codes)]


def frames(capture: Capture) -> list[Frame]:
    parser = DgtParser()
    return [
        frame
        for record in capture.records
        if isinstance(record, Received)
        for frame in parser.feed(record.data)
    ]


def two_boards() -> Capture:
    return line(
        said(0.5, BusReplyId.PING, ONE),
        said(0.6, BusReplyId.PING, TWO),
        said(0.7, BusReplyId.SERIAL_NUMBER, TWO, b"25731"),
        *clock(0.9, ONE),
        *changes(1.0, ONE, b""),
        *dump(1.1, ONE),
        *clock(1.2, TWO),
        *changes(1.3, TWO, b""),
        *dump(1.4, TWO),
        *changes(2.0, ONE, E2_E4 + LEFT_PRESSED),
        *changes(3.0, ONE, E7_E5 + RIGHT_PRESSED),
        *changes(3.5, TWO, E2_E4 + LEFT_PRESSED),
        *changes(30.0, ONE, b""),
        *changes(30.1, TWO, b""),
    )


def test_every_board_of_a_line_has_its_games_under_its_own_number() -> None:
    games = replay_capture(two_boards(), "line.cap")
    assert [(game.device, game.game, game.verdict.moves) for game in games] == [
        ("01025", 0, ("e2e4", "e7e5")),
        ("25731", 0, ("e2e4",)),
    ]
    assert [game.verdict.clocks[0] for game in games] == [5385, 5385]


def test_a_game_of_any_board_can_be_read_again_under_its_scoresheet() -> None:
    told = {1: "e2e4"}
    assert repaired(two_boards(), "line.cap", 1, told).device == "25731"
    with pytest.raises(UsageError, match="there is no game 2, it holds 2"):
        repaired(two_boards(), "line.cap", 2, told)


def test_a_board_on_a_line_of_its_own_is_left_as_it_is() -> None:
    single = line(Received(0.0, b"\x8e\x00\x05\x0c\x01"), link=LinkKind.SERIAL)
    assert split_line(single) == (single,)


def test_lines_stand_where_the_answer_was_that_they_come_from() -> None:
    whole = two_boards()
    mine = board_of_line(whole, "25731")
    assert mine is not None
    assert mine.header.link is LinkKind.SERIAL
    assert set(mine.offsets) <= set(whole.offsets)
    assert list(mine.offsets) == sorted(mine.offsets)
    assert board_of_line(whole, "99999") is None


def test_what_was_repeated_on_request_counts_once() -> None:
    there_and_back = E2_E4 + bytes([0x40, E4, 0x41, E2])
    capture = line(
        *changes(1.0, ONE, b""),
        *dump(1.1, ONE),
        *changes(2.0, ONE, there_and_back),
        asked(2.5, BusCode.REPEAT_CHANGES, ONE),
        said(2.6, BusReplyId.UPDATE, ONE, there_and_back),
    )
    (board,) = split_line(capture)
    assert len([f for f in frames(board) if isinstance(f, FieldUpdate)]) == 4


def test_a_line_of_which_nobody_asked_the_squares_begins_as_its_game_does() -> None:
    capture = line(
        *changes(1.0, ONE, E2_E4 + LEFT_PRESSED),
        *changes(2.0, ONE, E7_E5 + RIGHT_PRESSED),
        *changes(20.0, ONE, b""),
    )
    (game,) = replay_capture(capture, "line.cap")
    assert game.verdict.moves == ("e2e4", "e7e5")
    assert game.verdict.clocks == (5385, 5390)


def test_without_what_was_sent_answers_are_understood_all_the_same() -> None:
    whole = two_boards()
    kept = [record for record in whole.records if not isinstance(record, Sent)]
    games = replay_capture(line(*kept), "line.cap")
    assert [game.verdict.moves for game in games] == [("e2e4", "e7e5"), ("e2e4",)]


def test_what_the_log_since_the_start_holds_takes_the_place_of_a_lost_answer() -> None:
    capture = line(
        *changes(1.0, ONE, b""),
        *dump(1.1, ONE),
        *changes(2.0, ONE, E2_E4 + LEFT_PRESSED),
        asked(3.0, BusCode.SEND_CHANGES, ONE),
        asked(3.1, BusCode.SEND_FROM_START, ONE),
        said(3.2, 0x86, ONE, b"\x7b" + E2_E4 + LEFT_PRESSED + E7_E5 + RIGHT_PRESSED),
        *changes(20.0, ONE, b""),
    )
    (game,) = replay_capture(capture, "line.cap")
    assert game.verdict.moves == ("e2e4", "e7e5")


def test_an_address_that_was_misheard_is_no_board() -> None:
    capture = line(*changes(1.0, ONE, b""), *dump(1.1, ONE), said(2.0, 0x85, 4711, E2_E4))
    assert [board.header.device for board in split_line(capture)] == ["01025"]


def test_notes_about_one_board_are_not_the_others() -> None:
    capture = line(
        *changes(1.0, ONE, b""),
        *dump(1.1, ONE),
        *changes(1.2, TWO, b""),
        *dump(1.3, TWO),
        Note(2.0, note_about("01025", NO_MEMORY)),
        Note(3.0, note_about("01025", "it was lost")),
        Note(4.0, "unplugged"),
    )
    texts = {
        board.header.device: [r.text for r in board.records if isinstance(r, Note)]
        for board in split_line(capture)
    }
    assert texts == {"00077": ["unplugged"], "01025": [NO_MEMORY, "unplugged"]}


def test_an_empty_line_has_no_boards_and_no_games() -> None:
    assert split_line(line()) == ()
    assert replay_capture(line(Note(1.0, "nobody")), "line.cap") == []


def test_a_dump_comes_out_as_it_went_in() -> None:
    board = split_line(two_boards())[0]
    assert BoardDump(START_CODES) in frames(board)


@given(st.lists(st.binary(max_size=40), max_size=12), st.lists(st.binary(max_size=6), max_size=12))
def test_no_capture_of_a_line_stops_the_replay(received: list[bytes], sent: list[bytes]) -> None:
    records: list[CaptureRecord] = [*two_boards().records[:16]]
    for number, data in enumerate(received):
        records.append(Received(4.0 + number, data))
        if number < len(sent):
            records.append(Sent(4.1 + number, sent[number]))
    assert len(replay_capture(line(*records), "line.cap")) >= 2


@given(st.lists(st.integers(0, 1 << 30), max_size=30))
def test_the_games_are_the_same_however_the_bytes_were_cut(cuts: list[int]) -> None:
    """Without what was sent in between, so that reads can be joined."""
    whole = [r for r in two_boards().records if isinstance(r, Received)]
    data = b"".join(record.data for record in whole)
    places = sorted({0, len(data), *(cut % len(data) for cut in cuts)})
    reads = [Received(10.0, data[begin:end]) for begin, end in pairwise(places)]
    games = replay_capture(line(*reads, Received(40.0, b"\x00")), "line.cap")
    assert [game.verdict.moves for game in games] == [("e2e4", "e7e5"), ("e2e4",)]
