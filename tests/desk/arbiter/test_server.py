import asyncio
import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import aiohttp
import chess
import pytest

from desk.arbiter.guard import HEADERS, cookie_name
from desk.arbiter.server import ArbiterServer, arbiter_serving
from desk.arbiter.sign_in import IDLE_LIFE, LINK_LIFE, MAX_WANTED
from desk.config.hall import Address
from desk.errors import RefusedError, ServerError
from desk.hall.port_watch import PortTrouble
from desk.host.addresses import network_url
from facts.envelope import Role
from facts.fact import GameArmed
from facts.ids import BoardNo, DeviceId, RoundNo
from facts.regulations import DrawRules, Regulations
from facts.result import DRAWN, WHITE_WON
from tests.browser import ONE_LOOP
from tests.desk.arbiter.visit import Visit
from tests.desk.scene import DEPUTY, FLOOR, MAIN, OPEN
from tests.fakes.virtual_clock import EPOCH

pytestmark = [pytest.mark.real_time, ONE_LOOP]

JSON = {"Content-Type": "application/json"}


async def command(client: aiohttp.ClientSession, **fields: object) -> tuple[int, Any]:
    async with client.post("/api/commands", json={"id": "c", **fields}) as answer:
        return answer.status, await answer.json()


async def sign_in(visit: Visit, token: str) -> tuple[int, str]:
    async with (
        aiohttp.ClientSession(visit.server.url, headers={"Origin": visit.server.url}) as client,
        client.post("/api/sign-in", json={"token": token}) as answer,
    ):
        return answer.status, await answer.text()


# --- signing in -------------------------------------------------------------------------


async def test_nothing_is_given_to_those_who_are_not_signed_in(visit: Visit) -> None:
    async with aiohttp.ClientSession(visit.server.url) as stranger:
        for path in ("/api/state", "/api/events", "/print/boards?tournament=open&stage=main"):
            async with stranger.get(path) as answer:
                assert answer.status == 401
                assert "sign" in await answer.text()
        async with stranger.get("/", allow_redirects=False) as answer:
            assert (answer.status, answer.headers["Location"]) == (303, "/sign-in")
        origin = {"Origin": visit.server.url}
        async with stranger.post("/api/commands", json={}, headers=origin) as answer:
            assert answer.status == 401
    assert visit.scene.log.last_seq == visit.scene.desk.known.seq


async def test_a_link_signs_in_once_with_a_cookie_that_scripts_and_other_sites_cannot_use(
    visit: Visit,
) -> None:
    link = visit.server.sign_in_link("Ana")
    page, _, token = link.partition("#")
    assert page == f"{visit.server.url}/sign-in"
    assert len(token) >= 32
    async with aiohttp.ClientSession(headers={"Origin": visit.server.url}) as client:
        async with client.post(f"{visit.server.url}/api/sign-in", json={"token": token}) as answer:
            assert await answer.json() == {"name": "Ana", "role": "chief-arbiter"}
            port = int(visit.server.url.rpartition(":")[2])
            cookie = answer.cookies[cookie_name(port)]
            assert cookie["httponly"]
            assert cookie["samesite"] == "Strict"
        async with client.post(f"{visit.server.url}/api/sign-in", json={"token": token}) as answer:
            assert answer.status == 401
            assert "each works once" in await answer.text()


async def test_a_link_that_is_too_old_does_not_work(visit: Visit) -> None:
    token = visit.server.sign_in_link("Ana").partition("#")[2]
    visit.clock.move(LINK_LIFE.total_seconds())
    assert (await sign_in(visit, token))[0] == 401


async def test_a_session_that_ended_is_told_so(visit: Visit) -> None:
    async with await visit.client() as client:
        visit.clock.move(IDLE_LIFE.total_seconds() + 1)
        async with client.get("/api/state") as answer:
            assert answer.status == 401


async def test_signing_out_ends_the_session(visit: Visit) -> None:
    async with await visit.client() as client:
        async with client.post("/api/sign-out", json={}) as answer:
            assert answer.status == 200
        async with client.get("/api/state") as answer:
            assert answer.status == 401


async def test_arbiters_let_others_in_but_nobody_above_themselves(visit: Visit) -> None:
    async with await visit.client() as client:
        invitation = {"name": "Cas", "role": "floor-arbiter"}
        async with client.post("/api/invitations", json=invitation) as answer:
            token = (await answer.json())["link"].partition("#")[2]
    assert (await sign_in(visit, token))[1] == '{"name": "Cas", "role": "floor-arbiter"}'
    async with await visit.client(FLOOR) as client:
        for role in ("chief-arbiter", "floor-arbiter"):
            async with client.post("/api/invitations", json={"name": "X", "role": role}) as answer:
                assert answer.status == 409


