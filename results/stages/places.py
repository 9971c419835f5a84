"""PURE. The final order of a stage: who is on which place, and by what.

Places of a Swiss and of a round robin are those of its standings; a place that stays shared
is broken by a recorded lot where one was drawn. A match has a first and a second place, a
knock-out those who came through before those who did not, a list the order it was made in.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never

from facts import fact as f
from facts.ids import PlayerId, RoundNo, StageId
from facts.settings import System
from results.crosstable.model import Number, Points
from results.crosstable.scoring import worded
from results.meetings.score import Meeting, meeting_in
from results.rounds.knock_out import KnockOut, knock_out
from results.rounds.moves import own_moves
from results.rounds.progress import stage_of
from results.rounds.table import crosstable
from results.stages.former import former_results
from results.standings.standings import Line, Standings, shown_values, standings
from results.standings.tiebreaks.code import parse_code
from results.standings.tiebreaks.field import Extras
from results.tournament.tournament import Stage, Tournament

PLACES = "places"
"""Purpose of a lot that breaks shared places: the outcome names players, the first first."""


@dataclass(frozen=True, slots=True)
class Place:
    """A player's place in a stage.

    Attributes:
        number: of the line, from 1; nobody else has it.
        first, last: the places that are shared; both are ``number`` where none is.
        points: None where the stage counts none.
        why: what put the player there, without the place.
    """

    number: int
    first: int
    last: int
    player: PlayerId
    points: Points | None
    why: str

    @property
    def shared(self) -> bool:
        """True where others have the same place."""
        return self.first != self.last


class FinalOrders:
    """The final orders of one tournament's stages, each counted once.

    Attributes:
        finished: what :mod:`results.stages.progress` has found out already.
    """

    def __init__(self, tournament: Tournament, before: "FinalOrders | None" = None) -> None:
        """For one state of the tournament.

        ``before`` are those of an earlier state: what rests on nothing that has changed since
        is not counted again. A result of a group leaves a Swiss of 800 players as it was.
        """
        self.tournament = tournament
        self.finished: dict[StageId, bool] = {}
        self._known: dict[StageId, tuple[Place, ...]] = {}
        if before is not None and _same_players(before.tournament, tournament):
            self._known = {
                stage: order
                for stage, order in before._known.items()
                if _same(_rests_on(before.tournament, stage), _rests_on(tournament, stage))
            }

    def of(self, stage: StageId) -> tuple[Place, ...]:
        """Everybody of a stage by place, as things stand; empty before it has players.

        Raises:
            UsageError: there is no such stage.
        """
        if stage not in self._known:
            self._known[stage] = self._order(stage_of(self.tournament, stage))
        return self._known[stage]

    def numbers_in(self, stage: StageId) -> Mapping[PlayerId, int]:
        """Everybody's place in a stage; those who share one have the same."""
        return {place.player: place.first for place in self.of(stage)}

    def extras(self, stage: StageId) -> Extras:
        """What the tie-breaks of a stage need beside its results: former places and lots."""
        known = stage_of(self.tournament, stage)
        former = known.settings.entry.former
        codes = {parse_code(code).name for code in known.settings.tiebreaks}
        numbers = {player: Number(n) for n, player in enumerate(known.numbers, start=1)}
        places = self.numbers_in(former) if former is not None and "STAGE" in codes else {}
        drawn = drawn_places(known) if "LOTS" in codes else {}
        results = former_results(self.tournament, known) if "FORMER" in codes else None
        return Extras(
            moves=own_moves(self.tournament, stage) if "MOVES" in codes else {},
            former_results=results,
            former_places={numbers[who]: n for who, n in places.items() if who in numbers},
            lots={numbers[who]: n for who, n in drawn.items() if who in numbers},
        )

    def _order(self, stage: Stage) -> tuple[Place, ...]:
        match stage.system:
            case System.DUTCH | System.BERGER | System.BERGER_DOUBLE:
                return self._by_standings(stage)
            case System.LIST:
                return tuple(
                    Place(n, n, n, player, None, f"number {n} of {stage.settings.name}")
                    for n, player in enumerate(stage.entrants or (), start=1)
                )
            case System.MATCH:
                return self._by_match(stage)
            case System.KNOCK_OUT:
                return self._by_knock_out(stage)
            case _:
                assert_never(stage.system)

    def _by_standings(self, stage: Stage) -> tuple[Place, ...]:
        if not stage.numbers:
            return ()
        name = stage.settings.id
        table = crosstable(self.tournament, name)
        made = standings(table, stage.settings.tiebreaks, extras=self.extras(name))
        drawn = drawn_places(stage)
        found: list[Place] = []
        for group in _groups(made):
            players = [table.entrants[line.index].player.id for line in group]
            why = _why(made, group[0])
            by_lot = len(group) > 1 and all(player in drawn for player in players)
            if by_lot:
                why += f", by lot for places {group[0].rank}–{group[0].rank + len(group) - 1}"
                players.sort(key=lambda player: drawn[player])
            for i, player in enumerate(players):
                number = group[0].rank + i
                first = number if by_lot else group[0].rank
                last = number if by_lot else first + len(group) - 1
                points = Points(group[0].points)
                found.append(Place(number, first, last, player, points, why))
        return tuple(found)

    def _by_match(self, stage: Stage) -> tuple[Place, ...]:
        meeting = match_of(self.tournament, stage)
        if meeting is None or not meeting.is_over:
            return ()
        if meeting.winner is None or meeting.loser is None:
            both = (meeting.pairing.white, meeting.pairing.black)
            return tuple(Place(n, 1, 2, who, None, meeting.why) for n, who in enumerate(both, 1))
        return (
            Place(1, 1, 1, meeting.winner, None, meeting.why),
            Place(2, 2, 2, meeting.loser, None, meeting.why),
        )

    def _by_knock_out(self, stage: Stage) -> tuple[Place, ...]:
        """Who came through in the order of their seeds; then who was knocked out last."""
        state = knock_out_of(self.tournament, stage)
        if state is None or not state.over:
            return ()
        seed = {player: n for n, player in enumerate(stage.entrants or ())}
        groups = [("came through", state.left)]
        groups += [
            (f"knocked out in round {number}", lost)
            for number, lost in reversed(list(enumerate(state.out, start=1)))
        ]
        found: list[Place] = []
        for why, players in groups:
            first = len(found) + 1
            last = len(found) + len(players)
            for player in sorted(players, key=lambda who: seed[who]):
                found.append(Place(len(found) + 1, first, last, player, None, why))
        return tuple(found)


