"""The handlers: pages and their files, sign-in, state as it changes, commands."""

import asyncio
import logging
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, TypeVar
from urllib.parse import urlsplit

import msgspec
from aiohttp import web

from desk.arbiter.commands_json import game_result, read_command
from desk.arbiter.guard import ACTOR, Guard, own_cookie, session_of
from desk.arbiter.page_feed import PageFeed
from desk.arbiter.prints import Prints
from desk.arbiter.session_file import SessionFile
from desk.arbiter.sign_in import SESSION_LIFE, SignIn
from desk.commands.decisions.on_results import left_for_a_ruling
from desk.commands.drafts.pairing_job import CorrectionJob
from desk.commands.kinds.results import ConfirmAgreeing
from desk.commands.situation import find_game, rank
from desk.errors import (
    AskFirstError,
    DeskError,
    LogError,
    PairingFailedError,
    RefusedError,
    StaleError,
)
from desk.hall.desk import Desk
from desk.hall.pairing_worker import weigh
from desk.hall.port_watch import Troubles
from desk.host.addresses import is_loopback, network_url
from desk.host.notices import Notices
from desk.state.standings import StandingsFollower
from desk.views.diagrams import diagrams
from desk.views.journal import journal
from desk.views.parts import PartsMaker, Wanted
from facts.envelope import Actor, Entry, Role
from facts.ids import DeviceId, GameId, RoundNo, StageId, TournamentId
from facts.views import StandingsTable
from pages import assets
from results.errors import ResultsError
from results.tournament.tournament import Tournament

logger = logging.getLogger(__name__)

TICK_S: Final = 0.2
"""News is gathered this long before it is sent: a busy hall has 20 facts a second."""
HEARTBEAT_S: Final = 15.0
"""So that a page notices a dead connection, and a proxy keeps a quiet one."""
JOURNAL_LINES: Final = 300
"""How many lines of the journal are shown; the log itself keeps everything."""
ROLES: Final = tuple(
    role.value
    for role in (Role.BOARD_OPERATOR, Role.FLOOR_ARBITER, Role.ARBITER, Role.CHIEF_ARBITER)
)
"""Who can sign in here."""
Form = TypeVar("Form")
_PAGE = "arbiter/index.html"
_SIGN_IN = "arbiter/sign-in.html"


Seen = Callable[[DeviceId], str | None]
"""What a board's sensors see now: a1 … h8 in its own frame, None while unknown."""


@dataclass(frozen=True, slots=True)
class Around:
    """What the pages use besides the desk.

    Attributes:
        notices: the terminal, where a link is printed that somebody asks for.
        troubles: boards that are configured and are not there.
        seen: the boards' sensors.
        host: where the server listens.
        sessions: the file that keeps sessions; None: they end with the program.
    """

    notices: Notices
    troubles: Troubles
    seen: Seen
    host: str
    sessions: SessionFile | None = None