@pytest.mark.parametrize("role", [Role.DEVICE, Role.PROGRAM, Role.APPEALS])
async def test_only_people_of_the_hall_can_sign_in(visit: Visit, role: Role) -> None:
    with pytest.raises(RefusedError, match="cannot let anybody in"):
        visit.server.sign_in_link("X", role)
    with pytest.raises(RefusedError, match="give a name"):
        visit.server.sign_in_link("  ")


async def test_a_new_link_is_printed_at_the_terminal_alone_and_not_too_often(
    visit: Visit,
) -> None:
    async with aiohttp.ClientSession(
        visit.server.url, headers={"Origin": visit.server.url}
    ) as stranger:
        async with stranger.post("/api/new-link", json={}) as answer:
            assert answer.status == 200
            assert await answer.json() == {}
        said = visit.notices.take()
        assert said[-1].startswith(f"{visit.server.url}/sign-in#")
        statuses = []
        for _ in range(MAX_WANTED):
            async with stranger.post("/api/new-link", json={}) as answer:
                statuses.append(answer.status)
        assert statuses == [200] * (MAX_WANTED - 1) + [429]
    assert len(visit.notices.take()) == len(said) * (MAX_WANTED - 1)
    status, text = await sign_in(visit, said[-1].partition("#")[2])
    assert (status, text) == (200, '{"name": "Arbiter", "role": "chief-arbiter"}')


async def test_another_site_cannot_ask_for_a_link(visit: Visit) -> None:
    async with (
        aiohttp.ClientSession(visit.server.url, headers={"Origin": "http://evil.example"}) as c,
        c.post("/api/new-link", json={}) as answer,
    ):
        assert answer.status == 403
    assert visit.notices.take() == []


async def test_sessions_go_on_after_a_restart_and_two_halls_do_not_sign_each_other_out(
    visit: Visit, tmp_path: Path
) -> None:
    file = tmp_path / "hall.sessions.json"
    desk, clock = visit.scene.desk, visit.clock
    async with arbiter_serving(Address("127.0.0.1", 0), desk, clock, sessions=file) as server:
        port = int(server.url.rpartition(":")[2])
        client = await Visit(visit.scene, server, clock).client(FLOOR)
        # A browser keeps one jar for both halls: they have the same host.
        token = visit.server.sign_in_link("Ana").partition("#")[2]
        other = {"Origin": visit.server.url}
        async with client.post(
            f"{visit.server.url}/api/sign-in", json={"token": token}, headers=other
        ) as answer:
            assert answer.status == 200
    async with (
        client,
        arbiter_serving(Address("127.0.0.1", port), desk, clock, sessions=file),
    ):
        async with client.get("/api/state") as answer:
            assert (await answer.json())["parts"]["me"]["name"] == FLOOR.name
        async with client.get(f"{visit.server.url}/api/state") as answer:
            assert (await answer.json())["parts"]["me"]["name"] == "Ana"


@pytest.mark.parametrize(("host", "here_only"), [("127.0.0.1", True), ("0.0.0.0", False)])
async def test_a_link_for_a_phone_says_whether_it_works_there(
    visit: Visit, host: str, here_only: bool
) -> None:
    async with arbiter_serving(Address(host, 0), visit.scene.desk, visit.clock) as server:
        port = server.url.rpartition(":")[2]
        here = ArbiterServer(visit.scene.desk, server._sign_in, f"http://127.0.0.1:{port}")
        async with await Visit(visit.scene, here, visit.clock).client() as client:
            invitation = {"name": "Cas", "role": "floor-arbiter"}
            async with client.post("/api/invitations", json=invitation) as answer:
                made = await answer.json()
    outside = network_url(host, here.url)
    assert made["here_only"] is (here_only or outside is None)
    assert made["link"].startswith((outside or here.url) + "/sign-in#")


