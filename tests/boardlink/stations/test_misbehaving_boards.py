"""A hall of a hundred virtual boards, twenty of which do everything wrong that they know of."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from boardlink.drivers.supervise import PortState
from boardlink.errors import PortMissingError
from boardlink.fleet import Fleet
from boardlink.links.link import Link
from boardlink.links.memory import MemoryLink, memory_pair
from boardlink.readings import Square
from boardlink.sensing.tracker import GameSetup
from boardlink.simulator.boards.board import BoardSettings
from boardlink.simulator.boards.misbehaviour import WELL_BEHAVED, Flicker, LoosePlug, Misbehaviour
from boardlink.simulator.boards.settings import over_bluetooth
from boardlink.simulator.player import PlaySettings, VirtualBoard
from boardlink.stations.station import DeviceReport
from facts.fact import (
    DeviceOffline,
    DeviceWarned,
    Fact,
    LineAmbiguous,
    Mark,
    MovePlayed,
    PlacementUnclear,
    ResultShown,
)
from facts.ids import DeviceId, GameId
from facts.pgn import PgnGame, read
from facts.result import pgn_token
from tests.fakes.scripted_players import moves
from tests.fakes.virtual_clock import LoopClock, VirtualLoop

GAME, SHORT = read("""[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6
9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 1-0

[Result "0-1"]

1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 4. Nf3 O-O 5. g3 c5 0-1
""")
GOOD = 80
ALONE = 4
"""Of the good ones, how many are watched in a hall of their own as well."""
SPEED = 20.0
ARMED_S, LAST_S = 10.0, 20.0
NEVER_A_FRAME = "a device that is no board"

WAYS: dict[str, Misbehaviour] = {
    "well behaved": WELL_BEHAVED,
    "rotated": WELL_BEHAVED,
    "over Bluetooth": WELL_BEHAVED,
    "garbage at power-up": Misbehaviour(garbage=b"\x8e\x00\x05\x12hello\x99\x86"),
    "silent for a while": Misbehaviour(silent_at_s=40, silent_for_s=20),
    "silent for ever": Misbehaviour(silent_at_s=40),
    "wrong lengths": Misbehaviour(wrong_length_every=20),
    "torn frames": Misbehaviour(torn_every=15),
    "babble between frames": Misbehaviour(babble_every=10),
    "changed bits": Misbehaviour(flipped_every=9),
    "resets itself": Misbehaviour(restarts_at_s=(27, 43, 63)),
    "resets itself all the time": Misbehaviour(restarts_at_s=tuple(range(20, 400, 3))),
    "unplugged": Misbehaviour(unplugged_at_s=45, unplugged_for_s=20),
    "unplugged for ever": Misbehaviour(unplugged_at_s=45),
    "loose plug": Misbehaviour(loose=LoosePlug(every_s=25.0, for_s=3.0)),
    "very loose plug": Misbehaviour(loose=LoosePlug(every_s=25.0, for_s=9.0)),
    "weak sensor": Misbehaviour(flicker=Flicker(Square(20))),
    "weak sensor under a man": Misbehaviour(flicker=Flicker(Square(4))),
    "weak sensor and torn frames": Misbehaviour(flicker=Flicker(Square(60)), torn_every=15),
    NEVER_A_FRAME: Misbehaviour(torn_every=1, babble_every=1, babble=b"\r\n$GPRMC,\xff"),
}
"""Twenty of them, the first three of which are bad in no more than name."""

SURE = {
    "well behaved", "rotated", "over Bluetooth", "garbage at power-up", "silent for a while",
    "wrong lengths", "torn frames", "babble between frames", "resets itself", "loose plug",
    "weak sensor", "weak sensor under a man", "weak sensor and torn frames",
}  # fmt: skip
"""What these do costs no move: their games and results are exactly those that were played."""
UNKNOWABLE = {"unplugged"}
"""A board without power remembers nothing: its moves may be beyond knowing, and it says so."""
QUIET = {"well behaved", "rotated", "over Bluetooth", "garbage at power-up", "weak sensor"}

MESSAGES: dict[str, str] = {
    "silent for a while": "has been silent for 5 s: check its cable and its power",
    "silent for ever": "nothing answers: is the board switched on and its cable in?",
    "wrong lengths": "the line is disturbed: check the cable and its plugs",
    "torn frames": "the line is disturbed: check the cable and its plugs",
    "babble between frames": "the line is disturbed: check the cable and its plugs",
    "changed bits": "the line is disturbed: check the cable and its plugs",
    "resets itself": "as after a restart: check its power and its plug",
    "resets itself all the time": "as after a restart: check its power and its plug",
    "unplugged": "the link was closed",
    "unplugged for ever": "there is no such port: is the board plugged in",
    "loose plug": "check that its plug sits tight, and change the cable",
    "very loose plug": "check that its plug sits tight, and change the cable",
    "weak sensor under a man": "put it in the middle of its square",
    "weak sensor and torn frames": "the line is disturbed: check the cable and its plugs",
    NEVER_A_FRAME: "check its cable, and that it is a DGT board",
}


@dataclass
class Heard:
    """What one board told, and when each of it came."""

    facts: list[Fact] = field(default_factory=list)
    came: list[tuple[float, Fact]] = field(default_factory=list)
    troubles: set[str] = field(default_factory=set)
    over: bool = False

    @property
    def result(self) -> str:
        shown = [fact for fact in self.facts if isinstance(fact, ResultShown)]
        return pgn_token(shown[-1].result) if shown else "*"

    @property
    def messages(self) -> str:
        """Everything that an operator is told about it."""
        told = [fact.text for fact in self.facts if isinstance(fact, DeviceWarned)]
        told += [fact.reason for fact in self.facts if isinstance(fact, DeviceOffline)]
        return "\n".join((*told, *self.troubles))

    @property
    def unclear(self) -> set[str]:
        return {fact.code for fact in self.facts if isinstance(fact, PlacementUnclear)}

    @property
    def reconstructed(self) -> set[str]:
        """Moves that nobody saw, and that are marked so."""
        told = [fact.move for fact in self.facts if isinstance(fact, MovePlayed)]
        return {move.uci for move in told if Mark.RECONSTRUCTED in move.marks}

    def possible_lines(self) -> set[tuple[str, ...]]:
        """The line as it was told, with each other order that was said to be possible."""
        line = tuple(moves(self.facts))
        lines = {line}
        for fact in self.facts:
            if isinstance(fact, LineAmbiguous):
                before = fact.from_ply - 1
                for other in fact.alternatives:
                    lines.add(line[:before] + other + line[before + len(other) :])
        return lines

    def moves_came(self) -> list[tuple[float, str]]:
        """When each move was told, to a hundredth of a second."""
        return [
            (round(at, 2), fact.move.uci) for at, fact in self.came if isinstance(fact, MovePlayed)
        ]


class Hall:
    """Virtual boards at memory links, which go with the boards' cables."""

    def __init__(self, good: int, ways: dict[str, Misbehaviour]) -> None:
        self.boards = {f"good {n}": self._board(n, WELL_BEHAVED) for n in range(good)}
        for n, (way, misbehaviour) in enumerate(ways.items(), start=GOOD):
            self.boards[way] = self._board(n, misbehaviour, way)
        self.heard = {name: Heard() for name in self.boards}
        self._names = {board.serial: name for name, board in self.boards.items()}
        self._misbehaviours = ways
        self._links: dict[str, MemoryLink] = {}

    def _board(self, n: int, misbehaviour: Misbehaviour, way: str = "") -> VirtualBoard:
        settings = BoardSettings(serial=f"{10001 + n}", phase_s=n * 0.013 % 0.2)
        if way == "over Bluetooth":
            settings = over_bluetooth(settings)
        settings = replace(settings, rotated=way == "rotated")
        play = PlaySettings(speed=SPEED, clock_rate=1.0, seed=n)
        return VirtualBoard(None, settings, play, misbehaviour=misbehaviour)

    def game(self, name: str) -> PgnGame:
        return GAME if name in WAYS else SHORT

    async def open_link(self, name: str) -> Link:
        misbehaviour = self._misbehaviours.get(name, WELL_BEHAVED)
        out = misbehaviour.unplugged_at_s
        if out is not None and (now := asyncio.get_running_loop().time()) >= out:
            back = misbehaviour.unplugged_for_s
            if back is None or now < out + back:
                raise PortMissingError(f"{name}: there is no such port: is the board plugged in?")
        host, device = memory_pair(name)
        self._links[name] = device
        await self.boards[name].plug(device, keeps_power=out is None)
        return host

    async def play(self, folder: Path) -> None:
        """All games at once, from before the first move to after the last sign."""
        queue: asyncio.Queue[DeviceReport] = asyncio.Queue(1000)
        fleet = Fleet(queue, LoopClock(), folder, self.open_link)
        for name in self.boards:
            fleet.add_port(name)
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(board.run()) for board in self.boards.values()]
            tasks.append(group.create_task(fleet.run()))
            tasks.append(group.create_task(self._listen(queue)))
            tasks.append(group.create_task(self._look(fleet)))
            await asyncio.sleep(ARMED_S)
            for name, board in self.boards.items():
                setup = GameSetup(GameId(name), LoopClock().now())
                fleet.station(DeviceId(board.serial)).arm(setup)
            async with asyncio.TaskGroup() as playing:
                for name in self.boards:
                    playing.create_task(self._play(name, fleet))
            for task in tasks:
                task.cancel()

    async def _play(self, name: str, fleet: Fleet) -> None:
        """One game, and what is told after its end; then the board is taken away."""
        await self.boards[name].play(self.game(name))
        await asyncio.sleep(LAST_S)
        self.heard[name].over = True
        fleet.remove_port(name)

    async def _listen(self, queue: asyncio.Queue[DeviceReport]) -> None:
        loop = asyncio.get_running_loop()
        while True:
            report = await queue.get()
            heard = self.heard[self._names[report.device]]
            if not heard.over:
                heard.facts.append(report.fact)
                heard.came.append((loop.time(), report.fact))

    async def _look(self, fleet: Fleet) -> None:
        while True:
            await asyncio.sleep(1)
            for state in fleet.ports:
                if isinstance(state, PortState) and state.trouble:
                    self.heard[state.port].troubles.add(state.trouble)


