"""PURE. What downloaded PGN files are called: tournament, round and board, not ids alone."""

import re
from urllib.parse import quote

from broadcast.errors import UnknownError
from broadcast.view import Feed
from facts.ids import GameId, RoundNo, StageId, TournamentId

_PLAIN = re.compile(r"[^A-Za-z0-9._-]+")
"""What some system or other does not take in a file's name."""


def tournament_file(tournament: TournamentId) -> str:
    """``harbour-blitz.pgn``."""
    return f"{tournament}.pgn"


def round_file(
    feed: Feed, tournament: TournamentId, round_no: RoundNo, stage: StageId | None
) -> str:
    """``harbour-blitz-round-1.pgn``; with the stage's id where there are several stages."""
    return f"{tournament}{_stage(feed, tournament, stage)}-round-{round_no}.pgn"


def game_file(feed: Feed, game: GameId) -> str:
    """``harbour-blitz-1.3.pgn`` for round 1, board 3; with its number where it is one of several.

    Raises:
        UnknownError: the audience sees no such game.
    """
    for shown in feed.tournaments.values():
        for round_ in shown.rounds:
            for pairing in round_.pairings:
                if game in pairing.games:
                    stage = _stage(feed, shown.id, round_.stage)
                    several = len(pairing.games) > 1
                    which = f"-game-{pairing.games.index(game) + 1}" if several else ""
                    further = pairing.further_game(game)
                    board = pairing.board if further is None else further.board
                    return f"{shown.id}{stage}-{round_.round_no}.{board}{which}.pgn"
    raise UnknownError(f"there is no game {game}")


def _stage(feed: Feed, tournament: TournamentId, stage: StageId | None) -> str:
    several = len(feed.tournaments[tournament].stages) > 1
    return f"-{stage}" if several and stage is not None else ""


def disposition(name: str) -> str:
    """The ``Content-Disposition`` that gives a download its name (RFC 6266)."""
    plain = _PLAIN.sub("-", name)
    value = f'attachment; filename="{plain}"'
    return value if plain == name else f"{value}; filename*=UTF-8''{quote(name, safe='')}"
