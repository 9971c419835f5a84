"""A whole hall in real time: ``python -m bench.boards [--boards 8] [--seconds 180] [--speed 1]``.

Virtual boards on ptys in one process, the hall with its servers (serial links, drivers,
tracker, log on disk with FULL, spectators' server) in this one, a spectator in a third.
Printed are frames and moves, the time from the last byte of a move to the spectator's
socket, and this process's CPU and memory. All three use the machine's one monotonic clock.
"""

import argparse
import asyncio
import contextlib
import json
import logging
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path

from websockets.asyncio.client import connect

from boardlink.protocols.dgt import DgtParser, FieldUpdate
from boardlink.simulator.boards.settings import BoardSettings
from boardlink.simulator.hands.deeds import Press
from boardlink.simulator.hands.hands import game_steps
from boardlink.simulator.hands.luck import Luck
from boardlink.simulator.hands.pace import Control
from boardlink.simulator.player import PlaySettings, VirtualBoard
from boardlink.simulator.ports.ptys import PtyLine
from desk.config.hall import (
    Address,
    BoardConfig,
    Delays,
    HallConfig,
    HeldTournament,
    ShownMoves,
)
from desk.config.tournament import TournamentConfig
from desk.demo.games import famous_games
from desk.running import OpenHall, open_hall
from facts.envelope import Actor, Draft, Role
from facts.fact import DeviceOnline, Fact, NumbersAssigned, Pairing, RoundPublished, RoundStarted
from facts.ids import (
    BoardNo,
    DeviceId,
    PlayerId,
    RoundNo,
    StageId,
    TournamentId,
    game_id,
    pairing_id,
)
from facts.pgn import PgnGame
from facts.settings import ResultPolicy, StageSettings, System, TournamentSettings

OPEN, MAIN, ROUND = TournamentId("bench"), StageId("main"), RoundNo(1)
ARBITER = Actor(Role.CHIEF_ARBITER, "bench")
CONTROL = Control(base_s=180, increment_s=2)
FIRST_SERIAL = 20001
LONG_GAME = 60
"""Plies: shorter games are over too soon."""
ONLINE_S = 30.0
LAST_MOVES_S = 4.0
"""What was played last may still be on its way."""


# --- the hands' process ---------------------------------------------------------------


@dataclass
class TimedLine:
    """A line that knows when the last square change went out."""

    line: PtyLine
    frames: int = 0
    changed_at: float = 0.0
    parser: DgtParser = field(default_factory=DgtParser)

    async def read(self) -> bytes:
        """From the host."""
        return await self.line.read()

    async def write(self, data: bytes) -> None:
        """To the host, noted once it is written."""
        await self.line.write(data)
        for frame in self.parser.feed(data):
            self.frames += 1
            if isinstance(frame, FieldUpdate):
                self.changed_at = time.monotonic()

    async def close(self) -> None:
        """Pull the cable."""
        await self.line.close()


async def hands(boards: int, speed: float, folder: Path) -> None:
    """Boards that play as soon as a line comes in, and end with the next one."""
    lines = [TimedLine(PtyLine(folder / f"board-{n:03d}")) for n in range(1, boards + 1)]
    moves: list[tuple[int, int, float]] = []
    began = asyncio.Event()
    listening = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(listening), sys.stdin)
    print("ready", flush=True)
    async with asyncio.TaskGroup() as group:
        tasks = []
        for number, (line, game) in enumerate(zip(lines, long_games(boards), strict=True), 1):
            settings = BoardSettings(
                serial=str(FIRST_SERIAL - 1 + number), phase_s=number % 20 / 100
            )
            board = VirtualBoard(line, settings, PlaySettings(speed=speed, seed=number))
            tasks.append(group.create_task(board.run()))
            tasks.append(group.create_task(_played(board, line, game, number, began, moves)))
        await listening.readline()
        began.set()
        before = [line.frames for line in lines]
        await listening.readline()
        for task in tasks:
            task.cancel()
    for line in lines:
        await line.close()
    frames = sum(line.frames for line in lines) - sum(before)
    print(json.dumps({"frames": frames, "moves": moves}), flush=True)


