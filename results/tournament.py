"""PURE. One tournament as the log tells it: a fold over its facts.

``fold(tournament, entry)`` takes in one entry and gives the new state; entries of other
tournaments, and facts that say nothing about results (moves, clocks, devices), give back
the same object. Nothing here counts points or judges claims: see ``results/capture.py``,
``results/rounds.py`` and ``results/crosstable.py``.

A fact that fits nothing (a result for a game that was never published) changes nothing and
is kept in words in ``oddities``: reading a log never fails.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum

from facts import fact as f
from facts.envelope import Entry
from facts.ids import GameId, PairingId, PlayerId, RoundNo, StageId, TournamentId
from facts.registers import RegulationsSet
from facts.regulations import Regulations
from facts.settings import (
    ROUND_ROBINS,
    ResultPolicy,
    StageSettings,
    System,
    TournamentSettings,
    round_robin_rounds,
)
from facts.stages import Carried
from results.claims import ClaimFact, GameClaims, fold_claim
from results.draft_reasons import Explained, reasons_after
from results.entries import EntryFact, EntryRecord, fold_entry, player_in
from results.register_entries import RegisterFact, Registers, fold_register


class RoundState(StrEnum):
    """How far a round is."""

    PUBLISHED = "published"
    STARTED = "started"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Draft:
    """A proposal for a round that only arbiters see."""

    round_no: RoundNo
    pairings: tuple[f.Pairing, ...]
    byes: tuple[f.Bye, ...]
    engine: str
    explanations: tuple[str, ...] = ()
    edited: bool = False
    reason: str = ""
    made: "Draft | None" = None
    """What the engine had made, where the draft was edited by hand."""
    basis: "Tournament | None" = field(default=None, compare=False, repr=False)
    """The tournament as it was when the engine paired: what the draft rests on."""


@dataclass(frozen=True, slots=True)
class Round:
    """A published round with what has been said about each of its games.

    Attributes:
        games: by id, in the order of the pairings.
        reopened: it was closed once and opened again.
        started: when its clocks were started.
        rated: games whose result for rating is not that of the standings.
        added: further games of a meeting, with their own colours and clocks.
        dropped: games that were added and not played; their ids are not given again.
    """

    number: RoundNo
    pairings: tuple[f.Pairing, ...]
    byes: tuple[f.Bye, ...]
    engine: str
    games: Mapping[GameId, GameClaims]
    state: RoundState = RoundState.PUBLISHED
    reopened: bool = False
    started: datetime | None = None
    rated: Mapping[GameId, f.RatingResultSet] = field(default_factory=dict)
    added: Mapping[GameId, f.GameAdded] = field(default_factory=dict)
    dropped: frozenset[GameId] = frozenset()

    def published(self, pairing: PairingId) -> f.Pairing:
        """A pairing of the round as it was published, by its id.

        Raises:
            KeyError: the round has none of that id.
        """
        for known in self.pairings:
            if known.id == pairing:
                return known
        raise KeyError(pairing)

    def as_played(self, pairing: f.Pairing, game: GameId) -> f.Pairing:
        """The pairing with the colours that the two have in one of its games."""
        added = self.added.get(game)
        if added is None:
            return pairing
        return replace(pairing, white=added.white, black=added.black)


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage: its settings, numbers, rounds so far and the draft of the next.

    Attributes:
        numbers: pairing numbers in order, number 1 first; empty until they are assigned.
        rounds: published rounds by number, from 1 without gaps.
        official_after: rounds after which the standings were declared official.
        forbidden: pairs that must not meet, with the rounds and the reason.
        starters: who was on the list of round 1, in order of their numbers then; empty until
            it is published.
    """

    settings: StageSettings
    numbers: tuple[PlayerId, ...] = ()
    rounds: Mapping[RoundNo, Round] = field(default_factory=dict)
    draft: Draft | None = None
    lots: tuple[f.LotsDrawn, ...] = ()
    official_after: frozenset[RoundNo] = frozenset()
    entrants: tuple[PlayerId, ...] | None = None
    """Who takes part, where it is not everybody (:class:`facts.fact.QualifiersFixed`)."""
    places: int | None = None
    """How many come through a knock-out, once its entrants are fixed."""
    records_then: Mapping[PlayerId, EntryRecord] = field(
        default_factory=dict, compare=False, repr=False
    )
    """The players as they were when the entrants were fixed: byes and absences until then
    belong to the stages before."""
    forbidden: Mapping[frozenset[PlayerId], f.PairForbidden] = field(default_factory=dict)
    starters: tuple[PlayerId, ...] = ()

    @property
    def last_round(self) -> Round | None:
        """The newest published round."""
        return self.rounds[max(self.rounds)] if self.rounds else None

    @property
    def system(self) -> System:
        """How it is paired: a round robin of too many players is played as a Swiss."""
        most = self.settings.entry.swiss_above
        players = len(self.numbers if self.entrants is None else self.entrants)
        if most is not None and self.settings.system in ROUND_ROBINS and players > most:
            return System.DUTCH
        return self.settings.system

    @property
    def goes_on(self) -> bool:
        """True for a stage that carries the rounds of another on, and counts on from them."""
        return self.settings.entry.carries is Carried.ROUNDS

    @property
    def is_fed(self) -> bool:
        """True where its players come from other stages, and begin anew."""
        return bool(self.settings.entry.feeds) and not self.goes_on

    @property
    def last_planned(self) -> RoundNo:
        """The number of its last round, as far as its players are known; 0 before they are."""
        if self.settings.rounds or not self.is_round_robin:
            return self.settings.last_round
        cycles = 2 if self.system is System.BERGER_DOUBLE else 1
        return RoundNo(round_robin_rounds(len(self.entrants or self.numbers), cycles))

    @property
    def is_round_robin(self) -> bool:
        """True where the pairings of all rounds follow from the numbers."""
        return self.system in ROUND_ROBINS


