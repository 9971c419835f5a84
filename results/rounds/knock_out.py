"""PURE. A knock-out that fills a number of places: who meets whom, and who is left.

The schedule is made so that the last round has as many matches as there are places: with
``p`` places and ``n`` players, the main rounds begin with ``p·2^k`` players, the largest such
number not above ``n``, and a preliminary round among the lowest ``2(n - p·2^k)`` gets there.
For ``p < n < 2p`` the preliminary round is the only one. In every round the first meets the
last, the second the last but one (regulations of the European Rapid in Warsaw, 2005 to 2009).
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from facts.ids import PlayerId
from facts.stages import Bracket
from results.errors import UsageError

Pair = tuple[PlayerId, PlayerId]
"""The better and the worse seed."""


@dataclass(frozen=True, slots=True)
class KnockOut:
    """A knock-out after some rounds.

    Attributes:
        left: who is still in, in the order of their seats: the best seed's first.
        pairs: of the next round; empty once nobody needs to play any more.
        preliminary: the next round is the preliminary one, which the others sit out.
        out: who was knocked out, a tuple a round.
    """

    places: int
    left: tuple[PlayerId, ...]
    pairs: tuple[Pair, ...]
    preliminary: bool
    out: tuple[tuple[PlayerId, ...], ...] = ()

    @property
    def over(self) -> bool:
        """True where as many are left as there are places."""
        return not self.pairs


def knock_out(
    order: Sequence[PlayerId],
    places: int,
    winners: Sequence[Collection[PlayerId]] = (),
    bracket: Bracket = Bracket.FIXED,
) -> KnockOut:
    """The knock-out after the rounds whose ``winners`` are given.

    Args:
        order: all players, the best seed first.
        places: how many come through, at least 1.
        winners: who won, a collection a round played to its end; others may be in it.
        bracket: whether a winner takes the better seed of the pair, or those left are put in
            their original order again.

    Raises:
        UsageError: fewer players than places, somebody twice, or a pair of a round without
            exactly one winner.
    """
    if places < 1 or len(order) < places:
        raise UsageError(f"{len(order)} players cannot fill {places} places by a knock-out")
    if len(set(order)) != len(order):
        raise UsageError("a player is in the knock-out twice")
    seats = tuple(order)
    out: list[tuple[PlayerId, ...]] = []
    for number, won in enumerate(winners, start=1):
        pairs = _pairs(seats, places)
        if not pairs:
            raise UsageError(f"the knock-out was over before round {number}")
        seats, lost = _after(seats, pairs, won, number)
        out.append(lost)
        if bracket is Bracket.RESEEDED:
            seats = tuple(player for player in order if player in set(seats))
    pairs = _pairs(seats, places)
    return KnockOut(places, seats, pairs, 0 < 2 * len(pairs) < len(seats), tuple(out))


def rounds_needed(players: int, places: int) -> int:
    """How many rounds fill ``places`` places from so many players."""
    rounds, size = 0, places
    while 2 * size <= players:
        size *= 2
        rounds += 1
    return rounds + (players > size)


def _pairs(seats: Sequence[PlayerId], places: int) -> tuple[Pair, ...]:
    size = places
    while 2 * size <= len(seats):
        size *= 2
    extra = len(seats) - size
    if extra:
        playing = seats[-2 * extra :]
    elif size > places:
        playing = seats
    else:
        return ()
    half = len(playing) // 2
    return tuple(zip(playing[:half], reversed(playing[half:]), strict=True))


def _after(
    seats: Sequence[PlayerId], pairs: Sequence[Pair], won: Collection[PlayerId], number: int
) -> tuple[tuple[PlayerId, ...], tuple[PlayerId, ...]]:
    """The seats after a round, each winner in the better seat, and who is out."""
    place = {}
    lost = []
    for better, worse in pairs:
        if (better in won) == (worse in won):
            raise UsageError(f"round {number}: {better} – {worse} has no single winner")
        winner, loser = (better, worse) if better in won else (worse, better)
        place[better] = winner
        lost.append(loser)
    gone = {worse for _, worse in pairs}
    return tuple(place.get(seat, seat) for seat in seats if seat not in gone), tuple(lost)
