"""PURE. The fold of a tournament: one entry of the log more, and the state after it.

``fold(tournament, entry)`` takes in one entry and gives the new state; entries of other
tournaments, and facts that say nothing about results (devices, clocks), give back the same
object. A fact that fits nothing (a result for a game that was never published) changes nothing
and is kept in words in ``oddities``: reading a log never fails.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from facts import fact as f
from facts.envelope import Entry
from facts.ids import GameId, RoundNo, StageId, TournamentId
from facts.registers import RegulationsSet
from results.tournament.claims import ClaimFact, GameClaims, fold_claim
from results.tournament.draft_reasons import Explained, reasons_after
from results.tournament.entries import EntryFact, fold_entry, player_in
from results.tournament.register_entries import RegisterFact, fold_register
from results.tournament.tournament import Draft, Round, RoundState, Stage, Tournament, starters_of


def begin(tournament: TournamentId) -> Tournament:
    """A tournament of which nothing is known yet."""
    return Tournament(tournament)


def fold_all(tournament: TournamentId, entries: Iterable[Entry]) -> Tournament:
    """The state after all of ``entries``, which may hold other tournaments' too."""
    state = begin(tournament)
    for entry in entries:
        state = fold(state, entry)
    return state


_CLAIM_FACTS = (
    f.ResultShown,
    f.SignWithdrawn,
    f.ResultClaimed,
    f.ClaimWithdrawn,
    f.ResultConfirmed,
    f.ResultRuled,
    f.ResultCorrected,
    f.GameReopened,
    f.GameTakenOver,
)


MOVES = "MOVES"
"""The tie-break that asks how many moves were played."""
_SILENT = (f.MovePlayed, f.MoveConfirmed, f.ClockSet, f.LineCorrected)
"""The most frequent facts by far; none of them says anything about results."""


def fold(tournament: Tournament, entry: Entry) -> Tournament:
    """The state with one more entry of the log; the same object where nothing changed."""
    fact = entry.fact
    if isinstance(fact, _CLAIM_FACTS):
        if entry.tournament not in (None, tournament.id):
            return tournament
        return _with_claim(tournament, fact, entry)
    if tournament.counts_moves and isinstance(fact, f.MovePlayed | f.LineCorrected):
        return _with_plies(tournament, fact)
    if entry.tournament != tournament.id or isinstance(fact, _SILENT):
        return tournament
    if isinstance(fact, f.RatingResultSet):
        return replace(_with_rated(tournament, fact, entry), seq=entry.seq)
    if isinstance(fact, RegisterFact):
        registers = fold_register(tournament.registers, fact, entry.at)
        return replace(tournament, registers=registers, seq=entry.seq)
    if isinstance(fact, EntryFact):
        return replace(_with_player(tournament, fact, entry), seq=entry.seq)
    changed = _with_stage(tournament, fact, entry)
    return tournament if changed is None else replace(changed, seq=entry.seq)


def _with_claim(tournament: Tournament, fact: ClaimFact, entry: Entry) -> Tournament:
    place = tournament.where.get(fact.game)
    if place is None:
        if entry.tournament is None:
            return tournament
        return _odd(tournament, entry, f"a result for {fact.game}, which no round has")
    stage, round_no = place
    the_round = tournament.stages[stage].rounds[round_no]
    claims = fold_claim(the_round.games[fact.game], fact, entry)
    games = {**the_round.games, fact.game: claims}
    changed_round = replace(the_round, games=games)
    if isinstance(fact, f.GameReopened) and fact.game in the_round.rated:
        # The game goes on: what was to be rated of it has not happened.
        changed_round = replace(changed_round, rated=_without(the_round.rated, fact.game))
    changed = _replace_round(tournament, stage, changed_round)
    return replace(changed, seq=entry.seq)


