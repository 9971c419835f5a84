import itertools
import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardlink.captures.capture import decode_capture
from boardlink.errors import UsageError
from boardlink.replaying.replay import repaired, replay_bytes, replay_capture, to_json
from facts.fact import Certainty
from tests.boardlink.recorded import START_DUMP, capture, field

OPENING = (
    (0.0, START_DUMP),
    (1.0, field("e2", 0)),
    (1.4, field("e4", 1)),
    (5.0, field("e7", 0)),
    (5.4, field("e5", 7)),
    (9.0, field("g1", 0)),
    (9.4, field("f3", 3)),
)
MISSED_FOUR = bytes.fromhex(
    "860043" + "08090a0c0b0a0008" + "0007070700070707" + "0000000000090000"
    "0700000007000000" + "0000000101000000" + "0000030000000000" + "0101010000010101"
    "0200040605040302"
)


@pytest.mark.shared
@pytest.mark.parametrize("name", ["real-1", "real-2"])
def test_a_real_boards_bytes_give_exactly_the_game_that_was_played(shared: Path, name: str) -> None:
    folder = shared / "data" / "captures"
    (game,) = replay_bytes((folder / f"{name}.cap").read_bytes(), f"{name}.cap")
    truth = re.findall(r"\b[a-h][1-8][a-h][1-8][qrbn]?\b", (folder / f"{name}.uci").read_text())
    assert list(game.verdict.moves) == truth
    assert len(game.verdict.clocks) == len(truth)
    assert game.verdict.result is None


def test_a_game_is_given_with_all_keys_of_the_format() -> None:
    (game,) = replay_capture(capture(*OPENING, (20.0, b"")), "a.cap")
    line = json.loads(to_json(game))
    assert list(line) == [
        "file",
        "device",
        "game",
        "start_fen",
        "moves",
        "clocks",
        "marks",
        "alternatives",
        "result",
        "result_by",
        "certainty",
        "issues",
    ]
    assert line["moves"] == ["e2e4", "e7e5", "g1f3"]
    assert line["clocks"] == [None, None, None]
    assert (line["result"], line["result_by"], line["certainty"]) == ("*", None, "certain")
    assert (line["file"], line["device"], line["game"]) == ("a.cap", "25731", 0)


def test_a_new_start_position_begins_the_next_game_of_a_capture() -> None:
    again = (
        (60.0, field("f3", 0)),
        (60.2, field("e5", 0)),
        (60.3, field("e4", 0)),
        (61.0, field("g1", 3)),
        (61.4, field("e7", 7)),
        (62.0, field("e2", 1)),
        (90.0, field("d2", 0)),
        (90.4, field("d4", 1)),
        (95.0, b""),
    )
    games = replay_capture(capture(*OPENING, *again), "a.cap")
    assert [game.verdict.moves for game in games] == [("e2e4", "e7e5", "g1f3"), ("d2d4",)]
    assert [game.game for game in games] == [0, 1]


def test_a_capture_in_which_the_board_was_never_read_is_unclear() -> None:
    (game,) = replay_capture(capture((9.0, b"")), "a.cap")
    assert game.verdict.certainty is Certainty.UNCLEAR
    assert [issue.code for issue in game.verdict.issues] == ["never-read"]


def test_a_capture_in_which_nothing_happens_has_one_game_without_moves() -> None:
    (game,) = replay_capture(capture((0.0, START_DUMP), (9.0, b"")), "a.cap")
    assert game.verdict.moves == ()


@given(st.lists(st.integers(0, 200), max_size=30))
@settings(max_examples=60, deadline=None)
def test_however_the_bytes_were_cut_into_reads_the_facts_are_the_same(cuts: list[int]) -> None:
    whole = replay_capture(capture(*OPENING, (20.0, b"")), "a.cap")
    reads: list[tuple[float, bytes]] = []
    for n, (t, data) in enumerate(OPENING):
        places = sorted({cut % (len(data) + 1) for cut in cuts[n::7]} | {0, len(data)})
        reads += [(t, data[a:b]) for a, b in itertools.pairwise(places)]
    assert replay_capture(capture(*reads, (20.0, b"")), "a.cap") == whole


@given(st.lists(st.tuples(st.floats(0, 50), st.binary(max_size=80)), max_size=20))
@settings(max_examples=100, deadline=None)
def test_no_stream_of_bytes_makes_it_crash_or_loop(reads: list[tuple[float, bytes]]) -> None:
    ordered = sorted(reads, key=lambda read: read[0])
    assert len(replay_capture(capture((0.0, START_DUMP), *ordered), "a.cap")) >= 1


def test_a_scoresheet_settles_the_order_of_moves_that_were_missed() -> None:
    reads = (*OPENING[:5], (60.0, MISSED_FOUR), (90.0, b""))
    (unclear,) = replay_capture(capture(*reads), "a.cap")
    assert unclear.verdict.moves == ("e2e4", "e7e5")
    sheet = ("e2e4", "e7e5", "b1c3", "g8f6", "d2d4", "a7a5")
    assert sheet in unclear.verdict.alternatives
    told = dict(enumerate(sheet, start=1))
    settled = repaired(capture(*reads), "a.cap", 0, told).verdict
    assert settled.moves == sheet
    assert (settled.certainty, settled.alternatives) == (Certainty.CERTAIN, ())


def test_one_move_that_an_arbiter_knows_leaves_only_the_orders_that_have_it() -> None:
    reads = (*OPENING[:5], (60.0, MISSED_FOUR), (90.0, b""))
    some = repaired(capture(*reads), "a.cap", 0, {3: "b1c3"}).verdict
    assert some.moves == ("e2e4", "e7e5", "b1c3")
    assert some.alternatives
    assert {moves[2] for moves in some.alternatives} == {"b1c3"}
    with pytest.raises(UsageError, match="there is no game 3"):
        repaired(capture(*reads), "a.cap", 3, {})


def test_a_torn_last_line_does_not_lose_the_game() -> None:
    data = b'{"capture": 1, "family": "dgt", "link": "serial", "device": "1", '
    data += b'"started": "2026-01-10T15:00:00Z"}\n'
    for t, read in OPENING:
        data += b'{"t": %a, "rx": "%b"}\n' % (t, read.hex().encode())
    assert decode_capture(data + b'{"t": 30, "rx": "8e').warnings
    (game,) = replay_bytes(data + b'{"t": 30, "rx": "8e', "a.cap")
    assert game.verdict.moves == ("e2e4", "e7e5", "g1f3")
