"""PURE. What is gathered about a computer, before anybody judges it.

None means that nobody could tell, wherever it stands.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class System(StrEnum):
    """What advice depends on."""

    LINUX = "Linux"
    MACOS = "macOS"
    WINDOWS = "Windows"
    OTHER = "another system"


@dataclass(frozen=True, slots=True)
class SerialPort:
    """A serial port.

    Attributes:
        usable: this user may read and write it.
        group: that may use it.
        holder: the program that has it open, empty where none has.
    """

    name: str
    usable: bool | None
    group: str = ""
    holder: str | None = None


@dataclass(frozen=True, slots=True)
class User:
    """Who runs this program.

    Attributes:
        groups: of this session.
        groups_at_next_login: as the system's list has them.
    """

    name: str
    groups: frozenset[str] = frozenset()
    groups_at_next_login: frozenset[str] = frozenset()
    is_root: bool = False


@dataclass(frozen=True, slots=True)
class Usb:
    """USB as this program sees it.

    Attributes:
        trouble: why devices cannot be looked at, empty where they can.
        without_driver: boards or adapters for which the system has no port.
        asleep: boards or adapters that the system may put to sleep.
    """

    trouble: str = ""
    without_driver: tuple[str, ...] = ()
    asleep: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Bluetooth:
    """Bluetooth of this computer.

    Attributes:
        adapters: how many.
        blocked: ``soft`` (switched off in the system), ``hard`` (by a switch), or empty.
        service: the system's Bluetooth service runs.
        low_energy: this program can speak Bluetooth LE (the extra is installed).
    """

    adapters: int | None
    blocked: str | None = None
    service: bool | None = None
    low_energy: bool = False


@dataclass(frozen=True, slots=True)
class Time:
    """The computer's clock.

    Attributes:
        synchronised: with a time server.
        newest_file: the latest time that a file of the hall was written.
        newest_fact: the latest time in the hall's log.
    """

    now: datetime
    synchronised: bool | None
    newest_file: datetime | None = None
    newest_fact: datetime | None = None


@dataclass(frozen=True, slots=True)
class Disk:
    """A folder that a hall writes into.

    Attributes:
        what: what is written there.
        free_bytes: room on its disk.
        kind: of file system, such as ``nfs4``; empty where nobody can tell.
    """

    what: str
    folder: str
    free_bytes: int | None
    writable: bool
    kind: str = ""


@dataclass(frozen=True, slots=True)
class ServerPort:
    """Where a server of the hall is to listen.

    Attributes:
        free: nobody else listens there.
        holder: who does, empty where the system does not tell.
        trouble: the system's word where the address cannot be used.
    """

    what: str
    host: str
    port: int
    free: bool
    holder: str = ""
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class Power:
    """Whether the computer may go to sleep or dark.

    Attributes:
        on_mains: a laptop on its charger, or a computer without a battery.
        battery: percent.
    """

    on_mains: bool | None
    battery: int | None = None


@dataclass(frozen=True, slots=True)
class Machine:
    """Everything that was gathered.

    Attributes:
        release: of the system, for people.
        meddlers: running programs that are known to take boards' ports.
        livechess: LiveChess answers on this computer.
        open_files: how many files and connections this program may have open.
        boards: how many boards the hall's file names, None without one.
    """

    system: System
    release: str
    python: str
    user: User
    ports: tuple[SerialPort, ...]
    usb: Usb
    bluetooth: Bluetooth
    time: Time
    disks: tuple[Disk, ...]
    servers: tuple[ServerPort, ...]
    power: Power
    meddlers: tuple[str, ...] | None = None
    livechess: bool = False
    open_files: int | None = None
    boards: int | None = None
