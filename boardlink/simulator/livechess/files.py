"""PURE. What LiveChess writes of games that are going on: PGN files and the Cloud's JSON.

The shapes are those of docs/livechess.md, "What LiveChess serves and writes", their oddities
as well: CRLF, lines broken inside ``[%clk …]``, two comments a move, and a game's file that
is not there before its first move.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace

from facts.pgn import PgnGame, PgnMove, clock_text

WIDTH = 80
WORDS = {"1-0": "WHITEWIN", "0-1": "BLACKWIN", "1/2-1/2": "DRAW", "*": None}


def until(game: PgnGame, plies: int) -> PgnGame:
    """The game after so many half-moves; it has its result when it is over."""
    if plies >= len(game.moves):
        return game
    return replace(game, moves=game.moves[:plies], token="*")


def pgn_text(game: PgnGame, round_no: int, board: int) -> str:
    """One game as LiveChess writes its file."""
    tags = {"ePGN": "0.1;DGT LiveChess/2.2.6"} | dict(game.tags)
    tags |= {"Round": f"{round_no}.{board}", "Result": game.token}
    head = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
    return f"{head}\n{_wrapped(_words(game))}\n\n".replace("\n", "\r\n")


def folder_files(games: Sequence[PgnGame], round_no: int, plies: int) -> dict[str, bytes]:
    """A round's folder when so many half-moves were played at each board."""
    now = [until(game, plies) for game in games]
    files = {
        f"round-{round_no}/game-{board}.pgn": pgn_text(game, round_no, board).encode()
        for board, game in enumerate(now, start=1)
    }
    whole = "".join(pgn_text(game, round_no, board) for board, game in enumerate(now, start=1))
    return files | {f"round-{round_no}/games.pgn": whole.encode()}


def cloud_files(uuid: str, games: Sequence[PgnGame], round_no: int, plies: int) -> dict[str, bytes]:
    """What the Cloud serves then; earlier rounds are empty. Paths begin at ``get/…``."""
    now = [until(game, plies) for game in games]
    live = sum(1 for game in now if game.token == "*")
    rounds = [{"count": 0, "live": 0}] * (round_no - 1) + [{"count": len(games), "live": live}]
    root = f"get/{uuid}"
    files = {
        f"{root}/tournament.json": _json({"id": uuid, "name": "Simulated", "rounds": rounds}),
        f"{root}/round-{round_no}/index.json": _json(
            {"date": "2026-01-10", "pairings": [_pairing(game) for game in now]}
        ),
    }
    for board, game in enumerate(now, start=1):
        if game.moves:
            files[f"{root}/round-{round_no}/game-{board}.json"] = _json(_cloud_game(game, board))
    return files


def _words(game: PgnGame) -> str:
    words = []
    for ply, move in enumerate(game.moves):
        if ply % 2 == 0:
            words.append(f"{ply // 2 + 1}.")
        words.append(move.san)
        if move.clock_s is not None:
            words.append(f"{{[%clk {_hours(move.clock_s)}]}}")
        if move.spent_s is not None:
            words.append(f"{{[%emt {_hours(move.spent_s)}]}}")
    return " ".join([*words, game.token])


def _hours(seconds: int) -> str:
    return f"0{clock_text(seconds)}" if seconds < 36000 else clock_text(seconds)


def _wrapped(text: str) -> str:
    """Broken at every blank where the width is reached, inside of tags as well."""
    lines = [""]
    for word in text.split(" "):
        if lines[-1] and len(lines[-1]) + 1 + len(word) > WIDTH:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    return "\n".join(lines)


def _pairing(game: PgnGame) -> dict[str, object]:
    return {
        "white": _player(game.tags, "White"),
        "black": _player(game.tags, "Black"),
        "result": game.token,
        "live": game.token == "*" and bool(game.moves),
    }


def _player(tags: Mapping[str, str], side: str) -> dict[str, object]:
    surname, _, given = tags.get(side, "?").partition(", ")
    fide_id = tags.get(f"{side}FideId", "")
    return {
        "fname": given or None,
        "mname": None,
        "lname": surname,
        "title": None,
        "federation": None,
        "gender": None,
        "fideid": int(fide_id) if fide_id else None,
    }


def _cloud_game(game: PgnGame, board: int) -> dict[str, object]:
    return {
        "live": game.token == "*",
        "serialNr": str(25730 + board),
        "firstMove": 1_768_046_400_000,
        "chess960": 518,
        "result": WORDS[game.token],
        "comment": None,
        "clock": None,
        "moves": [_cloud_move(move) for move in game.moves],
    }


def _cloud_move(move: PgnMove) -> str:
    clock = "" if move.clock_s is None else f" {move.clock_s}"
    spent = "" if move.spent_s is None else f"{'' if clock else ' '}+{move.spent_s}"
    return f"{move.san}{clock}{spent}"


def _json(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()
