"""PURE. Our own check of a round's pairs against the absolute rules, whoever made them.

C.04.3 article 2.1: C1 nobody meets the same opponent twice, C2 who may have the bye, C3 two
players who must have the same colour do not meet; and everybody is paired exactly once,
prohibited pairs are kept apart (C.04.2).
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence

from facts.fact import Side
from results.crosstable.history import History, Strength, is_topscorer
from results.crosstable.model import Crosstable, Number
from results.pairing.answer import Pair


def numbered(number: Number) -> str:
    """A player by number, for whoever knows no names: ``player 3``."""
    return f"player {number}"


Say = Callable[[Number], str]
"""How a player is called in a sentence."""


def faults(
    table: Crosstable,
    histories: Mapping[Number, History],
    to_pair: Collection[Number],
    pairs: Sequence[Pair],
) -> tuple[str, ...]:
    """What is against the rules in ``pairs`` for round ``table.played + 1``, in sentences."""
    return (
        *attendance_faults(to_pair, pairs),
        *(fault for pair in pairs for fault in pair_faults(table, histories, pair)),
    )


def attendance_faults(
    to_pair: Collection[Number], pairs: Sequence[Pair], say: Say = numbered
) -> list[str]:
    """Who is not paired exactly once, and byes beyond the one of an odd field."""
    seen = Counter(number for pair in pairs for number in pair.numbers)
    wanted = set(to_pair)
    found = [f"{say(number)} is paired {n} times" for number, n in seen.items() if n > 1]
    found += [f"{say(number)} is not paired" for number in sorted(wanted - seen.keys())]
    found += [f"{say(number)} does not play" for number in sorted(seen.keys() - wanted)]
    byes = [pair.white for pair in pairs if pair.is_bye]
    if len(byes) > len(wanted) % 2:
        found.append(f"bye for {', '.join(map(say, byes))} in a field of {len(wanted)}")
    return found


def pair_faults(
    table: Crosstable, histories: Mapping[Number, History], pair: Pair, say: Say = numbered
) -> list[str]:
    """What is against the absolute rules in one pair; nothing for players without a history."""
    if not pair.numbers <= histories.keys():
        return []
    white = histories[pair.white]
    if pair.is_bye:
        if white.barred_from_bye:
            return [f"{say(pair.white)} must not have the bye: had one, or won unplayed (C2)"]
        return []
    black = histories[pair.black]
    both = f"{say(pair.white)} and {say(pair.black)}"
    found = []
    if pair.black in white.opponents:
        found.append(f"{both} have met before (C1)")
    if is_forbidden(table, pair.white, pair.black):
        found.append(f"{both} must not meet (prohibited pair)")
    if same_absolute_preference(white, black) and not (
        is_topscorer(white, table) or is_topscorer(black, table)
    ):
        side = white.preference.side
        found.append(f"{both} must both have {side} (C3)")
    return found


def is_forbidden(table: Crosstable, one: Number, other: Number) -> bool:
    """True where the two must not meet in the round to pair."""
    round_no = table.played + 1
    return any(
        rule.first_round <= round_no <= rule.last_round and {one, other} <= rule.numbers
        for rule in table.forbidden
    )


def same_absolute_preference(one: History, other: History) -> bool:
    """True where both have an absolute preference for the same colour."""
    mine, theirs = one.preference, other.preference
    return (
        mine.strength is Strength.ABSOLUTE
        and theirs.strength is Strength.ABSOLUTE
        and mine.side is theirs.side
    )


def colour_warnings(
    table: Crosstable,
    histories: Mapping[Number, History],
    pairs: Sequence[Pair],
    say: Say = numbered,
) -> tuple[str, ...]:
    """Colours beyond the limits of C.04.1: legal for topscorers, worth a look always."""
    found = []
    for pair in pairs:
        for number, side in ((pair.white, Side.WHITE), (pair.black, Side.BLACK)):
            history = histories.get(number)
            if history is None or pair.is_bye:
                continue
            colours = (*history.colours, side)
            difference = colours.count(Side.WHITE) - colours.count(Side.BLACK)
            if abs(difference) > 2:
                found.append(f"{say(number)} gets a colour difference of {difference:+}")
            if len(colours) >= 3 and len(set(colours[-3:])) == 1:
                found.append(f"{say(number)} gets {side} for the third time running")
    return tuple(found)
