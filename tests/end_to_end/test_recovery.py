"""A hall that is stopped in the middle of its games, and started again."""

import asyncio
from pathlib import Path

import pytest

from boardlink.simulator.player import PlaySettings
from desk.commands.kinds.hall import BindBoard
from desk.commands.kinds.results import TakeOverGame
from facts.envelope import Actor, Role
from facts.fact import GameArmed, ResultConfirmed
from facts.ids import BoardNo, DeviceId, GameId
from facts.log import MemoryLog
from facts.pgn import PgnGame, PgnMove, read, san_line
from facts.result import BLACK_WON, DRAWN, WHITE_WON
from tests.end_to_end.playing import hall_of, publish, virtual_boards
from tests.fakes.virtual_clock import LoopClock

ARBITER = Actor(Role.CHIEF_ARBITER, "test")
PLAY = PlaySettings(speed=20, seed=3)

OPENING = (
    "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 e1g1 f7f6 d2d4 e5d4 f3d4 c6c5 d4b3 d8d1 "
    "f1d1 c8g4 f2f3 g4e6"
).split()


def game_of(ucis: list[str], token: str) -> PgnGame:
    sans = san_line("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", ucis)
    moves = tuple(PgnMove(uci, san) for uci, san in zip(ucis, sans, strict=True))
    return PgnGame({"White": "One, A", "Black": "Two, B", "Result": token}, moves, token)


GAMES = [game_of(OPENING, "1-0"), game_of(OPENING[:13], "1/2-1/2"), game_of(OPENING[:8], "0-1")]


def game(n: int) -> GameId:
    return GameId(f"cup.main.1.{n}.1")


@pytest.mark.parametrize("stopped_after_s", [5.0, 8.0, 12.5, 16.0, 20.0])
async def test_games_go_on_after_a_restart_with_nothing_lost_or_told_twice(
    quick_folder: Path, stopped_after_s: float
) -> None:
    boards = virtual_boards(3, PLAY)
    log = MemoryLog(LoopClock())
    async with asyncio.TaskGroup() as group:
        serving = [group.create_task(board.run()) for board in boards.values()]
        async with hall_of(GAMES, boards, quick_folder, log) as hall:
            await asyncio.sleep(5)
            await publish(hall, 3)
            hands = [
                group.create_task(board.play(played))
                for board, played in zip(boards.values(), GAMES, strict=True)
            ]
            await asyncio.sleep(stopped_after_s)
        await asyncio.sleep(2.0)  # the players do not wait for the program
        async with hall_of(GAMES, boards, quick_folder, log) as hall:
            for task in hands:
                await task
            await asyncio.sleep(40)
            for n, played in enumerate(GAMES, start=1):
                shown = [move.uci for move in hall.desk.hall.games[game(n)].line]
                assert shown == [move.uci for move in played.moves], n
        for task in serving:
            task.cancel()
    official = {
        entry.fact.game: entry.fact.result
        for entry in log.read()
        if isinstance(entry.fact, ResultConfirmed)
    }
    assert official == {game(1): WHITE_WON, game(2): DRAWN, game(3): BLACK_WON}
    armed = [entry.fact.game for entry in log.read() if isinstance(entry.fact, GameArmed)]
    assert sorted(armed) == [game(1), game(2), game(3)], "a restart arms nothing anew"


async def test_a_game_that_is_taken_over_by_hand_is_not_read_any_more(quick_folder: Path) -> None:
    boards = virtual_boards(1, PLAY)
    log = MemoryLog(LoopClock())
    async with asyncio.TaskGroup() as group:
        serving = [group.create_task(board.run()) for board in boards.values()]
        async with hall_of(GAMES[:1], boards, quick_folder, log) as hall:
            await asyncio.sleep(5)
            await publish(hall, 1)
            hands = group.create_task(boards["port-1"].play(GAMES[0]))
            await asyncio.sleep(10)
            command = TakeOverGame(id="t", game=game(1), reason="the board misreads its queens")
            await hall.desk.act(command, ARBITER)
            await asyncio.sleep(1)
            known = len(hall.desk.hall.games[game(1)].line)
            await hands
            await asyncio.sleep(10)
            assert 0 < len(hall.desk.hall.games[game(1)].line) == known < len(OPENING)
        for task in serving:
            task.cancel()


async def test_a_board_can_be_exchanged_in_the_middle_of_a_game(quick_folder: Path) -> None:
    boards = virtual_boards(2, PLAY)
    first, second = boards["port-1"], boards["port-2"]
    log = MemoryLog(LoopClock())
    half = 10
    async with asyncio.TaskGroup() as group:
        serving = [group.create_task(board.run()) for board in boards.values()]
        async with hall_of(GAMES[:2], boards, quick_folder, log) as hall:
            await asyncio.sleep(5)
            await publish(hall, 1)
            await first.play(game_of(OPENING[:half], "*"), sign=False)
            bind = BindBoard(id="b", board=BoardNo(1), device=DeviceId("10002"))
            await hall.desk.act(bind, ARBITER)
            (rest,) = read(
                '[SetUp "1"]\n[FEN "r1bqkbnr/1pp3pp/p1p2p2/4p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 w kq - '
                '0 6"]\n\n6. d4 exd4 7. Nxd4 c5 8. Nb3 Qxd1 9. Rxd1 Bg4 10. f3 Be6 1-0'
            )
            await second.play(rest)
            await asyncio.sleep(20)
            shown = [move.uci for move in hall.desk.hall.games[game(1)].line]
        for task in serving:
            task.cancel()
    assert shown == OPENING
    results = [e.fact.result for e in log.read() if isinstance(e.fact, ResultConfirmed)]
    assert results == [WHITE_WON]