# --- other sites ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({}, 403),
        ({"Sec-Fetch-Site": "cross-site", "Origin": "SELF"}, 403),
        ({"Sec-Fetch-Site": "same-site", "Origin": "SELF"}, 403),
        ({"Sec-Fetch-Site": "same-origin"}, 200),
        ({"Origin": "SELF"}, 200),
    ],
)
async def test_changes_are_taken_from_our_own_pages_alone(
    visit: Visit, headers: dict[str, str], status: int
) -> None:
    await visit.scene.publish()
    sent = {name: value.replace("SELF", visit.server.url) for name, value in headers.items()}
    async with await visit.client() as signed_in:
        cookies = {c.key: c.value for c in signed_in.cookie_jar}
    async with aiohttp.ClientSession(visit.server.url, cookies=cookies) as client:
        body = {"kind": "enter_result", "id": "c", "game": visit.scene.game(5), "result": "1-0"}
        before = visit.scene.log.last_seq
        async with client.post(
            "/api/commands", json=body, headers=sent, skip_auto_headers=["Origin"]
        ) as answer:
            assert answer.status == status
    assert (visit.scene.log.last_seq > before) is (status == 200)


async def test_a_form_of_another_kind_than_json_is_refused(visit: Visit) -> None:
    async with await visit.client() as client, client.post(
        "/api/commands", data="kind=set_delay"
    ) as answer:  # fmt: skip
        assert answer.status == 415


async def test_a_server_on_this_computer_is_known_by_its_own_names_alone(visit: Visit) -> None:
    async with await visit.client() as client:
        async with client.get("/api/state", headers={"Host": "evil.example"}) as answer:
            assert answer.status == 421
        port = visit.server.url.rpartition(":")[2]
        async with client.get("/api/state", headers={"Host": f"localhost:{port}"}) as answer:
            assert answer.status == 200


async def test_every_answer_carries_the_security_headers(visit: Visit) -> None:
    async with await visit.client() as client:
        for path in (
            "/",
            "/sign-in",
            "/static/arbiter/app.js",
            "/api/state",
            "/nowhere",
            "/static/x.js",
        ):
            async with client.get(path) as answer:
                assert {name: answer.headers.get(name) for name in HEADERS} == dict(HEADERS)


async def test_the_pages_come_with_what_they_share_and_without_the_spectators(visit: Visit) -> None:
    async with await visit.client() as client:
        for path, status in (
            ("arbiter/app.js", 200),
            ("base/README.md", 200),
            ("vendor/chessground/chessground.min.js", 200),
            ("spectators/app.js", 404),
            ("arbiter/../spectators/app.js", 404),
        ):
            async with client.get(f"/static/{path}") as answer:
                assert answer.status == status, path


async def test_a_body_that_is_too_large_is_refused(visit: Visit) -> None:
    async with (
        await visit.client() as client,
        client.post("/api/commands", data=b"x" * 70_000, headers=JSON) as answer,
    ):
        assert answer.status == 413


# --- state and commands -----------------------------------------------------------------


async def test_a_draw_that_needs_a_ruling_is_left_by_all_and_asked_for_alone(visit: Visit) -> None:
    await visit.scene.open(regulations=Regulations(draws=DrawRules(not_before_move=30)))
    await visit.scene.publish()
    drawn, won = visit.scene.game(1), visit.scene.game(2)
    for game, result in ((drawn, DRAWN), (won, WHITE_WON)):
        await visit.scene.line(game, "e4", "e5")
        await visit.scene.sign(game, result)
    agreed = {"kind": "confirm_agreeing", "results": [[drawn, "1/2-1/2"], [won, "1-0"]]}
    confirm = {"kind": "confirm_result", "game": drawn, "result": "1/2-1/2"}
    async with await visit.client() as client:
        answered = await command(client, **agreed)
        assert answered[0] == 200
        (left,) = answered[1]["left"]
        assert left.startswith("board 1, round 1: no draw may be agreed before move 30")
        assert await command(client, **agreed) == answered
        status, refused = await command(client, id="d", **confirm)
        assert (status, refused["ask"]) == (422, {"field": "sure", "reason": True})
        status, made = await command(client, id="e", **confirm, sure=True, reason="both ill")
        assert (status, list(made)) == (200, ["seqs"])


async def test_commands_act_and_refusals_say_why(visit: Visit) -> None:
    await visit.scene.publish()
    game = visit.scene.game(5)
    async with await visit.client() as client:
        status, made = await command(client, kind="enter_result", game=game, result="1-0")
        assert status == 200
        assert made["seqs"] == [visit.scene.log.last_seq - 1, visit.scene.log.last_seq]
        assert await command(client, kind="enter_result", game=game, result="1-0") == (200, made)
        status, refused = await command(
            client, id="d", kind="enter_result", game="nowhere", result="1-0"
        )
        assert (status, refused) == (
            422,
            {"refused": "there is no game 'nowhere': it was never published, or its round was "
             "redone"},
        )  # fmt: skip
        status, refused = await command(
            client, id="e", kind="rule_result", game=game, result="0-1", reason="x", expects=1
        )
        assert status == 409
        assert "after your page was loaded" in refused["refused"]