@dataclass(frozen=True, slots=True)
class Tournament:
    """The whole state of one tournament after ``seq``.

    Attributes:
        counts_moves: a tie-break asks how many moves were played, and did so from the first
            round on; else no move changes the state.
        plies: the length of each game's line as it is known now, where that is asked for.
    """

    id: TournamentId
    settings: TournamentSettings | None = None
    policy: ResultPolicy = field(default_factory=ResultPolicy)
    players: Mapping[PlayerId, EntryRecord] = field(default_factory=dict)
    stages: Mapping[StageId, Stage] = field(default_factory=dict)
    where: Mapping[GameId, tuple[StageId, RoundNo]] = field(default_factory=dict)
    seq: int = 0
    oddities: tuple[str, ...] = ()
    regulations: Regulations = field(default_factory=Regulations)
    registers: Registers = field(default_factory=Registers)
    counts_moves: bool = False
    plies: Mapping[GameId, int] = field(default_factory=dict)

    def claims(self, game: GameId) -> GameClaims | None:
        """What has been said about a game's result; None for a game that is not ours."""
        place = self.where.get(game)
        if place is None:
            return None
        stage, round_no = place
        return self.stages[stage].rounds[round_no].games[game]

    def place_of(self, pairing: PairingId) -> tuple[Stage, Round, f.Pairing] | None:
        """A published pairing with its stage and round; None for one that is not ours."""
        for stage in self.stages.values():
            for the_round in reversed(tuple(stage.rounds.values())):
                for known in the_round.pairings:
                    if known.id == pairing:
                        return stage, the_round, known
        return None


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


def starters_of(tournament: Tournament, stage: Stage) -> tuple[PlayerId, ...]:
    """Who is on the list of round 1 as it stands: late entries are not on it yet."""
    return tuple(
        player
        for player in stage.numbers
        if player in tournament.players and tournament.players[player].plays(RoundNo(1))
    )


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
