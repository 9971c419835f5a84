from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardlink.captures.capture import (
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
from boardlink.errors import CaptureError

STARTED = datetime(2025, 11, 1, 15, tzinfo=UTC)
HEADER = CaptureHeader("dgt", LinkKind.SERIAL, "25731", STARTED)
HEAD = encode_header(HEADER)

_times = st.integers(0, 10**9).map(lambda n: n / 1000)
_records = st.one_of(
    st.builds(Received, _times, st.binary()),
    st.builds(Sent, _times, st.binary()),
    st.builds(Note, _times, st.text()),
)


def test_lines_are_written_as_the_format_shows_them() -> None:
    assert HEAD == (
        b'{"capture": 1, "family": "dgt", "link": "serial", "device": "25731", '
        b'"started": "2025-11-01T15:00:00Z"}\n'
    )
    received = Received(12.345, bytes.fromhex("8e00050c01"))
    assert encode_record(received) == b'{"t": 12.345, "rx": "8e00050c01"}\n'
    assert encode_record(Sent(0.01, b"K")) == b'{"t": 0.01, "tx": "4b"}\n'
    assert encode_record(Note(60, "unplugged")) == b'{"t": 60, "note": "unplugged"}\n'


@given(st.lists(_records))
def test_what_was_written_is_read_again(records: list[CaptureRecord]) -> None:
    capture = decode_capture(HEAD + b"".join(map(encode_record, records)))
    assert capture.header == HEADER
    assert list(capture.records) == records
    assert capture.warnings == ()


@given(st.lists(_records, min_size=1), st.integers(min_value=1))
def test_a_file_cut_anywhere_gives_its_whole_lines_and_one_warning(
    records: list[CaptureRecord], cut: int
) -> None:
    last = encode_record(records[-1])
    cut = 1 + cut % (len(last) - 2)
    whole = HEAD + b"".join(map(encode_record, records[:-1]))
    capture = decode_capture(whole + last[:cut], "7.cap")
    assert list(capture.records) == records[: len(records) - (cut < len(last) - 1)]
    if cut < len(last) - 1:
        expected = f"7.cap, line {len(records) + 1}: the last line is torn and was dropped"
        assert capture.warnings == (expected,)


def test_a_last_line_without_its_line_end_is_kept_when_it_is_whole() -> None:
    capture = decode_capture(HEAD + b'{"t": 1, "tx": "4b"}')
    assert capture.records == (Sent(1, b"K"),)
    assert capture.warnings == ()


def test_records_are_found_by_the_offset_of_their_line() -> None:
    first, second = Received(1, b"\x8e"), Received(2, b"\x00")
    data = HEAD + encode_record(first) + encode_record(second)
    capture = decode_capture(data)
    assert capture.offsets == (len(HEAD), len(HEAD) + len(encode_record(first)))
    assert list(capture.since(capture.offsets[1])) == [second]
    assert list(capture.since(len(data))) == []


def test_the_start_of_a_special_game_is_in_the_header() -> None:
    fen = "nrkbbnqr/pppppppp/8/8/8/8/PPPPPPPP/NRKBBNQR w KQkq - 0 1"
    header = CaptureHeader("dgt", LinkKind.BUS, "1", STARTED, fen, chess960=True)
    assert decode_capture(encode_header(header)).header == header


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (b"", r"7\.cap, line 1: expected the header"),
        (b"\n", r"7\.cap, line 1: expected the header"),
        (b'{"capture": 1, "fam', r"7\.cap, line 1: this is no JSON"),
        (b"[]\n", r"line 1: expected a JSON object"),
        (b'{"capture": 2}\n', r'line 1: expected "capture": 1, not 2'),
        (HEAD.replace(b"serial", b"string"), r'line 1: "link" is .string., expected one of serial'),
        (HEAD.replace(b'"25731"', b"25731"), r'line 1: "device" is 25731, expected a text'),
        (HEAD.replace(b"15:00:00Z", b"noon"), r'line 1: "started" is'),
        (HEAD.replace(b"00Z", b"00"), r"line 1: .* lacks its zone"),
        (HEAD + b'{"t": 1}\n', r'line 2: expected "rx", "tx" or "note"'),
        (HEAD + b'\n{"t": -1, "rx": ""}\n', r'line 3: "t" is -1'),
        (HEAD + b'{"t": NaN, "rx": ""}\n', r'line 2: "t" is nan'),
        (HEAD + b'{"t": 1, "rx": "8"}\n', r'line 2: "rx" is .8., expected hex'),
        (HEAD + b'{"t": 1, "rx": 8}\n', r'line 2: "rx" is 8, expected a text'),
        (HEAD + b'torn in the middle\n{"t": 1, "rx": ""}\n', r"line 2: this is no JSON"),
        (HEAD + b"[" * 100_000 + b"\n", r"line 2: this is no JSON"),
        (HEAD + b"\xff\n", r"line 2: this is no JSON"),
        (HEAD.replace(b"}", b', "chess960": 1}'), r'line 1: "chess960" is 1'),
    ],
)
def test_what_cannot_be_read_is_blamed_by_file_line_and_key(data: bytes, complaint: str) -> None:
    with pytest.raises(CaptureError, match=complaint):
        decode_capture(data, "7.cap")


def test_real_captures_are_read(shared: Path) -> None:
    capture = decode_capture((shared / "data/captures/real-1.cap").read_bytes())
    assert capture.header.device == "0"
    assert len(capture.records) == 455
    assert capture.warnings == ()
