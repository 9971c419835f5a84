"""PURE. One game as another program has written it down, cleaned of a leaked king sign."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from boardlink.other_programs.leaked_sign import Cleaned, cleaned
from facts.pgn import TOKENS, PgnGame, read

_ROUND = re.compile(r"(\d{1,3})(?:\.(\d{1,4}))?(?:\.\d+)*")
_PLACE = re.compile(r"(?:round-(\d{1,3})/)?game-(\d{1,4})\.pgn$")
_ENDED = re.compile(rf"(?:^|\s)(?:{'|'.join(map(re.escape, TOKENS))}|½-½)\s*$")
UNKNOWN = frozenset({"", "?", "-", "??"})


@dataclass(frozen=True, slots=True)
class ForeignGame:
    """A game in somebody's file.

    Attributes:
        where: the file or address, with the game's place in it.
        told: the game, and what was found at its end.
        program: ``livechess`` where that has written it, else ``pgn``.
        round_no, board: as the file says, None where it does not.
        white, black: names as written, empty where unknown.
        white_fide, black_fide: digits, or empty.
        game_id: our own name for the game where the file has kept it, else empty.
        doubt: what is odd about the file's account, in a sentence; empty where nothing is.
    """

    where: str
    told: Cleaned
    program: str
    round_no: int | None = None
    board: int | None = None
    white: str = ""
    black: str = ""
    white_fide: str = ""
    black_fide: str = ""
    game_id: str = ""
    doubt: str = ""

    @property
    def game(self) -> PgnGame:
        """The game without a leaked sign."""
        return self.told.game

    @property
    def names(self) -> str:
        """For people: ``Adams – Brown``."""
        return f"{self.white or '?'} – {self.black or '?'}"


def foreign_game(
    game: PgnGame, where: str, doubt: str = "", *, program: str | None = None
) -> ForeignGame:
    """A PGN game as a report.

    A file's name may tell round and board where the tags do not, and the tags which program
    has written it.
    """
    tags = game.tags
    place = _PLACE.search(where)
    from_name = (_number(place[1]), _number(place[2])) if place else (None, None)
    match = _ROUND.fullmatch(tags.get("Round", "").strip())
    round_no, board = (_number(match[1]), _number(match[2])) if match else (None, None)
    named_board = tags.get("Board", "").strip()
    if named_board.isascii() and named_board.isdigit():
        board = _number(named_board[:5])
    written_by = "livechess" if "LiveChess" in tags.get("ePGN", "") else "pgn"
    return ForeignGame(
        where=where,
        told=cleaned(game),
        program=program or written_by,
        round_no=round_no or from_name[0],
        board=board or from_name[1],
        white=_name(tags, "White"),
        black=_name(tags, "Black"),
        white_fide=_fide(tags, "WhiteFideId"),
        black_fide=_fide(tags, "BlackFideId"),
        game_id=tags.get("GameId", "").strip(),
        doubt=doubt,
    )


def read_games(text: str, where: str) -> Iterator[ForeignGame]:
    """Every game of a PGN text.

    Raises:
        PgnError: the text is no PGN; names the line.
    """
    games = [game for game in read(text) if game.tags or game.moves]
    for number, game in enumerate(games, start=1):
        yield foreign_game(game, where if len(games) == 1 else f"{where}, game {number}")


def is_whole(text: str) -> bool:
    """The text ends as PGN does; one that does not may be half written."""
    return not text.strip() or _ENDED.search(text) is not None


def decode(data: bytes) -> str:
    """PGN's bytes as text: UTF-8, or what Windows programs write."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def _number(text: str | None) -> int | None:
    return int(text) or None if text else None


def _name(tags: Mapping[str, str], tag: str) -> str:
    name = " ".join(tags.get(tag, "").split())
    return "" if name in UNKNOWN else name


def _fide(tags: Mapping[str, str], tag: str) -> str:
    value = tags.get(tag, "").strip()
    return value if value.isascii() and value.isdigit() and value.strip("0") else ""
