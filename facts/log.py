"""The log's interface, and one in memory.

The log is append only, has one writer and dense sequence numbers from 1. An appended
fact is on disk when ``append`` returns.
"""

import asyncio
from collections.abc import Iterable, Sequence
from typing import Protocol

from facts.clock import Clock
from facts.envelope import Draft, Entry


class LogReader(Protocol):
    """What every reader needs: it keeps a cursor and reads on from there."""

    @property
    def last_seq(self) -> int:
        """The newest sequence number, 0 for an empty log."""
        ...

    def read(self, after: int = 0) -> Sequence[Entry]:
        """All entries with a sequence number above ``after``, in order."""
        ...

    async def wait(self, after: int) -> None:
        """Return once the log holds an entry above ``after``; safe to cancel."""
        ...


class LogWriter(Protocol):
    """What whoever decides or observes needs."""

    async def append(self, drafts: Iterable[Draft]) -> Sequence[Entry]:
        """Write all drafts together, or none.

        Drafts of a ``command`` that is in the log already are not written again: the
        entries that the command made then are returned in their place.
        """
        ...


class Log(LogReader, LogWriter, Protocol):
    """A log to read and write."""


class MemoryLog:
    """A log that is gone with the process: for tests and for replays."""

    def __init__(self, clock: Clock) -> None:
        """Start empty; ``clock`` stamps ``logged_at``."""
        self._clock = clock
        self._entries: list[Entry] = []
        self._commands: dict[str, list[Entry]] = {}
        self._grown = asyncio.Condition()

    @property
    def last_seq(self) -> int:
        """The newest sequence number, 0 for an empty log."""
        return len(self._entries)

    def read(self, after: int = 0) -> Sequence[Entry]:
        """All entries with a sequence number above ``after``, in order."""
        return self._entries[after:]

    async def wait(self, after: int) -> None:
        """Return once the log holds an entry above ``after``; safe to cancel."""
        async with self._grown:
            await self._grown.wait_for(lambda: self.last_seq > after)

    async def append(self, drafts: Iterable[Draft]) -> Sequence[Entry]:
        """Write all drafts together, or none (see :class:`LogWriter`)."""
        batch = list(drafts)
        done = [entry for draft in batch for entry in self._answers(draft.command)]
        if done:
            return list(dict.fromkeys(done))
        now = self._clock.now()
        entries = [Entry(self.last_seq + n, now, draft) for n, draft in enumerate(batch, start=1)]
        self._entries.extend(entries)
        for entry in entries:
            if entry.draft.command is not None:
                self._commands.setdefault(entry.draft.command, []).append(entry)
        async with self._grown:
            self._grown.notify_all()
        return entries

    def _answers(self, command: str | None) -> list[Entry]:
        return self._commands.get(command, []) if command is not None else []
