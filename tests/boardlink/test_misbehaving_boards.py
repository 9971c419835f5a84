"""Whole games on virtual boards that do everything wrong that they know of."""

import asyncio
from dataclasses import dataclass
from pathlib import Path

import pytest

from boardlink.fleet import Fleet
from boardlink.links.link import Link
from boardlink.links.memory import memory_pair
from boardlink.readings import Square
from boardlink.sensing.tracker import GameSetup
from boardlink.simulator.board import BoardSettings
from boardlink.simulator.misbehaviour import WELL_BEHAVED, Flicker, Misbehaviour
from boardlink.simulator.player import PlaySettings, VirtualBoard
from boardlink.station import DeviceReport
from facts.fact import DeviceOffline, DeviceWarned, Fact, LineAmbiguous, ResultShown
from facts.ids import DeviceId, GameId
from facts.pgn import PgnGame, read
from facts.result import pgn_token
from tests.boardlink.test_station import moves
from tests.fakes.virtual_clock import LoopClock

PGN = """[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6
9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 1-0
"""
(GAME,) = read(PGN)

WAYS: dict[str, Misbehaviour] = {
    "well behaved": WELL_BEHAVED,
    "garbage at power-up": Misbehaviour(garbage=b"\x8e\x00\x05\x12hello\x99\x86"),
    "silent for a while": Misbehaviour(silent_at_s=60, silent_for_s=20),
    "wrong lengths": Misbehaviour(wrong_length_every=20),
    "torn frames": Misbehaviour(torn_every=15),
    "resets itself": Misbehaviour(restarts_at_s=(50, 75, 111)),
    "unplugged": Misbehaviour(unplugged_at_s=80, unplugged_for_s=25),
    "weak sensor": Misbehaviour(flicker=Flicker(Square(20))),
}


AWAY = {"silent for a while", "unplugged"}
WITHOUT_POWER = {"unplugged"}
"""Then nobody remembers the moves: their order may be beyond knowing, and the board says so."""


@dataclass(frozen=True)
class Heard:
    """What the board with one way of misbehaving told."""

    facts: list[Fact]

    @property
    def result(self) -> str:
        shown = [fact for fact in self.facts if isinstance(fact, ResultShown)]
        return pgn_token(shown[-1].result) if shown else "*"

    @property
    def warnings(self) -> set[str]:
        return {fact.code for fact in self.facts if isinstance(fact, DeviceWarned)}

    def possible_lines(self) -> set[tuple[str, ...]]:
        """The line as it was told, with each other order that was said to be possible."""
        line = tuple(moves(self.facts))
        lines = {line}
        for fact in self.facts:
            if isinstance(fact, LineAmbiguous):
                before = fact.from_ply - 1
                for other in fact.alternatives:
                    lines.add(line[:before] + other + line[before + len(other) :])
        return lines

    @property
    def went_offline(self) -> bool:
        return any(isinstance(fact, DeviceOffline) for fact in self.facts)


async def play_everywhere(folder: Path, game: PgnGame, speed: float) -> dict[str, Heard]:
    """The same game on a board of each kind, all in one hall."""
    queue: asyncio.Queue[DeviceReport] = asyncio.Queue(100_000)
    boards = {
        way: VirtualBoard(
            None,
            BoardSettings(serial=f"{10001 + n}", phase_s=n * 0.013),
            PlaySettings(speed=speed, clock_rate=1.0, seed=n),
            misbehaviour=misbehaviour,
        )
        for n, (way, misbehaviour) in enumerate(WAYS.items())
    }

    async def open_link(way: str) -> Link:
        host, device = memory_pair(way)
        await boards[way].plug(device, keeps_power=True)
        return host

    fleet = Fleet(queue, LoopClock(), folder, open_link)
    for way in boards:
        fleet.add_port(way)
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(board.run()) for board in boards.values()]
        tasks.append(group.create_task(fleet.run()))
        await asyncio.sleep(10)
        for way, board in boards.items():
            setup = GameSetup(GameId(way), LoopClock().now())
            fleet.station(DeviceId(board.serial)).arm(setup)
        async with asyncio.TaskGroup() as playing:
            for board in boards.values():
                playing.create_task(board.play(game))
        await asyncio.sleep(30)
        for task in tasks:
            task.cancel()
    reports: dict[str, list[Fact]] = {board.serial: [] for board in boards.values()}
    while not queue.empty():
        report = queue.get_nowait()
        reports[report.device].append(report.fact)
    return {way: Heard(reports[board.serial]) for way, board in boards.items()}


@pytest.mark.timeout(240)
async def test_no_misbehaviour_changes_a_game_or_its_result(tmp_path: Path) -> None:
    heard = await play_everywhere(tmp_path, GAME, speed=8.0)
    played = [move.uci for move in GAME.moves]
    exact = {way for way, one in heard.items() if moves(one.facts) == played}
    assert exact >= set(WAYS) - WITHOUT_POWER
    for way in WITHOUT_POWER - exact:
        assert tuple(played) in heard[way].possible_lines()
    assert {way: one.result for way, one in heard.items()} == dict.fromkeys(WAYS, "1-0")
    assert {way for way, one in heard.items() if one.went_offline} == AWAY
    assert {way for way, one in heard.items() if "noisy" in one.warnings} == {
        "wrong lengths",
        "torn frames",
    }
