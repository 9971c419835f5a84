import io
from dataclasses import replace

from rich.console import Console

from boardlink.capture import LinkKind
from boardlink.discovery import Answer, Likelihood, PortCandidate, PortReport
from boardlink.sensing.placement import START, fen_field, turned
from desk.port_list import advice, port_table
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
