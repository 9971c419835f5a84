"""A web server of files that change: what a PGN address or the LiveChess Cloud is to us."""

import hashlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web

from boardlink.simulator.ports.tcp import LOOPBACK


class WebFiles:
    """Serves ``files`` by their paths, each with an ``ETag``; what is not there is a 404.

    Attributes:
        files: may be changed at any time.
        asked: the path of each request, and the status that it was answered with.
        busy: answer everything with this status, 0 for not.
    """

    def __init__(self) -> None:
        """Nothing is there yet."""
        self.files: dict[str, bytes] = {}
        self.asked: list[tuple[str, int]] = []
        self.busy = 0

    async def serve(self, request: web.Request) -> web.Response:
        """Answer one request."""
        path = request.path.lstrip("/")
        response = self._response(path, request.headers.get("If-None-Match", ""))
        self.asked.append((path, response.status))
        return response

    def _response(self, path: str, known: str) -> web.Response:
        if self.busy:
            return web.Response(status=self.busy, headers={"Retry-After": "7"})
        body = self.files.get(path)
        if body is None:
            return web.Response(status=404)
        etag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
        if known == etag:
            return web.Response(status=304, headers={"ETag": etag})
        return web.Response(body=body, headers={"ETag": etag})


@asynccontextmanager
async def web_files(port: int = 0) -> AsyncIterator[tuple[WebFiles, str]]:
    """A server while the body runs; gives it and the address where its paths begin."""
    served = WebFiles()
    app = web.Application()
    app.router.add_get("/{path:.*}", served.serve)
    runner = web.AppRunner(app)
    await runner.setup()
    try:
        await web.TCPSite(runner, LOOPBACK, port).start()
        yield served, f"http://{LOOPBACK}:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()
