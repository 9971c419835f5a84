"""PURE. Drafting a round: the job for a pairing system, and the facts from its answer.

Pairing is blocked by conflicts, not by silence: games without a result may be paired over
as adjourned, if the arbiter says so.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from desk.commands.drafts.board_numbers import boards_of
from desk.commands.drafts.pairing_job import PairingJob
from desk.commands.kinds import rounds as a
from desk.commands.situation import (
    Scribe,
    Situation,
    find_stage,
    find_tournament,
    listed,
    player_of,
)
from desk.errors import AskFirstError, RefusedError, StaleError
from facts import fact as f
from facts.envelope import Actor, Draft, Entry, Role
from facts.fact import Bye, Pairing, Side
from facts.ids import PlayerId, RoundNo, StageId, game_id, pairing_id
from facts.result import PAIRING_BYE, ZERO_BYE
from facts.settings import System
from facts.stages import Numbering
from results.crosstable.model import ABSENT, Crosstable, Number, RoundEntry, bye_entry
from results.pairing.answer import Pair, RoundPairing
from results.rounds import progress as rounds
from results.rounds.numbering import numbers_for, numbers_to_assign
from results.rounds.table import INITIAL_COLOUR, crosstable, initial_colour
from results.stages.places import knock_out_of
from results.tournament.fold import fold
from results.tournament.lots import draw_colour
from results.tournament.tournament import Stage, Tournament


@dataclass(frozen=True, slots=True)
class PairingWanted:
    """A round that a pairer must make before the command can be answered.

    Attributes:
        first: facts that go to the log before the draft: numbers, a lot.
        byes: given on request or for an absence, without asking the engine.
    """

    command: a.DraftPairings
    actor: Actor
    job: PairingJob
    round_no: RoundNo
    first: tuple[Draft, ...]
    byes: tuple[Bye, ...]
    notes: tuple[str, ...]


def want_pairing(
    known: Situation,
    tournament: Tournament,
    stage: Stage,
    command: a.DraftPairings,
    actor: Actor,
    seed: str,
) -> PairingWanted:
    """The job of pairing the next round, with what must be in the log before it.

    Raises:
        RefusedError: the round must not be paired yet; says why.
    """
    name = stage.settings.id
    outlook = rounds.outlook(tournament, name)
    if outlook.next_round is None:
        raise RefusedError(_no_round(stage))
    if outlook.blockers:
        raise RefusedError("pairing must wait: " + "; ".join(outlook.blockers))
    if outlook.open_boards and not command.adjourn:
        raise RefusedError(
            f"no official result yet on board {listed(outlook.open_boards)}: confirm or enter "
            "them, or pair with these games as adjourned (each counts as a draw for pairing)"
        )
    if stage.draft is not None and stage.draft.edited and not command.over_edits:
        raise AskFirstError(
            f"the draft of round {stage.draft.round_no} was edited by hand "
            f"({stage.draft.reason}): pairing again throws that away. Pair again anyway?",
            "over_edits",
        )
    scribe = Scribe(known, command, actor)
    first: list[Draft] = []
    first += [scribe.draft(fact, tournament.id) for fact in _numbers(tournament, stage, seed)]
    colour = initial_colour(rounds.origin_of(tournament, stage))
    numbered = _ahead(tournament, known, first).stages[name]
    if colour is None and numbered.system is System.DUTCH:
        colour = Side(draw_colour(seed, INITIAL_COLOUR))
        lot = f.LotsDrawn(name, INITIAL_COLOUR, (colour.value,), seed)
        why = f"drawn by the program for the first pairing, which {actor.name} asked for"
        drawn = scribe.draft(lot, tournament.id, (), why)
        # Nobody chose it: the arbiter who pairs is not who drew.
        first.append(replace(drawn, actor=Actor(Role.PROGRAM, "lot")))
    job, byes = _job(_ahead(tournament, known, first), name, outlook.next_round, colour)
    notes = tuple(
        f"board {board} of round {outlook.next_round - 1} has no result and counts as a draw "
        "for this pairing (adjourned)"
        for board in outlook.open_boards
    )
    return PairingWanted(
        command=command,
        actor=actor,
        job=job,
        round_no=outlook.next_round,
        first=tuple(first),
        byes=byes,
        notes=notes,
    )


def _no_round(stage: Stage) -> str:
    match stage.system:
        case System.LIST:
            return "a list plays nothing"
        case System.KNOCK_OUT:
            return "as many are left as there are places"
        case System.DUTCH | System.BERGER | System.BERGER_DOUBLE | System.MATCH:
            return f"all {max(stage.settings.rounds, len(stage.rounds))} rounds are published"
        case _:
            assert_never(stage.system)


def _numbers(
    tournament: Tournament, stage: Stage, seed: str
) -> tuple[f.LotsDrawn | f.NumbersAssigned, ...]:
    """What gives everybody a number before the next pairing; nothing where they stand.

    Where the regulations want a lot it is drawn now, unless an arbiter drew it before.
    """
    wanted = numbers_to_assign(tournament, stage.settings.id)
    if wanted is None:
        return ()
    if stage.settings.entry.numbers is not Numbering.LOT or stage.rounds:
        return (wanted,)
    players = [player_of(tournament, player) for player in wanted.order]
    return numbers_for(stage.settings.id, players, Numbering.LOT, seed)


def _ahead(tournament: Tournament, known: Situation, first: Sequence[Draft]) -> Tournament:
    """The tournament as it will be once these facts are in."""
    for draft in first:
        tournament = fold(tournament, Entry(known.seq + 1, known.at, draft))
    return tournament


def _job(
    tournament: Tournament, stage: StageId, round_no: RoundNo, colour: Side | None
) -> tuple[PairingJob, tuple[Bye, ...]]:
    """What a pairing system needs, and the byes that are given without asking it."""
    known = tournament.stages[stage]
    taking_part = rounds.participants(tournament, stage, round_no)
    table = crosstable(tournament, stage)
    out = _out_of_it(table, known.numbers, taking_part)
    if known.system is not System.DUTCH:
        made = _made(tournament, known)
        return PairingJob(known.system, table, colour, {}, made), ()
    return PairingJob(known.system, table, colour, out), taking_part.byes


def _made(tournament: Tournament, stage: Stage) -> RoundPairing | None:
    """The pairs of a knock-out's next round or of a match; a round robin makes its own."""
    number_of = {player: Number(n) for n, player in enumerate(stage.numbers, start=1)}
    if stage.system is System.MATCH:
        pair = Pair(Number(1), Number(2))
        return RoundPairing((pair,), ("number 1 has White in the first game",), "match")
    if stage.system is not System.KNOCK_OUT:
        return None
    state = knock_out_of(tournament, stage)
    if state is None or len(state.out) != len(stage.rounds):
        raise RefusedError("the next round follows from the winners: not every match is decided")
    kind = "preliminary round among the lowest" if state.preliminary else "first against last"
    pairs = [Pair(number_of[better], number_of[worse]) for better, worse in state.pairs]
    reasons = [
        f"{kind}: number {pair.white} meets number {pair.black}; {len(state.left)} players are "
        f"left for {state.places} places"
        for pair in pairs
    ]
    return RoundPairing(tuple(pairs), tuple(reasons), "knock-out")


