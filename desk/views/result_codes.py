"""PURE. Results as the arbiter's page sends them: codes such as ``1-0``, ``+-``, ``1/2-0``."""

from collections.abc import Mapping
from typing import Final

from facts.result import (
    BLACK_WON,
    BLACK_WON_BY_FORFEIT,
    DOUBLE_FORFEIT,
    DRAWN,
    FULL_BYE,
    HALF_BYE,
    WHITE_WON,
    WHITE_WON_BY_FORFEIT,
    ZERO_BYE,
    Result,
    ResultKind,
    Score,
)


def _ruled(white: Score, black: Score) -> Result:
    return Result(white, black, ResultKind.RULED)


GAMES: Final[Mapping[str, Result]] = {
    "1-0": WHITE_WON,
    "1/2-1/2": DRAWN,
    "0-1": BLACK_WON,
    "+-": WHITE_WON_BY_FORFEIT,
    "-+": BLACK_WON_BY_FORFEIT,
    "--": DOUBLE_FORFEIT,
    "0-0": _ruled(Score.LOSS, Score.LOSS),
    "1/2-0": _ruled(Score.DRAW, Score.LOSS),
    "0-1/2": _ruled(Score.LOSS, Score.DRAW),
    "1-0 ruled": _ruled(Score.WIN, Score.LOSS),
    "1/2-1/2 ruled": _ruled(Score.DRAW, Score.DRAW),
    "0-1 ruled": _ruled(Score.LOSS, Score.WIN),
    "1-0 unrated": Result(Score.WIN, Score.LOSS, ResultKind.UNRATED),
    "1/2-1/2 unrated": Result(Score.DRAW, Score.DRAW, ResultKind.UNRATED),
    "0-1 unrated": Result(Score.LOSS, Score.WIN, ResultKind.UNRATED),
}
"""What a game can be given."""

BYES: Final[Mapping[str, Result]] = {"half": HALF_BYE, "full": FULL_BYE, "zero": ZERO_BYE}
"""What a player can ask for."""

_CODES = {result: code for code, result in GAMES.items()}


def code_of(result: Result) -> str:
    """The code of a game's result; for a result that the page cannot send, its text."""
    return _CODES.get(result, str(result))
