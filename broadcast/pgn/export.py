"""PURE. What an audience sees, as PGN: a game, a round, a tournament.

The line is written up to the first illegal move and a ``Note`` says so; result and clocks
go on (docs/spectators.md, PGN). A provisional result stands in the text like any
other and ``ResultStatus`` says that it is provisional. Every game has a stable ``GameId``,
by which receivers know it again whatever else changes. Nothing that was worked out is
written as if it had been seen: comments and a ``Note`` say which moves are not certain.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import chess

from broadcast.errors import UnknownError
from broadcast.view import (
    Feed,
    ShownFurther,
    ShownGame,
    ShownMove,
    ShownPairing,
    ShownPlayer,
    ShownRound,
    ShownTournament,
)
from facts.fact import Mark
from facts.ids import GameId, RoundNo, StageId, TournamentId
from facts.meeting import GameRole, Odds
from facts.pgn import PgnGame, PgnMove, write
from facts.result import Result, ResultKind, pgn_termination, pgn_token
from facts.time_control import TimeControl

COMMENTS = {
    Mark.AMBIGUOUS: "order not certain",
    Mark.RECONSTRUCTED: "missed, worked out afterwards",
    Mark.PROMOTION_UNKNOWN: "the promoted man was not seen",
}
"""What a move's comment says about its marks."""
GAMES = {
    GameRole.MAIN: "further game of the match",
    GameRole.RAPID: "rapid game",
    GameRole.BLITZ: "blitz game",
    GameRole.ARMAGEDDON: "Armageddon game",
    GameRole.SUDDEN_DEATH: "sudden-death game",
}
"""What a further game of two who meet is called."""
STRETCHES = 4
"""How many stretches of moves a note names one by one: a tag's value stays readable."""


@dataclass(slots=True)
class Shelf:
    """Games written before, so that an unchanged game is not written again."""

    texts: dict[GameId, tuple[tuple[object, ...], str]] = field(default_factory=dict)

    def text(
        self, shown: ShownTournament, round_: ShownRound, pairing: ShownPairing, game: ShownGame
    ) -> str:
        """The game's PGN."""
        made_from = (game, round_, shown.players, shown.stages, shown.name, shown.start)
        old = self.texts.get(game.id)
        if old is not None and all(a is b for a, b in zip(old[0], made_from, strict=True)):
            return old[1]
        text = write(pgn_game(shown, round_, pairing, game))
        self.texts[game.id] = (made_from, text)
        return text


def tournament_pgn(feed: Feed, tournament: TournamentId, shelf: Shelf | None = None) -> str:
    """Every game of a tournament, by round and board.

    Raises:
        UnknownError: the audience sees no such tournament.
    """
    shown = _tournament(feed, tournament)
    return _rounds_text(shown, shown.rounds, shelf)


def round_pgn(
    feed: Feed,
    tournament: TournamentId,
    round_no: RoundNo,
    stage: StageId | None = None,
    shelf: Shelf | None = None,
) -> str:
    """Every game of a round, by board; of all stages that have such a round, or of one.

    Raises:
        UnknownError: the audience sees no such tournament or round.
    """
    shown = _tournament(feed, tournament)
    rounds = [r for r in shown.rounds if r.round_no == round_no and stage in (None, r.stage)]
    if not rounds:
        raise UnknownError(f"round {round_no} of {tournament} is not published")
    return _rounds_text(shown, rounds, shelf)


def latest_round(feed: Feed, tournament: TournamentId) -> ShownRound:
    """The round that is on: the last one started, else the first published.

    Raises:
        UnknownError: the audience sees no such tournament, or no round of it.
    """
    rounds = _tournament(feed, tournament).rounds
    if not rounds:
        raise UnknownError(f"no round of {tournament} is published yet")
    started = [r for r in rounds if r.started_at is not None]
    return started[-1] if started else rounds[0]


def game_pgn(feed: Feed, game: GameId, shelf: Shelf | None = None) -> str:
    """One game.

    Raises:
        UnknownError: the audience sees no such game.
    """
    shelf = shelf or Shelf()
    for shown in feed.tournaments.values():
        if game not in shown.games:
            continue
        for round_ in shown.rounds:
            for pairing in round_.pairings:
                if game in pairing.games:
                    return shelf.text(shown, round_, pairing, shown.games[game])
    raise UnknownError(f"there is no game {game}")


