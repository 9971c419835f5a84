"""PURE. What spectators are told: one snapshot, then what changed.

A message is one JSON object. Its ``n`` numbers an audience's messages densely within an
``epoch``; a spectator who has seen message ``n`` of an epoch needs those above it, or a
snapshot. ``now`` is the moment that is shown, in milliseconds of Unix time: clocks tick
from there, so that a delayed audience sees its own time::

    {"type": "snapshot", "epoch": "…", "n": 17, "now": …, "tournaments": […]}
    {"type": "delta", "n": 18, "now": …, "events": [{"type": "moves", …}, …]}
    {"type": "alive", "n": 18, "now": …}

A snapshot holds a game's last position, and not even that for finished games of earlier
rounds, which are fetched when somebody turns to them (:class:`RoundGames`). The line of a
game is fetched when somebody opens it (:class:`GameLine`, with the epoch and number it
stands for), and ``moves`` events carry it on. A ``moves`` event replaces the line from
``ply`` on, which makes a correction nothing special.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime

import msgspec

from broadcast.messages.parts import (
    WireClock,
    WireGame,
    WireMove,
    WirePlayer,
    WireResult,
    WireRound,
    WireTable,
    WireTournament,
    milliseconds,
    wire_clock,
    wire_game,
    wire_move,
    wire_notes,
    wire_player,
    wire_result,
    wire_round,
    wire_table,
    wire_tournament,
)
from broadcast.view import Feed, ShownGame, ShownMove, ShownRound, ShownTournament
from facts.ids import GameId, TournamentId


class TournamentEvent(msgspec.Struct, frozen=True, tag="tournament"):
    """A tournament appeared, or changed so much that it is told anew."""

    tournament: WireTournament


class TournamentGone(msgspec.Struct, frozen=True, tag="gone"):
    """A tournament is no longer shown."""

    tournament: str


class PlayersEvent(msgspec.Struct, frozen=True, tag="players"):
    """Players who are new or changed."""

    tournament: str
    players: tuple[WirePlayer, ...]


class RoundEvent(msgspec.Struct, frozen=True, tag="round"):
    """A round was published or changed; ``games`` are those not told of before."""

    tournament: str
    round: WireRound
    games: tuple[WireGame, ...]


class MovesEvent(msgspec.Struct, frozen=True, tag="moves"):
    """The line of a game from ``ply`` (from 1) on; it ends after ``moves``.

    ``fen`` is the position at its end.
    """

    tournament: str
    game: str
    ply: int
    moves: tuple[WireMove, ...]
    fen: str
    san: str
    uci: str


class StateEvent(msgspec.Struct, frozen=True, tag="state"):
    """All of a game's state but its line."""

    tournament: str
    game: str
    state: str
    clock: WireClock | None
    result: WireResult | None
    live: bool
    notes: tuple[str, ...]


class StandingsEvent(msgspec.Struct, frozen=True, tag="standings"):
    """A tournament's tables, all of them."""

    tournament: str
    tables: tuple[WireTable, ...]


Event = (
    TournamentEvent
    | TournamentGone
    | PlayersEvent
    | RoundEvent
    | MovesEvent
    | StateEvent
    | StandingsEvent
)


class Snapshot(msgspec.Struct, frozen=True, tag="snapshot"):
    """Everything, as of message ``n``."""

    epoch: str
    n: int
    now: int
    delay: float
    """Minutes that this audience is behind."""
    tournaments: tuple[WireTournament, ...]


class Delta(msgspec.Struct, frozen=True, tag="delta"):
    """What changed with message ``n``."""

    n: int
    now: int
    events: tuple[Event, ...]


class Alive(msgspec.Struct, frozen=True, tag="alive"):
    """Nothing new since message ``n``."""

    n: int
    now: int


class GameLine(msgspec.Struct, frozen=True):
    """A game's whole line, as of message ``n`` of ``epoch``."""

    epoch: str
    n: int
    game: str
    start: str
    moves: tuple[WireMove, ...]


class RoundGames(msgspec.Struct, frozen=True):
    """Where all games of a round stand, as of message ``n`` of ``epoch``."""

    epoch: str
    n: int
    games: tuple[WireGame, ...]


Message = Snapshot | Delta | Alive

_encoder = msgspec.json.Encoder()


def encode(message: Message | GameLine | RoundGames) -> bytes:
    """A message as JSON."""
    return _encoder.encode(message)


def decode(data: bytes | str) -> Message:
    """Read what :func:`encode` wrote.

    Raises:
        msgspec.ValidationError: it is no message.
    """
    return msgspec.json.decode(data, type=Message)


