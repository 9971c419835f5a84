"""The spectators' server: pages, PGN, the socket. It reads, and changes nothing.

Routes::

    /                                the page; also /t/{tournament}
    /socket?epoch=…&n=…              messages (broadcast/messages/messages.py), resumed after n
    /line/{game}.json                a game's whole line
    /games/{tournament}/{stage}.{round}.json     where the games of a round stand
    /stages/{tournament}.svg         how its stages hang together; nothing where there is one
    /pgn/{tournament}.pgn            all games; …/{round}.pgn one round, …/current.pgn
    /pgn/game/{game}.pgn             one game
    /static/…                        the page's files: spectators/, base/, vendor/
    /healthz                         is it up

Everything an address returns is made from the audience's feed, so its bytes, ETag and
length tell nothing younger than the cut. ``?token=`` selects the trusted audience.
"""

import asyncio
import hmac
import logging
import re
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from aiohttp import WSCloseCode, web

from broadcast.cut.feed import StandingsAt
from broadcast.errors import PortError, UnknownError
from broadcast.known.game import Showing
from broadcast.pgn import export as pgn_export
from broadcast.pgn import file_names
from broadcast.serving.channel import Channel
from broadcast.serving.hub import PUBLIC, Hub, HubSettings
from broadcast.serving.request_heads import Door
from broadcast.view import Feed
from facts.clock import Clock
from facts.ids import GameId, RoundNo, StageId, TournamentId
from facts.log import LogReader
from pages import assets

logger = logging.getLogger(__name__)

TRUSTED = "trusted"
PGN_TYPE = "application/x-chess-pgn; charset=utf-8"
NOT_MODIFIED = 304
SVG_TYPE = "image/svg+xml"
PICTURE_STAYS = timedelta(seconds=5)
"""However many look, the stages are drawn once in so long."""
CLIENT_BYTES = 4096
"""A spectator has nothing to say; this is the longest message that is even read."""
SEND_BUFFER_BYTES = 64 * 1024
"""The kernel's buffer a connection: small, so that a dead reader is noticed."""
CLOSE_S = 2.0
"""How long a spectator may take to say goodbye."""
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Server": "topboards",
}


StagesAt = Callable[[TournamentId, datetime], str | None]
"""A picture (SVG) of a tournament's stages as of a moment; None where it has one stage."""


def no_picture(_tournament: TournamentId, _cut: datetime) -> str | None:
    """For a server without regulations beside it."""
    return None


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """How spectators are served.

    Attributes:
        host: address to listen at; ``0.0.0.0`` for the whole network.
        port: 0 takes any free one.
        delay_min: minutes the public sees things later.
        trusted_token: who sends it sees things ``trusted_delay_min`` later; empty: nobody.
        showing: what is shown of unconfirmed moves.
        origins: other sites whose pages may open the socket, ``https://club.example``.
        max_spectators: sockets at a time; more are refused with 503.
    """

    host: str = "127.0.0.1"
    port: int = 8080
    delay_min: float = 0.0
    trusted_token: str = ""
    trusted_delay_min: float = 0.0
    showing: Showing = field(default_factory=Showing)
    origins: tuple[str, ...] = ()
    max_spectators: int = 10_000


@dataclass(frozen=True, slots=True)
class Server:
    """A server that is up."""

    host: str
    port: int
    hub: Hub

    @property
    def url(self) -> str:
        """Where a browser on this machine finds the page."""
        host = {"0.0.0.0": "127.0.0.1", "::": "[::1]", "": "127.0.0.1"}.get(self.host, self.host)
        if ":" in host and not host.startswith("["):
            host = f"[{host}]"
        return f"http://{host}:{self.port}/"

    @property
    def spectators(self) -> int:
        """How many sockets are open."""
        return sum(channel.spectators for channel in self.hub.channels.values())


