"""PURE. A result: two independent scores and a kind, with its PGN and TRF spellings.

A result is never an enum of three: an arbiter may award 0-½, a forfeit is not a played
game, a bye has one side only (docs/words.md).
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never


class Score(StrEnum):
    """What one side got out of a game, before any scoring table turns it into points."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"


class ResultKind(StrEnum):
    """How a result came about; decides its TRF letter and what it means to tie-breaks."""

    PLAYED = "played"
    UNRATED = "unrated"
    """Played for less than one move each: counts, but not for rating (TRF W D L)."""
    FORFEIT = "forfeit"
    RULED = "ruled"
    """Played, scores set by the arbiter, each side's on its own (Laws 11.7, 12.9)."""
    ADJOURNED = "adjourned"
    """Still open when the next round is paired: a draw for pairing (C.04.2)."""
    PAIRING_BYE = "pairing-bye"
    FULL_BYE = "full-bye"
    HALF_BYE = "half-bye"
    ZERO_BYE = "zero-bye"


BYES = frozenset(
    {ResultKind.PAIRING_BYE, ResultKind.FULL_BYE, ResultKind.HALF_BYE, ResultKind.ZERO_BYE}
)


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game, or of a bye.

    Attributes:
        white: White's score; for a bye the player's.
        black: Black's score; None for a bye.
        kind: how it came about.

    Raises:
        ValueError: a bye with an opponent's score, or a game without one.
    """

    white: Score
    black: Score | None
    kind: ResultKind = ResultKind.PLAYED

    def __post_init__(self) -> None:
        """Refuse a shape that no game and no bye can have."""
        if (self.black is None) != (self.kind in BYES):
            raise ValueError(f"a result of kind {self.kind} cannot have the scores {self}")

    def __str__(self) -> str:
        """As an arbiter writes it: ``1-0``, ``½-½``, ``+ -``, ``bye ½``."""
        if self.black is None:
            return f"bye {_SHOWN[self.white]}"
        if self.kind is ResultKind.FORFEIT:
            return f"{_FORFEIT[self.white]} {_FORFEIT[self.black]}"
        if self.kind is ResultKind.ADJOURNED:
            return "adjourned"
        return f"{_SHOWN[self.white]}-{_SHOWN[self.black]}"


_SHOWN = {Score.WIN: "1", Score.DRAW: "½", Score.LOSS: "0"}
_FORFEIT = {Score.WIN: "+", Score.DRAW: "=", Score.LOSS: "-"}

WHITE_WON = Result(Score.WIN, Score.LOSS)
BLACK_WON = Result(Score.LOSS, Score.WIN)
DRAWN = Result(Score.DRAW, Score.DRAW)
WHITE_WON_BY_FORFEIT = Result(Score.WIN, Score.LOSS, ResultKind.FORFEIT)
BLACK_WON_BY_FORFEIT = Result(Score.LOSS, Score.WIN, ResultKind.FORFEIT)
DOUBLE_FORFEIT = Result(Score.LOSS, Score.LOSS, ResultKind.FORFEIT)
PAIRING_BYE = Result(Score.WIN, None, ResultKind.PAIRING_BYE)
FULL_BYE = Result(Score.WIN, None, ResultKind.FULL_BYE)
HALF_BYE = Result(Score.DRAW, None, ResultKind.HALF_BYE)
ZERO_BYE = Result(Score.LOSS, None, ResultKind.ZERO_BYE)

_PGN = {
    (Score.WIN, Score.LOSS): "1-0",
    (Score.LOSS, Score.WIN): "0-1",
    (Score.DRAW, Score.DRAW): "1/2-1/2",
}
_LETTER = {Score.WIN: "1", Score.DRAW: "=", Score.LOSS: "0"}
_UNRATED_LETTER = {Score.WIN: "W", Score.DRAW: "D", Score.LOSS: "L"}
_BYE_LETTER = {
    ResultKind.PAIRING_BYE: "U",
    ResultKind.FULL_BYE: "F",
    ResultKind.HALF_BYE: "H",
    ResultKind.ZERO_BYE: "Z",
}


def pgn_token(result: Result | None) -> str:
    """The PGN result token; ``*`` where PGN has no word for it (open, bye, 0-0, ½-0)."""
    if result is None or result.black is None or result.kind is ResultKind.ADJOURNED:
        return "*"
    return _PGN.get((result.white, result.black), "*")


def pgn_termination(result: Result | None) -> str | None:
    """The ``Termination`` tag that a result needs beside its token, or None.

    A forfeit carries ``Unplayed``, so that it counts for the score and not for rating
    where lichess reads it (docs/spectators.md, PGN).
    """
    if result is not None and result.kind is ResultKind.FORFEIT:
        return "Unplayed"
    return None


def from_pgn_token(token: str) -> Result | None:
    """The played result that a PGN token names; None for ``*``.

    Raises:
        ValueError: the token is none of the four.
    """
    for result in (WHITE_WON, BLACK_WON, DRAWN):
        if pgn_token(result) == token:
            return result
    if token == "*":
        return None
    raise ValueError(f"{token!r} is no PGN result: expected 1-0, 0-1, 1/2-1/2 or *")


def trf_letter(score: Score, kind: ResultKind) -> str:
    """One side's TRF result letter (C.02.03 Annex A); a bye's does not depend on its score."""
    match kind:
        case ResultKind.PLAYED | ResultKind.RULED:
            return _LETTER[score]
        case ResultKind.UNRATED:
            return _UNRATED_LETTER[score]
        case ResultKind.FORFEIT:
            return _FORFEIT[score]
        case ResultKind.ADJOURNED:
            return "?"
        case (
            ResultKind.PAIRING_BYE | ResultKind.FULL_BYE | ResultKind.HALF_BYE | ResultKind.ZERO_BYE
        ):
            return _BYE_LETTER[kind]
        case _:
            assert_never(kind)


def trf_letters(result: Result) -> tuple[str, str | None]:
    """White's and Black's TRF result letters; None for a bye's missing side.

    Raises:
        ValueError: a result that TRF has no letters for (a forfeit with a draw).
    """
    if result.kind is ResultKind.FORFEIT and Score.DRAW in (result.white, result.black):
        raise ValueError(f"TRF has no letters for {result}")
    black = None if result.black is None else trf_letter(result.black, result.kind)
    return trf_letter(result.white, result.kind), black
