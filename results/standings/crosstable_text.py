"""PURE. A crosstable as people print it: a line a player, a cell a round or an opponent."""

from dataclasses import dataclass

from facts.fact import Side
from facts.result import ResultKind, Score
from results.crosstable.model import NOBODY, Number, RoundEntry
from results.crosstable.open_games import is_open
from results.crosstable.scoring import entry_points, worded
from results.standings.standings import Standings, shown_values


@dataclass(frozen=True, slots=True)
class CrossRow:
    """One player's line.

    Attributes:
        cells: one a round of a Swiss (``12w1``), one an opponent of a round robin (``1½``).
    """

    rank: int
    number: Number
    name: str
    rating: int
    cells: tuple[str, ...]
    points: str
    tiebreaks: tuple[str, ...]


_SCORES = {Score.WIN: "1", Score.DRAW: "½", Score.LOSS: "0"}
_FORFEITS = {Score.WIN: "+", Score.DRAW: "=", Score.LOSS: "-"}


def crosstable_rows(table: Standings) -> tuple[CrossRow, ...]:
    """The lines in the order of the standings."""
    players = table.field.table
    by_opponent = players.round_robin
    order = [line.number for line in table.lines]
    rows = []
    for line in table.lines:
        entrant = players.entrants[line.index]
        entries = [entrant.entry(r) for r in range(1, players.played + 1)]
        cells = (
            _against(table, line.number, entries, order)
            if by_opponent
            else [_round_cell(entry) for entry in entries]
        )
        rows.append(
            CrossRow(
                line.rank,
                line.number,
                entrant.player.name,
                entrant.player.rating,
                tuple(cells),
                worded(line.points),
                shown_values(table, line),
            )
        )
    return tuple(rows)


def _round_cell(entry: RoundEntry) -> str:
    """Opponent, colour and score; a bye as its TRF letter."""
    if entry.opponent == NOBODY:
        return {
            ResultKind.PAIRING_BYE: "bye",
            ResultKind.FULL_BYE: "F",
            ResultKind.HALF_BYE: "½",
        }.get(entry.kind, "-")
    colour = {Side.WHITE: "w", Side.BLACK: "b"}.get(entry.colour or Side.WHITE, "w")
    if entry.score is None:
        return f"{entry.opponent}{colour}"
    if is_open(entry):
        return f"{entry.opponent}{colour}?"
    scores = _FORFEITS if entry.kind is ResultKind.FORFEIT else _SCORES
    return f"{entry.opponent}{colour}{scores[entry.score]}"


def _against(
    table: Standings, own: Number, entries: list[RoundEntry], order: list[Number]
) -> list[str]:
    """The points against each opponent, in the order of the standings; ``*`` for oneself."""
    scoring = table.field.table.scoring
    cells = []
    for opponent in order:
        games = [entry for entry in entries if entry.opponent == opponent]
        shown = [
            _FORFEITS[entry.score]
            if entry.kind is ResultKind.FORFEIT and entry.score is not None
            else "?"
            if is_open(entry)
            else worded(entry_points(entry, scoring))
            for entry in games
            if entry.score is not None
        ]
        cells.append("*" if opponent == own else " ".join(shown))
    return cells


def crosstable_text(table: Standings) -> str:
    """The crosstable in fixed columns, a line a player."""
    rows = crosstable_rows(table)
    if not rows:
        return ""
    widths = [max(len(row.cells[i]) for row in rows) for i in range(len(rows[0].cells))]
    lines = []
    for row in rows:
        cells = " ".join(f"{cell:>{width}}" for cell, width in zip(row.cells, widths, strict=True))
        values = " ".join(f"{value:>7}" for value in row.tiebreaks)
        head = f"{row.rank:>3} {row.number:>4} {row.name[:28]:28} {row.rating or '':>4}"
        lines.append(f"{head}  {cells}  {row.points:>5} {values}".rstrip())
    return "\n".join(lines) + "\n"
