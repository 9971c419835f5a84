import asyncio
from pathlib import Path

import chess
import pytest

from boardlink.errors import LinkError, LinkTimeoutError
from boardlink.protocols.dgt import BoardDump, ClockTime, Command, FieldUpdate, SerialNumber
from boardlink.readings import EMPTY, Square
from boardlink.simulator.boards.board import Mode
from boardlink.simulator.boards.misbehaviour import Flicker, Misbehaviour
from boardlink.simulator.boards.settings import BoardSettings
from boardlink.simulator.hands.deeds import men_of
from boardlink.simulator.hands.style import CALM, LIVELY, PLAIN, Floors
from boardlink.simulator.player import PlaySettings, VirtualBoard
from facts.pgn import PgnGame, read
from tests.boardlink.simulator.host import Host, listening_host, served

GAME = """
[Result "0-1"]

1. f3 {[%clk 0:02:58][%emt 0:00:02]} e5 {[%clk 0:02:57][%emt 0:00:03]}
2. g4 {[%clk 0:02:50][%emt 0:00:08]} Qh4# {[%clk 1:30:00][%emt 0:00:04]} 0-1
"""
START = men_of(chess.Board())
PLAY = PlaySettings(style=PLAIN)


def one(text: str) -> PgnGame:
    (game,) = read(text)
    return game


async def test_a_board_answers_over_its_line() -> None:
    host, line = listening_host()
    board = VirtualBoard(line, BoardSettings(serial="25731"))
    async with served(board, host):
        await host.send(Command.RETURN_SERIALNR, Command.SEND_BRD)
        await asyncio.sleep(1)
    frames = [frame for _, frame in host.frames]
    assert frames[0] == SerialNumber("25731")
    assert isinstance(frames[1], BoardDump)
    assert host.men == START
    assert board.serial == "25731"


async def test_after_each_press_men_and_clock_stand_as_in_the_record() -> None:
    host, line = listening_host()
    board = VirtualBoard(line, play=PLAY)
    game = one(GAME)
    async with served(board, host):
        await host.send(Command.SEND_BRD, Command.SEND_UPDATE_NICE)
        await board.play(game, sign=False)
        await asyncio.sleep(0.5)
    seen = presses(host, START)
    position = chess.Board()
    expected = []
    for ply, move in enumerate(game.moves):
        position.push_uci(move.uci)
        expected.append((ply % 2 == 0, move.clock_s, men_of(position)))
    assert seen == expected
    assert not host.clocks()[-1].running


def presses(host: Host, men: str) -> list[tuple[bool, int | None, str]]:
    """Each press as the wire tells it: by Left?, the presser's time, the men by then."""
    found = []
    now = list(men)
    lever: bool | None = None
    for _, frame in host.frames:
        match frame:
            case FieldUpdate(index, code):
                now[index ^ 56] = ".PRNBKQprnbkq"[code]
            case ClockTime():
                turned = lever is not None and frame.right_high != lever
                if turned and frame.running:
                    side = frame.left if frame.right_high else frame.right
                    found.append((frame.right_high, side.left_s, "".join(now)))
                lever = frame.right_high
            case _:
                pass
    return found


async def test_the_sign_is_placed_after_the_clock_was_stopped_and_rests() -> None:
    host, line = listening_host()
    board = VirtualBoard(line, play=PLAY)
    async with served(board, host):
        await host.send(Command.SEND_BRD, Command.SEND_UPDATE_NICE)
        await board.play(one(GAME))
        ended = asyncio.get_running_loop().time()
    kings = {host.men.index("K"), host.men.index("k")}
    assert kings == {chess.D4, chess.E5}
    stopped = next(t for t, f in host.frames[::-1] if isinstance(f, ClockTime))
    last_man = max(t for t, f in host.frames if isinstance(f, FieldUpdate))
    assert stopped < last_man
    assert ended - last_man >= 6.0


async def test_the_men_are_set_up_for_the_next_game_and_it_is_played() -> None:
    host, line = listening_host()
    board = VirtualBoard(line, play=PLAY)
    async with served(board, host):
        await host.send(Command.SEND_BRD, Command.SEND_UPDATE_NICE)
        await board.play(one(GAME))
        await board.set_up()
        await asyncio.sleep(1)
        assert host.men == START
        await board.play(one("1. e4 e5 1/2-1/2"))
    assert host.men != START
    assert board.men == host.men


