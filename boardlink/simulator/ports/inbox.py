"""Bytes that arrived and were not read yet."""

import asyncio

from boardlink.errors import LinkError

MOST_BYTES = 1 << 14
"""A host that floods a board loses what does not fit, as on a real one."""


class Inbox:
    """One writer puts, one reader takes; closed, it can be opened again."""

    def __init__(self, name: str) -> None:
        """Empty and open; ``name`` is for messages."""
        self._name = name
        self._data = bytearray()
        self._changed = asyncio.Event()
        self._closed = False

    def put(self, data: bytes) -> None:
        """Keep what arrived."""
        self._data += data[: MOST_BYTES - len(self._data)]
        self._changed.set()

    async def take(self) -> bytes:
        """Everything that arrived; waits for one byte at least. Safe to cancel.

        Raises:
            LinkError: it was closed.
        """
        while not self._data and not self._closed:
            self._changed.clear()
            await self._changed.wait()
        if self._closed:
            raise LinkError(f"{self._name}: the cable was pulled out")
        data = bytes(self._data)
        self._data.clear()
        return data

    def close(self) -> None:
        """Let the reader go."""
        self._closed = True
        self._data.clear()
        self._changed.set()

    def reopen(self) -> None:
        """Begin again, empty."""
        self._closed = False