@asynccontextmanager
async def serving(
    settings: ServerSettings,
    log: LogReader,
    clock: Clock,
    standings_at: StandingsAt,
    stages_at: StagesAt = no_picture,
) -> AsyncIterator[Server]:
    """Serve while the body runs.

    Raises:
        PortError: the address cannot be listened at.
    """
    listener = listen(settings.host, settings.port)
    try:
        delays = {PUBLIC: settings.delay_min}
        if settings.trusted_token:
            delays[TRUSTED] = settings.trusted_delay_min
        hub = Hub(HubSettings(delays, settings.showing), log, clock, standings_at)
        runner = web.AppRunner(
            _Site(settings, hub, stages_at).application(),
            access_log=None,
            shutdown_timeout=CLOSE_S,
            handle_signals=False,
        )
        await runner.setup()
        assert runner.server is not None, "it was set up"
        door = Door(runner.server)
        await door.open(listener)
    except BaseException:
        listener.close()
        raise
    server = Server(settings.host, listener.getsockname()[1], hub)
    ended: BaseException | None = None
    try:
        async with asyncio.TaskGroup() as group:
            running = group.create_task(hub.run())
            try:
                yield server
            except BaseException as error:  # noqa: BLE001 - raised again below
                ended = error  # the body's own error must not come out wrapped in a group
            running.cancel()
    finally:
        door.close()
        await runner.cleanup()
    if ended is not None:
        raise ended


def listen(host: str, port: int) -> socket.socket:
    """A listening socket.

    Raises:
        PortError: the port is taken or may not be used, or the host is not this machine's.
    """
    try:
        if not 0 <= port <= 65_535:
            raise OSError("ports are numbers from 0 to 65535")
        found = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        family, _, _, _, address = found[0]
        listener = socket.create_server(address[:2], family=family, backlog=1024)
    except OSError as error:
        where = f"port {port} at {host or 'any address'}"
        raise PortError(
            f"spectators cannot be served on {where}: {error}; stop what uses it, or set "
            "another host or port for the broadcast"
        ) from error
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
    listener.setblocking(False)
    return listener


class _Socket:
    """A spectator's connection, written to directly: the frames are ready."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport

    def send(self, frame: bytes) -> None:
        if not self._transport.is_closing():
            self._transport.write(frame)

    def backlog(self) -> int:
        return self._transport.get_write_buffer_size()

    def drop(self, reason: str) -> None:
        self._transport.abort()


_ROUND = re.compile(r"[1-9][0-9]{0,3}")
PgnMaker = Callable[[Feed, pgn_export.Shelf], tuple[str, str]]
"""Makes a PGN's text and the name of its file."""


@dataclass(frozen=True, slots=True)
class _Text:
    """A PGN as it is sent."""

    body: bytes
    etag: str
    disposition: str