async def _played(
    board: VirtualBoard,
    line: TimedLine,
    game: PgnGame,
    number: int,
    began: asyncio.Event,
    moves: list[tuple[int, int, float]],
) -> None:
    await began.wait()
    play = PlaySettings()
    for step in game_steps(game, CONTROL, play.style, play.floors, Luck(number)):
        await board.do([step])
        if isinstance(step.deed, Press):
            moves.append((number, step.ply, line.changed_at))


def long_games(count: int) -> Sequence[PgnGame]:
    """So many games that last."""
    games = [game for game in famous_games() if len(game.moves) >= LONG_GAME]
    return list(islice(cycle(games), count))


# --- the spectator's process ----------------------------------------------------------


async def watch(url: str) -> None:
    """One line for each move that arrives: when, board, ply."""
    async with connect(url, compression=None) as socket:
        print("ready", flush=True)
        async for message in socket:
            now = time.monotonic()
            for event in json.loads(message).get("events", ()):
                if event["type"] == "moves" and event["moves"]:
                    board = int(event["game"].split(".")[3])
                    last = event["ply"] + len(event["moves"]) - 1
                    print(json.dumps([now, board, event["ply"], last]), flush=True)


# --- the hall's process ---------------------------------------------------------------


def hall_of(boards: int, folder: Path) -> HallConfig:
    """A hall with a board for every pairing."""
    tournament = TournamentConfig(
        id=OPEN,
        settings=TournamentSettings("Bench"),
        stages=(StageSettings(MAIN, "Main", System.DUTCH, ROUND),),
        policy=ResultPolicy(),
        first_board=BoardNo(1),
    )
    players = folder / "players.csv"
    names = [f"{side} {n}, P" for n in range(1, boards + 1) for side in ("White", "Black")]
    players.write_text("Name;Rating\n" + "".join(f"{name};2000\n" for name in names))
    return HallConfig(
        name="Bench",
        log=folder / "hall.log",
        captures=folder / "captures",
        tournaments=(HeldTournament(tournament, players),),
        boards=tuple(
            BoardConfig(
                BoardNo(n),
                DeviceId(str(FIRST_SERIAL - 1 + n)),
                str(folder / "ports" / f"board-{n:03d}"),
                None,
            )
            for n in range(1, boards + 1)
        ),
        spectators=Address("127.0.0.1", 0),
        arbiter=Address("127.0.0.1", 0),
        delays=Delays(0, 0),
        moves=ShownMoves.AT_ONCE,
    )


async def publish(opened: OpenHall, boards: int) -> None:
    """Pair the players as they stand in the file."""
    desk = opened.hall.desk
    players: list[PlayerId] = list(desk.tournament(OPEN).players)
    pairings = []
    for n in range(1, boards + 1):
        pairing = pairing_id(OPEN, MAIN, ROUND, n)
        white, black = players[2 * n - 2 : 2 * n]
        pairings.append(Pairing(pairing, white, black, BoardNo(n), (game_id(pairing),)))
    facts: list[Fact] = [
        NumbersAssigned(MAIN, tuple(players)),
        RoundPublished(MAIN, ROUND, tuple(pairings), (), "bench"),
        RoundStarted(MAIN, ROUND),
    ]
    last = desk.log.read()[-1]
    await desk.log.append([Draft(fact, last.logged_at, ARBITER, OPEN) for fact in facts])


async def all_online(opened: OpenHall, boards: int) -> None:
    """Return once every board has said who it is."""
    log = opened.hall.desk.log
    online: set[DeviceId] = set()
    seq = 0
    async with asyncio.timeout(ONLINE_S):
        while len(online) < boards:
            await log.wait(seq)
            for entry in log.read(seq):
                seq = entry.seq
                if isinstance(entry.fact, DeviceOnline):
                    online.add(entry.fact.device)


