from hypothesis import given
from hypothesis import strategies as st

from boardlink.protocols.dgt_memory import (
    Changed,
    ClockHalted,
    Entry,
    Tag,
    UnknownEntry,
    read_memory,
    write_memory,
)
from boardlink.readings import ClockSide


def test_a_game_that_begins_is_read() -> None:
    data = bytes.fromhex("7f7f7f 6a 4034 41 24 71 23 45 4c 03 6f 6b")
    assert read_memory(data) == [
        Tag.POWER_UP,
        Changed(0x34, 0, quick=False),
        Changed(0x24, 1, quick=False),
        ClockHalted(ClockSide.LEFT, 1 * 3600 + 23 * 60 + 45),
        Changed(0x03, 0x0C, quick=False),
        Tag.START_POSITION,
    ]


def test_a_quick_change_is_told() -> None:
    assert read_memory(bytes.fromhex("5034")) == [Changed(0x34, 0, quick=True)]


def test_both_clocks_are_read_and_bad_digits_are_none() -> None:
    assert read_memory(bytes.fromhex("600259 7f 70 7f00")) == [
        ClockHalted(ClockSide.RIGHT, 179),
        ClockHalted(ClockSide.LEFT, None),
    ]


def test_tags_between_the_left_clock_s_hours_and_nothing_are_not_lost() -> None:
    assert read_memory(bytes.fromhex("7a 7b 7c 7d")) == [
        Tag.START_POSITION_ROTATED,
        Tag.START_TAG,
        Tag.WATCHDOG,
        UnknownEntry(0x7D),
    ]


def test_entries_that_nobody_has_described_are_skipped_byte_by_byte() -> None:
    assert read_memory(bytes.fromhex("12 33 4034")) == [
        UnknownEntry(0x12),
        UnknownEntry(0x33),
        Changed(0x34, 0, quick=False),
    ]


def test_what_lies_after_the_end_or_is_cut_off_is_not_read() -> None:
    assert read_memory(bytes.fromhex("4034 6b 4024")) == [Changed(0x34, 0, quick=False)]
    assert read_memory(bytes.fromhex("40")) == [UnknownEntry(0x40)]
    assert read_memory(bytes.fromhex("7123")) == [UnknownEntry(0x71), UnknownEntry(0x23)]


def _wire(entry: Entry) -> bytes:
    match entry:
        case Changed(index, code, quick):
            return bytes([(0x50 if quick else 0x40) | code, index])
        case ClockHalted(side, left_s):
            assert left_s is not None
            kind = 0x60 if side is ClockSide.RIGHT else 0x70
            minutes, seconds = divmod(left_s % 3600, 60)
            return bytes([kind | left_s // 3600, int(f"{minutes}", 16), int(f"{seconds}", 16)])
        case Tag():
            return bytes([entry])
        case UnknownEntry(byte):
            return bytes([byte])


entries = st.lists(
    st.one_of(
        st.builds(Changed, st.integers(0, 63), st.integers(0, 15), st.booleans()),
        st.builds(ClockHalted, st.sampled_from(ClockSide), st.integers(0, 35_999)),
        st.sampled_from([tag for tag in Tag if tag is not Tag.END]),
    )
)


@given(entries)
def test_what_a_board_wrote_is_read(written: list[Entry]) -> None:
    assert read_memory(b"".join(map(_wire, written)) + bytes([Tag.END])) == written


@given(st.binary())
def test_no_bytes_break_the_reader(data: bytes) -> None:
    assert len(read_memory(data)) <= len(data)


_entries = st.one_of(
    st.builds(Changed, st.integers(0, 63), st.integers(0, 15), st.booleans()),
    st.builds(ClockHalted, st.sampled_from(ClockSide), st.none() | st.integers(0, 35999)),
    st.sampled_from([tag for tag in Tag if tag is not Tag.END]),
)


@given(st.lists(_entries, max_size=30))
def test_entries_come_out_as_they_went_in(entries: list[Entry]) -> None:
    assert read_memory(write_memory(entries)) == entries
