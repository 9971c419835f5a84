"""What people do at boards while they play, in the compact form of ``Board.play``."""

import pytest

from boardlink.readings import ClockRead, ClockSide, LinkLost, PlacementRead
from boardlink.sensing.tracker import line
from facts.fact import (
    Certainty,
    LineAmbiguous,
    LineCorrected,
    Mark,
    MoveConfirmed,
    MovePlayed,
    PlacementUnclear,
)
from tests.boardlink.sensing.board import Board, fold, placement_of

SICILIAN = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
CASTLING = "rnbqkbnr/pppp1ppp/8/8/4p3/5NP1/PPPPPPBP/RNBQK2R w KQkq - 0 4"
PASSING = "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3"
PAWN_ON_SEVENTH = "8/P6k/8/8/8/8/7K/8 w - - 0 1"
ROOK_ENDING = "7k/8/8/8/8/8/7P/R3K3 w - - 0 1"


@pytest.mark.parametrize(
    ("fen", "events", "moves"),
    [
        pytest.param(
            SICILIAN, "0:e4- 300:d5- 700:d5P 4000:g8- 4400:f6n", "e4d5 g8f6", id="own man first"
        ),
        pytest.param(
            SICILIAN, "0:d5- 1200:e4- 1600:d5P 5000:g8- 5400:f6n", "e4d5 g8f6", id="victim first"
        ),
        pytest.param(SICILIAN, "0:e4- 400:d5P 5000:g8- 5400:f6n", "e4d5 g8f6", id="put on top"),
        pytest.param(
            ROOK_ENDING,
            "0:a1- 300:a2R 650:a2- 700:a3R 1050:a3- 1100:a4R 1450:a4- 1500:a5R 1850:a5- "
            "1900:a6R 2250:a6- 2400:a7R 6000:h8- 6400:g8k",
            "a1a7 h8g8",
            id="slow slide",
        ),
        pytest.param(CASTLING, "0:e1- 400:g1K 900:h1- 1300:f1R", "e1g1", id="king first"),
        pytest.param(CASTLING, "0:h1- 400:f1R 1900:e1- 2300:g1K", "e1g1", id="rook first"),
        pytest.param(
            CASTLING,
            "0:e1- 300:f1K 1100:f1- 1400:g1K 1900:h1- 2300:f1R 6000:e4- 6200:f3- 6500:f3p",
            "e1g1 e4f3",
            id="king stepwise",
        ),
        pytest.param(CASTLING, "0:e1- 40:h1- 700:f1R 760:g1K", "e1g1", id="both hands"),
        pytest.param(
            CASTLING,
            "0:e1- 400:g1K 2000:g1- 2400:e1K 3500:e1- 3900:f1K",
            "e1f1",
            id="castling undone",
        ),
        pytest.param(PASSING, "0:f5- 900:e5- 1300:f6P", "e5f6", id="en passant, victim first"),
        pytest.param(PASSING, "0:e5- 400:f6P 1900:f5-", "e5f6", id="en passant, victim last"),
        pytest.param(
            "1rk5/8/8/8/8/8/8/1RK5 w Bb - 0 1",
            "0:b1- 600:d1R 4000:c8- 4400:c7k",
            "c1b1 c8c7",
            id="Chess960 castling in which only the rook moves",
        ),
    ],
)
def test_a_move_is_found_however_it_is_carried_out(fen: str, events: str, moves: str) -> None:
    board = Board(fen, chess960="B" in fen.split()[2]).play(events)
    verdict = board.end()
    assert " ".join(verdict.moves) == moves
    assert verdict.certainty is Certainty.CERTAIN
    assert fold(board.facts) == list(verdict.moves)


def test_while_men_are_in_the_air_no_move_is_shown() -> None:
    board = Board(SICILIAN).play("0:d5- 1200:e4-")
    board.wait_until(1.6)
    assert board.ever_shown() == set()


