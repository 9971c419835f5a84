import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from datetime import datetime

import pytest

from broadcast.cut.feed import StandingsAt, no_standings
from broadcast.messages import messages as m
from broadcast.messages import parts as wire
from broadcast.serving import channel as channels
from broadcast.serving.channel import Channel
from broadcast.serving.hub import PUBLIC, Hub, HubSettings
from facts import fact as f
from facts.envelope import Draft
from facts.ids import BoardNo, DeviceId, RoundNo
from facts.log import MemoryLog
from facts.result import WHITE_WON
from facts.views import StandingsTable
from tests.broadcast.made_up import (
    ARBITER,
    BOARD,
    ITALIAN,
    MAIN,
    ONE,
    OPEN,
    at,
    game_at_board,
    line_moves,
    opening,
    published,
)
from tests.broadcast.replica import Replica
from tests.fakes.recording_spectator import RecordingSpectator
from tests.fakes.virtual_clock import LoopClock, VirtualLoop


class Room:
    """A log, the hub on it, and spectators."""

    def __init__(self, log: MemoryLog, hub: Hub) -> None:
        self.log = log
        self.hub = hub

    @property
    def public(self) -> Channel:
        return self.hub.channels[PUBLIC]

    async def say(self, *facts: f.Fact, seconds: float | None = None) -> None:
        when = LoopClock().now() if seconds is None else at(seconds)
        await self.log.append([Draft(fact, when, BOARD, OPEN) for fact in facts])

    async def play(self, ucis: Sequence[str], after: int = 0) -> None:
        """A move a second from now on, those of the line ``after`` so many."""
        start = asyncio.get_running_loop().time() - after
        moves = list(enumerate(line_moves(ucis, start, 1.0), start=1))
        for ply, move in moves[after:]:
            await self.say(f.MovePlayed(ONE, ply, move))
            await asyncio.sleep(1)

    def join(self, epoch: str = "", n: int = 0) -> RecordingSpectator:
        spectator = RecordingSpectator()
        self.public.join(spectator, epoch, n)
        return spectator


@asynccontextmanager
async def room(
    *,
    delay_min: float = 0.0,
    standings_at: StandingsAt = no_standings,
    facts: Iterable[f.Fact] | None = None,
) -> AsyncIterator[Room]:
    log = MemoryLog(LoopClock())
    start = opening(2, armed=[1, 2]) if facts is None else facts
    await log.append([Draft(fact, at(0), ARBITER, OPEN) for fact in start])
    settings = HubSettings({PUBLIC: delay_min})
    hub = Hub(settings, log, LoopClock(), standings_at)
    async with asyncio.TaskGroup() as group:
        task = group.create_task(hub.run())
        yield Room(log, hub)
        task.cancel()


def told(spectator: RecordingSpectator) -> list[m.Message]:
    return [m.decode(text) for text in spectator.texts]


def deltas(spectator: RecordingSpectator) -> list[m.Delta]:
    return [message for message in told(spectator) if isinstance(message, m.Delta)]


async def test_who_joins_gets_one_snapshot_and_then_deltas() -> None:
    async with room() as hall:
        spectator = hall.join()
        await hall.play(ITALIAN[:3])
        kinds = [type(message) for message in told(spectator)]
        assert kinds == [m.Snapshot, m.Alive, m.Delta, m.Delta, m.Delta]
        assert [delta.n for delta in deltas(spectator)] == [
            hall.public.n - 2,
            hall.public.n - 1,
            hall.public.n,
        ]


async def test_the_first_change_after_a_pause_goes_out_at_once_and_more_are_gathered() -> None:
    async with room() as hall:
        spectator = hall.join()
        await asyncio.sleep(5)
        loop = asyncio.get_running_loop()
        began = loop.time()
        moves = line_moves(ITALIAN[:6], began - 1, 0.01)
        for ply, move in enumerate(moves, start=1):
            await hall.say(f.MovePlayed(ONE, ply, move))
            await asyncio.sleep(0.01)
        assert len(deltas(spectator)) == 1
        await asyncio.sleep(0.15)
        first, second = deltas(spectator)
        one, more = first.events[0], second.events[0]
        assert isinstance(one, m.MovesEvent)
        assert isinstance(more, m.MovesEvent)
        assert [len(one.moves), len(more.moves)] == [1, 5]


