import asyncio
from pathlib import Path

import pytest

from boardlink.captures.capture import CaptureHeader, LinkKind, decode_capture, encode_header
from boardlink.replaying.recovery import replay_game
from boardlink.sensing.tracker import GameSetup
from facts.fact import Fact, MovePlayed
from tests.fakes.bad_links import lossy, noisy
from tests.fakes.board_hall import BoardHall, captures_of
from tests.fakes.scripted_board import ScriptedBoard
from tests.fakes.scripted_players import (
    BOARD,
    GAME,
    OPENING,
    Players,
    moves,
    plugged_in,
    setup,
)
from tests.fakes.virtual_clock import EPOCH


async def play_with_breaks(hall: BoardHall, board: ScriptedBoard) -> None:
    players = Players(board)
    await players.play(OPENING[:3])
    await hall.unplug("COM5")
    await players.move(OPENING[3])
    await asyncio.sleep(5)
    hall.plug("COM5", board)
    await asyncio.sleep(40)
    await players.play(OPENING[4:])
    await asyncio.sleep(20)


def gist(facts: list[Fact]) -> list[object]:
    """What a fact says, without where in the capture it was read."""
    return [
        (fact.ply, fact.move.uci, fact.move.clock_s) if isinstance(fact, MovePlayed) else fact
        for fact in facts
    ]


@pytest.mark.parametrize("line", ["good", "lossy", "noisy"])
async def test_a_capture_played_again_says_what_the_board_said_live(
    tmp_path: Path, line: str
) -> None:
    async with BoardHall(tmp_path).open() as hall:
        board = ScriptedBoard()
        if line == "lossy":
            hall.wrap["COM5"] = lambda link: lossy(link, seed=3, loss=0.005)
        if line == "noisy":
            hall.wrap["COM5"] = lambda link: noisy(link, seed=4, rate=0.005)
        hall.plug("COM5", board)
        await asyncio.sleep(10)
        game = setup()
        point = hall.fleet.stations[BOARD].arm(game)
        assert point is not None
        await play_with_breaks(hall, board)
        live = [fact for fact in hall.facts(BOARD) if getattr(fact, "game", None) == game.game]
    captures = captures_of(tmp_path, BOARD)
    assert len(captures) == 2
    recovered = replay_game(game, captures, point.offset)
    again = [one.fact for one in recovered.observed]
    assert gist(again) == gist(live)
    assert moves(again) == OPENING


async def test_what_stood_on_the_board_before_the_game_is_known_after_a_restart(
    tmp_path: Path,
) -> None:
    async with plugged_in(tmp_path) as (hall, board):
        game = setup()
        point = hall.fleet.stations[BOARD].arm(game)
        assert point is not None
        players = Players(board)
        await players.move("e2e4", think_s=0.1)
    captures = captures_of(tmp_path, BOARD)
    recovered = replay_game(game, captures, point.offset)
    assert moves([one.fact for one in recovered.observed]) == ["e2e4"]


def test_a_capture_that_holds_nothing_yet_tells_of_nothing() -> None:
    header = CaptureHeader("dgt", LinkKind.SERIAL, BOARD, EPOCH)
    empty = decode_capture(encode_header(header))
    recovered = replay_game(GameSetup(GAME, EPOCH), [empty, empty], offset=empty.size)
    assert recovered.observed == []