def snapshot(feed: Feed, epoch: str, n: int, now: datetime, delay: float) -> Snapshot:
    """The message that tells everything."""
    tournaments = tuple(wire_tournament(shown) for shown in feed.tournaments.values())
    return Snapshot(epoch, n, milliseconds(now), delay, tournaments)


def game_line(game: ShownGame, epoch: str, n: int) -> GameLine:
    """The whole line of a game."""
    moves = tuple(wire_move(move) for move in game.moves)
    return GameLine(epoch, n, game.id, game.start_fen, moves)


def diff(old: Feed, new: Feed) -> tuple[Event, ...]:
    """What to tell somebody who knows ``old`` so that they know ``new``."""
    if old is new:
        return ()
    return tuple(_changes(old, new))


def _changes(old: Feed, new: Feed) -> Iterator[Event]:
    for gone in old.tournaments.keys() - new.tournaments.keys():
        yield TournamentGone(gone)
    for id_, shown in new.tournaments.items():
        before = old.tournaments.get(id_)
        if before is shown:
            continue
        if before is None or _must_be_told_anew(before, shown):
            yield TournamentEvent(wire_tournament(shown))
        else:
            yield from _tournament_changes(before, shown)


def _head(shown: ShownTournament) -> tuple[object, ...]:
    place = (shown.city, shown.federation, shown.start, shown.end)
    return (shown.name, *place, shown.stages)


def _must_be_told_anew(before: ShownTournament, shown: ShownTournament) -> bool:
    """Names and stages change rarely, and nothing is ever unpublished but by this."""
    old_rounds = [(r.stage, r.round_no) for r in before.rounds]
    new_rounds = [(r.stage, r.round_no) for r in shown.rounds]
    return (
        _head(before) != _head(shown)
        or old_rounds != new_rounds[: len(old_rounds)]
        or bool(before.players.keys() - shown.players.keys())
    )


def _tournament_changes(before: ShownTournament, shown: ShownTournament) -> Iterator[Event]:
    if before.players is not shown.players:
        changed = tuple(
            wire_player(player)
            for id_, player in shown.players.items()
            if before.players.get(id_) != player
        )
        if changed:
            yield PlayersEvent(shown.id, changed)
    old_rounds = {(r.stage, r.round_no): r for r in before.rounds}
    for round_ in shown.rounds:
        if old_rounds.get((round_.stage, round_.round_no)) != round_:
            fresh = _games_of(round_, shown.games, but=before.games)
            yield RoundEvent(shown.id, wire_round(round_), fresh)
    if before.games is not shown.games:
        for id_, game in shown.games.items():
            known = before.games.get(id_)
            if known is not None and known is not game:
                yield from _game_changes(shown.id, known, game)
    if before.standings != shown.standings:
        yield StandingsEvent(shown.id, tuple(wire_table(table) for table in shown.standings))


def _games_of(
    round_: ShownRound,
    games: Mapping[GameId, ShownGame],
    *,
    but: Mapping[GameId, ShownGame],
) -> tuple[WireGame, ...]:
    return tuple(
        wire_game(games[game])
        for pairing in round_.pairings
        for game in pairing.games
        if game not in but
    )


def _game_changes(tournament: TournamentId, old: ShownGame, new: ShownGame) -> Iterator[Event]:
    if old.moves is not new.moves or old.start_fen != new.start_fen:
        ply = _common(old.moves, new.moves) if old.start_fen == new.start_fen else 0
        if ply < len(old.moves) or ply < len(new.moves) or old.fen != new.fen:
            last = new.moves[-1] if new.moves else None
            yield MovesEvent(
                tournament=tournament,
                game=new.id,
                ply=ply + 1,
                moves=tuple(wire_move(move) for move in new.moves[ply:]),
                fen=new.fen,
                san=last.san if last else "",
                uci=last.uci if last else "",
            )
    state = _state(tournament, new)
    if state != _state(tournament, old):
        yield state


def _common(old: tuple[ShownMove, ...], new: tuple[ShownMove, ...]) -> int:
    """How many moves at the start are the same."""
    for ply, (before, after) in enumerate(zip(old, new, strict=False)):
        if before is not after and wire_move(before) != wire_move(after):
            return ply
    return min(len(old), len(new))


def _state(tournament: TournamentId, game: ShownGame) -> StateEvent:
    return StateEvent(
        tournament=tournament,
        game=game.id,
        state=game.state,
        clock=wire_clock(game.clock),
        result=wire_result(game.result),
        live=game.live,
        notes=wire_notes(game),
    )
