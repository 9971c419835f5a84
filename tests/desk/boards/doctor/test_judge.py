"""What the doctor says of a computer, without the computer."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from desk.boards.doctor.judge import Finding, Verdict, anything_to_do, judge
from desk.boards.doctor.machine import (
    Bluetooth,
    Disk,
    Machine,
    Power,
    SerialPort,
    ServerPort,
    System,
    Time,
    Usb,
    User,
)

NOW = datetime(2026, 5, 1, 9, tzinfo=UTC)
ACM0 = SerialPort("/dev/ttyACM0", usable=True, group="dialout", holder="")
WELL = Machine(
    system=System.LINUX,
    release="Linux-6.1",
    python="3.11.7",
    user=User("ana", frozenset({"ana", "dialout"}), frozenset({"ana", "dialout"})),
    ports=(ACM0,),
    usb=Usb(asleep=()),
    bluetooth=Bluetooth(1, "", service=True, low_energy=True),
    time=Time(NOW, synchronised=True),
    disks=(Disk("the log", "/hall", 10_000_000_000, writable=True, kind="ext4"),),
    servers=(ServerPort("spectators", "0.0.0.0", 8000, free=True),),
    power=Power(True),
    meddlers=(),
    open_files=1024,
    boards=20,
)


def of(machine: Machine, check: str) -> list[Finding]:
    return [finding for finding in judge(machine) if finding.check == check]


def one(machine: Machine, check: str) -> Finding:
    (finding,) = of(machine, check)
    return finding


def test_on_a_good_computer_all_is_fine_and_nothing_is_advised() -> None:
    findings = judge(WELL)
    assert {finding.verdict for finding in findings} == {Verdict.FINE}
    assert not anything_to_do(findings)
    assert all(not finding.advice for finding in findings)


def test_a_port_that_may_not_be_opened_names_the_group_that_owns_it() -> None:
    barred = replace(ACM0, usable=False, group="uucp")
    user = User("ana", frozenset({"ana"}), frozenset({"ana"}))
    finding = one(replace(WELL, ports=(barred,), user=user), "permissions")
    assert finding.verdict is Verdict.TO_DO
    assert "/dev/ttyACM0" in finding.text
    assert finding.advice == "sudo usermod -aG uucp ana, then log in again"


def test_who_has_joined_the_group_since_the_login_is_told_to_log_in_again() -> None:
    user = User("ana", frozenset({"ana"}), frozenset({"ana", "dialout"}))
    barred = replace(ACM0, usable=False)
    assert "log in again" in one(replace(WELL, ports=(barred,), user=user), "permissions").advice
    assert "usermod" not in one(replace(WELL, ports=(barred,), user=user), "permissions").advice
    without = one(replace(WELL, ports=(), user=user), "permissions")
    assert without.verdict is Verdict.TO_DO
    assert "usermod" not in without.advice


def test_without_a_port_to_try_the_group_tells() -> None:
    machine = replace(WELL, ports=())
    assert one(machine, "permissions").verdict is Verdict.FINE
    assert one(machine, "ports").verdict is Verdict.LOOK
    nobody = replace(machine, user=User("ana"))
    assert one(nobody, "permissions").advice.startswith("sudo usermod -aG dialout ana")
    root = replace(machine, user=User("root", is_root=True))
    assert one(root, "permissions").verdict is Verdict.FINE


def test_a_port_that_another_program_has_is_said_by_its_name() -> None:
    held = replace(ACM0, holder="LiveChess (process 812)")
    finding = one(replace(WELL, ports=(held,)), "ports in use")
    assert finding.verdict is Verdict.TO_DO
    assert "LiveChess (process 812)" in finding.text


def test_a_port_that_our_own_hall_has_is_no_trouble() -> None:
    held = replace(ACM0, holder="topboards (process 812)")
    assert one(replace(WELL, ports=(held,)), "ports in use").verdict is Verdict.FINE


@pytest.mark.parametrize("system", [System.MACOS, System.WINDOWS, System.OTHER])
def test_where_the_system_does_not_tell_it_says_what_to_look_at(system: System) -> None:
    unknown = replace(ACM0, holder=None, usable=None)
    machine = replace(
        WELL,
        system=system,
        ports=(unknown,),
        usb=Usb(asleep=None),
        bluetooth=Bluetooth(None),
        time=Time(NOW, None),
        power=Power(None),
        meddlers=None,
        open_files=None,
    )
    findings = judge(machine)
    assert not anything_to_do(findings), "what nobody knows is nobody's fault"
    unsure = [finding for finding in findings if finding.verdict is Verdict.LOOK]
    assert {finding.check for finding in unsure} == {
        "system", "ports in use", "other programs", "USB power saving", "Bluetooth", "time",
    }  # fmt: skip
    assert all(finding.advice for finding in unsure)
    assert "nobody has run a hall on it yet" in one(machine, "system").advice


def test_programs_that_take_ports_are_named_with_the_way_to_stop_them() -> None:
    finding = one(replace(WELL, meddlers=("ModemManager",)), "other programs")
    assert finding.verdict is Verdict.TO_DO
    assert "systemctl disable --now ModemManager" in finding.advice


@pytest.mark.parametrize(
    "machine", [replace(WELL, livechess=True), replace(WELL, meddlers=("LiveChess",))]
)
def test_livechess_beside_us_is_worth_a_look_and_may_stay(machine: Machine) -> None:
    finding = one(machine, "other programs")
    assert finding.verdict is Verdict.LOOK
    assert "LiveChess runs" in finding.text


def test_without_libusb_only_boards_without_a_port_are_missed() -> None:
    usb = Usb("USB devices cannot be looked at: there is no libusb: install it", asleep=())
    finding = one(replace(WELL, usb=usb), "libusb")
    assert finding.verdict is Verdict.LOOK
    assert "install it" in finding.advice


@pytest.mark.parametrize("system", list(System))
def test_a_board_for_which_the_system_has_no_driver_is_to_be_given_one(system: System) -> None:
    usb = Usb(without_driver=("FT232R (0403:6001, usb://0403:6001/@1-2)",), asleep=())
    finding = one(replace(WELL, system=system, usb=usb), "USB driver")
    assert finding.verdict is Verdict.TO_DO
    assert "usb://0403:6001/@1-2" in finding.text
    assert finding.advice


def test_usb_power_saving_is_worth_a_look() -> None:
    finding = one(replace(WELL, usb=Usb(asleep=("DGT at 1-2",))), "USB power saving")
    assert finding.verdict is Verdict.LOOK
    assert "DGT at 1-2" in finding.text


@pytest.mark.parametrize(
    ("bluetooth", "verdict", "words"),
    [
        (Bluetooth(0), Verdict.FINE, "no adapter"),
        (Bluetooth(1, "soft"), Verdict.LOOK, "switched off"),
        (Bluetooth(1, "hard"), Verdict.LOOK, "switched off"),
        (Bluetooth(1, "", service=False), Verdict.LOOK, "does not run"),
        (Bluetooth(1, "", service=True), Verdict.FINE, "topboards[ble]"),
    ],
)
def test_bluetooth_matters_only_where_it_is_used(
    bluetooth: Bluetooth, verdict: Verdict, words: str
) -> None:
    finding = one(replace(WELL, bluetooth=bluetooth), "Bluetooth")
    assert finding.verdict is verdict
    assert words in finding.text


@pytest.mark.parametrize(
    "time",
    [
        Time(datetime(1970, 1, 1, tzinfo=UTC), synchronised=True),
        Time(NOW, synchronised=True, newest_file=NOW + timedelta(hours=1)),
        Time(NOW, synchronised=True, newest_fact=NOW + timedelta(days=1)),
    ],
)
def test_a_clock_that_cannot_be_right_is_to_be_set(time: Time) -> None:
    finding = one(replace(WELL, time=time), "time")
    assert finding.verdict is Verdict.TO_DO
    assert "set-ntp" in finding.advice


def test_files_of_a_moment_ago_and_of_yesterday_are_no_reason_to_doubt_the_clock() -> None:
    time = Time(NOW, True, NOW + timedelta(seconds=1), NOW - timedelta(days=1))
    assert one(replace(WELL, time=time), "time").verdict is Verdict.FINE
    assert one(replace(WELL, time=Time(NOW, False)), "time").verdict is Verdict.LOOK


def test_a_disk_without_room_or_that_is_not_ours_to_write_is_to_be_changed() -> None:
    full = Disk("the log", "/hall", 100_000_000, writable=True)
    assert one(replace(WELL, disks=(full,)), "disk").verdict is Verdict.TO_DO
    barred = Disk("the log", "/hall", 10**10, writable=False)
    assert one(replace(WELL, disks=(barred,)), "disk").verdict is Verdict.TO_DO
    unknown = Disk("the log", "/hall", None, writable=True)
    assert of(replace(WELL, disks=(unknown,)), "disk") == []


@pytest.mark.parametrize("kind", ["nfs4", "cifs", "smb3", "fuse.sshfs"])
def test_a_log_on_a_network_s_disk_is_to_be_moved(kind: str) -> None:
    away = Disk("the log", "/hall", 10**10, writable=True, kind=kind)
    assert of(replace(WELL, disks=(away,)), "disk")[0].verdict is Verdict.TO_DO


def test_a_server_s_port_that_is_taken_says_by_whom() -> None:
    taken = ServerPort("spectators", "0.0.0.0", 8000, free=False, holder="nginx (process 7)")
    finding = one(replace(WELL, servers=(taken,)), "server")
    assert (finding.verdict, "nginx" in finding.text) == (Verdict.TO_DO, True)
    ours = replace(taken, holder="topboards (process 7)")
    assert one(replace(WELL, servers=(ours,)), "server").verdict is Verdict.LOOK
    foreign = ServerPort("arbiter", "10.9.9.9", 8001, free=False, trouble="Cannot assign")
    assert "address of this computer" in one(replace(WELL, servers=(foreign,)), "server").advice


def test_too_few_open_files_for_the_boards_of_the_hall_is_to_be_changed() -> None:
    assert one(replace(WELL, boards=200), "open files").verdict is Verdict.TO_DO
    assert one(replace(WELL, boards=None), "open files").verdict is Verdict.FINE


def test_a_laptop_without_its_charger_is_told_and_soon_urgent() -> None:
    assert one(replace(WELL, power=Power(False, 80)), "power").verdict is Verdict.LOOK
    assert one(replace(WELL, power=Power(False, 20)), "power").verdict is Verdict.TO_DO
