"""Whatever arbiters, players and boards do in whatever order, some things always hold."""

import asyncio
from collections.abc import Callable, Coroutine

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from desk.commands.kinds.every import Command
from desk.commands.kinds.pairs import AllowPair, ForbidPairs
from desk.commands.kinds.players import EnterPlayer, FixBoard, RequestBye, WithdrawPlayer
from desk.commands.kinds.results import (
    ConfirmAgreeing,
    ConfirmResult,
    EnterResult,
    ReopenGame,
    RuleResult,
    SetRatingResult,
    WithdrawClaim,
)
from desk.commands.kinds.rounds import (
    CloseRound,
    DraftPairings,
    ExchangePlayers,
    PublishRound,
    SwapColours,
)
from desk.commands.situation import rank
from desk.errors import PairingFailedError, RefusedError
from desk.hall.desk import Desk
from desk.hall.pairing_worker import InlinePairer
from desk.state.boards import BoardState, agreeing, board_views
from desk.state.standings import StandingsFollower, stage_standings
from facts import fact as f
from facts.envelope import Actor, Role
from facts.fact import Certainty
from facts.ids import BoardNo, GameId, PlayerId
from facts.log import MemoryLog
from facts.result import (
    BLACK_WON,
    DOUBLE_FORFEIT,
    DRAWN,
    HALF_BYE,
    WHITE_WON,
    WHITE_WON_BY_FORFEIT,
    Result,
    ResultKind,
    Score,
)
from facts.settings import Source
from results.tournament.fold import begin, fold
from results.tournament.tournament import Tournament
from tests.desk.scene import CHIEF, DEPUTY, FLOOR, MAIN, OPEN, Scene, player
from tests.fakes.virtual_clock import FixedClock, VirtualLoop

ACTORS = (CHIEF, DEPUTY, FLOOR, Actor(Role.PLAYER, "Pia"), Actor(Role.PROGRAM, "policy"))
RESULTS = (
    WHITE_WON,
    DRAWN,
    BLACK_WON,
    WHITE_WON_BY_FORFEIT,
    DOUBLE_FORFEIT,
    Result(Score.DRAW, Score.LOSS, ResultKind.RULED),
)
Step = tuple[str, int, int, int]
STEPS = st.lists(
    st.tuples(
        st.sampled_from(
            ["enter"] * 6 + ["sign"] * 3 + ["rule", "confirm", "aside", "reopen", "all", "move"]
            + ["draft", "publish", "close", "swap", "exchange", "bye", "out", "late"]
            + ["keep", "apart", "meet", "rate"]
            + ["round"] * 5
        ),
        st.integers(0, 4),
        st.integers(0, 4),
        st.integers(0, 5),
    ),
    min_size=20,
    max_size=60,
)  # fmt: skip


