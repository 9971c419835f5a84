"""A disk that forgets what was not synced, as a file layer of SQLite.

Writes pass through to real files, so that SQLite reads what it wrote. Beside that the
layer keeps for each file what a power cut could not take (the state at its last sync) and
the writes since then. :meth:`FailingDisk.cut` says what a power cut leaves at this moment:
each unsynced write is kept, lost or torn at a sector, at random.
"""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import apsw

SECTOR = 512


class _FileState:
    def __init__(self, durable: bytes) -> None:
        self.durable = bytearray(durable)
        self.pending: list[tuple[int, bytes | None]] = []
        """(offset, data) of a write, (size, None) of a truncation."""

    def sync(self) -> None:
        for offset, data in self.pending:
            _apply(self.durable, offset, data)
        self.pending.clear()


def _apply(image: bytearray, offset: int, data: bytes | None) -> None:
    if data is None:
        del image[offset:]
        return
    if len(image) < offset:
        image.extend(bytes(offset - len(image)))
    image[offset : offset + len(data)] = data


class FailingDisk(apsw.VFS):
    """SQLite's file layer on a disk with a volatile cache."""

    def __init__(self, name: str, on_write: Callable[[], None], *, lies: bool = False) -> None:
        """Register the layer as ``name``; ``lies``: the disk only pretends to sync."""
        self.name = name
        self.files: dict[str, _FileState] = {}
        self.on_write = on_write
        self.lies = lies
        super().__init__(name, "")

    def xOpen(self, name: Any, flags: Any) -> "_File":
        return _File(self, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:
        self.files.pop(filename, None)
        super().xDelete(filename, syncdir)

    def cut(self, lots: random.Random) -> dict[str, bytes]:
        """What each file holds after a power cut now."""
        left = {}
        for name, state in self.files.items():
            image = bytearray(state.durable)
            for offset, data in state.pending:
                fate = lots.random()
                if data is None or fate < 0.45:
                    _apply(image, offset, data)
                elif fate < 0.7:
                    _apply(image, offset, data[: SECTOR * lots.randint(0, len(data) // SECTOR)])
            left[Path(name).name] = bytes(image)
        return left


class _File(apsw.VFSFile):
    def __init__(self, disk: FailingDisk, name: Any, flags: Any) -> None:
        super().__init__("", name, flags)
        path = name.filename() if isinstance(name, apsw.URIFilename) else str(name)
        self._disk = disk
        self._state = disk.files.setdefault(path, _FileState(Path(path).read_bytes()))

    def xWrite(self, data: Any, offset: int) -> None:
        super().xWrite(data, offset)
        self._state.pending.append((offset, bytes(data)))
        self._disk.on_write()

    def xTruncate(self, size: int) -> None:
        super().xTruncate(size)
        self._state.pending.append((size, None))

    def xSync(self, flags: int) -> None:
        super().xSync(flags)
        if not self._disk.lies:
            self._state.sync()
