"""PURE. What every pairing system answers: pairs in board order, a bye, and the reasons."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from results.crosstable.history import History
from results.crosstable.model import NOBODY, Number


@dataclass(frozen=True, slots=True)
class Pair:
    """Two players who meet; ``black`` is 0 for the pairing-allocated bye of ``white``."""

    white: Number
    black: Number

    def __str__(self) -> str:
        """Such as ``1 – 3`` or ``bye for 5``."""
        return f"bye for {self.white}" if self.is_bye else f"{self.white} – {self.black}"

    @property
    def is_bye(self) -> bool:
        """True for the pairing-allocated bye."""
        return self.black == NOBODY

    @property
    def numbers(self) -> frozenset[Number]:
        """The players of the pair."""
        return frozenset({self.white, self.black} - {NOBODY})


@dataclass(frozen=True, slots=True)
class RoundPairing:
    """A round as a pairing system made it.

    Attributes:
        pairs: in board order, the bye last.
        reasons: why each pair was made, in sentences; as many as there are pairs.
        engine: what made it, with its version.
    """

    pairs: tuple[Pair, ...]
    reasons: tuple[str, ...]
    engine: str

    @property
    def bye(self) -> Number | None:
        """Who has the pairing-allocated bye."""
        return next((pair.white for pair in self.pairs if pair.is_bye), None)


def board_order(pairs: Sequence[Pair], histories: Mapping[Number, History]) -> tuple[Pair, ...]:
    """The pairs in the order of boards (C.04.2): the first is board 1, the bye comes last.

    By the points of the higher player of a pair, the points of both together, and the
    number of the higher player. Points are those of the standings, without acceleration.
    """

    def key(pair: Pair) -> tuple[bool, int, int, int]:
        both = [histories[number] for number in pair.numbers]
        higher = min(both, key=lambda history: (-history.points, history.place))
        together = sum(history.points for history in both)
        return pair.is_bye, -higher.points, -together, higher.place

    return tuple(sorted(pairs, key=key))
