import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from boardlink.links.memory import MemoryLink, memory_pair
from boardlink.simulator.ports.shared_line import BYTE_S, JITTER, SharedLine, Tap


@asynccontextmanager
async def shared(
    boards: int, noise: float = 0.0
) -> AsyncIterator[tuple[MemoryLink, SharedLine, list[Tap]]]:
    host, device = memory_pair()
    line = SharedLine(device, noise=noise)
    async with asyncio.TaskGroup() as group:
        running = group.create_task(line.run())
        yield host, line, [line.tap() for _ in range(boards)]
        running.cancel()


async def read_for(host: MemoryLink, seconds: float) -> bytes:
    data = b""
    try:
        async with asyncio.timeout(seconds):
            while True:
                data += await host.read()
    except TimeoutError:
        return data


async def test_every_board_hears_the_host_and_bytes_take_their_time() -> None:
    async with shared(3) as (host, _, taps):
        loop = asyncio.get_running_loop()
        began = loop.time()
        await host.write(bytes(range(96)))
        assert [await tap.read() for tap in taps] == [bytes(range(96))] * 3
        assert loop.time() - began >= 96 * BYTE_S


async def test_what_boards_send_one_after_another_arrives_whole_and_in_order() -> None:
    async with shared(2) as (host, line, (one, two)):
        await one.write(b"one said this")
        await asyncio.sleep(0.1)
        await two.write(b"two that")
        await two.write(b" and this")
        assert await read_for(host, 1.0) == b"one said thistwo that and this"
        assert line.collisions == 0


async def test_what_boards_send_at_once_collides() -> None:
    async with shared(2) as (host, line, (one, two)):
        await one.write(b"\x7f" * 20)
        await two.write(b"\x55" * 20)
        data = await read_for(host, 1.0)
        assert line.collisions >= 20 - JITTER
        assert data.count(0x55) == 20
        assert len(data) < 20 + 20 - line.collisions + JITTER


async def test_noise_changes_single_bits_in_both_directions() -> None:
    async with shared(1, noise=0.01) as (host, _, (tap,)):
        await host.write(bytes(500))
        heard = await tap.read()
        await tap.write(bytes(500))
        for data in (heard, await read_for(host, 1.0)):
            wrong = [byte for byte in data if byte]
            assert 15 < len(wrong) < 80
            assert all(byte & (byte - 1) == 0 for byte in wrong)


async def test_a_board_whose_plug_is_out_neither_hears_nor_is_heard() -> None:
    async with shared(2) as (host, _, (one, two)):
        await one.close()
        await one.write(b"lost")
        await host.write(b"hello")
        assert await two.read() == b"hello"
        assert await read_for(host, 0.5) == b""
        await one.reopen()
        await host.write(b"again")
        assert await one.read() == b"again"


async def test_the_line_goes_on_at_another_port() -> None:
    async with shared(1) as (host, line, (tap,)):
        await line.unplug()
        await tap.write(b"into the void")
        await asyncio.sleep(1)
        again, device = memory_pair()
        await line.replug(device)
        await again.write(b"hello")
        assert await tap.read() == b"hello"
        await tap.write(b"here")
        assert await read_for(again, 0.5) == b"here"
        del host