class _Site:
    """The addresses and what stands there."""

    def __init__(self, settings: ServerSettings, hub: Hub, stages_at: StagesAt) -> None:
        self._settings = settings
        self._hub = hub
        self._assets = assets.load("spectators")
        self._shelves = {name: pgn_export.Shelf() for name in hub.channels}
        self._texts: dict[str, tuple[Feed, dict[str, _Text]]] = {}
        self._sockets: set[web.WebSocketResponse] = set()
        self._stages_at = stages_at
        self._pictures: dict[tuple[str, TournamentId], tuple[datetime, bytes]] = {}

    def application(self) -> web.Application:
        app = web.Application(client_max_size=64 * 1024)
        app.on_response_prepare.append(_add_headers)
        app.on_shutdown.append(self._say_goodbye)
        app.router.add_get("/", self._page)
        app.router.add_get("/t/{tournament}", self._page)
        app.router.add_get("/socket", self._socket)
        app.router.add_get("/line/{game}.json", self._line)
        app.router.add_get("/games/{tournament}/{round}.json", self._games)
        app.router.add_get("/stages/{tournament}.svg", self._stages)
        app.router.add_get("/pgn/game/{game}.pgn", self._game_pgn)
        app.router.add_get("/pgn/{tournament}.pgn", self._tournament_pgn)
        app.router.add_get("/pgn/{tournament}/{round}.pgn", self._round_pgn)
        app.router.add_get("/static/{path:.+}", self._static)
        app.router.add_get("/healthz", self._health)
        return app

    def _channel(self, request: web.Request) -> Channel:
        token = request.query.get("token", "")
        if not token:
            return self._hub.channels[PUBLIC]
        ours = self._settings.trusted_token
        if ours and hmac.compare_digest(token.encode(), ours.encode()):
            return self._hub.channels[TRUSTED]
        raise web.HTTPForbidden(text="this token is not valid: ask the organiser for a new link\n")

    async def _page(self, request: web.Request) -> web.StreamResponse:
        return _send_asset(request, self._assets["spectators/index.html"])

    async def _static(self, request: web.Request) -> web.StreamResponse:
        asset = self._assets.get(request.match_info["path"])
        if asset is None:
            raise web.HTTPNotFound(text="there is no such file\n")
        return _send_asset(request, asset)

    async def _health(self, _request: web.Request) -> web.StreamResponse:
        return web.json_response({"ok": True}, headers={"Cache-Control": "no-store"})

    async def _line(self, request: web.Request) -> web.StreamResponse:
        game = GameId(request.match_info["game"])
        return _send_json(lambda: self._channel(request).line(game))

    async def _games(self, request: web.Request) -> web.StreamResponse:
        tournament = TournamentId(request.match_info["tournament"])
        stage, _, number = request.match_info["round"].rpartition(".")
        key = (stage, int(number) if _ROUND.fullmatch(number) else 0)
        return _send_json(lambda: self._channel(request).round_games(tournament, key))

    async def _stages(self, request: web.Request) -> web.StreamResponse:
        channel = self._channel(request)
        tournament = TournamentId(request.match_info["tournament"])
        if tournament not in channel.feed.tournaments:
            raise web.HTTPNotFound(text="there is no such tournament\n")
        cut, body = self._pictures.get((channel.name, tournament), (None, b""))
        if cut is None or channel.cut - cut >= PICTURE_STAYS:
            body = (self._stages_at(tournament, channel.cut) or "").encode()
            self._pictures[channel.name, tournament] = (channel.cut, body)
        if not body:
            return web.Response(status=204)
        return _send(request, body, SVG_TYPE, assets.strong_etag(body))

    async def _tournament_pgn(self, request: web.Request) -> web.StreamResponse:
        tournament = TournamentId(request.match_info["tournament"])
        name = file_names.tournament_file(tournament)
        return self._pgn(
            request, lambda feed, shelf: (pgn_export.tournament_pgn(feed, tournament, shelf), name)
        )

    async def _round_pgn(self, request: web.Request) -> web.StreamResponse:
        tournament = TournamentId(request.match_info["tournament"])
        stage, _, number = request.match_info["round"].rpartition(".")

        def make(feed: Feed, shelf: pgn_export.Shelf) -> tuple[str, str]:
            wanted: StageId | None
            if number == "current":
                latest = pgn_export.latest_round(feed, tournament)
                round_no, wanted = latest.round_no, latest.stage
            elif _ROUND.fullmatch(number):
                round_no, wanted = RoundNo(int(number)), StageId(stage) if stage else None
            else:
                raise UnknownError(f"{number!r} is no round: expected a number or 'current'")
            text = pgn_export.round_pgn(feed, tournament, round_no, wanted, shelf)
            return text, file_names.round_file(feed, tournament, round_no, wanted)

        return self._pgn(request, make)

    async def _game_pgn(self, request: web.Request) -> web.StreamResponse:
        game = GameId(request.match_info["game"])

        def make(feed: Feed, shelf: pgn_export.Shelf) -> tuple[str, str]:
            return pgn_export.game_pgn(feed, game, shelf), file_names.game_file(feed, game)

        return self._pgn(request, make)

    def _pgn(self, request: web.Request, make: PgnMaker) -> web.StreamResponse:
        channel = self._channel(request)
        feed, texts = self._texts.get(channel.name, (None, {}))
        if feed is not channel.feed:
            texts = {}
            self._texts[channel.name] = (channel.feed, texts)
        found = texts.get(request.path)
        if found is None:
            try:
                text, name = make(channel.feed, self._shelves[channel.name])
            except UnknownError as error:
                raise web.HTTPNotFound(text=f"{error}\n") from error
            body = text.encode()
            found = _Text(body, assets.strong_etag(body), file_names.disposition(name))
            texts[request.path] = found
        answer = _send(request, found.body, PGN_TYPE, found.etag)
        answer.headers["Content-Disposition"] = found.disposition
        return answer

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        channel = self._channel(request)
        self._check_origin(request)
        if len(self._sockets) >= self._settings.max_spectators:
            raise web.HTTPServiceUnavailable(text="too many spectators at present\n")
        number = request.query.get("n", "0")
        seen = int(number) if number.isdecimal() and len(number) < 16 else 0
        answer = web.WebSocketResponse(compress=False, max_msg_size=CLIENT_BYTES, timeout=CLOSE_S)
        await answer.prepare(request)
        transport = request.transport
        if transport is None:
            return answer
        spectator = _Socket(transport)
        self._sockets.add(answer)
        channel.join(spectator, request.query.get("epoch", ""), seen)
        try:
            async for _ in answer:
                await answer.close(code=WSCloseCode.POLICY_VIOLATION, message=b"read only")
        finally:
            channel.leave(spectator)
            self._sockets.discard(answer)
        return answer

    def _check_origin(self, request: web.Request) -> None:
        """Refuse other sites' pages: a browser names the site it comes from."""
        origin = request.headers.get("Origin")
        if origin is None or origin in self._settings.origins:
            return
        if urlsplit(origin).netloc != request.headers.get("Host", ""):
            raise web.HTTPForbidden(text="this page may not open the socket\n")

    async def _say_goodbye(self, _app: web.Application) -> None:
        async with asyncio.TaskGroup() as group:
            for answer in list(self._sockets):
                group.create_task(_close(answer))


