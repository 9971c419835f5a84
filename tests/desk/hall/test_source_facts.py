import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from boardlink.other_programs.pgn_files import PgnFolder
from boardlink.other_programs.source import GamesSource, Look, SourceError
from desk.commands.kinds.results import TakeOverGame
from desk.config.sources import GamesConfig, PgnFiles
from desk.hall.source_follower import SourceFollower
from desk.state.hall import Presence
from facts import fact as f
from facts.ids import BoardNo, DeviceId, GameId, RoundNo
from facts.log import MemoryLog
from facts.result import WHITE_WON
from facts.settings import Source
from tests.boardlink.other_programs.foreign_games import LINE, MOVES, pgn
from tests.desk.scene import CHIEF, MAIN, OPEN, Scene
from tests.fakes.virtual_clock import LoopClock

DEVICE = DeviceId("pgn games")


@pytest.fixture
async def scene() -> Scene:
    """Ten players, a board of our own at table 1 alone, and round 1 on its way."""
    clock = LoopClock()
    made = Scene(MemoryLog(clock), clock)
    await made.open(live=1)
    await made.publish()
    return made


@asynccontextmanager
async def following(
    scene: Scene, folder: Path, source: GamesSource | None = None
) -> AsyncIterator[None]:
    config = GamesConfig(PgnFiles(folder, folder.name), OPEN, 2)
    reporter = SourceFollower(scene.desk, source or PgnFolder(folder), config)
    async with asyncio.TaskGroup() as group:
        running = group.create_task(reporter.run())
        try:
            yield
        finally:
            running.cancel()


def names(scene: Scene, board: int) -> dict[str, str]:
    tournament = scene.desk.tournament(OPEN)
    (pairing,) = [
        p for p in tournament.stages[MAIN].rounds[RoundNo(1)].pairings
        if p.board == board
    ]  # fmt: skip
    players = tournament.players
    white, black = players[pairing.white].player.name, players[pairing.black].player.name
    return {"White": white, "Black": black, "Round": f"1.{board}"}


def line(scene: Scene, game: GameId) -> list[str]:
    return [move.uci for move in scene.desk.hall.games[game].line]


def facts(scene: Scene) -> list[f.Fact]:
    return [entry.fact for entry in scene.log.read(0) if entry.draft.actor.name == DEVICE]


async def test_a_file_s_games_are_shown_where_no_board_of_ours_stands(
    scene: Scene, tmp_path: Path
) -> None:
    games = tmp_path / "games"
    games.mkdir()
    for board in (1, 2):
        (games / f"game-{board}.pgn").write_text(pgn("1. e4", **names(scene, board)))
    async with following(scene, games):
        await asyncio.sleep(1)
        device = scene.desk.hall.devices[DEVICE]
        assert (device.presence, device.family) == (Presence.ONLINE, "pgn")
        assert line(scene, scene.game(2)) == LINE[:1]
        assert line(scene, scene.game(1)) == []
        assert scene.desk.hall.games[scene.game(2)].device == DEVICE
        (games / "game-2.pgn").write_text(pgn(MOVES, "1-0", **names(scene, 2)))
        await asyncio.sleep(2)
        assert line(scene, scene.game(2)) == LINE
        claims = scene.desk.tournament(OPEN)
    the_round = claims.stages[MAIN].rounds[RoundNo(1)]
    (claim,) = the_round.games[scene.game(2)].standing
    assert (claim.source, claim.result) == (Source.OTHER_PROGRAM, WHITE_WON)
    assert the_round.games[scene.game(2)].official is None


async def test_after_a_restart_nothing_is_told_twice(scene: Scene, tmp_path: Path) -> None:
    games = tmp_path / "games"
    games.mkdir()
    (games / "a.pgn").write_text(pgn(MOVES, "1-0", **names(scene, 2)))
    async with following(scene, games):
        await asyncio.sleep(10)
    told = facts(scene)
    assert sum(isinstance(fact, f.MovePlayed) for fact in told) == len(LINE)
    async with following(scene, games):
        await asyncio.sleep(10)
    assert facts(scene) == told


async def test_a_table_that_gets_a_board_of_ours_is_not_followed_any_more(
    scene: Scene, tmp_path: Path
) -> None:
    games = tmp_path / "games"
    games.mkdir()
    (games / "a.pgn").write_text(pgn("1. e4", **names(scene, 2)))
    async with following(scene, games):
        await asyncio.sleep(1)
        await scene.happens(f.BoardBound(BoardNo(2), DeviceId("25799")))
        (games / "a.pgn").write_text(pgn(MOVES, **names(scene, 2)))
        await asyncio.sleep(5)
    assert line(scene, scene.game(2)) == LINE[:1]


