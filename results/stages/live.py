"""PURE. Standings while a round runs: follow the log, count anew only what a result touches.

A game counts with its official result, or provisionally with a proposal that nobody
disputes; what has neither counts nothing yet. The table says which players' values are
certain and which may still change.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from facts.fact import Pairing
from facts.ids import PlayerId, StageId
from facts.meeting import SINGLE_GAME
from facts.player import Player
from facts.settings import ResultPolicy
from results.crosstable.model import Crosstable, Entrant, Number
from results.meetings.score import meeting_in
from results.rounds.progress import stage_of
from results.rounds.table import crosstable, pairing_entries
from results.stages.places import FinalOrders
from results.standings.standings import Standings, recounted, standings
from results.standings.tiebreaks.code import Edition
from results.standings.tiebreaks.field import Extras
from results.tournament.entries import EntryRecord
from results.tournament.judging import Standing, judge, live_results, official_results
from results.tournament.tournament import Round, Stage, Tournament


@dataclass(frozen=True, slots=True)
class _Basis:
    """What verdicts and tables rest on beside the stage itself."""

    policy: ResultPolicy
    players: Mapping[PlayerId, EntryRecord]

    def same(self, other: "_Basis", stage: Stage) -> bool:
        """True where no verdict and nobody's particulars in the stage can differ."""
        if self.policy != other.policy:
            return False
        if self.players is other.players:
            return True
        return all(_player(self, who) == _player(other, who) for who in stage.numbers)


def _player(basis: _Basis, who: PlayerId) -> Player | None:
    record = basis.players.get(who)
    return record.player if record is not None else None


@dataclass(frozen=True)
class LiveStandings:
    """The standings of a stage as of one state of the log.

    Attributes:
        provisional: players whose result of the running round is not official yet.
        playing: players whose game of the running round has no result yet.
    """

    stage: StageId
    standings: Standings
    provisional: frozenset[Number]
    playing: frozenset[Number]
    _seen: Stage
    _basis: "_Basis"
    _codes: tuple[str, ...] | None = None
    _edition: Edition = Edition.OF_2026
    _extras: Extras | None = None
    _beside: tuple[Stage | None, ...] = ()
    _which: Standing = live_results

    def follow(self, tournament: Tournament) -> "LiveStandings":
        """The standings of a later state; the same object where no result changed."""
        now = stage_of(tournament, self.stage)
        basis = _Basis(tournament.policy, tournament.players)
        same = _same_frame(self._seen, now) and self._beside == _beside(tournament, now)
        if not same or not basis.same(self._basis, now):
            return live_standings(
                tournament, self.stage, self._codes, self._edition, self._extras, self._which
            )
        if now is self._seen:
            return self
        games = _changed_pairings(self._seen, now)
        if not games:
            return replace(self, _seen=now, _basis=basis)
        numbers = {player: Number(n) for n, player in enumerate(now.numbers, start=1)}
        table = self.standings.field.table
        touched: set[Number] = set()
        entrants = list(table.entrants)
        for the_round, pairing in games:
            entries = pairing_entries(tournament, now, the_round, pairing, numbers, self._which)
            for number, entry in entries.items():
                place = self.standings.field.index[number]
                rows = list(entrants[place].entries)
                if rows[the_round.number - 1] != entry:
                    rows[the_round.number - 1] = entry
                    entrants[place] = replace(entrants[place], entries=tuple(rows))
                    touched.add(number)
        found = self.standings
        if touched:
            found = recounted(found, _with(table, entrants), sorted(touched))
        provisional, playing = _open(tournament, now, numbers)
        return replace(
            self,
            standings=found,
            provisional=provisional,
            playing=playing,
            _seen=now,
            _basis=basis,
        )


def live_standings(
    tournament: Tournament,
    stage: StageId,
    codes: Sequence[str] | None = None,
    edition: Edition = Edition.OF_2026,
    extras: Extras | None = None,
    which: Standing = live_results,
) -> LiveStandings:
    """Count a stage from the beginning; ``codes`` and ``extras`` are its own by default.

    ``which`` may be :func:`results.tournament.judging.official_results`, where proposals are not to
    be seen.
    """
    known = stage_of(tournament, stage)
    wanted = tuple(known.settings.tiebreaks if codes is None else codes)
    table = crosstable(tournament, stage, which=which)
    needed = FinalOrders(tournament).extras(stage) if extras is None else extras
    found = standings(table, wanted, edition, extras=needed)
    numbers = {player: Number(n) for n, player in enumerate(known.numbers, start=1)}
    provisional, playing = _open(tournament, known, numbers)
    return LiveStandings(
        stage=stage,
        standings=found,
        provisional=provisional,
        playing=playing,
        _seen=known,
        _basis=_Basis(tournament.policy, tournament.players),
        _codes=None if codes is None else wanted,
        _edition=edition,
        _extras=extras,
        _beside=_beside(tournament, known),
        _which=which,
    )


def _beside(tournament: Tournament, stage: Stage) -> tuple[Stage | None, ...]:
    """The stages whose results count in this one as well: carried over, or in a tie-break."""
    entry = stage.settings.entry
    names = [entry.former, entry.carried_from]
    return tuple(tournament.stages.get(name) for name in names if name is not None)


def _with(table: Crosstable, entrants: list[Entrant]) -> Crosstable:
    return replace(table, entrants=tuple(entrants))


def _same_frame(old: Stage, new: Stage) -> bool:
    """True where nothing but results can differ."""
    if (old.settings, old.numbers, old.lots) != (new.settings, new.numbers, new.lots):
        return False
    if old.rounds.keys() != new.rounds.keys():
        return False
    return all(
        the_round.pairings == new.rounds[number].pairings
        and the_round.byes == new.rounds[number].byes
        for number, the_round in old.rounds.items()
    )


def _changed_pairings(old: Stage, new: Stage) -> list[tuple[Round, Pairing]]:
    found = []
    for number, the_round in new.rounds.items():
        before = old.rounds[number]
        if before is the_round or before.games is the_round.games:
            continue
        found += [
            (the_round, pairing)
            for pairing in the_round.pairings
            if any(before.games[game] is not the_round.games[game] for game in pairing.games)
        ]
    return found


def _open(
    tournament: Tournament, stage: Stage, numbers: Mapping[PlayerId, Number]
) -> tuple[frozenset[Number], frozenset[Number]]:
    """Whose game of the newest round is provisional, and whose is still played."""
    provisional: set[Number] = set()
    playing: set[Number] = set()
    last = stage.last_round
    for pairing in last.pairings if last is not None else ():
        assert last is not None
        if _is_over(tournament, stage, last, pairing, official_results):
            continue
        over = _is_over(tournament, stage, last, pairing, live_results)
        group = provisional if over else playing
        group.update((numbers[pairing.white], numbers[pairing.black]))
    return frozenset(provisional), frozenset(playing)


def _is_over(
    tournament: Tournament, stage: Stage, the_round: Round, pairing: Pairing, which: Standing
) -> bool:
    """True where nothing more is to be played by two who meet."""
    if stage.settings.meeting == SINGLE_GAME and len(pairing.games) == 1:
        claims = the_round.games[pairing.games[0]]
        return claims.official is not None or (
            which is live_results
            and bool(claims.standing)
            and which(judge(claims, tournament.policy)) is not None
        )
    return meeting_in(tournament, stage, the_round, pairing, which).is_over
