"""PURE. How many moves were played in each game, for the tie-break on own moves.

Counted from the log's line of each game, corrections included; moves of the hands that only
make the king sign are never in a line.
"""

from collections.abc import Mapping

from facts.ids import StageId
from facts.meeting import GameRole
from facts.result import ResultKind
from results.crosstable.model import Number
from results.meetings.score import meeting_in
from results.rounds.progress import stage_of
from results.tournament.tournament import Tournament


def own_moves(tournament: Tournament, stage: StageId) -> Mapping[Number, int]:
    """Each player's own moves in the main games of a stage; forfeited ones have none.

    Nobody's, where the moves of a game that was played are not known: a tie is not broken by
    what nobody knows.
    """
    known = stage_of(tournament, stage)
    number = {player: Number(n) for n, player in enumerate(known.numbers, start=1)}
    moves = dict.fromkeys(number.values(), 0)
    for the_round in known.rounds.values():
        for pairing in the_round.pairings:
            for game in meeting_in(tournament, known, the_round, pairing).counting:
                forfeit = game.result is not None and game.result.kind is ResultKind.FORFEIT
                if game.role is not GameRole.MAIN or forfeit:
                    continue
                plies = tournament.plies.get(game.game)
                if plies is None and game.result is not None:
                    return {}
                moves[number[game.white]] += ((plies or 0) + 1) // 2
                moves[number[game.black]] += (plies or 0) // 2
    return moves
