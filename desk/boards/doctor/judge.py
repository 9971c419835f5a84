"""PURE. What is well, what is not, and what to do about it on this system."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Final

from desk.boards.doctor.machine import Disk, Machine, SerialPort, ServerPort, System

RELEASED: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""No computer that runs this program can be older: a clock before it has lost its battery."""
LITTLE_ROOM: Final = 500_000_000
"""Bytes: a weekend with 100 boards writes about as much in logs and recordings."""
AHEAD: Final = timedelta(minutes=2)
"""A file from so far in the future was written by a clock that has been set back since."""
NETWORK_DISKS: Final = ("nfs", "cifs", "smb", "sshfs", "9p", "afs", "davfs", "rclone")
OPEN_FILES: Final = 512
"""Spectators and boards each take one; a browser takes several."""
FILES_PER_BOARD: Final = 4
LOW_BATTERY: Final = 30


class Verdict(StrEnum):
    """How a thing stands."""

    FINE = "fine"
    TO_DO = "to do"
    LOOK = "look"
    """Nobody could tell: look yourself. It is no fault."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at.

    Attributes:
        check: what, in a word or two.
        text: how it is.
        advice: what to do; empty where all is well.
    """

    check: str
    verdict: Verdict
    text: str
    advice: str = ""


def judge(machine: Machine) -> tuple[Finding, ...]:
    """All findings, in the order in which a hall is set up."""
    return (
        _system(machine),
        *_permissions(machine),
        *_in_use(machine),
        *_meddlers(machine),
        *_usb(machine),
        *_power_saving(machine),
        _bluetooth(machine),
        *_time(machine),
        *(finding for disk in machine.disks for finding in _disk(disk)),
        *(_server(server) for server in machine.servers),
        *_open_files(machine),
        *_power(machine),
    )


def anything_to_do(findings: tuple[Finding, ...]) -> bool:
    """True where something should be done before players sit down."""
    return any(finding.verdict is Verdict.TO_DO for finding in findings)


def _system(machine: Machine) -> Finding:
    said = f"{machine.release}, Python {machine.python}"
    if machine.system is System.LINUX:
        return Finding("system", Verdict.FINE, said)
    return Finding(
        "system",
        Verdict.LOOK,
        said,
        f"{machine.system} is written for, and nobody has run a hall on it yet: try everything "
        "out the day before, with one real board",
    )


# --- ports --------------------------------------------------------------------------------


def _permissions(machine: Machine) -> Iterator[Finding]:
    barred = [port for port in machine.ports if port.usable is False]
    if barred:
        names = ", ".join(port.name for port in barred)
        yield Finding(
            "permissions",
            Verdict.TO_DO,
            f"{machine.user.name} may not open {names}",
            _let_in(machine, barred),
        )
    elif machine.ports and all(port.usable for port in machine.ports):
        text = f"{machine.user.name} may open every serial port ({len(machine.ports)})"
        yield Finding("permissions", Verdict.FINE, text)
    elif machine.system is System.LINUX and not machine.ports:
        yield _group_without_ports(machine)
    else:
        yield Finding("permissions", Verdict.FINE, "this system asks for no special permission")
    if not machine.ports:
        yield Finding(
            "ports",
            Verdict.LOOK,
            "there is no serial port",
            "plug a board in and switch it on, then: topboards boards list; boards at serial "
            "servers and behind LiveChess need no port here",
        )


def _let_in(machine: Machine, barred: list[SerialPort]) -> str:
    if machine.system is not System.LINUX:
        return "another program may have it: close that; else start this program as its owner"
    groups = sorted({port.group for port in barred if port.group}) or ["dialout"]
    if set(groups) <= machine.user.groups_at_next_login:
        return f"you are in the group {', '.join(groups)}, but since your last login: log in again"
    return f"sudo usermod -aG {','.join(groups)} {machine.user.name}, then log in again"


def _group_without_ports(machine: Machine) -> Finding:
    user = machine.user
    known = {"dialout", "uucp"}
    if user.is_root or known & user.groups:
        return Finding("permissions", Verdict.FINE, f"{user.name} may open serial ports")
    if known & user.groups_at_next_login:
        advice = "you have joined the group since your last login: log in again"
    else:
        advice = f"sudo usermod -aG dialout {user.name}, then log in again (Arch: group uucp)"
    text = f"{user.name} is not in the group that owns serial ports as a rule (dialout)"
    return Finding("permissions", Verdict.TO_DO, text, advice)


