"""PURE. How many moves were played in each game, for the tie-break on own moves.

Counted from the log's line of each game, corrections included; moves of the hands that only
make the king sign are never in a line.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from facts import fact as f
from facts.envelope import Entry
from facts.ids import GameId, StageId
from facts.result import ResultKind
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
    """Each player's own moves in a stage; games that were forfeited have none."""
    known = stage_of(tournament, stage)
    number = {player: Number(n) for n, player in enumerate(known.numbers, start=1)}
    moves = dict.fromkeys(number.values(), 0)
    for the_round in known.rounds.values():
        for pairing in the_round.pairings:
            game = pairing.games[0]
            official = the_round.games[game].official
            if official is not None and official.result.kind is ResultKind.FORFEIT:
                continue
            plies = counts.plies.get(game, 0)
            moves[number[pairing.white]] += (plies + 1) // 2
            moves[number[pairing.black]] += plies // 2
    return moves
