"""Asking a web server again and again whether something is new, and no more than that."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Protocol

import aiohttp

from boardlink.other_programs.game import decode
from boardlink.other_programs.source import Look, SourceError
from boardlink.other_programs.texts import Accounts
from facts.clock import Clock

MOST_BYTES = 16 << 20
TIMEOUT_S = 10.0
MOST_WAIT_S = 300.0
"""A server that wants to be left alone for longer is asked after that all the same."""
TOO_MANY = 429


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server sent.

    Attributes:
        headers: names in lower case.
    """

    status: int
    headers: Mapping[str, str]
    body: bytes = b""


class Fetcher(Protocol):
    """Sends one request."""

    async def get(self, url: str, headers: Mapping[str, str]) -> Answer:
        """The server's answer.

        Raises:
            SourceError: there is none.
        """
        ...

    async def close(self) -> None:
        """Let go of connections. May be called twice."""
        ...


class AiohttpFetcher:
    """See :class:`Fetcher`."""

    def __init__(self, software: str = "topboards") -> None:
        """``software``: as the server's log shall call us."""
        self._software = software
        self._session: aiohttp.ClientSession | None = None

    async def get(self, url: str, headers: Mapping[str, str]) -> Answer:
        """See :class:`Fetcher`."""
        if self._session is None:
            timeout = aiohttp.ClientTimeout(total=TIMEOUT_S)
            agent = {"User-Agent": self._software}
            self._session = aiohttp.ClientSession(timeout=timeout, headers=agent)
        try:
            async with self._session.get(url, headers=headers) as response:
                body = await response.content.read(MOST_BYTES)
                while more := await response.content.read(MOST_BYTES):
                    body += more
                    if len(body) > MOST_BYTES:
                        raise SourceError(f"{url}: more than {MOST_BYTES} bytes are no games")
                told = {name.lower(): value for name, value in response.headers.items()}
                return Answer(response.status, told, body)
        except TimeoutError as error:
            raise SourceError(f"{url}: no answer within {TIMEOUT_S:.0f} s") from error
        except aiohttp.InvalidURL as error:
            raise SourceError(f"{url}: this is no address") from error
        except (aiohttp.ClientError, OSError) as error:
            raise SourceError(
                f"{url}: cannot be reached ({error}): check the network and the address"
            ) from error

    async def close(self) -> None:
        """See :class:`Fetcher`."""
        if self._session is not None:
            await self._session.close()
            self._session = None


@dataclass(slots=True)
class _Known:
    """What was sent last, and how the server knows it."""

    headers: dict[str, str]
    body: bytes


class Pages:
    """Pages of a server, each fetched again only when it is new."""

    def __init__(self, fetcher: Fetcher, clock: Clock) -> None:
        """Nothing was fetched yet."""
        self._fetcher = fetcher
        self._clock = clock
        self._known: dict[str, _Known] = {}

    async def get(self, url: str) -> bytes:
        """The page as it is now.

        Raises:
            SourceError: it is not there (yet), or the server cannot or will not send it.
        """
        known = self._known.get(url)
        answer = await self._fetcher.get(url, known.headers if known is not None else {})
        if answer.status == 304 and known is not None:
            return known.body
        if answer.status == 200:
            self._known[url] = _Known(_questions(answer.headers), answer.body)
            return answer.body
        raise self._refused(url, answer)

    def _refused(self, url: str, answer: Answer) -> SourceError:
        if answer.status in (404, 410):
            return SourceError(f"{url}: it is not there (yet)", early=True)
        wait_s = self._wait_s(answer.headers.get("retry-after", ""))
        if answer.status == TOO_MANY:
            text = f"{url}: the server is asked too often: make every_s larger"
            return SourceError(text, wait_s=wait_s or 60.0)
        if answer.status in (401, 403):
            return SourceError(f"{url}: the server does not let this program in")
        return SourceError(f"{url}: the server answers with HTTP {answer.status}", wait_s=wait_s)

    def _wait_s(self, asked: str) -> float:
        """``Retry-After``: seconds, or a date."""
        text = asked.strip()
        if text.isascii() and text.isdigit():
            return min(float(text[:6]), MOST_WAIT_S)
        try:
            until = parsedate_to_datetime(text)
            seconds = (until - self._clock.now()).total_seconds()
        except (ValueError, TypeError):
            return 0.0
        return min(max(seconds, 0.0), MOST_WAIT_S)


def _questions(headers: Mapping[str, str]) -> dict[str, str]:
    """What to send along next time, so that the server need not send the same again."""
    asked: dict[str, str] = {}
    if "etag" in headers:
        asked["If-None-Match"] = headers["etag"]
    if "last-modified" in headers:
        asked["If-Modified-Since"] = headers["last-modified"]
    return asked


class PgnAddress:
    """PGN on a web server; see :class:`boardlink.other_programs.source.GamesSource`."""

    family = "pgn"

    def __init__(self, url: str, fetcher: Fetcher, clock: Clock) -> None:
        """The fetcher is closed with the source."""
        self._url = url
        self._fetcher = fetcher
        self._pages = Pages(fetcher, clock)
        self._accounts = Accounts()

    @property
    def name(self) -> str:
        """What people call it."""
        return f"pgn {self._url.partition('://')[2].partition('?')[0]}"

    @property
    def place(self) -> str:
        """Its address."""
        return self._url

    async def look(self, rounds: frozenset[int]) -> Look:
        """See :class:`boardlink.other_programs.source.GamesSource`."""
        text = decode(await self._pages.get(self._url))
        where = self._url.partition("?")[0].rpartition("/")[2] or self.name
        await asyncio.to_thread(self._accounts.take, {where: text})  # it may be a whole round
        return Look(self._accounts.games, self._accounts.problems)

    async def close(self) -> None:
        """See :class:`boardlink.other_programs.source.GamesSource`."""
        await self._fetcher.close()
