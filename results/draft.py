"""PURE. From a tournament's state to the draft of its next round, as a fact to append.

Nothing is published here: a draft is a proposal that the arbiter looks at. Pairing may take
seconds, so the desk calls :func:`draft_round` in a worker process; everything that goes in
and comes out can be sent there.
"""

from collections.abc import Mapping, Sequence
from typing import assert_never

from facts import fact as f
from facts.fact import Side
from facts.ids import BoardNo, PlayerId, RoundNo, StageId, game_id, pairing_id
from facts.result import PAIRING_BYE, ZERO_BYE
from facts.settings import InitialColour, System
from facts.views import StandingsTable
from results.crosstable import Standing, crosstable, official_results
from results.errors import UsageError
from results.history import histories
from results.model import ABSENT, NOBODY, Crosstable, Number, RoundEntry, bye_entry
from results.pairing.answer import Pair, RoundPairing
from results.pairing.berger import BergerSettings, berger_round
from results.pairing.dutch import pair_round
from results.pairing.legality import colour_warnings, faults
from results.rounds import numbers_to_assign, outlook, participants, stage_of
from results.standings import standings, standings_view
from results.tournament import Stage, Tournament

INITIAL_COLOUR = "initial-colour"
"""Purpose of the lot that gives the initial colour; its outcome is ``white`` or ``black``."""


def initial_colour(stage: Stage) -> Side | None:
    """The initial colour as the regulations or the recorded lot give it; None before a lot."""
    match stage.settings.initial_colour:
        case InitialColour.WHITE:
            return Side.WHITE
        case InitialColour.BLACK:
            return Side.BLACK
        case InitialColour.LOT:
            for lot in reversed(stage.lots):
                if lot.purpose == INITIAL_COLOUR and lot.outcome:
                    return Side(lot.outcome[0])
            return None
        case _:
            assert_never(stage.settings.initial_colour)


def draft_round(tournament: Tournament, stage: StageId, first_board: int = 1) -> f.PairingsDrafted:
    """The pairings of the stage's next round, numbered from ``first_board``.

    Games of the current round that have no result yet count as draws (adjourned).

    Raises:
        UsageError: something blocks pairing; the text says what.
        NoLegalPairingError: the rules leave no pairing.
        EngineError: the engine failed.
    """
    view = outlook(tournament, stage)
    if view.next_round is None:
        raise UsageError("the last round has been paired")
    if view.blockers:
        raise UsageError("this blocks pairing: " + "; ".join(view.blockers))
    if numbers_to_assign(tournament, stage) is not None:
        raise UsageError("the pairing numbers are not up to date: assign them first")
    known = stage_of(tournament, stage)
    table = crosstable(tournament, stage)
    round_no = view.next_round
    match known.settings.system:
        case System.DUTCH:
            made = pair_round(
                table, initial_colour(known), _byes(tournament, known, table, round_no)
            )
        case System.BERGER | System.BERGER_DOUBLE:
            cycles = 2 if known.settings.system is System.BERGER_DOUBLE else 1
            made = berger_round(len(known.numbers), round_no, BergerSettings(cycles))
        case _:
            assert_never(known.settings.system)
    return _as_fact(tournament, known, round_no, made, first_board)


def _byes(
    tournament: Tournament, stage: Stage, table: Crosstable, round_no: RoundNo
) -> Mapping[Number, RoundEntry]:
    """What everybody who is not paired gets in the round."""
    present = participants(tournament, stage.settings.id, round_no)
    number_of = {player: Number(n) for n, player in enumerate(stage.numbers, start=1)}
    byes = {number_of[b.player]: bye_entry(b.bye.kind, b.bye.white) for b in present.byes}
    playing = {number_of[player] for player in present.to_pair}
    missing = {e.number: ABSENT for e in table.entrants if e.number not in playing}
    return {**missing, **byes}


def _as_fact(
    tournament: Tournament,
    stage: Stage,
    round_no: RoundNo,
    made: RoundPairing,
    first_board: int,
) -> f.PairingsDrafted:
    ids = stage.numbers
    pairings: list[f.Pairing] = []
    swiss = stage.settings.system is System.DUTCH
    byes = list(participants(tournament, stage.settings.id, round_no).byes) if swiss else []
    for pair in made.pairs:
        white = ids[pair.white - 1]
        if pair.is_bye:
            byes.insert(0, f.Bye(white, PAIRING_BYE if swiss else ZERO_BYE))  # free rounds: nothing
            continue
        number = len(pairings)
        pairing = pairing_id(tournament.id, stage.settings.id, round_no, number + 1)
        pairings.append(
            f.Pairing(
                pairing,
                white,
                ids[pair.black - 1],
                BoardNo(first_board + number),
                (game_id(pairing),),
            )
        )
    return f.PairingsDrafted(
        stage.settings.id, round_no, tuple(pairings), tuple(byes), made.engine, made.reasons
    )


def draft_faults(
    tournament: Tournament,
    stage: StageId,
    pairings: Sequence[f.Pairing],
    byes: Sequence[f.Bye],
) -> tuple[str, ...]:
    """What is against the rules in pairings that an arbiter made or changed by hand.

    The arbiter may publish them all the same: the sentences are for the warning before.
    """
    known = stage_of(tournament, stage)
    table = crosstable(tournament, stage)
    round_no = RoundNo(table.played + 1)
    number_of = {player: Number(n) for n, player in enumerate(known.numbers, start=1)}
    present = participants(tournament, stage, round_no)
    given = {bye.player for bye in present.byes}
    strangers = _strangers(number_of, pairings, byes)
    if strangers:
        return tuple(f"{player} has no number in this stage" for player in strangers)
    pairs = [Pair(number_of[p.white], number_of[p.black]) for p in pairings]
    pairs += [Pair(number_of[b.player], NOBODY) for b in byes if b.player not in given]
    known_histories = histories(table)
    to_pair = [number_of[player] for player in present.to_pair]
    return (
        *faults(table, known_histories, to_pair, pairs),
        *colour_warnings(table, known_histories, pairs),
        *_boards_twice(pairings),
    )


def _strangers(
    number_of: Mapping[PlayerId, Number],
    pairings: Sequence[f.Pairing],
    byes: Sequence[f.Bye],
) -> list[PlayerId]:
    named = [player for p in pairings for player in (p.white, p.black)]
    named += [bye.player for bye in byes]
    return [player for player in named if player not in number_of]


def _boards_twice(pairings: Sequence[f.Pairing]) -> list[str]:
    boards = [pairing.board for pairing in pairings]
    twice = sorted({board for board in boards if boards.count(board) > 1})
    return [f"board {board} is given to more than one pair" for board in twice]


def stage_standings(
    tournament: Tournament,
    stage: StageId,
    after: RoundNo | None = None,
    which: Standing = official_results,
) -> StandingsTable:
    """The standings of a stage by its own tie-breaks, as other packages show them.

    Args:
        tournament: the state.
        stage: of that tournament.
        after: the round that counts last; the newest one by default.
        which: official results alone, or live ones (``results.crosstable.live_results``).
    """
    known = stage_of(tournament, stage)
    table = crosstable(tournament, stage, after, which)
    found = standings(table, known.settings.tiebreaks)
    official = RoundNo(table.played) in known.official_after and which is official_results
    return standings_view(found, tournament.id, stage, official)
