"""What the terminal shows while a hall runs."""

import io

from rich.console import Console

from desk.screen import clocks_text, round_table
from facts.fact import ClockEvent, ClockSet, DeviceOffline, Side
from facts.ids import DeviceId, GameId
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
