"""The end of a game at the board: kings in the centre, rules, men set up again."""

from itertools import permutations

import pytest

from facts.fact import Certainty, LineCorrected, PiecesSetUp, ResultShown, SignWithdrawn
from facts.result import BLACK_WON, DRAWN, WHITE_WON, Result
from facts.settings import Source
from tests.boardlink.sensing.board import Board, fold

MIDDLE_GAME = "r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R w KQkq - 4 4"
FOUR_PLIES = "1000:e2- 1350:e4P 4350:e7- 4700:e5p 7700:g1- 8050:f3N 11050:b8- 11400:c6n "
LIGHT = {"e4", "d5"}


def signs(board: Board) -> list[ResultShown]:
    return [fact for fact in board.said(ResultShown) if isinstance(fact, ResultShown)]


@pytest.mark.parametrize(("white", "black"), list(permutations(["d4", "e4", "d5", "e5"], 2)))
@pytest.mark.parametrize("first", ["white", "black"])
def test_all_twelve_placements_are_read_by_the_colour_of_the_squares(
    white: str, black: str, first: str
) -> None:
    expected: Result = DRAWN
    if {white, black} == LIGHT:
        expected = WHITE_WON
    elif not {white, black} & LIGHT:
        expected = BLACK_WON
    steps = [f"e1- {{}}:{white}K", f"e8- {{}}:{black}k"]
    if first == "black":
        steps.reverse()
    board = Board(MIDDLE_GAME)
    board.play(f"0:{steps[0].format(700)} 2000:{steps[1].format(2600)}")
    verdict = board.end()
    assert verdict.result == expected
    assert (verdict.moves, verdict.by) == ((), "kings")
    assert verdict.certainty is Certainty.CERTAIN


def test_a_sign_is_proposed_after_two_seconds_and_certain_after_five() -> None:
    board = Board(MIDDLE_GAME).play("0:e1- 700:e4K 2000:e8- 2600:d5k")
    board.end()
    said = [
        (round(t, 3), fact.certainty) for t, fact in board.facts if isinstance(fact, ResultShown)
    ]
    assert said == [(4.6, Certainty.LIKELY), (7.6, Certainty.CERTAIN)]
    assert signs(board)[0].source is Source.KING_SIGN
    assert signs(board)[0].evidence == "kings on e4 and d5 since 15:00:02, no clock"


def test_a_last_move_that_has_rested_is_not_revised_by_the_king_that_goes_on_to_the_centre() -> (
    None
):
    board = Board("8/8/5k2/8/8/4K3/8/7r b - - 0 50")
    board.play("0:f6- 400:f5k 15000:f5- 15600:e5k 16500:e3- 17200:d4K")
    verdict = board.end()
    assert (verdict.moves, verdict.result) == (("f6f5",), BLACK_WON)
    assert board.ever_shown() == {"f6f5"}


@pytest.mark.parametrize("pause", [500, 2000, 4000, 8000])
def test_a_first_king_that_could_have_moved_there_is_no_move_once_the_second_follows(
    pause: int,
) -> None:
    board = Board("8/8/8/8/8/4K3/7r/6k1 w - - 0 50")
    board.play(f"0:e3- 500:d4K {500 + pause}:g1- {1200 + pause}:e5k")
    verdict = board.end()
    assert (verdict.moves, verdict.result) == ((), BLACK_WON)
    assert fold(board.facts) == []


def test_a_kings_true_move_to_the_centre_stays_when_the_lever_was_pressed() -> None:
    board = Board("8/8/8/8/2k5/8/6p1/5K2 b - - 0 60")
    board.clock(t=-0.5)
    board.play("0:c4- 500:d4k")
    board.clock(white_presses=False, t=0.9)
    board.play("30000:f1- 31000:e5K")
    verdict = board.end()
    assert (verdict.moves, verdict.result) == (("c4d4",), BLACK_WON)


def test_a_king_that_takes_a_man_on_its_way_takes_nothing() -> None:
    board = Board("8/8/8/3p4/2K5/8/7k/8 w - - 0 60")
    board.play("0:d5- 300:c4- 900:d5K 4900:h2- 5600:e4k")
    verdict = board.end()
    assert (verdict.moves, verdict.result) == ((), WHITE_WON)


