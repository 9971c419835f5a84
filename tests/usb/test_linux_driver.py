"""Boards behind a true FTDI chip, Linux's own driver, and cables that come out."""

import logging
import time
from pathlib import Path

import pytest

from boardlink.readings import Man, Square
from boardlink.simulator.hall import HallSettings, Seat, virtual_hall
from boardlink.simulator.hands.deeds import Lift, Place, Step
from tests.usb.initramfs import MissingPartError, Parts, find_parts
from tests.usb.machine import Machine, Told, booted

pytestmark = [pytest.mark.usb, pytest.mark.real_time, pytest.mark.timeout(400)]

logger = logging.getLogger(__name__)

BOOT_S, NOTICE_S, RETURN_S = 180.0, 30.0, 60.0
E2, E4, D2, D4 = Square(12), Square(28), Square(11), Square(27)


@pytest.fixture
def parts() -> Parts:
    try:
        return find_parts()
    except MissingPartError as error:
        pytest.skip(str(error))


async def pawn(seat: Seat, start: Square, end: Square) -> None:
    await seat.board.do([Step(Lift(start), 0.0), Step(Place(end, Man("P")), 0.0)])


async def right(machine: Machine, seats: tuple[Seat, ...], what: str, timeout_s: float) -> Told:
    """Wait until each board is online and shown as it stands."""
    began = time.monotonic()

    def shown(told: Told) -> bool:
        rows = [(told.get(seat.board.serial, {}), seat.board.men) for seat in seats]
        return all(row.get("state") == "online" and row["placement"] == men for row, men in rows)

    told = await machine.until(shown, timeout_s)
    logger.info("%s: %.2f s", what, time.monotonic() - began)
    return told


async def lost(machine: Machine, seats: tuple[Seat, ...]) -> Told:
    """Wait until each board is known to be gone."""
    began = time.monotonic()

    def noticed(told: Told) -> bool:
        return all(told[seat.board.serial]["state"] == "reconnecting" for seat in seats)

    told = await machine.until(noticed, NOTICE_S)
    logger.info("unplugged to noticed: %.3f s", time.monotonic() - began)
    return told


async def test_boards_on_linux_own_driver_are_lost_and_found_again_by_their_serial_numbers(
    parts: Parts, tmp_path: Path
) -> None:
    async with (
        virtual_hall(HallSettings(boards=2, tcp=True)) as seats,
        booted(parts, tmp_path) as machine,
    ):
        one, two = seats
        first, second = one.board.serial, two.board.serial
        await machine.plug("one", one.port.port, 1)
        told = await right(machine, (one,), "switched on to the first board", BOOT_S)
        assert told[first]["driver"] == "ftdi_sio"
        assert told[first]["port"] == "/dev/ttyUSB0"
        await machine.plug("two", two.port.port, 2)
        told = await right(machine, seats, "plugged in to right position", RETURN_S)
        assert told[second]["port"] == "/dev/ttyUSB1"
        await pawn(one, E2, E4)
        await right(machine, seats, "moved to shown", NOTICE_S)

        await machine.unplug("one")
        told = await lost(machine, (one,))
        assert told[second]["state"] == "online"
        await pawn(one, D2, D4)
        await machine.plug("one", one.port.port, 1)
        await right(machine, seats, "plugged in again to right position", RETURN_S)

        await machine.unplug("one")
        await machine.unplug("two")
        await lost(machine, seats)
        await pawn(two, E2, E4)
        await machine.plug("two", two.port.port, 1)
        await machine.plug("one", one.port.port, 2)
        told = await right(machine, seats, "both, exchanged, to right positions", RETURN_S)
        # Which name a port gets is Linux's own affair; the boards are known by their numbers.
        assert {told[first]["port"], told[second]["port"]} == {"/dev/ttyUSB0", "/dev/ttyUSB1"}
