from datetime import timedelta

from boardlink.drivers.heard import Concern, DeviceBattery, Heard, Repair
from boardlink.readings import ClockRead, ClockSide, View
from boardlink.stations.health import NOISY_ERRORS, NOISY_S, RATE_S, WARN_AGAIN_S, Health
from facts.fact import DeviceRecovered, DeviceWarned
from facts.ids import DeviceId
from tests.fakes.virtual_clock import EPOCH

GARBAGE = Heard(garbage_bytes=3, repairs=(Repair.GARBAGE,))


def codes(
    health: Health, heard: Heard, t: float = 0.0, view: View | None = None, *, armed: bool = True
) -> list[str]:
    at = EPOCH + timedelta(seconds=t)
    health.count(heard, at)
    return [fact.code for fact in health.warnings(heard, view or View(), "", at, armed=armed)]


def test_frames_and_errors_are_counted_since_the_link_came_up() -> None:
    health = Health(DeviceId("1"))
    for second in range(20):
        health.count(Heard(frames=3), EPOCH + timedelta(seconds=second))
    health.count(GARBAGE, EPOCH + timedelta(seconds=19))
    figures = health.figures(EPOCH + timedelta(seconds=19))
    assert (figures.frames, figures.errors, figures.garbage_bytes) == (60, 1, 3)
    assert 2.9 <= figures.frames_per_s <= 3.4
    assert health.figures(EPOCH + timedelta(seconds=19 + RATE_S + 1)).frames_per_s == 0
    health.link_is_up()
    assert health.figures(EPOCH).frames == 0


def test_a_few_errors_are_no_noise_and_many_are() -> None:
    health = Health(DeviceId("1"))
    assert [codes(health, GARBAGE, t) for t in range(NOISY_ERRORS)] == [[]] * 4 + [["noisy"]]
    rare = Health(DeviceId("1"))
    assert not any(codes(rare, GARBAGE, 20.0 * n) for n in range(20))


def test_a_warning_comes_again_only_after_a_while() -> None:
    health = Health(DeviceId("1"))
    low = Heard(battery=DeviceBattery(10, charging=False))
    given = [t for t in range(0, 1300, 60) if codes(health, low, t)]
    assert given == [0, WARN_AGAIN_S, 2 * WARN_AGAIN_S]


def test_a_board_on_its_charger_needs_none() -> None:
    health = Health(DeviceId("1"))
    assert codes(health, Heard(battery=DeviceBattery(10, charging=True))) == []
    assert health.figures(EPOCH).battery == 10


def test_a_missing_clock_matters_only_to_a_game() -> None:
    missing = View(clock_missing=True)
    assert codes(Health(DeviceId("1")), Heard(), view=missing, armed=False) == []
    assert codes(Health(DeviceId("1")), Heard(), view=missing) == ["clock-missing"]


def test_a_clock_s_battery_is_told() -> None:
    clock = ClockRead(1, 1, ClockSide.LEFT, running=True, battery_low=True)
    assert codes(Health(DeviceId("1")), Heard(), view=View(clock=clock)) == ["clock-battery"]


def test_what_concerns_a_person_is_told_in_its_words() -> None:
    health = Health(DeviceId("1"))
    heard = Heard(concerns=((Concern.MAGIC_PIECE, "the man for “draw” stands on square 0"),))
    assert codes(health, heard) == ["magic-piece"]


def test_an_incomplete_capture_is_told() -> None:
    health = Health(DeviceId("1"))
    (fact,) = health.warnings(Heard(), View(), "no space left", EPOCH, armed=False)
    assert isinstance(fact, DeviceWarned)
    assert (fact.code, fact.text) == ("capture", "no space left")


def told(
    health: Health,
    heard: Heard,
    t: float,
    view: View | None = None,
    trouble: str = "",
    *,
    armed: bool = True,
) -> list[DeviceWarned | DeviceRecovered]:
    at = EPOCH + timedelta(seconds=t)
    health.count(heard, at)
    return health.warnings(heard, view or View(), trouble, at, armed=armed)


def test_noise_is_over_after_a_quiet_minute_and_is_told_at_once_when_it_is_back() -> None:
    health = Health(DeviceId("1"))
    for t in range(NOISY_ERRORS):
        told(health, GARBAGE, t)
    assert told(health, GARBAGE, 40) == []
    assert told(health, Heard(frames=1), 40 + NOISY_S - 1) == []
    assert told(health, Heard(frames=1), 40 + NOISY_S) == [DeviceRecovered(DeviceId("1"), "noisy")]
    assert told(health, Heard(frames=1), 41 + NOISY_S) == []
    again = [fact for t in range(NOISY_ERRORS) for fact in told(health, GARBAGE, 110 + t)]
    assert [fact.code for fact in again] == ["noisy"]


def test_a_clock_that_is_put_back_is_told() -> None:
    health = Health(DeviceId("1"))
    missing, there = View(clock_missing=True), View(clock=ClockRead(1, 1, ClockSide.LEFT, True))
    assert [fact.code for fact in told(health, Heard(), 0, missing)] == ["clock-missing"]
    assert told(health, Heard(), 1, there) == []
    assert told(health, Heard(), 7, there) == [DeviceRecovered(DeviceId("1"), "clock-missing")]


def test_a_battery_is_well_again_only_when_the_board_says_so() -> None:
    health = Health(DeviceId("1"))
    told(health, Heard(battery=DeviceBattery(10, charging=False)), 0)
    assert told(health, Heard(frames=1), 100) == []
    charging = Heard(battery=DeviceBattery(11, charging=True))
    assert told(health, charging, 120) == [DeviceRecovered(DeviceId("1"), "battery")]


def test_a_clock_that_is_gone_has_no_better_battery() -> None:
    health = Health(DeviceId("1"))
    low = View(clock=ClockRead(1, 1, ClockSide.LEFT, running=True, battery_low=True))
    told(health, Heard(), 0, low)
    assert told(health, Heard(), 60, View(clock_missing=True), armed=False) == []


def test_a_full_disk_that_has_room_again_is_told() -> None:
    health = Health(DeviceId("1"))
    told(health, Heard(), 0, trouble="no space left")
    assert told(health, Heard(), 10) == [DeviceRecovered(DeviceId("1"), "capture")]


def test_after_a_reconnection_what_needs_a_look_is_told_anew() -> None:
    health = Health(DeviceId("1"))
    low = Heard(battery=DeviceBattery(10, charging=False))
    assert [fact.code for fact in told(health, low, 0)] == ["battery"]
    health.link_is_up()
    assert [fact.code for fact in told(health, low, 30)] == ["battery"]


def test_what_no_single_read_shows_is_warned_of_over_all_connections() -> None:
    health = Health(DeviceId("1"))
    told = []
    for n in range(4):
        health.link_is_up()
        told.append(codes(health, Heard(), 30.0 * n))
    assert told == [[], [], [], ["loose"]]
