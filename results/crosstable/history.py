"""PURE. What a player brings into the pairing of a round: points, opponents, colours, byes.

Only games that were played count for colours and for who has met whom (C.04.2, C.04.3 1.6).
"""

from dataclasses import dataclass
from enum import IntEnum

from facts.fact import Side
from facts.result import ResultKind
from results.crosstable.model import Crosstable, Entrant, Number, Points
from results.crosstable.scoring import entry_points, total


class Strength(IntEnum):
    """How strong a colour preference is (C.04.3 1.7)."""

    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


@dataclass(frozen=True, slots=True)
class Preference:
    """A colour preference; ``side`` is None where there is none."""

    side: Side | None
    strength: Strength


@dataclass(frozen=True, slots=True)
class History:
    """One player before a round.

    Attributes:
        place: 0 for the first of the numbers that are in use; breaks ties.
        points: tenths, without acceleration.
        pairing_points: tenths, with the virtual points of the round to pair (C.04.7).
        opponents: whom the player met over the board.
        colours: of the games played, in order.
        barred_from_bye: had a pairing-allocated bye, or scored a win without playing (C2).
        unplayed: rounds without a game.
    """

    number: Number
    place: int
    points: Points
    pairing_points: Points
    opponents: frozenset[Number]
    colours: tuple[Side, ...]
    barred_from_bye: bool
    unplayed: int

    @property
    def difference(self) -> int:
        """Games with White minus games with Black (C.04.3 1.6)."""
        whites = self.colours.count(Side.WHITE)
        return whites - (len(self.colours) - whites)

    @property
    def preference(self) -> Preference:
        """The colour preference (C.04.3 1.7)."""
        difference = self.difference
        last_two = self.colours[-2:]
        if difference < -1 or (difference <= 1 and last_two == (Side.BLACK, Side.BLACK)):
            return Preference(Side.WHITE, Strength.ABSOLUTE)
        if difference > 1 or (difference >= -1 and last_two == (Side.WHITE, Side.WHITE)):
            return Preference(Side.BLACK, Strength.ABSOLUTE)
        if difference != 0:
            return Preference(Side.WHITE if difference < 0 else Side.BLACK, Strength.STRONG)
        if self.colours:
            return Preference(other(self.colours[-1]), Strength.MILD)
        return Preference(None, Strength.NONE)


def other(side: Side) -> Side:
    """The other colour."""
    return Side.BLACK if side is Side.WHITE else Side.WHITE


def histories(table: Crosstable) -> dict[Number, History]:
    """Every entrant before round ``table.played + 1``."""
    return {
        entrant.number: _history(table, entrant, place)
        for place, entrant in enumerate(table.entrants)
    }


def _history(table: Crosstable, entrant: Entrant, place: int) -> History:
    entries = [entrant.entry(r) for r in range(1, table.played + 1)]
    games = [entry for entry in entries if entry.over_the_board]
    points = total(entrant, table.played, table.scoring)
    win = table.scoring.win
    barred = any(
        entry.kind is ResultKind.PAIRING_BYE
        or (not entry.over_the_board and entry_points(entry, table.scoring) >= win)
        for entry in entries
    )
    return History(
        number=entrant.number,
        place=place,
        points=points,
        pairing_points=Points(points + virtual_points(table, place, table.played + 1)),
        opponents=frozenset(entry.opponent for entry in games),
        colours=tuple(entry.colour for entry in games if entry.colour is not None),
        barred_from_bye=barred,
        unplayed=len(entries) - len(games),
    )


def virtual_points(table: Crosstable, place: int, round_no: int) -> int:
    """The acceleration of a player in a round (C.04.7, TRF 250); of several the last counts."""
    number = table.entrants[place].number
    points = 0
    for given in table.accelerations:
        if given.first_round <= round_no <= given.last_round and (
            given.first <= number <= given.last
        ):
            points = given.points
    return points


def is_topscorer(history: History, table: Crosstable) -> bool:
    """True for more than half the maximum when the last round is paired (C.04.3 1.8)."""
    is_last = table.played + 1 >= table.rounds
    return is_last and 2 * history.pairing_points > table.scoring.win * table.played
