import asyncio
from collections.abc import Iterable, Sequence

import pytest

from desk.commands.drafts.pairing_job import PairingJob
from desk.commands.kinds.hall import SetDelay
from desk.commands.kinds.results import EnterResult
from desk.commands.kinds.rounds import WithdrawDraft
from desk.errors import LogFullError, PairingFailedError, RefusedError
from desk.hall.desk import RETRY_S, Desk
from desk.hall.pairing_worker import InlinePairer
from facts import fact as f
from facts.envelope import Actor, Draft, Entry, Role
from facts.fact import Certainty
from facts.ids import BoardNo
from facts.log import MemoryLog
from facts.result import BLACK_WON, DRAWN, WHITE_WON, Result
from facts.settings import Confirmation, ResultPolicy, Source
from results.pairing.answer import RoundPairing
from results.tournament.judging import ResultState, judge
from tests.desk.scene import CHIEF, FLOOR, MAIN, OPEN, Scene
from tests.fakes.virtual_clock import LoopClock

BY_SIGN = ResultPolicy(confirmation=Confirmation.KING_SIGN, rest_s=5)


class GrowingLog(MemoryLog):
    """A log into which a board writes just before the next command does."""

    def __init__(self, clock: LoopClock) -> None:
        super().__init__(clock)
        self.before: list[Draft] = []
        self.full = False

    async def append(self, drafts: Iterable[Draft]) -> Sequence[Entry]:
        if self.full:
            raise LogFullError("the disk is full")
        first, self.before = self.before, []
        if first:
            await super().append(first)
        return await super().append(drafts)


@pytest.fixture
def log() -> GrowingLog:
    return GrowingLog(LoopClock())


@pytest.fixture
def scene(log: GrowingLog) -> Scene:
    return Scene(log, LoopClock())


def official(scene: Scene, board: int) -> Result | None:
    claims = scene.desk.tournament(OPEN).claims(scene.game(board))
    assert claims is not None
    return claims.official.result if claims.official else None


async def test_a_new_desk_on_the_same_log_knows_the_same(scene: Scene) -> None:
    await scene.open()
    await scene.publish()
    await scene.enter(scene.game(1), WHITE_WON)
    again = Desk(scene.log, scene.clock, InlinePairer(), {OPEN: BoardNo(1)})
    assert again.tournament(OPEN) == scene.desk.tournament(OPEN)
    assert again.known.seq == scene.desk.known.seq == scene.log.last_seq
    assert again.hall.bindings == scene.desk.hall.bindings


async def test_a_command_sent_again_after_a_restart_acts_once(scene: Scene) -> None:
    await scene.open()
    await scene.publish()
    command = EnterResult(id="click", game=scene.game(1), result=WHITE_WON)
    made = await scene.act(command)
    again = Desk(scene.log, scene.clock, InlinePairer(), {OPEN: BoardNo(1)})
    assert list(await again.act(command, CHIEF)) == list(made)


async def test_a_command_sent_twice_at_once_acts_once(scene: Scene) -> None:
    await scene.open()
    await scene.publish()
    command = EnterResult(id="click", game=scene.game(1), result=WHITE_WON)
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(scene.act(command)) for _ in range(2)]
    assert tasks[0].result() == tasks[1].result()


async def test_a_sign_that_comes_in_while_an_arbiter_decides_is_a_conflict_not_lost(
    scene: Scene, log: GrowingLog
) -> None:
    await scene.open()
    await scene.publish()
    game = scene.game(1)
    shown = f.ResultShown(
        game, BLACK_WON, Source.KING_SIGN, "kings", Certainty.CERTAIN, "kings rest"
    )
    log.before = [Draft(shown, scene.clock.now(), Actor(Role.DEVICE, "25731"))]
    await scene.enter(game, WHITE_WON)
    claims = scene.desk.tournament(OPEN).claims(game)
    assert claims is not None
    verdict = judge(claims, ResultPolicy())
    assert verdict.state is ResultState.CONFLICT
    assert "the king sign says 0-1" in verdict.conflicts[0]


