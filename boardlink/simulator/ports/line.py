"""PURE. The board's end of a line: what a virtual board needs of a link, and no more."""

from typing import Protocol, runtime_checkable


class Line(Protocol):
    """Bytes from and to whoever listens; every ``boardlink.links.link.Link`` is one."""

    async def read(self) -> bytes:
        """Some bytes, at least one; ``b""`` or a ``LinkError`` once the line is gone."""
        ...

    async def write(self, data: bytes) -> None:
        """Send ``data``; without a listener it may be lost, as on a real cable."""
        ...

    async def close(self) -> None:
        """Pull the cable out."""
        ...


@runtime_checkable
class PluggableLine(Line, Protocol):
    """A line that a host finds by its name, and whose cable can be put back in."""

    @property
    def name(self) -> str:
        """A path or an address, as links take it."""
        ...

    async def reopen(self) -> None:
        """Put the cable back, under the same name."""
        ...
