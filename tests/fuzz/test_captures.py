"""Capture files that were torn, edited, or never were any."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardlink.captures.capture import (
    Capture,
    CaptureHeader,
    LinkKind,
    Note,
    Received,
    Sent,
    decode_capture,
    encode_header,
    encode_record,
)
from boardlink.errors import CaptureError, UsageError
from boardlink.protocols.dgt import BoardDump, ClockTime, FieldUpdate, SideTime, encode_frame
from boardlink.replaying.replay import ReplayedGame, replay_bytes
from tests.fakes.scripted_board import START_CODES
from tests.fakes.virtual_clock import EPOCH
from tests.fuzz.streams import streams

FEWER = 4
"""To replay a game takes longer than to parse a frame."""


def clock(left: int, right: int, status: int) -> bytes:
    return encode_frame(ClockTime(SideTime(0, left, 0), SideTime(0, right, 0), status))


GAME = [
    encode_header(CaptureHeader("dgt", LinkKind.USB, "25731", EPOCH)),
    encode_record(Sent(0.1, b"\x4b\x42")),
    encode_record(Received(0.2, encode_frame(BoardDump(START_CODES)) + clock(5, 5, 0x09))),
    *(
        encode_record(Received(float(n), encode_frame(FieldUpdate(square, code))))
        for n, (square, code) in enumerate(
            [(52, 0), (36, 1), (12, 0), (28, 7), (62, 0), (45, 3), (1, 0), (18, 9)], start=1
        )
    ),
    encode_record(Received(9.0, clock(5, 4, 0x13))),
    encode_record(Note(10.0, "unplugged")),
    encode_record(Received(20.0, encode_frame(BoardDump(START_CODES)))),
    *(
        encode_record(Received(20.0 + n, encode_frame(FieldUpdate(square, code))))
        for n, (square, code) in enumerate([(60, 0), (35, 5), (4, 0), (28, 0x0B)], start=1)
    ),
    encode_record(Received(40.0, clock(5, 4, 0x08))),
]


def read_or_refused(data: bytes) -> Capture | str:
    try:
        return decode_capture(data, "game.cap")
    except CaptureError as error:
        return str(error)


def replayed_or_refused(data: bytes) -> list[ReplayedGame] | str:
    try:
        return replay_bytes(data, "game.cap")
    except (CaptureError, UsageError) as error:
        return str(error)


def check_replay(data: bytes) -> None:
    games = replayed_or_refused(data)
    if isinstance(games, str):
        assert games.startswith("game.cap")
        return
    for game in games:
        assert len(game.verdict.clocks) == len(game.verdict.moves)


@given(streams([b"".join(GAME), *GAME]))
def test_a_file_is_read_or_refused_by_name_and_line(data: bytes) -> None:
    capture = read_or_refused(data)
    if isinstance(capture, str):
        assert capture.startswith("game.cap")
    else:
        assert capture.size <= len(data)
        assert len(capture.records) == len(capture.offsets)
        assert list(capture.offsets) == sorted(capture.offsets)


@settings(max_examples=max(settings.default.max_examples // FEWER, 1) if settings.default else 25)
@given(st.lists(st.integers(1, len(GAME) - 1), max_size=40), st.data())
def test_a_recording_in_any_order_is_replayed(order: list[int], data: st.DataObject) -> None:
    recording = b"".join([GAME[0], *(GAME[n] for n in order)])
    check_replay(data.draw(st.just(recording) | streams([recording])))


def test_the_recording_is_a_good_one_before_it_is_spoilt() -> None:
    games = replayed_or_refused(b"".join(GAME))
    assert not isinstance(games, str)
    assert games[0].verdict.moves[:4] == ("e2e4", "e7e5", "g1f3", "b8c6")


@pytest.mark.parametrize("t", [1e9, 1e11, 1e12, 1e300])
def test_times_beyond_every_calendar_are_refused_or_borne(t: float) -> None:
    check_replay(b"".join([*GAME, encode_record(Received(t, b"\x8e"))]))
    check_replay(b"".join([*GAME[:5], encode_record(Received(t, b"\x8e")), *GAME[5:]]))


def test_a_board_that_shows_a_sign_and_never_showed_its_game_is_replayed() -> None:
    check_replay(b"".join(GAME[n] for n in (0, 3, 14, 15, 16, 17)))
