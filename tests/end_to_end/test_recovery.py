"""A hall that is stopped in the middle of its games, and started again."""

import asyncio
from pathlib import Path

import pytest

from desk.commands.kinds.hall import BindBoard
from desk.commands.kinds.results import TakeOverGame
from facts.fact import ResultConfirmed
from facts.ids import BoardNo, DeviceId
from facts.log import MemoryLog
from facts.pgn import read
from facts.result import WHITE_WON
from tests.end_to_end.playing import (
    ARBITER,
    GAMES,
    OPENING,
    PLAY,
    assert_games_ended_and_were_armed_once,
    game_at,
    game_of,
    hall_of,
    moves_at,
    publish,
    switched_on,
    virtual_boards,
)
from tests.fakes.virtual_clock import LoopClock


@pytest.mark.parametrize("stopped_after_s", [5.0, 8.0, 12.5, 16.0, 20.0])
async def test_games_go_on_after_a_restart_with_nothing_lost_or_told_twice(
    tmp_path: Path, stopped_after_s: float
) -> None:
    boards = virtual_boards(3, PLAY)
    log = MemoryLog(LoopClock())
    async with switched_on(boards.values()) as group:
        async with hall_of(GAMES, boards, tmp_path, log) as hall:
            await asyncio.sleep(5)
            await publish(hall, 3)
            hands = [
                group.create_task(board.play(played))
                for board, played in zip(boards.values(), GAMES, strict=True)
            ]
            await asyncio.sleep(stopped_after_s)
        await asyncio.sleep(2.0)  # the players do not wait for the program
        async with hall_of(GAMES, boards, tmp_path, log) as hall:
            for task in hands:
                await task
            await asyncio.sleep(40)
            for n, played in enumerate(GAMES, start=1):
                assert moves_at(hall, n) == [move.uci for move in played.moves], n
    assert_games_ended_and_were_armed_once(log)


async def test_a_game_that_is_taken_over_by_hand_is_not_read_any_more(tmp_path: Path) -> None:
    boards = virtual_boards(1, PLAY)
    log = MemoryLog(LoopClock())
    async with (
        switched_on(boards.values()) as group,
        hall_of(GAMES[:1], boards, tmp_path, log) as hall,
    ):
        await asyncio.sleep(5)
        await publish(hall, 1)
        hands = group.create_task(boards["port-1"].play(GAMES[0]))
        await asyncio.sleep(10)
        command = TakeOverGame(id="t", game=game_at(1), reason="the board misreads its queens")
        await hall.desk.act(command, ARBITER)
        await asyncio.sleep(1)
        known = len(moves_at(hall, 1))
        await hands
        await asyncio.sleep(10)
        assert 0 < len(moves_at(hall, 1)) == known < len(OPENING)


async def test_a_board_can_be_exchanged_in_the_middle_of_a_game(tmp_path: Path) -> None:
    boards = virtual_boards(2, PLAY)
    first, second = boards["port-1"], boards["port-2"]
    log = MemoryLog(LoopClock())
    half = 10
    async with switched_on(boards.values()), hall_of(GAMES[:2], boards, tmp_path, log) as hall:
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
        shown = moves_at(hall, 1)
    assert shown == OPENING
    results = [e.fact.result for e in log.read() if isinstance(e.fact, ResultConfirmed)]
    assert results == [WHITE_WON]
