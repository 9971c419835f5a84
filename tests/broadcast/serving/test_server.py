"""The server over real sockets, asked by other people's clients."""

import asyncio
import socket
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import datetime

import aiohttp
import msgspec
import pytest
from multidict import CIMultiDict
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin

from broadcast.cut.feed import no_standings
from broadcast.errors import PortError
from broadcast.messages import messages as m
from broadcast.serving.server import (
    Server,
    ServerSettings,
    StagesAt,
    listen,
    no_picture,
    serving,
)
from facts import fact as f
from facts.envelope import Draft
from facts.ids import TournamentId
from facts.log import MemoryLog
from facts.pgn import read
from facts.result import WHITE_WON
from tests.broadcast.made_up import (
    ARBITER,
    ITALIAN,
    ONE,
    OPEN,
    at,
    game_at_board,
    line_moves,
    opening,
)
from tests.broadcast.replica import Replica
from tests.fakes.virtual_clock import FixedClock

pytestmark = pytest.mark.real_time


class Hall:
    """A server, its log, and a client."""

    def __init__(self, server: Server, log: MemoryLog, client: aiohttp.ClientSession) -> None:
        self.server = server
        self.log = log
        self.client = client

    def url(self, path: str) -> str:
        return f"{self.server.url}{path}"

    def socket(self, query: str = "") -> connect:
        return connect(f"ws://127.0.0.1:{self.server.port}/socket{query}", compression=None)

    async def say(self, fact: f.Fact) -> None:
        await self.log.append([Draft(fact, at(0), ARBITER, OPEN)])

    async def play(self, plies: int, after: int = 0) -> None:
        for ply, move in list(enumerate(line_moves(ITALIAN[:plies], 0), start=1))[after:]:
            await self.say(f.MovePlayed(ONE, ply, move))

    async def get(self, path: str, **headers: str) -> tuple[int, str, CIMultiDict[str]]:
        async with self.client.get(self.url(path), headers=headers) as answer:
            return answer.status, await answer.text(), answer.headers.copy()


@asynccontextmanager
async def hall(
    settings: ServerSettings | None = None, stages_at: StagesAt = no_picture
) -> AsyncIterator[Hall]:
    clock = FixedClock(at(3600))
    log = MemoryLog(clock)
    await log.append(Draft(fact, at(0), ARBITER, OPEN) for fact in opening(2, armed=[1, 2]))
    async with (
        serving(settings or ServerSettings(port=0), log, clock, no_standings, stages_at) as server,
        aiohttp.ClientSession() as client,
    ):
        yield Hall(server, log, client)


async def hear(client: ClientConnection, replica: Replica, *, until: int) -> None:
    """Take messages in until the replica has seen number ``until``."""
    async with asyncio.timeout(10):
        while replica.n < until:
            replica.take(await client.recv())


async def hear_all(client: ClientConnection) -> None:
    """Take messages until the connection ends, which it does by an exception."""
    async with asyncio.timeout(10):
        while True:
            await client.recv()


async def test_a_spectator_sees_a_move_arrive() -> None:
    async with hall() as room, room.socket() as client:
        replica = Replica()
        snapshot = replica.take(await client.recv())
        assert isinstance(snapshot, m.Snapshot)
        await room.play(1)
        await hear(client, replica, until=snapshot.n + 1)
        assert replica.games[OPEN][ONE].san == "e4"


async def test_a_spectator_who_comes_back_hears_only_what_it_missed() -> None:
    async with hall() as room:
        replica = Replica()
        async with room.socket() as client:
            replica.take(await client.recv())
            await room.play(1)
            await hear(client, replica, until=replica.n + 1)
        await room.play(3, after=1)
        witness = Replica()
        async with room.socket() as client:
            snapshot = witness.take(await client.recv())
            assert isinstance(snapshot, m.Snapshot)
            while witness.games[OPEN][ONE].san != "Nf3":
                witness.take(await client.recv())
        async with room.socket(f"?epoch={replica.epoch}&n={replica.n}") as client:
            first = m.decode(await client.recv())
            assert isinstance(first, m.Delta)
            replica.take(m.encode(first))
            await hear(client, replica, until=witness.n)
        assert replica.games[OPEN][ONE].san == "Nf3"
        async with room.socket(f"?epoch=another&n={replica.n}") as client:
            assert isinstance(m.decode(await client.recv()), m.Snapshot)


async def test_the_line_of_a_game_carries_the_number_it_stands_for() -> None:
    async with hall() as room, room.socket() as client:
        replica = Replica()
        snapshot = replica.take(await client.recv())
        assert isinstance(snapshot, m.Snapshot)
        await room.play(1)
        await hear(client, replica, until=snapshot.n + 1)
        status, text, headers = await room.get(f"line/{ONE}.json")
        assert status == 200
        assert headers["Cache-Control"] == "no-store"
        line = msgspec.json.decode(text, type=m.GameLine)
        assert (line.epoch, line.n, [w.san for w in line.moves]) == (
            snapshot.epoch,
            replica.n,
            ["e4"],
        )


