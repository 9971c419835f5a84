"""PURE. Check a finished or running tournament: re-pair every round, recount every rank."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from facts.fact import Side
from facts.result import ResultKind
from results.crosstable.history import histories
from results.crosstable.model import NOBODY, Crosstable, Number, RoundEntry
from results.crosstable.open_games import OpenGame
from results.errors import EngineError, NoLegalPairingError, UsageError
from results.pairing.answer import Pair, RoundPairing
from results.pairing.dutch import pair_round
from results.pairing.legality import faults
from results.standings.standings import Standings, shown_values, standings
from results.standings.tiebreaks.code import Edition
from results.trf.table import TrfTable


@dataclass(frozen=True, slots=True)
class RoundCheck:
    """One round as it was played, against the engine.

    Attributes:
        differences: sentences; empty where the engine pairs the same.
        faults: what is against the absolute rules in the round as played.
    """

    round_no: int
    differences: tuple[str, ...]
    faults: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """The whole check.

    Attributes:
        points: players whose points do not add up, in sentences.
        ranks: players whose rank does not follow from points and tie-breaks, in sentences.
        unfinished: games without a result: nothing differs, but no ranks are final.
    """

    rounds: tuple[RoundCheck, ...]
    points: tuple[str, ...]
    ranks: tuple[str, ...]
    unfinished: tuple[OpenGame, ...] = ()

    @property
    def clean(self) -> bool:
        """True where nothing differs."""
        found = any(check.differences or check.faults for check in self.rounds)
        return not (found or self.points or self.ranks)

    def lines(self) -> list[str]:
        """The report, line by line."""
        shown = []
        for check in self.rounds:
            verdict = "differs" if check.differences or check.faults else "the same"
            shown.append(f"round {check.round_no}: {verdict}")
            shown += [f"  {text}" for text in (*check.faults, *check.differences)]
        shown += [f"not final: {game} is not finished" for game in self.unfinished]
        shown += [f"points: {text}" for text in self.points]
        shown += [f"rank: {text}" for text in self.ranks]
        return shown


def check(
    read: TrfTable,
    ranks: Mapping[Number, int],
    codes: Sequence[str] = (),
    edition: Edition = Edition.OF_2026,
) -> Report:
    """Re-pair and recount; games that are not finished count as the file's points have them.

    Args:
        read: the file.
        ranks: the ranks that it states.
        codes: tie-breaks after the points; the file's own where there are none here. Without
            any, ranks are only held against the points.
        edition: of the tie-break rules.
    """
    table = read.table
    rounds = (
        ()
        if table.round_robin
        else tuple(check_round(table, round_no) for round_no in range(1, table.played + 1))
    )
    listed = tuple(codes) or read.meaning.tiebreaks
    found = standings(read.as_totalled, listed, edition)
    return Report(
        rounds,
        tuple(str(mismatch) for mismatch in read.mismatches),
        tuple(_ranks(found, ranks)),
        read.unfinished,
    )


def played_pairs(table: Crosstable, round_no: int) -> tuple[Pair, ...]:
    """The pairs of a round as the table has them; a game without colours by number."""
    pairs = []
    for entrant in table.entrants:
        entry = entrant.entry(round_no)
        if entry.kind is ResultKind.PAIRING_BYE:
            pairs.append(Pair(entrant.number, NOBODY))
        elif entry.opponent != NOBODY and (
            entry.colour is Side.WHITE or (entry.colour is None and entrant.number < entry.opponent)
        ):
            pairs.append(Pair(entrant.number, entry.opponent))
    return tuple(pairs)


def before_round(table: Crosstable, round_no: int) -> Crosstable:
    """The table before a round that was played, with the byes that it had."""
    byes: dict[tuple[int, Number], RoundEntry] = {}
    for entrant in table.entrants:
        entry = entrant.entry(round_no)
        if entry.opponent == NOBODY and entry.kind is not ResultKind.PAIRING_BYE:
            byes[round_no, entrant.number] = entry
    return replace(table.after(round_no - 1), byes_ahead=byes)


def check_round(table: Crosstable, round_no: int) -> RoundCheck:
    """One round against the engine and the absolute rules."""
    before = before_round(table, round_no)
    actual = played_pairs(table, round_no)
    known = histories(before)
    to_pair = [e.number for e in before.entrants if (round_no, e.number) not in before.byes_ahead]
    broken = faults(before, known, to_pair, actual)
    try:
        made = pair_round(before)
    except (NoLegalPairingError, UsageError, EngineError) as error:
        return RoundCheck(round_no, (f"the engine has no answer: {error}",), broken)
    blind = frozenset(
        entrant.number for entrant in table.entrants if entrant.entry(round_no).colour is None
    )
    return RoundCheck(round_no, compare(actual, made, blind), broken)


def compare(
    actual: Sequence[Pair],
    made: RoundPairing,
    without_colours: frozenset[Number] = frozenset(),
    say: Callable[[Pair], str] = str,
) -> tuple[str, ...]:
    """How pairs differ from the engine's, in sentences with the engine's reasons.

    Serves for rounds of a file and for pairings that an arbiter changed by hand.
    """
    theirs = {pair.numbers: pair for pair in actual}
    found = []
    for pair, reason in zip(made.pairs, made.reasons, strict=True):
        other = theirs.pop(pair.numbers, None)
        if other is None:
            found.append(f"the engine pairs {say(pair)}: {reason}")
        elif other != pair and not pair.numbers <= without_colours:
            found.append(f"colours: {say(other)}, the engine has {say(pair)}: {reason}")
    return (*(f"{say(pair)} is not the engine's" for pair in theirs.values()), *found)


def _ranks(found: Standings, stated: Mapping[Number, int]) -> list[str]:
    """Stated ranks that the counted order does not allow; shared ranks allow each of theirs."""
    last: dict[int, int] = {}
    for line in found.lines:
        last[line.rank] = last.get(line.rank, line.rank - 1) + 1
    wrong = []
    for line in found.lines:
        rank = stated.get(line.number)
        if rank is None or line.rank <= rank <= last[line.rank]:
            continue
        values = zip(found.codes, shown_values(found, line), strict=True)
        listed = ", ".join(f"{code.text} {value}" for code, value in values)
        place = f"{line.rank}" if last[line.rank] == line.rank else f"{line.rank}-{last[line.rank]}"
        points = f"{line.points // 10}.{line.points % 10} points"
        wrong.append(
            f"player {line.number} is ranked {rank}, counted {place} "
            f"({', '.join(filter(None, (points, listed)))})"
        )
    return wrong