async def test_who_acts_is_who_signed_in_whatever_the_page_says(visit: Visit) -> None:
    await visit.scene.publish()
    async with await visit.client(FLOOR) as client:
        await command(client, kind="enter_result", game=visit.scene.game(5), result="1-0")
    assert visit.scene.log.read()[-1].draft.actor == FLOOR


async def test_the_state_shows_one_round_and_the_boards_by_their_games(visit: Visit) -> None:
    await visit.scene.publish()
    game = visit.scene.game(1)
    await visit.scene.sign(game, WHITE_WON)
    async with await visit.client() as client, client.get("/api/state") as answer:
        state = await answer.json()
    parts = state["parts"]
    assert state["seq"] == visit.scene.log.last_seq
    assert parts["me"] == {
        "name": "Ana", "role": "chief-arbiter", "may_confirm": True, "may_manage": True,
        "may_bind": True,
    }  # fmt: skip
    assert parts["selected"] == {"tournament": OPEN, "stage": "main", "round": 1}
    board = parts[f"board/{game}"]
    assert (board["state"], board["proposed"], board["live"]) == ("proposed", "1-0", True)
    assert board["claims"][0]["source"] == "king-sign"
    assert len([name for name in parts if name.startswith("board/")]) == 5
    assert len(parts["standings"]["rows"]) == 10
    assert len(parts["players"]) == 10
    assert [d["device"] for d in parts["hall"]["devices"]] == ["25731", "25732", "25733", "25734"]


async def test_a_result_is_seen_on_all_pages_at_once(visit: Visit) -> None:
    await visit.scene.publish()
    game = visit.scene.game(5)
    async with (
        asyncio.timeout(5),
        await visit.client() as one,
        await visit.client(FLOOR) as other,
        one.get("/api/events") as mine,
        other.get("/api/events") as theirs,
    ):
        for stream in (mine, theirs):
            assert f"board/{game}" in (await message(stream))["parts"]
        await command(one, kind="enter_result", game=game, result="1-0")
        for stream in (mine, theirs):
            parts = await news_of(stream, f"board/{game}")
            assert parts[f"board/{game}"]["official"] == "1-0"
            assert f"board/{visit.scene.game(1)}" not in parts


async def message(stream: aiohttp.ClientResponse) -> Any:
    while True:
        line = (await stream.content.readline()).decode()
        if line.startswith("data: "):
            return json.loads(line.removeprefix("data: "))


async def news_of(stream: aiohttp.ClientResponse, part: str) -> Any:
    while True:
        parts = (await message(stream))["parts"]
        if part in parts:
            return parts


async def test_a_stream_ends_with_its_session(visit: Visit) -> None:
    async with await visit.client() as client, client.get("/api/events") as stream:
        await message(stream)
        visit.clock.move(IDLE_LIFE.total_seconds() + 1)
        await visit.scene.publish()
        async with asyncio.timeout(5):
            with suppress(aiohttp.ClientPayloadError):
                while await stream.content.readline():
                    pass


async def test_printed_sheets_escape_what_players_are_called(visit: Visit) -> None:
    async with await visit.client() as client:
        await command(
            client, id="p", kind="enter_player", tournament=OPEN, name="<script>alert(1)</script>"
        )
        await visit.scene.publish()
        for sheet in ("boards", "names", "standings"):
            query = f"/print/{sheet}?tournament=open&stage=main&round=1"
            async with client.get(query) as answer:
                text = await answer.text()
                assert answer.status == 200
                assert "&lt;script&gt;alert(1)" in text
                assert "<script>alert" not in text
        for query in ("boards?tournament=open&stage=main&round=7", "boards?stage=x", "menu?"):
            async with client.get(f"/print/{query}") as answer:
                assert answer.status == 404


async def test_what_a_correction_would_change_is_told_before_it_is_made(visit: Visit) -> None:
    await visit.scene.publish()
    await visit.scene.finish((WHITE_WON, DRAWN, DRAWN, DRAWN, DRAWN))
    await visit.scene.publish()
    game = visit.scene.game(1, round_no=1)
    before = visit.scene.log.last_seq
    async with await visit.client() as client:
        async with client.get(f"/api/consequences?game={game}&result=0-1") as answer:
            sentences = " ".join((await answer.json())["sentences"])
        for query in ("game=nowhere&result=0-1", f"game={game}&result=9-9"):
            async with client.get(f"/api/consequences?{query}") as answer:
                assert answer.status == 422
                assert (await answer.json())["refused"]
    white = visit.scene.desk.tournament(OPEN).stages[MAIN].rounds[RoundNo(1)].pairings[0].white
    assert visit.scene.desk.tournament(OPEN).players[white].player.name in sentences
    assert visit.scene.log.last_seq == before


