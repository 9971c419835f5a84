"""PURE. A second look at a draft: what breaks a rule, and where it is not the engine's.

Numbers in the sentences are pairing numbers, as the draft shows them.
"""

from desk.commands.known import is_round_robin
from desk.commands.seating import seating_warnings
from facts.ids import PlayerId, StageId
from facts.result import ResultKind
from results import rounds
from results.checker import compare
from results.crosstable import crosstable
from results.history import histories
from results.model import NOBODY, Number
from results.pairing.answer import Pair, RoundPairing
from results.pairing.legality import colour_warnings, faults
from results.tournament import Draft, Stage, Tournament


def draft_warnings(tournament: Tournament, stage: StageId) -> tuple[str, ...]:
    """What is against the rules in a draft as it stands, in sentences."""
    known = tournament.stages[stage]
    draft = known.draft
    if draft is None:
        return ()
    seats = seating_warnings(tournament, known, draft)
    if is_round_robin(known):
        return seats
    number_of = _numbers(known)
    table = crosstable(tournament, stage)
    pairs = _pairs(known, draft)
    to_pair = [
        number_of[player]
        for player in rounds.participants(tournament, stage, draft.round_no).to_pair
        if player in number_of
    ]
    before = histories(table)
    return (*faults(table, before, to_pair, pairs), *colour_warnings(table, before, pairs), *seats)


def draft_differences(tournament: Tournament, stage: StageId) -> tuple[str, ...]:
    """How a draft that was edited by hand differs from what the engine made, and why it did.

    FIDE wants arbiters to see this when they end a manual pairing (handbook, arbiters §2).
    """
    known = tournament.stages[stage]
    draft = known.draft
    if draft is None or draft.made is None:
        return ()
    pairs = _pairs(known, draft.made)
    reasons = (*draft.made.explanations, *[""] * len(pairs))[: len(pairs)]
    made = RoundPairing(pairs, reasons, draft.engine)
    return compare(_pairs(known, draft), made)


def _numbers(stage: Stage) -> dict[PlayerId, Number]:
    return {player: Number(n) for n, player in enumerate(stage.numbers, start=1)}


def _pairs(stage: Stage, draft: Draft) -> tuple[Pair, ...]:
    """The pairs of a draft, its pairing-allocated bye last."""
    number_of = _numbers(stage)
    robin = is_round_robin(stage)
    pairs = [Pair(number_of[p.white], number_of[p.black]) for p in draft.pairings]
    pairs += [
        Pair(number_of[bye.player], NOBODY)
        for bye in draft.byes
        if robin or bye.bye.kind is ResultKind.PAIRING_BYE
    ]
    return tuple(pairs)