async def test_the_policy_confirms_an_undisputed_sign_by_itself_and_no_other(
    scene: Scene,
) -> None:
    await scene.open(policy=BY_SIGN)
    await scene.publish()
    async with asyncio.TaskGroup() as group:
        running = group.create_task(scene.desk.run())
        await asyncio.sleep(1)
        await scene.sign(scene.game(1), WHITE_WON)
        await scene.sign(scene.game(2), DRAWN, conflicts=("Black is in mate",))
        await scene.sign(scene.game(3), DRAWN, Certainty.LIKELY)
        await asyncio.sleep(4.9)
        assert official(scene, 1) is None
        await asyncio.sleep(0.2)
        assert official(scene, 1) == WHITE_WON
        await asyncio.sleep(60)
        assert official(scene, 2) is None
        assert official(scene, 3) is None
        running.cancel()
    confirmed = [e for e in scene.log.read() if isinstance(e.fact, f.ResultConfirmed)]
    assert [e.draft.actor for e in confirmed] == [Actor(Role.PROGRAM, "policy")]


async def test_a_sign_taken_back_before_it_has_rested_confirms_nothing(scene: Scene) -> None:
    await scene.open(policy=BY_SIGN)
    await scene.publish()
    async with asyncio.TaskGroup() as group:
        running = group.create_task(scene.desk.run())
        await scene.sign(scene.game(1), WHITE_WON)
        await asyncio.sleep(3)
        await scene.happens(f.SignWithdrawn(scene.game(1), "the kings were lifted"))
        await asyncio.sleep(60)
        running.cancel()
    assert official(scene, 1) is None


async def test_a_full_disk_delays_a_confirmation_and_loses_none(
    scene: Scene, log: GrowingLog, caplog: pytest.LogCaptureFixture
) -> None:
    await scene.open(policy=BY_SIGN)
    await scene.publish()
    async with asyncio.TaskGroup() as group:
        running = group.create_task(scene.desk.run())
        await scene.sign(scene.game(1), WHITE_WON)
        log.full = True
        await asyncio.sleep(7)
        assert official(scene, 1) is None
        log.full = False
        await asyncio.sleep(RETRY_S)
        assert official(scene, 1) == WHITE_WON
        running.cancel()
    assert "could not be confirmed by policy" in caplog.text


async def test_a_pairing_that_fails_writes_nothing_and_others_act_meanwhile(
    scene: Scene,
) -> None:
    await scene.open()

    class FailingPairer:
        async def pair(self, job: PairingJob) -> RoundPairing:
            await asyncio.sleep(100)
            raise PairingFailedError("no legal pairing")

    scene.desk._pairer = FailingPairer()
    seq = scene.log.last_seq
    async with asyncio.TaskGroup() as group:
        pairing = group.create_task(_fails(scene))
        await asyncio.sleep(10)
        await scene.act(SetDelay(id="d", audience="public", minutes=5))
        assert not pairing.done()
    assert scene.log.last_seq == seq + 1
    assert scene.desk.tournament(OPEN).stages[MAIN].draft is None


async def _fails(scene: Scene) -> None:
    with pytest.raises(PairingFailedError, match="no legal pairing"):
        await scene.draft()


class SlowPairer:
    """Works for ever, and says how it ended."""

    def __init__(self) -> None:
        self.stopped = False

    async def pair(self, job: PairingJob) -> RoundPairing:
        try:
            await asyncio.sleep(1e6)
        except asyncio.CancelledError:
            self.stopped = True
            raise
        raise AssertionError


async def test_an_arbiter_stops_an_engine_that_works_too_long(scene: Scene) -> None:
    await scene.open()
    scene.desk._pairer = slow = SlowPairer()
    stop = WithdrawDraft(id="stop", tournament=OPEN, stage=MAIN)
    async with asyncio.TaskGroup() as group:
        task = group.create_task(_is_stopped(scene))
        await asyncio.sleep(10)
        with pytest.raises(RefusedError, match="being paired already"):
            await scene.draft()
        with pytest.raises(RefusedError, match="for the arbiter"):
            await scene.act(stop, FLOOR)
        assert list(await scene.act(stop)) == []
        await task
    assert slow.stopped
    scene.desk._pairer = InlinePairer()
    await scene.draft()
    assert scene.desk.tournament(OPEN).stages[MAIN].draft is not None


async def _is_stopped(scene: Scene) -> None:
    with pytest.raises(PairingFailedError, match="was stopped; nothing was drafted"):
        await scene.draft()


async def test_whoever_asked_for_a_pairing_and_goes_away_stops_it(scene: Scene) -> None:
    await scene.open()
    scene.desk._pairer = slow = SlowPairer()
    async with asyncio.TaskGroup() as group:
        task = group.create_task(scene.draft())
        await asyncio.sleep(10)
        task.cancel()
    assert slow.stopped