@pytest.mark.parametrize(
    ("fen", "lifted"),
    [
        ("8/3r2k1/1p5p/p6P/2N1K3/8/6P1/8 w - - 0 40", "0:c4- 300:b6-"),
        (
            "3r2k1/pb1qbr1p/1p3ppB/2n1p3/2N1P3/2PP1PP1/4Q1NP/3R1R1K b - - 0 25",
            "0:c5- 300:d3-",
        ),
    ],
)
def test_two_men_in_the_hand_are_not_an_exchange_that_would_look_alike(
    fen: str, lifted: str
) -> None:
    board = Board(fen).play(lifted)
    assert board.end(3.0).moves == ()
    assert board.ever_shown() == set()


def test_plies_that_overlap_come_out_in_the_order_in_which_they_were_made() -> None:
    board = Board().play("0:e2- 60:e7- 110:e4P 150:e5p 4000:g1- 4300:f3N")
    assert board.end().moves == ("e2e4", "e7e5", "g1f3")


def test_three_captures_on_one_square_within_a_second_are_three_plies() -> None:
    board = Board("3r2k1/3r4/8/8/8/8/3R4/3R2K1 w - - 0 30").play(
        "0:d2- 60:d7- 140:d7R 220:d8- 280:d7- 360:d7r 460:d1- 520:d7- 640:d7R 5000:g8- 5400:f8k"
    )
    assert board.end().moves == ("d2d7", "d8d7", "d1d7", "g8f8")


def test_a_man_taken_back_before_the_sensors_saw_it_was_there_all_the_same() -> None:
    board = Board("rnbqkb1r/pppp1ppp/5n2/4p1B1/3PP3/8/PPP2PPP/RN1QKBNR w KQkq - 0 4").play(
        "0:g5- 100:f6- 280:d8- 380:f6q 5000:g1- 5300:f3N"
    )
    assert board.end().moves == ("g5f6", "d8f6", "g1f3")


def test_a_revision_ends_with_the_lever() -> None:
    board = Board()
    board.clock(t=-0.5)
    board.play("0:e2- 300:e3P")
    board.clock(white_presses=True, t=0.8)
    board.play("1200:e3- 1500:e4P")
    board.wait_until(3.0)
    assert fold(board.facts) == ["e2e3"]


def test_adjusted_men_and_a_flickering_sensor_move_nothing() -> None:
    board = Board().play(
        "0:g1- 500:g1N 1000:e1- 1400:e1K 2000:c1- 2300:c1B 2600:c1N 3000:c1B 5000:e2- 5400:e4P"
    )
    assert board.end().moves == ("e2e4",)
    assert board.ever_shown() == {"e2e4"}


def test_men_that_fell_over_and_stood_elsewhere_for_a_moment_are_no_moves() -> None:
    board = Board("4k3/8/8/8/8/8/PPP5/R3K3 w - - 0 1").play(
        "0:a2- 50:b2- 90:c2- 900:b2P 1500:a2P 2500:c3P 3600:c3- 4000:c2P "
        "8000:a2- 8400:a4P 12000:e8- 12400:e7k"
    )
    assert board.end().moves == ("a2a4", "e8e7")


def test_a_legal_move_that_is_put_back_leaves_the_line() -> None:
    board = Board().play("0:e2- 300:e4P 3000:e4- 3400:e2P 4000:d2- 4400:d4P 8000:d7- 8300:d5p")
    assert board.end().moves == ("d2d4", "d7d5")
    assert fold(board.facts) == ["d2d4", "d7d5"]


@pytest.mark.parametrize(
    ("events", "mark"),
    [
        ("0:a7- 300:a8P 4300:a8- 4700:a8Q", None),
        ("0:a7- 700:a8Q", None),
        ("0:a7- 500:a8R 2500:a8- 3000:a8Q", None),
        ("0:a8Q 1500:a7-", None),
        ("0:a7- 500:a8q 2000:a8- 2600:a8Q", None),
        ("0:a7-", Mark.PROMOTION_UNKNOWN),
        ("0:a7- 600:a8?", Mark.PROMOTION_UNKNOWN),
    ],
)
def test_a_promotion_is_followed_to_the_man_that_stays(events: str, mark: Mark | None) -> None:
    board = Board(PAWN_ON_SEVENTH).play(f"{events} 8000:h7- 8400:h6k")
    verdict = board.end()
    assert verdict.moves == ("a7a8q", "h7h6")
    assert [one.mark for one in verdict.marks] == ([] if mark is None else [mark])


