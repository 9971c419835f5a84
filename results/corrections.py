"""PURE. What a correction of a result would change, before anybody makes it."""

from dataclasses import dataclass, replace

from facts.ids import GameId, RoundNo, StageId
from facts.result import Result
from facts.settings import System
from results.checker import check_round
from results.crosstable import crosstable, game_entries
from results.errors import UsageError
from results.model import Crosstable, Number
from results.rounds import stage_of
from results.scoring import worded
from results.standings import standings
from results.tournament import Tournament


@dataclass(frozen=True, slots=True)
class Consequences:
    """The difference that a corrected result makes.

    Attributes:
        points: whose points change, in sentences.
        ranks: whose rank changes.
        pairings: what the engine would have paired otherwise in the next round.
        allowed: False where FIDE's rules let nobody correct it: only the previous round's
            results may be (handbook, arbiters §2, Q 189-193).
    """

    points: tuple[str, ...]
    ranks: tuple[str, ...]
    pairings: tuple[str, ...]
    allowed: bool

    def sentences(self) -> tuple[str, ...]:
        """Everything, for the arbiter's question before."""
        late = () if self.allowed else ("the game is older than the previous round",)
        return (*late, *self.points, *self.ranks, *self.pairings)


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
    after = _corrected(tournament, stage, before, game, round_no, result)
    settings = stage_of(tournament, stage).settings
    old = standings(before, settings.tiebreaks)
    new = standings(after, settings.tiebreaks)
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
    return Consequences(tuple(points), tuple(ranks), pairings, allowed)


def _corrected(
    tournament: Tournament,
    stage: StageId,
    table: Crosstable,
    game: GameId,
    round_no: RoundNo,
    result: Result,
) -> Crosstable:
    known = stage_of(tournament, stage)
    pairing = next(p for p in known.rounds[round_no].pairings if game in p.games)
    numbers = {player: Number(n) for n, player in enumerate(known.numbers, start=1)}
    white, black = numbers[pairing.white], numbers[pairing.black]
    entries = dict(zip((white, black), game_entries(white, black, result), strict=True))
    entrants = tuple(
        replace(
            entrant,
            entries=(
                *entrant.entries[: round_no - 1],
                entries[entrant.number],
                *entrant.entries[round_no:],
            ),
        )
        if entrant.number in entries
        else entrant
        for entrant in table.entrants
    )
    return replace(table, entrants=entrants)