def _rounds_text(shown: ShownTournament, rounds: Iterable[ShownRound], shelf: Shelf | None) -> str:
    shelf = shelf or Shelf()
    return "".join(
        shelf.text(shown, round_, pairing, shown.games[game])
        for round_ in rounds
        for pairing in round_.pairings
        for game in pairing.games
    )


def _tournament(feed: Feed, tournament: TournamentId) -> ShownTournament:
    shown = feed.tournaments.get(tournament)
    if shown is None:
        raise UnknownError(f"there is no tournament {tournament}")
    return shown


def pgn_game(
    shown: ShownTournament, round_: ShownRound, pairing: ShownPairing, game: ShownGame
) -> PgnGame:
    """A game with its tags; further games of a meeting have colours and clocks of their own."""
    result = game.result.result if game.result is not None else None
    legal = legal_prefix(game)
    notes = _notes(game, legal, result)
    further = pairing.further_game(game.id)
    board = pairing.board if further is None else further.board
    round_name = f"{round_.round_no}.{board}"
    white, black = pairing.white, pairing.black
    times = _time_control(shown, round_)
    if further is not None:
        round_name += f".{pairing.games.index(game.id) + 1}"
        white, black = further.white, further.black
        times = _own_times(further)
        notes.insert(0, _about(further))
    tags = {
        "Event": shown.name,
        "Site": ", ".join(part for part in (shown.city, shown.federation) if part) or "?",
        "Date": _date(shown, round_, game),
        "Round": round_name,
        "White": _name(shown.players.get(white)),
        "Black": _name(shown.players.get(black)),
        "Result": pgn_token(result),
        "Board": str(board),
        **_player_tags("White", shown.players.get(white)),
        **_player_tags("Black", shown.players.get(black)),
        **times,
        "GameId": game.id,
        **_position_tags(game),
        **_termination(game),
    }
    if notes:
        tags["Note"] = "; ".join(notes)
    moves = tuple(
        PgnMove(move.uci, move.san, move.clock_s, comment=_comment(move)) for move in legal
    )
    return PgnGame(tags, moves, pgn_token(result))


def legal_prefix(game: ShownGame) -> tuple[ShownMove, ...]:
    """The line up to the first move that the rules do not allow."""
    return tuple(move for move in game.moves if move.legal)


def _comment(move: ShownMove) -> str:
    return "; ".join(text for mark, text in COMMENTS.items() if mark in move.marks)


def _notes(game: ShownGame, legal: Sequence[ShownMove], result: Result | None) -> list[str]:
    """What whoever reads the game must know and PGN has no word for."""
    notes = []
    if len(legal) < len(game.moves):
        bad = game.moves[len(legal)]
        number = _numbered(game, len(legal))
        notes.append(f"{number} {bad.san} is illegal: the line ends before it")
    if stretches := _stretches(game, game.marked(Mark.AMBIGUOUS), len(legal)):
        notes.append(f"the order of the moves is not certain {stretches}")
    if stretches := _stretches(game, game.marked(Mark.RECONSTRUCTED), len(legal)):
        notes.append(f"moves were missed and worked out afterwards {stretches}")
    if game.unclear:
        notes.append("what stands on the board fits no line and is being checked")
    if game.joined:
        notes.append("the record begins with this position: the moves before it are not known")
    if game.incomplete:
        notes.append("moves at the end are missing")
    if result is not None and pgn_token(result) == "*":
        notes.append(f"result {result}")
    return notes


def _stretches(game: ShownGame, plies: Iterable[int], end: int) -> str:
    """Plies up to ``end`` in words: ``from 3. Nf3 to 5. Bc4, at 9. d4, from 12... a6 on``."""
    said = []
    for first, last in _runs(ply for ply in plies if ply <= end):
        if last == end:
            said.append(f"from {_named(game, first)} on")
        elif first == last:
            said.append(f"at {_named(game, first)}")
        else:
            said.append(f"from {_named(game, first)} to {_named(game, last)}")
    more = ["and later"] if len(said) > STRETCHES else []
    return ", ".join(said[:STRETCHES] + more)


