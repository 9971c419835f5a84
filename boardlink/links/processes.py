"""Which program holds a port, a file or a server's address, where Linux tells (``/proc``)."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

PROC: Final = Path("/proc")
_LISTENING: Final = "0A"


def holders_of(paths: Sequence[str], proc: Path = PROC) -> dict[str, str] | None:
    """For each path that some other program has open, that program; None where nobody tells.

    Programs of other users are seen only by root: a path without a holder may have one.
    """
    if not proc.is_dir():
        return None
    wanted: dict[str, list[str]] = {}
    for path in paths:
        wanted.setdefault(str(Path(path).resolve()), []).append(path)
    found: dict[str, str] = {}
    for process, target in _open_files(proc):
        for path in wanted.get(target, ()):
            found.setdefault(path, name_of(process))
    return found


def listener_at(port: int, proc: Path = PROC) -> str:
    """The program that listens at a TCP port of this computer; empty where nobody tells."""
    sockets = set(_listening_sockets(port, proc))
    if sockets:
        for process, target in _open_files(proc):
            if target in sockets:
                return name_of(process)
    return ""


def running(names: frozenset[str], proc: Path = PROC) -> tuple[str, ...] | None:
    """Which of these programs run, by the names they were asked by; None where nobody tells."""
    if not proc.is_dir():
        return None
    lowered = {name.lower(): name for name in names}
    found = {
        lowered[word] for process in _processes(proc) for word in _words(process) if word in lowered
    }
    return tuple(sorted(found))


def name_of(process: Path) -> str:
    """``LiveChess (process 812)``; a Python program is called by its script."""
    name = _read(process / "comm").strip()
    if name.startswith("python"):
        arguments = _read(process / "cmdline").strip("\0\n").split("\0")
        if "desk" in arguments:
            name = "topboards"
        elif len(arguments) > 1 and not arguments[1].startswith("-"):
            name = Path(arguments[1]).name
    return f"{name or 'a program'} (process {process.name})"


def _words(process: Path) -> Iterator[str]:
    yield _read(process / "comm").strip().lower()
    for word in _read(process / "cmdline").strip().split("\0"):
        yield Path(word).name.lower().removesuffix(".jar").removesuffix(".exe")


def _processes(proc: Path) -> Iterator[Path]:
    own = (proc / "self").resolve().name
    for process in proc.iterdir():
        if process.name.isdecimal() and process.name != own:
            yield process


def _open_files(proc: Path) -> Iterator[tuple[Path, str]]:
    for process in _processes(proc):
        try:
            handles = list((process / "fd").iterdir())
        except OSError:
            continue  # it has ended, or is another user's
        for handle in handles:
            try:
                target = str(handle.readlink())
            except OSError:
                continue
            yield process, target


def _listening_sockets(port: int, proc: Path) -> Iterator[str]:
    for table in ("tcp", "tcp6"):
        for line in _read(proc / "net" / table).splitlines()[1:]:
            columns = line.split()
            if len(columns) <= 9 or columns[3] != _LISTENING:
                continue
            if int(columns[1].rpartition(":")[2], 16) == port:
                yield f"socket:[{columns[9]}]"


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