def _in_use(machine: Machine) -> Iterator[Finding]:
    held = [port for port in machine.ports if port.holder]
    for port in held:
        ours = "topboards" in (port.holder or "")
        advice = (
            "a hall, boards watch or boards capture runs already: that is fine, but a second one "
            "cannot use the board"
            if ours
            else "close it there first: a port is for one program alone"
        )
        verdict = Verdict.FINE if ours else Verdict.TO_DO
        yield Finding("ports in use", verdict, f"{port.name} is in use by {port.holder}", advice)
    if machine.ports and not held:
        if any(port.holder is None for port in machine.ports):
            yield Finding(
                "ports in use", Verdict.LOOK, "this system does not tell who uses a port",
                _who_has_it(machine.system),
            )  # fmt: skip
        else:
            whose = "no other program" if machine.user.is_root else "no other program of this user"
            yield Finding("ports in use", Verdict.FINE, f"{whose} has a serial port open")


def _who_has_it(system: System) -> str:
    if system is System.MACOS:
        return "ask with: lsof /dev/cu.*; or see topboards boards list"
    if system is System.WINDOWS:
        return "see topboards boards list; look for LiveChess beside the clock on the task bar"
    return "ask with: sudo fuser -v PORT; or see topboards boards list"


_MEDDLERS: Final = {
    "ModemManager": "it takes each new serial port for a modem and writes to it for some seconds: "
    "sudo systemctl disable --now ModemManager (unless this computer needs a mobile modem)",
    "brltty": "it takes some USB adapters for braille displays: sudo systemctl mask --now brltty "
    "(unless somebody reads braille here)",
}
_LIVECHESS: Final = (
    "it holds the boards it shows: close it, or let it go on and read the boards through it "
    "(docs/livechess.md)"
)


def _meddlers(machine: Machine) -> Iterator[Finding]:
    named = [name for name in machine.meddlers or () if name.lower() != "livechess"]
    for name in named:
        yield Finding("other programs", Verdict.TO_DO, f"{name} runs", _MEDDLERS[name])
    running = len(named) != len(machine.meddlers or ())
    if running or machine.livechess:
        yield Finding("other programs", Verdict.LOOK, "LiveChess runs on this computer", _LIVECHESS)
    elif not named and machine.meddlers is not None:
        text = "none that is known to take boards' ports"
        yield Finding("other programs", Verdict.FINE, text)
    elif not named:
        yield Finding(
            "other programs", Verdict.LOOK, "LiveChess does not answer",
            "close other chess programs that read boards",
        )  # fmt: skip


# --- USB, Bluetooth, power ----------------------------------------------------------------


def _usb(machine: Machine) -> Iterator[Finding]:
    usb = machine.usb
    if usb.trouble:
        advice = "boards that have a serial port work without it; " + usb.trouble.partition(": ")[2]
        yield Finding("libusb", Verdict.LOOK, usb.trouble.partition(": ")[0], advice)
        return
    yield Finding("libusb", Verdict.FINE, "USB devices can be looked at")
    for device in usb.without_driver:
        yield Finding(
            "USB driver", Verdict.TO_DO, f"{device} has no serial port", _driver(machine.system)
        )


def _driver(system: System) -> str:
    match system:
        case System.LINUX:
            return "sudo modprobe ftdi_sio (or cdc_acm), or name its usb:// address as the port"
        case System.MACOS:
            return "plug it in again; else install FTDI's VCP driver, or name its usb:// address"
        case System.WINDOWS:
            return "install FTDI's VCP driver (Windows Update has it); a COM port must appear"
        case System.OTHER:
            return "install the system's driver for it, or name its usb:// address as the port"


def _power_saving(machine: Machine) -> Iterator[Finding]:
    asleep = machine.usb.asleep
    if asleep:
        yield Finding(
            "USB power saving",
            Verdict.LOOK,
            f"the system may put to sleep: {', '.join(asleep)}",
            "boards that are listened to stay awake as a rule; where one drops out, add "
            "usbcore.autosuspend=-1 to the kernel's command line, or: echo on | sudo tee "
            "/sys/bus/usb/devices/*/power/control",
        )
    elif asleep is not None:
        text = "no board can be put to sleep"
        yield Finding("USB power saving", Verdict.FINE, text)
    else:
        yield Finding(
            "USB power saving", Verdict.LOOK, "this system does not tell", _keep_awake(machine)
        )


def _keep_awake(machine: Machine) -> str:
    if machine.system is System.WINDOWS:
        return (
            "Device Manager, each USB root hub, Power Management: do not let the computer turn "
            "it off; Power Options, USB selective suspend: disabled"
        )
    return "forbid sleep in the system's energy settings while the hall runs"


def _bluetooth(machine: Machine) -> Finding:
    found = machine.bluetooth
    name = "Bluetooth"
    if found.adapters is None:
        advice = (
            "pair a board in the system's settings (PIN 0000) and use the port that it gives it"
        )
        return Finding(name, Verdict.LOOK, "this system does not tell", advice)
    if not found.adapters:
        return Finding(name, Verdict.FINE, "there is no adapter; only Bluetooth boards need one")
    if found.blocked:
        advice = (
            "use the computer's own switch for radio"
            if found.blocked == "hard"
            else "rfkill unblock bluetooth"
        )
        text = f"the adapter is switched off ({found.blocked})"
        return Finding(name, Verdict.LOOK, text, f"only for Bluetooth boards: {advice}")
    if found.service is False:
        advice = "only for Bluetooth boards: sudo systemctl enable --now bluetooth"
        return Finding(name, Verdict.LOOK, "the system's service does not run", advice)
    energy = "" if found.low_energy else "; for Bluetooth LE: pip install 'topboards[ble]'"
    return Finding(name, Verdict.FINE, f"there is an adapter{energy}")


