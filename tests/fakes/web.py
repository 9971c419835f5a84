"""A web server in memory; see ``boardlink.other_programs.web.Fetcher``."""

from collections.abc import Mapping
from urllib.parse import urlsplit

from boardlink.other_programs.source import SourceError
from boardlink.other_programs.web import Answer


class FakeWeb:
    """Files by their paths.

    Attributes:
        asked: each path with what it was answered with.
        status: answer everything with it, 0 for not.
        retry_after: sent along with such a status.
        gone: the server cannot be reached.
    """

    def __init__(self, files: dict[str, bytes] | None = None) -> None:
        self.files = files or {}
        self.asked: list[tuple[str, int]] = []
        self.status = 0
        self.retry_after = ""
        self.gone = False
        self.closed = False

    async def get(self, url: str, headers: Mapping[str, str]) -> Answer:
        if self.gone:
            raise SourceError(f"{url}: cannot be reached")
        path = urlsplit(url).path.lstrip("/")
        answer = self._answer(path, headers)
        self.asked.append((path, answer.status))
        return answer

    async def close(self) -> None:
        self.closed = True

    def _answer(self, path: str, headers: Mapping[str, str]) -> Answer:
        if self.status:
            return Answer(self.status, {"retry-after": self.retry_after})
        body = self.files.get(path)
        if body is None:
            return Answer(404, {})
        etag = f'"{hash(body)}"'
        if headers.get("If-None-Match") == etag:
            return Answer(304, {"etag": etag})
        return Answer(200, {"etag": etag, "last-modified": "Sat, 10 Jan 2026 12:00:00 GMT"}, body)

    def times(self, status: int) -> int:
        """How many requests were answered so."""
        return sum(1 for _, answered in self.asked if answered == status)
