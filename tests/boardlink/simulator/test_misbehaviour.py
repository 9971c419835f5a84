from boardlink.readings import EMPTY, Square
from boardlink.simulator.misbehaviour import (
    WELL_BEHAVED,
    Flicker,
    Misbehaviour,
    Misread,
    Replug,
    Restart,
    Unplug,
    is_silent,
    mishaps,
    spoilt,
)


def test_a_well_behaved_board_has_no_mishaps() -> None:
    assert mishaps(WELL_BEHAVED, 0.0, 1e6) == []
    assert spoilt(WELL_BEHAVED, 1, b"\x91\x00\x08") == b"\x91\x00\x08"
    assert not is_silent(WELL_BEHAVED, 5.0)


def test_mishaps_come_in_order_and_each_in_one_window_alone() -> None:
    bad = Misbehaviour(
        restarts_at_s=(30.0, 5.0),
        unplugged_at_s=10.0,
        unplugged_for_s=4.0,
        flicker=Flicker(Square(3), every_s=9.0, for_s=2.0),
    )
    whole = mishaps(bad, 0.0, 40.0)
    assert whole[:5] == [
        (5.0, Restart()),
        (9.0, Misread(Square(3), EMPTY)),
        (10.0, Unplug()),
        (11.0, Misread(Square(3), None)),
        (14.0, Replug()),
    ]
    windows = [mishaps(bad, float(at), at + 10.0) for at in range(0, 40, 10)]
    assert [mishap for window in windows for mishap in window] == whole


def test_silence_begins_and_may_end() -> None:
    for_ever, a_while = Misbehaviour(silent_at_s=2.0), Misbehaviour(2 * b"", 2.0, 3.0)
    assert [is_silent(for_ever, t) for t in (1.9, 2.0, 99.0)] == [False, True, True]
    assert [is_silent(a_while, t) for t in (1.9, 4.9, 5.0)] == [False, True, False]


def test_every_so_many_frames_one_is_spoilt() -> None:
    frame = bytes.fromhex("8e00053400")
    lengths = [spoilt(Misbehaviour(wrong_length_every=2), n, frame).hex() for n in (1, 2, 3, 4)]
    assert lengths == ["8e00053400", "8e00043400"] * 2
    torn = [spoilt(Misbehaviour(torn_every=3), n, frame).hex() for n in (1, 2, 3)]
    assert torn == ["8e00053400", "8e00053400", "8e000534"]
