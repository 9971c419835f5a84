"""Who sits on the clock's left is told in the hall's file, and counts to the end."""

import asyncio
from pathlib import Path

import pytest

from boardlink.simulator.boards.board import BoardSettings
from boardlink.simulator.player import PlaySettings, VirtualBoard
from facts.fact import ClockEvent, ClockSet, Fact, Side
from facts.log import MemoryLog
from facts.pgn import read
from tests.end_to_end.playing import AFTER_S, PLAYERS, Wiring, hall_at, publish, switched_on
from tests.fakes.virtual_clock import LoopClock

(GAME,) = read(
    '[White "Bos"]\n[Black "Claes"]\n[Result "1-0"]\n\n'
    "1. e4 {[%clk 1:25:00]} e5 {[%clk 1:29:50]} 2. Nf3 {[%clk 1:20:00]} Nc6 {[%clk 1:29:40]} "
    "3. Bb5 {[%clk 1:15:00]} a6 {[%clk 1:29:30]} 1-0\n"
)


async def played(folder: Path, told: Side | None, *, white_left: bool) -> list[Fact]:
    """The facts of a game on a board whose clock stands so, in a hall that was told so."""
    board = VirtualBoard(
        None, BoardSettings(serial="10001", white_left=white_left), PlaySettings(speed=4)
    )
    log = MemoryLog(LoopClock())
    opener = Wiring({"port-1": board}).open
    async with switched_on([board]), hall_at(opener, PLAYERS, folder, log, told) as hall:
        await asyncio.sleep(5)
        await publish(hall, 1)
        await board.play(GAME)
        await asyncio.sleep(AFTER_S)
    return [entry.fact for entry in log.read()]


def presses(facts: list[Fact]) -> list[tuple[int | None, int | None]]:
    """White's and Black's time at each press of the clock."""
    return [
        (fact.white_s, fact.black_s)
        for fact in facts
        if isinstance(fact, ClockSet) and fact.event is ClockEvent.LEVER
    ]


RIGHT = [(5100, 5390), (4800, 5390), (4800, 5380), (4500, 5380), (4500, 5370)]
"""From the second press on: before the first the simulator's hands set the clock."""


@pytest.mark.parametrize("white_left", [True, False])
async def test_a_clock_is_read_from_the_side_that_was_told(
    tmp_path: Path, *, white_left: bool
) -> None:
    told = Side.WHITE if white_left else Side.BLACK
    facts = await played(tmp_path, told, white_left=white_left)
    assert presses(facts)[1:] == RIGHT
    first = next(fact for fact in facts if isinstance(fact, ClockSet) and fact.running)
    assert first.running is Side.WHITE


async def test_what_was_told_rules_over_what_the_game_suggests(tmp_path: Path) -> None:
    facts = await played(tmp_path, Side.BLACK, white_left=True)
    assert presses(facts)[1:] == [(black_s, white_s) for white_s, black_s in RIGHT]


@pytest.mark.parametrize("white_left", [True, False])
async def test_without_a_word_the_game_tells(tmp_path: Path, *, white_left: bool) -> None:
    facts = await played(tmp_path, None, white_left=white_left)
    assert presses(facts)[1:] == RIGHT
