"""LiveChess's WebSocket, served for virtual boards: what runs beside us in a real hall."""

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from aiohttp import WSMsgType, web

from boardlink.errors import LinkError
from boardlink.protocols.livechess import LiveClock
from boardlink.readings import ClockSide
from boardlink.simulator.livechess.program import Client, LiveChessModel, SimulatedEboard
from boardlink.simulator.player import VirtualBoard
from boardlink.simulator.ports.tcp import LOOPBACK
from facts.clock import Clock

logger = logging.getLogger(__name__)

PATH = "/api/v1.0"
LOOK_S = 1.0
"""How often LiveChess looks at its boards on a bus line, by a recorded session."""


class LiveChessServer:
    """Serves a model's boards; tell it of each change."""

    def __init__(self, model: LiveChessModel, clock: Clock) -> None:
        """``clock`` gives the messages their time."""
        self.model = model
        self._clock = clock
        self._clients: dict[web.WebSocketResponse, Client] = {}

    async def changed(self, serial: str, *, board: bool = False, clock: bool = False) -> None:
        """Tell everybody who has subscribed."""
        for socket, client in list(self._clients.items()):
            news = self.model.news(client, serial, self._now_ms(), board=board, clock=clock)
            for text in news:
                await self._send(socket, text)

    async def watch(
        self, serial: str, board: VirtualBoard, look_s: float = LOOK_S, *, rotated: bool = False
    ) -> None:
        """Look at a virtual board again and again; ``rotated`` as its settings are."""
        shown = self.model.boards[serial]
        while True:
            men = board.state.seen
            turned = rotated != shown.flipped
            new_board = shown.show(men[::-1] if turned else men)
            face = board.clock_face
            white_left = not shown.flipped
            left, right = face.left_s, face.right_s
            white, black = (left, right) if white_left else (right, left)
            white_runs = (face.turn is ClockSide.LEFT) == white_left if face.running else None
            new_clock = shown.tick(LiveClock(white, black, white_runs), self._now_ms())
            if new_board or new_clock:
                await self.changed(serial, board=new_board, clock=new_clock)
            await asyncio.sleep(look_s)

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """One client from beginning to end."""
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        client = self._clients[socket] = Client()
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    for text in self.model.answer(client, message.data, self._now_ms()):
                        await self._send(socket, text)
        finally:
            del self._clients[socket]
        return socket

    async def hang_up(self) -> None:
        """LiveChess is ended: every connection goes."""
        for socket in list(self._clients):
            await socket.close()

    def _now_ms(self) -> int:
        return int(self._clock.now().timestamp() * 1000)

    @staticmethod
    async def _send(socket: web.WebSocketResponse, text: str) -> None:
        try:
            await socket.send_str(text)
        except (ConnectionError, RuntimeError) as gone:
            logger.debug("a client is gone: %s", gone)


@asynccontextmanager
async def livechess(
    boards: Sequence[SimulatedEboard], clock: Clock, *, port: int = 0
) -> AsyncIterator[tuple[LiveChessServer, str]]:
    """A LiveChess while the body runs; gives the server and its address.

    Raises:
        LinkError: the port is taken.
    """
    server = LiveChessServer(LiveChessModel(boards), clock)
    app = web.Application()
    app.router.add_get(PATH, server.serve)
    runner = web.AppRunner(app, shutdown_timeout=1.0)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, LOOPBACK, port).start()
        except OSError as error:
            raise LinkError(
                f"port {port} cannot be listened at ({error.strerror}): does LiveChess run here?"
            ) from error
        yield server, f"ws://{LOOPBACK}:{runner.addresses[0][1]}{PATH}"
    finally:
        await server.hang_up()
        await runner.cleanup()
