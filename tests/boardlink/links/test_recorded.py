import asyncio
import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from boardlink.captures.capture import Note, Received, Sent, decode_capture
from boardlink.links.memory import MemoryLink, memory_pair
from boardlink.links.recorded import RETRY_S, SYNC_S, WAITING_BYTES, RecordedLink
from tests.fakes.virtual_clock import EPOCH, LoopClock


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def recorded(folder: Path) -> tuple[RecordedLink, MemoryLink]:
    host, device = memory_pair("port 7")
    return RecordedLink(host, folder, LoopClock(), "dgt"), device


def disk_with_room(room: int) -> Callable[[int, bytes], int]:
    """An ``os.write`` to a disk on which only ``room`` bytes are free."""
    real_write = os.write

    def write(descriptor: int, data: bytes) -> int:
        nonlocal room
        if room == 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        written = real_write(descriptor, data[:room])
        room -= written
        return written

    return write


async def test_every_byte_both_ways_is_in_the_file_with_its_time(tmp_path: Path) -> None:
    link, device = recorded(tmp_path / "captures")
    await link.write(b"\x4d")
    await asyncio.sleep(1.5)
    await device.write(b"\x93\x00")
    await link.read()
    link.identify("25731")
    await asyncio.sleep(1)
    await device.write(b"\x05\x01\x07")
    await link.read()
    link.note("unplugged")
    data = (tmp_path / "captures" / link.file).read_bytes()
    capture = decode_capture(data)
    assert capture.records == (
        Sent(0, b"\x4d"),
        Received(1.5, b"\x93\x00"),
        Received(2.5, b"\x05\x01\x07"),
        Note(2.5, "unplugged"),
    )
    assert capture.header.device == "25731"
    assert capture.header.started == link.started == EPOCH
    assert link.offset == len(data)
    assert link.file == "25731-20260110T120000Z.cap"
    await link.close()


async def test_a_link_without_a_device_leaves_no_file(tmp_path: Path) -> None:
    link, _ = recorded(tmp_path)
    await link.write(b"\x4d")
    await link.close()
    assert names(tmp_path) == []


async def test_without_a_folder_nothing_is_recorded() -> None:
    host, device = memory_pair("port 7")
    link = RecordedLink(host, None, LoopClock(), "dgt")
    link.identify("25731")
    await device.write(b"\x91")
    assert await link.read() == b"\x91"
    link.note("unplugged")
    await link.close()
    assert (link.file, link.offset, link.trouble) == ("", 0, "")


async def test_no_capture_is_ever_overwritten(tmp_path: Path) -> None:
    given = []
    for _ in range(3):
        link, _ = recorded(tmp_path)
        link.identify("../25 731")
        given.append(link.file)
        await link.close()
    stem = "_25_731-20260110T120000Z"
    assert given == [f"{stem}.cap", f"{stem}-2.cap", f"{stem}-3.cap"]
    assert len(names(tmp_path)) == 3


async def test_offsets_name_the_line_that_comes_next(tmp_path: Path) -> None:
    link, _ = recorded(tmp_path)
    await link.write(b"a")
    link.identify("1")
    before = link.offset
    await link.write(b"b")
    capture = decode_capture((tmp_path / link.file).read_bytes())
    assert list(capture.since(before)) == [Sent(0, b"b")]
    await link.close()


async def test_lines_can_be_had_again_while_the_file_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    link, _ = recorded(tmp_path)
    await link.write(b"a")
    link.identify("1")
    await link.write(b"b")
    after_b = link.offset
    monkeypatch.setattr(os, "write", disk_with_room(7))
    await link.write(b"c")
    assert link.trouble
    monkeypatch.undo()
    every = [Sent(0, b"a"), Sent(0, b"b"), Sent(0, b"c")]
    assert [line for line, _ in link.lines_since(link.header_bytes)] == every
    assert link.lines_since(after_b) == [(every[2], link.offset)]
    assert link.lines_since(link.offset) == []
    await link.close()


async def test_a_full_disk_stops_the_recording_and_not_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    link, device = recorded(tmp_path)
    link.identify("1")
    monkeypatch.setattr(os, "write", disk_with_room(10))
    for _ in range(3):
        await device.write(b"\x8e\x00\x05\x00\x00")
        assert await link.read() == b"\x8e\x00\x05\x00\x00"
    assert "No space left on device: make room in" in link.trouble
    monkeypatch.undo()
    await asyncio.sleep(RETRY_S)
    await link.write(b"K")
    assert link.trouble == ""
    await link.close()
    capture = decode_capture((tmp_path / link.file).read_bytes())
    assert capture.records == (*[Received(0, b"\x8e\x00\x05\x00\x00")] * 3, Sent(RETRY_S, b"K"))


async def test_what_no_memory_can_hold_is_counted_in_the_capture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    link, device = recorded(tmp_path)
    link.identify("1")

    monkeypatch.setattr(os, "write", disk_with_room(0))
    for _ in range(WAITING_BYTES // 100_000 + 1):
        await device.write(bytes(50_000))
        await link.read()
    monkeypatch.undo()
    await asyncio.sleep(RETRY_S)
    await link.write(b"K")
    await link.write(b"K")
    await link.close()
    capture = decode_capture((tmp_path / link.file).read_bytes())
    assert capture.records[-1] == Sent(RETRY_S, b"K")
    notes = [record.text for record in capture.records if isinstance(record, Note)]
    assert len(notes) == 1
    assert notes[0].endswith("bytes of this capture were lost: disk full")


async def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    link, device = recorded(tmp_path / "file")
    link.identify("1")
    assert "the capture cannot be written" in link.trouble
    await device.write(b"x")
    assert await link.read() == b"x"
    await link.close()


async def test_what_was_written_reaches_the_disk_in_a_few_seconds_and_only_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[float] = []
    loop = asyncio.get_running_loop()
    real = os.fsync

    def fsync(descriptor: int) -> None:
        synced.append(loop.time())
        real(descriptor)

    monkeypatch.setattr(os, "fsync", fsync)
    link, device = recorded(tmp_path)
    link.identify("1")
    async with asyncio.TaskGroup() as group:
        syncing = group.create_task(link.keep_synced())
        await asyncio.sleep(10.3)
        await device.write(b"x")
        await link.read()
        await asyncio.sleep(10)
        syncing.cancel()
    assert synced == pytest.approx([SYNC_S, 3 * SYNC_S])
    await link.close()


async def test_what_must_not_be_lost_reaches_the_disk_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[float] = []
    loop = asyncio.get_running_loop()
    monkeypatch.setattr(os, "fsync", lambda descriptor: synced.append(loop.time()))
    link, device = recorded(tmp_path)
    link.identify("1")
    async with asyncio.TaskGroup() as group:
        syncing = group.create_task(link.keep_synced())
        await asyncio.sleep(1.5)
        await device.write(b"x")
        await link.read()
        link.sync_soon()
        await asyncio.sleep(SYNC_S + 1)
        syncing.cancel()
    assert synced == pytest.approx([1.5])
    await link.close()
