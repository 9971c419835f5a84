"""How long the desk takes to know a whole tournament, and to make an arbiter's page.

Run ``python -m bench.desk [BOARDS]``: rounds of 80 half-moves a game on so many boards.
"""

import asyncio
import sys
import time

from desk.arbiter.page_feed import PageFeed
from desk.hall.desk import Desk
from desk.hall.opening import opening_facts, tournament_facts
from desk.hall.pairing_worker import ProcessPairer
from desk.host.clock import SystemClock
from desk.state.standings import stage_standings
from desk.views.parts import PartsMaker, Wanted
from facts.fact import DeviceOnline
from facts.ids import BoardNo, DeviceId, RoundNo
from facts.log import MemoryLog
from facts.regulations import Regulations
from facts.result import BLACK_WON, DRAWN, WHITE_WON
from facts.settings import ResultPolicy, TournamentSettings
from results.tournament.tournament import Tournament
from tests.desk.scene import CHIEF, MAIN, OPEN, Scene, player, stage

ROUNDS = 9
PLIES = 80


async def play(scene: Scene, boards: int) -> None:
    """A whole tournament in facts."""
    devices = {BoardNo(n): DeviceId(str(n)) for n in range(1, boards + 1)}
    await scene.log.append(opening_facts(scene.desk.known, "Hall", "topboards", devices, {}))
    await scene.log.append(
        tournament_facts(
            scene.desk.known,
            OPEN,
            TournamentSettings("Open"),
            [stage(rounds=ROUNDS)],
            ResultPolicy(),
            [player(f"P{n:04}, X", 2600 - n) for n in range(2 * boards)],
            Regulations(),
        )
    )
    for device in devices.values():
        await scene.happens(DeviceOnline(device, "dgt", "/dev/ttyACM0"))
    for number in range(1, ROUNDS + 1):
        begun = time.perf_counter()
        await scene.publish()
        print(f"round {number} paired and published in {time.perf_counter() - begun:5.2f} s")
        the_round = scene.desk.tournament(OPEN).stages[MAIN].rounds[RoundNo(number)]
        for index, game in enumerate(the_round.games):
            for ply in range(1, PLIES + 1):
                await scene.move(game, ply, "e4")
            result = (WHITE_WON, DRAWN, BLACK_WON)[(index + number) % 3]
            await scene.sign(game, result)
            await scene.enter(game, result)


def took(what: str, begun: float) -> None:
    print(f"{what:42} {1000 * (time.perf_counter() - begun):8.1f} ms")


async def measure(boards: int) -> None:
    clock = SystemClock()
    scene = Scene(MemoryLog(clock), clock)
    scene.desk = Desk(scene.log, clock, ProcessPairer(), {OPEN: BoardNo(1)})
    await play(scene, boards)
    begun = time.perf_counter()
    desk = Desk(scene.log, clock, ProcessPairer(), {OPEN: BoardNo(1)})
    took(f"fold {scene.log.last_seq:,} facts", begun)

    def no_standings(_tournament: Tournament, _stage: object) -> None:
        return None

    maker, feed = PartsMaker(no_standings), PageFeed()
    for what in ("first page", "page after a move"):
        begun = time.perf_counter()
        known = desk.known
        news = feed.news(known.seq, maker.parts(known, CHIEF, Wanted()), known.at)
        took(what, begun)
        print(f"{'  bytes':42} {len(news or b''):8,}")
    begun = time.perf_counter()
    stage_standings(desk.tournament(OPEN), MAIN)
    took("standings", begun)


if __name__ == "__main__":
    asyncio.run(measure(int(sys.argv[1]) if len(sys.argv) > 1 else 100))