def _played(hall: Hall, folder: Path) -> Hall:
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        runner.run(hall.play(folder))
    return hall


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """The hall of a hundred, after its games."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("os.fsync", lambda descriptor: None)
        yield _played(Hall(GOOD, WAYS), tmp_path_factory.mktemp("captures"))


@pytest.mark.timeout(240)
def test_the_games_of_the_good_boards_are_exactly_right(hall: Hall) -> None:
    expected = [move.uci for move in SHORT.moves]
    for n in range(GOOD):
        heard = hall.heard[f"good {n}"]
        assert moves(heard.facts) == expected
        assert heard.result == "0-1"
        assert heard.messages == ""


def test_no_good_board_is_told_later_because_of_the_bad_ones(hall: Hall, tmp_path: Path) -> None:
    alone = _played(Hall(ALONE, {}), tmp_path)
    for n in range(ALONE):
        name = f"good {n}"
        assert hall.heard[name].moves_came() == alone.heard[name].moves_came()
        assert len(alone.heard[name].moves_came()) >= len(SHORT.moves)


@pytest.mark.parametrize("way", sorted(SURE))
def test_what_costs_no_move_changes_neither_a_game_nor_its_result(hall: Hall, way: str) -> None:
    heard = hall.heard[way]
    assert moves(heard.facts) == [move.uci for move in GAME.moves]
    assert heard.result == "1-0"


@pytest.mark.parametrize("way", sorted(UNKNOWABLE))
def test_where_moves_are_beyond_knowing_it_is_said(hall: Hall, way: str) -> None:
    heard = hall.heard[way]
    known = tuple(move.uci for move in GAME.moves) in heard.possible_lines()
    assert known or "lost-track" in heard.unclear or heard.reconstructed
    assert heard.result == "1-0"


@pytest.mark.parametrize("way", sorted(MESSAGES))
def test_the_operator_is_told_what_to_check(hall: Hall, way: str) -> None:
    assert MESSAGES[way] in hall.heard[way].messages


@pytest.mark.parametrize("way", sorted(QUIET))
def test_what_needs_no_hand_is_not_told(hall: Hall, way: str) -> None:
    assert hall.heard[way].messages == ""


@pytest.mark.parametrize("way", sorted(set(WAYS) - SURE - UNKNOWABLE))
def test_no_wrong_result_is_shown_whatever_a_board_does(hall: Hall, way: str) -> None:
    assert hall.heard[way].result in ("1-0", "*")


def test_twenty_boards_misbehave_and_each_way_is_judged() -> None:
    assert len(WAYS) == 20
    assert set(MESSAGES) | QUIET == set(WAYS)
