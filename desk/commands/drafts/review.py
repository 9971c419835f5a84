"""PURE. A second look at a draft: what breaks a rule, and where it is not the engine's.

Sentences name boards and players; only the engine's own reasons speak of pairing numbers,
which the draft shows beside the names.
"""

from collections.abc import Callable, Mapping

from desk.commands.drafts.board_numbers import seating_warnings
from desk.commands.situation import player_of
from facts.ids import BoardNo, PlayerId, StageId
from facts.result import ResultKind
from facts.settings import System
from results.checks.checker import compare
from results.crosstable.history import History, histories
from results.crosstable.model import NOBODY, Number
from results.crosstable.scoring import worded
from results.pairing.answer import Pair, RoundPairing
from results.pairing.dutch import WHOLE_POINT, apart
from results.pairing.legality import attendance_faults, colour_warnings, pair_faults
from results.rounds import progress as rounds
from results.rounds.table import crosstable
from results.tournament.tournament import Draft, Stage, Tournament


def draft_warnings(tournament: Tournament, stage: StageId) -> tuple[str, ...]:
    """What is against the rules in a draft as it stands, in sentences."""
    known = tournament.stages[stage]
    draft = known.draft
    if draft is None:
        return ()
    seats = seating_warnings(tournament, known, draft)
    if known.system is not System.DUTCH:
        return seats
    number_of = _numbers(known)
    table = crosstable(tournament, stage)
    to_pair = [
        number_of[player]
        for player in rounds.participants(tournament, stage, draft.round_no).to_pair
        if player in number_of
    ]
    before = histories(table)
    say = _naming(tournament, known)
    where = _boards(known, draft)
    pairs = _pairs(known, draft)
    found = attendance_faults(to_pair, pairs, say)
    for pair in pairs:
        at = f"board {where[pair.numbers]}: " if pair.numbers in where else ""
        told = (
            *pair_faults(table, before, pair, say),
            *colour_warnings(table, before, [pair], say),
        )
        found += [f"{at}{text}" for text in told]
    return (*found, *_far_apart(tournament, known, draft, before), *seats)


def _far_apart(
    tournament: Tournament, stage: Stage, draft: Draft, before: Mapping[Number, History]
) -> list[str]:
    """Boards that an arbiter made whose players are a whole point or more apart.

    The engine says so in its own reasons, and does it only where the rules leave nothing else.
    """
    if draft.made is None:
        return []
    say, where = _naming(tournament, stage), _boards(stage, draft)
    engine = {pair.numbers for pair in _pairs(stage, draft.made)}
    found = []
    for pair in _pairs(stage, draft):
        if pair.is_bye or pair.numbers in engine or not pair.numbers <= before.keys():
            continue
        low, high = sorted(
            (before[pair.white], before[pair.black]), key=lambda history: history.points
        )
        if high.points - low.points >= WHOLE_POINT:
            found.append(
                f"board {where[pair.numbers]}: {say(high.number)} ({worded(high.points)}) meets "
                f"{say(low.number)} ({worded(low.points)}), {apart(high.points - low.points)} lower"
            )
    return found


def _naming(tournament: Tournament, stage: Stage) -> Callable[[Number], str]:
    def say(number: Number) -> str:
        return player_of(tournament, stage.numbers[number - 1]).name

    return say


def _boards(stage: Stage, draft: Draft) -> dict[frozenset[Number], BoardNo]:
    number_of = _numbers(stage)
    return {frozenset({number_of[p.white], number_of[p.black]}): p.board for p in draft.pairings}


def draft_differences(tournament: Tournament, stage: StageId) -> tuple[str, ...]:
    """How a draft that was edited by hand differs from what the engine made, and why it did.

    FIDE wants arbiters to see this when they end a manual pairing (its checklist for
    pairing programs, VCL4THP, questions 64-69).
    """
    known = tournament.stages[stage]
    draft = known.draft
    if draft is None or draft.made is None:
        return ()
    pairs = _pairs(known, draft.made)
    reasons = (*draft.made.explanations, *[""] * len(pairs))[: len(pairs)]
    made = RoundPairing(pairs, reasons, draft.engine)
    say = _naming(tournament, known)

    def named(pair: Pair) -> str:
        if pair.is_bye:
            return f"the bye for {say(pair.white)}"
        return f"{say(pair.white)} – {say(pair.black)}"

    return compare(_pairs(known, draft), made, say=named)


def _numbers(stage: Stage) -> dict[PlayerId, Number]:
    return {player: Number(n) for n, player in enumerate(stage.numbers, start=1)}


def _pairs(stage: Stage, draft: Draft) -> tuple[Pair, ...]:
    """The pairs of a draft, its pairing-allocated bye last."""
    number_of = _numbers(stage)
    robin = stage.system is not System.DUTCH
    pairs = [Pair(number_of[p.white], number_of[p.black]) for p in draft.pairings]
    pairs += [
        Pair(number_of[bye.player], NOBODY)
        for bye in draft.byes
        if robin or bye.bye.kind is ResultKind.PAIRING_BYE
    ]
    return tuple(pairs)
