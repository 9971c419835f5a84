"""Gathering the facts: asks the system, changes nothing, opens no board's port."""

import importlib.util
import os
import platform
import shutil
import socket
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from boardlink.errors import LinkError
from boardlink.links.processes import holders_of, listener_at, running
from boardlink.links.usb_devices import list_usb
from boardlink.stations.discovery import BOARD_USB_IDS, list_candidates
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
from desk.config.hall import Address, HallConfig
from desk.errors import LogError
from desk.host.clock import SystemClock
from desk.storage.sqlite_log import read_log

MEDDLERS: Final = frozenset({"ModemManager", "brltty", "LiveChess"})
LIVECHESS_PORT: Final = 1982
_SYS: Final = Path("/sys")
_ASK_S: Final = 3.0
"""How long a system's own program may take to answer."""


def gather(config: HallConfig | None) -> Machine:
    """Look at this computer, and at what a hall's configuration wants of it."""
    system = {
        "linux": System.LINUX, "darwin": System.MACOS, "win32": System.WINDOWS,
    }.get(sys.platform, System.OTHER)  # fmt: skip
    return Machine(
        system=system,
        release=platform.platform(terse=True),
        python=platform.python_version(),
        user=_user(),
        ports=serial_ports(system),
        usb=_usb(system),
        bluetooth=bluetooth(),
        time=_time(config),
        disks=_disks(config),
        servers=tuple(
            server_port(what, address)
            for what, address in (
                ("spectators", config.spectators if config else Address("0.0.0.0", 8000)),
                ("arbiter", config.arbiter if config else Address("127.0.0.1", 8001)),
            )
        ),
        power=power(),
        meddlers=running(MEDDLERS),
        livechess=_answers(LIVECHESS_PORT),
        open_files=_open_files(),
        boards=None if config is None else len(config.boards),
    )


# --- ports and who may use them -----------------------------------------------------------


def _user() -> User:
    if not hasattr(os, "geteuid"):
        return User(os.environ.get("USERNAME", "this user"))
    import grp  # POSIX alone
    import pwd

    try:
        entry = pwd.getpwuid(os.geteuid())
        name, own = entry.pw_name, entry.pw_gid
    except KeyError:  # a container's user that the system has no name for
        name, own = str(os.geteuid()), os.getegid()
    by_id = {group.gr_gid: group for group in grp.getgrall()}
    now = {by_id[number].gr_name for number in os.getgroups() if number in by_id}
    later = {group.gr_name for group in by_id.values() if name in group.gr_mem}
    later |= {by_id[own].gr_name} if own in by_id else set()
    return User(name, frozenset(now), frozenset(later), os.geteuid() == 0)


def serial_ports(system: System) -> tuple[SerialPort, ...]:
    """This computer's ports; none of them is opened."""
    names = [candidate.port for candidate in list_candidates()]
    holders = holders_of(names)
    return tuple(
        SerialPort(
            name,
            usable=None if system is System.WINDOWS else os.access(name, os.R_OK | os.W_OK),
            group=_group_of(name),
            holder=None if holders is None else holders.get(name, ""),
        )
        for name in names
    )


def _group_of(name: str) -> str:
    try:
        return Path(name).group()
    except (OSError, KeyError, NotImplementedError):
        return ""


# --- USB, Bluetooth, power ----------------------------------------------------------------


def _usb(system: System) -> Usb:
    asleep = usb_asleep(_SYS / "bus" / "usb" / "devices") if system is System.LINUX else None
    try:
        devices = list_usb()
    except LinkError as error:
        return Usb(trouble=str(error), asleep=asleep)
    without = tuple(
        f"{one.product or 'a USB adapter'} ({one.vendor_id:04x}:{one.product_id:04x}, "
        f"{one.address or one.place})"
        for one in devices
        if one.driven is False and (one.vendor_id, one.product_id) in BOARD_USB_IDS
    )
    return Usb(without_driver=without, asleep=asleep)


def usb_asleep(devices: Path) -> tuple[str, ...] | None:
    """Boards and adapters that Linux may suspend; None where there is no USB to ask."""
    if not devices.is_dir():
        return None
    found = []
    for device in sorted(devices.iterdir()):
        try:
            numbers = (int(_read(device / "idVendor"), 16), int(_read(device / "idProduct"), 16))
        except ValueError:
            continue
        if numbers in BOARD_USB_IDS and _read(device / "power" / "control") == "auto":
            name = _read(device / "product") or f"{numbers[0]:04x}:{numbers[1]:04x}"
            found.append(f"{name} at {device.name}")
    return tuple(found)


