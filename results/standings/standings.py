"""PURE. Standings: points, then the tie-breaks in their order, each on whoever is still tied.

Ranks that stay tied are shared; a lot breaks them only where the list says so (C.07 4.2).
Every value can show its working: :func:`explain`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from facts.ids import RoundNo, StageId, TournamentId
from facts.views import StandingRow, StandingsTable
from results.crosstable.model import Crosstable, Number
from results.errors import UsageError
from results.standings.tiebreaks.average_buchholz import decimals
from results.standings.tiebreaks.code import Edition, TiebreakCode, parse_code
from results.standings.tiebreaks.field import Extras, Field
from results.standings.tiebreaks.table import Tiebreak, tiebreak_of
from results.standings.tiebreaks.working import Shape, Value, Working, shown_value

POINTS = "PTS"
MAX_REACH = 2
"""No tie-break looks further than opponents' opponents."""


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


@dataclass(frozen=True, slots=True)
class Column:
    """One code with everybody's values, by index.

    Attributes:
        tied: the groups that were tied when the column was reached.
    """

    code: TiebreakCode
    values: tuple[Value, ...]
    tied: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Standings:
    """A table of standings, the first line first.

    Attributes:
        columns: all of them, the points included.
        codes: the columns that were asked for.
    """

    field: Field
    columns: tuple[Column, ...]
    codes: tuple[TiebreakCode, ...]
    lines: tuple[Line, ...]

    def line_of(self, number: Number) -> Line:
        """The line of a player; raises UsageError for nobody's number."""
        for line in self.lines:
            if line.number == number:
                return line
        raise UsageError(f"{number} is nobody's number")

    @property
    def skipped(self) -> int:
        """How many columns come before those that were asked for."""
        return len(self.columns) - len(self.codes)


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
    return _ranked(field, parsed, None, ())


def recounted(before: Standings, table: Crosstable, changed: Sequence[Number]) -> Standings:
    """The standings after the results of a few players changed, counted anew only where needed.

    Args:
        before: of the same players, rounds and codes.
        table: the new table, which differs in the entries of ``changed`` alone.
        changed: both players of every game that changed.
    """
    index = {number: i for i, number in enumerate(before.field.numbers)}
    touched = tuple(sorted(index[number] for number in changed))
    return _ranked(before.field.changed(table, touched), before.codes, before, touched)


def _ranked(
    field: Field, parsed: tuple[TiebreakCode, ...], before: Standings | None, touched: Sequence[int]
) -> Standings:
    with_points = any(code.name == POINTS for code in parsed)
    codes = parsed if with_points else (parse_code(POINTS), *parsed)
    who = _ranked_indexes(field)
    groups: list[tuple[int, ...]] = [who] if who else []
    columns = []
    rings = _rings(field, touched) if before is not None else ()
    for place, code in enumerate(codes):
        tied = tuple(group for group in groups if len(group) > 1)
        old = before.columns[place] if before is not None else None
        tiebreak = tiebreak_of(code)
        if tiebreak.values is not None:
            values = _values(field, code, tiebreak, old, rings)
        else:
            values = _tied_values(field, code, tiebreak, groups, old, touched)
        columns.append(Column(code, tuple(values), tied))
        groups = _apply(code, tiebreak, groups, values)
    skipped = len(codes) - len(parsed)
    return Standings(field, tuple(columns), parsed, _lines(field, columns[skipped:], groups))


def _ranked_indexes(field: Field) -> tuple[int, ...]:
    ranked = field.table.ranked
    numbers = enumerate(field.numbers)
    return tuple(i for i, number in numbers if ranked is None or number in ranked)


def _lines(
    field: Field, columns: Sequence[Column], groups: Sequence[tuple[int, ...]]
) -> tuple[Line, ...]:
    rows = list(zip(*(column.values for column in columns), strict=True)) if columns else []
    lines = []
    place = 1
    for group in groups:
        shared = len(group) > 1
        for i in group:
            row = rows[i] if rows else ()
            lines.append(Line(place, field.numbers[i], i, field.points[i], row, shared))
        place += len(group)
    return tuple(lines)


def _rings(field: Field, touched: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Whose values may change: the touched, their opponents too, and those opponents' too."""
    rings = [tuple(touched)]
    for _ in range(MAX_REACH):
        wider = set(rings[-1])
        for i in rings[-1]:
            wider.update(cell.opponent for cell in field.cells[i] if cell.opponent >= 0)
        rings.append(tuple(sorted(wider)))
    return tuple(rings)


def _values(
    field: Field,
    code: TiebreakCode,
    tiebreak: Tiebreak,
    old: Column | None,
    rings: tuple[tuple[int, ...], ...],
) -> list[Value]:
    assert tiebreak.values is not None
    if old is None:
        return list(tiebreak.values(field, code, range(field.size)))
    who = rings[tiebreak.reach]
    values = list(old.values)
    for i, value in zip(who, tiebreak.values(field, code, who), strict=True):
        values[i] = value
    return values


def _tied_values(
    field: Field,
    code: TiebreakCode,
    tiebreak: Tiebreak,
    groups: Sequence[tuple[int, ...]],
    old: Column | None,
    touched: Sequence[int],
) -> list[Value]:
    """Values among the tied; groups that nothing touched keep theirs."""
    assert tiebreak.tied_values is not None
    values: list[Value] = [0] * field.size
    known = set(old.tied) if old is not None else set()
    place = 1
    for group in groups:
        last = place + len(group) - 1
        if len(group) > 1 and code.applies_to(place, last):
            if old is not None and group in known and not set(group).intersection(touched):
                for i in group:
                    values[i] = old.values[i]
            else:
                for i, value in tiebreak.tied_values(field, code, group).items():
                    values[i] = value
        place = last + 1
    return values


def _apply(
    code: TiebreakCode,
    tiebreak: Tiebreak,
    groups: Sequence[tuple[int, ...]],
    values: Sequence[Value],
) -> list[tuple[int, ...]]:
    """The groups that are tied after a column."""
    low_first = tiebreak.low_first != code.reverse
    after: list[tuple[int, ...]] = []
    place = 1
    for group in groups:
        last = place + len(group) - 1
        if len(group) == 1 or not code.applies_to(place, last):
            after.append(group)
        else:
            after += _split(group, values, low_first)
        place = last + 1
    return after


def _split(
    group: tuple[int, ...], values: Sequence[Value], low_first: bool
) -> list[tuple[int, ...]]:
    parts: dict[Value, list[int]] = {}
    for i in group:
        parts.setdefault(values[i], []).append(i)
    if len(parts) == 1:
        return [group]
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
    tied = table.columns[table.skipped + column].tied
    group = next((g for g in tied if i in g), None)
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
