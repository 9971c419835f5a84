from facts import fact as f
from facts.ids import GameId
from facts.result import WHITE_WON, WHITE_WON_BY_FORFEIT
from results.moves import count_plies, own_moves
from tests.fakes.tournament_log import STAGE, TournamentLog


def moved(log: TournamentLog, game: GameId, plies: int) -> None:
    for ply in range(1, plies + 1):
        move = f.LineMove("e2e4", "e4", None, log.now)
        log.add(f.MovePlayed(game, ply, move))


def test_own_moves_follow_the_corrected_line_and_forfeits_have_none() -> None:
    log = TournamentLog()
    log.open(4)
    first, second = log.publish(1, [(1, 3), (4, 2)])
    moved(log, first, 6)
    log.add(f.LineCorrected(first, 5, (f.LineMove("d2d4", "d4", None, log.now),), "slid"))
    log.confirmed(first, WHITE_WON)
    moved(log, second, 2)
    log.confirmed(second, WHITE_WON_BY_FORFEIT)
    counts = count_plies(log.entries)
    assert counts.plies[first] == 5
    assert own_moves(log.state, STAGE, counts) == {1: 3, 3: 2, 4: 0, 2: 0}
