from dataclasses import replace

import chess
import pytest

from broadcast.errors import UnknownError
from broadcast.pgn import export as pgn_export
from facts import fact as f
from facts.ids import BoardNo, DeviceId, GameId, RoundNo, StageId, TournamentId
from facts.pgn import PgnGame, read
from facts.result import WHITE_WON, WHITE_WON_BY_FORFEIT, Result, ResultKind, Score
from facts.settings import StageSettings, System
from facts.time_control import TimeControl
from tests.broadcast.made_up import (
    ARBITER,
    ITALIAN,
    MAIN,
    ONE,
    OPEN,
    Hall,
    at,
    king_sign,
    line_moves,
    published,
    swapped,
)


def game_of(hall: Hall, seconds: float = 9999, game: GameId = ONE) -> PgnGame:
    (found,) = read(pgn_export.game_pgn(hall.feed(seconds), game))
    return found


def test_a_running_game_has_its_tags_moves_and_clocks(hall: Hall) -> None:
    hall.play(ITALIAN[:3])
    game = game_of(hall)
    assert [(move.uci, move.clock_s) for move in game.moves] == [
        ("e2e4", 5390),
        ("e7e5", 5390),
        ("g1f3", 5380),
    ]
    assert dict(game.tags) == {
        "Event": "Open of Nowhere",
        "Site": "Nowhere, NOR",
        "Date": "2026.01.10",
        "Round": "1.1",
        "White": "Carlsen, Magnus",
        "Black": "Nepomniachtchi, Ian",
        "Result": "*",
        "Board": "1",
        "WhiteTitle": "GM",
        "WhiteElo": "2839",
        "WhiteFideId": "1503014",
        "BlackTitle": "GM",
        "BlackElo": "2758",
        "BlackFideId": "1503015",
        "TimeControl": "40/5400+30:1800+30",
        "GameId": "open.main.1.1.1",
    }


@pytest.mark.parametrize(
    ("control", "tag"),
    [
        (TimeControl("5+2", 300, 2), "300+2"),
        (TimeControl("5 min + 2 s", 300, 2), "300+2"),
        (TimeControl("", 300), "300"),
        (TimeControl("300+2:60", 300, 2), "300+2:60"),
        (TimeControl("90+30", 5400, 30), "5400+30"),
        (TimeControl("40/5400+30:1800+30", 7200, 30), "7200+30"),
        (TimeControl("5+2"), None),
        (TimeControl(), None),
    ],
)
def test_the_time_control_is_in_seconds_or_left_out(
    hall: Hall, control: TimeControl, tag: str | None
) -> None:
    stage = StageSettings(MAIN, "Main", System.DUTCH, RoundNo(9), time_control=control)
    hall.say(f.StageOpened(stage), at(1), ARBITER)
    assert game_of(hall).tags.get("TimeControl") == tag


def test_a_result_is_provisional_until_it_is_official(hall: Hall) -> None:
    hall.say(king_sign(ONE), at(200))
    hall.say(f.ResultConfirmed(ONE, WHITE_WON), at(230), ARBITER)
    seen, official = game_of(hall, 201), game_of(hall, 231)
    assert (seen.token, seen.tags["ResultStatus"]) == ("1-0", "provisional")
    assert (official.token, official.tags["Termination"]) == ("1-0", "normal")
    assert "ResultStatus" not in official.tags


def test_a_forfeit_is_unplayed(hall: Hall) -> None:
    hall.say(f.ResultRuled(ONE, WHITE_WON_BY_FORFEIT, "absent"), at(230), ARBITER)
    game = game_of(hall)
    assert (game.token, game.tags["Termination"], game.moves) == ("1-0", "Unplayed", ())


def test_a_result_that_pgn_has_no_token_for_is_put_in_words(hall: Hall) -> None:
    both_lost = Result(Score.LOSS, Score.LOSS, ResultKind.RULED)
    hall.say(f.ResultRuled(ONE, both_lost, "both phones rang"), at(230), ARBITER)
    game = game_of(hall)
    assert (game.token, game.tags["Note"]) == ("*", "result 0-0")