class Pages:
    """Everything that is served to arbiters."""

    def __init__(self, desk: Desk, sign_in: SignIn, around: Around) -> None:
        """Serve ``desk`` to those whom ``sign_in`` knows."""
        self._desk = desk
        self._sign_in = sign_in
        self._around = around
        self.url = ""
        """Where this computer finds the pages; known once the server listens."""
        self._closing = asyncio.Event()
        self._live = StandingsFollower(live=True)
        self._maker = PartsMaker(self._counted)
        self._prints = Prints(desk)
        self._assets = assets.load("arbiter")

    def routes(self, guard: Guard) -> Sequence[web.RouteDef]:
        """All addresses; those without ``signed_in`` give nothing away."""
        return [
            web.get("/", self.page),
            web.get("/sign-in", self.sign_in_page),
            web.get("/static/{path:.+}", self.static),
            web.post("/api/sign-in", self.sign_in),
            web.post("/api/new-link", self.new_link),
            web.post("/api/sign-out", guard.signed_in(self.sign_out)),
            web.get("/api/events", guard.signed_in(self.events)),
            web.get("/api/state", guard.signed_in(self.state)),
            web.get("/api/consequences", guard.signed_in(self.consequences)),
            web.get("/api/diagrams", guard.signed_in(self.diagrams)),
            web.get("/api/journal", guard.signed_in(self.journal)),
            web.post("/api/commands", guard.signed_in(self.command)),
            web.post("/api/invitations", guard.signed_in(self.invite)),
            web.get("/api/prizes", guard.signed_in(self._prints.prizes)),
            web.get("/print/{sheet}", guard.signed_in(self._prints.sheet)),
        ]

    def close(self) -> None:
        """End the streams of events, so that the server can stop."""
        self._closing.set()

    # --- files --------------------------------------------------------------------------

    async def page(self, request: web.Request) -> web.StreamResponse:
        """The page itself; without a session it leads to the sign-in page."""
        if self._sign_in.who(session_of(request), self._desk.clock.now()) is None:
            raise web.HTTPSeeOther("/sign-in")
        return self._file(request, _PAGE)

    async def sign_in_page(self, request: web.Request) -> web.StreamResponse:
        """Takes the token out of the address's fragment, which no server or log ever sees."""
        return self._file(request, _SIGN_IN)

    async def static(self, request: web.Request) -> web.StreamResponse:
        """Scripts and styles."""
        return self._file(request, request.match_info["path"])

    def _file(self, request: web.Request, path: str) -> web.StreamResponse:
        asset = self._assets.get(path)
        if asset is None:
            raise web.HTTPNotFound(text="there is no such page")
        # Nothing of these pages is kept by a browser (guard.HEADERS), so nothing is compared.
        sent = assets.sent(asset, request.headers.get("Accept-Encoding", ""), "")
        return web.Response(body=sent.body, headers=sent.headers)

    # --- signing in and out -------------------------------------------------------------

    async def sign_in(self, request: web.Request) -> web.StreamResponse:
        """Turn a one-time token into a session."""
        form = _decode(await request.read(), _TokenForm)
        session = secrets.token_urlsafe(32)
        actor = self._sign_in.use_link(form.token, session, self._desk.clock.now())
        if actor is None:
            raise web.HTTPUnauthorized(
                text="this link does not work any more: each works once, for 15 minutes. "
                "Ask for a new one"
            )
        logger.info("%s signed in as %s", actor.name, actor.role)
        response = web.json_response({"name": actor.name, "role": actor.role.value})
        # A phone that closes its browser comes back signed in; the session itself ends sooner.
        response.set_cookie(
            own_cookie(request), session, httponly=True, samesite="Strict", path="/",
            secure=request.secure, max_age=int(SESSION_LIFE.total_seconds()),
        )  # fmt: skip
        await self._keep_sessions()
        return response

    async def new_link(self, _request: web.Request) -> web.StreamResponse:
        """Print a new link in the program's window: only who sits there can read it."""
        if not self._sign_in.may_want(self._desk.clock.now()):
            raise web.HTTPTooManyRequests(
                text="new links were asked for several times just now: use the newest of them, "
                "in the program's window, or wait five minutes"
            )
        link = give_link(
            self._sign_in, self._desk, self.url, "Arbiter", Role.CHIEF_ARBITER.value, None
        )
        self._around.notices.say("A new link for the arbiter, as asked for on the page:", link)
        logger.info("a new sign-in link was asked for")
        return web.json_response({})

    async def _keep_sessions(self) -> None:
        if self._around.sessions is not None:
            await self._around.sessions.keep(at_once=True)

    async def sign_out(self, request: web.Request) -> web.StreamResponse:
        """End the session."""
        self._sign_in.end(session_of(request))
        await self._keep_sessions()
        response = web.json_response({})
        response.del_cookie(own_cookie(request), path="/")
        return response

    async def invite(self, request: web.Request) -> web.StreamResponse:
        """A sign-in link for somebody else, of no higher role than one's own."""
        form = _decode(await request.read(), _InvitationForm)
        host = request.headers.get("Host", "")
        url = f"{request.scheme}://{host}"
        here = is_loopback(urlsplit(url).hostname or "")
        if here and (outside := network_url(self._around.host, url)) is not None:
            # Whoever gets the link is elsewhere; here it works by that name as well.
            url, here = outside, False
        try:
            link = give_link(self._sign_in, self._desk, url, form.name, form.role, request[ACTOR])
        except RefusedError as error:
            return _refusal(error, 409)
        return web.json_response({"link": link, "here_only": here})

    # --- state and commands -------------------------------------------------------------

    async def state(self, request: web.Request) -> web.StreamResponse:
        """Everything at once."""
        feed = PageFeed()
        return web.Response(body=self._news(request, feed), content_type="application/json")

    async def events(self, request: web.Request) -> web.StreamResponse:
        """Everything at first, then what changes, as server-sent events."""
        response = web.StreamResponse(
            headers={"Content-Type": "text/event-stream", "Cache-Control": "no-store"}
        )
        await response.prepare(request)
        feed = PageFeed()
        # A page that was closed shows when something is sent to it.
        with suppress(ConnectionResetError):
            while self._still_wanted(request):
                seq = self._desk.known.seq
                news = self._news(request, feed)
                await response.write(b"data: " + news + b"\n\n" if news else b": here\n\n")
                await self._something_new(seq)
                if self._around.sessions is not None:
                    await self._around.sessions.keep()
        return response

    def _still_wanted(self, request: web.Request) -> bool:
        """A session that has ended gets nothing more; a stream does not keep one alive."""
        now = self._desk.clock.now()
        return not self._closing.is_set() and self._sign_in.lives(session_of(request), now)

    async def _something_new(self, seq: int) -> None:
        try:
            async with asyncio.timeout(HEARTBEAT_S), asyncio.TaskGroup() as group:
                closing = group.create_task(self._closing.wait())
                grown = group.create_task(self._desk.log.wait(seq))
                await asyncio.wait({closing, grown}, return_when=asyncio.FIRST_COMPLETED)
                closing.cancel()
                grown.cancel()
        except TimeoutError:
            return
        await asyncio.sleep(TICK_S)

    def _news(self, request: web.Request, feed: PageFeed) -> bytes | None:
        known = self._desk.known
        query = request.query
        number = query.get("round", "")
        wanted = Wanted(
            TournamentId(query["tournament"]) if query.get("tournament") else None,
            StageId(query["stage"]) if query.get("stage") else None,
            _round_no(number),
            _round_no(query.get("after", "")),
        )
        parts = self._maker.parts(known, request[ACTOR], wanted)
        parts["ports"] = list(self._around.troubles())
        return feed.news(known.seq, parts, known.at)

    async def consequences(self, request: web.Request) -> web.StreamResponse:
        """What another result would change, before anybody rules it."""
        try:
            game = find_game(self._desk.known, GameId(request.query.get("game", "")))
            result = game_result(request.query.get("result", ""))
            job = CorrectionJob(game.tournament, game.claims.game, result)
            sentences = await weigh(job)
        except (RefusedError, PairingFailedError) as error:
            return _refusal(error, 422)
        return web.json_response({"sentences": sentences})

    async def diagrams(self, request: web.Request) -> web.StreamResponse:
        """What the sensors of a game's board see, beside where its line leads."""
        game = self._desk.hall.games.get(GameId(request.query.get("game", "")))
        if game is None:
            raise web.HTTPNotFound(text="there is no such game")
        now = self._around.seen(game.device) if game.device is not None else None
        return web.Response(
            body=msgspec.json.encode(diagrams(game, now)), content_type="application/json"
        )

    async def journal(self, request: web.Request) -> web.StreamResponse:
        """What happened, the newest first: who did what, and what the boards said."""
        wanted = request.query.get("tournament")
        lines = journal(self._desk.log.read(), self._desk.known, wanted, JOURNAL_LINES)
        return web.Response(
            body=msgspec.json.encode({"lines": lines}), content_type="application/json"
        )

    async def command(self, request: web.Request) -> web.StreamResponse:
        """Carry a command out; answered when its facts are on disk."""
        try:
            command = read_command(await request.read())
            entries = await self._desk.act(command, request[ACTOR])
        except StaleError as error:
            return _refusal(error, 409)
        except (RefusedError, PairingFailedError) as error:
            return _refusal(error, 422)
        except LogError as error:
            logger.exception("a command could not be written")
            return _refusal(error, 503)
        told: dict[str, object] = {"seqs": _seqs(entries)}
        if isinstance(command, ConfirmAgreeing):
            told["left"] = left_for_a_ruling(self._desk.known, command)
        return web.json_response(told)

    def _counted(self, tournament: Tournament, stage: StageId) -> StandingsTable | None:
        try:
            return self._live.standings(tournament, stage)
        except ResultsError:
            # A tie-break that cannot be counted must not take the round away from the desk.
            logger.exception("the standings of %s cannot be counted", tournament.id)
            return None

    # --- paper --------------------------------------------------------------------------


