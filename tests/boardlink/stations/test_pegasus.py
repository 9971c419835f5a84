"""Games on a board that sees where men stand and not which, from bytes to facts."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from boardlink.captures.capture import LinkKind
from boardlink.fleet import Fleet
from boardlink.links.link import Link
from boardlink.links.memory import MemoryLink, memory_pair
from boardlink.protocols.pegasus import encode_key
from boardlink.replaying.replay import replay_bytes, to_json
from boardlink.sensing.tracker import GameSetup
from boardlink.simulator.boards.board import BoardSettings
from boardlink.simulator.boards.pegasus import PegasusLine
from boardlink.simulator.hands.style import Style
from boardlink.simulator.player import PlaySettings, VirtualBoard
from boardlink.stations.station import DeviceReport
from facts.fact import (
    Certainty,
    DeviceOnline,
    DeviceWarned,
    Fact,
    LineCorrected,
    Mark,
    MovePlayed,
    PlacementUnclear,
    ResultShown,
)
from facts.ids import DeviceId, GameId
from facts.pgn import PgnGame, read
from facts.result import pgn_token
from tests.fakes.scripted_players import moves
from tests.fakes.virtual_clock import LoopClock

KEY = b"sixkey"
QUIET, SHARP, PROMOTES = read("""[Result "1/2-1/2"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 1/2-1/2

[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6
9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 1-0

[Result "1-0"]

1. e4 d5 2. e5 f5 3. exf6 Kd7 4. fxg7 Kc6 5. gxh8=Q Nf6 6. Qxf6+ exf6 7. Nf3 Be6 1-0
""")


ONE_BY_ONE = Style(own_first=0.5, enemy_first=0.5)
"""Nobody puts a man on another: on this board that changes nothing that could be seen."""


class Pegasus:
    """A virtual board behind a link that can be cut."""

    def __init__(self, seed: int, *, rotated: bool = False, style: Style = ONE_BY_ONE) -> None:
        settings = BoardSettings(serial="40001", clock=False, rotated=rotated)
        play = PlaySettings(seed=seed, style=style)
        self.board = VirtualBoard(None, settings, play)
        self.link: MemoryLink | None = None

    async def open(self, port: str) -> Link:
        host, self.link = memory_pair(port, LinkKind.BLE)
        await host.write(encode_key(KEY))  # as the real link does
        await self.board.plug(PegasusLine(self.link, KEY), keeps_power=True)
        return host

    async def cut(self) -> None:
        assert self.link is not None
        await self.link.close()


@asynccontextmanager
async def followed(pegasus: Pegasus, folder: Path) -> AsyncIterator[list[Fact]]:
    """What is told of a game on it, complete at the end."""
    queue: asyncio.Queue[DeviceReport] = asyncio.Queue(100_000)
    fleet = Fleet(queue, LoopClock(), folder, pegasus.open)
    fleet.add_port("ble://00:11:22:33:44:55")
    facts: list[Fact] = []
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(pegasus.board.run()), group.create_task(fleet.run())]
        await asyncio.sleep(10)
        station = fleet.station(DeviceId("40001"))
        station.arm(GameSetup(GameId("open.main.1.1.1"), LoopClock().now()))
        yield facts
        await asyncio.sleep(20)
        station.release()
        await asyncio.sleep(2)
        for task in tasks:
            task.cancel()
    while not queue.empty():
        facts.append(queue.get_nowait().fact)


def the_recording(folder: Path) -> bytes:
    (path,) = folder.glob("*.cap")
    return path.read_bytes()


def result_of(facts: list[Fact]) -> str:
    shown = [fact for fact in facts if isinstance(fact, ResultShown)]
    return pgn_token(shown[-1].result) if shown else "*"


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", [QUIET, SHARP], ids=["quiet", "sharp"])
async def test_moves_and_result_are_worked_out(tmp_path: Path, game: PgnGame, seed: int) -> None:
    pegasus = Pegasus(seed)
    async with followed(pegasus, tmp_path) as facts:
        await pegasus.board.play(game)
    assert moves(facts) == [move.uci for move in game.moves]
    # A king that is put straight on a man changes nothing that this board sees.
    assert result_of(facts) in (game.token, "*")


async def test_the_sign_is_read_where_kings_are_put_on_free_squares(tmp_path: Path) -> None:
    pegasus = Pegasus(2)
    async with followed(pegasus, tmp_path) as facts:
        await pegasus.board.play(QUIET)
    assert result_of(facts) == "1/2-1/2"


async def test_a_board_that_lies_the_other_way_round_shows_it_with_the_first_move(
    tmp_path: Path,
) -> None:
    pegasus = Pegasus(1, rotated=True)
    async with followed(pegasus, tmp_path) as facts:
        await pegasus.board.play(SHARP)
    assert moves(facts) == [move.uci for move in SHARP.moves]


async def test_nothing_that_is_worked_out_is_called_certain(tmp_path: Path) -> None:
    pegasus = Pegasus(2)
    async with followed(pegasus, tmp_path) as facts:
        await pegasus.board.play(QUIET)
    told = [fact.move for fact in facts if isinstance(fact, MovePlayed)]
    told += [move for fact in facts if isinstance(fact, LineCorrected) for move in fact.moves]
    assert told
    assert all(move.certainty is not Certainty.CERTAIN for move in told)
    results = [fact for fact in facts if isinstance(fact, ResultShown)]
    assert all(fact.certainty is not Certainty.CERTAIN for fact in results)
    online = [fact for fact in facts if isinstance(fact, DeviceOnline)]
    assert {fact.family for fact in online} == {"pegasus"}
    warned = [fact for fact in facts if isinstance(fact, DeviceWarned)]
    assert [fact.code for fact in warned] == ["nameless"]


async def test_a_promotion_is_marked_unknown(tmp_path: Path) -> None:
    pegasus = Pegasus(3)
    async with followed(pegasus, tmp_path) as facts:
        await pegasus.board.play(PROMOTES)
    assert moves(facts) == [move.uci for move in PROMOTES.moves]
    marked = [
        fact.move.uci
        for fact in facts
        if isinstance(fact, MovePlayed) and Mark.PROMOTION_UNKNOWN in fact.move.marks
    ]
    assert marked == ["g7h8q"]


async def test_a_link_that_was_cut_costs_no_names(tmp_path: Path) -> None:
    pegasus = Pegasus(4)
    async with followed(pegasus, tmp_path) as facts, asyncio.TaskGroup() as group:
        group.create_task(pegasus.board.play(QUIET))
        for _ in range(5):
            await asyncio.sleep(40)
            await pegasus.cut()
    assert moves(facts) == [move.uci for move in QUIET.moves]


async def test_a_recording_is_replayed_and_is_never_certain(tmp_path: Path) -> None:
    pegasus = Pegasus(5)
    async with followed(pegasus, tmp_path):
        await pegasus.board.play(SHARP)
    recording = the_recording(tmp_path)
    assert KEY.hex().encode() not in recording
    (game, *_) = replay_bytes(recording, "game.cap")
    told = json.loads(to_json(game))
    assert told["moves"] == [move.uci for move in SHARP.moves]
    assert (told["result"], told["certainty"]) == ("1-0", "likely")


async def test_without_the_key_the_board_tells_of_no_men(tmp_path: Path) -> None:
    host, device = memory_pair("ble://x", LinkKind.BLE)
    line = PegasusLine(device, KEY)
    await host.write(encode_key(b"wrong!") + b"\x42")
    assert (await line.read())[-1:] == b"\x42"
    assert not line.unlocked
    await host.write(encode_key(KEY) + b"\x42")
    assert await line.read() == b"\x42"
    assert line.unlocked


@pytest.mark.parametrize("seed", range(3))
async def test_where_captures_cannot_be_seen_a_line_is_right_or_called_unclear(
    tmp_path: Path, seed: int
) -> None:
    on_top = Style(own_first=0.0, enemy_first=0.0)
    pegasus = Pegasus(seed, style=on_top)
    async with followed(pegasus, tmp_path) as facts:
        await pegasus.board.play(SHARP)
    played = [move.uci for move in SHARP.moves]
    assert moves(facts) == played or any(isinstance(fact, PlacementUnclear) for fact in facts)
    (game, *_) = replay_bytes(the_recording(tmp_path), "game.cap")
    assert game.verdict.certainty is not Certainty.CERTAIN
