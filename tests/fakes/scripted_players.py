"""Two people at a scripted board, and the line that is known of their game."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from boardlink.protocols.dgt import ClockTime, SideTime
from boardlink.sensing.tracker import GameSetup
from facts.fact import Fact, LineCorrected, MovePlayed
from facts.ids import DeviceId, GameId
from tests.fakes.board_hall import BoardHall
from tests.fakes.scripted_board import ScriptedBoard
from tests.fakes.virtual_clock import LoopClock

BOARD = DeviceId("25731")
GAME = GameId("open.main.1.1.1")
OPENING = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"]


def index(square: str) -> int:
    """DGT's index of a square such as ``e4``."""
    return (8 - int(square[1])) * 8 + "abcdefgh".index(square[0])


class Players:
    """Two people at a scripted board with its clock: five minutes each, no increment."""

    def __init__(self, board: ScriptedBoard) -> None:
        self.board = board
        self.white_moves = True
        self.left = {True: 300, False: 300}

    async def move(self, uci: str, think_s: float = 3.0) -> None:
        """Think, lift, place, press."""
        await asyncio.sleep(think_s)
        start, end = index(uci[:2]), index(uci[2:4])
        man = self.board.codes[start]
        await self.board.put(start, 0)
        await asyncio.sleep(0.4)
        await self.board.put(end, man)
        await asyncio.sleep(0.4)
        self.left[self.white_moves] -= 4
        self.white_moves = not self.white_moves
        await self.board.tick(self.clock(running=True))

    async def play(self, ucis: Sequence[str], think_s: float = 3.0) -> None:
        """Move after move."""
        for uci in ucis:
            await self.move(uci, think_s)

    def clock(self, *, running: bool) -> ClockTime:
        """What the clock shows now."""

        def side(seconds: int) -> SideTime:
            return SideTime(0, int(str(seconds // 60), 16), int(f"{seconds % 60:02d}", 16))

        turn = 0x08 if self.white_moves else 0x12
        return ClockTime(side(self.left[False]), side(self.left[True]), turn | running)


def setup(game: GameId = GAME) -> GameSetup:
    """The game, as it is armed now."""
    return GameSetup(game, LoopClock().now())


def moves(facts: list[Fact]) -> list[str]:
    """The line as whoever reads these facts knows it."""
    line: list[str] = []
    for fact in facts:
        match fact:
            case MovePlayed(ply=ply, move=move):
                line[ply - 1 :] = [move.uci]
            case LineCorrected(from_ply=ply, moves=new):
                line[ply - 1 :] = [move.uci for move in new]
            case _:
                pass
    return line


@asynccontextmanager
async def plugged_in(
    folder: Path, queue_size: int = 1000
) -> AsyncIterator[tuple[BoardHall, ScriptedBoard]]:
    """A hall with a board at COM5 that has said who it is."""
    async with BoardHall(folder, queue_size).open() as hall:
        board = ScriptedBoard()
        hall.plug("COM5", board)
        await asyncio.sleep(5)
        yield hall, board
