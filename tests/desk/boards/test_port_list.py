import io
from dataclasses import replace

import pytest
from rich.console import Console

from boardlink.captures.capture import LinkKind
from boardlink.protocols.livechess import BoardState
from boardlink.sensing.squares.placement import START, fen_field, turned
from boardlink.simulator.livechess.program import SimulatedEboard
from boardlink.simulator.livechess.server import livechess
from boardlink.stations.discovery import Answer, Likelihood, PortCandidate, PortReport
from desk.boards.port_list import advice, at_livechess, behind_livechess, port_table
from desk.host.clock import SystemClock
from facts.ids import DeviceId

ACM0 = PortCandidate("/dev/ttyACM0", LinkKind.USB, "04d8:000a", "", Likelihood.LIKELY)
FOUND = PortReport(
    ACM0, Answer.BOARD, DeviceId("25731"), "1.07", "3000147740", fen_field(START), "stopped"
)
BUSY = PortReport(
    replace(ACM0, port="/dev/ttyACM1"),
    Answer.BUSY,
    text="/dev/ttyACM1: the port is in use by LiveChess (process 812): close it there first",
)


def shown(*reports: PortReport) -> str:
    out = io.StringIO()
    Console(file=out, width=140).print(port_table(reports))
    return out.getvalue()


def test_a_board_is_shown_with_both_its_numbers_its_clock_and_what_stands_there() -> None:
    line = shown(FOUND).splitlines()[1]
    assert "25731 / 3000147740" in line
    assert "stopped" in line
    assert line.rstrip().endswith("the start position")
    assert "turned" in shown(replace(FOUND, placement=fen_field(turned(START))))
    assert "3 men" in shown(replace(FOUND, placement="8/8/8/3kK3/8/8/4?3/8"))
    assert "battery 40 %" in shown(replace(FOUND, battery=40))


def test_why_a_port_has_no_board_stands_below_the_table_in_one_piece() -> None:
    assert "busy" in shown(FOUND, BUSY)
    assert advice([FOUND, BUSY]) == [f"→ {BUSY.text}"]


@pytest.mark.real_time
async def test_the_boards_of_a_livechess_are_listed_also_those_that_it_does_not_read() -> None:
    boards = [SimulatedEboard("25731"), SimulatedEboard("25732", state=BoardState.NOT_RESPONDING)]
    async with livechess(boards, SystemClock()) as (_, address):
        read, lost = await behind_livechess(address)
    assert (read.answer, read.device, read.candidate.port) == (
        Answer.BOARD, "25731", f"{address}#25731",
    )  # fmt: skip
    assert (lost.answer, lost.device) == (Answer.SILENT, "25732")
    assert "LiveChess does not read it (NOTRESPONDING)" in advice([read, lost])[0]


@pytest.mark.real_time
async def test_a_livechess_that_is_named_and_not_there_is_told_with_what_to_check() -> None:
    (report,) = await at_livechess("ws://127.0.0.1:9/api/v1.0")
    assert report.answer is Answer.CLOSED
    assert "is LiveChess running on that computer" in report.text


@pytest.mark.real_time
async def test_without_a_livechess_there_are_no_boards_of_it() -> None:
    assert await behind_livechess("ws://127.0.0.1:9/api/v1.0") == []
