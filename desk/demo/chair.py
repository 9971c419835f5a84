"""The demo's arbiter: pairs the first round, and with ``--auto`` runs all of it."""

import asyncio
from itertools import count

from desk.board_state import agreeing, board_views
from desk.commands.asked import (
    CloseRound,
    ConfirmAgreeing,
    DraftPairings,
    EnterPlayer,
    PublishRound,
    RequestBye,
    StartRound,
    WithdrawPlayer,
)
from desk.demo.files import late_player_line, player_lines
from desk.demo.settings import STAGE, TOURNAMENT
from desk.errors import RefusedError
from desk.office import Desk
from desk.players_csv import parse_players
from facts.envelope import Actor, Role
from facts.ids import RoundNo
from facts.result import HALF_BYE
from results.rounds import outlook
from results.tournament import Round

CHAIR = Actor(Role.CHIEF_ARBITER, "Demo arbiter")
LOOK_S = 1.0
"""How often the arbiter looks at the boards."""
READ_S = 2.0
"""For spectators to read the pairings before the clocks are started."""


class Chair:
    """Acts through the same door as an arbiter at the page."""

    def __init__(self, desk: Desk, boards: int) -> None:
        """At the desk of a demo with so many live boards."""
        self._desk = desk
        self._boards = boards
        self._numbers = count(1)

    async def open_round(self) -> None:
        """Pair, publish and start the next round."""
        following = outlook(self._desk.tournament(TOURNAMENT), STAGE).next_round
        assert following is not None, "the demo plays no more rounds than there are"
        draft = DraftPairings(id=self._id(), tournament=TOURNAMENT, stage=STAGE)
        await self._desk.act(draft, CHAIR)
        publish = PublishRound(
            id=self._id(), tournament=TOURNAMENT, stage=STAGE, round_no=following
        )
        await self._desk.act(publish, CHAIR)
        await asyncio.sleep(READ_S)
        start = StartRound(id=self._id(), tournament=TOURNAMENT, stage=STAGE, round_no=following)
        await self._desk.act(start, CHAIR)

    async def finish_round(self) -> None:
        """Confirm what agrees until every result is official, then close the round."""
        while (the_round := self._last_round()) is not None:
            views = board_views(
                self._desk.hall, self._desk.tournament(TOURNAMENT), STAGE, the_round.number
            )
            if all(view.verdict.official is not None for view in views):
                break
            results = tuple(
                (view.game, view.verdict.proposed)
                for view in agreeing(views)
                if view.verdict.proposed is not None
            )
            if results:
                await self._confirm(ConfirmAgreeing(id=self._id(), results=results))
            await asyncio.sleep(LOOK_S)
        assert the_round is not None, "a round is finished after it was opened"
        close = CloseRound(
            id=self._id(), tournament=TOURNAMENT, stage=STAGE, round_no=the_round.number
        )
        await self._desk.act(close, CHAIR)

    async def take_visitors(self) -> None:
        """What comes to every desk after round 1: a late entry, a withdrawal, a bye asked for."""
        csv = "\n".join((player_lines(self._boards)[0], late_player_line(self._boards)))
        (late,) = parse_players(csv.encode(), "late entry").players
        await self._desk.act(EnterPlayer(id=self._id(), tournament=TOURNAMENT, player=late), CHAIR)
        by_rating = sorted(
            self._desk.tournament(TOURNAMENT).players.values(), key=lambda r: r.player.rating
        )
        leaving, resting = by_rating[1].player.id, by_rating[2].player.id
        await self._desk.act(
            WithdrawPlayer(
                id=self._id(), tournament=TOURNAMENT, player=leaving, reason="has to travel"
            ),
            CHAIR,
        )
        await self._desk.act(
            RequestBye(
                id=self._id(),
                tournament=TOURNAMENT,
                player=resting,
                round_no=RoundNo(2),
                bye=HALF_BYE,
                grant=True,
            ),
            CHAIR,
        )

    async def _confirm(self, command: ConfirmAgreeing) -> None:
        try:
            await self._desk.act(command, CHAIR)
        except RefusedError:
            return  # a board changed its mind meanwhile: look again

    def _last_round(self) -> Round | None:
        return self._desk.tournament(TOURNAMENT).stages[STAGE].last_round

    def _id(self) -> str:
        return f"demo-{next(self._numbers)}"
