"""PURE. Buchholz (C.07 8.1, BH) and Fore Buchholz (8.3, FB), with their cuts."""

from collections.abc import Sequence

from results.crosstable.scoring import worded
from results.standings.tiebreaks.code import Edition, TiebreakCode
from results.standings.tiebreaks.cuts import Part, cut
from results.standings.tiebreaks.field import Cell, Field
from results.standings.tiebreaks.working import Shape, Term, Working

SHAPE = Shape.TENTHS


def buchholz(field: Field, code: TiebreakCode, who: Sequence[int]) -> list[int]:
    """The Buchholz of some players in tenths."""
    scores = Scores(field, code, fore=code.name == "FB")
    if not (code.low or code.high):
        return [scores.total(i) for i in who]
    found = []
    for i in who:
        parts = scores.parts(i)
        gone = cut(parts, code.low, code.high, field.rounds)
        found.append(sum(p.value for p in parts) - sum(p.value for p in gone))
    return found


def buchholz_working(field: Field, code: TiebreakCode, i: int) -> Working:
    """How one player's Buchholz came about."""
    scores = Scores(field, code, fore=code.name == "FB")
    parts = scores.parts(i)
    gone = cut(parts, code.low, code.high, field.rounds)
    terms = tuple(Term(part.value, note=scores.note(i, part), cut=part in gone) for part in parts)
    value = sum(term.value for term in terms if not term.cut)
    return Working(value, SHAPE, terms)


class Scores:
    """The score that each round of each player counts with: an opponent's, or a dummy's."""

    def __init__(self, field: Field, code: TiebreakCode, fore: bool = False) -> None:
        """Lay out the adjusted and own scores; ``fore`` makes the last round draws (8.3)."""
        self._field = field
        self._edition = code.edition or field.edition
        if self._edition is not field.edition:
            self._field = Field(field.table, self._edition, field.unrated, field.extras)
        self._round_robin = field.table.round_robin and not code.as_swiss
        self._as_games = code.forfeits_played or self._round_robin
        self._fore = fore
        self._adjusted = list(self._field.adjusted)
        self._own = list(self._field.points)
        if fore:
            self._make_fore()

    def _make_fore(self) -> None:
        """Paired games of the final round count as draws (C.07 8.3)."""
        field, last = self._field, self._field.rounds - 1
        if field.rounds != field.all_rounds or last < 0:
            return
        draw = field.table.scoring.draw
        for i in range(field.size):
            cell = field.cells[i][last]
            if cell.opponent >= 0:
                self._adjusted[i] = field.game_points[i] + draw - cell.points
                self._own[i] = field.points[i] + draw - cell.points

    def parts(self, i: int) -> list[Part]:
        """One part a round: value and score are the same for Buchholz."""
        adjusted = self._adjusted
        found = []
        for r, cell in enumerate(self._field.cells[i]):
            if cell.played or self._is_game(cell, r):
                score = adjusted[cell.opponent]
                found.append(Part(score, score, False, r))
            elif not self._round_robin:
                score = self._dummy(i, r, cell)
                found.append(Part(score, score, cell.voluntary, r))
        return found

    def total(self, i: int) -> int:
        """The sum of all parts, without making them."""
        adjusted, total = self._adjusted, 0
        for r, cell in enumerate(self._field.cells[i]):
            if cell.played or self._is_game(cell, r):
                total += adjusted[cell.opponent]
            elif not self._round_robin:
                total += self._dummy(i, r, cell)
        return total

    def _is_game(self, cell: Cell, r: int) -> bool:
        if cell.opponent < 0:
            return False
        return cell.played or self._as_games or (self._fore and r + 1 == self._field.all_rounds)

    def _dummy(self, i: int, r: int, cell: Cell) -> int:
        """The score of the dummy that an unplayed round is a game against (C.07 16.4)."""
        if self._edition is Edition.BEFORE_2023:
            return self._virtual(i, r, cell)
        own = self._own[i]
        if self._edition is Edition.OF_2024:
            return own
        return min(own, self._cap(cell))

    def _cap(self, cell: Cell) -> int:
        if cell.opponent >= 0:
            return self._adjusted[cell.opponent]
        return self._field.table.scoring.draw * self._field.rounds

    def _virtual(self, i: int, r: int, cell: Cell) -> int:
        """The virtual opponent: own score before, what is left of the point, then draws."""
        field = self._field
        scoring = field.table.scoring
        before = field.table.entrants[i].carried + sum(c.points for c in field.cells[i][:r])
        return before + scoring.win - cell.points + scoring.draw * (field.rounds - r - 1)

    def note(self, i: int, part: Part) -> str:
        """What is special about a part, in a sentence; empty where nothing is."""
        field, r = self._field, part.round_index
        cell = field.cells[i][r]
        if self._is_game(cell, r):
            return self._adjusted_note(r, cell.opponent)
        what = "a bye" if cell.opponent < 0 else "a forfeit"
        if self._edition is Edition.BEFORE_2023:
            return f"round {r + 1}, {what}, counts as {worded(part.score)}: a virtual opponent"
        text = f"round {r + 1}, {what}, counts as a game against yourself"
        own = self._own[i]
        if self._edition is Edition.OF_2024 or part.score == own:
            return f"{text} ({worded(own)}), C.07.16.4"
        if cell.opponent >= 0:
            cap = f"capped at the scheduled opponent's {worded(part.score)}, C.07.16.4.1"
        else:
            cap = f"capped at {worded(part.score)}, a draw in every round, C.07.16.4.2"
        return f"{text} ({worded(own)}), {cap}"

    def _adjusted_note(self, r: int, opponent: int) -> str:
        field = self._field
        points, adjusted = field.points[opponent], self._adjusted[opponent]
        if points == adjusted:
            return ""
        number = field.numbers[opponent]
        head = f"round {r + 1}: {number} has {worded(points)}, counted as {worded(adjusted)}"
        if self._fore:
            return f"{head}, the last round as a draw (C.07.8.3)"
        if self._edition is Edition.BEFORE_2023:
            return f"{head}, unplayed rounds as draws"
        return f"{head}, requested byes at the end as draws (C.07.16.3.2)"
