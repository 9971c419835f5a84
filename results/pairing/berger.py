"""PURE. Round robins by Berger tables (C.05 Annex 1), single and double, odd numbers too.

With an odd number of players the missing last number is a bye. In a double round robin the
second cycle repeats the first with colours reversed; the last two rounds of the first cycle
are swapped, so that nobody has the same colour three times running.
"""

from dataclasses import dataclass

from facts.settings import round_robin_rounds
from results.crosstable.model import NOBODY, Number
from results.errors import UsageError
from results.pairing.answer import Pair, RoundPairing

ENGINE = "Berger tables"


@dataclass(frozen=True, slots=True)
class BergerSettings:
    """How a round robin runs.

    Attributes:
        cycles: 1 or 2.
        swap_last_two: of the first cycle of a double round robin; the default there.
    """

    cycles: int = 1
    swap_last_two: bool = True


def berger_round(
    players: int, round_no: int, settings: BergerSettings | None = None
) -> RoundPairing:
    """Round ``round_no`` (from 1) among numbers 1 to ``players``, in the tables' board order.

    Raises:
        UsageError: fewer than two players, or no such round.
    """
    chosen = settings or BergerSettings()
    if players < 2:
        raise UsageError(f"a round robin needs two players, there are {players}")
    if chosen.cycles not in (1, 2):
        raise UsageError(f"a round robin has one or two cycles, not {chosen.cycles}")
    per_cycle = round_robin_rounds(players)
    total = per_cycle * chosen.cycles
    if not 1 <= round_no <= total:
        raise UsageError(f"{players} players play {total} rounds, there is no round {round_no}")
    cycle, within = divmod(round_no - 1, per_cycle)
    table_round = within
    swap = chosen.cycles == 2 and chosen.swap_last_two and per_cycle >= 3 and cycle == 0
    if swap and within >= per_cycle - 2:
        table_round = 2 * per_cycle - 3 - within
    pairs = _table_row(players + players % 2, table_round)
    if cycle == 1:
        pairs = [(black, white) for white, black in pairs]
    named = f"Berger round {table_round + 1}" + (", colours reversed" if cycle else "")
    made = [_pair(players, white, black) for white, black in pairs]
    made.sort(key=lambda pair: pair.is_bye)
    return RoundPairing(tuple(made), tuple(named for _ in made), ENGINE)


def _pair(players: int, white: int, black: int) -> Pair:
    if white > players:
        return Pair(Number(black), NOBODY)
    if black > players:
        return Pair(Number(white), NOBODY)
    return Pair(Number(white), Number(black))


def _table_row(size: int, index: int) -> list[tuple[int, int]]:
    """Row ``index`` (from 0) of the table for an even ``size``: (white, black) pairs.

    The numbers below the last form a ring that turns by half of ``size`` each round; the
    first of the ring meets the last number, the others meet from the ends inwards.
    """
    ring = size - 1
    at = [(index * (size // 2) + k) % ring + 1 for k in range(ring)]
    first = (at[0], size) if index % 2 == 0 else (size, at[0])
    return [first, *((at[k], at[ring - k]) for k in range(1, size // 2))]
