"""A capture read again under what an arbiter or a scoresheet says."""

import re
from dataclasses import replace

import chess
import pytest

from boardlink.captures.capture import Capture
from boardlink.errors import UsageError
from boardlink.replaying.repair import GivenMoves, correction, offered, repair, scoresheet
from boardlink.replaying.replay import replay_capture
from boardlink.sensing.tracker import GameSetup
from facts.fact import Certainty
from facts.ids import GameId
from tests.boardlink.recorded import capture, dump, played
from tests.boardlink.sensing.board import EPOCH, placement_of

START = chess.STARTING_FEN
OPEN_GAME = (
    "1000:e2- 1300:e4P 4000:e7- 4300:e5p 8000:g1- 8300:f3N 12000:b8- 12300:c6n "
    "16000:f1- 16300:b5B 20000:a7- 20300:a6p"
)
MOVES = ("e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6")


def after(*moves: str) -> str:
    """What stands on the board after these moves (SAN)."""
    board = chess.Board()
    for move in moves:
        board.push_san(move)
    men = (board.piece_at(square) for square in chess.SQUARES)
    return "".join(man.symbol() if man else "." for man in men)


def outage() -> Capture:
    """1.e4 e5, then four plies that nobody saw."""
    seen = after("e4", "e5", "Nc3", "Nf6", "d4", "a5")
    return played("1000:e2- 1300:e4P 4000:e7- 4300:e5p", (60.0, dump(seen)))


def test_a_scoresheet_that_fits_settles_everything() -> None:
    text = '[White "A"]\n\n1. e4 e5 2. Nc3 {a comment} Nf6 (2... a5) 3. d4 a5 *'
    told = scoresheet(text, START, complete=True)
    found = repair(outage(), "a.cap", 0, told)
    assert found.refused == ""
    assert found.game.verdict.moves == ("e2e4", "e7e5", "b1c3", "g8f6", "d2d4", "a7a5")
    assert found.game.verdict.certainty is Certainty.CERTAIN


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("2.d4", "no game with 2.d4 fits what the board sent: it shows 2.Nf3"),
        ("2...Nf6", "no game with 2…Nf6 fits what the board sent: it shows 2…Nc6"),
        ("3=Bc4", "no game with 3.Bc4 fits what the board sent: it shows 3.Bb5"),
        ("3...Nf6", "no game with 3…Nf6 fits what the board sent: it shows 3…a6"),
    ],
)
def test_a_correction_that_the_capture_contradicts_is_refused_and_says_what_it_shows(
    text: str, refusal: str
) -> None:
    told = correction(text, MOVES, START)
    found = repair(played(OPEN_GAME), "a.cap", 0, told)
    assert found.refused.startswith(refusal)


def test_a_scoresheet_with_one_wrong_move_is_refused_at_that_move() -> None:
    told = scoresheet("1. e4 e5 2. Nf3 Nf6 3. Bb5 a6", START, complete=True)
    found = repair(played(OPEN_GAME), "a.cap", 0, told)
    assert re.match(r"no game with 2…Nf6 fits what the board sent: it shows 2…Nc6", found.refused)


def test_a_man_that_a_dead_square_does_not_show_is_believed() -> None:
    """f6 never shows the knight: without being told, the line ends before it."""
    events = "1000:e2- 1300:e4P 4000:g8- 8000:e4- 8300:e5P 12000:d7- 12300:d5p"
    recorded = played(events)
    (alone,) = replay_capture(recorded, "a.cap")
    sheet = scoresheet("1. e4 Nf6 2. e5 d5", START, complete=True)
    found = repair(recorded, "a.cap", 0, sheet)
    assert (found.refused, found.game.verdict.moves) == ("", ("e2e4", "g8f6", "e4e5", "d7d5"))
    assert alone.verdict.certainty is not Certainty.CERTAIN


def test_moves_after_the_record_s_end_are_taken_from_the_scoresheet_and_said_to_be() -> None:
    text = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6"
    found = repair(played(OPEN_GAME), "a.cap", 0, scoresheet(text, START, complete=True))
    assert found.refused == ""
    assert found.game.verdict.moves == (*MOVES, "b5a4", "g8f6")
    assert found.game.verdict.clocks == (None,) * 8
    assert "did not show 4.Ba4" in found.notes[0]


