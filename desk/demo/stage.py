"""Who plays in the demo: hands at the virtual boards, and match cards from all others."""

import asyncio
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle

from boardlink.simulator.hall import Seat
from boardlink.simulator.pace import Control
from desk.commands.asked import EnterResult
from desk.demo.settings import STAGE, TOURNAMENT
from desk.errors import RefusedError
from desk.office import Desk
from facts.envelope import Actor, Role
from facts.fact import Pairing, RoundPublished
from facts.ids import BoardNo, PlayerId, RoundNo
from facts.pgn import PgnGame
from facts.result import BLACK_WON, DRAWN, WHITE_WON, Result
from results.rounds import verdicts

FLOOR = Actor(Role.FLOOR_ARBITER, "Floor arbiter")
SET_UP_AFTER_S = 2.0
"""Between an official result and the men being set up again."""
CONTROL = Control(base_s=300, increment_s=2)
"""As in the demo's regulations."""


@dataclass(frozen=True, slots=True)
class Company:
    """Everybody at the boards.

    Attributes:
        seats: the virtual boards, board 1 first.
        games: what is played on them, one after another.
        card_s: seconds within which the cards of the other boards come in.
    """

    seats: Sequence[Seat]
    games: Sequence[PgnGame]
    card_s: float
    lots: random.Random


@dataclass(frozen=True, slots=True)
class Part:
    """A pairing of a round, and the game that is played for it."""

    pairing: Pairing
    round_no: RoundNo
    game: PgnGame


async def play_rounds(desk: Desk, company: Company) -> None:
    """Play every round that is published; never returns."""
    programme = cycle(company.games)
    tables: dict[BoardNo, asyncio.Queue[Part]] = {
        BoardNo(seat.port.board): asyncio.Queue() for seat in company.seats
    }
    seq = 0
    async with asyncio.TaskGroup() as group:
        for seat in company.seats:
            group.create_task(_sit(desk, seat, tables[BoardNo(seat.port.board)]))
        while True:
            for entry in desk.log.read(seq):
                seq = entry.seq
                if not isinstance(entry.fact, RoundPublished):
                    continue
                for pairing in entry.fact.pairings:
                    if pairing.board in tables:
                        part = Part(pairing, entry.fact.round_no, next(programme))
                        tables[pairing.board].put_nowait(part)
                    else:
                        group.create_task(_hand_in(desk, company, pairing))
            await desk.log.wait(seq)


async def _sit(desk: Desk, seat: Seat, parts: asyncio.Queue[Part]) -> None:
    """The hands at one board: a game, and the men set up again once its result is official."""
    while True:
        part = await parts.get()
        await seat.board.play(part.game, control=CONTROL)
        while not _is_official(desk, part.pairing, part.round_no):
            await desk.log.wait(desk.known.seq)
        await asyncio.sleep(SET_UP_AFTER_S)
        await seat.board.set_up()


def _is_official(desk: Desk, pairing: Pairing, round_no: RoundNo) -> bool:
    tournament = desk.tournament(TOURNAMENT)
    the_round = tournament.stages[STAGE].rounds[round_no]
    return any(
        seen.pairing.id == pairing.id and seen.verdict.official is not None
        for seen in verdicts(tournament, the_round)
    )


async def _hand_in(desk: Desk, company: Company, pairing: Pairing) -> None:
    """A game without an electronic board: its card is entered when it comes in."""
    ratings = {p: r.player.rating for p, r in desk.tournament(TOURNAMENT).players.items()}
    result = _likely_result(ratings, pairing, company.lots.random())
    await asyncio.sleep(company.card_s * company.lots.uniform(0.3, 1.0))
    command = EnterResult(id=f"card-{pairing.id}", game=pairing.games[0], result=result)
    try:
        await desk.act(command, FLOOR)
    except RefusedError:
        return  # somebody at the arbiter's page was faster


def _likely_result(ratings: Mapping[PlayerId, int], pairing: Pairing, lot: float) -> Result:
    """A result that ratings make likely; a third of the games are drawn."""
    difference = ratings.get(pairing.white, 0) - ratings.get(pairing.black, 0)
    share = 1 / (1 + 10.0 ** (-difference / 400))
    if lot < 2 / 3 * share:
        return WHITE_WON
    return DRAWN if lot < 2 / 3 * share + 1 / 3 else BLACK_WON
