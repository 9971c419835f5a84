"""PURE. How a group of players with equal right divides the prizes of its places."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from facts.ids import PlayerId
from facts.regulations import PrizeRules, Remainder, Sharing
from results.prizes.lots import PrizeLots
from results.prizes.money import written
from results.prizes.ranking import Ranked


@dataclass(frozen=True, slots=True)
class Share:
    """What a player gets of a group's prizes; an ``amount`` of 0 is told where it has a reason."""

    player: PlayerId
    amount: int
    why: str


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """What must be decided before anything of a sum is paid.

    Attributes:
        draw_among: players among whom a lot would settle it; empty where none does.
    """

    text: str
    draw_among: tuple[PlayerId, ...] = ()


@dataclass(frozen=True, slots=True)
class Division:
    """How a group's prizes were divided.

    Attributes:
        shares: cents for each player that has something to be told.
        open: what must be decided first; nothing of it is paid before.
        kept: cents that nobody gets.
    """

    shares: tuple[Share, ...] = ()
    open: tuple[OpenQuestion, ...] = ()
    kept: int = 0


def divide(
    group: Sequence[Ranked],
    first_line: int,
    amounts: Sequence[int],
    rules: PrizeRules,
    sharing: Sharing,
    lots: PrizeLots,
) -> Division:
    """Divide the prizes of the places that a group holds.

    Args:
        group: players with equal right, in order of their places.
        first_line: the place of the first of them, from 1.
        amounts: cents, place 1 first; may end before the group's places do.
        rules: the fund's, for what is the least, the unit and the remainder.
        sharing: how this group shares.
        lots: what was drawn so far.
    """
    held = [
        amounts[line - 1] if line <= len(amounts) else 0
        for line in range(first_line, first_line + len(group))
    ]
    if not any(held):
        return Division()
    match sharing:
        case Sharing.EQUAL:
            return _equal(group, first_line, held, rules, lots)
        case Sharing.BY_PLACE:
            return _by_place(group, first_line, held, rules, lots)
        case Sharing.HORT:
            return _hort(group, first_line, held, rules)
        case _:
            assert_never(sharing)


def _equal(
    group: Sequence[Ranked],
    first_line: int,
    held: Sequence[int],
    rules: PrizeRules,
    lots: PrizeLots,
) -> Division:
    """Equal parts; the lowest drop out until a part is worth paying."""
    pot = sum(held)
    paid = len(group)
    while paid and _rounded(pot, paid, rules) < max(rules.least, 1):
        paid -= 1
    if not paid:
        why = f"{written(pot, rules.currency)} is less than the least that is paid"
        return Division(tuple(Share(one.player.id, 0, why) for one in group), (), pot)
    order = _cut(group, paid, lots)
    if order is None:
        return Division((), (_lot_wanted(group, paid, rules, pot),))
    part = _rounded(pot, paid, rules)
    extra = _extra(order[:paid], pot - part * paid, rules)
    where = _places(first_line, len(group))
    shares = []
    for index, one in enumerate(order):
        if index < paid:
            amount = part + (rules.unit if index < extra else 0)
            shares.append(Share(one.player.id, amount, _shared_in_words(where, pot, paid, rules)))
        else:
            why = (
                f"{where}: {written(pot, rules.currency)} in {len(group)} parts would be less than "
                f"{written(rules.least, rules.currency)} each, so the lowest drop out"
            )
            shares.append(Share(one.player.id, 0, why))
    return Division(tuple(shares), (), pot - sum(share.amount for share in shares))


def _shared_in_words(where: str, pot: int, paid: int, rules: PrizeRules) -> str:
    if paid == 1:
        return f"{where}: {written(pot, rules.currency)}"
    return f"{where}: {written(pot, rules.currency)} in {paid} equal parts"


def _rounded(pot: int, parts: int, rules: PrizeRules) -> int:
    return pot // (parts * rules.unit) * rules.unit


def _extra(takers: Sequence[Ranked], rest: int, rules: PrizeRules) -> int:
    """How many of the first placed get one unit of the rest more; never a choice among equals."""
    if rules.remainder is Remainder.KEPT:
        return 0
    count = rest // rules.unit
    while 0 < count < len(takers) and takers[count - 1].place == takers[count].place:
        count -= 1
    return count


def _cut(group: Sequence[Ranked], paid: int, lots: PrizeLots) -> tuple[Ranked, ...] | None:
    """The group in order, with a lot among those whom the cut would divide; None without it."""
    if paid == len(group) or group[paid - 1].place != group[paid].place:
        return tuple(group)
    place = group[paid].place
    drawn = lots.order([one for one in group if one.place == place])
    if drawn is None:
        return None
    before = tuple(one for one in group if one.place < place)
    return (*before, *drawn, *(one for one in group if one.place > place))


def _lot_wanted(group: Sequence[Ranked], paid: int, rules: PrizeRules, pot: int) -> OpenQuestion:
    place = group[paid].place
    tied = [one for one in group if one.place == place]
    before = sum(one.place < place for one in group)
    names = ", ".join(one.player.name for one in tied)
    text = (
        f"{written(pot, rules.currency)} is for {paid} of {len(group)} players: lots must be drawn "
        f"among {names} for {paid - before} of {len(tied)} parts"
    )
    return OpenQuestion(text, tuple(one.player.id for one in tied))


def _by_place(
    group: Sequence[Ranked],
    first_line: int,
    held: Sequence[int],
    rules: PrizeRules,
    lots: PrizeLots,
) -> Division:
    """Each the prize of their place; those whose place is shared share its prizes."""
    shares: list[Share] = []
    open_: list[OpenQuestion] = []
    kept = 0
    start = 0
    while start < len(group):
        same = [one for one in group if one.place == group[start].place]
        prizes = held[start : start + len(same)]
        if any(prizes):
            part = _equal(same, first_line + start, prizes, rules, lots)
            shares += part.shares
            open_ += part.open
            kept += part.kept
        start += len(same)
    return Division(tuple(shares), tuple(open_), kept)


def _hort(
    group: Sequence[Ranked], first_line: int, held: Sequence[int], rules: PrizeRules
) -> Division:
    """Half of each place's prize to its holder, half of the sum in equal parts (Hort)."""
    pot = sum(held)
    where = _places(first_line, len(group))
    shares = []
    for one in group:
        same = [i for i, other in enumerate(group) if other.place == one.place]
        own = sum(held[i] for i in same)
        # Half of the own places' prizes and half of the sum, over a common denominator.
        whole = own * len(group) + pot * len(same)
        amount = whole // (2 * len(same) * len(group) * rules.unit) * rules.unit
        if len(group) == 1:
            why = f"{where}: {written(pot, rules.currency)}"
        else:
            why = (
                f"{where}: half of {written(own // len(same), rules.currency)} by place and "
                f"1/{len(group)} of half of {written(pot, rules.currency)}"
            )
        if amount < max(rules.least, 1):
            amount, why = 0, f"{where}: less than the least that is paid"
        shares.append(Share(one.player.id, amount, why))
    return Division(tuple(shares), (), pot - sum(share.amount for share in shares))


def _places(first: int, count: int) -> str:
    return f"place {first}" if count == 1 else f"places {first} to {first + count - 1}"
