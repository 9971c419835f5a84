"""Who may do what over HTTP: sessions, same-origin checks, security headers."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from aiohttp import web

from desk.arbiter.sign_in import SignIn
from facts.clock import Clock
from facts.envelope import Actor

MAX_BODY_BYTES: Final = 64 * 1024
ACTOR: Final = web.RequestKey("actor", Actor)

HEADERS: Final[Mapping[str, str]] = {
    "Content-Security-Policy": (
        "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; "
        "form-action 'self'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Guard:
    """Checks every request before a handler sees it."""

    def __init__(self, sign_in: SignIn, clock: Clock, hosts: Callable[[], frozenset[str]]) -> None:
        """``hosts`` are the names under which the server may be asked; empty for any."""
        self._sign_in = sign_in
        self._clock = clock
        self._hosts = hosts

    @web.middleware
    async def headers(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Put the security headers on every answer, errors included."""
        try:
            response = await handler(request)
        except web.HTTPException as error:
            error.headers.update(HEADERS)
            raise
        if not response.prepared:
            response.headers.update(HEADERS)
        return response

    @web.middleware
    async def origin(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuse other names than ours, and every change that another site asks for."""
        hosts = self._hosts()
        if hosts and request.host not in hosts:
            raise web.HTTPMisdirectedRequest(text="this server is not known by that name")
        if request.method not in ("GET", "HEAD"):
            if not _same_origin(request):
                raise web.HTTPForbidden(text="this request comes from another site")
            if request.content_type != "application/json":
                raise web.HTTPUnsupportedMediaType(text="expected application/json")
        return await handler(request)

    def signed_in(self, handler: Handler) -> Handler:
        """Let only those in who have a session; it is renewed by being used."""

        async def checked(request: web.Request) -> web.StreamResponse:
            actor = self._sign_in.who(session_of(request), self._clock.now())
            if actor is None:
                raise web.HTTPUnauthorized(
                    text="you are not signed in: open the link that the program prints, "
                    "or ask for a new one at /sign-in"
                )
            request[ACTOR] = actor
            return await handler(request)

        return checked


def cookie_name(port: int) -> str:
    """The session's cookie: browsers share cookies between ports, halls do not."""
    return f"topboards_arbiter_{port}"


def own_cookie(request: web.Request) -> str:
    """The name of the session's cookie at the port that is asked."""
    place = request.get_extra_info("sockname")
    return cookie_name(place[1] if place else 0)


def session_of(request: web.Request) -> str:
    """The session's secret that a browser sends; empty where it has none."""
    return request.cookies.get(own_cookie(request), "")


def _same_origin(request: web.Request) -> bool:
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None and site != "same-origin":
        return False
    origin = request.headers.get("Origin")
    if origin is None:
        # A browser too old for both headers cannot tell us who asks.
        return site == "same-origin"
    return origin in (f"http://{request.host}", f"https://{request.host}")
