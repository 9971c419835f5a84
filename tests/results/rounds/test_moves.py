from facts import fact as f
from facts.ids import GameId
from facts.result import WHITE_WON, WHITE_WON_BY_FORFEIT
from results.rounds.moves import own_moves
from tests.fakes.tournament_log import STAGE, TournamentLog, swiss


def moved(log: TournamentLog, game: GameId, plies: int) -> None:
    for ply in range(1, plies + 1):
        move = f.LineMove("e2e4", "e4", None, log.now)
        log.add(f.MovePlayed(game, ply, move))


def test_own_moves_follow_the_corrected_line_and_forfeits_have_none() -> None:
    log = TournamentLog()
    log.open(4, swiss(tiebreaks=("MOVES",)))
    first, second = log.publish(1, [(1, 3), (4, 2)])
    moved(log, first, 6)
    log.add(f.LineCorrected(first, 5, (f.LineMove("d2d4", "d4", None, log.now),), "slid"))
    log.confirmed(first, WHITE_WON)
    moved(log, second, 2)
    log.confirmed(second, WHITE_WON_BY_FORFEIT)
    assert log.state.plies[first] == 5
    assert own_moves(log.state, STAGE) == {1: 3, 3: 2, 4: 0, 2: 0}


def test_nobody_has_a_count_where_the_moves_of_a_game_are_not_known() -> None:
    log = TournamentLog()
    log.open(4, swiss(tiebreaks=("MOVES",)))
    first, second = log.publish(1, [(1, 3), (4, 2)])
    moved(log, first, 6)
    log.confirmed(first, WHITE_WON)
    assert own_moves(log.state, STAGE) == {1: 3, 3: 3, 4: 0, 2: 0}
    log.confirmed(second, WHITE_WON)
    assert own_moves(log.state, STAGE) == {}


def test_moves_change_the_state_only_where_a_tie_break_asks_for_them() -> None:
    log = TournamentLog()
    log.open(4)
    (first, _) = log.publish(1, [(1, 3), (4, 2)])
    before = log.state
    moved(log, first, 1)
    assert log.state is before
    log.add(f.StageOpened(swiss(tiebreaks=("MOVES",))))
    moved(log, first, 2)
    assert log.state.plies == {}