async def test_the_games_of_a_round_carry_the_number_they_stand_for() -> None:
    async with hall() as room:
        status, text, _ = await room.get("games/open/main.1.json")
        told = msgspec.json.decode(text, type=m.RoundGames)
        assert (status, told.n) == (200, room.server.hub.channels["public"].n)
        assert [game.id for game in told.games] == [ONE, game_at_board(2)]


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("pgn/open.pgn", "open.pgn"),
        ("pgn/open/1.pgn", "open-round-1.pgn"),
        ("pgn/open/current.pgn", "open-round-1.pgn"),
        (f"pgn/game/{game_at_board(2)}.pgn", "open-1.2.pgn"),
    ],
)
async def test_a_downloaded_file_is_called_by_what_is_in_it(path: str, name: str) -> None:
    async with hall() as room:
        _, _, headers = await room.get(path)
        assert headers["Content-Disposition"] == f'attachment; filename="{name}"'


async def test_pgn_is_told_apart_by_its_etag() -> None:
    async with hall() as room, room.socket() as client:
        replica = Replica()
        replica.take(await client.recv())
        path = f"pgn/game/{ONE}.pgn"
        status, text, headers = await room.get(path)
        assert (status, headers["Content-Type"]) == (
            200,
            "application/x-chess-pgn; charset=utf-8",
        )
        etag = headers["ETag"]
        assert etag.startswith('"')
        assert (await room.get(path, **{"If-None-Match": etag}))[0] == 304
        assert (await room.get(path, **{"If-None-Match": f'"x", W/{etag}'}))[0] == 304
        await room.play(2)
        await hear(client, replica, until=replica.n + 1)
        status, changed, headers = await room.get(path, **{"If-None-Match": etag})
        assert status == 200
        assert headers["ETag"] != etag
        assert changed != text
        assert "Last-Modified" not in headers


async def test_pgn_of_a_round_of_the_current_one_and_of_a_tournament() -> None:
    async with hall() as room:
        texts = [
            (await room.get(f"pgn/{name}.pgn"))[1]
            for name in ("open", "open/1", "open/main.1", "open/current")
        ]
        assert len(set(texts)) == 1
        assert [game.tags["Board"] for game in read(texts[0])] == ["1", "2"]


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("pgn/closed.pgn", "there is no tournament closed"),
        ("pgn/open/7.pgn", "round 7 of open is not published"),
        ("pgn/open/001.pgn", "expected a number or 'current'"),
        ("pgn/game/none.pgn", "there is no game none"),
        ("line/none.json", "there is no game none"),
        ("games/open/main.7.json", "open has no round main.7 that is published"),
        ("games/closed/main.1.json", "closed has no round main.1"),
        ("games/open/x.json", "no round"),
        ("static/none.js", "there is no such file"),
        ("static/../server.py", ""),
        ("static/%2e%2e/server.py", ""),
    ],
)
async def test_what_is_not_there_is_said_plainly(path: str, words: str) -> None:
    async with hall() as room:
        status, text, _ = await room.get(path)
        assert status == 404
        assert words in text
        assert "Traceback" not in text


async def test_a_delayed_server_tells_nothing_young_by_any_address() -> None:
    async def answers(moves: int) -> list[tuple[int, str, Mapping[str, str]]]:
        clock = FixedClock(at(3600))
        log = MemoryLog(clock)
        facts = [*opening(2, armed=[1, 2])]
        await log.append(Draft(fact, at(0), ARBITER, OPEN) for fact in facts)
        young = line_moves(ITALIAN[:moves], 3500)
        for ply, move in enumerate(young, start=1):
            await log.append([Draft(f.MovePlayed(ONE, ply, move), move.at, ARBITER, OPEN)])
        if moves:
            await log.append([Draft(f.ResultConfirmed(ONE, WHITE_WON), at(3590), ARBITER, OPEN)])
        found: list[tuple[int, str, Mapping[str, str]]] = []
        settings = ServerSettings(port=0, delay_min=15)
        async with (
            serving(settings, log, clock, no_standings) as server,
            aiohttp.ClientSession() as client,
        ):
            server.hub.channels["public"].epoch = "epoch"
            room = Hall(server, log, client)
            paths = (f"line/{ONE}.json", "pgn/open.pgn", f"pgn/game/{ONE}.pgn", "healthz", "")
            for path in paths:
                status, text, headers = await room.get(path)
                del headers["Date"]
                found.append((status, text, headers))
            async with room.socket() as spectator:
                for _ in range(2):
                    found.append((0, str(await spectator.recv()), {}))
        return found

    assert await answers(0) == await answers(6)


async def test_the_trusted_audience_needs_the_token_and_has_its_own_delay() -> None:
    settings = ServerSettings(port=0, delay_min=24 * 60, trusted_token="open sesame")
    async with hall(settings) as room:
        assert (await room.get("pgn/open.pgn"))[0] == 404
        assert (await room.get("pgn/open.pgn?token=wrong"))[0] == 403
        assert (await room.get("pgn/open.pgn?token=open%20sesame"))[0] == 200


