import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest

from boardlink.captures.capture import LinkKind
from boardlink.drivers.dgt import DgtBoard
from boardlink.drivers.dgt_handshake import ALLOWED, send
from boardlink.drivers.heard import Concern, Heard, Repair
from boardlink.errors import DeviceError, LinkError, LinkTimeoutError, UsageError
from boardlink.links.link import Link
from boardlink.links.memory import memory_pair
from boardlink.protocols.dgt import FORBIDDEN, ClockTime, Command, SideTime, Version
from boardlink.readings import (
    ClockMissing,
    ClockRead,
    LinkLost,
    Man,
    PlacementRead,
    Reading,
    Square,
    SquareRead,
)
from tests.fakes.bad_links import OneByteLink, WrappedLink, lossy, noisy
from tests.fakes.scripted_board import ScriptedBoard

E2, E4 = 52, 36
E2_LIFTED = SquareRead(Square(12), Man("."))
E4_PLACED = SquareRead(Square(28), Man("P"))


@asynccontextmanager
async def connected(
    board: ScriptedBoard,
    wrap: Callable[[Link], Link] = lambda link: link,
    kind: LinkKind = LinkKind.SERIAL,
) -> AsyncIterator[DgtBoard]:
    """A driver whose link ends at ``board``, served meanwhile."""
    host, device = memory_pair("port 7", kind)
    async with asyncio.TaskGroup() as group:
        group.create_task(board.run(device))
        try:
            yield DgtBoard(wrap(host))
        finally:
            await host.close()


async def listen(driver: DgtBoard, seconds: float) -> list[Heard]:
    """Everything heard in the next ``seconds``."""
    loop = asyncio.get_running_loop()
    end, heard = loop.time() + seconds, []
    while loop.time() < end:
        heard.append(await driver.read(until=end))
    return heard


def readings(heard: list[Heard]) -> list[Reading]:
    return [reading for one in heard for reading in one.readings]


def placement(heard: list[Heard]) -> str:
    """What the board looks like after all that was heard."""
    men = ["?"] * 64
    for reading in readings(heard):
        match reading:
            case PlacementRead(whole):
                men = list(whole)
            case SquareRead(square, man):
                men[square] = man
            case _:
                pass
    return "".join(men)


async def test_a_board_says_who_it_is() -> None:
    board = ScriptedBoard(serial="25731", long_serial="3000147740", version=Version(1, 8))
    async with connected(board) as driver:
        identity = await driver.identify()
    assert (identity.device, identity.version, identity.bus_address) == ("25731", "1.08", 1025)
    assert identity.answers_to("25731")
    assert identity.answers_to("3000147740")
    assert not identity.answers_to("")


async def test_an_older_board_without_a_long_serial_number_is_known_too() -> None:
    async with connected(ScriptedBoard()) as driver:
        identity = await driver.identify()
    assert identity.long_serial == ""
    assert not identity.answers_to("")


async def test_placement_and_clock_are_read_first_and_then_every_change() -> None:
    board = ScriptedBoard()
    async with connected(board) as driver:
        await driver.identify()
        first = await listen(driver, 1)
        await board.put(E2, 0)
        await board.put(E4, 1)
        then = await listen(driver, 0.1)
    assert [type(reading) for reading in readings(first)] == [PlacementRead, ClockRead]
    assert readings(then) == [E2_LIFTED, E4_PLACED]
    assert placement(first + then) == board.placement


@pytest.mark.parametrize("wait_s", [0.0, 0.05, 0.15, 0.25, 0.35])
async def test_a_move_while_the_line_comes_up_is_seen_at_once(wait_s: float) -> None:
    board = ScriptedBoard()
    async with connected(board) as driver, asyncio.TaskGroup() as group:
        await driver.identify()

        async def move() -> None:
            await asyncio.sleep(wait_s)
            await board.put(E2, 0)

        group.create_task(move())
        heard = await listen(driver, 1)
        assert placement(heard) == board.placement


async def test_what_a_board_sends_during_the_handshake_is_not_lost() -> None:
    board = ScriptedBoard()
    board.answers[Command.SEND_VERSION] = bytes.fromhex("8e00053400 8e00052401 9300050107")
    async with connected(board) as driver:
        await driver.identify()
        heard = await driver.read()
    assert readings([heard]) == [E2_LIFTED, E4_PLACED]


@pytest.mark.parametrize("kind", [LinkKind.SERIAL, LinkKind.BLUETOOTH])
async def test_nothing_but_harmless_commands_ever_leaves(kind: LinkKind) -> None:
    board = ScriptedBoard(long_serial="3000147740")
    async with connected(board, kind=kind) as driver:
        await driver.identify()
        await listen(driver, 30)
        await board.send_bytes(b"\x8e\x00\x05\x7f\x8f\x00\x05\x01\x99\x99")
        board.codes[E2] = 0
        await listen(driver, 30)
        board.deaf = True
        with pytest.raises(LinkTimeoutError):
            await listen(driver, 30)
    sent = set(board.sent)
    assert sent <= {int(command) for command in ALLOWED}
    assert (Command.SEND_BATTERY_STATUS in sent) == (kind is LinkKind.BLUETOOTH)
    assert not ALLOWED & FORBIDDEN
    assert Command.TO_BUSMODE not in ALLOWED


