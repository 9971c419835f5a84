"""PURE. Counts of one's own record: WIN, WON, BPG, BWG (C.07 7.1 to 7.4)."""

from collections.abc import Callable, Sequence

from results.standings.tiebreaks.code import TiebreakCode
from results.standings.tiebreaks.field import Cell, Field
from results.standings.tiebreaks.working import Shape, Working

SHAPE = Shape.WHOLE


def _win(cell: Cell, win: int) -> bool:
    return cell.points == win


def _won(cell: Cell, win: int) -> bool:
    return cell.played and cell.half_points == 2


def _black(cell: Cell, win: int) -> bool:
    return cell.black


def _black_won(cell: Cell, win: int) -> bool:
    return cell.black and cell.half_points == 2


_COUNTS: dict[str, tuple[Callable[[Cell, int], bool], str]] = {
    "WIN": (_win, "as many points as for a win, with or without playing"),
    "WON": (_won, "won over the board"),
    "BPG": (_black, "played with Black"),
    "BWG": (_black_won, "won with Black"),
}


def wins(field: Field, code: TiebreakCode, who: Sequence[int]) -> list[int]:
    """How many rounds of each of some players count."""
    counts, _ = _COUNTS[code.name]
    win = field.table.scoring.win
    return [sum(1 for cell in field.cells[i] if counts(cell, win)) for i in who]


def wins_working(field: Field, code: TiebreakCode, i: int) -> Working:
    """Which rounds of one player count."""
    counts, text = _COUNTS[code.name]
    win = field.table.scoring.win
    rounds = [r for r, cell in enumerate(field.cells[i], start=1) if counts(cell, win)]
    listed = f"rounds {', '.join(map(str, rounds))}" if rounds else "no round"
    return Working(len(rounds), SHAPE, (), (f"{listed}: {text}",))
