"""The hall's log as one SQLite file: append only, one writer, acknowledged when on disk.

One thread of this module owns the connection that writes. It takes every batch that waits,
puts them into one transaction (group commit) and acknowledges them after SQLite has synced
the write-ahead log (``synchronous=FULL``), so that an acknowledged fact survives a killed
process and a power cut. Entries are kept decoded in memory: each reader has a cursor and
gets a slice, and nothing is read from disk twice.

The lock is a second, empty SQLite file beside the log (``HALL.log-lock``), held exclusively
as long as the program runs and freed by the operating system when it dies; the log itself
stays readable for other programs.
"""

import asyncio
import queue
import threading
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

import apsw

from desk.errors import (
    FileTroubleError,
    LogDamagedError,
    LogError,
    LogForeignError,
    LogFullError,
    LogInUseError,
    LogWriteError,
)
from facts import wire
from facts.clock import Clock
from facts.envelope import Draft, Entry
from facts.errors import WireError

APPLICATION_ID: Final = 0x746F7062
"""``topb`` in the file's header: tells our log from any other SQLite file."""
FORMAT: Final = 1
"""The file's form (``user_version``); payloads have versions of their own."""
MAX_GROUP: Final = 512
"""Batches in one transaction, so that the first one does not wait for ever."""

_SCHEMA = """
CREATE TABLE entry (seq INTEGER PRIMARY KEY, command TEXT, body BLOB NOT NULL);
CREATE INDEX entry_command ON entry (command) WHERE command IS NOT NULL;
CREATE TRIGGER entry_is_never_edited BEFORE UPDATE ON entry
    BEGIN SELECT RAISE(ABORT, 'nothing in the log is ever edited'); END;
CREATE TRIGGER entry_is_never_deleted BEFORE DELETE ON entry
    BEGIN SELECT RAISE(ABORT, 'nothing in the log is ever deleted'); END;
"""


@dataclass(frozen=True, slots=True)
class _Batch:
    """What one ``append`` asks for, and where its answer goes."""

    drafts: tuple[Draft, ...]
    logged_at: datetime
    answer: asyncio.Future[Sequence[Entry]]


@dataclass(frozen=True, slots=True)
class _Done:
    """What became of a batch: its entries, or why there are none."""

    batch: _Batch
    outcome: Sequence[Entry] | LogError


class SqliteLog:
    """A log on disk; made by :func:`open_log`."""

    def __init__(self, writer: "_Writer", entries: list[Entry], clock: Clock) -> None:
        """Take over an opened file whose entries have been read."""
        self._entries = entries
        self._clock = clock
        self._loop = asyncio.get_running_loop()
        self._grown = asyncio.Event()
        self._queue: queue.SimpleQueue[_Batch | None] = queue.SimpleQueue()
        self._closed = False
        self._ended: asyncio.Future[None] = self._loop.create_future()
        self._thread = threading.Thread(
            target=self._write_all, args=(writer,), name="log-writer", daemon=True
        )
        self._thread.start()

    @property
    def last_seq(self) -> int:
        """The newest sequence number, 0 for an empty log."""
        return len(self._entries)

    def read(self, after: int = 0) -> Sequence[Entry]:
        """All entries with a sequence number above ``after``, in order."""
        return self._entries[after:]

    async def wait(self, after: int) -> None:
        """Return once the log holds an entry above ``after``; safe to cancel."""
        while self.last_seq <= after:
            await self._grown.wait()

    async def append(self, drafts: Iterable[Draft]) -> Sequence[Entry]:
        """Write all drafts together, or none; returns when they are on disk.

        Cancelling gives up the answer, not the facts: they may have been written. Sending
        the same command again tells.

        Raises:
            LogFullError: no room; nothing was written, and it may be tried again.
            LogWriteError: the disk failed or the log is closed; nothing was written.
        """
        if self._closed:
            raise LogWriteError("the log is closed: the program is stopping")
        answer: asyncio.Future[Sequence[Entry]] = self._loop.create_future()
        self._queue.put(_Batch(tuple(drafts), self._clock.now(), answer))
        return await answer

    async def aclose(self) -> None:
        """Write what waits, then close the file; may be called twice."""
        if not self._closed:
            self._closed = True
            self._queue.put(None)
        await asyncio.shield(self._ended)
        self._thread.join()

    # --- the writer's thread ----------------------------------------------------------

    def _write_all(self, writer: "_Writer") -> None:
        running = True
        while running:
            waiting = self._waiting()
            group = [batch for batch in waiting if batch is not None]
            running = len(group) == len(waiting)
            if group:
                self._hand_over(self._publish, writer.write(group))
        writer.close()
        self._hand_over(self._end, ())

    def _waiting(self) -> list[_Batch | None]:
        found = [self._queue.get()]
        while len(found) < MAX_GROUP:
            try:
                found.append(self._queue.get_nowait())
            except queue.Empty:
                break
        return found

    def _hand_over(self, call: Callable[[Sequence[_Done]], None], done: Sequence[_Done]) -> None:
        # A loop that was closed under us has nobody left to answer.
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(call, done)

    # --- back on the loop ---------------------------------------------------------------

    def _publish(self, group: Sequence[_Done]) -> None:
        for done in group:
            if not isinstance(done.outcome, LogError):
                known = self.last_seq
                self._entries.extend([e for e in done.outcome if e.seq > known])
        grown, self._grown = self._grown, asyncio.Event()
        grown.set()
        for done in group:
            answer = done.batch.answer
            if answer.done():
                continue
            if isinstance(done.outcome, LogError):
                answer.set_exception(done.outcome)
            else:
                answer.set_result(done.outcome)

    def _end(self, _: Sequence[_Done]) -> None:
        if not self._ended.done():
            self._ended.set_result(None)


