"""Adding boards to a hall's own file: below what is there, of which not a byte is changed."""

import shutil
from pathlib import Path

from desk.config.hall import load_hall
from desk.errors import ConfigError, FileTroubleError


def append_boards(path: Path, tables: str) -> None:
    """Add ``[[boards]]`` tables at the end of a hall's file.

    The new file is read first, and takes the old one's place only where it says the same, but
    for the boards that were added.

    Raises:
        ConfigError: it would not; the file is as it was.
        FileTroubleError: it cannot be written; the file is as it was.
    """
    path = path.resolve()
    before = load_hall(path)
    new = path.with_name(f".{path.name}.new")
    try:
        old = path.read_bytes()
        new.write_bytes(_with_tables(old, tables))
        shutil.copymode(path, new)
        try:
            after = load_hall(new)
        except ConfigError as error:
            text = f"the boards cannot be added to {path} ({error}): write them in by hand"
            raise ConfigError(text) from error
        added = len(before.boards)
        if after.boards[:added] != before.boards or len(after.boards) == added:
            raise ConfigError(f"the boards do not fit into {path}: write them in by hand")
        new.replace(path)
    except OSError as error:
        raise FileTroubleError(f"{path} cannot be written: {error.strerror}") from error
    finally:
        new.unlink(missing_ok=True)


def _with_tables(old: bytes, tables: str) -> bytes:
    line_end = b"\r\n" if b"\r\n" in old else b"\n"
    gap = line_end if old.endswith(b"\n") or not old else line_end * 2
    return old + gap + tables.encode().replace(b"\n", line_end)
