import asyncio
from dataclasses import dataclass
from pathlib import Path

import pytest

from boardlink.captures.capture import LinkKind, decode_capture
from boardlink.protocols.dgt import Command
from boardlink.readings import ClockRead, ClockSide
from boardlink.sensing.tracker import GameSetup
from boardlink.stations.state import CapturePoint
from facts.fact import (
    ClockEvent,
    ClockSet,
    DeviceOffline,
    DeviceOnline,
    DeviceSilent,
    DeviceWarned,
    Fact,
    LineCorrected,
    MoveConfirmed,
    MovePlayed,
    ResultShown,
    Side,
)
from facts.ids import DeviceId
from facts.result import DRAWN
from tests.fakes.bad_links import OneByteLink, lossy
from tests.fakes.board_hall import BoardHall, captures_of
from tests.fakes.scripted_board import ScriptedBoard
from tests.fakes.scripted_players import (
    BOARD,
    GAME,
    OPENING,
    Players,
    index,
    moves,
    plugged_in,
    setup,
)


async def test_a_board_comes_up_by_its_serial_number_and_shows_what_stands_on_it(
    tmp_path: Path,
) -> None:
    async with plugged_in(tmp_path) as (hall, board):
        assert hall.facts(BOARD) == [DeviceOnline(BOARD, "dgt", "COM5", "1.07")]
        state = hall.fleet.stations[BOARD].state()
        assert (state.port, state.version, state.placement) == ("COM5", "1.07", board.placement)
        assert state.clock == ClockRead(300, 300, ClockSide.LEFT, running=False)
        assert state.game is None
        assert state.figures.frames_per_s == pytest.approx(1, abs=1)


async def test_moves_on_the_board_become_facts_with_their_place_in_the_capture(
    tmp_path: Path,
) -> None:
    async with plugged_in(tmp_path) as (hall, board):
        point = hall.fleet.stations[BOARD].arm(setup())
        assert point is not None
        players = Players(board)
        await players.play(OPENING)
        await asyncio.sleep(2)
        facts = hall.facts(BOARD)
        state = hall.fleet.stations[BOARD].state()
    assert moves(facts) == OPENING
    played = [fact for fact in facts if isinstance(fact, MovePlayed)]
    assert ClockSet(GAME, 296, 300, Side.BLACK, ClockEvent.LEVER) in facts
    assert any(isinstance(fact, MoveConfirmed) for fact in facts)
    capture = decode_capture((tmp_path / point.file).read_bytes())
    offsets = [fact.offset for fact in played]
    assert None not in offsets
    assert set(offsets) <= {*capture.offsets, capture.size}
    assert offsets == sorted(offsets, key=lambda offset: offset or 0)
    assert state.capture == point.file


async def test_a_sign_of_the_kings_becomes_a_result(tmp_path: Path) -> None:
    async with plugged_in(tmp_path) as (hall, board):
        hall.fleet.stations[BOARD].arm(setup())
        players = Players(board)
        await players.play(OPENING)
        await board.tick(players.clock(running=False))
        await asyncio.sleep(3)
        for square in ("e1", "e8"):
            await board.put(index(square), 0)
        await asyncio.sleep(1)
        await board.put(index("e4"), 0)
        await board.put(index("e5"), 0)
        await asyncio.sleep(1)
        await board.put(index("e4"), 0x05)
        await board.put(index("e5"), 0x0B)
        await asyncio.sleep(10)
        facts = hall.facts(BOARD)
    assert moves(facts) == OPENING
    assert [fact.result for fact in facts if isinstance(fact, ResultShown)][-1] == DRAWN


async def test_an_unplugged_board_is_noticed_and_its_game_goes_on_when_it_is_back(
    tmp_path: Path,
) -> None:
    async with plugged_in(tmp_path) as (hall, board):
        station = hall.fleet.stations[BOARD]
        station.arm(setup())
        players = Players(board)
        await players.play(OPENING[:2])
        await hall.unplug("COM5")
        await asyncio.sleep(0.1)
        assert isinstance(hall.facts(BOARD)[-1], DeviceOffline)
        assert station.state().port is None
        assert station.state().placement is None
        await players.move(OPENING[2])
        await asyncio.sleep(20)
        hall.plug("COM7", board)
        await asyncio.sleep(40)
        assert station.state().port == "COM7"
        await players.play(OPENING[3:])
        await asyncio.sleep(5)
        facts = hall.facts(BOARD)
    assert moves(facts) == OPENING
    online = [fact for fact in facts if isinstance(fact, DeviceOnline)]
    assert [fact.port for fact in online] == ["COM5", "COM7"]


async def test_silence_is_told_before_the_board_is_given_up(tmp_path: Path) -> None:
    async with plugged_in(tmp_path) as (hall, board):
        board.deaf = True
        await asyncio.sleep(3.5)
        assert hall.fleet.stations[BOARD].state().silent
        board.deaf = False
        await asyncio.sleep(3)
        assert not hall.fleet.stations[BOARD].state().silent
        board.deaf = True
        await asyncio.sleep(10)
        kinds = [type(fact) for fact in hall.facts(BOARD)]
        assert kinds == [DeviceOnline, DeviceSilent, DeviceOnline, DeviceSilent, DeviceOffline]
        assert "check its cable" in hall.fleet.stations[BOARD].state().trouble


