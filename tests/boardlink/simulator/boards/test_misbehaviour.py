from boardlink.readings import EMPTY, Square
from boardlink.simulator.boards.misbehaviour import (
    WELL_BEHAVED,
    Flicker,
    LoosePlug,
    Misbehaviour,
    Misread,
    Replug,
    Restart,
    Unplug,
    is_loose,
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


def test_a_loose_plug_has_no_contact_every_now_and_then() -> None:
    bad = Misbehaviour(loose=LoosePlug(every_s=20.0, for_s=3.0))
    assert [is_loose(bad, t) for t in (0.0, 2.0, 20.0, 22.9, 23.0, 41.0)] == [
        False, False, True, True, False, True,
    ]  # fmt: skip
    assert is_silent(bad, 21.0)
    assert not is_loose(WELL_BEHAVED, 21.0)


def test_each_changed_bit_is_another_one() -> None:
    frame, bad = bytes.fromhex("8e00053400"), Misbehaviour(flipped_every=2)
    spoilt_frames = [spoilt(bad, n, frame) for n in range(1, 9)]
    assert spoilt_frames[::2] == [frame] * 4
    assert len(set(spoilt_frames[1::2])) == 4
    for one in spoilt_frames[1::2]:
        changed = int.from_bytes(one, "big") ^ int.from_bytes(frame, "big")
        assert changed.bit_count() == 1


def test_babble_comes_before_every_so_many_frames() -> None:
    bad = Misbehaviour(babble_every=2, babble=b"ring")
    assert [spoilt(bad, n, b"\x93") for n in (1, 2)] == [b"\x93", b"ring\x93"]