def bluetooth(sys: Path = _SYS) -> Bluetooth:
    """The adapters, and whether they are switched off."""
    low_energy = importlib.util.find_spec("bleak") is not None
    if not (sys / "class").is_dir():
        return Bluetooth(None, low_energy=low_energy)
    folder = sys / "class" / "bluetooth"
    adapters = len(list(folder.glob("hci*"))) if folder.is_dir() else 0
    blocked = ""
    for switch in (sys / "class" / "rfkill").glob("rfkill*"):
        if _read(switch / "type") == "bluetooth":
            if _read(switch / "hard") == "1":
                blocked = "hard"
            elif _read(switch / "soft") == "1":
                blocked = blocked or "soft"
    service = running(frozenset({"bluetoothd"}))
    return Bluetooth(adapters, blocked, None if service is None else bool(service), low_energy)


def power(sys: Path = _SYS) -> Power:
    """Mains or battery; a computer without a battery is on mains."""
    folder = sys / "class" / "power_supply"
    if not (sys / "class").is_dir():
        return Power(None)
    supplies = list(folder.iterdir()) if folder.is_dir() else []
    own = [one for one in supplies if _read(one / "scope") != "Device"]  # not a mouse's
    mains = [one for one in own if _read(one / "type") in ("Mains", "USB")]
    batteries = [one for one in own if _read(one / "type") == "Battery"]
    if not batteries:
        return Power(True)
    left = _read(batteries[0] / "capacity")
    on_mains = any(_read(one / "online") == "1" for one in mains)
    return Power(on_mains, int(left) if left.isdecimal() else None)


# --- time, disks, servers -----------------------------------------------------------------


def _time(config: HallConfig | None) -> Time:
    now = SystemClock().now()
    files = [] if config is None else [config.log, *config.captures.glob("*.cap")]
    stamps = [_changed(path) for path in files]
    newest = max((stamp for stamp in stamps if stamp is not None), default=None)
    return Time(now, _synchronised(), newest, _newest_fact(config))


def _changed(path: Path) -> datetime | None:
    try:
        return datetime.fromtimestamp(path.stat().st_mtime, UTC)
    except OSError:
        return None


def _newest_fact(config: HallConfig | None) -> datetime | None:
    if config is None or not config.log.is_file():
        return None
    try:
        return max((entry.logged_at for entry in read_log(config.log)), default=None)
    except LogError:
        return None  # a running hall has it, or it is damaged: topboards run says which


def _synchronised() -> bool | None:
    match sys.platform:
        case "linux":
            said = _ask("timedatectl", "show", "--property=NTPSynchronized", "--value")
            return {"yes": True, "no": False}.get(said.strip())
        case "win32":
            said = _ask("w32tm", "/query", "/status")
            return "Source: Local CMOS Clock" not in said if "Source:" in said else None
        case _:
            return None


def _ask(*command: str) -> str:
    """What a program of the system says; empty where it is not there or does not answer."""
    if shutil.which(command[0]) is None:
        return ""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_ASK_S, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout if done.returncode == 0 else ""


def _disks(config: HallConfig | None) -> tuple[Disk, ...]:
    if config is None:
        return (disk("this folder", Path.cwd()),)
    folders = {config.log.parent.resolve(): "the log"}
    folders.setdefault(config.captures.resolve(), "the recordings")
    return tuple(disk(what, folder) for folder, what in folders.items())


def disk(what: str, folder: Path) -> Disk:
    """The disk under a folder, which may not be there yet."""
    there = folder
    while not there.exists() and there != there.parent:
        there = there.parent
    try:
        free: int | None = shutil.disk_usage(there).free
    except OSError:
        free = None
    return Disk(what, str(folder), free, _takes_a_file(there), _kind_of_disk(there))


def _takes_a_file(folder: Path) -> bool:
    """Tried, not asked: access rights do not tell of a disk that is mounted to read alone."""
    try:
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _kind_of_disk(folder: Path, mounts: Path = Path("/proc/mounts")) -> str:
    best, kind = -1, ""
    for line in _read(mounts).splitlines():
        columns = line.split()
        if len(columns) > 2 and folder.is_relative_to(columns[1]) and len(columns[1]) > best:
            best, kind = len(columns[1]), columns[2]
    return kind


def server_port(what: str, address: Address) -> ServerPort:
    """Whether a server of ours could listen there now."""
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        if os.name == "posix":  # as servers do; on Windows it would take a port that is in use
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((address.host, address.port))
            probe.listen(1)
        except OSError as error:
            return _taken(what, address, error)
    return ServerPort(what, address.host, address.port, free=True)


def _taken(what: str, address: Address, error: OSError) -> ServerPort:
    holder = listener_at(address.port)
    in_use = holder or _answers(address.port)
    said = "" if in_use else str(error.strerror or error)
    return ServerPort(what, address.host, address.port, free=False, holder=holder, trouble=said)


def _answers(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=0.5):
            return True
    except OSError:
        return False


def _open_files() -> int | None:
    try:
        import resource  # POSIX alone
    except ImportError:
        return None
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return None if soft == resource.RLIM_INFINITY else soft


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
