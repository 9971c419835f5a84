"""PURE. The JSON of the LiveChess Cloud: a tournament, its rounds, its games.

The shapes are told in docs/livechess.md. Reading is forgiving: what is missing or of
another type is left open, and no JSON raises. A game becomes a :class:`facts.pgn.PgnGame`,
so that whatever is done with other people's PGN is done with these games too.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import chess

from facts.pgn import TOKENS, PgnGame, PgnMove, from_san

STANDARD = 518
"""The number of the usual start position among the 960."""
MOST_SECONDS = 360_000
MOST_ROUNDS = 100
MOST_PAIRINGS = 1000
WORDS = {"WHITEWIN": "1-0", "BLACKWIN": "0-1", "DRAW": "1/2-1/2"}
OPEN = frozenset({"", "*", "NOTPLAYED"})
_MOVE = re.compile(r"(\S{1,12})(?:\s+(\d{1,6}))?(?:\s*\+(\d{1,6}))?\s*")


@dataclass(frozen=True, slots=True)
class CloudRound:
    """One round of ``tournament.json``: how many games it has, and how many are live."""

    count: int
    live: int


@dataclass(frozen=True, slots=True)
class CloudTournament:
    """``tournament.json``."""

    name: str
    rounds: tuple[CloudRound, ...]


@dataclass(frozen=True, slots=True)
class CloudPlayer:
    """One side of a pairing; ``fide_id`` is digits or empty."""

    name: str = ""
    fide_id: str = ""
    title: str = ""
    federation: str = ""


@dataclass(frozen=True, slots=True)
class CloudPairing:
    """One pairing of ``round-N/index.json``; its number is its place, from 1.

    Attributes:
        result: a PGN token, ``*`` while it is open, empty where it could not be understood.
    """

    white: CloudPlayer
    black: CloudPlayer
    result: str
    live: bool


@dataclass(frozen=True, slots=True)
class CloudIndex:
    """``round-N/index.json``; ``date`` as PGN writes it, empty where there is none."""

    date: str
    pairings: tuple[CloudPairing, ...]


@dataclass(frozen=True, slots=True)
class CloudGame:
    """``round-N/game-M.json``.

    Attributes:
        serial: the board that records it.
        moves: as written, with their times.
        result: as :attr:`CloudPairing.result`.
        white_s, black_s: the clocks as last read.
        white_runs: whose time runs, None while both stand.
        start: the number of the start position among the 960.
    """

    live: bool = False
    serial: str = ""
    moves: tuple[PgnMove, ...] = ()
    result: str = "*"
    white_s: int | None = None
    black_s: int | None = None
    white_runs: bool | None = None
    start: int = STANDARD


def read_host(data: bytes) -> str:
    """The server that ``meta/{uuid}`` names; empty where it names none.

    Anything but a host's name, with a port perhaps, is none.
    """
    host = _text(_fields(_value(data)), "host")
    return host if re.fullmatch(r"[A-Za-z0-9.-]{1,253}(:\d{1,5})?", host) else ""


def read_tournament(data: bytes) -> CloudTournament | None:
    """``tournament.json``; None where it is none."""
    fields = _value(data)
    if not isinstance(fields, dict):
        return None
    rounds = _list(fields, "rounds")[:MOST_ROUNDS]
    return CloudTournament(
        _text(fields, "name"),
        tuple(CloudRound(_count(r, "count"), _count(r, "live")) for r in map(_fields, rounds)),
    )


def read_index(data: bytes) -> CloudIndex | None:
    """``round-N/index.json``; None where it is none."""
    fields = _value(data)
    if not isinstance(fields, dict) or not isinstance(fields.get("pairings"), list):
        return None
    pairings = map(_fields, _list(fields, "pairings")[:MOST_PAIRINGS])
    return CloudIndex(_text(fields, "date").replace("-", "."), tuple(map(_pairing, pairings)))


def read_game(data: bytes) -> CloudGame | None:
    """``round-N/game-M.json``; None where it is none."""
    fields = _value(data)
    if not isinstance(fields, dict):
        return None
    clock = _fields(fields.get("clock"))
    runs = clock.get("run")
    start = fields.get("chess960")
    return CloudGame(
        live=fields.get("live") is True,
        serial=_text(fields, "serialNr"),
        moves=_moves(_list(fields, "moves")),
        result=_result(fields.get("result")),
        white_s=_seconds(clock.get("white")),
        black_s=_seconds(clock.get("black")),
        white_runs=runs if isinstance(runs, bool) else None,
        start=start if isinstance(start, int) and 0 <= start < 960 else STANDARD,
    )


def to_pgn(
    tournament: str, round_no: int, board: int, date: str, pairing: CloudPairing, game: CloudGame
) -> PgnGame:
    """A game with its pairing as a PGN game; its token is ``*`` where the two disagree.

    Raises:
        PgnError: there are more moves than a game can have.
    """
    tags = {
        "Event": tournament,
        "Date": date,
        "Round": f"{round_no}.{board}",
        "Board": str(board),
        "White": pairing.white.name or "?",
        "Black": pairing.black.name or "?",
        "WhiteFideId": pairing.white.fide_id,
        "BlackFideId": pairing.black.fide_id,
    }
    if game.start != STANDARD:
        fen = chess.Board.from_chess960_pos(game.start).fen()
        tags |= {"Variant": "Chess960", "SetUp": "1", "FEN": fen}
    told = {result for result in (pairing.result, game.result) if result != "*"}
    token = told.pop() if len(told) == 1 else "*"
    tags = {name: value for name, value in tags.items() if value}
    return from_san(tags, _with_last_clocks(game), token or "*")


def results_differ(pairing: CloudPairing, game: CloudGame) -> bool:
    """The round's list and the game give results that are not one, or are no results."""
    told = {result for result in (pairing.result, game.result) if result != "*"}
    return len(told) > 1 or "" in told


