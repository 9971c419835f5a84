"""The handlers about one game: why its moves are believed, and what a correction fits."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

import msgspec
from aiohttp import web

from boardlink.replaying.repair import Offer
from desk.arbiter.guard import Guard
from desk.errors import RefusedError
from desk.hall.desk import Desk
from desk.hall.evidence import Reasons, Written
from desk.state.hall import GameState
from desk.views.game import game_view, movetext, positions
from facts.fact import LineMove
from facts.ids import GameId

MAX_TEXT = 60_000
"""Characters of a scoresheet."""


class Witness(Protocol):
    """What the boards' captures can tell of a game (``desk/hall/evidence.py``)."""

    async def reasons(self, game: GameId) -> Reasons:
        """Why the moves of a game are believed."""

    async def offer(self, state: GameState, text: str, what: Written) -> Offer:
        """The line that an arbiter's words and the captures allow together."""


class GamePages:
    """A game's moves for arbiters; commands go the way of all commands."""

    def __init__(self, desk: Desk, witness: Witness | None) -> None:
        """Without a ``witness`` only what the log says is known."""
        self._desk = desk
        self._witness = witness

    def routes(self, guard: Guard) -> Sequence[web.RouteDef]:
        """All addresses."""
        return [
            web.get("/api/game", guard.signed_in(self.game)),
            web.post("/api/offers", guard.signed_in(self.offer)),
        ]

    async def game(self, request: web.Request) -> web.StreamResponse:
        """Every move with its evidence, the doubts with their lines, the corrections."""
        state = self._state(request.query.get("game", ""))
        reasons = await self._witness.reasons(state.game) if self._witness is not None else ()
        view = game_view(state, self._desk.log.read(), reasons)
        return web.Response(body=msgspec.json.encode(view), content_type="application/json")

    async def offer(self, request: web.Request) -> web.StreamResponse:
        """A corrected line, or why none fits; nothing is changed by asking."""
        try:
            form = msgspec.json.decode(await request.read(), type=_OfferForm)
        except msgspec.MsgspecError as error:
            raise web.HTTPBadRequest(text=f"not understood: {error}") from error
        state = self._state(form.game)
        try:
            if self._witness is None:
                raise RefusedError("no electronic board is read here: write the moves down")
            if len(form.text) > MAX_TEXT:
                raise RefusedError(f"more than {MAX_TEXT} characters: give the moves of one game")
            found = await self._witness.offer(state, form.text, form.what)
        except RefusedError as error:
            return web.json_response({"refused": str(error)})
        return web.Response(
            body=msgspec.json.encode(_offered(state, found)), content_type="application/json"
        )

    def _state(self, game: str) -> GameState:
        state = self._desk.hall.games.get(GameId(game))
        if state is None:
            raise web.HTTPNotFound(text="there is no such game")
        return state


class _OfferForm(msgspec.Struct):
    game: str
    text: str
    what: Written


class _Offered(msgspec.Struct):
    """What the page compares: the line as it is and as it would be, from where they part.

    ``before`` and ``moves`` go back with the command that accepts it.
    """

    refused: str
    notes: tuple[str, ...]
    from_ply: int
    before: tuple[str, ...]
    moves: tuple[LineMove, ...]
    now_text: str
    then_text: str
    now_squares: str
    then_squares: str
    same: bool


def _offered(state: GameState, offer: Offer) -> _Offered:
    first = offer.from_ply - 1
    fen = state.start_fen
    now, then = state.line, offer.line

    def end(line: Sequence[LineMove]) -> str:
        return positions(fen, [move.uci for move in line], chess960=state.chess960)[-1]

    return _Offered(
        refused=offer.refused,
        notes=offer.notes,
        from_ply=offer.from_ply,
        before=tuple(move.uci for move in then[:first]),
        moves=tuple(replace(move, reason="") for move in then[first:]),
        now_text=movetext(fen, offer.from_ply, [move.san for move in now[first:]]),
        then_text=movetext(fen, offer.from_ply, [move.san for move in then[first:]]),
        now_squares=end(now),
        then_squares=end(then),
        same=[move.uci for move in now] == [move.uci for move in then],
    )
