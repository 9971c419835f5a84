"""PURE. A second opinion on a round's pairs, from a reference engine that the user has.

The text to hand over and the reading of the answer; running the program is the desk's.
"""

import re
from collections.abc import Mapping
from dataclasses import replace

from facts.result import ResultKind, Score
from results.crosstable.model import Crosstable, Number, RoundEntry
from results.crosstable.open_games import with_open_games_as
from results.errors import EngineError
from results.pairing.answer import Pair, RoundPairing
from results.trf.write import Dialect, Header, trf_text


def question(table: Crosstable, byes: Mapping[Number, RoundEntry] | None = None) -> str:
    """The next round as a file that bbpPairings reads (TRF16 with its own additions).

    It knows no game that is not finished: there it is given the draw that pairing counts.
    """
    round_no = table.played + 1
    if byes is not None:
        ahead = {(round_no, number): entry for number, entry in byes.items()}
        table = replace(table, byes_ahead=ahead)
    drawn = with_open_games_as(table, Score.DRAW, ResultKind.PLAYED)
    return trf_text(drawn, Header(), Dialect.TRF16)


def answer(text: str) -> tuple[Pair, ...]:
    """The pairs in the engine's output; raises EngineError where it is none."""
    lines = [line for line in text.splitlines() if line.strip()]
    pairs = []
    for line in lines[1:]:
        match = re.fullmatch(r"\s*(\d+)\s+(\d+)\s*", line)
        if match is None:
            raise EngineError(f"the second engine's answer has the line {line!r}")
        pairs.append(Pair(Number(int(match[1])), Number(int(match[2]))))
    if not lines or lines[0].strip() != str(len(pairs)):
        raise EngineError("the second engine's answer is not a list of pairs")
    return tuple(pairs)


def disagreements(made: RoundPairing, other: tuple[Pair, ...]) -> tuple[str, ...]:
    """Pairs that only one of the two has, in sentences."""
    mine, theirs = set(made.pairs), set(other)
    return (
        *(f"only ours: {pair}" for pair in made.pairs if pair not in theirs),
        *(f"only the second engine's: {pair}" for pair in other if pair not in mine),
    )