def test_kings_walked_step_by_step_to_the_centre_make_no_moves() -> None:
    board = Board("8/3k4/8/8/8/3K4/8/8 w - - 0 60")
    board.play("0:d3- 400:e3K 1200:d7- 1600:d6k 2400:e3- 2800:e4K 3600:d6- 4000:e5k")
    verdict = board.end()
    assert verdict.moves == ()
    assert verdict.result == DRAWN


def test_a_king_slid_over_other_squares_to_the_centre_makes_no_move() -> None:
    board = Board("8/8/5k2/8/8/8/4K3/7r w - - 0 50")
    board.play("0:e2- 300:e3K 500:e3- 520:e4K 3000:f6- 3300:e6k 3500:e6- 3520:d5k")
    verdict = board.end()
    assert (verdict.moves, verdict.result) == ((), WHITE_WON)


def test_kings_in_the_centre_of_men_set_up_again_still_show_the_result() -> None:
    board = Board(MIDDLE_GAME).play(
        "2000:e1- 2150:c3- 2300:f3- 2450:e4- 2600:e5- 2750:c6- 2900:f6- 3050:e8- 3700:e4K "
        "4400:e5k 6200:b1N 6400:g1N 6600:e2P 6800:e7p 7000:b8n 7200:g8n"
    )
    verdict = board.end()
    assert (verdict.moves, verdict.result) == ((), DRAWN)


def test_a_wrong_pair_that_is_corrected_changes_the_result() -> None:
    board = Board().play(
        FOUR_PLIES + "14400:e1- 14800:e8- 15600:d4K 16200:d5k 21300:d4- 21400:e4- 22000:e4K"
    )
    verdict = board.end()
    assert verdict.result == WHITE_WON
    assert [str(fact.result) for fact in signs(board)] == ["½-½", "½-½", "1-0", "1-0"]


def test_kings_that_pass_another_sign_on_their_way_back_change_no_result() -> None:
    board = Board("8/8/8/3k4/8/8/8/6RK w - - 0 50")
    board.clock(t=-1.0)
    board.clock(white_presses=True, t=0.0)
    board.clock(white_presses=False, t=1.0)
    board.clock(t=2.0, running=False)
    board.play("3000:h1- 3500:e5K 4000:d5- 4500:d4k 30000:d4- 30400:d5k 30500:e5- 31000:h1K")
    verdict = board.end()
    assert verdict.result == BLACK_WON
    assert verdict.certainty is Certainty.CERTAIN


def test_a_false_end_is_taken_back_when_the_game_goes_on() -> None:
    board = Board().play(
        "1000:e2- 1350:e4P 4350:e7- 4700:e5p 7700:g1- 8050:f3N 11050:e1- 11650:e8- 11950:e4- "
        "12550:e4K 13250:d5k 20050:d5- 20550:e8k 21050:e4- 21650:e1K 22550:e4P 31050:b8- 31400:c6n"
    )
    verdict = board.end()
    assert verdict.moves == ("e2e4", "e7e5", "g1f3", "b8c6")
    assert verdict.result is None
    assert board.said(SignWithdrawn)
    assert ("e2e4", "e7e5", "g1f3") in verdict.alternatives
    assert verdict.certainty is Certainty.UNCLEAR


def test_moves_after_the_result_while_the_clock_stands_are_analysis() -> None:
    board = Board()
    board.clock(t=0.0)
    board.play("1000:e2- 1350:e4P")
    board.clock(white_presses=True, t=2.0)
    board.play("4350:e7- 4700:e5p")
    board.clock(white_presses=False, t=5.0)
    board.clock(t=10.2, running=False)
    board.play(
        "10700:e1- 11000:e8- 11200:e4- 11700:e4K 11900:e5- 12400:e5k 30700:e4- 31200:e1K "
        "31700:e5- 32200:e8k 32700:e4P 33200:e5p 35700:g1- 36050:f3N 36550:b8- 36900:c6n"
    )
    verdict = board.end()
    assert (verdict.moves, verdict.result) == (("e2e4", "e7e5"), DRAWN)
    assert verdict.certainty is Certainty.CERTAIN
    assert not board.said(SignWithdrawn)


