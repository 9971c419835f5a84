"""What every link is: something to read bytes from and write bytes to; and one around another."""

from typing import Protocol

from boardlink.captures.capture import LinkKind

BUS = "bus:"
"""Before a port's name: it leads to a bus line, not to a single board."""


class Link(Protocol):
    """One open connection to a device (or, for a simulated one, to its host).

    A link is used by one reader and one writer at a time. Once it is gone it stays so:
    open a new one.
    """

    @property
    def kind(self) -> LinkKind:
        """What it runs over."""
        ...

    @property
    def name(self) -> str:
        """What people call it: a port or an address."""
        ...

    async def read(self) -> bytes:
        """At least one byte, as soon as there is one.

        Safe to cancel: nothing that has arrived is lost.

        Raises:
            LinkError: the other end is gone, or the link was closed.
        """
        ...

    async def write(self, data: bytes) -> None:
        """Send all of ``data``.

        Raises:
            LinkError: the other end is gone or takes nothing any more.
        """
        ...

    async def close(self) -> None:
        """Let go of the port; reads and writes fail from now on. May be called twice."""
        ...


class LinkAround:
    """A link around another one: passes on what a kind of it does not change."""

    def __init__(self, inner: Link) -> None:
        """``inner`` is closed with it."""
        self._inner = inner

    @property
    def kind(self) -> LinkKind:
        """What the inner link runs over."""
        return self._inner.kind

    @property
    def name(self) -> str:
        """What people call the inner link."""
        return self._inner.name

    async def read(self) -> bytes:
        """See :class:`Link`."""
        return await self._inner.read()

    async def write(self, data: bytes) -> None:
        """See :class:`Link`."""
        await self._inner.write(data)

    async def close(self) -> None:
        """See :class:`Link`."""
        await self._inner.close()
