"""PURE. Whose time is halved in a round, for a sanction in the game before."""

from facts.ids import PlayerId, RoundNo
from results.registers.offences import owed
from results.tournament.tournament import Round, Stage, Tournament


def halved_times(tournament: Tournament, stage: Stage, the_round: Round) -> tuple[str, ...]:
    """One sentence for each board where a clock must be set to half; none once it is closed."""
    found = []
    for pairing in sorted(the_round.pairings, key=lambda p: p.board):
        for player in (pairing.white, pairing.black):
            record = tournament.players[player]
            if owed(record.penalties, the_round.number, _rounds_with_a_game(stage, player)):
                found.append(
                    f"board {pairing.board}: {record.player.name} starts with half of the time "
                    "(sanction of the game before)"
                )
    return tuple(found)


def _rounds_with_a_game(stage: Stage, player: PlayerId) -> list[RoundNo]:
    return [
        number
        for number, played in stage.rounds.items()
        if any(player in (p.white, p.black) for p in played.pairings)
    ]
