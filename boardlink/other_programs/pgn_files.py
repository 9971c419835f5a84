"""A PGN file, or a folder of them: what LiveChess and other programs write while games go on."""

import asyncio
from pathlib import Path

from boardlink.other_programs.game import decode
from boardlink.other_programs.source import Look, SourceError
from boardlink.other_programs.texts import Accounts

ALL_GAMES = "games.pgn"
"""LiveChess's file of a whole round; where its games have files of their own, they count."""
MOST_FILES = 5000
MOST_BYTES = 16 << 20


class PgnFolder:
    """See :class:`boardlink.other_programs.source.GamesSource`."""

    family = "pgn"

    def __init__(self, path: Path, named: str = "") -> None:
        """``path``: a file, or a folder whose ``.pgn`` files are read at any depth.

        ``named``: what people call it, its own name unless given.
        """
        self._path = path
        self._named = named or path.name
        self._accounts = Accounts()
        self._known: dict[Path, tuple[int, int, str]] = {}

    @property
    def name(self) -> str:
        """What people call it."""
        return f"pgn {self._named}"

    @property
    def place(self) -> str:
        """Its path."""
        return str(self._path)

    async def look(self, rounds: frozenset[int]) -> Look:
        """See :class:`boardlink.other_programs.source.GamesSource`."""
        await asyncio.to_thread(self._take)
        return Look(self._accounts.games, self._accounts.problems)

    async def close(self) -> None:
        """See :class:`boardlink.other_programs.source.GamesSource`."""

    def _take(self) -> None:
        """Read what has changed; a round in one file takes too long for the event loop."""
        self._accounts.take(self._texts())

    def _texts(self) -> dict[str, str]:
        """Every file's text; one that did not change is not read again."""
        try:
            paths = self._paths()
            known = {path: self._read(path) for path in paths}
        except OSError as error:
            raise SourceError(
                f"{self._path}: cannot be read ({error.strerror}): look at its permissions"
            ) from error
        self._known = {path: told for path, told in known.items() if told is not None}
        return {self._label(path): text for path, (_, _, text) in self._known.items()}

    def _paths(self) -> list[Path]:
        if self._path.is_file():
            return [self._path]
        if not self._path.is_dir():
            raise SourceError(f"{self._path}: there is no such file or folder yet", early=True)
        found = [p for p in self._path.rglob("*") if p.suffix.lower() == ".pgn" and p.is_file()]
        if len(found) > MOST_FILES:
            raise SourceError(
                f"{self._path}: more than {MOST_FILES} PGN files: name the folder of the tournament"
            )
        with_own_files = {path.parent for path in found if path.name.lower() != ALL_GAMES}
        return sorted(
            path
            for path in found
            if path.name.lower() != ALL_GAMES or path.parent not in with_own_files
        )

    def _read(self, path: Path) -> tuple[int, int, str] | None:
        """A file's time, size and text; None where it has just gone."""
        try:
            stat = path.stat()
            before = self._known.get(path)
            if before is not None and before[:2] == (stat.st_mtime_ns, stat.st_size):
                return before
            if stat.st_size > MOST_BYTES:
                raise SourceError(f"{path}: {stat.st_size} bytes are no games of a round")
            return stat.st_mtime_ns, stat.st_size, decode(path.read_bytes())
        except FileNotFoundError:
            return None

    def _label(self, path: Path) -> str:
        if path == self._path:
            return path.name
        return path.relative_to(self._path).as_posix()
