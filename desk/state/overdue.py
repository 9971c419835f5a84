"""PURE. Empty chairs: games in which nothing was played when the default time was over."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from desk.state.hall import Hall
from facts.fact import Side
from facts.ids import BoardNo, GameId
from results.tournament.tournament import Round, RoundState, Tournament


@dataclass(frozen=True, slots=True)
class Overdue:
    """A game that a player may have lost by coming too late (Laws of Chess, 6.7.1).

    Attributes:
        absent: who has not moved; the first to move where nobody has.
    """

    game: GameId
    board: BoardNo
    absent: Side
    text: str


def overdue(
    tournament: Tournament, the_round: Round, hall: Hall, at: datetime
) -> tuple[Overdue, ...]:
    """The live boards whose default time is over, for the arbiter to look at the chairs.

    Only games on boards that are read can be known; a result already claimed ends the matter.
    """
    minutes = tournament.regulations.attendance.default_time_min
    if minutes is None or the_round.started is None or the_round.state is not RoundState.STARTED:
        return ()
    due = the_round.started + timedelta(minutes=minutes)
    if at < due:
        return ()
    found = []
    for pairing in the_round.pairings:
        if not pairing.games or pairing.games[0] in the_round.added:
            continue  # a game that is set up later did not begin with the round
        game = pairing.games[0]
        state, claims = hall.games.get(game), the_round.games[game]
        if state is None or state.device is None or len(state.line) > 1:
            continue
        if claims.official is not None or claims.standing:
            continue
        absent = Side.BLACK if state.line else Side.WHITE
        text = (
            f"board {pairing.board}: the default time of {minutes} minutes was over at "
            f"{due:%H:%M} UTC and {absent} has not moved. If the chair is empty enter the forfeit"
        )
        found.append(Overdue(game, pairing.board, absent, text))
    return tuple(found)
