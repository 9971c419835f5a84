"""One board behind LiveChess: its subscription, and what is told of it."""

import asyncio

from boardlink.drivers.heard import DeviceBattery, Heard, SecondOpinion
from boardlink.errors import LinkTimeoutError
from boardlink.links.link import Link
from boardlink.protocols.livechess import (
    BoardFeed,
    BoardList,
    BoardNews,
    CallDone,
    CallFailed,
    MessageReader,
    NotUnderstood,
    read_message,
    subscribe,
)
from boardlink.protocols.livechess_readings import LiveSensors, read_news
from boardlink.readings import Reading


class LiveChessBoard:
    """Give it the link that carries one board's messages; see ``drivers.supervise.Board``."""

    family = "livechess"

    def __init__(self, link: Link, serial: str) -> None:
        """``serial``: as LiveChess calls the board."""
        self._link = link
        self._serial = serial
        self._messages = MessageReader()
        self._sensors = LiveSensors()
        self._memory_wanted = False

    async def subscribe(self, number: int, feed: int) -> None:
        """Have the board's changes told.

        Raises:
            LinkError: the WebSocket is gone.
        """
        await self._link.write(subscribe(number, feed, self._serial))

    async def read(self, until: float | None = None) -> Heard:
        """What is told next; empty at loop time ``until``.

        Raises:
            LinkError: LiveChess, or the board behind it, is gone.
        """
        await asyncio.sleep(0)  # a board that is told of without end leaves others their turn
        if self._memory_wanted:
            self._memory_wanted = False
            return Heard(memory=b"")  # LiveChess passes no memory on
        try:
            async with asyncio.timeout_at(until):
                data = await self._link.read()
        except LinkTimeoutError:
            raise
        except TimeoutError:
            return Heard()
        return self._take(data)

    def ask_memory(self) -> None:
        """See ``drivers.supervise.Board``: LiveChess has none to give."""
        self._memory_wanted = True

    def _take(self, data: bytes) -> Heard:
        skipped = self._messages.skipped
        readings: list[Reading] = []
        oddities: list[str] = []
        frames = 0
        battery: DeviceBattery | None = None
        opinion: SecondOpinion | None = None
        for text in self._messages.feed(data):
            frames += 1
            told: tuple[BoardNews, ...] = ()
            match read_message(text):
                case BoardFeed(news=news):
                    told = (news,)
                case BoardList(boards=boards):
                    told = boards
                case CallFailed(text=words):
                    oddities.append(f"LiveChess refused: {words}")
                case NotUnderstood(text=words):
                    oddities.append(words)
                case CallDone():
                    pass
            for news in told:
                sensed = read_news(self._sensors, news)
                self._sensors = sensed.sensors
                readings += sensed.readings
                oddities += news.oddities
                if news.battery is not None:
                    battery = DeviceBattery(news.battery, charging=False)
                if sensed.line is not None:
                    opinion = SecondOpinion(sensed.line.start, sensed.line.san)
        return Heard(
            tuple(readings),
            battery,
            frames=frames,
            garbage_bytes=self._messages.skipped - skipped,
            oddities=tuple(oddities),
            opinion=opinion,
        )
