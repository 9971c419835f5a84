import asyncio
import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import apsw
import pytest

from desk.errors import (
    FileTroubleError,
    LogDamagedError,
    LogForeignError,
    LogFullError,
    LogInUseError,
    LogWriteError,
)
from desk.storage.sqlite_log import open_log, read_log
from facts.envelope import Actor, Draft, Role
from facts.fact import HallOpened
from facts.ids import TournamentId
from facts.log import Log, MemoryLog
from tests.fakes.failing_disk import FailingDisk
from tests.fakes.virtual_clock import EPOCH, FixedClock

pytestmark = pytest.mark.real_time

ACTOR = Actor(Role.ARBITER, "Ana")


def opened(name: str, command: str | None = None, size: int = 0) -> Draft:
    return Draft(
        HallOpened(name, "x" * size),
        EPOCH,
        ACTOR,
        tournament=TournamentId("open"),
        command=command,
        expects=3,
        because=(1, 2),
        reason="because",
    )


def names(log: Log, after: int = 0) -> list[str]:
    return [e.fact.name for e in log.read(after) if isinstance(e.fact, HallOpened)]


@asynccontextmanager
async def log_of(kind: str, folder: Path) -> AsyncIterator[Log]:
    if kind == "memory":
        yield MemoryLog(FixedClock())
    else:
        async with open_log(folder / "hall.log", FixedClock()) as log:
            yield log


kinds = pytest.mark.parametrize("kind", ["memory", "sqlite"])


# --- the law, for every log -----------------------------------------------------------


@kinds
async def test_numbers_are_dense_from_one_and_entries_keep_what_was_given(
    kind: str, tmp_path: Path
) -> None:
    async with log_of(kind, tmp_path) as log:
        assert log.last_seq == 0
        assert list(log.read()) == []
        first = await log.append([opened("a"), opened("b")])
        (second,) = await log.append([opened("c")])
        assert [e.seq for e in (*first, second)] == [1, 2, 3]
        assert log.last_seq == 3
        assert first[0].draft == opened("a")
        assert list(log.read()) == [*first, second]
        assert names(log, after=1) == ["b", "c"]
        assert list(log.read(3)) == []


@kinds
async def test_a_command_sent_twice_acts_once_and_is_answered_alike(
    kind: str, tmp_path: Path
) -> None:
    async with log_of(kind, tmp_path) as log:
        made = await log.append([opened("a", "c1"), opened("b", "c1")])
        await log.append([opened("other")])
        again = await log.append([opened("changed", "c1")])
        assert list(again) == list(made)
        assert names(log) == ["a", "b", "other"]


@kinds
async def test_the_same_command_sent_at_once_by_two_acts_once(kind: str, tmp_path: Path) -> None:
    async with log_of(kind, tmp_path) as log, asyncio.TaskGroup() as group:
        tasks = [group.create_task(log.append([opened("a", "c1")])) for _ in range(20)]
    assert {task.result()[0].seq for task in tasks} == {1}


@kinds
async def test_nothing_appended_is_nothing_done(kind: str, tmp_path: Path) -> None:
    async with log_of(kind, tmp_path) as log:
        assert list(await log.append([])) == []
        assert log.last_seq == 0


@kinds
async def test_waiting_ends_when_the_log_has_grown(kind: str, tmp_path: Path) -> None:
    async with log_of(kind, tmp_path) as log, asyncio.timeout(5):
        async with asyncio.TaskGroup() as group:
            waiting = [group.create_task(log.wait(after)) for after in (0, 0, 1)]
            await asyncio.sleep(0)
            await log.append([opened("a")])
            await log.append([opened("b")])
        assert all(task.done() for task in waiting)
        await log.wait(1)


@kinds
async def test_many_producers_get_dense_numbers_and_each_its_own_in_order(
    kind: str, tmp_path: Path
) -> None:
    async def produce(log: Log, who: int) -> list[int]:
        return [(await log.append([opened(f"{who}.{n}")]))[0].seq for n in range(25)]

    async with log_of(kind, tmp_path) as log:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(produce(log, who)) for who in range(20)]
        numbers = [task.result() for task in tasks]
        assert sorted(seq for own in numbers for seq in own) == list(range(1, 501))
        assert all(own == sorted(own) for own in numbers)
        assert [e.seq for e in log.read()] == list(range(1, 501))


# --- on disk --------------------------------------------------------------------------


async def test_what_was_appended_is_there_after_a_new_start(tmp_path: Path) -> None:
    path = tmp_path / "hall.log"
    async with open_log(path, FixedClock()) as log:
        made = list(await log.append([opened("a", "c1"), opened("b")]))
    assert list(read_log(path)) == made
    async with open_log(path, FixedClock()) as log:
        assert list(log.read()) == made
        assert list(await log.append([opened("again", "c1")])) == made[:1]
        (third,) = await log.append([opened("c")])
        assert third.seq == 3


async def test_the_log_can_be_read_by_another_program_while_the_hall_runs(tmp_path: Path) -> None:
    path = tmp_path / "hall.log"
    async with open_log(path, FixedClock()) as log:
        made = await log.append([opened("a")])
        assert list(read_log(path)) == list(made)
        await log.append([opened("b")])
        assert len(read_log(path)) == 2