class _TokenForm(msgspec.Struct):
    token: str


class _InvitationForm(msgspec.Struct):
    name: str
    role: str


def give_link(sign_in: SignIn, desk: Desk, url: str, name: str, role: str, by: Actor | None) -> str:
    """A link that signs ``name`` in as ``role``, once and soon.

    Raises:
        RefusedError: no name, no such role, or one higher than that of who gives it.
    """
    try:
        actor = Actor(Role(role), " ".join(name.split())[:80])
    except ValueError as error:
        raise RefusedError(f"{role!r} is no role: expected one of {', '.join(ROLES)}") from error
    if not actor.name:
        raise RefusedError("give a name: it stands beside everything that is done")
    if role not in ROLES or (by is not None and rank(by.role) < rank(actor.role)):
        raise RefusedError(f"you cannot let anybody in as {role}")
    if by is not None and rank(by.role) < rank(Role.ARBITER):
        raise RefusedError("only arbiters let others in")
    token = secrets.token_urlsafe(32)
    sign_in.give_link(token, actor, desk.clock.now())
    return f"{url}/sign-in#{token}"


def _decode(data: bytes, form: type[Form]) -> Form:
    try:
        return msgspec.json.decode(data, type=form)
    except msgspec.MsgspecError as error:
        raise web.HTTPBadRequest(text=f"not understood: {error}") from error


def _round_no(text: str) -> RoundNo | None:
    return RoundNo(int(text)) if text.isascii() and text.isdigit() else None


def _refusal(error: DeskError, status: int) -> web.Response:
    told: dict[str, object] = {"refused": str(error)}
    if isinstance(error, AskFirstError):
        told["ask"] = {"field": error.field, "reason": error.needs_reason}
    return web.json_response(told, status=status)


def _seqs(entries: Sequence[Entry]) -> list[int]:
    return [entry.seq for entry in entries]