async def test_two_spectators_get_the_very_same_bytes() -> None:
    async with room() as hall:
        frames: list[list[bytes]] = [[], []]

        class Keeper(RecordingSpectator):
            def __init__(self, place: int) -> None:
                super().__init__()
                self.place = place

            def send(self, frame: bytes) -> None:
                frames[self.place].append(frame)

        for place in (0, 1):
            hall.public.join(Keeper(place))
        await hall.play(ITALIAN[:1])
        assert frames[0][-1] is frames[1][-1]


async def test_a_spectator_resumes_from_a_number_or_gets_a_snapshot() -> None:
    async with room() as hall:
        first = hall.join()
        await hall.play(ITALIAN[:2])
        epoch, n = hall.public.epoch, hall.public.n
        await hall.play(ITALIAN[:4], after=2)
        resumed = hall.join(epoch, n)
        assert [d.n for d in deltas(resumed)] == list(range(n + 1, hall.public.n + 1))
        assert type(told(resumed)[-1]) is m.Alive
        for wrong in (hall.join("other", n), hall.join(epoch, hall.public.n + 5), hall.join("", 0)):
            assert type(told(wrong)[0]) is m.Snapshot
        assert deltas(first)[-1].n == hall.public.n


async def test_who_missed_more_than_is_kept_gets_a_snapshot(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(channels, "RING_MESSAGES", 2)
    async with room() as hall:
        epoch, n = hall.public.epoch, hall.public.n
        await hall.play(ITALIAN[:3])
        assert type(told(hall.join(epoch, n))[0]) is m.Snapshot
        assert type(told(hall.join(epoch, n + 1))[0]) is m.Delta


async def test_a_delayed_audience_is_woken_when_a_move_may_be_shown() -> None:
    async with room(delay_min=10) as hall:
        await asyncio.sleep(700)
        spectator = hall.join()
        played = LoopClock().now()
        (move,) = line_moves(["e2e4"], 0)
        move = f.LineMove(move.uci, move.san, move.clock_s, played)
        await hall.say(f.MovePlayed(ONE, 1, move))
        await asyncio.sleep(599.9)
        assert deltas(spectator) == []
        await asyncio.sleep(0.3)
        (delta,) = deltas(spectator)
        assert delta.now == pytest.approx(wire.milliseconds(played), abs=200)


def test_a_delayed_audience_hears_nothing_of_a_move_before_its_time() -> None:
    """Byte for byte: also the keep-alives and what a number says of what happens now."""

    async def record(moves: int) -> list[bytes]:
        async with room(delay_min=10) as hall:
            hall.public.epoch = "epoch"
            await asyncio.sleep(500)
            await hall.play(ITALIAN[:2])
            await asyncio.sleep(200)
            spectator = hall.join()
            await hall.play(ITALIAN[: 2 + moves], after=2)
            await asyncio.sleep(590 - moves)
            spectator.texts.append(hall.public.snapshot())
            return spectator.texts

    heard = []
    for moves in (0, 7):
        with asyncio.Runner(loop_factory=VirtualLoop) as runner:
            heard.append(runner.run(record(moves)))
    assert heard[0] == heard[1]
    assert any(b'"san":"e4"' in text for text in heard[0])
    assert not any(b'"san":"Nf3"' in text for text in heard[0])


async def test_a_longer_delay_freezes_the_view_until_it_is_caught_up_with() -> None:
    async with room() as hall:
        await hall.play(ITALIAN[:2])
        spectator = hall.join()
        await hall.say(f.DelaySet(PUBLIC, 5))
        await hall.play(ITALIAN[:3], after=2)
        await asyncio.sleep(280)
        assert deltas(spectator) == []
        cut = hall.public.cut
        await asyncio.sleep(100)
        assert hall.public.cut > cut


async def test_a_delay_is_shortened_only_when_nobody_plays() -> None:
    async with room(delay_min=5) as hall:
        await hall.play(ITALIAN[:1])
        await hall.say(f.DelaySet(PUBLIC, 0))
        await asyncio.sleep(60)
        assert hall.public.delay.total_seconds() == 300
        await hall.say(f.ResultConfirmed(ONE, WHITE_WON))
        await asyncio.sleep(1)
        assert hall.public.delay.total_seconds() == 0
        spectator = hall.join()
        assert type(told(spectator)[0]) is m.Snapshot


async def test_spectators_hear_that_the_line_is_alive() -> None:
    async with room() as hall:
        spectator = hall.join()
        await asyncio.sleep(61)
        alive = [message for message in told(spectator) if isinstance(message, m.Alive)]
        assert len(alive) == 1 + 4
        assert alive[-1].now - alive[0].now == pytest.approx(60_000, abs=1000)


async def test_standings_come_with_the_first_official_result_and_are_asked_for_the_cut() -> None:
    asked: list[datetime] = []

    def standings(cut: datetime) -> Sequence[StandingsTable]:
        asked.append(cut)
        return (StandingsTable(OPEN, MAIN, RoundNo(1), (), (), False),)

    async with room(delay_min=1, standings_at=standings) as hall:
        await asyncio.sleep(100)
        spectator = hall.join()
        await hall.play(ITALIAN[:2])
        asked.clear()
        confirmed = LoopClock().now()
        await hall.say(f.ResultConfirmed(ONE, WHITE_WON))
        await asyncio.sleep(59)
        assert asked == []
        await asyncio.sleep(2)
        assert asked
        assert all(cut >= confirmed for cut in asked)
        events = [event for delta in deltas(spectator) for event in delta.events]
        assert [type(event) for event in events[-1:]] == [m.StandingsEvent]


async def test_a_fault_in_the_standings_does_not_stop_the_games(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def broken(_cut: datetime) -> Sequence[StandingsTable]:
        raise ZeroDivisionError

    async with room(standings_at=broken) as hall:
        spectator = hall.join()
        await hall.play(ITALIAN[:1])
        assert len(deltas(spectator)) == 1
    assert "no standings can be shown" in caplog.text


async def test_a_fact_that_cannot_be_shown_is_passed_over(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with room() as hall:
        spectator = hall.join()
        broken = f.GameArmed(game_at_board(2), BoardNo(2), DeviceId("d2"), "no position")
        await hall.say(broken, f.MovePlayed(game_at_board(2), 1, line_moves(["e2e4"], 0)[0]))
        await hall.play(ITALIAN[:1])
        assert "cannot be shown and is passed over" in caplog.text
        events = [event for delta in deltas(spectator) for event in delta.events]
        assert any(isinstance(e, m.MovesEvent) and e.game == ONE for e in events)


async def test_who_does_not_read_misses_deltas_and_gets_a_snapshot_when_it_does() -> None:
    async with room() as hall:
        slow, quick = hall.join(), hall.join()
        slow.reading = False
        slow.unread = channels.LOW_BYTES + 100_000
        await hall.play(ITALIAN[:3])
        assert deltas(slow) == []
        slow.read_all()
        await asyncio.sleep(2)
        kinds = [type(message) for message in told(slow)]
        assert kinds == [m.Snapshot, m.Alive, m.Snapshot, m.Alive]
        await hall.play(ITALIAN[:4], after=3)
        replicas = [Replica(), Replica()]
        for replica, spectator in zip(replicas, (slow, quick), strict=True):
            for text in spectator.texts:
                replica.take(text)
        assert replicas[0] == replicas[1]


async def test_who_never_reads_is_dropped() -> None:
    async with room() as hall:
        dead = hall.join()
        dead.reading = False
        dead.unread = channels.LOW_BYTES + 100_000
        await hall.play(ITALIAN[:1])
        await asyncio.sleep(channels.LAG_S + 3)
        assert dead.dropped == "too slow"
        assert hall.public.spectators == 0


async def test_the_next_round_reaches_who_is_there() -> None:
    async with room() as hall:
        spectator = hall.join()
        replica = Replica()
        await hall.say(published(2, 2))
        await asyncio.sleep(1)
        for text in spectator.texts:
            replica.take(text)
        assert set(replica.rounds[OPEN]) == {("main", 1), ("main", 2)}


async def test_an_empty_log_shows_nothing_and_fills_up() -> None:
    async with room(facts=()) as hall:
        spectator = hall.join()
        for fact in opening(2, armed=[1]):
            await hall.say(fact)
        await asyncio.sleep(1)
        replica = Replica()
        for text in spectator.texts:
            replica.take(text)
        assert len(replica.games[OPEN]) == 2