def test_the_line_ends_before_an_illegal_move_and_the_result_goes_on(hall: Hall) -> None:
    hall.play(ITALIAN[:2])
    wrong = f.LineMove("e1e3", "Ke1-e3", None, at(90), (f.Mark.ILLEGAL,))
    hall.say(f.MovePlayed(ONE, 3, wrong), at(90))
    hall.say(f.MovePlayed(ONE, 4, f.LineMove("b8c6", "Nc6", None, at(99))), at(99))
    hall.say(f.ResultConfirmed(ONE, WHITE_WON), at(230), ARBITER)
    game = game_of(hall)
    assert [move.uci for move in game.moves] == ["e2e4", "e7e5"]
    assert game.token == "1-0"
    assert game.tags["Note"] == "2. Ke1-e3 is illegal: the line ends before it"


def test_a_game_from_another_position_says_so() -> None:
    hall = Hall()
    hall.open(armed=[])
    fen = "qnbbrnkr/pppppppp/8/8/8/8/PPPPPPPP/QNBBRNKR w HEhe - 0 1"
    hall.say(f.GameArmed(ONE, BoardNo(1), DeviceId("d1"), fen, chess960=True), at(20))
    game = game_of(hall)
    assert (game.tags["Variant"], game.tags["SetUp"], game.tags["FEN"]) == ("Chess960", "1", fen)


def test_moves_of_which_the_order_is_not_certain_are_named_and_commented(hall: Hall) -> None:
    hall.play(ITALIAN)
    hall.say(swapped(ONE), at(300))
    assert "Note" not in game_of(hall, 299).tags
    note = "the order of the moves is not certain from 2. Nf3 to 3. Bc4"
    assert game_of(hall, 300).tags["Note"] == note
    text = pgn_export.game_pgn(hall.feed(), ONE)
    assert "2. Nf3 { [%clk 1:29:40] order not certain }" in " ".join(text.split())
    assert text.count("order not certain") == 3
    assert len(game_of(hall).moves) == len(ITALIAN), "the comments can be read over"
    hall.say(f.MoveConfirmed(ONE, 12, "arbiter"), at(400), ARBITER)
    assert pgn_export.game_pgn(hall.feed(401), ONE).count("not certain") == 0


def test_a_line_that_is_not_certain_to_its_end_says_from_where_on(hall: Hall) -> None:
    hall.play(ITALIAN[:6])
    hall.say(f.LineAmbiguous(ONE, 4, (("b8c6",), ("g8f6",)), "unseen"), at(300))
    note = "the order of the moves is not certain from 2... Nc6 on"
    assert game_of(hall).tags["Note"] == note


def test_moves_that_were_worked_out_afterwards_are_named_and_commented(hall: Hall) -> None:
    for ply, move in enumerate(line_moves(ITALIAN, 60), start=1):
        marks = (f.Mark.RECONSTRUCTED,) if ply in {1, 4, 5} else ()
        hall.say(f.MovePlayed(ONE, ply, replace(move, marks=marks)), move.at)
    note = "moves were missed and worked out afterwards at 1. e4, from 2... Nc6 to 3. Bc4"
    assert game_of(hall).tags["Note"] == note
    text = " ".join(pgn_export.game_pgn(hall.feed(), ONE).split())
    assert "1. e4 { [%clk 1:29:50] missed, worked out afterwards } 1... e5 { [%clk" in text


def test_a_promotion_of_which_the_man_was_not_seen_says_so(hall: Hall) -> None:
    start = "8/P6k/8/8/8/8/8/K7 w - - 0 1"
    hall.say(f.GameArmed(ONE, BoardNo(1), DeviceId("d1"), start), at(20))
    move = f.LineMove("a7a8q", "a8=Q", 60, at(60), (f.Mark.PROMOTION_UNKNOWN,))
    hall.say(f.MovePlayed(ONE, 1, move), at(60))
    text = pgn_export.game_pgn(hall.feed(), ONE)
    assert "a8=Q { [%clk 0:01:00] the promoted man was not seen }" in " ".join(text.split())