async def test_the_journal_tells_who_did_what_the_newest_first(visit: Visit) -> None:
    await visit.scene.publish()
    await visit.scene.move(visit.scene.game(5), 1, "e4")
    async with await visit.client(DEPUTY) as client:
        await command(client, kind="enter_result", game=visit.scene.game(5), result="1-0")
        async with client.get("/api/journal?tournament=open") as answer:
            lines = (await answer.json())["lines"]
        async with client.get("/api/journal?tournament=blitz") as answer:
            others = (await answer.json())["lines"]
    assert [line["text"] for line in lines[:4]] == [
        "round 1, board 5, Fontaine – Abma: 1-0 is official, confirmed",
        "round 1, board 5, Fontaine – Abma: 1-0 by arbiter",
        "round 1 has started",
        "round 1 is published: 5 boards",
    ]
    assert {line["actor"] for line in lines[:2]} == {"Ben"}
    assert lines[0]["seq"] == visit.scene.log.last_seq
    assert all("board 5" not in line["text"] for line in others)


async def test_the_journal_says_in_words_why(visit: Visit) -> None:
    await visit.scene.publish()
    game = visit.scene.game(1)
    await visit.scene.sign(game, WHITE_WON)
    async with await visit.client() as client:
        await command(client, kind="confirm_result", game=game, result="1-0")
        async with client.get("/api/journal?tournament=open") as answer:
            confirmed = (await answer.json())["lines"][0]
    assert confirmed["text"] == "round 1, board 1, Bos – Goossens: 1-0 is official, confirmed"
    assert confirmed["because"] == ["round 1, board 1: 1-0 by kings, certain"]


async def test_boards_that_are_configured_and_not_there_are_on_the_page(visit: Visit) -> None:
    trouble = PortTrouble(BoardNo(7), None, "/dev/ttyACM9", "there is no such port", EPOCH, 4)
    async with (
        arbiter_serving(
            Address("127.0.0.1", 0), visit.scene.desk, visit.clock, troubles=lambda: [trouble]
        ) as server,
        await Visit(visit.scene, server, visit.clock).client() as client,
        client.get("/api/state") as answer,
    ):
        (port,) = (await answer.json())["parts"]["ports"]
    assert (port["board"], port["port"], port["tried"]) == (7, "/dev/ttyACM9", 4)
    assert port["text"] == "there is no such port"


async def test_what_the_sensors_see_is_asked_for_by_game(visit: Visit) -> None:
    await visit.scene.publish()
    game = visit.scene.game(1)
    await visit.scene.happens(GameArmed(game, BoardNo(1), DeviceId("25731"), chess.STARTING_FEN))
    placement = {"25731": "K" + "." * 63}
    async with (
        arbiter_serving(
            Address("127.0.0.1", 0), visit.scene.desk, visit.clock, seen=placement.get
        ) as server,
        await Visit(visit.scene, server, visit.clock).client() as client,
    ):
        async with client.get(f"/api/diagrams?game={game}") as answer:
            found = await answer.json()
        async with client.get("/api/diagrams?game=nowhere") as answer:
            assert answer.status == 404
    assert found["seen"] == placement["25731"]
    assert "a1: a white king instead of a white rook" in found["text"]


# --- the server itself ------------------------------------------------------------------


async def test_a_port_that_is_in_use_is_a_clear_message(visit: Visit) -> None:
    port = int(visit.server.url.rpartition(":")[2])
    with pytest.raises(ServerError, match=f"port {port} .*choose another port"):
        async with arbiter_serving(Address("127.0.0.1", port), visit.scene.desk, visit.clock):
            pass


async def test_a_server_for_the_network_warns_that_anybody_can_read(
    visit: Visit, caplog: pytest.LogCaptureFixture
) -> None:
    async with arbiter_serving(Address("0.0.0.0", 0), visit.scene.desk, visit.clock):
        assert "without encryption" in caplog.text


async def test_the_server_stops_at_once_while_pages_listen(visit: Visit) -> None:
    address = Address("127.0.0.1", 0)
    async with asyncio.timeout(2):
        async with arbiter_serving(address, visit.scene.desk, visit.clock) as server:
            other = Visit(visit.scene, server, visit.clock)
            client = await other.client()
            stream = await client.get("/api/events")
            await message(stream)
        await client.close()
