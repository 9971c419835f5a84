"""PURE. What a correction of a result would change, before anybody makes it."""

from dataclasses import dataclass
from datetime import UTC, datetime

from facts.envelope import Actor, Draft, Entry, Role
from facts.fact import ResultRuled
from facts.ids import GameId, pairing_of
from facts.meeting import SINGLE_GAME
from facts.result import Result
from facts.settings import System
from results.checks.checker import check_round
from results.crosstable.scoring import worded
from results.errors import UsageError
from results.meetings.score import ROLE_WORDS, meeting_of
from results.rounds.progress import stage_of
from results.rounds.table import crosstable
from results.stages.places import FinalOrders
from results.standings.standings import standings
from results.tournament.fold import fold
from results.tournament.tournament import Tournament


@dataclass(frozen=True, slots=True)
class Consequences:
    """The difference that a corrected result makes.

    Attributes:
        points: whose points change, in sentences.
        ranks: whose rank changes.
        pairings: what the engine would have paired otherwise in the next round.
        allowed: False where FIDE's rules let nobody correct it: only the previous round's
            results may be (its checklist VCL4THP, questions 189-193).
        meeting: what becomes of the further games of the two.
    """

    points: tuple[str, ...]
    ranks: tuple[str, ...]
    pairings: tuple[str, ...]
    allowed: bool
    meeting: tuple[str, ...] = ()

    def sentences(self) -> tuple[str, ...]:
        """Everything, for the arbiter's question before."""
        late = () if self.allowed else ("the game is older than the previous round",)
        return (*late, *self.meeting, *self.points, *self.ranks, *self.pairings)


def consequences(tournament: Tournament, game: GameId, result: Result) -> Consequences:
    """What ``result`` instead of the official one would change.

    Raises:
        UsageError: no such game.
    """
    place = tournament.where.get(game)
    if place is None:
        raise UsageError(f"{game} is no game of {tournament.id}")
    stage, round_no = place
    before = crosstable(tournament, stage)
    corrected = _corrected(tournament, game, result)
    after = crosstable(corrected, stage)
    settings = stage_of(tournament, stage).settings
    extras = FinalOrders(tournament).extras(stage)
    old = standings(before, settings.tiebreaks, extras=extras)
    new = standings(after, settings.tiebreaks, extras=extras)
    points, ranks = [], []
    now = {line.number: line for line in new.lines}
    for line in old.lines:
        name = before.by_number[line.number].player.name
        other = now[line.number]
        if other.points != line.points:
            points.append(f"{name}: {worded(line.points)} → {worded(other.points)} points")
        if other.rank != line.rank:
            ranks.append(f"{name}: rank {line.rank} → {other.rank}")
    pairings: tuple[str, ...] = ()
    if settings.system is System.DUTCH and round_no < before.played:
        was = set(check_round(before, round_no + 1).differences)
        pairings = tuple(
            f"round {round_no + 1}: {text}"
            for text in check_round(after, round_no + 1).differences
            if text not in was
        )
    allowed = round_no >= before.played - 1
    meeting = _meeting(tournament, corrected, game)
    return Consequences(tuple(points), tuple(ranks), pairings, allowed, meeting)


def _corrected(tournament: Tournament, game: GameId, result: Result) -> Tournament:
    """The tournament as if the game had been ruled so."""
    ruled = Draft(
        ResultRuled(game, result, "as if"),
        datetime.min.replace(tzinfo=UTC),
        Actor(Role.PROGRAM, "as if"),
        tournament.id,
    )
    return fold(tournament, Entry(tournament.seq + 1, ruled.at, ruled))


def _meeting(before: Tournament, after: Tournament, game: GameId) -> tuple[str, ...]:
    """What becomes of a meeting of several games."""
    old, new = (meeting_of(state, pairing_of(game)) for state in (before, after))
    if new.settings == SINGLE_GAME or (old.course == new.course):
        return ()
    idle = tuple(
        f"board {new.pairing.board}: the {ROLE_WORDS[one.role]} game does not count any more"
        for one in new.superfluous
    )
    return (f"board {new.pairing.board}: {new.why}", *idle)
