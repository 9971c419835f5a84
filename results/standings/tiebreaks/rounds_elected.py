"""PURE. Rounds one elected to play (C.07 7.6, REP; formerly GE, games one elected to play)."""

from collections.abc import Sequence

from results.standings.tiebreaks.code import TiebreakCode
from results.standings.tiebreaks.field import Field
from results.standings.tiebreaks.working import Shape, Working

SHAPE = Shape.WHOLE


def rounds_elected(field: Field, code: TiebreakCode, who: Sequence[int]) -> list[int]:
    """All rounds but half- and zero-point byes and forfeit losses."""
    return [sum(1 for cell in field.cells[i] if not cell.voluntary) for i in who]


def rounds_elected_working(field: Field, code: TiebreakCode, i: int) -> Working:
    """Which rounds one player did not elect to play."""
    out = [r for r, cell in enumerate(field.cells[i], start=1) if cell.voluntary]
    text = f"without rounds {', '.join(map(str, out))}" if out else "all rounds"
    return Working(field.rounds - len(out), SHAPE, (), (text,))
