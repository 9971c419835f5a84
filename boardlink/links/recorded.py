"""A link whose every byte, both ways, goes into a capture file.

Lines go to the operating system as they come, so that they outlive the program, and to
the disk every few seconds (:meth:`RecordedLink.keep_synced`), or at once where a result shows
(:meth:`RecordedLink.sync_soon`), so that they outlive a power cut. A full disk stops the
recording, not the game: what could not be written waits in memory up to a cap, is written when
there is room again, and ``trouble`` says so.
"""

import asyncio
import logging
import os
import re
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from boardlink.captures.capture import (
    CaptureHeader,
    CaptureRecord,
    LinkKind,
    Note,
    Received,
    Sent,
    decode_lines,
    encode_header,
    encode_record,
)
from boardlink.errors import CaptureError
from boardlink.links.link import Link, LinkAround
from facts.clock import Clock

logger = logging.getLogger(__name__)

SYNC_S = 5.0
"""How often what the system holds is brought to the disk. A hundred boards that did so each
second would be in the way of the log, which has to; what a power cut takes, the board, read
anew, shows again."""
RETRY_S = 5.0
"""How long to wait before writing to a full disk is tried again."""
WAITING_BYTES = 1 << 20
"""What may wait for room on the disk: hours of play of one board."""

_UNSAFE = re.compile(r"[^A-Za-z0-9_-]+")


def file_stem(device: str, started: datetime | None) -> str:
    """How the name of a device's capture begins; without its time, how all of them do."""
    stamp = "" if started is None else f"{started.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    return f"{_UNSAFE.sub('_', device)}-{stamp}"