def _same_players(before: Tournament, now: Tournament) -> bool:
    return before.players is now.players and before.policy == now.policy


def _rests_on(tournament: Tournament, stage: StageId | None) -> tuple[Stage, ...]:
    """The stages whose results an order follows from: its own, a former one, one carried over."""
    known = tournament.stages.get(stage) if stage is not None else None
    if known is None:
        return ()
    entry = known.settings.entry
    beside = dict.fromkeys((entry.former, entry.carried_from))
    return (known, *(one for name in beside for one in _rests_on(tournament, name)))


def _same(before: Sequence[Stage], now: Sequence[Stage]) -> bool:
    """True where nothing was replaced: states are never changed."""
    return len(before) == len(now) and all(a is b for a, b in zip(before, now, strict=True))


def _groups(made: Standings) -> list[list[Line]]:
    """The lines of the standings, those with one rank together."""
    groups: list[list[Line]] = []
    for line in made.lines:
        if groups and groups[-1][0].rank == line.rank:
            groups[-1].append(line)
        else:
            groups.append([line])
    return groups


def _why(made: Standings, line: Line) -> str:
    values = zip(made.codes, shown_values(made, line), strict=True)
    told = [f"{worded(line.points)} {'point' if line.points <= 10 else 'points'}"]
    told += [f"{code.text} {value}" for code, value in values]
    return ", ".join(told)


def drawn_places(stage: Stage) -> Mapping[PlayerId, int]:
    """What lots for places gave, a number a player; a later lot comes before an earlier one."""
    found: dict[PlayerId, int] = {}
    for lot in stage.lots:
        if lot.purpose == PLACES:
            found.update({PlayerId(player): n for n, player in enumerate(lot.outcome, start=1)})
    return found


def match_of(tournament: Tournament, stage: Stage) -> Meeting | None:
    """The meeting of a match; None before it is published."""
    if stage.last_round is None:
        return None
    (pairing,) = stage.last_round.pairings
    return meeting_in(tournament, stage, stage.last_round, pairing)


def knock_out_of(tournament: Tournament, stage: Stage) -> KnockOut | None:
    """The knock-out after the rounds that are decided; None before its players are fixed.

    A round in which a meeting is not decided yet counts as still to be played, and so do
    those after it.
    """
    if stage.entrants is None or stage.places is None:
        return None
    winners: list[Sequence[PlayerId]] = []
    for number in sorted(stage.rounds):
        won = _winners(tournament, stage, stage.rounds[number].pairings, number)
        if won is None:
            break
        winners.append(won)
    places = min(stage.places, len(stage.entrants))
    if places == 0:
        return None
    return knock_out(stage.entrants, places, winners, stage.settings.entry.bracket)


def _winners(
    tournament: Tournament, stage: Stage, pairings: Sequence[f.Pairing], number: int
) -> list[PlayerId] | None:
    the_round = stage.rounds[RoundNo(number)]
    won = [meeting_in(tournament, stage, the_round, pairing).winner for pairing in pairings]
    return [winner for winner in won if winner is not None] if None not in won else None