async def test_men_that_stand_elsewhere_are_set_up_before_the_game() -> None:
    host, line = listening_host()
    board = VirtualBoard(line, play=PLAY, men="." * 64)
    async with served(board, host):
        await host.send(Command.SEND_BRD, Command.SEND_UPDATE_BRD)
        await board.play(one("1. e4 *"))
        await asyncio.sleep(1)
    position = chess.Board()
    position.push_san("e4")
    assert host.men == men_of(position)


async def test_hands_that_are_wanted_twice_do_one_thing_after_the_other() -> None:
    host, line = listening_host()
    board = VirtualBoard(line, play=PLAY)
    async with served(board, host):
        await host.send(Command.SEND_BRD, Command.SEND_UPDATE_NICE)
        async with asyncio.TaskGroup() as group:
            group.create_task(board.play(one(GAME)))
            group.create_task(board.set_up())
            group.create_task(board.play(one("1. e4 e5 *"), sign=False))
        await asyncio.sleep(1)
    assert len(presses(host, START)) == 4 + 2
    position = chess.Board()
    position.push_san("e4")
    position.push_san("e5")
    assert host.men == men_of(position)


@pytest.mark.parametrize("speed", [1.0, 10.0, 100.0])
async def test_at_any_speed_every_position_is_seen_before_its_press(speed: float) -> None:
    host, line = listening_host()
    board = VirtualBoard(line, play=PlaySettings(speed=speed, style=CALM))
    game = one("1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. d4 Nf6 5. Bd2 Bg4 6. Qxg4 Nxg4 1/2-1/2")
    async with served(board, host):
        await host.send(Command.SEND_BRD, Command.SEND_UPDATE_NICE)
        await board.play(game, sign=False)
        took = asyncio.get_running_loop().time()
    position = chess.Board()
    expected = []
    for move in game.moves:
        position.push_uci(move.uci)
        expected.append(men_of(position))
    assert [men for _, _, men in presses(host, START)] == expected
    floors = Floors()
    assert took >= len(game.moves) * (floors.between_s + floors.rest_s)


async def test_a_fast_clock_shows_the_times_of_a_slow_game() -> None:
    host, line = listening_host()
    board = VirtualBoard(line, play=PlaySettings(speed=20.0, style=PLAIN))
    async with served(board, host):
        await host.send(Command.SEND_BRD, Command.SEND_UPDATE_NICE)
        await board.play(one("1. e4 {[%emt 0:05:00]} e5 {[%emt 0:05:00]} *"), sign=False)
        took = asyncio.get_running_loop().time()
    assert took < 40
    first, second = (clock for _, clock, _ in presses(host, START))
    assert first == pytest.approx(5400 + 30 - 300, abs=12)
    assert second == pytest.approx(5400 + 30 - 300, abs=12)


async def test_a_reader_that_goes_and_comes_back_finds_the_board_as_it_is() -> None:
    host, line = listening_host()
    board = VirtualBoard(line, play=PLAY)
    async with asyncio.TaskGroup() as group:
        running = group.create_task(board.run())
        hearing = group.create_task(host.listen())
        playing = group.create_task(board.play(one(GAME), sign=False))
        await host.send(Command.SEND_BRD, Command.SEND_UPDATE_NICE)
        await asyncio.sleep(8)
        await host.link.close()
        await hearing
        await asyncio.sleep(5)
        again, line = listening_host()
        await board.plug(line, keeps_power=True)
        hearing = group.create_task(again.listen())
        await again.send(Command.SEND_BRD)
        await playing
        await asyncio.sleep(1)
        running.cancel()
        hearing.cancel()
    assert board.state.mode is Mode.UPDATE_NICE
    assert again.men == board.men != START
    assert 0 < len(again.updates()) < 8


async def test_a_board_that_was_plugged_in_again_is_silent_until_asked() -> None:
    host, line = listening_host()
    board = VirtualBoard(line, play=PLAY)
    again, second = listening_host()
    async with asyncio.TaskGroup() as group:
        running = group.create_task(board.run())
        await host.send(Command.SEND_UPDATE_NICE)
        await board.plug(second)
        hearing = group.create_task(again.listen())
        await board.play(one("1. e4 *"), sign=False)
        assert again.frames == []
        await again.send(Command.SEND_BRD)
        running.cancel()
        hearing.cancel()
    assert again.men == board.men


async def misbehaving(misbehaviour: Misbehaviour, seconds: float) -> tuple[Host, VirtualBoard]:
    host, line = listening_host()
    board = VirtualBoard(line, play=PLAY, misbehaviour=misbehaviour)
    async with served(board, host):
        await host.send(Command.SEND_BRD, Command.SEND_UPDATE_NICE)
        await asyncio.sleep(seconds)
    return host, board