def _out_of_it(
    table: Crosstable, order: Sequence[PlayerId], taking_part: rounds.Participants
) -> Mapping[Number, RoundEntry]:
    number_of = {player: Number(n) for n, player in enumerate(order, start=1)}
    byes = {number_of[b.player]: bye_entry(b.bye.kind, b.bye.white) for b in taking_part.byes}
    paired = {number_of[player] for player in taking_part.to_pair}
    missing = {e.number: ABSENT for e in table.entrants if e.number not in paired}
    return {**missing, **byes}


def _still_wanted(
    known: Situation, tournament: Tournament, wanted: PairingWanted
) -> tuple[PlayerId, ...]:
    """The players by number, if the same job would be given again now.

    Kings that are lifted from a finished board while the engine works change nothing.
    """
    name = wanted.command.stage
    ahead = _ahead(tournament, known, wanted.first)
    outlook = rounds.outlook(ahead, name)
    same = outlook.next_round == wanted.round_no and not outlook.blockers
    if same and numbers_to_assign(ahead, name) is None:
        job, byes = _job(ahead, name, wanted.round_no, wanted.job.initial_colour)
        if (job, byes) == (wanted.job, wanted.byes):
            return ahead.stages[name].numbers
    raise StaleError(
        "results, players or rounds changed while the round was being paired; pair again"
    )


def drafted(known: Situation, wanted: PairingWanted, made: RoundPairing) -> tuple[Draft, ...]:
    """The facts once the pairs are there.

    Raises:
        StaleError: a result or a player changed meanwhile, so the pairs may be wrong.
    """
    command = wanted.command
    tournament = find_tournament(known, command.tournament)
    stage = find_stage(tournament, command.stage)
    numbers = _still_wanted(known, tournament, wanted)
    pairs = [(numbers[p.white - 1], numbers[p.black - 1]) for p in made.pairs if not p.is_bye]
    boards = boards_of(known, tournament, command.stage, pairs)
    pairings: list[Pairing] = []
    for (white, black), board in zip(pairs, boards, strict=True):
        number = len(pairings) + 1
        ident = pairing_id(tournament.id, command.stage, wanted.round_no, number)
        games = (game_id(ident),) if stage.settings.meeting.games else ()
        pairings.append(Pairing(ident, white, black, board, games))
    swiss = stage.system is System.DUTCH
    # Whoever is free in a round robin gets nothing for it: everybody is, once a cycle.
    worth = PAIRING_BYE if swiss else ZERO_BYE
    allocated = [Bye(numbers[p.white - 1], worth) for p in made.pairs if p.is_bye]
    fact = f.PairingsDrafted(
        stage=command.stage,
        round_no=wanted.round_no,
        pairings=tuple(pairings),
        byes=(*allocated, *wanted.byes),
        engine=made.engine,
        explanations=(*made.reasons, *wanted.notes),
    )
    scribe = Scribe(known, command, wanted.actor)
    return (*wanted.first, scribe.draft(fact, tournament.id))
