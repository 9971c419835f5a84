"""PURE. Commands about rounds: edit a draft, publish, start, close, declare official.

A draft is seen by arbiters alone; ``desk/commands/drafts/drafting.py`` makes it.
"""

from dataclasses import replace
from typing import assert_never

from desk.commands.drafts.board_numbers import seated
from desk.commands.drafts.drafting import PairingWanted, want_pairing
from desk.commands.drafts.stale import changes_since
from desk.commands.kinds import rounds as a
from desk.commands.situation import (
    Scribe,
    Situation,
    confirmer,
    find_round,
    fresh_stage,
    listed,
    need_reason,
    open_rounds,
    ranged,
    require,
)
from desk.errors import AskFirstError, RefusedError
from facts import fact as f
from facts.envelope import Actor, Draft, Role
from facts.fact import Bye, Pairing
from facts.ids import PlayerId, RoundNo, StageId, TournamentId
from facts.result import ResultKind
from facts.settings import System
from results.rounds import progress as rounds
from results.tournament.tournament import Draft as RoundDraft
from results.tournament.tournament import Round, RoundState, Stage, Tournament


def decide_round(
    known: Situation, command: a.RoundCommand, actor: Actor, seed: str
) -> tuple[Draft, ...] | PairingWanted:
    """The facts that answer a command about a round, or the pairing that they need.

    ``seed`` is fresh chance for a drawing of lots; it is recorded with the outcome.

    Raises:
        RefusedError: it cannot be done; says why and what can.
    """
    require(actor, Role.ARBITER, "this")
    tournament, stage = fresh_stage(known, command)
    scribe = Scribe(known, command, actor)
    match command:
        case a.DraftPairings():
            return want_pairing(known, tournament, stage, command, actor, seed)
        case a.SwapColours() | a.ExchangePlayers():
            return (
                scribe.draft(
                    _edit(known, tournament, stage, command), tournament.id, (), command.reason
                ),
            )
        case a.WithdrawDraft():
            draft = _drafted_round(stage)
            gone = f.PairingsWithdrawn(stage.settings.id, draft.round_no, command.reason)
            return (scribe.draft(gone, tournament.id, (), command.reason),)
        case a.PublishRound():
            published = _publish(known, tournament, stage, command)
            return (scribe.draft(published, tournament.id, (), command.reason.strip()),)
        case a.StartRound():
            the_round = find_round(stage, command.round_no)
            if the_round.state is not RoundState.PUBLISHED:
                raise RefusedError(f"round {the_round.number} is {the_round.state} already")
            started = f.RoundStarted(stage.settings.id, the_round.number)
            return (scribe.draft(started, tournament.id),)
        case a.CloseRound():
            return (scribe.draft(_close(tournament, stage, command.round_no), tournament.id),)
        case a.ReopenRound():
            return (scribe.draft(_reopen(stage, command), tournament.id, (), command.reason),)
        case a.DeclareStandings():
            require(actor, confirmer(tournament), "declaring standings official")
            return (scribe.draft(_declare(tournament, stage, command), tournament.id),)
        case _:
            assert_never(command)


# --- the draft --------------------------------------------------------------------------


def _drafted_round(stage: Stage) -> RoundDraft:
    if stage.draft is None:
        raise RefusedError("there is no draft: pair the round first")
    return stage.draft


def _edit(
    known: Situation,
    tournament: Tournament,
    stage: Stage,
    command: a.SwapColours | a.ExchangePlayers,
) -> f.PairingsEdited:
    draft = _drafted_round(stage)
    reason = need_reason(command.reason, "a change of the pairings")
    if isinstance(command, a.SwapColours):
        pairings, byes = _swapped(draft, command), draft.byes
    elif stage.system is System.KNOCK_OUT:
        raise RefusedError(
            "who meets whom in a knock-out follows from the places and the winners: swap colours, "
            "or have the chief arbiter choose the players of the stage"
        )
    else:
        exchanged, byes = _exchanged(draft, command.player, command.other)
        # Whoever keeps a board stays at it, whomever they meet now.
        pairings = seated(known, tournament, stage.settings.id, exchanged)
    return f.PairingsEdited(stage.settings.id, draft.round_no, pairings, byes, reason)


def _swapped(draft: RoundDraft, command: a.SwapColours) -> tuple[Pairing, ...]:
    if all(pairing.id != command.pairing for pairing in draft.pairings):
        raise RefusedError(f"the draft has no pairing {command.pairing!r}; look again")
    return tuple(
        replace(p, white=p.black, black=p.white) if p.id == command.pairing else p
        for p in draft.pairings
    )


def _exchanged(
    draft: RoundDraft, player: PlayerId, other: PlayerId
) -> tuple[tuple[Pairing, ...], tuple[Bye, ...]]:
    allocated = {b.player for b in draft.byes if b.bye.kind is ResultKind.PAIRING_BYE}
    there = {p for pairing in draft.pairings for p in (pairing.white, pairing.black)} | allocated
    for wanted in (player, other):
        if wanted not in there:
            raise RefusedError(f"{wanted} is not paired in this draft")
    if player == other or any({player, other} == {p.white, p.black} for p in draft.pairings):
        raise RefusedError("these two meet each other; swap their colours instead")
    place = {player: other, other: player}
    pairings = tuple(
        replace(p, white=place.get(p.white, p.white), black=place.get(p.black, p.black))
        for p in draft.pairings
    )
    byes = tuple(
        replace(b, player=place.get(b.player, b.player)) if b.player in allocated else b
        for b in draft.byes
    )
    return pairings, byes


