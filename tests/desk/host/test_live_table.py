"""What the terminal shows while a hall runs."""

import asyncio
import io

from rich.console import Console

from desk.hall.port_watch import PortTrouble
from desk.host.live_table import LiveTable, clocks_text, round_table
from desk.host.notices import Notices
from facts.fact import (
    ClockEvent,
    ClockSet,
    DeviceOffline,
    DeviceOnline,
    DeviceReconnecting,
    DeviceRecovered,
    DeviceWarned,
    Side,
)
from facts.ids import BoardNo, DeviceId, GameId
from facts.result import DRAWN, WHITE_WON
from tests.desk.scene import MAIN, OPEN, Scene
from tests.fakes.virtual_clock import EPOCH, FixedClock


def shown(scene: Scene) -> str:
    """The table of the newest round as text."""
    known = scene.desk.known
    tournament = known.tournaments[OPEN]
    out = io.StringIO()
    console = Console(file=out, width=160)
    console.print(round_table(known, tournament, tournament.stages[MAIN]))
    return out.getvalue()


async def test_every_board_has_a_row_with_its_players_and_one_word(scene: Scene) -> None:
    await scene.open()
    await scene.publish()
    await scene.move(scene.game(1), 1, "e4")
    await scene.sign(scene.game(2), WHITE_WON)
    await scene.enter(scene.game(5), DRAWN)
    await scene.happens(DeviceOffline(DeviceId("25733"), "the cable is out"))
    text = shown(scene)
    rows = {line.split()[0]: line for line in text.splitlines()[2:] if line.strip()}
    assert "1 of 5 results official" in text
    assert "playing" in rows["1"]
    assert "1. e4" in rows["1"]
    assert "proposed 1-0" in rows["2"]
    assert "offline" in rows["3"]
    assert "the cable is out" in rows["3"]
    assert "confirmed ½-½" in rows["5"]
    assert "Bos, Willem" in text


async def test_what_needs_a_look_at_a_board_stands_in_its_row_until_it_is_over(
    scene: Scene,
) -> None:
    await scene.open()
    await scene.publish()
    await scene.move(scene.game(1), 1, "e4")
    device = DeviceId("25731")
    await scene.happens(DeviceOnline(device, "dgt", "/dev/a"))
    await scene.happens(DeviceWarned(device, "noisy", "the line is disturbed: check the cable"))
    (row,) = [line for line in shown(scene).splitlines() if line.split()[:1] == ["1"]]
    assert row.rstrip().endswith("the line is disturbed")
    await scene.happens(DeviceRecovered(device, "noisy"))
    assert "disturbed" not in shown(scene)


async def test_a_board_that_is_looked_for_says_how_often_and_one_that_keeps_breaking_is_told(
    scene: Scene,
) -> None:
    await scene.open()
    await scene.publish()
    device = DeviceId("25731")
    for _ in range(3):
        await scene.happens(DeviceOffline(device, "the cable is out"))
        await scene.happens(DeviceReconnecting(device, "/dev/a", EPOCH, 4, "no such port"))
        assert "no such port (looked for 4 times)" in shown(scene)
        await scene.happens(DeviceOnline(device, "dgt", "/dev/a"))
    assert "its connection has broken 3 times" in shown(scene)


def test_a_running_clock_counts_down_and_a_standing_one_does_not() -> None:
    clock = FixedClock()
    reading = ClockSet(GameId("g"), 3600, 65, Side.WHITE, ClockEvent.LEVER)
    clock.move(10)
    assert clocks_text(reading, EPOCH, clock.now()) == "0:59:50* 0:01:05"
    clock.move(100_000)
    assert clocks_text(reading, EPOCH, clock.now()) == "0:00:00* 0:01:05"


def test_a_time_that_cannot_be_read_is_a_dash() -> None:
    reading = ClockSet(GameId("g"), None, 65, None, ClockEvent.STOPPED)
    assert clocks_text(reading, EPOCH, EPOCH) == "– 0:01:05"
    assert clocks_text(None, None, EPOCH) == ""


NO_PORT = PortTrouble(BoardNo(3), None, "/dev/ttyACM9", "there is no such port", EPOCH, 1)


async def test_lines_tell_of_a_board_that_is_not_there_once_and_when_it_answers(
    scene: Scene,
) -> None:
    await scene.open()
    out = io.StringIO()
    troubles = [NO_PORT]
    notices = Notices()
    screen = LiveTable(
        scene.desk, ["Town hall"], plain=True, notices=notices, troubles=lambda: troubles,
        console=Console(file=out, width=200),
    )  # fmt: skip
    async with asyncio.TaskGroup() as group:
        running = group.create_task(screen.run())
        await asyncio.sleep(5)
        troubles.clear()
        notices.say("A new link:", "http://127.0.0.1:8601/sign-in#token")
        await asyncio.sleep(5)
        running.cancel()
    lines = out.getvalue().splitlines()
    assert lines[0] == "Town hall"
    offline = [line for line in lines if "offline" in line]
    assert [line[9:] for line in offline] == [
        "board 3 (/dev/ttyACM9) is offline: there is no such port"
    ]
    assert any(line.endswith("board 3 (/dev/ttyACM9) answers") for line in lines)
    assert lines.count("http://127.0.0.1:8601/sign-in#token") == 1


async def test_the_live_screen_shows_what_is_missing_and_links_in_one_piece(scene: Scene) -> None:
    await scene.open()
    out = io.StringIO()
    notices = Notices()
    link = "http://127.0.0.1:8601/sign-in#" + "x" * 60
    screen = LiveTable(
        scene.desk, [link], plain=False, notices=notices, troubles=lambda: [NO_PORT],
        console=Console(file=out, width=72, force_terminal=True, color_system=None),
    )  # fmt: skip
    notices.say(link.replace("x", "y"))
    async with asyncio.TaskGroup() as group:
        running = group.create_task(screen.run())
        await asyncio.sleep(2)
        running.cancel()
    assert link in out.getvalue()
    assert link.replace("x", "y") in out.getvalue()
    assert "board 3 (/dev/ttyACM9) is offline: there is no such port" in out.getvalue()
