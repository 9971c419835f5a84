"""Serve a made-up hall, to look at the page: ``python -m tests.broadcast.look [boards] [port]``."""

import asyncio
import random
import sys
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import chess

from broadcast.serving.server import ServerSettings, serving
from facts import fact as f
from facts.envelope import Draft
from facts.ids import RoundNo
from facts.log import MemoryLog
from facts.result import BLACK_WON, DRAWN, WHITE_WON
from facts.views import StandingRow, StandingsTable
from tests.broadcast.made_up import (
    ARBITER,
    BOARD,
    MAIN,
    OPEN,
    game_at_board,
    king_sign,
    opening,
    players,
)


class RealClock:
    """The machine's clock."""

    def now(self) -> datetime:
        return datetime.now(UTC)  # noqa: TID251 - this is the clock


def standings(boards: int) -> Sequence[StandingsTable]:
    rows = tuple(
        StandingRow(
            place, place, p.id, p.name, p.federation, p.rating, "1" if place < 4 else "0.5",
            ("2.5", "1.75"), place > 1,
        )
        for place, p in enumerate(players(2 * boards), start=1)
    )  # fmt: skip
    return (StandingsTable(OPEN, MAIN, RoundNo(1), ("BH", "SB"), rows, False),)


async def play(log: MemoryLog, clock: RealClock, boards: int, dice: random.Random) -> None:
    positions = {board: chess.Board() for board in range(1, boards + 1)}
    left = {board: [5400, 5400] for board in positions}
    before = 40

    async def say(*facts: f.Fact) -> None:
        await log.append([Draft(fact, clock.now(), BOARD, OPEN) for fact in facts])

    while positions:
        board = dice.choice(list(positions))
        position, game = positions[board], game_at_board(board)
        moves = list(position.legal_moves)
        if not moves or len(position.move_stack) > 120:
            result = {"1-0": WHITE_WON, "0-1": BLACK_WON}.get(position.result(), DRAWN)
            await say(king_sign(game, result))
            if dice.random() < 0.5:
                await say(f.ResultConfirmed(game, result))
            del positions[board]
            continue
        captures = [m for m in moves if position.is_capture(m)]
        move = dice.choice(captures if captures and dice.random() < 0.6 else moves)
        san, white = position.san(move), position.turn
        position.push(move)
        left[board][0 if white else 1] -= dice.randrange(2, 90)
        clock_s = max(5, left[board][0 if white else 1])
        ply = len(position.move_stack)
        await say(
            f.MovePlayed(game, ply, f.LineMove(move.uci(), san, clock_s, clock.now())),
            f.ClockSet(
                game, max(5, left[board][0]), max(5, left[board][1]),
                f.Side.BLACK if white else f.Side.WHITE, f.ClockEvent.LEVER,
            ),
        )  # fmt: skip
        if before <= 0 or dice.random() < 0.02:
            await asyncio.sleep(dice.random() * 2 / max(1, boards / 4))
        before = before - 1 if dice.random() < 0.05 else before


async def main(boards: int, port: int) -> None:
    clock = RealClock()
    log = MemoryLog(clock)
    armed = range(1, boards + 1 - boards // 4)
    start = clock.now() - timedelta(seconds=60)
    await log.append(
        [Draft(fact, start, ARBITER, OPEN) for fact in opening(boards, armed=armed, bye=True)]
    )
    last = game_at_board(boards)
    await log.append([Draft(f.ResultConfirmed(last, DRAWN), clock.now(), ARBITER, OPEN)])
    async with serving(
        ServerSettings(port=port), log, clock, lambda _cut: standings(boards)
    ) as server:
        sys.stdout.write(f"{server.url}\n")
        sys.stdout.flush()
        await play(log, clock, len(armed) - 1, random.Random(7))
        await asyncio.sleep(3600)


if __name__ == "__main__":
    asyncio.run(main(int((sys.argv[1:] or ["8"])[0]), int((sys.argv[2:] or ["8089"])[0])))
