"""A scripted board that a test moves the men of, and plugs in and out."""

import asyncio

import chess

from boardlink.errors import PortMissingError
from boardlink.links.link import Link
from boardlink.links.memory import MemoryLink, memory_pair
from boardlink.protocols.dgt import to_square
from tests.fakes.scripted_board import ScriptedBoard

LETTERS = ".PRNBKQprnbkq"
INDEX = {to_square(index): index for index in range(64)}
PAUSE_S = 0.4


class BoardByHand:
    """One board at one port; ``open`` is how a hall reaches it."""

    def __init__(
        self,
        tasks: asyncio.TaskGroup,
        serial: str = "10001",
        fen: str = chess.STARTING_FEN,
    ) -> None:
        self.board = ScriptedBoard(serial, clock=None)
        self._tasks = tasks
        self._link: MemoryLink | None = None
        self._away = False
        self.set_up(fen)

    def set_up(self, fen: str) -> None:
        """The men stand so; a hall that listens does not hear how they got there."""
        self.position = chess.Board(fen)
        for square in chess.SQUARES:
            man = self.position.piece_at(square)
            code = LETTERS.index(man.symbol()) if man is not None else 0
            self.board.codes[INDEX[square]] = code

    async def open(self, port: str) -> Link:
        """The hall's end of a new link."""
        if self._away:
            raise PortMissingError(f"{port}: the cable is out")
        host, self._link = memory_pair(port)
        self._tasks.create_task(self.board.run(self._link))
        return host

    async def unplug(self) -> None:
        """Nothing is heard any more, and every new link is refused."""
        self._away = True
        if self._link is not None:
            await self._link.close()

    def plug_in(self) -> None:
        """It can be reached again."""
        self._away = False

    async def put(self, square: str, man: str = ".") -> None:
        """A man stands there now, or none."""
        await self.board.put(INDEX[chess.parse_square(square)], LETTERS.index(man))

    async def move(self, san: str) -> None:
        """Play a move, its squares one after another."""
        before = self.position.copy()
        self.position.push_san(san)
        changed = [s for s in chess.SQUARES if before.piece_at(s) != self.position.piece_at(s)]
        for square in sorted(changed, key=lambda s: self.position.piece_at(s) is not None):
            man = self.position.piece_at(square)
            await self.put(chess.square_name(square), man.symbol() if man is not None else ".")
            await asyncio.sleep(PAUSE_S)