def test_a_note_names_a_few_stretches_and_says_that_there_are_more(hall: Hall) -> None:
    for ply, move in enumerate(line_moves(ITALIAN, 60), start=1):
        marks = (f.Mark.RECONSTRUCTED,) if ply % 2 else ()
        hall.say(f.MovePlayed(ONE, ply, replace(move, marks=marks)), move.at)
    assert game_of(hall).tags["Note"].endswith("at 3. Bc4, at 4. c3, and later")


def test_a_board_that_is_being_checked_says_so_until_it_is_clear(hall: Hall) -> None:
    hall.play(ITALIAN[:2])
    hall.say(f.PlacementUnclear(ONE, "squares-differ", "3 squares", "8/8"), at(100))
    hall.say(f.PlacementClear(ONE), at(120))
    notes = [game_of(hall, s).tags.get("Note") for s in (99, 100, 120)]
    assert notes == [None, "what stands on the board fits no line and is being checked", None]


def test_a_round_and_a_tournament_hold_their_games_by_round_and_board(hall: Hall) -> None:
    hall.say(published(2, 2), at(300), ARBITER)
    feed = hall.feed()
    rounds = [game.tags["Round"] for game in read(pgn_export.tournament_pgn(feed, OPEN))]
    assert rounds == ["1.1", "1.2", "2.1", "2.2"]
    second = pgn_export.round_pgn(feed, OPEN, RoundNo(2), MAIN)
    assert [game.tags["Round"] for game in read(second)] == ["2.1", "2.2"]


def test_the_current_round_is_the_last_one_that_started(hall: Hall) -> None:
    hall.say(published(2, 2), at(300), ARBITER)
    hall.say(f.RoundStarted(MAIN, RoundNo(2)), at(400), ARBITER)
    rounds = [pgn_export.latest_round(hall.feed(s), OPEN).round_no for s in (350, 400)]
    assert rounds == [1, 2]


def test_an_unchanged_game_is_not_written_again(hall: Hall) -> None:
    hall.play(ITALIAN[:3])
    shelf = pgn_export.Shelf()
    feed = hall.feed()
    whole = pgn_export.tournament_pgn(feed, OPEN, shelf)
    assert pgn_export.tournament_pgn(feed, OPEN, shelf) == whole
    kept = [text for _, text in shelf.texts.values()]
    assert "".join(kept) == whole
    assert pgn_export.game_pgn(feed, ONE, shelf) is kept[0]


def test_no_empty_line_comes_before_a_bracket_inside_a_game(hall: Hall) -> None:
    hall.play(ITALIAN)
    text = pgn_export.tournament_pgn(hall.feed(), OPEN)
    assert text.count("\n\n[") == 1, "only between the two games"
    board = chess.Board()
    for move in game_of(hall).moves:
        board.push_uci(move.uci)


def test_what_is_not_published_is_unknown(hall: Hall) -> None:
    feed = hall.feed()
    with pytest.raises(UnknownError, match="round 7 of open is not published"):
        pgn_export.round_pgn(feed, OPEN, RoundNo(7))
    with pytest.raises(UnknownError, match="there is no tournament closed"):
        pgn_export.tournament_pgn(feed, TournamentId("closed"))
    with pytest.raises(UnknownError, match="there is no game x"):
        pgn_export.game_pgn(feed, GameId("x"))
    with pytest.raises(UnknownError):
        pgn_export.round_pgn(feed, OPEN, RoundNo(1), StageId("final"))
    with pytest.raises(UnknownError, match="no round of open"):
        pgn_export.latest_round(hall.feed(0.0001), OPEN)
