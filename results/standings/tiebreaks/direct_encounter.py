"""PURE. Direct encounter (C.07 6, DE) and mini-match points (MINI): games among the tied.

A value of DE is the place among the tied, 1 first; 0 where the encounters decide nothing.
MINI is the plain sum of points from all games among the tied, as some tournaments have it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from results.crosstable.scoring import worded
from results.standings.tiebreaks.code import TiebreakCode
from results.standings.tiebreaks.field import Field
from results.standings.tiebreaks.working import Shape, Term, Working

DE_SHAPE = Shape.WHOLE
MINI_SHAPE = Shape.TENTHS


@dataclass(frozen=True, slots=True)
class _Line:
    """One player's line in the table among the tied; points are averages of encounters."""

    player: int
    points: Fraction
    missing: int

    def best(self, win: int) -> Fraction:
        """The points if every missing game were won."""
        return self.points + win * self.missing


def direct_encounter(field: Field, code: TiebreakCode, tied: Sequence[int]) -> dict[int, int]:
    """Each tied player's place among them: 1, 2 …; 0 for all where nothing is decided."""
    groups = _rank(field, code, sorted(tied))
    if len(groups) == 1:
        return dict.fromkeys(tied, 0)
    places: dict[int, int] = {}
    for group in groups:
        place = len(places) + 1
        places.update(dict.fromkeys(group, place))
    return places


def _rank(field: Field, code: TiebreakCode, tied: list[int]) -> list[list[int]]:
    """The tied in order, as groups that stay tied."""
    if len(tied) == 1:
        return [tied]
    lines = _table(field, code, tied)
    if all(line.missing == 0 for line in lines):
        groups = _by_points(lines)
    elif code.all_met:
        return [tied]
    else:
        groups = _certain(lines, field.table.scoring.win)
    if len(groups) == 1:
        return groups
    return [smaller for group in groups for smaller in _rank(field, code, group)]


def _table(field: Field, code: TiebreakCode, tied: list[int]) -> list[_Line]:
    inside = set(tied)
    everyone_meets = field.table.round_robin and not code.as_swiss and not code.all_met
    lines = []
    for player in tied:
        met = encounters(field, code, player, inside)
        points = sum((Fraction(sum(p), len(p)) for p in met.values()), Fraction(0))
        missing = 0 if everyone_meets else len(tied) - 1 - len(met)
        lines.append(_Line(player, points, missing))
    return lines


def encounters(
    field: Field, code: TiebreakCode, player: int, inside: set[int]
) -> dict[int, list[int]]:
    """A player's points against each of ``inside``, game by game; forfeits by rule only."""
    forfeits = code.forfeits_played or (field.table.round_robin and not code.as_swiss)
    met: dict[int, list[int]] = {}
    for cell in field.cells[player]:
        if cell.opponent in inside and (cell.played or forfeits):
            met.setdefault(cell.opponent, []).append(cell.points)
    return met


def _by_points(lines: list[_Line]) -> list[list[int]]:
    groups: dict[Fraction, list[int]] = {}
    for line in sorted(lines, key=lambda line: -line.points):
        groups.setdefault(line.points, []).append(line.player)
    return list(groups.values())


def _certain(lines: list[_Line], win: int) -> list[list[int]]:
    """Who is alone ahead whatever the missing games give, one after the other (6.3)."""
    left = sorted(lines, key=lambda line: (-line.points, -line.best(win)))
    groups = []
    while len(left) > 1:
        first, rest = left[0], left[1:]
        if first.points <= max(line.best(win) for line in rest):
            break
        groups.append([first.player])
        left = rest
    groups.append([line.player for line in left])
    return groups


def direct_encounter_working(
    field: Field, code: TiebreakCode, i: int, tied: Sequence[int]
) -> Working:
    """The games of one player against those they are tied with."""
    place = direct_encounter(field, code, tied)[i]
    terms, missing = _games(field, code, i, tied)
    decided = (
        f"place {place} among {len(tied)} tied" if place else f"nothing decided among {len(tied)}"
    )
    remarks = [decided, *_against(field, terms)]
    if missing:
        remarks.append(f"not met: {', '.join(str(field.numbers[j]) for j in missing)} (C.07.6.3)")
    return Working(place, DE_SHAPE, (), tuple(remarks))


def _against(field: Field, games: dict[int, list[int]]) -> list[str]:
    return [
        f"{' and '.join(worded(p) for p in points)} against {field.numbers[opponent]}"
        for opponent, points in games.items()
    ]


def _games(
    field: Field, code: TiebreakCode, i: int, tied: Sequence[int]
) -> tuple[dict[int, list[int]], list[int]]:
    met = encounters(field, code, i, set(tied))
    return met, [j for j in tied if j != i and j not in met]


def mini_match(field: Field, code: TiebreakCode, tied: Sequence[int]) -> dict[int, int]:
    """Points from all games among the tied, tenths."""
    inside = set(tied)
    return {
        i: sum(sum(points) for points in encounters(field, code, i, inside).values()) for i in tied
    }


def mini_match_working(field: Field, code: TiebreakCode, i: int, tied: Sequence[int]) -> Working:
    """One player's points in the mini-match, opponent by opponent."""
    games, _ = _games(field, code, i, tied)
    terms = tuple(
        Term(sum(points), note=f"{worded(sum(points))} against {field.numbers[opponent]}")
        for opponent, points in games.items()
    )
    return Working(mini_match(field, code, tied)[i], MINI_SHAPE, terms)