def test_an_unreadable_promoted_man_is_known_by_how_it_moves() -> None:
    board = Board("8/P6k/8/8/8/8/7K/8 w - - 0 1")
    board.play("0:a7- 4000:h7- 4400:g7k 9000:c7N 14000:g7- 14400:g6k")
    assert board.end().moves == ("a7a8n", "h7g7", "a8c7", "g7g6")


def test_an_illegal_move_that_the_opponent_answers_is_kept_and_marked() -> None:
    board = Board("rnbqkbnr/ppp1pppp/8/1B1p4/4P3/8/PPPP1PPP/RNBQK1NR b KQkq - 1 2")
    board.play("0:a7- 400:a6p 6000:g1- 6400:f3N 9000:b8- 9400:c6n")
    verdict = board.end()
    assert verdict.moves == ("a7a6", "g1f3", "b8c6")
    assert [(one.ply, one.mark) for one in verdict.marks] == [(1, Mark.ILLEGAL)]
    assert verdict.certainty is not Certainty.CERTAIN
    assert "illegal-move" in {issue.code for issue in verdict.issues}


def test_an_illegal_move_that_is_put_back_leaves_no_trace() -> None:
    board = Board().play("0:g1- 400:g3N 3400:g3- 3800:f3N 7000:e7- 7300:e5p")
    verdict = board.end()
    assert verdict.moves == ("g1f3", "e7e5")
    assert verdict.marks == ()


def test_plies_missed_in_an_outage_are_worked_out_and_marked() -> None:
    board = Board().play("1000:e2- 1350:e4P")
    board.read(LinkLost(), 3.0)
    after = "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR"
    board.read(PlacementRead(placement_of(after)), 60.0)
    board.play("64000:d8- 64350:d5q")
    verdict = board.end()
    assert verdict.moves == ("e2e4", "d7d5", "e4d5", "d8d5")
    assert [(one.ply, one.mark) for one in verdict.marks] == [
        (2, Mark.RECONSTRUCTED),
        (3, Mark.RECONSTRUCTED),
    ]
    assert verdict.certainty is Certainty.LIKELY


@pytest.mark.parametrize("black_s", [600, 560])
def test_an_outage_that_changed_nothing_is_not_certain_where_no_press_shows_in_the_clock(
    black_s: int,
) -> None:
    board = Board()
    board.clock(t=-0.5)
    board.play("1000:e2- 1350:e4P")
    board.clock(white_presses=True, t=2.0)
    board.play("4350:e7- 4700:e5p")
    board.clock(white_presses=False, t=5.5)
    board.read(LinkLost(), 10.0)
    board.read(PlacementRead(placement_of("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR")), 90.0)
    board.read(ClockRead(520, black_s, ClockSide.LEFT, running=True), 91.0)
    verdict = board.end()
    assert verdict.moves == ("e2e4", "e7e5")
    assert verdict.certainty is Certainty.LIKELY
    assert [issue.code for issue in verdict.issues] == ["gap"]


def test_missed_plies_with_several_orders_are_given_with_all_of_them() -> None:
    board = Board().play("1000:e2- 1350:e4P 4350:e7- 4700:e5p")
    board.read(LinkLost(), 8.0)
    after = "rnbqkb1r/1ppp1ppp/5n2/p3p3/3PP3/2N5/PPP2PPP/R1BQKBNR"
    board.read(PlacementRead(placement_of(after)), 60.0)
    verdict = board.end()
    assert verdict.moves == ("e2e4", "e7e5")
    assert verdict.certainty is Certainty.UNCLEAR
    assert ("e2e4", "e7e5", "d2d4", "g8f6", "b1c3", "a7a5") in verdict.alternatives
    assert len(verdict.alternatives) == 4
    assert board.said(LineAmbiguous)


