"""PURE. A stage's standings by its own regulations, as they follow from the log.

Published pairings are no results: until a game of the new round has one, the standings are
those after the round before it. While a round runs they say how far it is.
"""

from collections.abc import Iterable
from dataclasses import replace

from facts.ids import RoundNo, StageId, TournamentId
from facts.settings import System
from facts.views import StandingsTable
from results.stages.live import LiveStandings, live_standings
from results.stages.places import FinalOrders
from results.standings.standings import Standings, standings_view
from results.standings.tiebreaks.code import parse_code
from results.tournament.judging import Standing, judge, live_results, official_results
from results.tournament.tournament import Round, Stage, Tournament


def stage_standings(
    tournament: Tournament,
    stage: StageId,
    after: RoundNo | None = None,
    *,
    live: bool = False,
) -> StandingsTable | None:
    """The table after a round; None before numbers are assigned.

    By default that of :func:`shown_round`. ``live`` counts undisputed proposals as well as
    official results. The table is official where the arbiters said so of this round, and
    only official results are in it.
    """
    known = tournament.stages[stage]
    if not _has_standings(known):
        return None
    number = shown_round(tournament, known, live=live) if after is None else after
    cut = _until(tournament, known, number)
    extras = FinalOrders(cut).extras(stage)
    made = live_standings(cut, stage, which=_which(live=live), extras=extras)
    return _view(tournament, known, number, made.standings, live=live)


def shown_round(tournament: Tournament, stage: Stage, *, live: bool = False) -> RoundNo:
    """The round whose standings are shown: the newest in which a game has a result.

    Before the first result of all it is round 1, of which nothing is decided yet; 0 before
    that is published.
    """
    last = stage.last_round
    if last is None:
        return RoundNo(0)
    if last.number == 1 or any(_decided(tournament, last, live=live)):
        return last.number
    return RoundNo(last.number - 1)


BESIDE_RESULTS = frozenset({"STAGE", "FORMER", "MOVES", "LOTS"})
"""Tie-breaks on something else than the results of the stage."""


class StandingsFollower:
    """The shown standings of every stage, again and again: only what changed is counted anew.

    A result touches a few players' values; counting 800 players from the beginning for each
    would take a hundred times as long (``results/stages/live.py``). States may come in any order,
    such as those of audiences that see things later.
    """

    def __init__(self, *, live: bool = False) -> None:
        """``live`` counts undisputed proposals as well as official results."""
        self._live = live
        self._kept: dict[tuple[TournamentId, StageId], LiveStandings] = {}

    def standings(self, tournament: Tournament, stage: StageId) -> StandingsTable | None:
        """What :func:`stage_standings` gives by default.

        Raises:
            results.errors.ResultsError: a tie-break cannot be counted.
        """
        known = tournament.stages[stage]
        key = (tournament.id, stage)
        if not _has_standings(known):
            return None
        number = shown_round(tournament, known, live=self._live)
        cut = _until(tournament, known, number)
        # Whatever cannot be counted must not be followed the next time.
        kept = self._kept.pop(key, None)
        if kept is None or _asks_for_more(known):
            extras = FinalOrders(cut).extras(stage)
            now = live_standings(cut, stage, which=_which(live=self._live), extras=extras)
        else:
            now = kept.follow(cut)
        self._kept[key] = now
        return _view(tournament, known, number, now.standings, live=self._live)


def _has_standings(stage: Stage) -> bool:
    """True where places follow from points, and somebody has a number."""
    return bool(stage.numbers) and stage.system not in (
        System.KNOCK_OUT,
        System.MATCH,
        System.LIST,
    )


def _asks_for_more(stage: Stage) -> bool:
    """True where tie-breaks ask for what is not in the stage's results: they are counted anew."""
    return any(parse_code(code).name in BESIDE_RESULTS for code in stage.settings.tiebreaks)


def _until(tournament: Tournament, stage: Stage, number: RoundNo) -> Tournament:
    """The tournament as if no round after ``number`` were published."""
    if all(published <= number for published in stage.rounds):
        return tournament
    rounds = {n: the_round for n, the_round in stage.rounds.items() if n <= number}
    cut = replace(stage, rounds=rounds)
    return replace(tournament, stages={**tournament.stages, stage.settings.id: cut})


def _view(
    tournament: Tournament, stage: Stage, number: RoundNo, made: Standings, *, live: bool
) -> StandingsTable:
    official = not live and number in stage.official_after
    table = standings_view(made, tournament.id, stage.settings.id, official)
    the_round = stage.rounds.get(number)
    counted = list(_decided(tournament, the_round, live=live)) if the_round is not None else []
    return replace(
        table, complete=_complete(stage, number), decided=sum(counted), games=len(counted)
    )


def _complete(stage: Stage, number: RoundNo) -> bool:
    return all(
        claims.official is not None
        for the_round in stage.rounds.values()
        if the_round.number <= number
        for claims in the_round.games.values()
    )


def _decided(tournament: Tournament, the_round: Round, *, live: bool) -> Iterable[bool]:
    """For every game of a round whether its result counts."""
    which = _which(live=live)
    for claims in the_round.games.values():
        if claims.official is not None:
            yield True
        else:
            yield bool(claims.standing) and which(judge(claims, tournament.policy)) is not None


def _which(*, live: bool) -> Standing:
    return live_results if live else official_results
