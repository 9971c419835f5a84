"""PURE. The prizes for places: who shares what with whom."""

from collections.abc import Sequence

from facts.regulations import PrizeRules
from results.prizes.lots import PrizeLots
from results.prizes.ranking import Ranked, sharers
from results.prizes.sharing import Division, OpenQuestion, Share, divide


def place_money(ranking: Sequence[Ranked], rules: PrizeRules, lots: PrizeLots) -> Division:
    """The prizes of all places, by the lines of a ranking."""
    shares: list[Share] = []
    open_: list[OpenQuestion] = []
    kept = 0
    for line, group in sharers(ranking):
        for start, part in _without_winner(line, group, rules):
            division = divide(part, start, rules.places, rules, rules.sharing, lots)
            shares += division.shares
            open_ += division.open
            kept += division.kept
        if line == 1 and not _winner_known(group, rules):
            names = ", ".join(one.player.name for one in group if one.place == group[0].place)
            text = (
                f"the first prize is not shared, and {names} are first together: a play-off or "
                "the tie-breaks must decide between them"
            )
            open_.append(OpenQuestion(text))
    kept += sum(rules.places[len(ranking) :])
    return Division(tuple(shares), tuple(open_), kept)


def _without_winner(
    line: int, group: tuple[Ranked, ...], rules: PrizeRules
) -> tuple[tuple[int, tuple[Ranked, ...]], ...]:
    """The groups that share, the winner apart where the first prize is not shared."""
    if line > 1 or rules.first_shared or len(group) == 1:
        return ((line, group),)
    if not _winner_known(group, rules):
        return ()
    return (1, group[:1]), (2, group[1:])


def _winner_known(group: Sequence[Ranked], rules: PrizeRules) -> bool:
    return rules.first_shared or len(group) == 1 or group[1].place > group[0].place