def test_a_late_start_is_worked_out_where_only_one_line_leads_there() -> None:
    board = Board(seen="rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR")
    board.play("4000:g1- 4350:f3N")
    assert board.end().moves == ("e2e4", "e7e5", "g1f3")


def test_a_board_that_lies_the_other_way_round_is_turned() -> None:
    board = Board(seen="RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr")
    board.play("1000:d7- 1350:d5P 4350:d2- 4700:d4p 7700:b8- 8050:c6N")
    assert board.end().moves == ("e2e4", "e7e5", "g1f3")


def test_a_board_on_which_men_are_set_up_the_other_way_round_is_turned() -> None:
    board = Board(seen="8/8/8/8/8/8/PPPPPPPP/RNBQKBN1")
    board.read(PlacementRead(placement_of("RNBKQBN1/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr")), 5.0)
    board.play("9000:h8R 12000:d7- 12400:d5P 15000:d2- 15400:d4p")
    assert board.end().moves == ("e2e4", "e7e5")


def test_a_wrong_set_up_is_named_and_play_goes_on_once_it_is_mended() -> None:
    board = Board(seen="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RBNQKBNR")
    board.wait_until(7.0)
    (unclear,) = board.said(PlacementUnclear)
    assert isinstance(unclear, PlacementUnclear)
    assert (unclear.code, unclear.text) == ("set-up-wrong", "the set-up is wrong on b1 and c1")
    board.play("8000:b1- 8300:c1- 8600:b1N 9000:c1B 12000:e2- 12400:e4P")
    assert board.end().moves == ("e2e4",)


def test_a_wrong_side_lever_changes_nothing_but_whose_clock_is_whose() -> None:
    board = Board()
    board.clock(t=-0.5)
    board.play("0:e2- 400:e4P")
    board.clock(white_presses=False, t=0.9)
    board.play("5000:e7- 5400:e5p")
    board.clock(white_presses=True, t=5.9)
    assert board.end().moves == ("e2e4", "e7e5")


def test_a_complaint_names_some_squares_and_says_how_many_more_there_are() -> None:
    board = Board().play("1000:e2- 1400:e4P")
    board.read(PlacementRead(placement_of("rnbqkbnr/8/pppppppp/8/4P3/8/PPPP1PPP/RNBQKBNR")), 5.0)
    board.wait_until(20.0)
    (unclear,) = board.said(PlacementUnclear)
    assert isinstance(unclear, PlacementUnclear)
    assert unclear.text == "14 squares fit no line: b6 and c6 and d6 and e6 and 10 more"


def test_a_board_that_fits_nothing_is_reported_and_the_report_taken_back() -> None:
    board = Board().play("1000:e2- 1400:e4P 3000:a1- 3300:h5R")
    board.wait_until(20.0)
    assert [type(fact).__name__ for fact in board.said(PlacementUnclear)] == ["PlacementUnclear"]
    assert board.end(0.1).certainty is Certainty.UNCLEAR
    board.play("21000:h5- 21500:a1R 24000:e7- 24400:e5p")
    assert board.end().moves == ("e2e4", "e7e5")


def test_moves_are_confirmed_by_the_answer_where_there_is_no_clock() -> None:
    board = Board().play("1000:e2- 1350:e4P 4350:e7- 4700:e5p")
    board.wait_until(6.0)
    confirmed = [fact for fact in board.said(MoveConfirmed) if isinstance(fact, MoveConfirmed)]
    assert [(fact.ply, fact.by) for fact in confirmed] == [(1, "answer")]


def test_a_move_comes_with_the_seconds_that_its_player_had_left() -> None:
    board = Board()
    board.clock(t=-0.5)
    board.play("0:e2- 300:e4P")
    board.clock(white_presses=True, t=0.8)
    assert [move.clock_s for move in line(board.tracker)] == [600]
    assert len(board.said(MovePlayed)) == 1
    assert not board.said(LineCorrected)