def _with_plies(tournament: Tournament, fact: f.MovePlayed | f.LineCorrected) -> Tournament:
    if fact.game not in tournament.where:
        return tournament
    plies = fact.ply if isinstance(fact, f.MovePlayed) else fact.from_ply - 1 + len(fact.moves)
    return replace(tournament, plies={**tournament.plies, fact.game: plies})


def _with_rated(tournament: Tournament, fact: f.RatingResultSet, entry: Entry) -> Tournament:
    place = tournament.where.get(fact.game)
    if place is None:
        return _odd(tournament, entry, f"a rating result for {fact.game}, which no round has")
    stage, round_no = place
    the_round = tournament.stages[stage].rounds[round_no]
    rated = _without(the_round.rated, fact.game)
    if fact.result is not None:
        rated[fact.game] = fact
    return _replace_round(tournament, stage, replace(the_round, rated=rated))


def _without(
    rated: Mapping[GameId, f.RatingResultSet], game: GameId
) -> dict[GameId, f.RatingResultSet]:
    return {other: given for other, given in rated.items() if other != game}


def _with_player(tournament: Tournament, fact: EntryFact, entry: Entry) -> Tournament:
    who = player_in(fact)
    record = fold_entry(tournament.players.get(who), fact, entry.seq)
    if isinstance(record, str):
        return _odd(tournament, entry, record)
    return replace(tournament, players={**tournament.players, who: record})


def _with_stage(tournament: Tournament, fact: f.Fact, entry: Entry) -> Tournament | None:
    """The state after a fact about the tournament or a stage; None where it is no such fact."""
    match fact:
        case f.TournamentDefined():
            return replace(tournament, settings=fact.settings)
        case RegulationsSet():
            return replace(tournament, regulations=fact.regulations)
        case f.PolicySet():
            return replace(tournament, policy=fact.policy)
        case f.StageOpened():
            old = tournament.stages.get(fact.stage.id)
            stage = Stage(fact.stage) if old is None else replace(old, settings=fact.stage)
            asked = any(MOVES in code.upper() for code in fact.stage.tiebreaks)
            counts = tournament.counts_moves or (asked and not tournament.where)
            stages = {**tournament.stages, fact.stage.id: stage}
            return replace(tournament, stages=stages, counts_moves=counts)
        case f.NumbersAssigned():
            return _stage(tournament, fact.stage, entry, numbers=fact.order)
        case f.LotsDrawn():
            had = tournament.stages.get(fact.stage)
            return _stage(tournament, fact.stage, entry, lots=(*(had.lots if had else ()), fact))
        case f.QualifiersFixed():
            return _stage(
                tournament,
                fact.to_stage,
                entry,
                entrants=fact.players,
                places=fact.places,
                records_then=tournament.players,
            )
        case f.PairForbidden() | f.PairAllowed():
            return _with_pair(tournament, fact, entry)
        case f.PairingsDrafted():
            draft = Draft(
                fact.round_no,
                fact.pairings,
                fact.byes,
                fact.engine,
                fact.explanations,
                basis=_without_draft(tournament, fact.stage),
            )
            return _stage(tournament, fact.stage, entry, draft=draft)
        case f.PairingsEdited():
            return _stage(tournament, fact.stage, entry, draft=_edited(tournament, fact))
        case f.PairingsWithdrawn():
            return _stage(tournament, fact.stage, entry, draft=None)
        case f.RoundPublished():
            return _published(tournament, fact, entry)
        case f.GameAdded():
            return _with_game(tournament, fact, entry)
        case f.GameDropped():
            return _without_game(tournament, fact, entry)
        case f.RoundStarted():
            return _round_state(tournament, fact.stage, fact.round_no, RoundState.STARTED, entry)
        case f.RoundClosed():
            return _round_state(tournament, fact.stage, fact.round_no, RoundState.CLOSED, entry)
        case f.RoundReopened():
            return _round_state(tournament, fact.stage, fact.round_no, RoundState.STARTED, entry)
        case f.StandingsMadeOfficial():
            known = tournament.stages.get(fact.stage)
            after = (known.official_after if known else frozenset()) | {fact.round_no}
            return _stage(tournament, fact.stage, entry, official_after=after)
        case _:
            return None


