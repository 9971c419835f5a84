"""A small Swiss with live boards, as a hall's desk would have it: for the tests of the desk."""

from collections.abc import Sequence
from datetime import datetime

import chess
import pytest

from desk.commands.kinds.every import Command
from desk.commands.kinds.results import EnterResult
from desk.commands.kinds.rounds import CloseRound, DraftPairings, PublishRound, StartRound
from desk.errors import RefusedError
from desk.hall.desk import Desk
from desk.hall.opening import opening_facts, tournament_facts
from desk.hall.pairing_worker import InlinePairer
from facts import fact as f
from facts.clock import Clock
from facts.envelope import Actor, Draft, Entry, Role
from facts.fact import Certainty, LineMove
from facts.ids import BoardNo, DeviceId, GameId, PlayerId, RoundNo, StageId, TournamentId
from facts.log import Log
from facts.player import Player
from facts.regulations import Regulations
from facts.result import Result
from facts.settings import (
    InitialColour,
    ResultPolicy,
    Source,
    StageSettings,
    System,
    TournamentSettings,
)

OPEN = TournamentId("open")
MAIN = StageId("main")
CHIEF = Actor(Role.CHIEF_ARBITER, "Ana")
DEPUTY = Actor(Role.ARBITER, "Ben")
FLOOR = Actor(Role.FLOOR_ARBITER, "Cas")
NAMES = (
    "Bos, Willem", "Claes, Anneke", "de Wit, Jan", "El Idrissi, Samir", "Fontaine, Luc",
    "Goossens, Eva", "Hendriks, Bram", "Ivanova, Mira", "Jansen, Kees", "Abma, Pieter",
)  # fmt: skip


def player(name: str, rating: int = 0) -> Player:
    return Player(PlayerId(name.split(",")[0].lower().replace(" ", "-")), name, rating)


def stage(system: System = System.DUTCH, rounds: int = 5) -> StageSettings:
    return StageSettings(
        MAIN, "Swiss", system, RoundNo(rounds), ("BH/C1", "SB"), initial_colour=InitialColour.WHITE
    )


class Scene:
    """A desk with a tournament on its log, and short words for what happens there."""

    def __init__(self, log: Log, clock: Clock, tournament: TournamentId = OPEN) -> None:
        self.log = log
        self.clock = clock
        self.tournament = tournament
        self.desk = Desk(
            log, clock, InlinePairer(), {tournament: BoardNo(1)}, chance=lambda: "seed"
        )
        self._commands = 0

    async def open(
        self,
        players: int = 10,
        live: int = 4,
        policy: ResultPolicy | None = None,
        settings: StageSettings | None = None,
        regulations: Regulations | None = None,
    ) -> None:
        devices = {BoardNo(n): DeviceId(f"2573{n}") for n in range(1, live + 1)}
        await self.log.append(
            opening_facts(self.desk.known, "Town hall", "topboards", devices, {"public": 15})
        )
        entered = [player(name, 2200 - 20 * n) for n, name in enumerate(NAMES[:players])]
        await self.log.append(
            tournament_facts(
                self.desk.known,
                self.tournament,
                TournamentSettings("Club championship"),
                [settings or stage()],
                policy or ResultPolicy(),
                entered,
                regulations or Regulations(),
            )
        )
        for device in devices.values():
            await self.happens(f.DeviceOnline(device, "dgt", f"/dev/ttyACM{device[-1]}"))

    def id(self) -> str:
        self._commands += 1
        return f"command-{self._commands}"

    async def act(self, command: Command, actor: Actor = CHIEF) -> Sequence[Entry]:
        return await self.desk.act(command, actor)

    async def happens(self, fact: f.Fact, at: datetime | None = None) -> Entry:
        board = Actor(Role.DEVICE, "board")
        draft = Draft(fact, at or self.clock.now(), board, None)
        (entry,) = await self.log.append([draft])
        return entry

    async def draft(self) -> Sequence[Entry]:
        return await self.act(DraftPairings(id=self.id(), tournament=self.tournament, stage=MAIN))

    async def publish(self, start: bool = True) -> RoundNo:
        """Pair and publish the next round; gives its number."""
        await self.draft()
        drafted = self.desk.tournament(self.tournament).stages[MAIN].draft
        assert drafted is not None
        number = drafted.round_no
        which = {"tournament": self.tournament, "stage": MAIN, "round_no": number}
        await self.act(PublishRound(id=self.id(), **which))  # type: ignore[arg-type]
        if start:
            await self.act(StartRound(id=self.id(), **which))  # type: ignore[arg-type]
        return number

    def game(self, board: int, round_no: int | None = None) -> GameId:
        rounds = self.desk.tournament(self.tournament).stages[MAIN].rounds
        the_round = rounds[RoundNo(round_no) if round_no is not None else max(rounds)]
        (pairing,) = [p for p in the_round.pairings if p.board == board]
        return pairing.games[0]

    async def arm(self, board: int) -> None:
        """The device at a board waits for its game."""
        device = self.desk.hall.bindings[BoardNo(board)]
        await self.happens(
            f.GameArmed(self.game(board), BoardNo(board), device, chess.STARTING_FEN)
        )

    async def move(self, game: GameId, ply: int, san: str) -> None:
        line = LineMove("e2e4", san, 5400 - 10 * ply, self.clock.now())
        await self.happens(f.MovePlayed(game, ply, line))

    async def line(self, game: GameId, *sans: str) -> tuple[LineMove, ...]:
        """The board shows these moves, from the start position on."""
        position, moves = chess.Board(), []
        for ply, san in enumerate(sans, start=1):
            move = position.push_san(san)
            uci = LineMove(move.uci(), san, 5400 - 10 * ply, self.clock.now())
            moves.append(uci)
            await self.happens(f.MovePlayed(game, ply, uci))
        return tuple(moves)

    async def sign(
        self,
        game: GameId,
        result: Result,
        certainty: Certainty = Certainty.CERTAIN,
        conflicts: tuple[str, ...] = (),
    ) -> Entry:
        text = "both kings rest on centre squares"
        return await self.happens(
            f.ResultShown(game, result, Source.KING_SIGN, "kings", certainty, text, conflicts)
        )

    async def enter(self, game: GameId, result: Result, actor: Actor = CHIEF) -> Sequence[Entry]:
        return await self.act(EnterResult(id=self.id(), game=game, result=result), actor)

    async def finish(self, results: Sequence[Result]) -> None:
        """Enter the results of the newest round in board order, then close it."""
        stage_now = self.desk.tournament(self.tournament).stages[MAIN]
        the_round = stage_now.last_round
        assert the_round is not None
        for game, result in zip(list(the_round.games), results, strict=True):
            await self.enter(game, result)
        which = {"tournament": self.tournament, "stage": MAIN, "round_no": the_round.number}
        await self.act(CloseRound(id=self.id(), **which))  # type: ignore[arg-type]


async def refused(scene: Scene, command: Command, text: str, actor: Actor = CHIEF) -> None:
    """The command is refused for a reason that holds ``text``, and writes nothing."""
    before = scene.log.last_seq
    with pytest.raises(RefusedError, match=text):
        await scene.act(command, actor)
    assert scene.log.last_seq == before