async def test_a_second_start_on_the_same_log_is_refused_and_says_what_to_do(
    tmp_path: Path,
) -> None:
    path = tmp_path / "hall.log"
    async with open_log(path, FixedClock()) as log:
        with pytest.raises(LogInUseError, match=r"hall\.log is in use.*Stop that one first"):
            async with open_log(path, FixedClock()):
                pass
        await log.append([opened("the first goes on")])
    async with open_log(path, FixedClock()) as log:
        assert names(log) == ["the first goes on"]


async def test_a_closed_log_takes_nothing_more(tmp_path: Path) -> None:
    async with open_log(tmp_path / "hall.log", FixedClock()) as log:
        pass
    with pytest.raises(LogWriteError, match="closed"):
        await log.append([opened("late")])


async def test_what_waits_is_written_before_the_log_closes(tmp_path: Path) -> None:
    path = tmp_path / "hall.log"
    async with asyncio.TaskGroup() as group, open_log(path, FixedClock()) as log:
        task = group.create_task(log.append([opened("a")]))
        await asyncio.sleep(0)
    assert task.result()[0].seq == 1
    assert len(read_log(path)) == 1


async def test_entries_can_be_neither_edited_nor_deleted(tmp_path: Path) -> None:
    path = tmp_path / "hall.log"
    async with open_log(path, FixedClock()) as log:
        await log.append([opened("a")])
    connection = apsw.Connection(str(path))
    with pytest.raises(apsw.ConstraintError, match="ever edited"):
        connection.execute("UPDATE entry SET body = '{}'")
    with pytest.raises(apsw.ConstraintError, match="ever deleted"):
        connection.execute("DELETE FROM entry")
    connection.close()


async def test_a_file_that_is_no_log_is_refused_and_left_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "hall.log"
    path.write_text("my diary\n" * 100)
    with pytest.raises(LogForeignError, match=r"hall\.log is no log of topboards"):
        async with open_log(path, FixedClock()):
            pass
    assert path.read_text() == "my diary\n" * 100


async def test_another_programs_database_is_refused_and_left_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "hall.log"
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE songs (title)")
    other.commit()
    other.close()
    before = path.read_bytes()
    with pytest.raises(LogForeignError, match="another program"):
        async with open_log(path, FixedClock()):
            pass
    assert path.read_bytes() == before


async def test_a_log_of_a_newer_program_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "hall.log"
    async with open_log(path, FixedClock()) as log:
        await log.append([opened("a")])
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA user_version=99")
    connection.close()
    with pytest.raises(LogForeignError, match="newer topboards"):
        async with open_log(path, FixedClock()):
            pass
    with pytest.raises(LogForeignError, match="newer topboards"):
        read_log(path)


async def test_a_missing_entry_is_named(tmp_path: Path) -> None:
    path = tmp_path / "hall.log"
    async with open_log(path, FixedClock()) as log:
        await log.append([opened("a"), opened("b"), opened("c")])
    connection = apsw.Connection(str(path))
    connection.execute("DROP TRIGGER entry_is_never_deleted; DELETE FROM entry WHERE seq = 2")
    connection.close()
    with pytest.raises(LogDamagedError, match="lacks entry 2"):
        async with open_log(path, FixedClock()):
            pass


async def test_an_entry_of_an_unknown_kind_is_named(tmp_path: Path) -> None:
    path = tmp_path / "hall.log"
    async with open_log(path, FixedClock()) as log:
        await log.append([opened("a")])
    connection = apsw.Connection(str(path))
    connection.execute("DROP TRIGGER entry_is_never_edited")
    connection.execute("UPDATE entry SET body = replace(body, 'hall_opened', 'hall_painted')")
    connection.close()
    with pytest.raises(LogDamagedError, match=r"entry 1: .*hall_painted.*unknown"):
        read_log(path)


async def test_a_missing_folder_and_a_missing_log_are_clear_messages(tmp_path: Path) -> None:
    with pytest.raises(FileTroubleError, match="does not exist; make it first"):
        async with open_log(tmp_path / "no" / "hall.log", FixedClock()):
            pass
    with pytest.raises(FileTroubleError, match="expected the log of a hall"):
        read_log(tmp_path / "hall.log")


async def test_a_full_disk_loses_nothing_and_the_log_goes_on_when_there_is_room(
    tmp_path: Path,
) -> None:
    path = tmp_path / "hall.log"
    async with open_log(path, FixedClock()) as log:
        await log.append([opened("before")])
    # SQLite's own limit on the file's size stands in for the size of the disk.
    async with open_log(path, FixedClock()) as log:
        writer = limit_pages(log, 24)
        taken = ["before"]
        with pytest.raises(LogFullError, match=r"disk is full.*nothing of this was written"):
            await fill(log, taken)
        assert len(taken) > 3
        assert names(log) == taken
        writer.execute("PRAGMA max_page_count=100000")
        await log.append([opened("after")])
        taken.append("after")
    assert [e.fact.name for e in read_log(path) if isinstance(e.fact, HallOpened)] == taken


