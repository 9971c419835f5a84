"""Games through a LiveChess: what our tracker makes of a board that is looked at once a second.

``python -m bench.livechess GAMES.pgn [--games 20] [--look 1.0] [--speed 1] [--skip 0]``

Real games are played by hands on virtual boards behind a LiveChess of software, all on a clock
of their own. Printed: lines and results that came out right, those that were wrong and called
certain (the worst there is), and how often LiveChess's own hasty moves were wrong.
"""

import argparse
import asyncio
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from boardlink.fleet import Fleet
from boardlink.other_programs.game import decode
from boardlink.other_programs.leaked_sign import Leak, cleaned
from boardlink.protocols.livechess import LiveClock
from boardlink.readings import ClockSide
from boardlink.replaying.replay import ReplayedGame, replay_capture
from boardlink.simulator.boards.settings import BoardSettings
from boardlink.simulator.livechess.program import SimulatedEboard
from boardlink.simulator.player import PlaySettings, VirtualBoard
from boardlink.stations.station import DeviceReport
from facts.fact import Certainty
from facts.pgn import PgnGame, read
from facts.result import pgn_token
from tests.fakes.board_hall import captures_of
from tests.fakes.livechess import FakeLiveChess
from tests.fakes.virtual_clock import LoopClock, VirtualLoop

AFTER_S = 20.0


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to play: how often LiveChess looks, and how fast the hands are."""

    look_s: float
    speed: float


def main() -> None:
    """Read the arguments, play, print."""
    parser = argparse.ArgumentParser(prog="bench.livechess", description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--skip", type=int, default=0)
    parser.add_argument("--look", type=float, default=1.0)
    parser.add_argument("--speed", type=float, default=1.0)
    asked = parser.parse_args()
    games = games_of(decode(asked.file.read_bytes()))[asked.skip : asked.skip + asked.games]
    with tempfile.TemporaryDirectory() as folder, asyncio.Runner(loop_factory=VirtualLoop) as run:
        wanted = Wanted(asked.look, asked.speed)
        hasty = run.run(play(games, Path(folder), wanted))
        replayed = [game for n in range(len(games)) for game in last(Path(folder), n)]
    told(games, replayed, hasty)


def games_of(text: str) -> list[PgnGame]:
    """Whole games of a text, without those in which a sign has leaked."""
    found = [cleaned(game) for game in read(text)]
    return [
        one.game
        for one in found
        if one.leak is Leak.NONE and len(one.game.moves) > 20 and one.game.token != "*"
        if all(move.legal for move in one.game.moves)
    ]


async def play(games: Sequence[PgnGame], folder: Path, wanted: Wanted) -> int:
    """Play all games at once; gives how often LiveChess's own moves are not the game's."""
    serials = [str(10000 + n) for n in range(len(games))]
    live = FakeLiveChess(*map(SimulatedEboard, serials))
    reports: asyncio.Queue[DeviceReport] = asyncio.Queue()
    fleet = Fleet(reports, LoopClock(), folder)
    fleet.add_livechess("ws://localhost:1982/api/v1.0", live.open)
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(fleet.run())]
        boards = []
        for n, serial in enumerate(serials):
            settings = BoardSettings(serial=serial, phase_s=n * 0.0137 % 0.2)
            board = VirtualBoard(None, settings, PlaySettings(speed=wanted.speed, seed=n))
            boards.append(board)
            tasks.append(group.create_task(board.run()))
            tasks.append(group.create_task(show(live, serial, board, wanted.look_s)))
        await asyncio.sleep(6)
        async with asyncio.TaskGroup() as playing:
            for board, game in zip(boards, games, strict=True):
                playing.create_task(board.play(game))
        await asyncio.sleep(AFTER_S)
        for task in tasks:
            task.cancel()
    lines = [[move.san for move in game.moves] for game in games]
    return sum(
        live.model.boards[serial].san != line for serial, line in zip(serials, lines, strict=True)
    )


async def show(live: FakeLiveChess, serial: str, board: VirtualBoard, look_s: float) -> None:
    """LiveChess looks at the board again and again."""
    while True:
        live.show(serial, board.state.seen)
        face = board.clock_face
        runs = (face.turn is ClockSide.LEFT) if face.running else None
        live.tick(serial, LiveClock(face.left_s, face.right_s, runs))
        await asyncio.sleep(look_s)


def last(folder: Path, number: int) -> list[ReplayedGame]:
    """The game of a board, from its capture."""
    (capture,) = captures_of(folder, str(10000 + number))
    return replay_capture(capture, capture.header.device)[:1]


def told(games: Sequence[PgnGame], replayed: Sequence[ReplayedGame], hasty: int) -> None:
    """Print the figures."""
    count = len(games)
    lines = results = certain = 0
    for game, found in zip(games, replayed, strict=True):
        line = list(found.verdict.moves) == [move.uci for move in game.moves]
        result = pgn_token(found.verdict.result) == game.token
        lines += line
        results += result
        certain += not (line and result) and found.verdict.certainty is Certainty.CERTAIN
    print(f"games                          {count}")
    print(f"lines right                    {lines} ({lines / count:.1%})")
    print(f"results right                  {results} ({results / count:.1%})")
    print(f"wrong and called certain       {certain}")
    print(f"LiveChess's own line is wrong  {hasty} ({hasty / count:.1%})")


if __name__ == "__main__":
    main()