async def test_garbage_comes_before_the_first_answer() -> None:
    host, _ = await misbehaving(Misbehaviour(garbage=b"\x00\xff\x86\x00"), 1)
    assert host.raw.startswith(b"\x00\xff\x86\x00\x86\x00\x43")
    assert host.men == START


async def test_a_flickering_square_comes_and_goes() -> None:
    flicker = Flicker(Square(chess.E2), every_s=2.0, for_s=0.5, seen=EMPTY)
    host, _ = await misbehaving(Misbehaviour(flicker=flicker), 5)
    assert [u.code for u in host.updates()] == [0, 1, 0, 1]


async def test_a_silent_board_hears_but_does_not_answer() -> None:
    host, line = listening_host()
    board = VirtualBoard(line, misbehaviour=Misbehaviour(silent_at_s=1.0, silent_for_s=2.0))
    async with served(board, host):
        for _ in range(8):
            await asyncio.sleep(0.5)
            await host.send(Command.RETURN_SERIALNR)
    times = [t for t, _ in host.frames]
    assert times
    assert not any(1.0 <= t < 3.0 for t in times)
    assert any(t >= 3.0 for t in times)


async def test_wrong_lengths_and_torn_frames_leave_the_others_readable() -> None:
    for spoilt in (Misbehaviour(wrong_length_every=3), Misbehaviour(torn_every=3)):
        host, line = listening_host()
        board = VirtualBoard(line, misbehaviour=spoilt)
        async with served(board, host):
            for _ in range(9):
                await host.send(Command.RETURN_SERIALNR)
        assert len(host.frames) == 6
        assert host.parser.skipped + host.parser.pending > 0


async def test_a_board_that_resets_itself_falls_silent() -> None:
    _, board = await misbehaving(Misbehaviour(restarts_at_s=(3.0,)), 5)
    assert board.state.mode is Mode.BUS


async def test_an_unplugged_board_ends_the_link() -> None:
    host, line = listening_host()
    board = VirtualBoard(line, misbehaviour=Misbehaviour(unplugged_at_s=3.0))
    async with asyncio.TaskGroup() as group:
        running = group.create_task(board.run())
        await host.listen()
        assert asyncio.get_running_loop().time() == pytest.approx(3.0)
        running.cancel()


class StubbornLine:
    """Takes nothing at first; then breaks for good."""

    def __init__(self, refusals: int, breaks_after: int) -> None:
        self.refusals = refusals
        self.breaks_after = breaks_after
        self.written: list[bytes] = []

    async def read(self) -> bytes:
        """A question each second."""
        await asyncio.sleep(1.0)
        return bytes([Command.RETURN_SERIALNR])

    async def write(self, data: bytes) -> None:
        """Refuse, take, or break."""
        if self.refusals:
            self.refusals -= 1
            raise LinkTimeoutError("nobody reads")
        if len(self.written) == self.breaks_after:
            raise LinkError("gone")
        self.written.append(data)

    async def close(self) -> None:
        """Nothing to do."""


async def test_a_board_outlives_a_host_that_does_not_read_and_a_line_that_breaks() -> None:
    line = StubbornLine(refusals=2, breaks_after=3)
    board = VirtualBoard(line)
    async with asyncio.TaskGroup() as group:
        running = group.create_task(board.run())
        await asyncio.sleep(10.5)
        assert not running.done()
        running.cancel()
    assert len(line.written) == 3


@pytest.fixture(scope="module")
def world_cup(shared: Path) -> list[PgnGame]:
    text = (shared / "data/pgn/world-cup-2025-livechess.pgn").read_text(encoding="utf-8")
    return list(read(text))


@pytest.mark.shared
@pytest.mark.parametrize("first", [0, 120, 240])
async def test_real_games_reach_the_wire_with_the_clock_times_of_their_record(
    world_cup: list[PgnGame], first: int
) -> None:
    for game in world_cup[first : first + 8]:
        playable = tuple(m for m in game.moves if m.uci)
        host, line = listening_host()
        board = VirtualBoard(line, play=PlaySettings(speed=60.0, style=LIVELY))
        async with served(board, host):
            await host.send(Command.SEND_BRD, Command.SEND_UPDATE_NICE)
            await board.play(game, sign=False)
        seen = presses(host, START)
        assert len(seen) == len(playable)
        for move, (_, clock, _) in zip(playable, seen, strict=True):
            assert move.clock_s is None or clock == move.clock_s