class _Writer:
    """The connection that writes; used by one thread at a time."""

    def __init__(self, path: Path, connection: apsw.Connection, last_seq: int) -> None:
        self._path = path
        self._connection = connection
        self._last_seq = last_seq
        self._broken: str | None = None

    def write(self, group: Sequence[_Batch]) -> Sequence[_Done]:
        """Put all batches into one transaction; all get the same failure if it fails."""
        if self._broken is not None:
            return self._fail(group, LogWriteError(self._broken))
        before = self._last_seq
        try:
            with _transaction(self._connection):
                return [_Done(batch, self._outcome(batch)) for batch in group]
        except apsw.FullError:
            self._last_seq = before
            return self._fail(
                group,
                LogFullError(
                    f"the disk is full: {self._path} is whole up to entry {before} and nothing "
                    "of this was written; make room and do it again"
                ),
            )
        except Exception as error:  # noqa: BLE001 - whoever waits must get an answer
            # After a failed sync nobody knows what the disk holds: only reading it again does.
            self._last_seq = before
            self._broken = (
                f"{self._path} cannot be written ({error}): nothing of this was written; "
                "check the disk, then start the program again"
            )
            return self._fail(group, LogWriteError(self._broken))

    def _fail(self, group: Sequence[_Batch], error: LogError) -> Sequence[_Done]:
        # Each waiter raises its own copy: a traceback must not grow from one to the next.
        return [_Done(batch, type(error)(*error.args)) for batch in group]

    def _outcome(self, batch: _Batch) -> Sequence[Entry] | LogError:
        done = self._answered(batch.drafts)
        if done:
            return done
        entries = [
            Entry(self._last_seq + n, batch.logged_at, draft)
            for n, draft in enumerate(batch.drafts, start=1)
        ]
        try:
            rows = [(e.seq, e.draft.command, wire.encode(e)) for e in entries]
        except (TypeError, ValueError, KeyError) as error:
            return LogWriteError(f"a fault of this program: a fact has no stored form ({error!r})")
        self._connection.executemany(
            "INSERT INTO entry (seq, command, body) VALUES (?, ?, ?)", rows
        )
        self._last_seq += len(entries)
        return entries

    def _answered(self, drafts: Sequence[Draft]) -> list[Entry]:
        commands = dict.fromkeys(d.command for d in drafts if d.command is not None)
        return [
            _decode(self._path, seq, body)
            for command in commands
            for seq, body in self._connection.execute(
                "SELECT seq, body FROM entry WHERE command = ? ORDER BY seq", (command,)
            )
        ]

    def close(self) -> None:
        """Fold the write-ahead log into the file and close it."""
        self._connection.close()


