"""Which boards are plugged in: serial ports of this machine, and who answers there.

A port's USB numbers and name only say where to look, for the chips' makers sell them to
everybody; a board is what answers with its version and serial number.
"""

import asyncio
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import serialx

from boardlink.captures.capture import LinkKind
from boardlink.drivers.dgt import DgtBoard
from boardlink.drivers.dgt_bus_probe import boards_on_bus
from boardlink.drivers.supervise import Opener, board_at
from boardlink.errors import DeviceError, LinkError, LinkTimeoutError, PortBusyError
from boardlink.links.link import BUS, Link
from boardlink.links.ports import open_port
from boardlink.links.serial import kind_of
from boardlink.links.usb_devices import UsbCandidate, list_usb
from boardlink.readings import View
from boardlink.sensing.squares.placement import fen_field

BOARD_USB_IDS = frozenset({(0x04D8, 0x000A), (0x0403, 0x6001), (0x045B, 0x8111)})
"""Vendor and product numbers that boards and adapters were seen with (docs/dgt-wire.md)."""
LOOK_S = 2.0
"""How long a board that was found is looked at; its squares take 70 ms, a slow link more."""
RFCOMM_FOLDER = Path("/dev")


class Likelihood(StrEnum):
    """How much a port looks like a board's, before anybody has asked there."""

    LIKELY = "likely"
    POSSIBLE = "possible"
    UNLIKELY = "unlikely"


@dataclass(frozen=True, slots=True)
class PortCandidate:
    """A port of this machine.

    Attributes:
        usb_id: ``04d8:000a``, empty where it is no USB port.
        description: what the system calls it, possibly empty.
    """

    port: str
    kind: LinkKind
    usb_id: str
    description: str
    likelihood: Likelihood


class Answer(StrEnum):
    """What was found at a port."""

    BOARD = "board"
    BUSY = "busy"
    SILENT = "silent"
    NO_BOARD = "no-board"
    CLOSED = "closed"
    """It cannot be opened."""


@dataclass(frozen=True, slots=True)
class PortReport:
    """A port, and who answers there.

    Attributes:
        device, version, long_serial: of the board, empty where there is none.
        placement: what stands on it, as the first field of a FEN; empty while unknown.
        clock: ``running``, ``stopped`` or ``missing``; empty while unknown.
        battery: percent, None for boards without one.
        text: what to check, empty for a board.
    """

    candidate: PortCandidate
    answer: Answer
    device: str = ""
    version: str = ""
    long_serial: str = ""
    placement: str = ""
    clock: str = ""
    battery: int | None = None
    text: str = ""


Lister = Callable[[], Iterable[serialx.SerialPortInfo]]


def list_candidates(list_ports: Lister = serialx.list_serial_ports) -> list[PortCandidate]:
    """All serial ports of this machine, the likely ones first."""
    found = [_candidate(info) for info in list_ports()]
    known = {candidate.port for candidate in found}
    found += [
        PortCandidate(str(path), LinkKind.BLUETOOTH, "", "Bluetooth", Likelihood.LIKELY)
        for path in _rfcomm_ports()
        if str(path) not in known
    ]
    order = list(Likelihood)
    return sorted(found, key=lambda one: (order.index(one.likelihood), one.port))


def list_usb_candidates(
    list_devices: Callable[[], Sequence[UsbCandidate]] = list_usb,
) -> list[PortCandidate]:
    """Boards and adapters on USB for which the system has no port; none where nobody can look."""
    try:
        found = list_devices()
    except LinkError:
        return []
    return [
        PortCandidate(
            one.address,
            LinkKind.USB,
            f"{one.vendor_id:04x}:{one.product_id:04x}",
            " ".join(word for word in (one.maker, one.product) if word),
            Likelihood.POSSIBLE,
        )
        for one in found
        if one.address and one.driven is False
    ]


def named_candidate(port: str) -> PortCandidate:
    """A port that somebody named by hand."""
    scheme = port.partition("://")[0]
    kinds = {"usb": LinkKind.USB, "bt": LinkKind.BLUETOOTH}
    return PortCandidate(port, kinds.get(scheme, kind_of(port)), "", "", Likelihood.LIKELY)


