"""Frames and bytes for property tests of the DGT wire."""

from hypothesis import strategies as st

from boardlink.protocols.dgt import (
    Battery,
    BoardDump,
    BusAddress,
    ClockAck,
    ClockTime,
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
)

seven_bits = st.integers(0, 0x7F)
byte = st.integers(0, 0xFF)


def septets(low: int, high: int) -> st.SearchStrategy[bytes]:
    """Data bytes as they may stand in a frame."""
    return st.lists(seven_bits, min_size=low, max_size=high).map(bytes)


def ascii_text(low: int, high: int) -> st.SearchStrategy[str]:
    return septets(low, high).map(lambda data: data.decode("ascii"))


_hours = seven_bits.filter(lambda n: n & 0x0F != 0x0A)
side_times = st.builds(SideTime, _hours, seven_bits, seven_bits)
_unknown_ids = st.integers(0x80, 0xFF).filter(lambda n: n not in set(MessageId))

frames: st.SearchStrategy[Frame] = st.one_of(
    st.builds(BoardDump, septets(64, 64)),
    st.builds(DraughtsDump, st.just(MessageId.BOARD_DUMP), septets(100, 100)),
    st.builds(
        DraughtsDump,
        st.sampled_from([MessageId.DRAUGHTS_BLACK, MessageId.DRAUGHTS_WHITE]),
        septets(50, 50),
    ),
    st.builds(FieldUpdate, seven_bits, seven_bits),
    st.builds(ClockTime, side_times, side_times, seven_bits),
    st.builds(ClockAck, byte, byte, byte, byte),
    st.builds(EeMoves, septets(0, 300)),
    st.builds(BusAddress, st.integers(0, (1 << 14) - 1)),
    st.builds(SerialNumber, ascii_text(5, 5) | ascii_text(9, 9)),
    st.builds(LongSerialNumber, ascii_text(10, 10)),
    st.builds(Trademark, ascii_text(0, 300)),
    st.builds(Version, seven_bits, seven_bits),
    st.builds(HardwareVersion, seven_bits, seven_bits),
    st.builds(Battery, septets(9, 9)),
    st.builds(UnknownFrame, _unknown_ids, septets(0, 300)),
)