@pytest.mark.parametrize("command", sorted(set(Command) - ALLOWED))
async def test_every_other_command_is_refused(command: Command) -> None:
    host, device = memory_pair()
    with pytest.raises(UsageError, match="must never be sent"):
        await send(host, command)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(1):
            await device.read()


async def test_commands_leave_the_board_time_to_breathe() -> None:
    board, times = ScriptedBoard(), []
    loop = asyncio.get_running_loop()

    class Watched(OneByteLink):
        async def write(self, data: bytes) -> None:
            times.append(loop.time())
            await super().write(data)

    async with connected(board, Watched) as driver:
        await driver.identify()
        began = len(times)
        await listen(driver, 60)
    gaps = [
        later - earlier for earlier, later in zip(times[began:], times[began + 1 :], strict=False)
    ]
    assert min(gaps) >= 0.0999


async def test_an_empty_port_is_told_from_a_board() -> None:
    board = ScriptedBoard(deaf=True)
    async with connected(board) as driver:
        with pytest.raises(LinkTimeoutError, match="port 7: nothing answers: is the board"):
            await driver.identify()


async def test_nonsense_is_told_from_a_board_and_shown() -> None:
    board = ScriptedBoard(answers={Command.SEND_VERSION: b"login: "})
    async with connected(board) as driver:
        with pytest.raises(DeviceError, match=r"port 7: what answers is no DGT board.*6c 6f 67 69"):
            await driver.identify()


async def test_a_serial_number_that_changes_from_answer_to_answer_is_not_believed() -> None:
    board = ScriptedBoard(answers={Command.RETURN_SERIALNR: bytes.fromhex("9100083f3f20203f")})
    async with connected(board) as driver:
        with pytest.raises(DeviceError, match="no serial number that can be relied on"):
            await driver.identify()


async def test_a_board_gone_while_it_is_asked_is_gone() -> None:
    board = ScriptedBoard(deaf=True)
    async with connected(board) as driver:

        async def unplug() -> None:
            await asyncio.sleep(0.5)
            assert board.link is not None
            await board.link.close()

        async with asyncio.TaskGroup() as group:
            group.create_task(unplug())
            with pytest.raises(LinkError, match="closed"):
                await driver.identify()


async def test_old_input_in_the_port_is_discarded() -> None:
    board = ScriptedBoard()
    async with connected(board) as driver:
        await asyncio.sleep(0)
        await board.send_bytes(bytes.fromhex("8e00050001 9100083131313131"))
        identity = await driver.identify()
        heard = await listen(driver, 1)
    assert identity.device == "25731"
    assert placement(heard) == board.placement


async def test_a_quiet_board_is_kept_alive_and_not_called_silent() -> None:
    board = ScriptedBoard()
    async with connected(board) as driver:
        await driver.identify()
        heard = await listen(driver, 60)
    assert not any(one.silent for one in heard)
    assert all(one.frames for one in heard[:-1])


async def test_silence_is_told_and_then_the_board_is_lost() -> None:
    board = ScriptedBoard()
    loop = asyncio.get_running_loop()
    async with connected(board) as driver:
        await driver.identify()
        await listen(driver, 10)
        board.deaf = True
        since = loop.time()
        heard = await driver.read()
        assert heard == Heard((LinkLost(),), silent=True)
        assert loop.time() - since == pytest.approx(2.5, abs=1.1)
        with pytest.raises(LinkTimeoutError, match="silent for 5 s: check its cable"):
            await driver.read()
        assert loop.time() - since == pytest.approx(5, abs=1.1)


async def test_a_program_held_up_itself_does_not_take_the_board_for_dead() -> None:
    board = ScriptedBoard()
    async with connected(board) as driver:
        await driver.identify()
        await listen(driver, 3)
        await asyncio.sleep(60)
        heard = await listen(driver, 3)
    assert placement(heard) == board.placement


async def test_garbage_is_counted_and_answered_with_a_new_dump() -> None:
    board = ScriptedBoard()
    async with connected(board) as driver:
        await driver.identify()
        await listen(driver, 2)
        await board.send_bytes(b"\x8e\x00\x05\x34")
        await board.put(E4, 1)
        board.codes[E2] = 0
        heard = await listen(driver, 0.9)
    assert sum(one.garbage_bytes for one in heard) == 4
    assert Repair.GARBAGE in heard[0].repairs
    assert placement(heard) == board.placement


async def test_a_storm_of_garbage_does_not_become_a_storm_of_dumps() -> None:
    board = ScriptedBoard()
    async with connected(board) as driver:
        await driver.identify()
        await listen(driver, 2)
        before = board.sent.count(Command.SEND_BRD)
        for _ in range(100):
            await board.send_bytes(b"\x8e\x00")
            await listen(driver, 0.05)
    assert 3 <= board.sent.count(Command.SEND_BRD) - before <= 12


