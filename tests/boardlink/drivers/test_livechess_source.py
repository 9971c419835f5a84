import asyncio
import json
from pathlib import Path

import chess
import pytest

from boardlink.captures.capture import LinkKind
from boardlink.drivers.livechess_source import SeenBoard, list_boards
from boardlink.errors import LinkTimeoutError
from boardlink.protocols.livechess import BoardState, LiveClock
from boardlink.replaying.recovery import replay_game
from boardlink.replaying.replay import replay_capture
from boardlink.sensing.tracker import GameSetup
from boardlink.simulator.hands.deeds import men_of
from boardlink.simulator.livechess.program import SimulatedEboard
from facts.fact import DeviceOffline, DeviceOnline, DeviceWarned, Fact, MovePlayed
from facts.ids import DeviceId, GameId
from tests.fakes.board_hall import BoardHall, captures_of
from tests.fakes.livechess import FakeLiveChess
from tests.fakes.scripted_board import ScriptedBoard
from tests.fakes.scripted_players import moves, setup
from tests.fakes.virtual_clock import LoopClock

ADDRESS = "ws://localhost:1982/api/v1.0"
BOARD = DeviceId("25731")
OTHER = DeviceId("25732")
OPENING = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"]


def eboard(serial: str = BOARD, **particulars: object) -> SimulatedEboard:
    board = SimulatedEboard(serial)
    for name, value in particulars.items():
        setattr(board, name, value)
    board.show(men_of(chess.Board()))
    board.tick(LiveClock(300, 300, None), 1)
    return board


class Players:
    """Two people at a board that LiveChess reads."""

    def __init__(self, live: FakeLiveChess, serial: str) -> None:
        self.live = live
        self.serial = serial
        self.board = chess.Board()
        self.left = {True: 300, False: 300}

    async def move(self, uci: str, think_s: float = 4.0) -> None:
        """Think, lift, place, press; LiveChess looks once a second."""
        await asyncio.sleep(think_s)
        move = chess.Move.from_uci(uci)
        men = men_of(self.board)
        self.live.show(self.serial, men[: move.from_square] + "." + men[move.from_square + 1 :])
        await asyncio.sleep(1)
        self.left[self.board.turn] -= 5
        self.board.push(move)
        self.live.show(self.serial, men_of(self.board))
        await asyncio.sleep(1)
        clock = LiveClock(self.left[True], self.left[False], self.board.turn)
        self.live.tick(self.serial, clock)


def listening(tmp_path: Path, live: FakeLiveChess) -> BoardHall:
    hall = BoardHall(tmp_path)
    hall.fleet.add_livechess(ADDRESS, live.open)
    return hall


def seen(hall: BoardHall) -> dict[str, SeenBoard]:
    return {board.serial: board for board in hall.fleet.livechess[0].boards}


async def test_every_board_of_livechess_comes_up_by_its_serial_number(tmp_path: Path) -> None:
    live = FakeLiveChess(eboard(BOARD), eboard(OTHER, battery="84%"))
    async with listening(tmp_path, live).open() as hall:
        await asyncio.sleep(5)
        assert hall.facts(BOARD) == [
            DeviceOnline(BOARD, "livechess", f"{ADDRESS}#{BOARD}", "LiveChess")
        ]
        state = hall.fleet.stations[OTHER].state()
        assert state.placement == men_of(chess.Board())
        assert state.figures.battery == 84
        assert {one.port for one in hall.fleet.ports} == {
            ADDRESS,
            f"{ADDRESS}#{BOARD}",
            f"{ADDRESS}#{OTHER}",
        }
    calls = [json.loads(text) for text in live.sent]
    subscribed = [call["param"]["param"]["serialnr"] for call in calls if "param" in call]
    assert subscribed == [BOARD, OTHER]


