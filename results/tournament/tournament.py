"""PURE. One tournament as the log tells it: players, stages, rounds, drafts and claims.

``results/tournament/fold.py`` makes it from the log. Nothing here counts points or judges claims:
see ``judging.py`` beside it, ``results/rounds/progress.py`` and ``results/rounds/table.py``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum

from facts import fact as f
from facts.ids import BoardNo, GameId, PairingId, PlayerId, RoundNo, StageId, TournamentId
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
from results.tournament.claims import GameClaims
from results.tournament.entries import EntryRecord
from results.tournament.register_entries import Registers


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
        """The pairing with the colours and the board that the two have in one of its games."""
        added = self.added.get(game)
        if added is None:
            return pairing
        board = pairing.board if added.board is None else added.board
        return replace(pairing, white=added.white, black=added.black, board=board)

    @property
    def boards(self) -> frozenset[BoardNo]:
        """Every board that the round is played at."""
        moved = {added.board for added in self.added.values() if added.board is not None}
        return frozenset({pairing.board for pairing in self.pairings} | moved)


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


def starters_of(tournament: Tournament, stage: Stage) -> tuple[PlayerId, ...]:
    """Who is on the list of round 1 as it stands: late entries are not on it yet."""
    return tuple(
        player
        for player in stage.numbers
        if player in tournament.players and tournament.players[player].plays(RoundNo(1))
    )