async def test_a_board_that_has_reset_itself_is_asked_for_changes_again() -> None:
    board = ScriptedBoard()
    async with connected(board) as driver:
        await driver.identify()
        await listen(driver, 5)
        board.updating = False
        await board.put(E2, 0)
        heard = await listen(driver, 4.5)
        assert placement(heard) == board.placement
        assert Repair.MISSED_UPDATE in [repair for one in heard for repair in one.repairs]
        assert board.updating
        await board.put(E4, 1)
        assert E4_PLACED in readings(await listen(driver, 0.1))


async def test_a_lost_update_is_repaired_by_the_next_dump() -> None:
    board = ScriptedBoard()
    async with connected(board) as driver:
        await driver.identify()
        await listen(driver, 5)
        board.codes[E2] = 0
        heard = await listen(driver, 4.5)
    assert placement(heard) == board.placement


async def test_another_board_on_the_same_line_is_noticed() -> None:
    board = ScriptedBoard()
    async with connected(board) as driver:
        await driver.identify()
        await listen(driver, 2)
        board.serial = "31415"
        with pytest.raises(DeviceError, match="board 31415 answers where board 25731 was"):
            await listen(driver, 10)


async def test_bytes_without_frames_are_no_board() -> None:
    board = ScriptedBoard()
    async with connected(board) as driver:
        await driver.identify()
        await listen(driver, 2)

        async def babble() -> None:
            board.answers = dict.fromkeys(Command, b"\x00\x55")
            for _ in range(300):
                await board.send_bytes(b"\x55\x2a")
                await asyncio.sleep(0.1)

        async with asyncio.TaskGroup() as group:
            babbling = group.create_task(babble())
            with pytest.raises(DeviceError, match="bytes arrive, but no DGT frames"):
                await listen(driver, 20)
            babbling.cancel()


async def test_a_board_that_never_sends_its_squares_is_of_no_use() -> None:
    board = ScriptedBoard(answers={Command.SEND_BRD: b""})
    async with connected(board) as driver:
        await driver.identify()
        with pytest.raises(DeviceError, match="does not send its squares"):
            await listen(driver, 60)


async def test_a_clock_that_is_not_there_is_missing() -> None:
    async with connected(ScriptedBoard(clock=None)) as driver:
        await driver.identify()
        assert ClockMissing() in readings(await listen(driver, 1))


async def test_a_clock_that_was_set_anew_is_asked_again_until_it_is_believed() -> None:
    board = ScriptedBoard()
    async with connected(board) as driver:
        await driver.identify()
        await listen(driver, 2)
        hours = SideTime(2, 0, 0)
        await board.tick(ClockTime(hours, hours, 0x08))
        heard = await listen(driver, 1)
    assert [text for one in heard for text in one.oddities] == [
        f"the {side} time went from 300 s to 7200 s at once: a second reading must agree"
        for side in ("left", "right")
    ]
    assert [r.left_s for r in readings(heard) if isinstance(r, ClockRead)] == [None, 7200]


async def test_a_bluetooth_board_tells_its_battery() -> None:
    board = ScriptedBoard()
    board.answers[Command.SEND_BATTERY_STATUS] = bytes.fromhex("a0000c0f 7f7f 0000 000000 02")
    async with connected(board, kind=LinkKind.BLUETOOTH) as driver:
        await driver.identify()
        heard = await listen(driver, 61)
    assert [one.battery.percent for one in heard if one.battery] == [15, 15]


async def test_men_that_stand_for_a_result_concern_the_arbiter() -> None:
    board = ScriptedBoard()
    async with connected(board) as driver:
        await driver.identify()
        await listen(driver, 2)
        await board.put(0, 0x0D)
        heard = await listen(driver, 0.1)
    assert [one.concerns for one in heard if one.concerns] == [
        ((Concern.MAGIC_PIECE, "the man for “draw” stands on square 0"),)
    ]


async def _play(board: ScriptedBoard, times: int) -> None:
    for _ in range(times):
        for index, code in ((E2, 0), (E4, 1), (E4, 0), (E2, 1)):
            await asyncio.sleep(0.7)
            await board.put(index, code)
    await board.put(E2, 0)
    await board.put(E4, 1)


@pytest.mark.parametrize(
    "wrap",
    [
        OneByteLink,
        lambda link: lossy(link, seed=1, loss=0.01),
        lambda link: noisy(link, seed=2, rate=0.01),
        lambda link: WrappedLink(link, bytes, delay_s=0.2),
    ],
    ids=["one byte at a time", "lossy", "noisy", "slow"],
)
async def test_a_bad_line_ends_up_with_the_right_placement(wrap: Callable[[Link], Link]) -> None:
    board = ScriptedBoard()

    async def act(action: Awaitable[None]) -> None:
        await action

    async with connected(board, wrap) as driver, asyncio.TaskGroup() as group:
        await driver.identify()
        group.create_task(act(_play(board, 10)))
        heard = await listen(driver, 42)
    assert placement(heard) == board.placement