async def _close(answer: web.WebSocketResponse) -> None:
    await answer.close(code=WSCloseCode.GOING_AWAY, message=b"the server is stopping")


async def _add_headers(_request: web.Request, response: web.StreamResponse) -> None:
    for name, value in HEADERS.items():
        response.headers[name] = value


def _send_asset(request: web.Request, asset: assets.Asset) -> web.StreamResponse:
    packs = request.headers.get("Accept-Encoding", "")
    sent = assets.sent(asset, packs, _if_none_match(request))
    status = 200 if sent.body is not None else NOT_MODIFIED
    return web.Response(status=status, body=sent.body, headers=sent.headers)


def _send_json(make: Callable[[], bytes]) -> web.StreamResponse:
    try:
        body = make()
    except UnknownError as error:
        raise web.HTTPNotFound(text=f"{error}\n") from error
    headers = {"Content-Type": "application/json", "Cache-Control": "no-store"}
    return web.Response(body=body, headers=headers)


def _send(request: web.Request, body: bytes, content_type: str, etag: str) -> web.StreamResponse:
    """The body, or 304 where the asker has it."""
    headers = {"ETag": etag, "Cache-Control": "no-cache"}
    if assets.is_known(etag, _if_none_match(request)):
        return web.Response(status=NOT_MODIFIED, headers=headers)
    return web.Response(body=body, headers={**headers, "Content-Type": content_type})


def _if_none_match(request: web.Request) -> str:
    return request.headers.get("If-None-Match", "")