def test_men_moved_after_the_clock_was_stopped_are_not_appended_without_a_sign_either() -> None:
    board = Board()
    board.clock(t=0.0)
    board.play("1000:e2- 1350:e4P")
    board.clock(white_presses=True, t=2.0)
    board.play("4350:e7- 4700:e5p")
    board.clock(white_presses=False, t=5.0)
    board.clock(t=10.2, running=False)
    board.play("15700:g1- 16050:f3N 18550:b8- 18900:c6n")
    verdict = board.end()
    assert (verdict.moves, verdict.result) == (("e2e4", "e7e5"), None)
    assert verdict.certainty is Certainty.UNCLEAR
    assert "after-stop" in {issue.code for issue in verdict.issues}
    assert fold(board.facts) == ["e2e4", "e7e5"]


def test_a_sign_while_the_clock_runs_waits_and_says_why() -> None:
    board = Board(MIDDLE_GAME)
    board.clock(t=0.0)
    board.play("1000:e1- 1700:e4K 2000:e8- 2600:d5k")
    board.wait_until(20.0)
    assert {fact.certainty for fact in signs(board)} == {Certainty.LIKELY}
    assert signs(board)[-1].conflicts == ("the clock still runs",)
    board.clock(t=21.0, running=False)
    assert signs(board)[-1].certainty is Certainty.CERTAIN
    assert "clock stopped at 15:00:21" in signs(board)[-1].evidence


def test_a_sign_against_a_mate_is_a_conflict_and_nothing_is_certain() -> None:
    fen = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"
    board = Board(fen).play("0:h5- 200:f7- 500:f7Q 5000:e8- 5400:e1- 6000:e5k 6600:d4K")
    verdict = board.end()
    assert verdict.moves == ("h5f7",)
    assert (verdict.result, verdict.by) == (WHITE_WON, "mate")
    assert verdict.certainty is Certainty.UNCLEAR
    assert any("the position says 1-0" in text for text in signs(board)[-1].conflicts)


@pytest.mark.parametrize(
    ("fen", "events", "result", "by"),
    [
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "0:a1- 400:a8R", WHITE_WON, "mate"),
        ("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "0:f6- 400:f7K", DRAWN, "stalemate"),
        ("8/8/8/8/3p4/2K1k3/8/8 w - - 0 1", "0:c3- 300:d4- 600:c4K", None, None),
        ("8/8/8/3p4/2K5/8/7k/8 w - - 0 1", "0:c4- 300:d5K", DRAWN, "dead-position"),
        ("7k/8/8/8/8/8/8/R5K1 w - - 149 90", "0:a1- 400:a2R", DRAWN, "seventyfive"),
    ],
)
def test_only_what_ends_a_game_without_a_claim_gives_a_result(
    fen: str, events: str, result: Result | None, by: str | None
) -> None:
    verdict = Board(fen).play(events).end(12.0)
    assert (verdict.result, verdict.by) == (result, by)


def test_the_fifth_time_a_position_stands_the_game_is_drawn() -> None:
    board = Board("7k/8/8/8/8/8/8/R5K1 w - - 0 1")
    t = 0
    for origin, target, man in [
        ("a1", "a2", "R"),
        ("h8", "h7", "k"),
        ("a2", "a1", "R"),
        ("h7", "h8", "k"),
    ] * 4:
        board.play(f"{t}:{origin}- {t + 400}:{target}{man}")
        t += 3000
    verdict = board.end()
    assert len(verdict.moves) == 16
    assert (verdict.result, verdict.by) == (DRAWN, "fivefold")


def test_men_set_up_again_end_the_record_and_leave_the_result_open() -> None:
    board = Board().play(
        FOUR_PLIES
        + "17600:f3- 17800:e4- 18000:e5- 18200:c6- 25400:g1N 25700:e2P 26000:e7p 26300:b8n"
    )
    verdict = board.end()
    assert verdict.moves == ("e2e4", "e7e5", "g1f3", "b8c6")
    assert verdict.result is None
    assert board.said(PiecesSetUp)


def test_a_single_king_in_the_centre_shows_nothing() -> None:
    board = Board(MIDDLE_GAME).play("0:e1- 700:d4K")
    verdict = board.end(30.0)
    assert verdict.result is None
    assert verdict.certainty is Certainty.UNCLEAR
    assert not board.said(ResultShown)


def test_nobody_shows_a_result_and_none_is_invented() -> None:
    board = Board().play("1000:e2- 1350:e4P 4350:e7- 4700:e5p")
    board.clock(t=20.0, running=False)
    verdict = board.end(60.0)
    assert (verdict.moves, verdict.result) == (("e2e4", "e7e5"), None)
    assert verdict.certainty is Certainty.CERTAIN
    assert not board.said(LineCorrected)
