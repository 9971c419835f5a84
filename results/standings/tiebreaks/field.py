"""PURE. A crosstable laid out for counting: players by index, rounds by index, whole numbers.

Everything that several tie-breaks share is computed once and kept: one ``Field`` stands for
one crosstable under one edition of the rules. Indexes are places in ``table.entrants``, not
pairing numbers; round indexes begin at 0.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from facts.fact import Side
from facts.result import Score
from results.crosstable.model import NOBODY, Crosstable, Number, RoundEntry
from results.crosstable.scoring import entry_points
from results.crosstable.unplayed import TABLE, kind_of
from results.standings.tiebreaks.code import Edition


class Cell(NamedTuple):
    """One player's round; a tuple, since a large field has ten thousand of them.

    Attributes:
        opponent: the index of the scheduled opponent, -1 without one.
        points: tenths.
        played: over the board (or with a result still to come).
        voluntary: a voluntarily unplayed round (C.07 16.1.2).
        requested: a requested bye (C.07 16.1.1).
        half_points: 2, 1 or 0 for a win, draw or loss over the board; 0 else.
        black: had the black men in a game that was played.
        open: the game has no result yet.
    """

    opponent: int
    points: int
    played: bool
    voluntary: bool
    requested: bool
    half_points: int
    black: bool
    open: bool


class FormerPlace(NamedTuple):
    """A tied player's place by a former stage's results among the tied, and why."""

    place: int
    why: str


FormerResults = Callable[[Sequence[Number]], Mapping[Number, FormerPlace]]
"""The places of some tied players by their results in a former stage."""


@dataclass(frozen=True, slots=True)
class Extras:
    """What some tie-breaks need and no crosstable holds.

    Attributes:
        moves: own moves of each player (MOVES).
        former_places: places in a former stage (STAGE).
        lots: players in the order that the lot gave (LOTS).
        former_results: orders tied players by a former stage's results (FORMER).
    """

    moves: Mapping[Number, int] = field(default_factory=dict)
    former_places: Mapping[Number, int] = field(default_factory=dict)
    lots: Mapping[Number, int] = field(default_factory=dict)
    former_results: FormerResults | None = None


@dataclass(frozen=True)
class Field:
    """A crosstable under an edition.

    Attributes:
        unrated: what an unrated player counts as, None where no rule says.
    """

    table: Crosstable
    edition: Edition = Edition.OF_2026
    unrated: int | None = None
    extras: Extras = field(default_factory=Extras)

    @property
    def size(self) -> int:
        """How many players there are."""
        return len(self.table.entrants)

    @property
    def rounds(self) -> int:
        """How many rounds count so far."""
        return self.table.played

    @property
    def all_rounds(self) -> int:
        """How many rounds there are in all."""
        return max(self.table.rounds, self.table.played)

    @cached_property
    def numbers(self) -> tuple[Number, ...]:
        """Pairing numbers by index."""
        return tuple(entrant.number for entrant in self.table.entrants)

    @cached_property
    def ratings(self) -> tuple[int | None, ...]:
        """Ratings by index; what is unrated counts as ``unrated``."""
        return tuple(e.player.rating or self.unrated for e in self.table.entrants)

    @cached_property
    def index(self) -> Mapping[Number, int]:
        """Indexes by pairing number; -1 for nobody."""
        return {NOBODY: -1, **{number: i for i, number in enumerate(self.numbers)}}

    @cached_property
    def cells(self) -> tuple[tuple[Cell, ...], ...]:
        """Everybody's rounds."""
        return tuple(self.row(i) for i in range(self.size))

    def changed(self, table: Crosstable, who: Sequence[int]) -> "Field":
        """The field of ``table``, which differs from this one's in the rows of ``who`` alone."""
        made = Field(table, self.edition, self.unrated, self.extras)
        fresh = {i: made.row(i) for i in who}
        cells = list(self.cells)
        for i, row in fresh.items():
            cells[i] = row
        game_points = list(self.game_points)
        points = list(self.points)
        for i, row in fresh.items():
            game_points[i] = sum(cell.points for cell in row)
            points[i] = table.entrants[i].carried + game_points[i]
        made.__dict__.update(
            numbers=self.numbers,
            index=self.index,
            ratings=self.ratings,
            cells=tuple(cells),
            game_points=tuple(game_points),
            points=tuple(points),
        )
        adjusted = list(self.adjusted)
        for i in who:
            adjusted[i] = made.adjusted_of(i)
        made.__dict__["adjusted"] = tuple(adjusted)
        return made

    def row(self, i: int) -> tuple[Cell, ...]:
        """One player's rounds, read from the table."""
        entrant = self.table.entrants[i]
        return tuple(self._cell(entrant.entry(r)) for r in range(1, self.rounds + 1))

    def _cell(self, entry: RoundEntry) -> Cell:
        key = (entry.kind, entry.score, entry.colour, entry.awarded, entry.opponent == NOBODY)
        rest = self._known.get(key)
        if rest is None:
            rest = self._known[key] = self._meaning(entry)
        return Cell(self.index[entry.opponent], *rest)

    @cached_property
    def _known(self) -> dict[object, tuple[int, bool, bool, bool, int, bool, bool]]:
        """What kinds of entries mean: few differ in more than the opponent."""
        return {}

    def _meaning(self, entry: RoundEntry) -> tuple[int, bool, bool, bool, int, bool, bool]:
        kind = kind_of(entry)
        row = TABLE[kind] if kind is not None else None
        played = row is None
        half_points = {Score.WIN: 2, Score.DRAW: 1}.get(entry.score or Score.LOSS, 0)
        return (
            entry_points(entry, self.table.scoring),
            played,
            row is not None and row.voluntary,
            row is not None and row.requested,
            half_points if played else 0,
            played and entry.colour is Side.BLACK,
            entry.score is None,
        )

    @cached_property
    def points(self) -> tuple[int, ...]:
        """Everybody's points so far, tenths."""
        return tuple(
            entrant.carried + sum(cell.points for cell in row)
            for entrant, row in zip(self.table.entrants, self.cells, strict=True)
        )

    @cached_property
    def game_points(self) -> tuple[int, ...]:
        """The points without those carried along: what adjusted scores begin from."""
        return tuple(sum(cell.points for cell in row) for row in self.cells)

    @cached_property
    def adjusted(self) -> tuple[int, ...]:
        """The scores that opponents see (C.07 16.3), tenths.

        Requested byes that are followed by nothing but voluntarily unplayed rounds, or lie
        in the last round, count as draws; everything else as awarded. Before 2023 every
        unplayed round counted as a draw.
        """
        return tuple(self.adjusted_of(i) for i in range(self.size))

    def adjusted_of(self, i: int) -> int:
        """One player's adjusted score."""
        if self.table.round_robin:
            return self.game_points[i]
        return self.game_points[i] + self.adjustment(i)

    def adjustment(self, i: int) -> int:
        """What :attr:`adjusted` adds to a player's points, tenths."""
        draw = self.table.scoring.draw
        if self.edition is Edition.BEFORE_2023:
            return sum(draw - cell.points for cell in self.cells[i] if not cell.played)
        return sum(draw - self.cells[i][r].points for r in self.trailing_byes(i))

    def trailing_byes(self, i: int) -> list[int]:
        """Indexes of the rounds of category 16.2.5."""
        found = []
        for r in range(self.rounds - 1, -1, -1):
            cell = self.cells[i][r]
            if not cell.voluntary:
                break
            if cell.requested:
                found.append(r)
        return found
