"""PURE. Who plays on a live board and has given no phone into keeping."""

from desk.state.hall import Hall
from results.tournament.tournament import Round, RoundState, Tournament


def not_handed_in(tournament: Tournament, the_round: Round, hall: Hall) -> tuple[str, ...]:
    """A sentence for each live board until the round is closed; none where nothing is asked."""
    asked = tournament.regulations.attendance.hand_in_at_live_boards
    if not asked or the_round.state is RoundState.CLOSED:
        return ()
    found = []
    for pairing in sorted(the_round.pairings, key=lambda p: p.board):
        if not hall.is_live(pairing.board):
            continue
        missing = [
            tournament.players[player].player.name
            for player in (pairing.white, pairing.black)
            if not tournament.registers.held_of(player)
        ]
        if missing:
            found.append(
                f"board {pairing.board}: no phone of {' and of '.join(missing)} is in keeping"
            )
    return tuple(found)
