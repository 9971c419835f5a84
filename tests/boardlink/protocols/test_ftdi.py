import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardlink.protocols.ftdi import STATUS_BYTES, divisor_of, line_bytes, line_errors, set_up


@pytest.mark.parametrize(
    ("baud_rate", "divisor"),
    [(9600, 0x4138), (19200, 0x809C), (38400, 0xC04E), (115200, 0x001A), (300, 0x2710)],
)
def test_divisors_are_those_of_the_chip(baud_rate: int, divisor: int) -> None:
    assert divisor_of(baud_rate) == divisor


@pytest.mark.parametrize("baud_rate", [0, -1, 50, 3_000_000])
def test_a_rate_beyond_the_chip_is_refused(baud_rate: int) -> None:
    with pytest.raises(ValueError, match="baud"):
        divisor_of(baud_rate)


@given(st.integers(200, 1_000_000))
def test_the_rate_is_met_within_the_three_percent_that_a_line_bears(baud_rate: int) -> None:
    divisor = divisor_of(baud_rate)
    eighth = (0, 4, 2, 1, 3, 5, 6, 7)[divisor >> 14]
    met = 3_000_000 / ((divisor & 0x3FFF) + eighth / 8)
    assert abs(met - baud_rate) <= 0.03 * baud_rate


def test_a_chip_of_several_ports_is_told_which_one_is_meant() -> None:
    assert {setting.index & 0xFF for setting in set_up(9600, 3, ports=4)} == {3}
    assert {setting.index for setting in set_up(9600, 1, ports=1)} == {0}
    (baud,) = [one for one in set_up(460_800, 1, ports=1) if one.request == 3]
    assert baud.value | baud.index << 16 == divisor_of(460_800)


@given(st.binary(max_size=400), st.sampled_from([8, 64, 512]))
def test_only_the_line_s_bytes_are_left(data: bytes, packet_bytes: int) -> None:
    step = packet_bytes - STATUS_BYTES
    packets = [b"\x01\x60" + data[at : at + step] for at in range(0, max(len(data), 1), step)]
    assert line_bytes(b"".join(packets), packet_bytes) == data


@given(st.binary(max_size=200), st.sampled_from([8, 64]))
def test_no_transfer_is_too_odd(transfer: bytes, packet_bytes: int) -> None:
    assert len(line_bytes(transfer, packet_bytes)) <= len(transfer)
    assert set(line_errors(transfer, packet_bytes)) <= {"overrun", "parity", "framing", "break"}


def test_what_was_wrong_on_the_line_is_told_once() -> None:
    assert line_errors(b"\x01\x60ab\x01\x6ac\x01\x62", 4) == ("overrun", "framing")
    assert line_errors(b"\x01", 4) == ()
