import asyncio

import pytest

from boardlink.errors import LinkError, LinkTimeoutError
from boardlink.links.memory import PIPE_BYTES, memory_pair


async def test_what_one_end_writes_the_other_reads() -> None:
    host, device = memory_pair()
    await host.write(b"\x42")
    await host.write(b"\x4b")
    assert await device.read() == b"\x42\x4b"
    await device.write(b"\x8e")
    assert await host.read() == b"\x8e"


async def test_a_reader_waits_until_something_comes() -> None:
    host, device = memory_pair()
    async with asyncio.TaskGroup() as group:
        reading = group.create_task(host.read())
        await asyncio.sleep(5)
        assert not reading.done()
        await device.write(b"x")
    assert reading.result() == b"x"


async def test_a_cancelled_read_loses_nothing() -> None:
    host, device = memory_pair()
    for _ in range(3):
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.1):
                await host.read()
    await device.write(b"x")
    assert await host.read() == b"x"


async def test_what_was_written_before_an_end_closed_can_be_read() -> None:
    host, device = memory_pair("port 7")
    await device.write(b"last words")
    await device.close()
    assert await host.read() == b"last words"
    with pytest.raises(LinkError, match="port 7: the link was closed"):
        await host.read()
    with pytest.raises(LinkError, match="port 7: the other end is gone"):
        await host.write(b"x")


async def test_a_closed_link_reads_nothing_more() -> None:
    host, device = memory_pair()
    await device.write(b"x")
    await host.close()
    await host.close()
    with pytest.raises(LinkError):
        await host.read()


async def test_a_reader_is_woken_when_the_link_closes() -> None:
    host, device = memory_pair()

    async def read() -> None:
        with pytest.raises(LinkError):
            await host.read()

    async with asyncio.TaskGroup() as group:
        group.create_task(read())
        await asyncio.sleep(1)
        await device.close()


async def test_a_writer_waits_for_a_slow_reader_but_not_for_ever() -> None:
    host, device = memory_pair("port 7")
    await device.write(bytes(PIPE_BYTES + 1))
    with pytest.raises(LinkTimeoutError, match="nothing is read at the other end"):
        await device.write(b"x")
    async with asyncio.TaskGroup() as group:
        writing = group.create_task(device.write(b"x"))
        await asyncio.sleep(1)
        assert len(await host.read()) == PIPE_BYTES + 1
        await writing
    assert await host.read() == b"x"