def find_board_ports(
    list_ports: Lister = serialx.list_serial_ports,
    list_devices: Callable[[], Sequence[UsbCandidate]] = list_usb,
) -> list[str]:
    """Ports at which a hall may look for boards by itself.

    USB and Bluetooth ports, and USB chips without a port; a built-in port is asked only when
    somebody names it, since anything may be connected there.
    """
    return [
        candidate.port
        for candidate in (*list_candidates(list_ports), *list_usb_candidates(list_devices))
        if candidate.likelihood is not Likelihood.UNLIKELY
    ]


async def survey(
    candidates: Sequence[PortCandidate], open_link: Opener = open_port
) -> list[PortReport]:
    """Ask at all ports at once who is there; takes some five seconds at most."""
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(examine(one, open_link)) for one in candidates]
    return [task.result() for task in tasks]


async def examine(candidate: PortCandidate, open_link: Opener = open_port) -> PortReport:
    """Ask at one port who is there; the port is closed again."""
    try:
        link = await open_link(candidate.port)
    except PortBusyError as error:
        return PortReport(candidate, Answer.BUSY, text=str(error))
    except LinkError as error:
        return PortReport(candidate, Answer.CLOSED, text=str(error))
    if candidate.port.startswith(BUS):
        return await _examine_line(candidate, link)
    board = board_at(link)
    try:
        identity = await board.identify()
        seen, battery = await _look_at(board)
    except LinkTimeoutError as error:
        return PortReport(candidate, Answer.SILENT, text=str(error))
    except (LinkError, DeviceError) as error:
        return PortReport(candidate, Answer.NO_BOARD, text=str(error))
    finally:
        await link.close()
    return PortReport(
        candidate,
        Answer.BOARD,
        identity.device,
        identity.version,
        identity.long_serial,
        fen_field(seen.placement) if seen.placement is not None else "",
        clock_word(seen),
        battery,
    )


async def _examine_line(candidate: PortCandidate, link: Link) -> PortReport:
    """Ask who answers on a bus line, with a ping; answers of boards may collide."""
    try:
        addresses = await boards_on_bus(link)
    except LinkError as error:
        return PortReport(candidate, Answer.SILENT, text=str(error))
    finally:
        await link.close()
    if not addresses:
        text = (
            f"{candidate.port}: no board answers on this bus line: check its power supply and "
            f"the cable to this computer"
        )
        return PortReport(candidate, Answer.SILENT, text=text)
    found = ", ".join(map(str, addresses))
    text = (
        f"{candidate.port}: boards in bus mode at {found}, and perhaps more; topboards boards "
        f"watch {candidate.port} shows them all with their serial numbers"
    )
    return PortReport(candidate, Answer.BOARD, text=text)


async def _look_at(board: DgtBoard) -> tuple[View, int | None]:
    """What stands on a board, its clock and its battery, as far as it tells in a moment."""
    view, battery = View(), None
    until = asyncio.get_running_loop().time() + LOOK_S
    while asyncio.get_running_loop().time() < until and not (view.placement and clock_word(view)):
        try:
            heard = await board.read(until)
        except (LinkError, DeviceError):
            break  # who it is is known, and that is what was asked
        for reading in heard.readings:
            view = view.after(reading)
        if heard.battery is not None:
            battery = heard.battery.percent
    return view, battery


def clock_word(view: View) -> str:
    """How the clock is: ``running``, ``stopped`` or ``missing``; empty while unknown."""
    if view.clock_missing:
        return "missing"
    if view.clock is None:
        return ""
    return "running" if view.clock.running else "stopped"


def _candidate(info: serialx.SerialPortInfo) -> PortCandidate:
    port = info.device
    words = (info.manufacturer, info.product, info.interface_description)
    description = " ".join(word for word in words if word)
    usb_id = "" if info.vid is None or info.pid is None else f"{info.vid:04x}:{info.pid:04x}"
    kind = LinkKind.USB if usb_id else kind_of(port)
    if (info.vid, info.pid) in BOARD_USB_IDS or "dgt" in f"{port} {description}".lower():
        likelihood = Likelihood.LIKELY
    elif usb_id or kind is LinkKind.BLUETOOTH:
        likelihood = Likelihood.POSSIBLE
    else:
        likelihood = Likelihood.UNLIKELY
    return PortCandidate(port, kind, usb_id, description, likelihood)


def _rfcomm_ports() -> list[Path]:
    """Linux' Bluetooth ports, which no list of serial ports holds."""
    if not sys.platform.startswith("linux"):
        return []
    return sorted(RFCOMM_FOLDER.glob("rfcomm[0-9]*"))
