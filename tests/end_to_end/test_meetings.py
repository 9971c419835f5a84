"""A drawn game at a virtual board, and the Armageddon game after it at the same board."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from boardlink.simulator.player import PlaySettings
from broadcast.pgn.export import game_pgn
from desk.commands.kinds.meetings import StartNextGame
from desk.hall.hall import RunningHall
from facts.fact import GameAdded, GameArmed, MovePlayed, ResultShown
from facts.ids import BoardNo, GameId, PairingId
from facts.log import MemoryLog
from facts.meeting import GameRole, MeetingSettings
from facts.pgn import PgnGame, read
from results.meetings.score import Meeting, meeting_of
from tests.end_to_end.playing import (
    ARBITER,
    TOURNAMENT,
    game_at,
    game_of,
    hall_of,
    publish,
    seen,
    switched_on,
    virtual_boards,
)
from tests.fakes.virtual_clock import LoopClock
from tests.results.real_tournaments import NORWAY_MEETING

PLAY = PlaySettings(speed=20, seed=5)
CLASSICAL = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 e1g1 f7f6".split()
QUICK = "d2d4 d7d5 c2c4 c7c6 g1f3 g8f6 b1c3 e7e6".split()
BOARD_ONE = PairingId("cup.main.1.1")
FIRST, SECOND = game_at(1), GameId("cup.main.1.1.2")


def meeting(hall: RunningHall) -> Meeting:
    return meeting_of(hall.desk.tournament(TOURNAMENT), BOARD_ONE)


def pgn(log: MemoryLog, game: GameId) -> PgnGame:
    (found,) = read(game_pgn(seen(log), game))
    return found


def moves(game: PgnGame) -> list[str]:
    return [move.uci for move in game.moves]


@pytest.mark.parametrize("restarted", [False, True])
async def test_a_drawn_game_arms_the_armageddon_game_at_the_same_board(
    tmp_path: Path, restarted: bool
) -> None:
    drawn, quick = game_of(CLASSICAL, "1/2-1/2"), game_of(QUICK, "1/2-1/2")
    boards = virtual_boards(1, PLAY)
    board = boards["port-1"]
    log = MemoryLog(LoopClock())
    async with switched_on(boards.values()) as group, AsyncExitStack() as first:
        hall = await first.enter_async_context(
            hall_of([drawn], boards, tmp_path, log, NORWAY_MEETING)
        )
        await asyncio.sleep(5)
        await publish(hall, 1)
        await board.play(drawn)
        await asyncio.sleep(20)
        assert meeting(hall).next_game is None
        assert [game.role for game in meeting(hall).games] == [
            GameRole.MAIN,
            GameRole.ARMAGEDDON,
        ]
        armed = [e.fact for e in log.read() if isinstance(e.fact, GameArmed)]
        assert [fact.game for fact in armed] == [FIRST, SECOND]
        assert len({fact.device for fact in armed}) == 1
        await board.set_up()
        hands = group.create_task(board.play(quick))
        await asyncio.sleep(6)
        if restarted:
            await first.aclose()
            hall = await first.enter_async_context(
                hall_of([drawn], boards, tmp_path, log, NORWAY_MEETING)
            )
        await hands
        await asyncio.sleep(40)
        end = meeting(hall)
    assert end.winner == "black1"
    assert end.score == "½–½, Armageddon 0–1"
    classical, armageddon = pgn(log, FIRST), pgn(log, SECOND)
    assert (moves(classical), classical.tags["Result"]) == (CLASSICAL, "1/2-1/2")
    assert (moves(armageddon), armageddon.tags["Result"]) == (QUICK, "1/2-1/2")
    assert armageddon.tags["BlackTimeControl"] == "420"
    said = [e.fact for e in log.read() if getattr(e.fact, "game", None) == SECOND]
    begun = next(n for n, fact in enumerate(said) if isinstance(fact, MovePlayed))
    # The kings still stood for the draw before when the board was armed anew.
    assert not any(isinstance(fact, ResultShown) for fact in said[:begun])
    added = [e for e in log.read() if isinstance(e.fact, GameAdded)]
    assert len(added) == 1
    assert added[0].draft.because != ()


async def test_colours_change_at_the_board_in_a_match_of_two_games(tmp_path: Path) -> None:
    first, second = game_of(CLASSICAL, "1-0"), game_of(QUICK, "1-0")
    boards = virtual_boards(1, PLAY)
    board = boards["port-1"]
    log = MemoryLog(LoopClock())
    async with switched_on(boards.values()):
        match = MeetingSettings(games=2)
        async with hall_of([first], boards, tmp_path, log, match) as hall:
            await asyncio.sleep(5)
            await publish(hall, 1)
            for game in (first, second):
                await board.play(game)
                await asyncio.sleep(20)
            end = meeting(hall)
    assert end.why == "1–1: drawn"
    assert [game.white for game in end.games] == ["white1", "black1"]
    assert pgn(log, SECOND).tags["White"] == "Two, B"
    assert moves(pgn(log, SECOND)) == QUICK


async def test_a_game_at_another_board_is_read_there(tmp_path: Path) -> None:
    first, second = game_of(CLASSICAL, "1-0"), game_of(QUICK, "1-0")
    boards = virtual_boards(2, PLAY)
    log = MemoryLog(LoopClock())
    async with switched_on(boards.values()):
        match = MeetingSettings(games=2, at_once=False)
        async with hall_of([first, second], boards, tmp_path, log, match) as hall:
            await asyncio.sleep(5)
            await publish(hall, 1)
            await boards["port-1"].play(first)
            await asyncio.sleep(20)
            start = StartNextGame(id="2", pairing=BOARD_ONE, board=BoardNo(2))
            await hall.desk.act(start, ARBITER)
            await boards["port-2"].play(second)
            await asyncio.sleep(20)
            end = meeting(hall)
    assert end.why == "1–1: drawn"
    armed = [e.fact for e in log.read() if isinstance(e.fact, GameArmed)]
    assert [(fact.game, fact.board) for fact in armed] == [(FIRST, 1), (SECOND, 2)]
    assert moves(pgn(log, FIRST)) == CLASSICAL
    assert moves(pgn(log, SECOND)) == QUICK
    assert pgn(log, SECOND).tags["Board"] == "2"