async def test_moves_are_worked_out_from_what_stands_there_and_from_the_clock(
    tmp_path: Path,
) -> None:
    live = FakeLiveChess(eboard(BOARD), eboard(OTHER))
    async with listening(tmp_path, live).open() as hall:
        await asyncio.sleep(5)
        hall.fleet.stations[BOARD].arm(setup())
        players = Players(live, BOARD)
        for uci in OPENING:
            await players.move(uci)
        await asyncio.sleep(2)
        facts = hall.facts(BOARD)
        assert hall.facts(OTHER)[1:] == []
    assert moves(facts) == OPENING
    played = [fact.move.clock_s for fact in facts if isinstance(fact, MovePlayed)]
    assert played[-1] in (285, None)


def game_facts(facts: list[Fact], game: GameId) -> list[object]:
    return [
        (fact.ply, fact.move.uci, fact.move.clock_s) if isinstance(fact, MovePlayed) else fact
        for fact in facts
        if getattr(fact, "game", None) == game
    ]


async def test_its_capture_played_again_says_what_was_said_live(tmp_path: Path) -> None:
    live = FakeLiveChess(eboard(BOARD), eboard(OTHER))
    async with listening(tmp_path, live).open() as hall:
        await asyncio.sleep(5)
        game = setup()
        point = hall.fleet.stations[BOARD].arm(game)
        assert point is not None
        players = Players(live, BOARD)
        for uci in OPENING[:3]:
            await players.move(uci)
        await live.stop()
        await players.move(OPENING[3])
        live.running = True
        await asyncio.sleep(40)
        for uci in OPENING[4:]:
            await players.move(uci)
        await asyncio.sleep(20)
        told = game_facts(hall.facts(BOARD), game.game)
    captures = captures_of(tmp_path, BOARD)
    assert [capture.header.link for capture in captures] == [LinkKind.LIVECHESS] * 2
    again = replay_game(game, captures, point.offset).observed
    assert game_facts([one.fact for one in again], game.game) == told
    (replayed,) = replay_capture(captures[0], "one.cap")
    assert list(replayed.verdict.moves) == OPENING[:3]


async def test_a_move_made_while_livechess_was_away_is_found_on_its_return(
    tmp_path: Path,
) -> None:
    live = FakeLiveChess(eboard(BOARD))
    async with listening(tmp_path, live).open() as hall:
        await asyncio.sleep(5)
        hall.fleet.stations[BOARD].arm(setup())
        players = Players(live, BOARD)
        await players.move(OPENING[0])
        await live.stop()
        await asyncio.sleep(0.1)
        assert isinstance(hall.facts(BOARD)[-1], DeviceOffline)
        await players.move(OPENING[1])
        await asyncio.sleep(20)
        assert "nobody is there" in hall.fleet.livechess[0].state.trouble
        live.running = True
        await asyncio.sleep(40)
        assert hall.fleet.livechess[0].state.trouble == ""
        assert moves(hall.facts(BOARD)) == OPENING[:2]


async def test_livechess_that_is_not_running_is_tried_gently_and_for_ever(tmp_path: Path) -> None:
    live = FakeLiveChess()
    live.running = False
    async with listening(tmp_path, live).open() as hall:
        await asyncio.sleep(600)
        assert 100 < live.opened < 400
        assert hall.fleet.livechess[0].state.failures == live.opened


async def test_livechess_that_hangs_is_given_up_and_asked_anew(tmp_path: Path) -> None:
    live = FakeLiveChess(eboard(BOARD))
    async with listening(tmp_path, live).open() as hall:
        await asyncio.sleep(5)
        live.deaf = True
        await asyncio.sleep(13)
        offline = hall.facts(BOARD)[-1]
        assert isinstance(offline, DeviceOffline)
        assert "does its window still react" in offline.reason
        live.deaf = False
        await asyncio.sleep(30)
        assert isinstance(hall.facts(BOARD)[-1], DeviceOnline)


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="counts open files by /proc")
async def test_a_livechess_that_comes_and_goes_leaves_no_file_open(tmp_path: Path) -> None:
    def open_files() -> int:
        return len(list(Path("/proc/self/fd").iterdir()))

    live = FakeLiveChess(eboard(BOARD), eboard(OTHER))
    async with listening(tmp_path, live).open() as hall:
        await asyncio.sleep(5)
        await live.stop()
        await asyncio.sleep(0.1)
        before = open_files()
        for _ in range(200):
            live.running = True
            hall.collect()
            await asyncio.sleep(31)
            await live.stop()
            await asyncio.sleep(0.1)
        assert live.opened > 200
        assert open_files() == before