async def test_the_page_and_its_files_come_with_guarding_headers() -> None:
    async with hall() as room:
        for path in (
            "",
            "t/open",
            "static/spectators/app.js",
            "static/spectators/style.css",
            "healthz",
        ):
            status, _, headers = await room.get(path)
            assert status == 200
            assert headers["X-Content-Type-Options"] == "nosniff"
            assert headers["Referrer-Policy"] == "no-referrer"
            assert "default-src 'self'" in headers["Content-Security-Policy"]
        _, text, headers = await room.get("")
        assert (await room.get("", **{"If-None-Match": headers["ETag"]}))[0] == 304
        assert "http://" not in text
        assert "https://" not in text


async def test_nothing_of_the_arbiters_pages_is_served() -> None:
    async with hall() as room:
        assert (await room.get("static/base/README.md"))[0] == 200
        for path in ("static/arbiter/app.js", "static/app.js", "static/assets.py"):
            assert (await room.get(path))[0] == 404, path


async def test_the_pages_files_come_packed_to_who_can_unpack_them() -> None:
    path = "static/vendor/chessground/chessground.min.js"
    async with hall() as room:
        _, packed, headers = await room.get(path)
        _, plain, others = await room.get(path, **{"Accept-Encoding": "identity"})
        assert packed == plain
        assert headers["Content-Encoding"] == "gzip"
        assert "Content-Encoding" not in others
        assert headers["ETag"] != others["ETag"]
        assert (await room.get(path, **{"If-None-Match": headers["ETag"]}))[0] == 304


async def test_another_sites_page_may_not_open_the_socket() -> None:
    settings = ServerSettings(port=0, origins=("https://club.example",))
    async with hall(settings) as room:
        url = f"ws://127.0.0.1:{room.server.port}/socket"
        with pytest.raises(InvalidStatus, match="403"):
            async with connect(url, origin=Origin("https://evil.example")):
                pass
        for origin in ("https://club.example", f"http://127.0.0.1:{room.server.port}"):
            async with connect(url, origin=Origin(origin)) as client:
                assert isinstance(m.decode(await client.recv()), m.Snapshot)


async def test_spectators_above_the_limit_are_refused() -> None:
    async with hall(ServerSettings(port=0, max_spectators=1)) as room, room.socket() as client:
        await client.recv()
        assert room.server.spectators == 1
        with pytest.raises(InvalidStatus, match="503"):
            async with room.socket():
                pass


@pytest.mark.parametrize("text", ["hello", "x" * 10_000])
async def test_a_spectator_who_talks_is_shown_out(text: str) -> None:
    async with hall() as room, room.socket() as client:
        await client.recv()
        await client.send(text)
        with pytest.raises(ConnectionClosed):
            await hear_all(client)


async def test_a_server_that_stops_says_goodbye() -> None:
    async with hall() as room:
        client = await room.socket()
        await client.recv()
    with pytest.raises(ConnectionClosed) as closed:
        await hear_all(client)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1001


async def test_the_bodys_own_error_comes_out_as_it_is() -> None:
    with pytest.raises(ZeroDivisionError):
        async with hall():
            raise ZeroDivisionError


async def test_a_busy_port_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        log, clock = MemoryLog(FixedClock()), FixedClock()
        with pytest.raises(PortError, match=rf"port {port} at 127.0.0.1.*set another"):
            async with serving(ServerSettings(port=port), log, clock, no_standings):
                pass


@pytest.mark.parametrize(("host", "port"), [("host.invalid", 0), ("127.0.0.1", 70_000)])
def test_an_address_that_cannot_be_is_named(host: str, port: int) -> None:
    with pytest.raises(PortError, match=host):
        listen(host, port)


@pytest.mark.parametrize(
    ("host", "url"),
    [("0.0.0.0", "http://127.0.0.1:7/"), ("::", "http://[::1]:7/"), ("hall", "http://hall:7/")],
)
async def test_the_url_is_one_that_a_browser_here_can_open(host: str, url: str) -> None:
    async with hall() as room:
        assert Server(host, 7, room.server.hub).url == url


async def test_the_stages_picture_is_drawn_once_for_all_who_look() -> None:
    asked: list[datetime] = []

    def picture(tournament: TournamentId, cut: datetime) -> str | None:
        asked.append(cut)
        return "<svg/>" if tournament == OPEN else None

    async with hall(ServerSettings(port=0, delay_min=10), stages_at=picture) as room:
        status, text, headers = await room.get(f"stages/{OPEN}.svg")
        assert (status, text, headers["Content-Type"]) == (200, "<svg/>", "image/svg+xml")
        status, _, _ = await room.get(f"stages/{OPEN}.svg", **{"If-None-Match": headers["ETag"]})
        assert status == 304
        assert asked == [at(3600 - 600)]
        status, _, _ = await room.get("stages/another.svg")
        assert status == 404


async def test_a_tournament_of_one_stage_has_no_picture() -> None:
    async with hall() as room:
        status, text, _ = await room.get(f"stages/{OPEN}.svg")
        assert (status, text) == (204, "")
