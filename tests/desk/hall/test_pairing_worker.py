import asyncio
import pickle

import pytest

from desk.commands.drafts.pairing_job import PairingJob, pair_now
from desk.errors import PairingFailedError
from desk.hall.pairing_worker import InlinePairer, ProcessPairer
from facts.fact import Side
from facts.ids import PlayerId
from facts.player import Player
from facts.result import ResultKind, Score
from facts.settings import System
from results.crosstable.model import ABSENT, Crosstable, Entrant, Number, RoundEntry

pytestmark = pytest.mark.real_time


def table(players: int, met: bool = False) -> Crosstable:
    """Players without rounds, or two who have met and cannot meet again."""
    entries = [
        (RoundEntry(Number(2), Side.WHITE, Score.WIN),),
        (RoundEntry(Number(1), Side.BLACK, Score.LOSS),),
    ]
    return Crosstable(
        entrants=tuple(
            Entrant(Number(n), Player(PlayerId(str(n)), str(n)), entries[n - 1] if met else ())
            for n in range(1, players + 1)
        ),
        rounds=9,
        played=1 if met else 0,
        initial_colour=Side.WHITE,
    )


JOB = PairingJob(System.DUTCH, table(8), Side.WHITE, {Number(8): ABSENT})


async def test_a_process_gives_the_same_pairs_as_this_one() -> None:
    assert await ProcessPairer().pair(JOB) == await InlinePairer().pair(JOB) == pair_now(JOB)


async def test_a_job_survives_its_way_to_another_process() -> None:
    assert pickle.loads(pickle.dumps(JOB)) == JOB


@pytest.mark.parametrize("pairer", [ProcessPairer(), InlinePairer()], ids=["process", "inline"])
async def test_where_no_pairing_exists_the_refusal_says_so(
    pairer: ProcessPairer | InlinePairer,
) -> None:
    with pytest.raises(PairingFailedError, match="round 2 has no legal pairing"):
        await pairer.pair(PairingJob(System.DUTCH, table(2, met=True), Side.WHITE, {}))


async def test_an_engine_that_takes_too_long_is_stopped() -> None:
    with pytest.raises(PairingFailedError, match="the engine took longer than 0 s and was stopped"):
        await ProcessPairer(time_limit_s=0.05).pair(JOB)


async def test_pairing_can_be_cancelled() -> None:
    task = asyncio.get_running_loop().create_task(ProcessPairer().pair(JOB))
    await asyncio.sleep(0.1)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_a_process_that_breaks_down_is_a_refusal_with_its_last_words() -> None:
    broken = PairingJob("chess", table(4), Side.WHITE, {})  # type: ignore[arg-type]
    with pytest.raises(PairingFailedError, match="the pairing process failed: "):
        await ProcessPairer().pair(broken)


async def test_byes_of_every_kind_reach_the_engine() -> None:
    half = RoundEntry(Number(0), None, Score.DRAW, ResultKind.HALF_BYE)
    made = await InlinePairer().pair(
        PairingJob(System.DUTCH, table(8), Side.BLACK, {Number(1): half, Number(5): half})
    )
    assert {n for pair in made.pairs for n in pair.numbers} == {2, 3, 4, 6, 7, 8}
