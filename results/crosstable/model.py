"""PURE. A stage as pairing, tie-breaks and TRF see it: numbers, entries, rounds.

Both the log (``results/rounds/table.py``) and a TRF file (``results/trf``) are turned into a
:class:`Crosstable`; everything that counts or pairs works on that alone. Points are
integers in tenths.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NewType

from facts.fact import Side
from facts.player import Player
from facts.result import BYES, Result, ResultKind, Score
from facts.settings import Scoring

Points = NewType("Points", int)
"""Points in tenths: a win of one point is 10."""
Number = NewType("Number", int)
"""A pairing number (TPN), from 1; 0 stands for nobody."""

NOBODY = Number(0)


@dataclass(frozen=True, slots=True)
class RoundEntry:
    """One player's part in one round.

    Attributes:
        opponent: whom the player was paired with, 0 for a bye.
        colour: the colour they had or would have had, None for a bye.
        score: what they got, None while the game has no result.
        kind: how the result came about; PLAYED for a game that has none yet.
        awarded: tenths, where the points do not follow from the score alone: a meeting of
            several games, such as a draw and an Armageddon game.
    """

    opponent: Number
    colour: Side | None
    score: Score | None
    kind: ResultKind = ResultKind.PLAYED
    awarded: Points | None = None

    @property
    def over_the_board(self) -> bool:
        """True where a game was played that counts for colours (C.04.2)."""
        return self.opponent != NOBODY and self.kind is not ResultKind.FORFEIT


ABSENT = RoundEntry(NOBODY, None, Score.LOSS, ResultKind.ZERO_BYE)
"""A round that a player missed: a zero-point bye."""


def bye_entry(kind: ResultKind, score: Score) -> RoundEntry:
    """A round without an opponent."""
    assert kind in BYES, f"{kind} is no bye"
    return RoundEntry(NOBODY, None, score, kind)


def game_entries(
    white: Number, black: Number, result: Result | None
) -> tuple[RoundEntry, RoundEntry]:
    """White's and Black's entry of a game; without a score while it has no result."""
    if result is None or result.black is None:
        return RoundEntry(black, Side.WHITE, None), RoundEntry(white, Side.BLACK, None)
    return (
        RoundEntry(black, Side.WHITE, result.white, result.kind),
        RoundEntry(white, Side.BLACK, result.black, result.kind),
    )


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player of a stage with a number and one entry a round, the first round first.

    Attributes:
        entries: may end early; what is missing was missed (see :meth:`entry`).
        carried: points brought along from elsewhere, tenths.
    """

    number: Number
    player: Player
    entries: tuple[RoundEntry, ...]
    carried: Points = Points(0)

    def entry(self, round_no: int) -> RoundEntry:
        """The entry of ``round_no`` (from 1); a zero-point bye where there is none."""
        return self.entries[round_no - 1] if round_no <= len(self.entries) else ABSENT


@dataclass(frozen=True, slots=True)
class Acceleration:
    """Virtual points (tenths) for numbers ``first`` to ``last`` in some rounds (TRF 250)."""

    first_round: int
    last_round: int
    first: Number
    last: Number
    points: Points


@dataclass(frozen=True, slots=True)
class Forbidden:
    """Players who must not meet one another in some rounds (TRF 260)."""

    first_round: int
    last_round: int
    numbers: frozenset[Number]


@dataclass(frozen=True)
class Crosstable:
    """Everything about a stage that counts, up to ``played`` rounds.

    Attributes:
        entrants: in order of their numbers, which may have gaps.
        rounds: how many the stage has in all.
        played: how many have been paired; results may still be missing in the last.
        round_robin: tie-breaks differ there (C.07.15).
        initial_colour: the lot drawn for round 1, None while it is not known.
        byes_ahead: byes that were given for rounds not yet paired, by round and number.
        rated: entries that count for rating in place of those of the standings.
        ranked: who has a place; None: everybody. Others went to another stage, and are there
            as the opponents of rounds that were carried over.
    """

    entrants: tuple[Entrant, ...]
    rounds: int
    played: int
    scoring: Scoring = field(default_factory=Scoring)
    round_robin: bool = False
    initial_colour: Side | None = None
    accelerations: tuple[Acceleration, ...] = ()
    forbidden: tuple[Forbidden, ...] = ()
    byes_ahead: Mapping[tuple[int, Number], RoundEntry] = field(default_factory=dict)
    rated: Mapping[tuple[int, Number], RoundEntry] = field(default_factory=dict)
    ranked: frozenset[Number] | None = None

    @cached_property
    def by_number(self) -> Mapping[Number, Entrant]:
        """The entrants by their numbers."""
        return {entrant.number: entrant for entrant in self.entrants}

    def after(self, round_no: int) -> "Crosstable":
        """The table as it was after ``round_no`` rounds; everything else stays."""
        cut = tuple(
            Entrant(e.number, e.player, e.entries[:round_no], e.carried) for e in self.entrants
        )
        return replace(self, entrants=cut, played=min(round_no, self.played))

    def with_byes(self, ahead: Mapping[tuple[int, Number], RoundEntry]) -> "Crosstable":
        """The table with other byes given ahead."""
        return replace(self, byes_ahead=dict(ahead))
