"""Who plays in the demo: hands at the virtual boards, and match cards from all others."""

import asyncio
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle

from boardlink.simulator.hall import Seat
from boardlink.simulator.hands.pace import Control
from desk.commands.kinds.results import EnterResult
from desk.errors import RefusedError
from desk.hall.desk import Desk
from facts.envelope import Actor, Role
from facts.fact import Fact, GameAdded, Pairing, RoundPublished
from facts.ids import BoardNo, GameId, PlayerId, TournamentId, pairing_of
from facts.pgn import PgnGame
from facts.regulations import DrawReason
from facts.result import BLACK_WON, DRAWN, WHITE_WON, Result
from results.tournament.tournament import Tournament

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
    """A game of the tournament, and the record that is played for it."""

    game: GameId
    played: PgnGame


async def play_rounds(desk: Desk, company: Company, tournament: TournamentId) -> None:
    """Play every game of every round that is published; never returns."""
    programme = cycle(company.games)
    tables: dict[BoardNo, asyncio.Queue[Part]] = {
        BoardNo(seat.port.board): asyncio.Queue() for seat in company.seats
    }
    seq = 0
    async with asyncio.TaskGroup() as group:
        for seat in company.seats:
            group.create_task(_sit(desk, tournament, seat, tables[BoardNo(seat.port.board)]))
        while True:
            for entry in desk.log.read(seq):
                seq = entry.seq
                for game, board in _begun(desk.tournament(tournament), entry.fact):
                    if board in tables:
                        tables[board].put_nowait(Part(game, next(programme)))
                    else:
                        group.create_task(_hand_in(desk, company, tournament, game))
            await desk.log.wait(seq)


def _begun(tournament: Tournament, fact: Fact) -> list[tuple[GameId, BoardNo]]:
    """The games that a fact sets up, and their boards."""
    match fact:
        case RoundPublished(pairings=pairings):
            return [(pairing.games[0], pairing.board) for pairing in pairings if pairing.games]
        case GameAdded(pairing=pairing, game=game):
            place = tournament.place_of(pairing)
            return [(game, place[2].board)] if place is not None else []
        case _:
            return []


async def _sit(
    desk: Desk, tournament: TournamentId, seat: Seat, parts: asyncio.Queue[Part]
) -> None:
    """The hands at one board: a game, and the men set up again once its result is official."""
    while True:
        part = await parts.get()
        await seat.board.play(part.played, control=CONTROL)
        while not _is_official(desk.tournament(tournament), part.game):
            await desk.log.wait(desk.known.seq)
        await asyncio.sleep(SET_UP_AFTER_S)
        await seat.board.set_up()


def _is_official(tournament: Tournament, game: GameId) -> bool:
    claims = tournament.claims(game)
    return claims is not None and claims.official is not None


async def _hand_in(desk: Desk, company: Company, tournament: TournamentId, game: GameId) -> None:
    """A game without an electronic board: its card is entered when it comes in."""
    now = desk.tournament(tournament)
    ratings = {p: r.player.rating for p, r in now.players.items()}
    place = now.place_of(pairing_of(game))
    assert place is not None, "a game is one of a published round"
    _, the_round, pairing = place
    played = the_round.as_played(pairing, game)
    result = _likely_result(ratings, played, company.lots.random())
    await asyncio.sleep(company.card_s * company.lots.uniform(0.3, 1.0))
    reason = DrawReason.THEORETICAL.value if result == DRAWN else ""
    command = EnterResult(id=f"card-{game}", game=game, result=result, reason=reason)
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