def _power(machine: Machine) -> Iterator[Finding]:
    power = machine.power
    if power.on_mains is False:
        left = "" if power.battery is None else f" ({power.battery} % left)"
        verdict = Verdict.TO_DO if (power.battery or 0) <= LOW_BATTERY else Verdict.LOOK
        text = f"the computer runs on its battery{left}"
        advice = "plug its charger in, and forbid sleep when the lid is closed"
        yield Finding("power", verdict, text, advice)
    elif power.on_mains:
        yield Finding("power", Verdict.FINE, "on mains")


# --- time, disks, servers -----------------------------------------------------------------


def _time(machine: Machine) -> Iterator[Finding]:
    time = machine.time
    said = f"{time.now:%Y-%m-%d %H:%M:%S} UTC"
    later = max((t for t in (time.newest_file, time.newest_fact) if t is not None), default=None)
    if time.now < RELEASED:
        yield Finding("time", Verdict.TO_DO, f"it cannot be {said}", _set_clock(machine.system))
    elif later is not None and later - time.now > AHEAD:
        text = f"it is {said}, but the hall's files are of {later:%Y-%m-%d %H:%M}: one is wrong"
        yield Finding("time", Verdict.TO_DO, text, _set_clock(machine.system))
    elif time.synchronised is False:
        text = f"it is {said}, not set by a time server"
        advice = f"compare it with a good watch; {_set_clock(machine.system)}"
        yield Finding("time", Verdict.LOOK, text, advice)
    elif time.synchronised is None:
        advice = "compare it with a good watch: moves and delays are counted by it"
        yield Finding("time", Verdict.LOOK, f"it is {said}", advice)
    else:
        yield Finding("time", Verdict.FINE, f"it is {said}, set by a time server")


def _set_clock(system: System) -> str:
    match system:
        case System.LINUX:
            return "sudo timedatectl set-ntp true, or set it by hand: sudo date -s 'TIME'"
        case System.WINDOWS:
            return "Settings, Time & language, Sync now"
        case System.MACOS:
            return "System Settings, General, Date & Time: set automatically"
        case System.OTHER:
            return "set the computer's clock"


def _disk(disk: Disk) -> Iterator[Finding]:
    where = f"{disk.what} ({disk.folder})"
    if not disk.writable:
        advice = f"make {disk.folder} and let this user write there, or name another folder"
        yield Finding("disk", Verdict.TO_DO, f"{where} cannot be written", advice)
        return
    if disk.kind.removeprefix("fuse.").startswith(NETWORK_DISKS):
        advice = "keep the log on a disk of this computer: a network's locks cannot be relied on"
        text = f"{where} is on a network's disk ({disk.kind})"
        yield Finding("disk", Verdict.TO_DO, text, advice)
    if disk.free_bytes is None:
        return
    room = f"{disk.free_bytes / 1e9:.1f} GB free"
    if disk.free_bytes < LITTLE_ROOM:
        advice = "make room: a full disk stops the log, and with it the hall"
        yield Finding("disk", Verdict.TO_DO, f"{where}: only {room}", advice)
    else:
        yield Finding("disk", Verdict.FINE, f"{where}: {room}")


def _server(server: ServerPort) -> Finding:
    name = f"{server.what}: {server.host}, port {server.port}"
    if server.free:
        return Finding("server", Verdict.FINE, f"{name} is free")
    if "topboards" in server.holder:
        text = f"{name} is in use by {server.holder}: the hall runs already"
        return Finding("server", Verdict.LOOK, text, "a second one needs ports of its own")
    if server.trouble:
        advice = "give it an address of this computer, or 0.0.0.0 for all of them"
        return Finding("server", Verdict.TO_DO, f"{name}: {server.trouble}", advice)
    by = server.holder or "another program"
    advice = "close that program, or choose another port in the hall's file"
    return Finding("server", Verdict.TO_DO, f"{name} is in use by {by}", advice)


def _open_files(machine: Machine) -> Iterator[Finding]:
    limit = machine.open_files
    if limit is None:
        return
    needed = OPEN_FILES + FILES_PER_BOARD * (machine.boards or 0)
    if limit < needed:
        text = f"this program may have {limit} files and connections open; it may need {needed}"
        yield Finding("open files", Verdict.TO_DO, text, f"before it is started: ulimit -n {4096}")
    else:
        yield Finding("open files", Verdict.FINE, f"up to {limit} files and connections")
