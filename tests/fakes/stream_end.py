"""The device's end of a TCP or local connection, as a link."""

import asyncio

from boardlink.captures.capture import LinkKind
from boardlink.errors import LinkError


class StreamEnd:
    """Wraps what a stream server's handler gets."""

    kind = LinkKind.TCP
    name = "stream"

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def read(self) -> bytes:
        try:
            data = await self._reader.read(4096)
        except OSError as error:
            raise LinkError("gone") from error
        if not data:
            raise LinkError("gone")
        return data

    async def write(self, data: bytes) -> None:
        try:
            self._writer.write(data)
            await self._writer.drain()
        except OSError as error:
            raise LinkError("gone") from error

    async def close(self) -> None:
        self._writer.close()