class RecordedLink(LinkAround):
    """Wraps a link; see :class:`boardlink.links.link.Link`.

    The file is made when :meth:`identify` tells whose bytes these are; what was read and
    written before is in it. A link that is never identified leaves no file, nor does one
    without a folder: then nothing is recorded at all.

    Attributes:
        started: time 0 of the capture, UTC.
        trouble: why the capture is incomplete, empty while all is well.
    """

    def __init__(
        self,
        inner: Link,
        folder: Path | None,
        clock: Clock,
        family: str,
        recorded_as: LinkKind | None = None,
    ) -> None:
        """Record ``inner`` into ``folder``, which is made if it is not there.

        ``recorded_as``: the kind of link that the file tells; None: what it runs over.
        """
        super().__init__(inner)
        self._recorded_as = inner.kind if recorded_as is None else recorded_as
        self._folder = folder
        self._family = family
        self.started = clock.now()
        self._time_0 = asyncio.get_running_loop().time()
        self._lines = bytearray()
        self._lost_bytes = 0
        self._offset = 0
        self._header_bytes = 0
        self._descriptor: int | None = None
        self._device = ""
        self._path: Path | None = None
        self._dirty = False
        self._wanted = asyncio.Event()
        self._retry_at = 0.0
        self._failed = False
        self.trouble = ""

    @property
    def file(self) -> str:
        """The capture's file name without its folder; empty while there is none."""
        return "" if self._path is None else self._path.name

    @property
    def offset(self) -> int:
        """The byte of the file where the next line will begin."""
        return self._offset

    def elapsed(self) -> float:
        """Seconds since ``started``, as the capture counts them."""
        return asyncio.get_running_loop().time() - self._time_0

    @property
    def header(self) -> CaptureHeader:
        """The capture's first line."""
        return CaptureHeader(self._family, self._recorded_as, self._device, self.started)

    def identify(self, device: str) -> None:
        """Begin the file of the device with this serial number."""
        if self._folder is None:
            return
        self._device = device
        head = encode_header(self.header)
        self._header_bytes = len(head)
        self._lines[:0] = head
        self._offset = len(self._lines)
        self._write_lines()

    def note(self, text: str) -> None:
        """Record something that happened to the link."""
        self._record(Note(self.elapsed(), text))

    def lines_since(self, offset: int) -> list[tuple[CaptureRecord, int]]:
        """The lines from byte ``offset`` on, each with the byte where it ends.

        Raises:
            CaptureError: the file does not hold what was written, or cannot be read.
        """
        waiting = bytes(self._lines)
        written = self._offset - len(waiting)
        data = waiting[max(0, offset - written) :]
        if self._path is not None and offset < written:
            try:
                with self._path.open("rb") as file:
                    file.seek(offset)
                    data = file.read(written - offset) + waiting
            except OSError as error:
                raise CaptureError(f"{self._path}: cannot be read again: {error}") from error
        records, offsets, size, _ = decode_lines(data, offset, self.file, first_line=1)
        return list(zip(records, [*offsets[1:], size][: len(records)], strict=True))

    @property
    def header_bytes(self) -> int:
        """Where the lines begin, after the header."""
        return self._header_bytes

    async def read(self) -> bytes:
        """Read, and record what was read; safe to cancel."""
        data = await super().read()
        self._record(Received(self.elapsed(), data))
        return data

    async def write(self, data: bytes) -> None:
        """Record, and write."""
        self._record(Sent(self.elapsed(), data))
        await super().write(data)

    async def close(self) -> None:
        """Close the link and the file."""
        try:
            await super().close()
        finally:
            self._retry_at = 0.0
            self._write_lines()
            if self._descriptor is not None:
                os.close(self._descriptor)
                self._descriptor = None
            self._device = ""

    def sync_soon(self) -> None:
        """Let :meth:`keep_synced` not wait: what was recorded so far must not be lost."""
        self._wanted.set()

    async def keep_synced(self) -> None:
        """Run beside the reader: bring what was written to the disk."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(SYNC_S):
                    await self._wanted.wait()
            self._wanted.clear()
            self._write_lines()
            if self._dirty and self._descriptor is not None:
                self._dirty = False
                try:
                    await asyncio.to_thread(_sync, os.dup(self._descriptor))
                except OSError as error:
                    self._fail(error)

    def _record(self, record: CaptureRecord) -> None:
        if self._folder is None:
            return
        line = encode_record(record)
        if len(self._lines) + len(line) > WAITING_BYTES:
            self._lost_bytes += len(line)
            return
        if self._lost_bytes:
            lost = Note(record.t, f"{self._lost_bytes} bytes of this capture were lost: disk full")
            self._lost_bytes = 0
            line = encode_record(lost) + line
        self._lines += line
        self._offset += len(line)
        self._write_lines()

    def _write_lines(self) -> None:
        """Hand what waits to the operating system; a part is fine, the rest stays."""
        now = asyncio.get_running_loop().time()
        if not self._device or not self._lines or now < self._retry_at:
            return
        try:
            if self._descriptor is None:
                self._descriptor = self._create()
            while self._lines:
                written = os.write(self._descriptor, self._lines)
                del self._lines[:written]
                self._dirty = True
        except OSError as error:
            self._retry_at = now + RETRY_S
            self._fail(error)
        else:
            self._failed = False
            self.trouble = ""

    def _create(self) -> int:
        """A new file that no other connection has."""
        assert self._folder is not None, "nothing waits to be written where nothing is recorded"
        self._folder.mkdir(parents=True, exist_ok=True)
        stem = file_stem(self._device, self.started)
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        for number in range(1, 1000):
            path = self._folder / (f"{stem}.cap" if number == 1 else f"{stem}-{number}.cap")
            try:
                descriptor = os.open(path, flags, 0o644)
            except FileExistsError:
                continue
            self._path = path
            return descriptor
        raise FileExistsError(f"{self._folder} holds a thousand captures named {stem}")

    def _fail(self, error: OSError) -> None:
        self.trouble = (
            f"the capture cannot be written: {error.strerror or error}: make room in "
            f"{self._folder}, or make it writable"
        )
        if not self._failed:
            self._failed = True
            logger.warning("%s: %s", self.name, self.trouble)


def _sync(descriptor: int) -> None:
    """Bring a file to the disk, by a descriptor of its own, which is closed."""
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
