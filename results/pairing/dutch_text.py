"""PURE. A crosstable as the TRF26 text that the Dutch engine reads.

Numbers are made dense (1 to n in the table's order), so that files with gaps or another
ranking pair alike; forfeits get colours, which the engine asks for and does not count; a
game without a result is a draw, as adjourned games are for pairing (C.04.2).
"""

from collections.abc import Mapping

from facts.fact import Side
from facts.result import ResultKind, Score
from facts.settings import Scoring
from results.crosstable.history import virtual_points
from results.crosstable.model import NOBODY, Crosstable, Entrant, Number, RoundEntry, bye_entry
from results.crosstable.scoring import entry_points, shown
from results.trf.write import point_system

_PLAYED = {Score.WIN: "1", Score.DRAW: "=", Score.LOSS: "0"}
_FORFEIT = {Score.WIN: "+", Score.DRAW: "=", Score.LOSS: "-"}
_BYE = {
    ResultKind.PAIRING_BYE: "U",
    ResultKind.FULL_BYE: "F",
    ResultKind.HALF_BYE: "H",
    ResultKind.ZERO_BYE: "Z",
}


def dutch_text(table: Crosstable, initial_colour: Side, byes: Mapping[Number, RoundEntry]) -> str:
    """The file for round ``table.played + 1``; ``byes`` are out of it before pairing."""
    dense = {entrant.number: n for n, entrant in enumerate(table.entrants, start=1)}
    lines = [
        "012 pairing",
        f"062 {len(table.entrants)}",
        "092 Individual: Swiss-System",
        f"142 {max(table.rounds, table.played + 1)}",
        f"152 {'W' if initial_colour is Side.WHITE else 'B'}",
        point_system(table.scoring),
        "192 FIDE_DUTCH",
    ]
    adjustments = []
    for entrant in table.entrants:
        bye = byes.get(entrant.number)
        entries = [entrant.entry(r) for r in range(1, table.played + 1)]
        entries += [bye] if bye is not None else []
        lines.append(_player(table, entrant, dense, entries))
        adjustments += _adjustments(table, entrant, dense[entrant.number], entries)
    lines += _accelerations(table)
    lines += _forbidden(table, dense)
    return "\n".join([*lines, *adjustments]) + "\n"


def _player(
    table: Crosstable,
    entrant: Entrant,
    dense: Mapping[Number, int],
    entries: list[RoundEntry],
) -> str:
    number = dense[entrant.number]
    points = sum(_engine_points(entry, table.scoring) for entry in entries)
    head = f"001 {number:>4}      {'P' + str(number):<33} {1000:>4}"
    cells = "".join(
        f"  {_cell(entrant.number, _two_sided(table, entrant, r, entry), dense)}"
        for r, entry in enumerate(entries, start=1)
    )
    return f"{head:<80}{shown(points):>4}{number:>5}{cells}"


def _two_sided(table: Crosstable, own: Entrant, round_no: int, entry: RoundEntry) -> RoundEntry:
    """A forfeit that the other side's line does not mention is told as a bye."""
    if entry.opponent == NOBODY or entry.kind is not ResultKind.FORFEIT:
        return entry
    if table.by_number[entry.opponent].entry(round_no).opponent == own.number:
        return entry
    won = entry.score is Score.WIN
    return bye_entry(
        ResultKind.FULL_BYE if won else ResultKind.ZERO_BYE, Score.WIN if won else Score.LOSS
    )


def _cell(own: Number, entry: RoundEntry, dense: Mapping[Number, int]) -> str:
    if entry.opponent == NOBODY:
        return f"0000 - {_BYE[entry.kind]}"
    colour = entry.colour
    if colour is None:
        colour = Side.WHITE if dense[own] < dense[entry.opponent] else Side.BLACK
    letters = _FORFEIT if entry.kind is ResultKind.FORFEIT else _PLAYED
    letter = letters[Score.DRAW if entry.score is None else entry.score]
    return f"{dense[entry.opponent]:>4} {'w' if colour is Side.WHITE else 'b'} {letter}"


def _engine_points(entry: RoundEntry, scoring: Scoring) -> int:
    """What the engine makes of an entry by the five values of the point system."""
    if entry.kind is ResultKind.PAIRING_BYE:
        return scoring.pairing_bye
    score = Score.DRAW if entry.score is None else entry.score
    if score is Score.WIN:
        return scoring.win
    if score is Score.DRAW:
        return scoring.draw
    return scoring.loss if entry.over_the_board else scoring.zero_bye


def _adjustments(
    table: Crosstable, entrant: Entrant, number: int, entries: list[RoundEntry]
) -> list[str]:
    """Record 299 for what five values cannot say: odd byes and forfeits, points carried."""
    found = []
    extra: dict[int, int] = {1: entrant.carried} if entrant.carried else {}
    for round_no, entry in enumerate(entries[: table.played], start=1):
        if entry.score is None or entry.kind is ResultKind.ADJOURNED:
            continue
        off = entry_points(entry, table.scoring) - _engine_points(entry, table.scoring)
        if off:
            extra[round_no] = off + extra.get(round_no, 0)
    for round_no, off in extra.items():
        found.append(f"299    {'':4}  {shown(off):>4}  {round_no:>3} {number:>4}")
    return found


def _accelerations(table: Crosstable) -> list[str]:
    """Record 250, one line for each run of neighbours with the same virtual points."""
    if not table.accelerations:
        return []
    lines = []
    count = len(table.entrants)
    for round_no in range(1, table.played + 2):
        points = [virtual_points(table, place, round_no) for place in range(count)]
        start = 0
        for place in range(1, count + 1):
            if place < count and points[place] == points[start]:
                continue
            if points[start]:
                span = f"{round_no:>3} {round_no:>3} {start + 1:>4} {place:>4}"
                lines.append(f"250      {shown(points[start]):>4} {span}")
            start = place
    return lines


def _forbidden(table: Crosstable, dense: Mapping[Number, int]) -> list[str]:
    lines = []
    for rule in table.forbidden:
        numbers = sorted(dense[number] for number in rule.numbers if number in dense)
        if len(numbers) > 1:
            listed = " ".join(f"{number:>4}" for number in numbers)
            lines.append(f"260 {rule.first_round:>3} {rule.last_round:>3} {listed}")
    return lines
