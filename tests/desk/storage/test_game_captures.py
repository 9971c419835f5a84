"""Which captures hold a game; here of boards that share a bus line's."""

from datetime import timedelta
from pathlib import Path

import chess

from boardlink.captures.capture import CaptureHeader, LinkKind, encode_header, encode_record
from desk.storage.game_captures import Arming, CapturedGame, LineCaptures, read_captures
from facts.fact import GameArmed
from facts.ids import BoardNo, DeviceId, GameId
from tests.boardlink.captures.test_bus_line import two_boards
from tests.fakes.virtual_clock import EPOCH

LINE, LATER = "bus-ttyUSB0-20260110T120000Z.cap", "bus-ttyUSB0-20260110T130000Z.cap"


def write_line(folder: Path, name: str, hours: float) -> None:
    """A line's capture with boards 25731 and 01025 on it."""
    header = CaptureHeader("dgt", LinkKind.BUS, "bus-ttyUSB0", EPOCH + timedelta(hours=hours))
    lines = b"".join(map(encode_record, two_boards().records))
    (folder / name).write_bytes(encode_header(header) + lines)


def recording(device: str, capture: str) -> CapturedGame:
    device_ = DeviceId(device)
    fact = GameArmed(
        GameId("open.1"), BoardNo(1), device_, chess.STARTING_FEN, capture=capture, offset=0
    )
    return CapturedGame((Arming(fact, EPOCH),))


def test_each_board_of_a_line_finds_its_part_of_the_lines_captures(tmp_path: Path) -> None:
    write_line(tmp_path, LINE, 0)
    write_line(tmp_path, LATER, 1)
    lines = LineCaptures()
    for device in ("25731", "01025"):
        found = read_captures(tmp_path, recording(device, LINE), lines)
        assert [capture.header.device for capture in found] == [device] * 2
        assert [capture.header.link for capture in found] == [LinkKind.SERIAL] * 2
        assert found[0].header.started < found[1].header.started


def test_a_board_that_was_never_on_the_line_has_nothing_there(tmp_path: Path) -> None:
    write_line(tmp_path, LINE, 0)
    assert read_captures(tmp_path, recording("99999", LINE)) == []
