"""What answers at a port and is taken for no board: its bytes are kept, for whoever looks."""

from pathlib import Path
from typing import Final

from boardlink.drivers.supervise import Opener
from boardlink.links.link import BUS, Link, LinkAround
from boardlink.links.recorded import RecordedLink
from boardlink.protocols.dgt import Command
from facts.clock import Clock

STRANGER: Final = "stranger"
"""How the names of such files begin."""
_RECOGNISED: Final = bytes([Command.SEND_UPDATE_NICE])
"""Sent to a board as soon as it has said who it is; from then on it has a file of its own."""


class Unrecognised:
    """Opens ports, and keeps what the first stranger at each of them said."""

    def __init__(self, open_link: Opener, folder: Path, clock: Clock) -> None:
        """``folder`` is where the files go."""
        self._open_link = open_link
        self._folder = folder
        self._clock = clock
        self._kept: set[str] = set()

    async def open(self, port: str) -> Link:
        """Open ``port``.

        Raises:
            LinkError: as whoever opens it says.
        """
        link = await self._open_link(port)
        if port in self._kept or port.startswith(BUS):
            return link
        return _Listened(link, RecordedLink(link, self._folder, self._clock, "dgt"), self._kept)


class _Listened(LinkAround):
    """A link whose bytes are kept until it is known whose they are."""

    def __init__(self, link: Link, kept: RecordedLink, ports: set[str]) -> None:
        super().__init__(link)
        self._link: Link = kept
        self._kept: RecordedLink | None = kept
        self._ports = ports
        self._heard = False

    async def read(self) -> bytes:
        """What arrived; safe to cancel."""
        data = await self._link.read()
        self._heard = True
        return data

    async def write(self, data: bytes) -> None:
        """Send all of ``data``."""
        if data == _RECOGNISED:
            self._link, self._kept = self._inner, None
        await self._link.write(data)

    async def close(self) -> None:
        """Let go of the port; a stranger's bytes get their file."""
        if self._kept is not None and self._heard and self.name not in self._ports:
            self._ports.add(self.name)
            self._kept.identify(f"{STRANGER}-{self.name.strip('/')}")
        await self._link.close()