class Day:
    """One hall on one day, told by steps of three numbers each."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene

    @property
    def tournament(self) -> Tournament:
        return self.scene.desk.tournament(OPEN)

    def game(self, board: int) -> GameId | None:
        last = self.tournament.stages[MAIN].last_round
        games = list(last.games) if last is not None else []
        return games[board % len(games)] if games else None

    async def step(self, step: Step) -> None:
        what, who, where, which = step
        if what == "round":
            # What it takes to get to the next round, as far as nothing speaks against it.
            for board in range(3):
                await self.step(("enter", 0, board, which % 3))
            await self.step(("draft", 0, where, 5))
            await self.step(("publish", 0, 0, 0))
            return
        actor, result = ACTORS[who], RESULTS[which]
        game = self.game(where)
        if what in ("sign", "move") and game is not None:
            await self._at_the_board(what, game, which)
            return
        command = self._about_game(what, game, result) if game is not None else None
        command = command or self._about_round(what, where, which)
        if command is None:
            return
        before = self.scene.log.last_seq
        try:
            await self.scene.act(command, actor)
        except (RefusedError, PairingFailedError):
            assert self.scene.log.last_seq == before, "a refusal writes nothing"
        else:
            assert rank(actor.role) >= rank(Role.FLOOR_ARBITER)

    async def _at_the_board(self, what: str, game: GameId, which: int) -> None:
        if what == "move":
            await self.scene.move(game, which + 1, "e4")
        elif which == 5:
            await self.scene.happens(f.SignWithdrawn(game, "lifted"))
        else:
            certainty = tuple(Certainty)[which % 3]
            await self.scene.sign(game, RESULTS[which % 3], certainty)

    def _about_game(self, what: str, game: GameId, result: Result) -> Command | None:
        ident = self.scene.id()
        commands: dict[str, Command] = {
            "enter": EnterResult(id=ident, game=game, result=result),
            "rule": RuleResult(id=ident, game=game, result=result, reason="seen"),
            "confirm": ConfirmResult(id=ident, game=game, result=result),
            "aside": WithdrawClaim(id=ident, game=game, source=Source.KING_SIGN, reason="seen"),
            "reopen": ReopenGame(id=ident, game=game, reason="seen"),
            "rate": SetRatingResult(id=ident, game=game, result=result, reason="seen"),
        }
        if what == "all":
            number = max(self.tournament.stages[MAIN].rounds)
            views = board_views(self.scene.desk.hall, self.tournament, MAIN, number)
            listed = agreeing(views)
            assert all(view.state is BoardState.PROPOSED for view in listed)
            results = tuple((v.game, v.verdict.proposed or DRAWN) for v in listed)
            return ConfirmAgreeing(id=ident, results=results)
        return commands.get(what)

    def _about_round(self, what: str, where: int, which: int) -> Command | None:
        ident, stage = self.scene.id(), self.tournament.stages[MAIN]
        last = max(stage.rounds, default=0)
        following = type(next(iter(stage.rounds), stage.settings.rounds))(last + 1)
        players = list(self.tournament.players)
        one, other = players[where % len(players)], players[(where + which + 1) % len(players)]
        drafted = stage.draft.pairings if stage.draft is not None else ()
        t = OPEN
        match what:
            case "draft":
                return DraftPairings(id=ident, tournament=t, stage=MAIN, adjourn=which > 2)
            case "publish":
                return PublishRound(id=ident, tournament=t, stage=MAIN, round_no=following)
            case "close" if last:
                return CloseRound(id=ident, tournament=t, stage=MAIN, round_no=max(stage.rounds))
            case "swap" if drafted:
                pairing = drafted[where % len(drafted)].id
                return SwapColours(
                    id=ident, tournament=t, stage=MAIN, pairing=pairing, reason="lot"
                )
            case "exchange":
                return ExchangePlayers(
                    id=ident, tournament=t, stage=MAIN, player=one, other=other, reason="lot"
                )
            case "bye":
                return RequestBye(
                    id=ident, tournament=t, player=one, round_no=following, bye=HALF_BYE,
                    grant=which > 1,
                )  # fmt: skip
            case "keep":
                board = BoardNo(which) if which else None
                return FixBoard(id=ident, tournament=t, player=one, board=board)
            case "apart":
                return ForbidPairs(
                    id=ident, tournament=t, stage=MAIN, players=(one, other), reason="seen"
                )
            case "meet":
                return AllowPair(
                    id=ident, tournament=t, stage=MAIN, player=one, other=other, reason="seen"
                )
            case "out":
                return WithdrawPlayer(id=ident, tournament=t, player=one)
            case "late":
                return EnterPlayer(id=ident, tournament=t, player=player(f"Late{which}, Lea"))
            case _:
                return None

    def check(self) -> None:
        """What always holds."""
        tournament = self.tournament
        assert tournament.oddities == ()
        for the_round in tournament.stages[MAIN].rounds.values():
            there = [p for pairing in the_round.pairings for p in (pairing.white, pairing.black)]
            there += [bye.player for bye in the_round.byes]
            assert len(there) == len(set(there)), "nobody is in a round twice"
            assert len({p.board for p in the_round.pairings}) == len(the_round.pairings)
        follower, followed = StandingsFollower(live=True), None
        for entry in self.scene.log.read():
            followed = fold(followed or begin(OPEN), entry)
            if MAIN in followed.stages:
                follower.standings(followed, MAIN)
        assert follower.standings(tournament, MAIN) == stage_standings(tournament, MAIN, live=True)
        again = Desk(self.scene.log, self.scene.clock, InlinePairer(), {OPEN: BoardNo(1)})
        assert again.tournament(OPEN) == tournament
        for entry in self.scene.log.read():
            if isinstance(entry.fact, f.ResultConfirmed | f.ResultRuled | f.ResultCorrected):
                assert rank(entry.draft.actor.role) >= rank(Role.ARBITER)


def run(body: Callable[[], Coroutine[None, None, None]]) -> None:
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        runner.run(body())


@settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])
@given(STEPS)
def test_no_order_of_events_breaks_a_round_or_lets_the_wrong_person_decide(
    steps: list[Step],
) -> None:
    async def body() -> None:
        clock = FixedClock()
        day = Day(Scene(MemoryLog(clock), clock))
        await day.scene.open(players=7)
        for step in steps:
            clock.move(1)
            await day.step(step)
        day.check()

    run(body)


def test_the_steps_above_do_play_rounds() -> None:
    async def body() -> None:
        clock = FixedClock()
        day = Day(Scene(MemoryLog(clock), clock))
        await day.scene.open(players=7)
        steps: list[Step] = []
        for _ in range(3):
            steps += [("draft", 0, 0, 5), ("publish", 0, 0, 0)]
            steps += [("enter", 0, board, board) for board in range(3)]
        for step in steps:
            await day.step(step)
        day.check()
        rounds = day.tournament.stages[MAIN].rounds
        assert len(rounds) == 3
        assert PlayerId("bos") in {p.white for r in rounds.values() for p in r.pairings} | {
            p.black for r in rounds.values() for p in r.pairings
        }

    run(body)