async def test_what_is_no_livechess_is_said_so(tmp_path: Path) -> None:
    live = FakeLiveChess(eboard(BOARD))
    live.deaf = True
    async with listening(tmp_path, live).open() as hall:
        await asyncio.sleep(1)
        for _ in range(3):
            live.say(b"hello")
        await asyncio.sleep(0.1)
        assert "does not speak as LiveChess does" in hall.fleet.livechess[0].state.trouble


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (BoardState.NOT_RESPONDING, "gets no answer from the board"),
        (BoardState.INACTIVE, "switched off in LiveChess"),
    ],
)
async def test_a_board_that_livechess_loses_goes_offline_with_the_reason_and_comes_back(
    tmp_path: Path, state: BoardState, words: str
) -> None:
    live = FakeLiveChess(eboard(BOARD))
    async with listening(tmp_path, live).open() as hall:
        await asyncio.sleep(5)
        live.model.boards[BOARD].state = state
        await asyncio.sleep(5)
        offline = hall.facts(BOARD)[-1]
        assert isinstance(offline, DeviceOffline)
        assert words in offline.reason
        assert words in seen(hall)[BOARD].text
        assert hall.fleet.stations[BOARD].state().placement is None
        live.model.boards[BOARD].state = BoardState.ACTIVE
        await asyncio.sleep(10)
        assert isinstance(hall.facts(BOARD)[-1], DeviceOnline)


async def test_a_board_that_was_never_activated_troubles_nobody(tmp_path: Path) -> None:
    live = FakeLiveChess(eboard(BOARD, state=BoardState.NEVER))
    async with listening(tmp_path, live).open() as hall:
        await asyncio.sleep(60)
        assert hall.fleet.stations == {}
        assert [state.trouble for state in hall.fleet.ports] == [""]
        assert "activate it there" in seen(hall)[BOARD].text


async def test_a_board_plugged_into_livechess_later_is_found(tmp_path: Path) -> None:
    live = FakeLiveChess(eboard(BOARD))
    async with listening(tmp_path, live).open() as hall:
        await asyncio.sleep(5)
        live.model.boards[OTHER] = eboard(OTHER)
        await asyncio.sleep(5)
        assert isinstance(hall.facts(OTHER)[-1], DeviceOnline)
        del live.model.boards[OTHER]
        await asyncio.sleep(5)
        offline = hall.facts(OTHER)[-1]
        assert isinstance(offline, DeviceOffline)
        assert "does not list it any more" in offline.reason


async def test_a_board_with_a_cable_of_its_own_is_one_board_and_its_cable_counts(
    tmp_path: Path,
) -> None:
    live = FakeLiveChess(eboard(BOARD))
    async with listening(tmp_path, live).open() as hall:
        raw = ScriptedBoard()
        hall.plug("COM5", raw)
        await asyncio.sleep(10)
        station = hall.fleet.stations[BOARD]
        assert station.state().port == "COM5"
        assert "also seen through LiveChess" in seen(hall)[BOARD].text
        assert not any(state.trouble for state in hall.fleet.ports)
        station.arm(setup())
        await hall.unplug("COM5")
        await asyncio.sleep(10)
        assert station.state().port == f"{ADDRESS}#{BOARD}"
        await Players(live, BOARD).move("e2e4")
        await asyncio.sleep(3)
        assert moves(hall.facts(BOARD)) == ["e2e4"]
        for square, code in ((52, 0), (36, 1)):
            await raw.put(square, code)
        hall.plug("COM7", raw)
        await asyncio.sleep(40)
        assert station.state().port == "COM7"
        assert moves(hall.facts(BOARD)) == ["e2e4"]
    online = [fact.port for fact in hall.facts(BOARD) if isinstance(fact, DeviceOnline)]
    assert online[-3:] == ["COM5", f"{ADDRESS}#{BOARD}", "COM7"]