def _with_last_clocks(game: CloudGame) -> tuple[PgnMove, ...]:
    """The clock of the side that waits is what it had left after its last move."""
    moves = list(game.moves)
    if game.white_runs is None or not moves:
        return tuple(moves)
    waiting_s = game.black_s if game.white_runs else game.white_s
    mover_waits = (len(moves) % 2 == 0) is game.white_runs
    if mover_waits and waiting_s is not None:
        moves[-1] = replace(moves[-1], clock_s=waiting_s)
    return tuple(moves)


def _moves(values: Sequence[object]) -> tuple[PgnMove, ...]:
    moves: list[PgnMove] = []
    for value in values:
        match = _MOVE.fullmatch(_clean(value)) if isinstance(value, str) else None
        if match is None:
            break  # what follows has no position to be played in
        san, clock, spent = match.groups()
        moves.append(PgnMove("", san, _whole(clock), _whole(spent)))
    return tuple(moves)


def _pairing(fields: Mapping[str, object]) -> CloudPairing:
    return CloudPairing(
        _player(_fields(fields.get("white"))),
        _player(_fields(fields.get("black"))),
        _result(fields.get("result")),
        fields.get("live") is True,
    )


def _player(fields: Mapping[str, object]) -> CloudPlayer:
    given = " ".join(filter(None, (_text(fields, "fname"), _text(fields, "mname"))))
    surname = _text(fields, "lname")
    number = fields.get("fideid")
    fide_id = str(number) if isinstance(number, int | str) else ""
    return CloudPlayer(
        name=", ".join(filter(None, (surname, given))),
        fide_id=fide_id if fide_id.isascii() and fide_id.isdigit() and int(fide_id) else "",
        title=_text(fields, "title"),
        federation=_text(fields, "federation"),
    )


def _result(value: object) -> str:
    """A PGN token; empty for what says something else, such as a forfeit."""
    if value is None or (isinstance(value, str) and value in OPEN):
        return "*"
    if not isinstance(value, str):
        return ""
    return WORDS.get(value, value if value in TOKENS else "")


def _value(data: bytes) -> object:
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None


def _fields(value: object) -> Mapping[str, object]:
    return value if isinstance(value, dict) else {}


def _list(fields: Mapping[str, object], key: str) -> Sequence[object]:
    value = fields.get(key)
    return value if isinstance(value, list) else []


def _text(fields: Mapping[str, object], key: str) -> str:
    value = fields.get(key)
    return _clean(value) if isinstance(value, str) else ""


def _clean(text: str) -> str:
    """One line that can be written as UTF-8."""
    return " ".join(text.split())[:200].encode(errors="replace").decode()


def _count(fields: Mapping[str, object], key: str) -> int:
    value = fields.get(key)
    return value if isinstance(value, int) and 0 <= value <= MOST_PAIRINGS else 0


def _seconds(value: object) -> int | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return int(value) if 0 <= value <= MOST_SECONDS else None


def _whole(text: str | None) -> int | None:
    return None if text is None else int(text)