# --- publishing -------------------------------------------------------------------------


def _publish(
    known: Situation, tournament: Tournament, stage: Stage, command: a.PublishRound
) -> f.RoundPublished:
    draft = _drafted_round(stage)
    if draft.round_no != command.round_no:
        raise RefusedError(f"the draft is of round {draft.round_no}, not {command.round_no}")
    if draft.round_no in stage.rounds:
        raise RefusedError(f"round {draft.round_no} is published already")
    _check_conflicts(tournament, stage)
    _check_basis(tournament, stage, draft, command)
    _check_boards(known, tournament.id, stage.settings.id, draft)
    engine = f"{draft.engine}, edited by hand" if draft.edited else draft.engine
    return f.RoundPublished(stage.settings.id, draft.round_no, draft.pairings, draft.byes, engine)


def _check_conflicts(tournament: Tournament, stage: Stage) -> None:
    blockers = rounds.outlook(tournament, stage.settings.id).blockers
    if blockers:
        raise RefusedError("publishing must wait: " + "; ".join(blockers))


def _check_basis(
    tournament: Tournament, stage: Stage, draft: RoundDraft, command: a.PublishRound
) -> None:
    """Refuse a draft that rests on what is not so any more, unless it is wanted all the same."""
    changes = changes_since(tournament, stage, draft)
    if not changes:
        return
    if command.anyway:
        need_reason(command.reason, "publishing a draft that rests on older results or players")
        return
    raise AskFirstError(
        f"results or players have changed since this draft was made: {'; '.join(changes)}. "
        "Pair again",
        "anyway",
        needs_reason=True,
    )


def _check_boards(
    known: Situation, tournament: TournamentId, stage: StageId, draft: RoundDraft
) -> None:
    """A board number is unique in the hall while its round runs."""
    wanted = {pairing.board for pairing in draft.pairings}
    if len(wanted) < len(draft.pairings):
        raise RefusedError("two pairings of the draft have the same board")
    for other, known_stage, running in open_rounds(known):
        taken = sorted(wanted & running.boards)
        if taken and (other.id, known_stage.settings.id) != (tournament, stage):
            raise RefusedError(
                f"board {listed(taken)} is in use by round {running.number} of {other.id}: "
                "close that round first, or give each tournament boards of its own"
            )


def _close(tournament: Tournament, stage: Stage, round_no: RoundNo) -> f.RoundClosed:
    the_round = find_round(stage, round_no)
    if the_round.state is RoundState.CLOSED:
        raise RefusedError(f"round {round_no} is closed already")
    problems = _open_games(tournament, stage, the_round)
    if problems:
        raise RefusedError(f"round {round_no} cannot be closed: {'; '.join(problems)}")
    return f.RoundClosed(stage.settings.id, round_no)


def _reopen(stage: Stage, command: a.ReopenRound) -> f.RoundReopened:
    reason = need_reason(command.reason, "reopening a round")
    the_round = find_round(stage, command.round_no)
    if the_round.state is not RoundState.CLOSED:
        raise RefusedError(f"round {command.round_no} is not closed")
    if max(stage.rounds) > command.round_no:
        raise RefusedError(
            f"round {max(stage.rounds)} is published: correct the result with a reason instead"
        )
    return f.RoundReopened(stage.settings.id, command.round_no, reason)


def _declare(
    tournament: Tournament, stage: Stage, command: a.DeclareStandings
) -> f.StandingsMadeOfficial:
    the_round = find_round(stage, command.round_no)
    if the_round.state is not RoundState.CLOSED:
        raise RefusedError(f"round {command.round_no} is not closed: its results may still change")
    if command.round_no in stage.official_after:
        raise RefusedError(f"the standings after round {command.round_no} are official already")
    missing = [
        f"round {played.number}: {sentence}"
        for played in stage.rounds.values()
        if played.number <= command.round_no
        for sentence in _open_games(tournament, stage, played)
    ]
    if missing:
        raise RefusedError(f"the standings cannot be official: {'; '.join(missing)}")
    return f.StandingsMadeOfficial(stage.settings.id, command.round_no)


def _open_games(tournament: Tournament, stage: Stage, the_round: Round) -> list[str]:
    """What is missing of a round's results: conflicts by board, the others counted once."""
    seen = rounds.verdicts(tournament, the_round)
    found = [
        f"board {one.board}: {'; '.join(one.verdict.conflicts)}"
        for one in seen
        if one.verdict.conflicts
    ]
    bare = [one.board for one in seen if one.verdict.official is None and not one.verdict.conflicts]
    if len(bare) == 1:
        found.append(f"board {bare[0]} has no official result")
    elif bare:
        found.append(f"{len(bare)} boards have no official result: {ranged(bare)}")
    due = rounds.games_due(tournament, stage, the_round)
    return found + [f"board {pairing.board}: {why}" for pairing, why in due]
