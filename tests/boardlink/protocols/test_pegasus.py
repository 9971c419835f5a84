import pytest

from boardlink.protocols.dgt import BoardDump, DgtParser, FieldUpdate, SerialNumber, encode_frame
from boardlink.protocols.dgt_readings import OddityCode, Sensors
from boardlink.protocols.pegasus import encode_key, read_frame
from boardlink.readings import Man, PlacementRead, SquareRead


def test_the_key_is_framed_as_the_board_wants_it() -> None:
    assert encode_key(bytes(range(6))).hex() == "6307000102030405" + "00"


@pytest.mark.parametrize("key", [b"", b"12345", b"1234567"])
def test_a_key_of_another_length_is_none(key: bytes) -> None:
    with pytest.raises(ValueError, match="6 bytes"):
        encode_key(key)


def test_squares_are_taken_by_men_that_cannot_be_read() -> None:
    codes = bytes([1] * 16 + [0] * 32 + [1] * 16)
    (frame,) = DgtParser().feed(encode_frame(BoardDump(codes)))
    (reading,) = read_frame(Sensors(), frame).readings
    assert reading == PlacementRead("?" * 16 + "." * 32 + "?" * 16)  # type: ignore[arg-type]


@pytest.mark.parametrize(("code", "man"), [(0, "."), (1, "?")])
def test_a_square_changes(code: int, man: str) -> None:
    sensed = read_frame(Sensors(), FieldUpdate(0, code))
    assert sensed.readings == (SquareRead(56, Man(man)),)  # type: ignore[arg-type]


def test_a_square_that_no_board_has_is_odd() -> None:
    sensed = read_frame(Sensors(), FieldUpdate(64, 1))
    assert sensed.readings == ()
    assert [oddity.code for oddity in sensed.oddities] == [OddityCode.SQUARE_OUTSIDE]


def test_a_board_that_is_taken_all_over_is_not_calibrated() -> None:
    sensed = read_frame(Sensors(), BoardDump(b"\x01" * 64))
    assert [oddity.code for oddity in sensed.oddities] == [OddityCode.UNCALIBRATED]


def test_frames_about_the_device_are_read_as_dgt_s() -> None:
    assert read_frame(Sensors(), SerialNumber("40001")).readings == ()