async def test_a_port_that_livechess_has_is_no_trouble_while_it_shows_the_board(
    tmp_path: Path,
) -> None:
    live = FakeLiveChess(eboard(BOARD, source="ttyACM0"))
    hall = listening(tmp_path, live)
    async with hall.open():
        hall.fleet.add_port("/dev/ttyACM0")
        hall.fleet.add_port("/dev/ttyACM1")
        await asyncio.sleep(10)
        assert [state.port for state in hall.fleet.ports if state.trouble] == ["/dev/ttyACM1"]
        await live.stop()
        await asyncio.sleep(5)
        assert {state.port for state in hall.fleet.ports if state.trouble} == {
            "/dev/ttyACM0",
            "/dev/ttyACM1",
            ADDRESS,
        }


async def test_a_board_is_one_under_both_of_its_serial_numbers(tmp_path: Path) -> None:
    live = FakeLiveChess(eboard("3000147740"))
    hall = listening(tmp_path, live)
    hall.fleet.station(BOARD)
    async with hall.open():
        hall.plug("COM5", ScriptedBoard(long_serial="3000147740"))
        await asyncio.sleep(10)
        await hall.unplug("COM5")
        await asyncio.sleep(10)
        assert hall.fleet.stations[BOARD].state().port == f"{ADDRESS}#3000147740"
    (capture,) = [c for c in captures_of(tmp_path, BOARD) if c.header.link is LinkKind.LIVECHESS]
    game = GameSetup(GameId("open.main.1.1.1"), LoopClock().now())
    assert replay_game(game, [capture]).game.tracker.picture == men_of(chess.Board())


async def test_messages_that_are_broken_or_of_others_change_no_game(tmp_path: Path) -> None:
    live = FakeLiveChess(eboard(BOARD), eboard(OTHER))
    async with listening(tmp_path, live).open() as hall:
        await asyncio.sleep(5)
        hall.fleet.stations[BOARD].arm(setup())
        players = Players(live, BOARD)
        junk = [
            b"{",
            b'{"response":"feed","id":1,"param":{"serialnr":"25731","board":"nonsense"}}',
            b'{"response":"feed","id":1,"param":{"serialnr":"99999","board":"8/8/8/8/8/8/8/8"}}',
            b'{"response":"feed","id":"x","param":{"serialnr":["25731"],"clock":7}}',
            b'{"response":"error","id":1,"param":null}',
            b'{"response":"feed","id":1,"param":[]}',
            b"\xff\xfe",
        ]
        for uci in OPENING:
            for text in junk:
                live.say(text)
            await players.move(uci)
        await asyncio.sleep(2)
        assert moves(hall.facts(BOARD)) == OPENING


async def test_where_livechess_has_other_moves_a_person_is_asked_to_look(tmp_path: Path) -> None:
    live = FakeLiveChess(eboard(BOARD))
    async with listening(tmp_path, live).open() as hall:
        await asyncio.sleep(5)
        hall.fleet.stations[BOARD].arm(setup())
        players = Players(live, BOARD)
        await players.move("e2e4")
        await asyncio.sleep(30)
        assert not any(isinstance(fact, DeviceWarned) for fact in hall.facts(BOARD))
        live.model.boards[BOARD].san = ["e3"]
        live.tell(BOARD, board=True)
        await asyncio.sleep(30)
        warned = hall.facts(BOARD)[-1]
        assert isinstance(warned, DeviceWarned)
        assert "LiveChess has e3, this program has e4" in warned.text
        assert moves(hall.facts(BOARD)) == ["e2e4"]


async def test_boards_can_be_listed_without_a_hall() -> None:
    live = FakeLiveChess(eboard(BOARD), eboard(OTHER, state=BoardState.INACTIVE))
    boards = await list_boards(ADDRESS, live.open)
    assert [(board.serial, board.state) for board in boards] == [
        (BOARD, BoardState.ACTIVE),
        (OTHER, BoardState.INACTIVE),
    ]
    live.deaf = True
    with pytest.raises(LinkTimeoutError, match="does not answer"):
        await list_boards(ADDRESS, live.open)
