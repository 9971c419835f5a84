import json

import pytest

from boardlink.other_programs.cloud import FAR_DOWN_EVERY, LiveChessCloud
from boardlink.other_programs.source import Look, SourceError
from boardlink.simulator.livechess.files import cloud_files
from facts.pgn import PgnGame, read
from tests.boardlink.other_programs.foreign_games import pgn
from tests.fakes.virtual_clock import FixedClock
from tests.fakes.web import FakeWeb

UUID = "a1b2c3d4-0000-4000-8000-0123456789ab"
META = {f"meta/{UUID}": b'{"host":"pool.example.org","format":"1"}'}


def games(count: int = 3) -> list[PgnGame]:
    texts = [pgn(result="1-0", White=f"W, {n}", Black=f"B, {n}") for n in range(count)]
    return [game for text in texts for game in read(text)]


def cloud(web: FakeWeb) -> LiveChessCloud:
    return LiveChessCloud(UUID, "http://lookup.example.org", web, FixedClock())


def played(plies: int, count: int = 3) -> dict[str, bytes]:
    return META | cloud_files(UUID, games(count), 2, plies)


async def lengths(source: LiveChessCloud, rounds: frozenset[int] = frozenset({2})) -> list[int]:
    return [len(game.game.moves) for game in (await source.look(rounds)).games]


async def test_games_grow_with_their_clocks_players_and_places() -> None:
    web = FakeWeb(played(0))
    source = cloud(web)
    assert await lengths(source) == [0, 0, 0]
    look = Look()
    for plies in range(1, 7):
        web.files = played(plies)
        for _ in range(FAR_DOWN_EVERY - 1):
            await source.look(frozenset({2}))
        look = await source.look(frozenset({2}))
        assert [len(game.game.moves) for game in look.games] == [plies] * 3
    first = look.games[0]
    assert (first.white, first.round_no, first.board) == ("W, 0", 2, 1)
    assert [move.clock_s for move in first.game.moves] == [298, 297, 290, 289, 280, 270]
    assert (first.game.token, first.program) == ("1-0", "livechess")


async def test_what_has_ended_is_asked_for_no_more_and_the_rest_is_mostly_not_modified() -> None:
    web = FakeWeb(played(6))
    source = cloud(web)
    await source.look(frozenset({2}))
    web.asked.clear()
    for _ in range(5):
        assert await lengths(source) == [6, 6, 6]
    assert {path.rpartition("/")[2] for path, _ in web.asked} == {"index.json"}
    assert web.times(304) == len(web.asked)


async def test_games_that_have_not_begun_are_asked_for_now_and_then() -> None:
    web = FakeWeb(played(0, count=10))
    source = cloud(web)
    for _ in range(2 * FAR_DOWN_EVERY):
        await source.look(frozenset({2}))
    assert web.times(404) <= 10 * 3


async def test_only_rounds_that_are_paired_here_are_asked_for() -> None:
    web = FakeWeb(played(3))
    assert await lengths(cloud(web), frozenset({1})) == []
    assert not any("game-" in path for path, _ in web.asked)


async def test_before_the_start_there_is_nothing_and_no_fault() -> None:
    web = FakeWeb()
    with pytest.raises(SourceError, match="no such tournament") as caught:
        await cloud(web).look(frozenset({2}))
    assert caught.value.early
    web.files = dict(META)
    with pytest.raises(SourceError) as caught:
        await cloud(web).look(frozenset({2}))
    assert caught.value.early


@pytest.mark.parametrize(
    ("path", "body", "text"),
    [
        (f"meta/{UUID}", b'{"host":"a/b"}', "names no server"),
        (f"get/{UUID}/tournament.json", b"[]", "no tournament's JSON"),
        (f"get/{UUID}/round-2/index.json", b"<html>", "no round's JSON"),
    ],
)
async def test_what_is_no_cloud_is_said_so(path: str, body: bytes, text: str) -> None:
    web = FakeWeb(played(3) | {path: body})
    with pytest.raises(SourceError, match=text):
        await cloud(web).look(frozenset({2}))


async def test_one_broken_game_does_not_hide_the_others() -> None:
    web = FakeWeb(played(3) | {f"get/{UUID}/round-2/game-2.json": b"{"})
    look: Look = await cloud(web).look(frozenset({2}))
    assert [len(game.game.moves) for game in look.games] == [3, 0, 3]
    assert "is no game's JSON" in look.problems[0][1]


async def test_two_results_for_one_game_are_a_doubt_and_no_result() -> None:
    files = played(6)
    path = f"get/{UUID}/round-2/game-1.json"
    files[path] = json.dumps(json.loads(files[path]) | {"result": "DRAW"}).encode()
    look = await cloud(FakeWeb(files)).look(frozenset({2}))
    assert look.games[0].game.token == "*"
    assert "do not give one result" in look.games[0].doubt
