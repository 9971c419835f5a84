"""The arbiter's server: made, started, stopped."""

import logging
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from aiohttp import web

from desk.arbiter.game_pages import GamePages, Witness
from desk.arbiter.guard import MAX_BODY_BYTES, Guard
from desk.arbiter.pages import Around, Pages, Seen, give_link
from desk.arbiter.session_file import SessionFile
from desk.arbiter.sign_in import SignIn
from desk.config.hall import Address
from desk.errors import ServerError
from desk.hall.desk import Desk
from desk.hall.port_watch import Troubles
from desk.host.addresses import is_loopback
from desk.host.notices import Notices
from facts.clock import Clock
from facts.envelope import Role

logger = logging.getLogger(__name__)

SHUTDOWN_S: Final = 2.0
"""How long requests that still run are waited for."""


class ArbiterServer:
    """A running server; ``url`` is where it answers."""

    def __init__(self, desk: Desk, sign_in: SignIn, url: str) -> None:
        """Made by :func:`arbiter_serving`."""
        self._desk = desk
        self._sign_in = sign_in
        self.url = url

    def sign_in_link(self, name: str = "Arbiter", role: Role = Role.CHIEF_ARBITER) -> str:
        """A new link that signs somebody in: it works once, for 15 minutes.

        Raises:
            RefusedError: no name, or a role that cannot sign in.
        """
        return give_link(self._sign_in, self._desk, self.url, name, role.value, None)


@asynccontextmanager
async def arbiter_serving(
    address: Address,
    desk: Desk,
    clock: Clock,
    *,
    notices: Notices | None = None,
    troubles: Troubles = tuple,
    sessions: Path | None = None,
    seen: Seen = lambda _device: None,
    witness: Witness | None = None,
) -> AsyncIterator[ArbiterServer]:
    """Serve the arbiter's pages until the block ends; port 0 takes any free one.

    Args:
        address: where to listen.
        desk: what is served.
        clock: the time of day.
        notices: where a link goes that somebody asks for who is not signed in.
        troubles: boards that are configured and are not there.
        sessions: the file that takes sessions along to the next start; None: there is none.
        seen: what a board's sensors see now.
        witness: what the boards' captures tell of a game; None: there are none.

    Raises:
        ServerError: the address is in use or not this computer's.
    """
    sign_in = SignIn()
    file = SessionFile(sessions, sign_in, clock) if sessions is not None else None
    if file is not None:
        file.load()
    around = Around(notices or Notices(), troubles, seen, address.host, file)
    pages = Pages(desk, sign_in, around)
    hosts: frozenset[str] = frozenset()
    guard = Guard(sign_in, clock, lambda: hosts)
    app = web.Application(client_max_size=MAX_BODY_BYTES, middlewares=[guard.headers, guard.origin])
    app.add_routes(pages.routes(guard))
    app.add_routes(GamePages(desk, witness).routes(guard))
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=SHUTDOWN_S)
    await runner.setup()
    try:
        site = web.TCPSite(runner, address.host, address.port)
        try:
            await site.start()
        except OSError as error:
            raise ServerError(
                f"the arbiter's pages cannot be served at {address.host}, port {address.port} "
                f"({error.strerror}): choose another port in the configuration"
            ) from error
        port = _port_of(runner)
        hosts = _names(address.host, port)
        pages.url = f"http://{_shown_host(address.host)}:{port}"
        yield ArbiterServer(desk, sign_in, pages.url)
    finally:
        pages.close()
        await runner.cleanup()
        if file is not None:
            file.save()


def _port_of(runner: web.AppRunner) -> int:
    port: int = runner.addresses[0][1]
    return port


def _names(host: str, port: int) -> frozenset[str]:
    """The names under which a loopback server is asked; a foreign one is an attack."""
    if not is_loopback(host):
        logger.warning(
            "the arbiter's pages are served to the network at %s without encryption: "
            "anybody there can read them; use a network of your own",
            host,
        )
        return frozenset()
    return frozenset(f"{name}:{port}" for name in ("127.0.0.1", "localhost", "[::1]"))


def _shown_host(host: str) -> str:
    """An address that can be opened: all interfaces are one of ours."""
    if host in ("0.0.0.0", "::", ""):
        return socket.gethostname()
    return f"[{host}]" if ":" in host else host
