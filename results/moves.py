"""PURE. How many moves were played in each game, for the tie-break on own moves.

Counted from the log's line of each game, corrections included; moves of the hands that only
make the king sign are never in a line.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from facts import fact as f
from facts.envelope import Entry
from facts.ids import GameId, StageId
from facts.meeting import GameRole
from facts.result import ResultKind
from results.meetings.score import meeting_in
from results.model import Number
from results.rounds import stage_of
from results.tournament import Tournament


@dataclass(frozen=True, slots=True)
class PlyCounts:
    """The length of each game's line in plies."""

    plies: Mapping[GameId, int] = field(default_factory=dict)


def count_plies(entries: list[Entry] | tuple[Entry, ...]) -> PlyCounts:
    """The lengths after all of ``entries``."""
    plies: dict[GameId, int] = {}
    for entry in entries:
        match entry.fact:
            case f.MovePlayed() as move:
                plies[move.game] = move.ply
            case f.LineCorrected() as line:
                plies[line.game] = line.from_ply - 1 + len(line.moves)
            case _:
                pass
    return PlyCounts(plies)


def own_moves(tournament: Tournament, stage: StageId, counts: PlyCounts) -> dict[Number, int]:
    """Each player's own moves in the main games of a stage; forfeited ones have none."""
    known = stage_of(tournament, stage)
    number = {player: Number(n) for n, player in enumerate(known.numbers, start=1)}
    moves = dict.fromkeys(number.values(), 0)
    for the_round in known.rounds.values():
        for pairing in the_round.pairings:
            for game in meeting_in(tournament, known, the_round, pairing).counting:
                forfeit = game.result is not None and game.result.kind is ResultKind.FORFEIT
                if game.role is not GameRole.MAIN or forfeit:
                    continue
                plies = counts.plies.get(game.game, 0)
                moves[number[game.white]] += (plies + 1) // 2
                moves[number[game.black]] += plies // 2
    return moves
