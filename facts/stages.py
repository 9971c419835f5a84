"""PURE. How the stages of a tournament hang together: who enters one, and with what.

A stage without feeds is played by everybody who entered. The regulations of a tournament
form a graph: every feed names a stage that comes before (docs/regulations.md, Stages).
"""

from dataclasses import dataclass
from enum import StrEnum

from facts.ids import StageId


class Take(StrEnum):
    """Which players of an earlier stage a feed takes."""

    PLACES = "places"
    """Those on places ``first`` to ``last`` of it."""
    CLEAR = "clear"
    """Places 1 to ``last``, but for those who tie with players below: these play for it."""
    TIED = "tied"
    """All with as many points as the player on place ``last``, where the tie goes beyond it."""
    WINNERS = "winners"
    """Who won its match, or came through its knock-out."""
    LOSERS = "losers"
    """Who lost its match, or was knocked out."""
    NUMBERS = "numbers"
    """Those with these ``numbers`` in it: 1, 8, 9 and 16 of a list of qualifiers."""
    REST = "rest"
    """Everybody of it who is in none of the stages ``without``."""


@dataclass(frozen=True, slots=True)
class Feed:
    """Players who come from an earlier stage.

    Attributes:
        first, last: places of that stage, both inclusive; ``last`` is the cut.
        numbers: for :attr:`Take.NUMBERS` alone.
        without: for :attr:`Take.REST` alone.
    """

    stage: StageId
    take: Take
    first: int = 1
    last: int = 1
    numbers: tuple[int, ...] = ()
    without: tuple[StageId, ...] = ()


class Carried(StrEnum):
    """What players bring along from an earlier stage."""

    NOTHING = "nothing"
    POINTS = "points"
    ROUNDS = "rounds"
    """Points, opponents and colours: the same tournament goes on among fewer."""


class Numbering(StrEnum):
    """How the players of a stage get their numbers."""

    RATING = "rating"
    """The initial ranking list (C.04.2)."""
    OPPOSITE = "opposite"
    """In a round robin the list turned round: number 1 is the lowest rated."""
    OPPOSITE_ALWAYS = "opposite-always"
    """The list turned round in a Swiss as well."""
    LOT = "lot"
    """By lot, as round robins have it (C.05 Annex 1)."""
    ORDER = "order"
    """In the order in which they qualified."""


class Bracket(StrEnum):
    """Who meets whom in the further rounds of a knock-out."""

    FIXED = "fixed"
    """The winner takes the better seed of the pair, to the end."""
    RESEEDED = "reseeded"
    """In every round the first of those left meets the last of them."""


@dataclass(frozen=True, slots=True)
class StageEntry:
    """Who enters a stage, with what, and what it decides.

    Attributes:
        feeds: where the players come from; empty: everybody who entered the tournament.
        former: the stage whose places order the players, and which the tie-break ``STAGE``
            asks.
        carries, carried_from: what they bring along, and from which stage.
        numbers: how their numbers are given.
        decides: the tournament's place that the first of this stage has; None: it decides
            none.
        fill: how many come through a knock-out; None: as many as a tie at a cut leaves open.
        bracket: of a knock-out.
        swiss_above: a round robin of more players than this is played as a Swiss.
        at_least, at_most: the stage is played only by so many players: a match where two are
            tied, a round robin where more are.
        settles: the stage whose shared places are those of this one's players, in its order:
            a play-off for first place.
        former_tiebreaks: what the tie-break ``FORMER`` counts in the ``former`` stage, among
            those who are tied here.
        former_plain: it counts 1, ½ and 0 for a game there, however that stage scores.
    """

    feeds: tuple[Feed, ...] = ()
    former: StageId | None = None
    carries: Carried = Carried.NOTHING
    carried_from: StageId | None = None
    numbers: Numbering = Numbering.RATING
    decides: int | None = None
    fill: int | None = None
    bracket: Bracket = Bracket.FIXED
    swiss_above: int | None = None
    at_least: int = 1
    at_most: int | None = None
    settles: StageId | None = None
    former_tiebreaks: tuple[str, ...] = ()
    former_plain: bool = True

    def has_room_for(self, players: int) -> bool:
        """True where the stage is played by so many players."""
        return self.at_least <= players and (self.at_most is None or players <= self.at_most)