async def test_a_board_at_two_ports_is_one_board(tmp_path: Path) -> None:
    async with BoardHall(tmp_path).open() as hall:
        hall.plug("COM5", ScriptedBoard())
        await asyncio.sleep(5)
        hall.plug("COM6", ScriptedBoard())
        await asyncio.sleep(5)
        trouble = {state.port: state.trouble for state in hall.fleet.ports}
        assert trouble["COM6"] == "COM6: board 25731 is connected already, at COM5"
        assert len(hall.facts(BOARD)) == 1


async def test_a_board_is_found_under_either_of_its_serial_numbers(tmp_path: Path) -> None:
    hall = BoardHall(tmp_path)
    station = hall.fleet.station(DeviceId("3000147740"))
    async with hall.open():
        hall.plug("COM5", ScriptedBoard(long_serial="3000147740"))
        await asyncio.sleep(5)
        assert list(hall.fleet.stations) == ["3000147740"]
        assert station.state().port == "COM5"
        assert station.state().capture.startswith("3000147740-")


async def test_warnings_name_what_to_check_and_are_not_repeated_all_the_time(
    tmp_path: Path,
) -> None:
    async with BoardHall(tmp_path).open() as hall:
        board = ScriptedBoard(clock=None)
        board.answers[Command.SEND_BATTERY_STATUS] = bytes.fromhex("a0000c0a 7f7f 0000 000000 02")
        hall.kinds["BT"] = LinkKind.BLUETOOTH
        hall.plug("BT", board)
        await asyncio.sleep(5)
        hall.fleet.stations[BOARD].arm(setup())
        for _ in range(60):
            await board.send_bytes(b"\x8e\x00")
            await asyncio.sleep(2)
        warned = [fact.code for fact in hall.facts(BOARD) if isinstance(fact, DeviceWarned)]
        assert sorted(warned) == ["battery", "clock-missing", "noisy"]
        assert hall.fleet.stations[BOARD].state().figures.battery == 10
        assert hall.fleet.stations[BOARD].state().figures.errors > 50


async def test_a_full_queue_makes_the_board_wait_and_loses_nothing(tmp_path: Path) -> None:
    async with plugged_in(tmp_path, queue_size=1) as (hall, board):
        hall.collect()
        hall.fleet.stations[BOARD].arm(setup())
        players = Players(board)
        await players.play(OPENING)
        await asyncio.sleep(30)
        for _ in range(100):
            hall.collect()
            await asyncio.sleep(0.1)
        assert moves(hall.facts(BOARD)) == OPENING


@pytest.mark.parametrize(
    "wrap", [OneByteLink, lambda link: lossy(link, seed=5, loss=0.003)], ids=["bytes", "lossy"]
)
async def test_a_bad_line_changes_no_game(tmp_path: Path, wrap: type[OneByteLink]) -> None:
    async with BoardHall(tmp_path).open() as hall:
        board = ScriptedBoard()
        hall.wrap["COM5"] = wrap
        hall.plug("COM5", board)
        await asyncio.sleep(8)
        hall.fleet.stations[BOARD].arm(setup())
        players = Players(board)
        await players.play(OPENING, think_s=8)
        await asyncio.sleep(15)
        assert moves(hall.facts(BOARD)) == OPENING


async def test_a_released_board_says_no_more_about_its_game(tmp_path: Path) -> None:
    async with plugged_in(tmp_path) as (hall, board):
        station = hall.fleet.stations[BOARD]
        station.arm(setup())
        players = Players(board)
        await players.move("e2e4")
        await asyncio.sleep(1)
        station.release()
        await players.move("e7e5")
        await asyncio.sleep(5)
        assert moves(hall.facts(BOARD)) == ["e2e4"]
        assert station.state().game is None


async def test_a_board_armed_while_it_is_away_follows_its_game_from_its_return(
    tmp_path: Path,
) -> None:
    hall = BoardHall(tmp_path)
    station = hall.fleet.station(BOARD)
    async with hall.open():
        assert station.arm(setup()) is None
        board = ScriptedBoard()
        hall.plug("COM5", board)
        await asyncio.sleep(5)
        players = Players(board)
        await players.play(OPENING[:2])
        await asyncio.sleep(2)
        assert moves(hall.facts(BOARD)) == OPENING[:2]


@dataclass
class Crashed:
    """A game that was being followed when the program was killed."""

    board: ScriptedBoard
    players: Players
    game: GameSetup
    point: CapturePoint
    logged: list[Fact]


async def crashed(tmp_path: Path, played: int) -> Crashed:
    async with plugged_in(tmp_path) as (hall, board):
        players = Players(board)
        game = setup()
        point = hall.fleet.stations[BOARD].arm(game)
        assert point is not None
        await players.play(OPENING[:played])
        await asyncio.sleep(2)
        assert moves(hall.facts(BOARD)) == OPENING[:played]
        return Crashed(board, players, game, point, hall.facts(BOARD))


