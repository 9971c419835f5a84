"""PURE. The parts that messages to spectators are made of, as they go over the wire.

A move is SAN, UCI and the position after it, so that a browser needs no rules of chess.
"""

from collections.abc import Iterator
from datetime import datetime

import msgspec

from broadcast.view import (
    GameState,
    ShownClock,
    ShownFurther,
    ShownGame,
    ShownMove,
    ShownPlayer,
    ShownResult,
    ShownRound,
    ShownTournament,
)
from facts.fact import Mark
from facts.meeting import Odds
from facts.result import pgn_token
from facts.time_control import times_text
from facts.views import StandingsTable


class WireMove(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move, the position after it, and the seconds its side had left."""

    san: str
    uci: str
    fen: str
    clock: int | None = None
    marks: tuple[str, ...] = ()


class WireClock(msgspec.Struct, frozen=True):
    """Both times in seconds at ``at`` (ms), and whose runs."""

    white: int | None
    black: int | None
    running: str | None
    at: int


class WireResult(msgspec.Struct, frozen=True):
    """A result as PGN token and as people write it."""

    token: str
    text: str
    official: bool
    by: str


class WireGame(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game in a snapshot: where it stands, without its line.

    A finished game of an earlier round comes without ``fen`` and last move.
    """

    id: str
    state: str
    ply: int
    fen: str = ""
    san: str = ""
    uci: str = ""
    clock: WireClock | None = None
    result: WireResult | None = None
    live: bool = False
    notes: tuple[str, ...] = ()
    """``no-signal``, ``unclear``, ``incomplete``, ``joined``, ``missed``, ``uncertain``."""


class WirePlayer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player as shown."""

    id: str
    name: str
    title: str = ""
    rating: int = 0
    federation: str = ""
    club: str = ""


class WireFurther(msgspec.Struct, frozen=True, omit_defaults=True):
    """A further game of a pairing: who has which colour, and what it is."""

    game: str
    white: str
    black: str
    role: str
    board: int
    time: str = ""
    odds: str = ""
    """``white`` or ``black``, for whom a draw is enough."""


class WirePairing(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who meets whom at which board, in which games; colours are those of the first."""

    board: int
    white: str
    black: str
    games: tuple[str, ...]
    further: tuple[WireFurther, ...] = ()


class WireBye(msgspec.Struct, frozen=True):
    """A player without an opponent."""

    player: str
    text: str


class WireRound(msgspec.Struct, frozen=True):
    """A published round."""

    stage: str
    round: int
    started: bool
    closed: bool
    pairings: tuple[WirePairing, ...]
    byes: tuple[WireBye, ...]


class WireStage(msgspec.Struct, frozen=True):
    """A stage's name and time control."""

    id: str
    name: str
    rounds: int
    time: str


class WireRow(msgspec.Struct, frozen=True):
    """One line of a table of standings."""

    rank: int
    player: str
    name: str
    federation: str
    rating: int
    points: str
    tiebreaks: tuple[str, ...]


class WireTable(msgspec.Struct, frozen=True):
    """Standings of a stage; ``moment`` says of when, such as ``after round 3``."""

    stage: str
    round: int
    moment: str
    complete: bool
    codes: tuple[str, ...]
    official: bool
    rows: tuple[WireRow, ...]


class WireTournament(msgspec.Struct, frozen=True):
    """A tournament in a snapshot."""

    id: str
    name: str
    place: str
    stages: tuple[WireStage, ...]
    players: tuple[WirePlayer, ...]
    rounds: tuple[WireRound, ...]
    games: tuple[WireGame, ...]
    standings: tuple[WireTable, ...]


def milliseconds(moment: datetime) -> int:
    """A moment as browsers count it."""
    return int(moment.timestamp() * 1000)


def wire_tournament(shown: ShownTournament) -> WireTournament:
    """A tournament with all that belongs to it."""
    return WireTournament(
        id=shown.id,
        name=shown.name,
        place=", ".join(part for part in (shown.city, shown.federation) if part),
        stages=tuple(
            WireStage(stage.id, stage.name, stage.rounds, stage.time_control.text)
            for stage in shown.stages
        ),
        players=tuple(wire_player(player) for player in shown.players.values()),
        rounds=tuple(wire_round(round_) for round_ in shown.rounds),
        games=tuple(_wire_games(shown)),
        standings=tuple(wire_table(table) for table in shown.standings),
    )


def _wire_games(shown: ShownTournament) -> Iterator[WireGame]:
    """All games; those that few look at any more in short, for there may be hundreds."""
    newest = {r.stage: r.round_no for r in shown.rounds if r.started_at is not None}
    for round_ in shown.rounds:
        earlier = round_.round_no < newest.get(round_.stage, 0)
        for game in games_of(shown, round_):
            short = earlier and game.state is GameState.FINISHED
            yield _short_game(game) if short else wire_game(game)


def games_of(shown: ShownTournament, round_: ShownRound) -> Iterator[ShownGame]:
    """The games of a round, by board."""
    for pairing in round_.pairings:
        for game in pairing.games:
            yield shown.games[game]


def _short_game(game: ShownGame) -> WireGame:
    return WireGame(
        id=game.id,
        state=game.state,
        ply=len(game.moves),
        clock=wire_clock(game.clock),
        result=wire_result(game.result),
        live=game.live,
        notes=wire_notes(game),
    )


def wire_game(game: ShownGame) -> WireGame:
    """A game without its line."""
    last = game.moves[-1] if game.moves else None
    return WireGame(
        id=game.id,
        state=game.state,
        ply=len(game.moves),
        fen=game.fen,
        san=last.san if last else "",
        uci=last.uci if last else "",
        clock=wire_clock(game.clock),
        result=wire_result(game.result),
        live=game.live,
        notes=wire_notes(game),
    )


def wire_move(move: ShownMove) -> WireMove:
    """A move of a line."""
    marks = tuple(mark.value for mark in move.marks)
    return WireMove(move.san, move.uci, move.fen, move.clock_s, marks)


def wire_player(player: ShownPlayer) -> WirePlayer:
    """A player."""
    return WirePlayer(
        id=player.id,
        name=player.name,
        title=player.title,
        rating=player.rating,
        federation=player.federation,
        club=player.club,
    )


def wire_round(shown: ShownRound) -> WireRound:
    """A round with its pairings."""
    return WireRound(
        stage=shown.stage,
        round=shown.round_no,
        started=shown.started_at is not None,
        closed=shown.closed,
        pairings=tuple(
            WirePairing(
                p.board,
                p.white,
                p.black,
                tuple(p.games),
                tuple(_wire_further(further) for further in p.further),
            )
            for p in shown.pairings
        ),
        byes=tuple(WireBye(bye.player, bye.text) for bye in shown.byes),
    )


def _wire_further(further: ShownFurther) -> WireFurther:
    odds = further.draw_odds
    return WireFurther(
        game=further.game,
        white=further.white,
        black=further.black,
        role=further.role.value,
        board=further.board,
        time=times_text(further.time_control, further.black_time_control),
        odds=odds.value if odds is not Odds.NOBODY else "",
    )


def wire_table(table: StandingsTable) -> WireTable:
    """A table of standings."""
    rows = tuple(
        WireRow(
            row.rank, row.player, row.name, row.federation, row.rating, row.points, row.tiebreaks
        )
        for row in table.rows
    )
    return WireTable(
        stage=table.stage,
        round=table.round_no,
        moment=table.moment,
        complete=table.complete,
        codes=table.codes,
        official=table.official,
        rows=rows,
    )


def wire_clock(clock: ShownClock | None) -> WireClock | None:
    """A clock's last word."""
    if clock is None:
        return None
    running = clock.running.value if clock.running is not None else None
    return WireClock(clock.white_s, clock.black_s, running, milliseconds(clock.at))


def wire_result(result: ShownResult | None) -> WireResult | None:
    """A result."""
    if result is None:
        return None
    return WireResult(pgn_token(result.result), str(result.result), result.official, result.by)


def wire_notes(game: ShownGame) -> tuple[str, ...]:
    """What is wrong with a game's board at present, or with its line."""
    marks = {mark for move in game.moves if move.marks for mark in move.marks}
    flags = {
        "no-signal": game.no_signal,
        "unclear": game.unclear,
        "incomplete": game.incomplete,
        "joined": game.joined,
        "missed": Mark.RECONSTRUCTED in marks,
        "uncertain": Mark.AMBIGUOUS in marks,
    }
    return tuple(note for note, raised in flags.items() if raised)
