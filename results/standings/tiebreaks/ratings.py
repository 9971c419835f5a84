"""PURE. Tie-breaks on opponents' ratings: ARO, TPR, PTP, APRO, APPO (C.07 10.1 to 10.5).

They are dropped (no value for anybody) where unrated players are present and no rule says
what they count as. Only games over the board count.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from results.ratings.tables import average, perfect_performance, performance
from results.standings.tiebreaks.code import Edition, TiebreakCode
from results.standings.tiebreaks.field import Field
from results.standings.tiebreaks.working import Shape, Term, Value, Working

SHAPE = Shape.WHOLE


@dataclass(frozen=True, slots=True)
class Games:
    """The games of one player that count: opponents' ratings and what was scored, tenths."""

    ratings: tuple[int, ...]
    score: int
    cut: tuple[int, ...]


def ratings(field: Field, code: TiebreakCode, who: Sequence[int]) -> list[Value]:
    """The values of some players of one of the five."""
    if None in _ratings(field, code):
        return [None] * len(who)
    if code.name in ("ARO", "TPR", "PTP"):
        return [_of_games(code.name, games(field, code, i)) for i in who]
    met = {i: [cell.opponent for cell in field.cells[i] if cell.played] for i in who}
    needed = {j for opponents in met.values() for j in opponents}
    own = {j: _of_games(code.name, games(field, code, j)) for j in needed}
    return [average([v for j in met[i] if (v := own[j]) is not None]) for i in who]


def _of_games(name: str, played: Games) -> int | None:
    if name == "ARO":
        return average(played.ratings)
    if name in ("TPR", "APRO"):
        return performance(played.score, played.ratings)
    return perfect_performance(played.score, played.ratings)


def _ratings(field: Field, code: TiebreakCode) -> Sequence[int | None]:
    if code.unrated is None:
        return field.ratings
    return [rating or code.unrated for rating in field.ratings]


def games(field: Field, code: TiebreakCode, i: int) -> Games:
    """One player's games after the cuts: the lowest and highest rated go first."""
    known = _ratings(field, code)
    if not (code.low or code.high):
        row = [cell for cell in field.cells[i] if cell.played and not cell.open]
        return Games(
            tuple([known[cell.opponent] or 0 for cell in row]),
            5 * sum([cell.half_points for cell in row]),
            (),
        )
    played = sorted(
        (known[cell.opponent] or 0, r)
        for r, cell in enumerate(field.cells[i])
        if cell.played and not cell.open
    )
    low, high = _cuts(field, code, len(played))
    kept = played[low : len(played) - high] if high else played[low:]
    gone = [entry for entry in played if entry not in kept]
    score = sum(5 * field.cells[i][r].half_points for _, r in kept)
    return Games(tuple(rating for rating, _ in kept), score, tuple(rating for rating, _ in gone))


def _cuts(field: Field, code: TiebreakCode, played: int) -> tuple[int, int]:
    low = min(code.low, field.rounds)
    high = min(code.high, field.rounds - low)
    if (code.edition or field.edition) is Edition.BEFORE_2023:
        missing = field.rounds - played  # unplayed rounds were cut first
        first = min(missing, low)
        low -= first
        high -= min(missing - first, high)
    low = min(low, played)
    return low, min(high, played - low)


def ratings_working(field: Field, code: TiebreakCode, i: int) -> Working:
    """What one player's value is made of."""
    (value,) = ratings(field, code, [i])
    if value is None:
        reason = "no game was played"
        if None in _ratings(field, code):
            reason = "dropped: unrated players are present and no rule covers them (C.07.10)"
        return Working(None, SHAPE, (), (reason,))
    if code.name in ("APRO", "APPO"):
        own = replace(code, name="TPR" if code.name == "APRO" else "PTP")
        met = [cell.opponent for cell in field.cells[i] if cell.played]
        terms = tuple(Term(int(value or 0)) for value in ratings(field, own, met))
        return Working(value, SHAPE, terms, (f"divided by {len(terms)}, a half rounded up",))
    played = games(field, code, i)
    terms = tuple(Term(rating) for rating in played.ratings)
    remarks = [f"{code.name} from {len(terms)} games"]
    if code.name == "ARO":
        remarks = [f"divided by {len(terms)}, a half rounded up"]
    else:
        remarks.append(f"{played.score // 10}.{played.score % 10} points")
    if played.cut:
        remarks.append(f"cut: {', '.join(map(str, played.cut))}")
    return Working(value, SHAPE, terms, tuple(remarks))
