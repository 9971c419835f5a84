"""Boards that are configured and are not there."""

from datetime import timedelta

from boardlink.drivers.supervise import PortState
from desk.config.hall import BoardConfig
from desk.hall.port_watch import SEARCH_TIME, PortWatch, port_troubles, reconnecting_facts
from desk.state.hall import DeviceState, Presence
from facts.ids import BoardNo, DeviceId
from tests.fakes.virtual_clock import EPOCH, FixedClock

NO_PORT = "there is no such port: is the board plugged in and switched on?"


def board(number: int, device: str | None = None, port: str | None = None) -> BoardConfig:
    return BoardConfig(BoardNo(number), DeviceId(device) if device else None, port, None)


def missing(port: str, failures: int = 3) -> PortState:
    return PortState(port, None, EPOCH, failures, f"{port}: {NO_PORT}")


def answering(port: str, device: str) -> PortState:
    return PortState(port, DeviceId(device), EPOCH, 0, "")


def test_a_port_that_is_not_there_is_told_with_its_board_since_when_and_how_often() -> None:
    boards = [board(3, port="/dev/a"), board(4, port="/dev/b")]
    (trouble,) = port_troubles(boards, [missing("/dev/a"), answering("/dev/b", "25731")], None)
    assert (trouble.board, trouble.port, trouble.text) == (3, "/dev/a", NO_PORT)
    assert (trouble.since, trouble.tried) == (EPOCH, 3)
    assert trouble.name == "board 3 (/dev/a)"


def test_a_board_that_answers_at_another_port_than_its_own_is_there() -> None:
    boards = [board(3, "25731", "/dev/a")]
    assert port_troubles(boards, [missing("/dev/a"), answering("/dev/b", "25731")], None) == ()


def test_a_port_that_nobody_has_tried_yet_is_no_trouble() -> None:
    state = PortState("/dev/a", None, EPOCH, 0, "")
    assert port_troubles([board(3, port="/dev/a")], [state], None) == ()


def test_a_port_that_was_found_and_is_of_no_use_is_told_without_a_board() -> None:
    (trouble,) = port_troubles([board(3, "25731")], [missing("/dev/x", 1)], None)
    assert (trouble.board, trouble.port, trouble.name) == (None, "/dev/x", "/dev/x")


def test_a_board_known_by_its_number_alone_is_missed_after_a_while() -> None:
    clock = FixedClock()
    states: list[PortState] = []
    watch = PortWatch([board(3, "25731")], lambda: states, clock)
    assert watch.troubles() == ()
    clock.move(SEARCH_TIME / timedelta(seconds=1))
    (trouble,) = watch.troubles()
    assert (trouble.board, trouble.device, trouble.since) == (3, "25731", EPOCH)
    assert trouble.name == "board 3 (serial number 25731)"
    states.append(answering("/dev/a", "25731"))
    assert watch.troubles() == ()


def gone(device: str, port: str, *, broke: bool = True) -> DeviceState:
    return DeviceState(DeviceId(device), Presence.OFFLINE, EPOCH, port=port, broke=broke)


def test_a_board_that_is_looked_for_is_told_each_time_the_attempts_have_doubled() -> None:
    devices = {DeviceId("25731"): gone("25731", "/dev/a")}
    told: dict[DeviceId, int] = {}
    said = []
    for failures in range(1, 40):
        for fact in reconnecting_facts(devices, [missing("/dev/a", failures)], told):
            told[fact.device] = fact.tried
            said.append((fact.tried, fact.since, fact.reason))
    assert said == [(tried, EPOCH, NO_PORT) for tried in (2, 4, 8, 16, 32)]


def test_a_board_that_is_here_or_at_another_port_or_was_never_here_is_not_looked_for() -> None:
    here = DeviceState(DeviceId("25731"), Presence.ONLINE, EPOCH, port="/dev/a")
    elsewhere = gone("25732", "/dev/b")
    never = gone("25733", "/dev/c", broke=False)
    devices = {state.device: state for state in (here, elsewhere, never)}
    ports = [missing("/dev/a"), answering("/dev/b", "25734"), missing("/dev/c")]
    assert reconnecting_facts(devices, ports, {}) == ()
