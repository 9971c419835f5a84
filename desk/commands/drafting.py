"""PURE. Drafting a round: the job for a pairing system, and the facts from its answer.

Pairing is blocked by conflicts, not by silence: games without a result may be paired over
as adjourned, if the arbiter says so.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from desk.commands import asked as a
from desk.commands.known import (
    Known,
    Scribe,
    find_stage,
    find_tournament,
    is_round_robin,
    listed,
)
from desk.commands.seating import boards_of
from desk.errors import AskFirstError, RefusedError, StaleError
from desk.pairing_job import PairingJob
from facts import fact as f
from facts.envelope import Actor, Draft, Entry, Role
from facts.fact import Bye, Pairing, Side
from facts.ids import PlayerId, RoundNo, StageId, game_id, pairing_id
from facts.result import PAIRING_BYE, ZERO_BYE
from facts.settings import System
from results import rounds
from results.crosstable import INITIAL_COLOUR, crosstable, initial_colour
from results.draws import draw_colour
from results.model import ABSENT, Crosstable, Number, RoundEntry, bye_entry
from results.pairing.answer import RoundPairing
from results.tournament import Stage, Tournament, fold


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
    known: Known,
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
        raise RefusedError(f"all {stage.settings.rounds} rounds are published")
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
    numbers = rounds.numbers_to_assign(tournament, name)
    if numbers is not None:
        first.append(scribe.draft(numbers, tournament.id))
    colour = initial_colour(stage)
    if colour is None and stage.settings.system is System.DUTCH:
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


def _ahead(tournament: Tournament, known: Known, first: Sequence[Draft]) -> Tournament:
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
    return PairingJob(known.settings.system, table, colour, out), taking_part.byes


def _out_of_it(
    table: Crosstable, order: Sequence[PlayerId], taking_part: rounds.Participants
) -> Mapping[Number, RoundEntry]:
    number_of = {player: Number(n) for n, player in enumerate(order, start=1)}
    byes = {number_of[b.player]: bye_entry(b.bye.kind, b.bye.white) for b in taking_part.byes}
    paired = {number_of[player] for player in taking_part.to_pair}
    missing = {e.number: ABSENT for e in table.entrants if e.number not in paired}
    return {**missing, **byes}


def _still_wanted(
    known: Known, tournament: Tournament, wanted: PairingWanted
) -> tuple[PlayerId, ...]:
    """The players by number, if the same job would be given again now.

    Kings that are lifted from a finished board while the engine works change nothing.
    """
    name = wanted.command.stage
    ahead = _ahead(tournament, known, wanted.first)
    outlook = rounds.outlook(ahead, name)
    same = outlook.next_round == wanted.round_no and not outlook.blockers
    if same and rounds.numbers_to_assign(ahead, name) is None:
        job, byes = _job(ahead, name, wanted.round_no, wanted.job.initial_colour)
        if (job, byes) == (wanted.job, wanted.byes):
            return ahead.stages[name].numbers
    raise StaleError(
        "results, players or rounds changed while the round was being paired; pair again"
    )


def drafted(known: Known, wanted: PairingWanted, made: RoundPairing) -> tuple[Draft, ...]:
    """The facts once the pairs are there.

    Raises:
        StaleError: a result or a player changed meanwhile, so the pairs may be wrong.
    """
    command = wanted.command
    tournament = find_tournament(known, command.tournament)
    numbers = _still_wanted(known, tournament, wanted)
    pairs = [(numbers[p.white - 1], numbers[p.black - 1]) for p in made.pairs if not p.is_bye]
    pairings: list[Pairing] = []
    for (white, black), board in zip(pairs, boards_of(known, tournament, pairs), strict=True):
        number = len(pairings) + 1
        ident = pairing_id(tournament.id, command.stage, wanted.round_no, number)
        pairings.append(Pairing(ident, white, black, board, (game_id(ident),)))
    robin = is_round_robin(find_stage(tournament, command.stage))
    # Whoever is free in a round robin gets nothing for it: everybody is, once a cycle.
    worth = ZERO_BYE if robin else PAIRING_BYE
    allocated = [Bye(numbers[p.white - 1], worth) for p in made.pairs if p.is_bye]
    fact = f.PairingsDrafted(
        stage=command.stage,
        round_no=wanted.round_no,
        pairings=tuple(pairings),
        byes=tuple(allocated) if robin else (*allocated, *wanted.byes),
        engine=made.engine,
        explanations=(*made.reasons, *wanted.notes),
    )
    scribe = Scribe(known, command, wanted.actor)
    return (*wanted.first, scribe.draft(fact, tournament.id))