def test_a_whole_scoresheet_ends_the_game_where_it_ends() -> None:
    told = scoresheet("1. e4 e5 2. Nf3 Nc6 3. Bb5", START, complete=True)
    found = repair(played(OPEN_GAME), "a.cap", 0, told)
    assert found.game.verdict.moves == MOVES[:5]
    assert "shows 3…a6 after the last" in found.notes[0]
    told = replace(told, complete=False)
    assert repair(played(OPEN_GAME), "a.cap", 0, told).game.verdict.moves == MOVES


def test_a_king_s_move_that_the_scoresheet_has_is_no_part_of_the_sign() -> None:
    """White's king steps to d4, Black resigns four seconds later: no clock tells."""
    fen = "8/8/8/8/8/4K3/7r/6k1 w - - 0 50"
    recorded = played("1000:e3- 1500:d4K 5500:g1- 6200:e5k", start=placement_of(fen))
    recorded = replace(recorded, header=replace(recorded.header, start_fen=fen))
    (alone,) = replay_capture(recorded, "a.cap")
    assert alone.verdict.moves == ()
    told = scoresheet("50. Kd4", fen, complete=True)
    found = repair(recorded, "a.cap", 0, told)
    assert (found.refused, found.game.verdict.moves) == ("", ("e3d4",))
    assert found.game.verdict.by == "kings"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("Nf6", "no move with its number"),
        ("2.Qh7", "Qh7 is not possible"),
        ("90.e4", "not possible as that move"),
    ],
)
def test_a_correction_that_is_none_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(UsageError, match=complaint):
        correction(text, MOVES, START)


def test_a_move_is_given_to_the_side_that_can_play_it() -> None:
    assert correction("1=a6", MOVES, START).moves == {2: "a7a6"}
    assert correction("4.Ba4", MOVES, START).moves == {7: "b5a4"}


def test_a_move_that_either_side_could_have_played_is_asked_for_again() -> None:
    with pytest.raises(UsageError, match=r"write 4.Nd4 or 4...Nd4"):
        correction("4=Nd4", (*MOVES, "f3d4"), START)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "found 0 games"),
        ("1. e4 e5 *\n\n1. d4 *", "found 2 games"),
        ("1. e4 e5 2. Kh4 xyzzy", "is not possible"),
        ("1. e4 {", "cannot be read"),
    ],
)
def test_a_scoresheet_that_is_none_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(UsageError, match=complaint):
        scoresheet(text, START, complete=True)


def test_a_board_that_joins_late_goes_on_from_the_moves_that_an_arbiter_knows() -> None:
    moves = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6".split()
    recorded = played("20000:c2- 20300:c3P 24000:c6- 24300:a5n", start=after(*moves))
    setup = GameSetup(GameId("open.main.1.1.1"), EPOCH)
    told = scoresheet(" ".join(moves), START, complete=False)
    found = offered(setup, [recorded], 0, (), told)
    assert found.refused == ""
    assert [move.san for move in found.line] == [*moves, "c3", "Na5"]
    assert {move.certainty for move in found.line[: len(moves)]} == {Certainty.CERTAIN}
    assert found.from_ply == 1


def test_moves_so_far_that_lead_elsewhere_are_refused() -> None:
    stands = after(*"e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7".split())
    recorded = capture((0.0, dump(stands)), (30.0, b""))
    told = scoresheet("1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O", START, complete=False)
    setup = GameSetup(GameId("g"), EPOCH)
    assert "fits what the board sent" in offered(setup, [recorded], 0, (), told).refused


def test_what_was_told_before_holds_up_to_the_new_correction() -> None:
    setup = GameSetup(GameId("g"), EPOCH, told=((3, "b1c3"), (5, "d2d4")))
    told = GivenMoves({3: "d2d4", 4: "g8f6", 5: "b1c3", 6: "a7a5"})
    found = offered(setup, [outage()], 0, (), told)
    assert (found.refused, [move.uci for move in found.line[2:]]) == (
        "",
        ["d2d4", "g8f6", "b1c3", "a7a5"],
    )