def _runs(plies: Iterable[int]) -> Iterator[tuple[int, int]]:
    """First and last of every run of neighbours."""
    first = last = 0
    for ply in plies:
        if first and ply != last + 1:
            yield first, last
        if not first or ply != last + 1:
            first = ply
        last = ply
    if first:
        yield first, last


def _named(game: ShownGame, ply: int) -> str:
    return f"{_numbered(game, ply - 1)} {game.moves[ply - 1].san}"


def _numbered(game: ShownGame, ply: int) -> str:
    board = chess.Board(game.start_fen, chess960=game.chess960)
    half = 2 * (board.fullmove_number - 1) + (board.turn is chess.BLACK) + ply
    return f"{half // 2 + 1}{'...' if half % 2 else '.'}"


def _date(shown: ShownTournament, round_: ShownRound, game: ShownGame) -> str:
    """The day of the first move, else of the round, else unknown."""
    if game.moves:
        return game.moves[0].at.strftime("%Y.%m.%d")
    if round_.started_at is not None:
        return round_.started_at.strftime("%Y.%m.%d")
    return shown.start.replace("-", ".") if len(shown.start) == len("2026-01-10") else "????.??.??"


def _name(player: ShownPlayer | None) -> str:
    return player.name if player is not None else "?"


def _player_tags(side: str, player: ShownPlayer | None) -> dict[str, str]:
    if player is None:
        return {}
    tags = {
        f"{side}Title": player.title,
        f"{side}Elo": str(player.rating) if player.rating else "",
        f"{side}FideId": player.fide_id,
    }
    return {name: value for name, value in tags.items() if value}


_PERIOD = re.compile(r"(?:[0-9]+/)?([0-9]+)(?:\+([0-9]+))?")


def _time_control(shown: ShownTournament, round_: ShownRound) -> dict[str, str]:
    """PGN's ``TimeControl``, in seconds, where the seconds are known."""
    for stage in shown.stages:
        if stage.id == round_.stage and (value := _time_value(stage.time_control)):
            return {"TimeControl": value}
    return {}


def _own_times(further: ShownFurther) -> dict[str, str]:
    """The clocks of a further game; PGN has no word for two sides with different time."""
    white = _time_value(further.time_control)
    if further.black_time_control is None:
        return {"TimeControl": white} if white else {}
    times = {
        "WhiteTimeControl": white,
        "BlackTimeControl": _time_value(further.black_time_control),
    }
    return {tag: value for tag, value in times.items() if value}


def _about(further: ShownFurther) -> str:
    """``Armageddon game, a draw is enough for Black``."""
    role = GAMES[further.role]
    if further.draw_odds is Odds.NOBODY:
        return role
    side = "White" if further.draw_odds is Odds.WHITE else "Black"
    return f"{role}, a draw is enough for {side}"


def _time_value(control: TimeControl) -> str:
    """``5400+30``; or what the regulations say where that is PGN for these seconds and more.

    ``40/5400+30:1800+30`` holds a second period, which the numbers alone do not. ``5+2`` is
    free text: nothing in it says that minutes are meant.
    """
    if control.base_s is None:
        return ""
    periods = [_PERIOD.fullmatch(part) for part in control.text.split(":")]
    first = periods[0]
    if (
        all(periods)
        and first is not None
        and (int(first[1]), int(first[2] or 0)) == (control.base_s, control.increment_s)
    ):
        return control.text
    if control.increment_s:
        return f"{control.base_s}+{control.increment_s}"
    return str(control.base_s)


def _position_tags(game: ShownGame) -> dict[str, str]:
    tags = {"Variant": "Chess960"} if game.chess960 else {}
    if game.start_fen != chess.STARTING_FEN:
        tags |= {"SetUp": "1", "FEN": game.start_fen}
    return tags


def _termination(game: ShownGame) -> dict[str, str]:
    if game.result is None:
        return {}
    forfeit = pgn_termination(game.result.result)
    if forfeit is not None:
        text = forfeit
    elif game.result.by == "flag":
        text = "time forfeit"
    elif game.result.result.kind is ResultKind.RULED:
        text = "adjudication"
    else:
        text = "normal"
    tags = {"Termination": text}
    if not game.result.official:
        tags["ResultStatus"] = "provisional"
    return tags