@contextlib.asynccontextmanager
async def child(*arguments: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """This program again, in another role, once it says that it is ready."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bench.boards", *arguments,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, limit=1 << 24,
    )  # fmt: skip
    assert process.stdout is not None
    try:
        async with asyncio.timeout(30):
            assert await process.stdout.readline() == b"ready\n"
        yield process
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()


async def tell(process: asyncio.subprocess.Process) -> None:
    """Give a child its signal."""
    assert process.stdin is not None
    process.stdin.write(b"\n")
    await process.stdin.drain()


@dataclass(frozen=True, slots=True)
class Measured:
    """What came of it."""

    frames: int
    played: dict[tuple[int, int], float]
    seen: dict[tuple[int, int], float]
    cpu_s: float
    wall_s: float


async def measure(boards: int, seconds: float, speed: float, folder: Path) -> Measured:
    """Run the hall and whoever belongs to it."""
    (folder / "ports").mkdir()
    role = ("--role", "hands", "--boards", str(boards), "--speed", str(speed))
    async with (
        child(*role, "--folder", str(folder / "ports")) as playing,
        open_hall(hall_of(boards, folder)) as opened,
    ):
        await all_online(opened, boards)
        await publish(opened, boards)
        url = f"ws://127.0.0.1:{opened.spectators.port}/socket"
        async with child("--role", "watch", "--folder", url) as eyes:
            await tell(playing)
            cpu, wall = time.process_time(), time.monotonic()
            await asyncio.sleep(seconds)
            cpu, wall = time.process_time() - cpu, time.monotonic() - wall
            await tell(playing)
            await asyncio.sleep(LAST_MOVES_S)
            eyes.terminate()
            assert eyes.stdout is not None
            assert playing.stdout is not None
            seen = first_seen((await eyes.stdout.read()).decode())
            told = json.loads(await playing.stdout.readline())
    played = {(board, ply): at for board, ply, at in told["moves"]}
    return Measured(told["frames"], played, seen, cpu, wall)


def first_seen(lines: str) -> dict[tuple[int, int], float]:
    """When each ply of each board came to the spectator first."""
    seen: dict[tuple[int, int], float] = {}
    for line in lines.splitlines():
        at, board, ply, last = json.loads(line)
        for number in range(ply, last + 1):
            seen.setdefault((board, number), at)
    return seen


def report(boards: int, measured: Measured) -> None:
    """Print the figures."""
    latencies = sorted(
        (measured.seen[key] - at) * 1000 for key, at in measured.played.items()
        if key in measured.seen
    )  # fmt: skip
    missing = len(measured.played) - len(latencies)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    share = measured.cpu_s / measured.wall_s
    print(f"{boards} boards for {measured.wall_s:.0f} s")
    print(f"  frames                     {measured.frames}"
          f"  ({measured.frames / measured.wall_s / boards:.1f} a second and board)")  # fmt: skip
    print(f"  moves played               {len(measured.played)}")
    print(f"  moves not seen in the end  {missing}")
    if len(latencies) > 1:
        p99 = latencies[min(int(len(latencies) * 0.99), len(latencies) - 1)]
        print("  last byte of a move to the spectator's socket")
        print(f"    p50 {statistics.median(latencies):.0f} ms, p99 {p99:.0f} ms,"
              f" longest {latencies[-1]:.0f} ms")  # fmt: skip
    print(f"  hall's CPU                 {share:.1%} of one core, {share / boards:.2%} a board")
    print(f"  hall's memory at most      {memory} MB")


def main() -> None:
    """Read the command line and play the role that it names."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--boards", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=180)
    parser.add_argument("--speed", type=float, default=1)
    parser.add_argument("--role", choices=("hall", "hands", "watch"), default="hall")
    parser.add_argument("--folder", default="")
    asked = parser.parse_args()
    logging.basicConfig(level=logging.CRITICAL)  # the boards leave before the hall does
    if asked.role == "hands":
        asyncio.run(hands(asked.boards, asked.speed, Path(asked.folder)))
    elif asked.role == "watch":
        asyncio.run(watch(asked.folder))
    else:
        with tempfile.TemporaryDirectory(prefix="topboards-bench-") as folder:
            measured = asyncio.run(measure(asked.boards, asked.seconds, asked.speed, Path(folder)))
        report(asked.boards, measured)


if __name__ == "__main__":
    main()