def _with_pair(
    tournament: Tournament, fact: f.PairForbidden | f.PairAllowed, entry: Entry
) -> Tournament:
    known = tournament.stages.get(fact.stage)
    pair = frozenset(fact.players)
    rules = {} if known is None else {p: r for p, r in known.forbidden.items() if p != pair}
    if isinstance(fact, f.PairForbidden):
        rules[pair] = fact
    return _stage(tournament, fact.stage, entry, forbidden=rules)


def _without_draft(tournament: Tournament, stage: StageId) -> Tournament:
    """The state without a stage's older draft, which would be kept for ever with its own basis."""
    known = tournament.stages.get(stage)
    if known is None or known.draft is None:
        return tournament
    return replace(tournament, stages={**tournament.stages, stage: replace(known, draft=None)})


def _edited(tournament: Tournament, fact: f.PairingsEdited) -> Draft:
    """The draft after a change by hand; what the engine had made stays with it."""
    known = tournament.stages.get(fact.stage)
    before = known.draft if known is not None else None
    if before is not None and before.round_no != fact.round_no:
        before = None
    return Draft(
        fact.round_no,
        fact.pairings,
        fact.byes,
        engine=before.engine if before is not None else "",
        explanations=reasons_after(_versions(before), fact) if before is not None else (),
        edited=True,
        reason=fact.reason,
        made=(before.made if before.edited else before) if before is not None else None,
        basis=before.basis if before is not None else _without_draft(tournament, fact.stage),
    )


def _versions(draft: Draft) -> tuple[Explained, ...]:
    """What the engine had made, where it is not the draft itself, and the draft."""
    drafts = (draft.made, draft) if draft.made is not None else (draft,)
    return tuple(Explained(one.pairings, one.byes, one.explanations) for one in drafts)


def _published(tournament: Tournament, fact: f.RoundPublished, entry: Entry) -> Tournament:
    stage = tournament.stages.get(fact.stage)
    if stage is None:
        return _odd(tournament, entry, f"round {fact.round_no} of {fact.stage}, never opened")
    old = stage.rounds.get(fact.round_no)
    pairings = fact.pairings if old is None else _with_added(old, fact.pairings)
    known = {} if old is None else _kept(old, pairings)
    games = {
        game: known.get(game, GameClaims(game)) for pairing in pairings for game in pairing.games
    }
    the_round = Round(
        number=fact.round_no,
        pairings=pairings,
        byes=fact.byes,
        engine=fact.engine,
        games=games,
        state=RoundState.PUBLISHED if old is None else old.state,
        rated={} if old is None else {g: r for g, r in old.rated.items() if g in known},
        added={} if old is None else {g: one for g, one in old.added.items() if g in games},
        dropped=frozenset() if old is None else old.dropped,
    )
    draft = stage.draft
    if draft is not None and draft.round_no == fact.round_no:
        draft = None
    gone = set(old.games) - set(games) if old else set()
    where = {game: place for game, place in tournament.where.items() if game not in gone}
    where.update(dict.fromkeys(games, (fact.stage, fact.round_no)))
    rounds = {**stage.rounds, fact.round_no: the_round}
    starters = starters_of(tournament, stage) if fact.round_no == 1 else stage.starters
    changed = replace(stage, rounds=rounds, draft=draft, starters=starters)
    stages = {**tournament.stages, fact.stage: changed}
    return replace(tournament, stages=stages, where=where)


