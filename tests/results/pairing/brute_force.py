"""The Dutch system (C.04.3 of 2026) read literally, for fields of up to eight players.

Independent of any engine: every legal round-pairing is written down, and the best is found
bracket by bracket, from the highest score, by the criteria C5 to C21 and then by the order
in which the rules generate candidates. Slow, and meant to be.

Two readings where the text leaves a choice, both those of the engines: C9 speaks in the last
bracket, where the bye is given; in C18 and C20 a moved-down player who floats on has the
score difference to somebody a point below the bracket.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from facts.fact import Side
from facts.result import ResultKind
from results.crosstable.model import NOBODY, Crosstable, Number, RoundEntry
from results.crosstable.scoring import entry_points

Pairs = tuple[tuple[int, int], ...]
"""Unordered pairs of places in the list; -1 stands for the bye."""

BYE = -1
DOWN, UP = "down", "up"


@dataclass(frozen=True)
class Competitor:
    place: int
    number: Number
    score: int
    colours: tuple[Side, ...]
    met: frozenset[Number]
    may_have_bye: bool
    unplayed: int
    floats: tuple[str, ...]
    topscorer: bool

    @property
    def difference(self) -> int:
        return sum(1 if side is Side.WHITE else -1 for side in self.colours)

    @property
    def preference(self) -> tuple[Side | None, int]:
        """The side and the strength: 3 absolute, 2 strong, 1 mild, 0 none (1.7)."""
        if self.difference < -1 or (
            self.colours[-2:] == (Side.BLACK, Side.BLACK) and self.difference <= 1
        ):
            return Side.WHITE, 3
        if self.difference > 1 or (
            self.colours[-2:] == (Side.WHITE, Side.WHITE) and self.difference >= -1
        ):
            return Side.BLACK, 3
        if self.difference:
            return (Side.WHITE if self.difference < 0 else Side.BLACK), 2
        if self.colours:
            return (Side.BLACK if self.colours[-1] is Side.WHITE else Side.WHITE), 1
        return None, 0


def competitors(table: Crosstable) -> list[Competitor]:
    """Everybody who is to be paired in the next round, best first."""
    round_no = table.played + 1
    last = round_no >= table.rounds
    found = []
    for place, entrant in enumerate(table.entrants):
        if (round_no, entrant.number) in table.byes_ahead:
            continue
        entries = [entrant.entry(r) for r in range(1, round_no)]
        score = sum(entry_points(entry, table.scoring) for entry in entries)
        games = [e for e in entries if e.opponent != NOBODY and e.kind is not ResultKind.FORFEIT]
        found.append(
            Competitor(
                place=place,
                number=entrant.number,
                score=score,
                colours=tuple(e.colour for e in games if e.colour is not None),
                met=frozenset(e.opponent for e in games),
                may_have_bye=not any(_bars(e, table) for e in entries),
                unplayed=len(entries) - len(games),
                floats=tuple(_float(table, entrant.number, r) for r in range(1, round_no)),
                topscorer=last and 2 * score > table.scoring.win * table.played,
            )
        )
    return sorted(found, key=lambda c: (-c.score, c.place))


def _bars(entry: RoundEntry, table: Crosstable) -> bool:
    """C2: a bye by pairing, or the points of a win in a round without a game."""
    if entry.kind is ResultKind.PAIRING_BYE:
        return True
    unplayed = entry.opponent == NOBODY or entry.kind is ResultKind.FORFEIT
    return unplayed and entry_points(entry, table.scoring) >= table.scoring.win


def _float(table: Crosstable, number: Number, round_no: int) -> str:
    """1.4: by the scores before that round; an unplayed round with points is a downfloat."""
    entry = table.by_number[number].entry(round_no)
    if entry.opponent == NOBODY or entry.kind is ResultKind.FORFEIT:
        gained = entry_points(entry, table.scoring) > table.scoring.loss
        return DOWN if gained or entry.kind is ResultKind.PAIRING_BYE else ""
    mine, theirs = (_score_before(table, n, round_no) for n in (number, entry.opponent))
    return DOWN if mine > theirs else UP if mine < theirs else ""


def _score_before(table: Crosstable, number: Number, round_no: int) -> int:
    entrant = table.by_number[number]
    return sum(entry_points(entrant.entry(r), table.scoring) for r in range(1, round_no))


def legal_rounds(field: list[Competitor], table: Crosstable) -> list[Pairs]:
    """Every complete pairing that keeps C1, C2 and C3."""

    def allowed(one: int, other: int) -> bool:
        if other == BYE:
            return field[one].may_have_bye
        a, b = field[one], field[other]
        if b.number in a.met or _forbidden(table, a.number, b.number):
            return False
        clash = a.preference == b.preference and a.preference[1] == 3
        return not clash or a.topscorer or b.topscorer

    def complete(left: list[int]) -> Iterator[Pairs]:
        if not left:
            yield ()
            return
        first, rest = left[0], left[1:]
        for other in rest:
            if allowed(first, other):
                yield from (
                    ((first, other), *more) for more in complete([x for x in rest if x != other])
                )

    everybody = list(range(len(field)))
    if len(field) % 2 == 0:
        return list(complete(everybody))
    return [
        (*pairs, (free, BYE))
        for free in everybody
        if allowed(free, BYE)
        for pairs in complete([x for x in everybody if x != free])
    ]


def _forbidden(table: Crosstable, one: Number, other: Number) -> bool:
    return any(
        rule.first_round <= table.played + 1 <= rule.last_round and {one, other} <= rule.numbers
        for rule in table.forbidden
    )


def best_round(table: Crosstable, initial: Side) -> set[tuple[Number, Number]] | None:
    """The pairs (White, Black) that the rules want; the bye as (number, 0); None without any."""
    field = competitors(table)
    rounds = legal_rounds(field, table)
    if not rounds:
        return None
    byes = [_bye(pairs) for pairs in rounds]
    if byes[0] is not None:
        lowest = min(field[free].score for free in byes if free is not None)  # C5
        rounds = [p for p, f in zip(rounds, byes, strict=True) if field[f or 0].score == lowest]
    ranks = _ranks(table, field)
    for score in sorted({c.score for c in field}, reverse=True):
        keys = [Bracket(field, pairs, score, ranks, initial).key() for pairs in rounds]
        best = min(keys)
        rounds = [pairs for pairs, key in zip(rounds, keys, strict=True) if key == best]
    assert len(rounds) == 1, "the order of candidates leaves no tie"
    found = set()
    for one, other in rounds[0]:
        if other == BYE:
            found.add((field[one].number, NOBODY))
        else:
            white, black = colours(field[one], field[other], ranks, initial)
            found.add((white.number, black.number))
    return found


def _bye(pairs: Pairs) -> int | None:
    return next((one for one, other in pairs if other == BYE), None)


def _ranks(table: Crosstable, field: list[Competitor]) -> dict[Number, int]:
    """Numbers as engines count them: of those who took part so far or do now (docs/results.md)."""
    now = {competitor.number for competitor in field}
    took_part = [
        entrant.number
        for entrant in table.entrants
        if entrant.number in now
        or any(
            entry.opponent != NOBODY or entry.kind is ResultKind.PAIRING_BYE
            for entry in entrant.entries
        )
    ]
    return {number: rank for rank, number in enumerate(took_part, start=1)}


def colours(
    a: Competitor, b: Competitor, ranks: dict[Number, int], initial: Side
) -> tuple[Competitor, Competitor]:
    """White and Black (5.2)."""
    higher, lower = (a, b) if (-a.score, a.place) < (-b.score, b.place) else (b, a)

    def gives(side: Side, to: Competitor) -> tuple[Competitor, Competitor]:
        other = b if to is a else a
        return (to, other) if side is Side.WHITE else (other, to)

    (mine, strong), (theirs, their_strong) = higher.preference, lower.preference
    if mine is not theirs:
        return gives(mine, higher) if mine is not None else gives(theirs or initial, lower)
    if mine is not None:
        if strong != their_strong:
            return gives(mine, higher if strong > their_strong else lower)
        if strong == 3 and abs(higher.difference) != abs(lower.difference):
            wider = higher if abs(higher.difference) > abs(lower.difference) else lower
            return gives(mine, wider)
    for one, other in zip(reversed(higher.colours), reversed(lower.colours), strict=False):
        if one is not other:
            return gives(other, higher)
    if mine is not None:
        return gives(mine, higher)
    opposite = Side.BLACK if initial is Side.WHITE else Side.WHITE
    return gives(initial if ranks[higher.number] % 2 else opposite, higher)


class Bracket:
    """What one bracket of a complete pairing is worth; the lowest key is the best."""

    def __init__(
        self,
        field: list[Competitor],
        pairs: Pairs,
        score: int,
        ranks: dict[Number, int],
        initial: Side,
    ) -> None:
        self.field, self.all_pairs, self.score = field, pairs, score
        self.ranks, self.initial = ranks, initial
        self.pairs = self._pairs_of(score)
        self.moved_down, self.residents = self._members(score)
        inside = {x for pair in self.pairs for x in pair}
        self.downfloaters = [x for x in (*self.moved_down, *self.residents) if x not in inside]

    def _pairs_of(self, score: int) -> list[tuple[int, int]]:
        return [
            (a, b)
            for a, b in self.all_pairs
            if b != BYE and min(self.field[a].score, self.field[b].score) == score
        ]

    def _members(self, score: int) -> tuple[list[int], list[int]]:
        above = {
            x
            for a, b in self.all_pairs
            if b != BYE and min(self.field[a].score, self.field[b].score) > score
            for x in (a, b)
        }
        moved = [x for x, c in enumerate(self.field) if c.score > score and x not in above]
        return moved, [x for x, c in enumerate(self.field) if c.score == score]

    def _left(self, score: int) -> list[int]:
        """The scores of those who float out of a bracket, the highest first (C6, C7)."""
        moved, residents = self._members(score)
        inside = {x for pair in self._pairs_of(score) for x in pair}
        left = [self.field[x].score for x in (*moved, *residents) if x not in inside]
        return sorted(left, reverse=True)

    def key(self) -> tuple[object, ...]:
        left = self._left(self.score)
        below = [c.score for c in self.field if c.score < self.score]
        following = self._left(max(below)) if below else []
        free = _bye(self.all_pairs)
        return (
            len(left),
            left,
            len(following),
            following,
            self.field[free].unplayed if free is not None and not below else 0,
            *self._colour_criteria(),
            *self._float_criteria(),
            self._generation_order(),
        )

    def _colour_criteria(self) -> tuple[int, int, int, int]:
        """C10 to C13."""
        beyond = third = unmet = strong_unmet = 0
        for a, b in self.pairs:
            one, other = self.field[a], self.field[b]
            white, black = colours(one, other, self.ranks, self.initial)
            for player, side in ((white, Side.WHITE), (black, Side.BLACK)):
                wanted, strength = player.preference
                unmet += wanted is not None and wanted is not side
                strong_unmet += wanted is not None and wanted is not side and strength > 1
                if one.topscorer or other.topscorer:
                    after = player.difference + (1 if side is Side.WHITE else -1)
                    beyond += abs(after) > 2
                    third += player.colours[-2:] == (side, side)
        return beyond, third, unmet, strong_unmet

    def _float_criteria(self) -> tuple[object, ...]:
        """C14 to C21."""
        residents_down = [x for x in self.downfloaters if self.field[x].score == self.score]
        meetings = [
            (a, b) if self.field[a].score > self.field[b].score else (b, a)
            for a, b in self.pairs
            if self.field[a].score != self.field[b].score
        ]

        def had(x: int, back: int, kind: str) -> bool:
            floats = self.field[x].floats
            return len(floats) >= back and floats[-back] == kind

        left_down = [x for x in self.moved_down if x in self.downfloaters]

        def differences(who: int, back: int, kind: str) -> list[int]:
            """Score differences; whoever floats on counts as if met by a point less than here."""
            found = [
                self.field[pair[0]].score - self.field[pair[1]].score
                for pair in meetings
                if had(pair[who], back, kind)
            ]
            if who == 0:
                found += [
                    self.field[x].score - (self.score - 10) for x in left_down if had(x, back, kind)
                ]
            return sorted(found, reverse=True)

        return (
            sum(had(x, 1, DOWN) for x in residents_down),
            sum(had(low, 1, UP) for _, low in meetings),
            sum(had(x, 2, DOWN) for x in residents_down),
            sum(had(low, 2, UP) for _, low in meetings),
            differences(0, 1, DOWN),
            differences(1, 1, UP),
            differences(0, 2, DOWN),
            differences(1, 2, UP),
        )

    def _generation_order(self) -> tuple[object, ...]:
        """When the rules would have come to these pairs (article 4)."""
        partner = dict(self.pairs) | {b: a for a, b in self.pairs}
        paired_down = [x for x in self.moved_down if x in partner]
        opponents = [partner[x] for x in paired_down]
        rest = [x for x in self.residents if x not in opponents]
        pairs = [(a, b) for a, b in self.pairs if a in rest and b in rest]
        return (paired_down, opponents, _homogeneous(rest, pairs))


def _homogeneous(players: list[int], pairs: list[tuple[int, int]]) -> tuple[object, ...]:
    """The order of a homogeneous candidate: the exchange that it needs, then the transposition."""
    half = len(pairs)
    number = {x: bsn for bsn, x in enumerate(players, start=1)}
    upper = set(range(1, half + 1))
    orders = []
    for choice in product((0, 1), repeat=half):
        first = sorted(
            (number[pair[side]], number[pair[1 - side]])
            for pair, side in zip(pairs, choice, strict=True)
        )
        chosen = {bsn for bsn, _ in first}
        out, into = sorted(upper - chosen, reverse=True), sorted(chosen - upper)
        orders.append(
            (
                len(out),
                sum(into) - sum(out),
                [-bsn for bsn in out],
                into,
                [opponent for _, opponent in first],
            )
        )
    return min(orders)
