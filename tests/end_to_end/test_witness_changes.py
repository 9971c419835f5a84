"""A game that another program has told of goes on at a board of our own."""

import asyncio
from pathlib import Path

import chess

from desk.commands.kinds.hall import BindBoard
from desk.config.sources import GamesConfig, PgnFiles
from desk.hall.source_follower import SourceFollower, source_of
from facts.fact import LineCorrected, MovePlayed
from facts.ids import BoardNo, DeviceId
from facts.log import MemoryLog
from tests.end_to_end.playing import ARBITER, PLAYERS, TOURNAMENT, game_at, hall_at, publish
from tests.fakes.board_by_hand import BoardByHand
from tests.fakes.virtual_clock import LoopClock

GAME = game_at(1)
TOLD = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5".split()


def written(sans: list[str]) -> str:
    return f'[White "One, A"]\n[Black "Two, B"]\n[Round "1.1"]\n\n{" ".join(sans)} *\n'


def bind(device: str | None) -> BindBoard:
    return BindBoard(
        id=f"bind {device}", board=BoardNo(1), device=DeviceId(device) if device else None
    )


async def test_a_board_that_is_put_to_a_game_of_a_file_goes_on_with_its_moves(
    tmp_path: Path,
) -> None:
    log = MemoryLog(LoopClock())
    file = tmp_path / "games.pgn"
    file.write_text(written(TOLD))
    stands = chess.Board()
    for san in TOLD:
        stands.push_san(san)
    config = GamesConfig(PgnFiles(file, "games.pgn"), TOURNAMENT, 5)
    async with asyncio.TaskGroup() as group:
        board = BoardByHand(group, fen=stands.fen())
        async with hall_at(board.open, PLAYERS, tmp_path, log) as hall:
            await hall.desk.act(bind(None), ARBITER)
            await publish(hall, 1)
            clock = LoopClock()
            following = group.create_task(
                SourceFollower(hall.desk, source_of(config, clock, "test"), config).run()
            )
            await asyncio.sleep(10)
            game = hall.desk.hall.games[GAME]
            assert [move.san for move in game.line] == TOLD
            await hall.desk.act(bind("10001"), ARBITER)
            await asyncio.sleep(60)
            assert [move.san for move in hall.desk.hall.games[GAME].line] == TOLD
            await board.move("Bb3")
            await asyncio.sleep(60)
            assert [move.san for move in hall.desk.hall.games[GAME].line] == [*TOLD, "Bb3"]
            following.cancel()
        async with hall_at(board.open, PLAYERS, tmp_path, log) as hall:
            await asyncio.sleep(10)
            await board.move("d6")
            await asyncio.sleep(60)
            assert [move.san for move in hall.desk.hall.games[GAME].line] == [*TOLD, "Bb3", "d6"]
            await board.unplug()
    facts = [entry.fact for entry in log.read()]
    assert not any(isinstance(fact, LineCorrected) for fact in facts)
    sources = [fact.source for fact in facts if isinstance(fact, MovePlayed)]
    assert sources == ["pgn"] * len(TOLD) + ["board"] * 2