@pytest.mark.parametrize("known", [0, 2, 4])
async def test_after_a_restart_only_what_the_log_lacks_is_said(tmp_path: Path, known: int) -> None:
    before = await crashed(tmp_path, played=4)
    logged = [
        fact
        for fact in before.logged
        if not isinstance(fact, MovePlayed | MoveConfirmed) or fact.ply <= known
    ]
    players = before.players
    await players.move(OPENING[4])
    await asyncio.sleep(30)
    hall = BoardHall(tmp_path)
    captures = captures_of(tmp_path, BOARD)
    station = hall.fleet.station(BOARD)
    await station.resume(before.game, captures, before.point.offset, logged)
    async with hall.open():
        await asyncio.sleep(0.5)
        said = hall.facts(BOARD)
        assert [fact.ply for fact in said if isinstance(fact, MovePlayed)] == list(
            range(known + 1, 5)
        )
        hall.plug("COM6", before.board)
        await asyncio.sleep(10)
        await players.move(OPENING[5])
        await asyncio.sleep(3)
        assert moves([*logged, *hall.facts(BOARD)]) == OPENING


async def test_a_capture_torn_off_by_a_power_cut_takes_no_move_back(tmp_path: Path) -> None:
    before = await crashed(tmp_path, played=4)
    path = tmp_path / before.point.file
    last = [fact for fact in before.logged if isinstance(fact, MovePlayed)][2]
    assert last.offset is not None
    path.write_bytes(path.read_bytes()[: last.offset])
    hall = BoardHall(tmp_path)
    captures = captures_of(tmp_path, BOARD)
    station = hall.fleet.station(BOARD)
    await station.resume(before.game, captures, before.point.offset, before.logged)
    async with hall.open():
        hall.plug("COM5", before.board)
        await asyncio.sleep(10)
        await before.players.move(OPENING[4])
        await asyncio.sleep(60)
        said = hall.facts(BOARD)
        assert not any(isinstance(fact, LineCorrected) for fact in said)
        assert moves([*before.logged, *said]) == OPENING[:5]


async def test_a_game_taken_up_again_on_a_live_board_misses_nothing(tmp_path: Path) -> None:
    async with plugged_in(tmp_path) as (hall, board):
        station = hall.fleet.stations[BOARD]
        game = setup()
        point = station.arm(game)
        assert point is not None
        players = Players(board)
        await players.play(OPENING[:3])
        await asyncio.sleep(1)
        station.release()
        await players.move(OPENING[3])
        captures = captures_of(tmp_path, BOARD)
        await players.move(OPENING[4])
        await station.resume(game, captures, point.offset, hall.facts(BOARD))
        await players.move(OPENING[5])
        await asyncio.sleep(2)
        facts = hall.facts(BOARD)
        assert moves(facts) == OPENING
        plies = [fact.ply for fact in facts if isinstance(fact, MovePlayed)]
        assert plies == [1, 2, 3, 4, 5, 6]
        assert not any(isinstance(fact, LineCorrected) for fact in facts)


async def test_a_board_given_in_exchange_goes_on_with_the_game(tmp_path: Path) -> None:
    async with BoardHall(tmp_path).open() as hall:
        first, second = ScriptedBoard(serial="11111"), ScriptedBoard(serial="22222")
        hall.plug("COM1", first)
        hall.plug("COM2", second)
        await asyncio.sleep(5)
        game = setup()
        point = hall.fleet.stations[DeviceId("11111")].arm(game)
        assert point is not None
        players = Players(first)
        await players.play(OPENING[:3])
        await asyncio.sleep(2)
        hall.fleet.stations[DeviceId("11111")].release()
        await hall.unplug("COM1")
        for square, code in enumerate(first.codes):
            if second.codes[square] != code:
                await second.put(square, code)
                await asyncio.sleep(0.5)
        await asyncio.sleep(10)
        said = [fact for device in ("11111", "22222") for fact in hall.facts(device)]
        station = hall.fleet.stations[DeviceId("22222")]
        captures = captures_of(tmp_path, "11111")
        await station.resume(game, captures, point.offset, said)
        players.board = second
        await players.play(OPENING[3:])
        await asyncio.sleep(2)
        told = [*said, *hall.facts("22222")]
        assert moves(told) == OPENING


async def test_a_fault_in_following_a_game_is_told_and_the_board_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from boardlink.sensing import tracker

    async with plugged_in(tmp_path) as (hall, board):
        hall.fleet.stations[BOARD].arm(setup())
        players = Players(board)
        await players.move("e2e4")
        with monkeypatch.context() as broken:
            broken.setattr(tracker, "step", lambda *_: 1 / 0)
            await asyncio.sleep(3)
        await players.move("e7e5")
        await asyncio.sleep(3)
        facts = hall.facts(BOARD)
        assert moves(facts) == ["e2e4", "e7e5"]
        assert [fact.code for fact in facts if isinstance(fact, DeviceWarned)] == ["tracker"]
        assert "ZeroDivisionError" in caplog.text
        assert not any(isinstance(fact, DeviceOffline) for fact in facts)
