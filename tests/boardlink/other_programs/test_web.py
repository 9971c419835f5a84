from datetime import timedelta
from email.utils import format_datetime

import pytest

from boardlink.other_programs.source import SourceError
from boardlink.other_programs.web import MOST_WAIT_S, AiohttpFetcher, PgnAddress
from boardlink.simulator.livechess.web_files import web_files
from desk.host.clock import SystemClock
from tests.boardlink.other_programs.foreign_games import pgn
from tests.fakes.virtual_clock import EPOCH, FixedClock
from tests.fakes.web import FakeWeb

URL = "https://example.org/live/games.pgn?key=secret"
ANY = frozenset({1})


def address(web: FakeWeb) -> PgnAddress:
    return PgnAddress(URL, web, FixedClock())


async def moves(source: PgnAddress) -> int:
    (game,) = (await source.look(ANY)).games
    return len(game.game.moves)


async def trouble(source: PgnAddress) -> SourceError:
    with pytest.raises(SourceError) as caught:
        await source.look(ANY)
    return caught.value


async def test_what_has_not_changed_is_not_sent_again() -> None:
    web = FakeWeb({"live/games.pgn": pgn("1. e4").encode()})
    source = address(web)
    assert [await moves(source) for _ in range(3)] == [1, 1, 1]
    web.files["live/games.pgn"] = pgn("1. e4 e5").encode()
    assert await moves(source) == 2
    assert [status for _, status in web.asked] == [200, 304, 304, 200]


async def test_a_file_that_is_not_there_before_the_start_is_no_fault() -> None:
    web = FakeWeb()
    source = address(web)
    assert (await trouble(source)).early
    web.files["live/games.pgn"] = pgn("1. e4").encode()
    assert await moves(source) == 1


@pytest.mark.parametrize(
    ("status", "asked", "wait_s"),
    [
        (429, "", 60.0),
        (429, "17", 17.0),
        (503, "17", 17.0),
        (503, "99999", MOST_WAIT_S),
        (503, format_datetime(EPOCH + timedelta(seconds=30)), 30.0),
        (503, "soon", 0.0),
        (500, "", 0.0),
    ],
)
async def test_a_server_that_wants_to_be_left_alone_is(
    status: int, asked: str, wait_s: float
) -> None:
    web = FakeWeb()
    web.status, web.retry_after = status, asked
    error = await trouble(address(web))
    assert error.wait_s == wait_s
    assert not error.early


async def test_refusals_and_breaks_say_what_to_check() -> None:
    web = FakeWeb()
    web.status = 403
    assert "does not let this program in" in str(await trouble(address(web)))
    web.gone = True
    assert "cannot be reached" in str(await trouble(address(web)))


def test_its_name_tells_no_secret_of_its_address() -> None:
    assert address(FakeWeb()).name == "pgn example.org/live/games.pgn"


@pytest.mark.real_time
async def test_pgn_is_read_from_a_real_server_politely() -> None:
    async with web_files() as (server, root):
        server.files["games.pgn"] = pgn("1. e4 e5").encode()
        source = PgnAddress(f"{root}/games.pgn", AiohttpFetcher(), SystemClock())
        try:
            assert [await moves(source) for _ in range(2)] == [2, 2]
            assert [status for _, status in server.asked] == [200, 304]
            server.busy = 503
            assert (await trouble(source)).wait_s == 7.0
        finally:
            await source.close()
        gone = PgnAddress("http://127.0.0.1:9/x.pgn", AiohttpFetcher(), SystemClock())
        assert "check the network" in str(await trouble(gone))
        await gone.close()