async def fill(log: Log, taken: list[str]) -> None:
    for n in range(100):
        await log.append([opened(f"{n}", size=2000)])
        taken.append(f"{n}")


def limit_pages(log: Log, pages: int) -> apsw.Connection:
    """The connection that writes ``log``, its file limited to ``pages``."""
    (connection,) = [c for c in apsw.connections() if c.filename.endswith("hall.log")]
    connection.execute(f"PRAGMA max_page_count={pages}")
    return connection


async def test_a_disk_that_fails_stops_the_log_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "hall.log"
    broken = False

    def on_write() -> None:
        if broken:
            raise apsw.IOError("the cable is out")

    disk = FailingDisk("breaking", on_write)
    async with open_log(path, FixedClock(), vfs="breaking") as log:
        await log.append([opened("a")])
        broken = True
        with pytest.raises(LogWriteError, match="start the program again"):
            await log.append([opened("b")])
        broken = False
        with pytest.raises(LogWriteError, match="start the program again"):
            await log.append([opened("c")])
        assert names(log) == ["a"]
    async with open_log(path, FixedClock()) as log:
        assert names(log) == ["a"]
        await log.append([opened("d")])
    disk.unregister()


# --- kill -9 and power cuts -------------------------------------------------------------


def test_every_acknowledged_fact_survives_kill_9(tmp_path: Path) -> None:
    lots = random.Random(7)
    path = tmp_path / "hall.log"
    acknowledged: dict[int, str] = {}
    for _ in range(6):
        child = subprocess.Popen(
            [sys.executable, "-m", "tests.desk.log_child", str(path)], stdout=subprocess.PIPE
        )
        assert child.stdout is not None
        lines = [child.stdout.readline() for _ in range(lots.randint(1, 300))]
        child.kill()
        said = b"".join([*lines, child.stdout.read()]).decode()
        child.wait()
        child.stdout.close()
        for line in said.splitlines(keepends=True):
            if line.endswith("\n"):
                seq, command = line.split()
                acknowledged[int(seq)] = command
    entries = read_log(path)
    assert [e.seq for e in entries] == list(range(1, len(entries) + 1))
    found = {e.seq: e.draft.command for e in entries}
    assert len(acknowledged) > 100
    assert {seq: found.get(seq) for seq in acknowledged} == acknowledged


async def cut_power(folder: Path, seed: int, *, lies: bool) -> list[tuple[int, dict[str, bytes]]]:
    """Run a log and cut its power at 12 moments: (facts acknowledged by then, files left)."""
    lots = random.Random(seed)
    acknowledged = 0
    writes = 0
    moments = {lots.randint(30, 400) for _ in range(12)}
    left: list[tuple[int, dict[str, bytes]]] = []

    def on_write() -> None:
        nonlocal writes
        writes += 1
        if writes in moments:
            left.append((acknowledged, disk.cut(lots)))

    disk = FailingDisk(f"failing-{seed}-{lies}", on_write, lies=lies)
    async with open_log(folder / "hall.log", FixedClock(), vfs=disk.name) as log:
        while writes < 400:
            made = await log.append(
                [opened(f"{writes}", size=lots.randint(0, 3000)) for _ in range(lots.randint(1, 4))]
            )
            acknowledged = made[-1].seq
    disk.unregister()
    return left


def survivors(folder: Path, files: dict[str, bytes]) -> int:
    """How many facts a new start finds, -1 where it finds a damaged log."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, data in files.items():
        (folder / name).write_bytes(data)
    try:
        return len(read_log(folder / "hall.log"))
    except (LogDamagedError, LogForeignError, FileTroubleError):
        return -1


async def test_every_acknowledged_fact_survives_a_power_cut(tmp_path: Path) -> None:
    checked = 0
    for seed in range(6):
        (tmp_path / str(seed)).mkdir()
        for acknowledged, files in await cut_power(tmp_path / str(seed), seed, lies=False):
            assert survivors(tmp_path / "after", files) >= acknowledged
            checked += 1
    assert checked > 50


async def test_the_power_cut_would_be_noticed_on_a_disk_that_lies_about_syncing(
    tmp_path: Path,
) -> None:
    cuts = await cut_power(tmp_path, 1, lies=True)
    assert any(survivors(tmp_path / "after", files) < acked for acked, files in cuts)


def test_the_lock_does_not_outlive_a_killed_program(tmp_path: Path) -> None:
    path = tmp_path / "hall.log"
    child = subprocess.Popen(
        [sys.executable, "-m", "tests.desk.log_child", str(path)], stdout=subprocess.PIPE
    )
    assert child.stdout is not None
    child.stdout.readline()

    async def start() -> int:
        async with open_log(path, FixedClock()) as log:
            return log.last_seq

    with pytest.raises(LogInUseError):
        asyncio.run(start())
    child.kill()
    child.wait()
    child.stdout.close()
    assert asyncio.run(start()) > 0


def test_the_program_brings_a_sqlite_without_the_wal_reset_fault() -> None:
    version = tuple(int(part) for part in apsw.sqlite_lib_version().split("."))
    assert version >= (3, 51, 3)