async def test_a_game_has_one_witness_and_another_only_when_the_first_is_gone(
    scene: Scene, tmp_path: Path
) -> None:
    games, others = tmp_path / "games", tmp_path / "others"
    for folder, moves in ((games, "1. e4"), (others, "1. d4")):
        folder.mkdir()
        (folder / "a.pgn").write_text(pgn(moves, **names(scene, 2)))
    async with following(scene, games):
        await asyncio.sleep(1)
        async with following(scene, others):
            await asyncio.sleep(20)
            assert line(scene, scene.game(2)) == LINE[:1]
            (games / "a.pgn").unlink()
            games.rmdir()
            await asyncio.sleep(20)
            assert line(scene, scene.game(2)) == ["d2d4"]
    assert scene.desk.hall.games[scene.game(2)].device == "pgn others"


async def test_what_fits_no_game_is_told_once_and_told_as_over(
    scene: Scene, tmp_path: Path
) -> None:
    games = tmp_path / "games"
    games.mkdir()
    (games / "a.pgn").write_text(pgn("1. e4", White="Nobody", Black="Noone", Round="1.2"))
    async with following(scene, games):
        await asyncio.sleep(10)
        warned = [fact for fact in facts(scene) if isinstance(fact, f.DeviceWarned)]
        assert [fact.code for fact in warned] == ["a.pgn"]
        assert "these players do not meet in this round" in warned[0].text
        (games / "a.pgn").write_text(pgn("1. e4", **names(scene, 2)))
        await asyncio.sleep(5)
        assert scene.desk.hall.devices[DEVICE].warnings == {}
    assert f.DeviceRecovered(DEVICE, "a.pgn") in facts(scene)


async def test_a_folder_that_is_not_there_yet_is_told_as_such_and_waited_for(
    scene: Scene, tmp_path: Path
) -> None:
    games = tmp_path / "games"
    async with following(scene, games):
        await asyncio.sleep(20)
        device = scene.desk.hall.devices[DEVICE]
        assert device.presence is Presence.OFFLINE
        assert "no such file or folder yet" in device.reason
        assert len(facts(scene)) == 1
        games.mkdir()
        (games / "a.pgn").write_text(pgn("1. e4", **names(scene, 2)))
        await asyncio.sleep(3)
        assert scene.desk.hall.devices[DEVICE].presence is Presence.ONLINE
        assert line(scene, scene.game(2)) == LINE[:1]


class Failing:
    """A source that fails as often as it is told to."""

    name, family, place = DEVICE, "pgn", "https://example.org/games.pgn"

    def __init__(self, failures: int, error: Exception) -> None:
        self.failures = failures
        self.error = error
        self.looks: list[float] = []
        self.closed = False

    async def look(self, rounds: frozenset[int]) -> Look:
        assert rounds == {1}
        self.looks.append(asyncio.get_running_loop().time())
        if len(self.looks) <= self.failures:
            raise self.error
        return Look()

    async def close(self) -> None:
        self.closed = True


async def test_a_single_failure_alarms_nobody(scene: Scene, tmp_path: Path) -> None:
    source = Failing(2, SourceError("x: no answer"))
    async with following(scene, tmp_path, source):
        await asyncio.sleep(60)
    assert [type(fact) for fact in facts(scene)] == [f.DeviceOnline]
    assert source.closed


async def test_failures_are_told_once_and_tried_ever_more_rarely(
    scene: Scene, tmp_path: Path
) -> None:
    source = Failing(1000, SourceError("x: no answer"))
    async with following(scene, tmp_path, source):
        await asyncio.sleep(600)
    assert facts(scene) == [f.DeviceOffline(DEVICE, "x: no answer")]
    waits = [b - a for a, b in zip(source.looks, source.looks[1:], strict=False)]
    assert [round(wait) for wait in waits[:6]] == [2, 4, 8, 16, 32, 60]
    assert max(waits) < 61


async def test_a_server_that_wants_to_be_left_alone_is_left_alone(
    scene: Scene, tmp_path: Path
) -> None:
    source = Failing(1000, SourceError("x: too often", wait_s=200))
    async with following(scene, tmp_path, source):
        await asyncio.sleep(500)
    assert len(source.looks) == 3


async def test_a_fault_of_ours_is_told_and_stops_nothing(scene: Scene, tmp_path: Path) -> None:
    source = Failing(3, ValueError("oh"))
    async with following(scene, tmp_path, source):
        await asyncio.sleep(300)
        assert scene.desk.hall.devices[DEVICE].presence is Presence.ONLINE
    offline = [fact for fact in facts(scene) if isinstance(fact, f.DeviceOffline)]
    assert "fault in this program" in offline[0].reason


async def test_an_arbiter_who_decides_otherwise_has_the_last_word(
    scene: Scene, tmp_path: Path
) -> None:
    games = tmp_path / "games"
    games.mkdir()
    (games / "a.pgn").write_text(pgn(MOVES, "1-0", **names(scene, 2)))
    async with following(scene, games):
        await asyncio.sleep(1)
        taken = TakeOverGame(id=scene.id(), game=scene.game(2), reason="the file is wrong")
        await scene.act(taken, CHIEF)
        (games / "a.pgn").write_text(pgn("1. d4", **names(scene, 2)))
        await asyncio.sleep(10)
    assert line(scene, scene.game(2)) == LINE