@contextmanager
def _transaction(connection: apsw.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        # SQLite ends a transaction by itself when the disk is full.
        if not connection.getautocommit():
            connection.execute("ROLLBACK")
        raise


# --- opening --------------------------------------------------------------------------


@asynccontextmanager
async def open_log(path: Path, clock: Clock, *, vfs: str | None = None) -> AsyncIterator[SqliteLog]:
    """Open the log at ``path``, or begin a new one; holds its lock until the end.

    Args:
        path: the file; its folder must exist.
        clock: stamps ``logged_at``.
        vfs: name of SQLite's file layer, for tests that break disks.

    Raises:
        LogInUseError: another program has it open.
        LogForeignError: the file is something else, or from a newer version.
        LogDamagedError: an entry is missing or cannot be read.
        FileTroubleError: the folder is missing, or the file may not be written.
    """
    with _locked(path):
        connection = _connect(path, apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE, vfs)
        try:
            _prepare(path, connection, exclusive=vfs is not None)
            entries = _load(path, connection)
        except BaseException:
            connection.close()
            raise
        log = SqliteLog(_Writer(path, connection, len(entries)), entries, clock)
        try:
            yield log
        finally:
            await log.aclose()


def read_log(path: Path) -> Sequence[Entry]:
    """All entries of a log, also while a hall is running on it.

    Raises:
        LogForeignError, LogDamagedError, FileTroubleError: as :func:`open_log`.
    """
    if not path.exists():
        raise FileTroubleError(f"{path} does not exist: expected the log of a hall")
    connection = _connect(path, apsw.SQLITE_OPEN_READWRITE, None)
    try:
        with _blaming(path):
            _check_owner(path, connection)
            return _load(path, connection)
    finally:
        connection.close()


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    lock = path.with_name(path.name + "-lock")
    connection = _connect(lock, apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE, None)
    try:
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except apsw.BusyError as error:
            raise LogInUseError(
                f"{path} is in use: another topboards is running on it. Stop that one first, "
                "or give this one a log file of its own"
            ) from error
        except apsw.Error as error:
            raise FileTroubleError(
                f"{lock} cannot be locked ({error}): delete it if no topboards is running, "
                "and check that the folder may be written"
            ) from error
        yield
    finally:
        connection.close()


def _connect(path: Path, flags: int, vfs: str | None) -> apsw.Connection:
    if not path.parent.is_dir():
        raise FileTroubleError(f"{path}: the folder {path.parent} does not exist; make it first")
    try:
        return apsw.Connection(str(path), flags=flags, vfs=vfs)
    except apsw.Error as error:
        raise FileTroubleError(
            f"{path} cannot be opened ({error}): check that it is a file and may be written"
        ) from error


@contextmanager
def _blaming(path: Path) -> Iterator[None]:
    """Turn SQLite's complaints while opening into ours."""
    try:
        yield
    except apsw.NotADBError as error:
        raise LogForeignError(
            f"{path} is no log of topboards: name another file, nothing was changed in it"
        ) from error
    except apsw.BusyError as error:
        raise LogInUseError(f"{path} is in use by another program: close that first") from error
    except apsw.CorruptError as error:
        raise LogDamagedError(
            f"{path} is damaged ({error}): keep a copy, then take the last good copy"
        ) from error
    except apsw.FullError as error:
        raise LogFullError(
            f"the disk is full: {path} cannot be opened; make room and start again"
        ) from error
    except apsw.Error as error:
        raise FileTroubleError(
            f"{path} cannot be used ({error}): check the disk and that it may be written"
        ) from error


def _prepare(path: Path, connection: apsw.Connection, *, exclusive: bool) -> None:
    with _blaming(path):
        if exclusive:
            # A file layer written in Python has no shared memory for the write-ahead log.
            connection.execute("PRAGMA locking_mode=EXCLUSIVE")
        if connection.pragma("application_id") == 0 and not _tables(connection):
            _create(connection)
        _check_owner(path, connection)
        connection.pragma("journal_mode", "wal")
        connection.pragma("synchronous", "FULL")
        # On macOS a plain fsync stops at the drive's own cache.
        connection.pragma("fullfsync", 1)
        connection.pragma("checkpoint_fullfsync", 1)


def _create(connection: apsw.Connection) -> None:
    # WAL before the first table: a file is never left half made in another mode.
    connection.pragma("journal_mode", "wal")
    connection.pragma("synchronous", "FULL")
    with _transaction(connection):
        connection.execute(_SCHEMA)
        connection.pragma("application_id", APPLICATION_ID)
        connection.pragma("user_version", FORMAT)


def _tables(connection: apsw.Connection) -> bool:
    return connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchone() is not None


def _check_owner(path: Path, connection: apsw.Connection) -> None:
    if connection.pragma("application_id") != APPLICATION_ID:
        raise LogForeignError(
            f"{path} belongs to another program: name another file, nothing was changed in it"
        )
    version = connection.pragma("user_version")
    if version > FORMAT:
        raise LogForeignError(
            f"{path} was written by a newer topboards (form {version}, this one reads up to "
            f"{FORMAT}): update the program; nothing was changed in it"
        )


def _load(path: Path, connection: apsw.Connection) -> list[Entry]:
    with _blaming(path):
        entries: list[Entry] = []
        for seq, body in connection.execute("SELECT seq, body FROM entry ORDER BY seq"):
            if seq != len(entries) + 1:
                raise LogDamagedError(
                    f"{path} lacks entry {len(entries) + 1} (the next is {seq}): keep a copy, "
                    "then take the last good copy"
                )
            entries.append(_decode(path, seq, body))
        return entries


def _decode(path: Path, seq: int, body: bytes) -> Entry:
    try:
        entry = wire.decode(body)
    except WireError as error:
        raise LogDamagedError(f"{path}, entry {seq}: {error}") from error
    if entry.seq != seq:
        raise LogDamagedError(f"{path}, entry {seq} says that it is entry {entry.seq}")
    return entry
