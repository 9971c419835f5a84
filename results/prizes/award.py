"""PURE. The prize list: each player's prizes, what they add up to, and why.

The prizes for places are divided first. Then the categories are gone through, the one with
the highest prize first: whoever would win more there takes that, and the players behind move
up a place (``Precedence.HIGHER``). So nobody gets less than any one prize they could claim
when their turn came.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from facts.ids import PlayerId
from facts.player import Player
from facts.regulations import CategoryPrizes, Precedence, PrizeRules
from results.prizes.eligibility import barred
from results.prizes.lots import PrizeLots
from results.prizes.place_money import place_money
from results.prizes.ranking import Ranked, check, sharers
from results.prizes.sharing import Division, OpenQuestion, Share, divide


@dataclass(frozen=True, slots=True)
class Award:
    """One prize of one player.

    Attributes:
        prize: ``places``, or the category's name, or ``trophy``.
        amount: cents; 0 for a trophy, and where nothing is paid for a reason.
        why: in a sentence.
    """

    prize: str
    amount: int
    why: str


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """A player's line of the prize list."""

    player: Player
    place: int
    awards: tuple[Award, ...]

    @property
    def total(self) -> int:
        """Cents in all."""
        return sum(award.amount for award in self.awards)


@dataclass(frozen=True, slots=True)
class PrizeList:
    """Everybody who gets something, or is told why not.

    Attributes:
        lines: in the order of the places.
        open: what must be decided before anything of it is paid, in sentences.
        fund: cents of all prizes.
        kept: cents that nobody gets: remainders, prizes without a taker, shares not paid.
        undecided: cents that wait for what is open.
    """

    currency: str
    lines: tuple[PrizeLine, ...]
    open: tuple[OpenQuestion, ...]
    fund: int
    kept: int
    undecided: int


PLACES = "places"
TROPHY = "trophy"


def award_prizes(
    ranking: Sequence[Ranked], rules: PrizeRules, lots: PrizeLots | None = None
) -> PrizeList:
    """The prize list for final places.

    Raises:
        UsageError: the places are not those of one list.
    """
    check(ranking)
    known = lots or PrizeLots()
    awards: dict[PlayerId, list[Award]] = {one.player.id: [] for one in ranking}
    open_: list[OpenQuestion] = []
    takers: set[PlayerId] = set()
    kept = 0
    for category in _by_worth(rules.categories):
        division = _category(ranking, category, rules, known, takers)
        open_ += [replace(one, text=f"{category.name}: {one.text}") for one in division.open]
        kept += division.kept
        for share in division.shares:
            awards[share.player].append(Award(category.name, share.amount, share.why))
            if share.amount:
                takers.add(share.player)
    left = _left_for_places(ranking, rules, takers)
    places = place_money(left, rules, known)
    for share in places.shares:
        awards[share.player].insert(0, Award(PLACES, share.amount, share.why))
    kept += places.kept
    trophies, unsettled = _trophies(ranking, rules, known)
    for player, trophy in trophies.items():
        awards[player].append(Award(TROPHY, 0, trophy))
    fund = sum(rules.places) + sum(sum(category.amounts) for category in rules.categories)
    lines = tuple(
        PrizeLine(one.player, one.place, tuple(awards[one.player.id]))
        for one in ranking
        if awards[one.player.id]
    )
    paid = sum(line.total for line in lines)
    return PrizeList(
        currency=rules.currency,
        lines=lines,
        open=(*places.open, *open_, *unsettled),
        fund=fund,
        kept=kept,
        undecided=fund - paid - kept,
    )


def _by_worth(categories: Sequence[CategoryPrizes]) -> list[CategoryPrizes]:
    """The categories, that with the highest prize first; equal ones as the regulations list."""
    return sorted(categories, key=lambda category: -max(category.amounts, default=0))


def _left_for_places(
    ranking: Sequence[Ranked], rules: PrizeRules, takers: set[PlayerId]
) -> tuple[Ranked, ...]:
    """Who takes part in the prizes for places once ``takers`` have another prize."""
    if rules.precedence is not Precedence.HIGHER:
        return tuple(ranking)
    return tuple(one for one in ranking if one.player.id not in takers)


def _category(
    ranking: Sequence[Ranked],
    category: CategoryPrizes,
    rules: PrizeRules,
    lots: PrizeLots,
    takers: set[PlayerId],
) -> Division:
    """A category's prizes among those eligible who would take them."""
    eligible = [one for one in ranking if not barred(one.player, category.eligible)]
    if rules.precedence is Precedence.ALL:
        return _dealt(eligible, category, rules, lots)
    money = _amounts(place_money(_left_for_places(ranking, rules, takers), rules, lots))
    candidates = [one for one in eligible if one.player.id not in takers]
    while True:
        division = _dealt(candidates, category, rules, lots)
        offered = _amounts(division)
        decline = {
            player
            for player, amount in offered.items()
            if _declines(money.get(player, 0), amount, rules.precedence)
        }
        if not decline:
            return division
        candidates = [one for one in candidates if one.player.id not in decline]


def _declines(place: int, category: int, precedence: Precedence) -> bool:
    if precedence is Precedence.PLACE_FIRST:
        return place > 0
    return place >= category


def _dealt(
    candidates: Sequence[Ranked], category: CategoryPrizes, rules: PrizeRules, lots: PrizeLots
) -> Division:
    """The category's prizes by its own order, as if nobody else took part."""
    shares: list[Share] = []
    open_: list[OpenQuestion] = []
    kept = 0
    for line, group in sharers(candidates):
        division = divide(group, line, category.amounts, rules, category.sharing, lots)
        shares += division.shares
        open_ += division.open
        kept += division.kept
    kept += sum(category.amounts[len(candidates) :])
    return Division(tuple(shares), tuple(open_), kept)


def _amounts(division: Division) -> Mapping[PlayerId, int]:
    return {share.player: share.amount for share in division.shares if share.amount}


def _trophies(
    ranking: Sequence[Ranked], rules: PrizeRules, lots: PrizeLots
) -> tuple[Mapping[PlayerId, str], tuple[OpenQuestion, ...]]:
    """Who gets which trophy, and what is open: they go by place alone and are never shared."""
    given: dict[PlayerId, str] = {}
    unsettled: list[OpenQuestion] = []
    for line, trophy in enumerate(rules.trophies[: len(ranking)]):
        place = ranking[line].place
        tied = [one for one in ranking if one.place == place]
        order = tuple(tied) if len(tied) == 1 else lots.order(tied)
        if order is None:
            names = ", ".join(one.player.name for one in tied)
            text = f"{trophy}: lots must be drawn among {names}, who share place {place}"
            unsettled.append(OpenQuestion(text, tuple(one.player.id for one in tied)))
        else:
            given[order[line + 1 - place].player.id] = trophy
    return given, tuple(unsettled)
