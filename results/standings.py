"""PURE. Standings: points, then the tie-breaks in their order, each on whoever is still tied.

Ranks that stay tied are shared; a lot breaks them only where the list says so (C.07 4.2).
Every value can show its working: :func:`explain`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from facts.ids import RoundNo, StageId, TournamentId
from facts.views import StandingRow, StandingsTable
from results.errors import UsageError
from results.model import Crosstable, Number
from results.tiebreaks.average_buchholz import decimals
from results.tiebreaks.code import Edition, TiebreakCode, parse_code
from results.tiebreaks.field import Extras, Field
from results.tiebreaks.table import Tiebreak, tiebreak_of
from results.tiebreaks.working import Shape, Value, Working, shown_value

POINTS = "PTS"


@dataclass(frozen=True, slots=True)
class Line:
    """One player's line.

    Attributes:
        index: place in the crosstable's entrants.
        values: one for each column.
    """

    rank: int
    number: Number
    index: int
    points: int
    values: tuple[Value, ...]
    shared: bool


@dataclass(frozen=True)
class Standings:
    """A table of standings, the first line first.

    Attributes:
        codes: the columns after the points.
        tied: for each column, the groups that were tied when it was reached, by index.
    """

    field: Field
    codes: tuple[TiebreakCode, ...]
    lines: tuple[Line, ...]
    tied: tuple[tuple[tuple[int, ...], ...], ...]

    def line_of(self, number: Number) -> Line:
        """The line of a player; raises UsageError for nobody's number."""
        for line in self.lines:
            if line.number == number:
                return line
        raise UsageError(f"{number} is nobody's number")


def standings(
    table: Crosstable,
    codes: Sequence[str],
    edition: Edition = Edition.OF_2026,
    unrated: int | None = None,
    extras: Extras | None = None,
) -> Standings:
    """The standings of a table.

    Args:
        table: with its results up to ``table.played`` rounds.
        codes: tie-breaks in order, after the points; where ``PTS`` is among them the points
            have the place that it gives them.
        edition: of the rules on unplayed rounds.
        unrated: what unrated players count as in rating tie-breaks.
        extras: moves, places of a former stage, lots.

    Raises:
        UsageError: a code that cannot be read.
    """
    parsed = tuple(parse_code(code) for code in codes)
    field = Field(table, edition, unrated, extras or Extras())
    columns = parsed if any(c.name == POINTS for c in parsed) else (parse_code(POINTS), *parsed)
    groups: list[tuple[int, ...]] = [tuple(range(field.size))] if field.size else []
    values: list[dict[int, Value]] = []
    tied: list[tuple[tuple[int, ...], ...]] = []
    for code in columns:
        tied.append(tuple(group for group in groups if len(group) > 1))
        found, groups = _apply(field, code, groups)
        values.append(found)
    skip = len(columns) - len(parsed)
    lines = []
    place = 1
    for group in groups:
        for i in group:
            row = tuple(column[i] for column in values[skip:])
            shared = len(group) > 1
            lines.append(Line(place, field.numbers[i], i, field.points[i], row, shared))
        place += len(group)
    return Standings(field, parsed, tuple(lines), tuple(tied[skip:]))


def _apply(
    field: Field, code: TiebreakCode, groups: list[tuple[int, ...]]
) -> tuple[dict[int, Value], list[tuple[int, ...]]]:
    """Everybody's values of one column, and the groups that are tied after it."""
    tiebreak = tiebreak_of(code)
    values: dict[int, Value] = {}
    if tiebreak.values is not None:
        values = dict(enumerate(tiebreak.values(field, code)))
    after: list[tuple[int, ...]] = []
    place = 1
    for group in groups:
        if tiebreak.tied_values is not None:
            alone = len(group) == 1 or not code.applies_to(place, place + len(group) - 1)
            values.update(
                dict.fromkeys(group, 0) if alone else tiebreak.tied_values(field, code, group)
            )
        after += _split(tiebreak, code, group, place, values)
        place += len(group)
    return values, after


def _split(
    tiebreak: Tiebreak,
    code: TiebreakCode,
    group: tuple[int, ...],
    place: int,
    values: dict[int, Value],
) -> list[tuple[int, ...]]:
    if len(group) == 1 or not code.applies_to(place, place + len(group) - 1):
        return [group]
    parts: dict[Value, list[int]] = {}
    for i in group:
        parts.setdefault(values[i], []).append(i)
    if len(parts) == 1:
        return [group]
    low_first = tiebreak.low_first != code.reverse
    present = sorted((v for v in parts if v is not None), reverse=not low_first)
    ordered: list[Value] = [*present, *([None] if None in parts else [])]
    return [tuple(parts[value]) for value in ordered]


def explain(table: Standings, number: Number, column: int) -> Working:
    """How a player's value in a column came about."""
    code = table.codes[column]
    tiebreak = tiebreak_of(code)
    i = table.line_of(number).index
    if tiebreak.working is not None:
        return tiebreak.working(table.field, code, i)
    group = next((g for g in table.tied[column] if i in g), None)
    if group is None or tiebreak.tied_working is None:
        return Working(0, Shape.WHOLE, (), ("nobody was tied with this player any more",))
    return tiebreak.tied_working(table.field, code, i, group)


def shown_values(table: Standings, line: Line) -> tuple[str, ...]:
    """A line's values as decimal strings."""
    places = decimals(table.field.rounds)
    return tuple(
        shown_value(value, tiebreak_of(code).shape, places)
        for code, value in zip(table.codes, line.values, strict=True)
    )


def standings_view(
    table: Standings, tournament: TournamentId, stage: StageId, official: bool
) -> StandingsTable:
    """The standings as other packages show them."""
    rows = []
    for line in table.lines:
        player = table.field.table.entrants[line.index].player
        rows.append(
            StandingRow(
                rank=line.rank,
                number=line.number,
                player=player.id,
                name=player.name,
                federation=player.federation,
                rating=player.rating,
                points=shown_value(line.points, Shape.TENTHS),
                tiebreaks=shown_values(table, line),
                shared=line.shared,
            )
        )
    return StandingsTable(
        tournament=tournament,
        stage=stage,
        round_no=RoundNo(table.field.rounds),
        codes=tuple(code.text for code in table.codes),
        rows=tuple(rows),
        official=official,
    )