def _with_game(tournament: Tournament, fact: f.GameAdded, entry: Entry) -> Tournament:
    place = tournament.place_of(fact.pairing)
    if place is None:
        return _odd(tournament, entry, f"a game of {fact.pairing}, which no round has")
    stage, the_round, pairing = place
    if fact.game in the_round.games:
        return _odd(tournament, entry, f"{fact.game}, which was added already")
    longer = replace(pairing, games=(*pairing.games, fact.game))
    changed = replace(
        the_round,
        pairings=tuple(longer if p is pairing else p for p in the_round.pairings),
        games={**the_round.games, fact.game: GameClaims(fact.game)},
        added={**the_round.added, fact.game: fact},
    )
    name = stage.settings.id
    where = {**tournament.where, fact.game: (name, the_round.number)}
    return replace(_replace_round(tournament, name, changed), where=where)


def _without_game(tournament: Tournament, fact: f.GameDropped, entry: Entry) -> Tournament:
    place = tournament.where.get(fact.game)
    the_round = tournament.stages[place[0]].rounds[place[1]] if place is not None else None
    if place is None or the_round is None or fact.game not in the_round.added:
        return _odd(tournament, entry, f"{fact.game}, which was never added, is not played")
    changed = replace(
        the_round,
        pairings=tuple(
            replace(p, games=tuple(game for game in p.games if game != fact.game))
            if fact.game in p.games
            else p
            for p in the_round.pairings
        ),
        games={game: claims for game, claims in the_round.games.items() if game != fact.game},
        rated=_without(the_round.rated, fact.game),
        added={game: one for game, one in the_round.added.items() if game != fact.game},
        dropped=the_round.dropped | {fact.game},
    )
    where = {game: at for game, at in tournament.where.items() if game != fact.game}
    return replace(_replace_round(tournament, place[0], changed), where=where)


def _with_added(old: Round, pairings: tuple[f.Pairing, ...]) -> tuple[f.Pairing, ...]:
    """The pairings of a round that is published again, with the games that were added since."""
    further = {
        (p.id, p.white, p.black): tuple(game for game in p.games if game in old.added)
        for p in old.pairings
    }
    return tuple(
        replace(p, games=(*p.games, *further.get((p.id, p.white, p.black), ()))) for p in pairings
    )


def _kept(old: Round, pairings: tuple[f.Pairing, ...]) -> Mapping[GameId, GameClaims]:
    """Claims of games that the same two players still play when a round is published again."""
    players = {
        game: (pairing.white, pairing.black) for pairing in old.pairings for game in pairing.games
    }
    return {
        game: old.games[game]
        for pairing in pairings
        for game in pairing.games
        if players.get(game) == (pairing.white, pairing.black)
    }


def _round_state(
    tournament: Tournament, stage: StageId, round_no: RoundNo, state: RoundState, entry: Entry
) -> Tournament:
    known = tournament.stages.get(stage)
    the_round = known.rounds.get(round_no) if known else None
    if the_round is None:
        return _odd(tournament, entry, f"round {round_no} of {stage}, never published")
    reopened = the_round.reopened or (
        the_round.state is RoundState.CLOSED and state is not RoundState.CLOSED
    )
    started = entry.at if isinstance(entry.fact, f.RoundStarted) else the_round.started
    changed = replace(the_round, state=state, reopened=reopened, started=started)
    return _replace_round(tournament, stage, changed)


def _replace_round(tournament: Tournament, stage: StageId, the_round: Round) -> Tournament:
    known = tournament.stages[stage]
    changed = replace(known, rounds={**known.rounds, the_round.number: the_round})
    return replace(tournament, stages={**tournament.stages, stage: changed})


def _stage(tournament: Tournament, stage: StageId, entry: Entry, **changes: object) -> Tournament:
    known = tournament.stages.get(stage)
    if known is None:
        return _odd(tournament, entry, f"stage {stage}, never opened")
    changed: Stage = replace(known, **changes)  # type: ignore[arg-type]
    return replace(tournament, stages={**tournament.stages, stage: changed})


def _odd(tournament: Tournament, entry: Entry, text: str) -> Tournament:
    return replace(tournament, oddities=(*tournament.oddities, f"fact {entry.seq}: {text}"))
