from datetime import timedelta

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from broadcast.cut.feed import Viewer
from broadcast.known.game import Showing, Visibility
from broadcast.known.hall import HallHistory
from broadcast.view import GameState, ShownGame
from facts import fact as f
from facts.ids import BoardNo, DeviceId, PlayerId, RoundNo
from facts.player import Player
from facts.result import BLACK_WON, WHITE_WON
from facts.settings import Source
from tests.broadcast.made_up import (
    ARBITER,
    ITALIAN,
    MAIN,
    ONE,
    OPEN,
    Hall,
    at,
    game_at_board,
    king_sign,
    line_moves,
    published,
    swapped,
)
from tests.broadcast.strategies import game_facts


def game(hall: Hall, seconds: float, showing: Showing | None = None) -> ShownGame:
    return hall.feed(seconds, showing).tournaments[OPEN].games[ONE]


def sans(shown: ShownGame) -> list[str]:
    return [move.san for move in shown.moves]


def test_a_published_round_shows_its_pairings_and_players(hall: Hall) -> None:
    tournament = hall.feed(1).tournaments[OPEN]
    assert [(p.board, p.white, p.black) for p in tournament.rounds[0].pairings] == [
        (1, "p1", "p2"),
        (2, "p3", "p4"),
    ]
    assert tournament.players[PlayerId("p1")].name == "Carlsen, Magnus"
    assert tournament.games[ONE].state is GameState.WAITING


def test_a_draft_of_pairings_is_never_shown() -> None:
    hall = Hall()
    hall.open()
    round2 = published(2, 2)
    hall.say(f.PairingsDrafted(MAIN, RoundNo(2), round2.pairings, (), "x"), at(10), ARBITER)
    assert len(hall.feed(20).tournaments[OPEN].rounds) == 1
    hall.say(round2, at(30), ARBITER)
    assert len(hall.feed(29).tournaments[OPEN].rounds) == 1
    assert len(hall.feed(30).tournaments[OPEN].rounds) == 2


def test_the_line_is_cut_at_the_moves_that_had_been_played(hall: Hall) -> None:
    hall.play(ITALIAN)
    assert sans(game(hall, 59.9)) == []
    assert sans(game(hall, 60)) == ["e4"]
    assert sans(game(hall, 85)) == ["e4", "e5", "Nf3"]
    assert game(hall, 85).fen.startswith("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/")
    assert len(game(hall, 9999).moves) == len(ITALIAN)


def test_a_move_counts_from_when_it_was_played_not_from_when_it_was_logged(hall: Hall) -> None:
    (move,) = line_moves(["e2e4"], 60)
    hall.say(f.MovePlayed(ONE, 1, move), at(60), logged=at(300))
    assert sans(game(hall, 61)) == ["e4"]


def test_a_wrong_move_that_was_corrected_in_the_meantime_is_never_shown(hall: Hall) -> None:
    hall.play(["e2e4", "e7e5", "g1f3"])
    right = line_moves(["e2e4", "e7e5", "g1h3"], 60)[2:]
    hall.say(f.LineCorrected(ONE, 3, tuple(right), "the knight went on"), at(95))
    assert sans(game(hall, 85)) == ["e4", "e5", "Nh3"]
    assert sans(game(hall, 75)) == ["e4", "e5"]


def test_a_move_said_again_for_an_earlier_ply_replaces_the_line_from_there(hall: Hall) -> None:
    hall.play(["e2e4", "e7e5", "g1f3"])
    (move,) = line_moves(["d2d4"], 60)
    hall.say(f.MovePlayed(ONE, 1, move), at(100))
    assert sans(game(hall, 101)) == ["d4"]


def test_a_move_that_does_not_follow_the_line_marks_the_record_incomplete(hall: Hall) -> None:
    hall.say(f.MovePlayed(ONE, 3, line_moves(ITALIAN[:3], 60)[2]), at(80))
    assert not game(hall, 79).incomplete
    assert game(hall, 80).incomplete
    assert game(hall, 80).moves == ()


def test_an_illegal_move_that_stood_is_made_and_the_game_goes_on(hall: Hall) -> None:
    wrong = f.LineMove("e2e5", "e2-e5", None, at(60), (f.Mark.ILLEGAL,))
    hall.say(f.MovePlayed(ONE, 1, wrong), at(60))
    hall.say(f.MovePlayed(ONE, 2, f.LineMove("d7d6", "d6", None, at(70))), at(70))
    shown = game(hall, 80)
    assert shown.fen.startswith("rnbqkbnr/ppp1pppp/3p4/4P3/8/8/PPPP1PPP/")
    assert [move.legal for move in shown.moves] == [False, False]


def test_the_clock_is_the_last_one_read_by_the_cut(hall: Hall) -> None:
    hall.play(ITALIAN[:2])
    clock = game(hall, 65).clock
    assert clock is not None
    assert (clock.white_s, clock.running, clock.at) == (5390, f.Side.BLACK, at(60))
    assert game(hall, 59).clock is None


def test_a_king_sign_is_a_provisional_result_and_stops_the_clock(hall: Hall) -> None:
    hall.play(ITALIAN)
    hall.say(king_sign(ONE), at(200))
    assert game(hall, 199).result is None
    shown = game(hall, 200)
    assert shown.result is not None
    assert (shown.result.result, shown.result.official) == (WHITE_WON, False)
    assert shown.state is GameState.FINISHED
    assert shown.clock is not None
    assert shown.clock.running is None
    assert shown.clock.white_s == 5400 - 60 - (200 - 170)


def test_a_sign_that_was_withdrawn_goes_away_even_where_it_had_not_been_shown_yet(
    hall: Hall,
) -> None:
    hall.say(king_sign(ONE), at(200))
    assert game(hall, 201).result is not None
    hall.say(f.SignWithdrawn(ONE, "the king went back"), at(210))
    assert game(hall, 201).result is None


def test_a_sign_seen_twice_counts_from_the_first_time(hall: Hall) -> None:
    hall.say(king_sign(ONE), at(200))
    hall.say(king_sign(ONE, certainty=f.Certainty.CERTAIN), at(205))
    assert game(hall, 201).result is not None


def test_a_sign_that_something_contradicts_is_for_arbiters_alone(hall: Hall) -> None:
    doubted = f.ResultShown(
        ONE, WHITE_WON, Source.KING_SIGN, "kings", f.Certainty.LIKELY, "", ("White is mated",)
    )
    hall.say(doubted, at(200))
    assert game(hall, 300).result is None


def test_an_arbiters_decision_is_official_and_a_correction_replaces_it(hall: Hall) -> None:
    hall.say(king_sign(ONE), at(200))
    hall.say(f.ResultConfirmed(ONE, WHITE_WON), at(230), ARBITER)
    hall.say(f.ResultCorrected(ONE, BLACK_WON, "colours swapped"), at(900), ARBITER)
    results = [game(hall, seconds).result for seconds in (210, 230, 900)]
    assert results[0] is None, "the sign is known to have been wrong"
    assert results[1] is not None
    assert (results[1].result, results[1].official) == (WHITE_WON, True)
    assert results[2] is not None
    assert results[2].result == BLACK_WON


def test_a_reopened_game_has_no_result(hall: Hall) -> None:
    hall.say(f.ResultConfirmed(ONE, WHITE_WON), at(230), ARBITER)
    hall.say(f.GameReopened(ONE, "wrong board"), at(240), ARBITER)
    assert game(hall, 235).result is not None
    assert game(hall, 240).result is None


def test_the_strongest_source_of_the_policy_is_shown(hall: Hall) -> None:
    hall.say(king_sign(ONE, BLACK_WON), at(200))
    hall.say(f.ResultClaimed(ONE, WHITE_WON, Source.MATCH_CARD), at(220))
    shown = game(hall, 230).result
    assert shown is not None
    assert (shown.result, shown.by) == (WHITE_WON, "match-card")


def test_one_players_word_is_not_shown_without_the_others(hall: Hall) -> None:
    hall.say(f.ResultClaimed(ONE, WHITE_WON, Source.WHITE_PLAYER), at(200))
    hall.say(f.ResultClaimed(ONE, BLACK_WON, Source.BLACK_PLAYER), at(210))
    hall.say(f.ResultClaimed(ONE, WHITE_WON, Source.BLACK_PLAYER), at(220))
    shown = [game(hall, s).result for s in (200, 219, 220)]
    assert shown[:2] == [None, None]
    assert shown[2] is not None
    assert (shown[2].result, shown[2].official) == (WHITE_WON, False)


def test_a_claim_that_was_withdrawn_is_not_shown(hall: Hall) -> None:
    hall.say(f.ResultClaimed(ONE, WHITE_WON, Source.MATCH_CARD), at(200))
    assert game(hall, 201).result is not None
    hall.say(f.ClaimWithdrawn(ONE, Source.MATCH_CARD, "wrong board"), at(210))
    assert game(hall, 211).result is None


def test_a_fallen_flag_is_no_result_until_somebody_decides(hall: Hall) -> None:
    flag = f.ResultShown(ONE, WHITE_WON, Source.FLAG, "flag", f.Certainty.CERTAIN, "0:00")
    hall.say(flag, at(200))
    assert game(hall, 201).result is None
    hall.say(f.ResultConfirmed(ONE, WHITE_WON), at(230), ARBITER)
    shown = game(hall, 230).result
    assert shown is not None
    assert (shown.official, shown.by) == (True, "flag")


def test_a_board_without_electronics_plays_once_the_round_started() -> None:
    hall = Hall()
    hall.open(armed=[1])
    states = [g.state for g in hall.feed(10).tournaments[OPEN].games.values()]
    assert states == [GameState.WAITING, GameState.PLAYING]


def test_a_board_that_is_not_heard_is_marked_until_it_is_heard_again(hall: Hall) -> None:
    hall.say(f.DeviceOffline(DeviceId("d1"), "unplugged"), at(100))
    hall.say(f.DeviceOnline(DeviceId("d1"), "dgt", "ttyUSB0"), at(120))
    assert [game(hall, s).no_signal for s in (99, 100, 120)] == [False, True, False]


def test_late_changes_of_names_and_pairings_show_from_their_own_time(hall: Hall) -> None:
    hall.say(f.PlayerChanged(Player(PlayerId("p1"), "Carlsen, M.")), at(50), ARBITER)
    first = published(2)
    swapped = f.Pairing(first.pairings[0].id, PlayerId("p2"), PlayerId("p1"), BoardNo(7), (ONE,))
    hall.say(
        f.RoundPublished(MAIN, RoundNo(1), (swapped, first.pairings[1]), (), "by hand"),
        at(55),
        ARBITER,
    )
    before, after = (hall.feed(s).tournaments[OPEN] for s in (49, 55))
    assert before.players[PlayerId("p1")].name == "Carlsen, Magnus"
    assert after.players[PlayerId("p1")].name == "Carlsen, M."
    assert [p.board for p in before.rounds[0].pairings] == [1, 2]
    assert [p.board for p in after.rounds[0].pairings] == [2, 7]


def test_confirmed_only_shows_a_move_after_its_confirmation_or_the_next_move(hall: Hall) -> None:
    strict = Showing(Visibility.CONFIRMED)
    hall.play(ITALIAN[:3])
    assert [len(game(hall, s, strict).moves) for s in (60, 70, 80, 500)] == [0, 1, 2, 2]
    hall.say(f.MoveConfirmed(ONE, 3, "lever"), at(83))
    assert [len(game(hall, s, strict).moves) for s in (82, 83)] == [2, 3]


def test_an_official_result_shows_the_last_move_too(hall: Hall) -> None:
    strict = Showing(Visibility.CONFIRMED)
    hall.play(ITALIAN[:3])
    hall.say(f.ResultConfirmed(ONE, WHITE_WON), at(90), ARBITER)
    assert [len(game(hall, s, strict).moves) for s in (89, 90)] == [2, 3]


TO_THE_CENTRE = ["e2e4", "e7e5", "e1e2", "e8e7", "e2d3", "e7d6", "d3c4", "d6c6", "c4d4"]


@pytest.mark.parametrize("visibility", list(Visibility))
def test_a_kings_move_to_the_centre_waits_for_its_confirmation(
    hall: Hall, visibility: Visibility
) -> None:
    showing = Showing(visibility)
    hall.play(TO_THE_CENTRE)
    played = 60 + 10 * (len(TO_THE_CENTRE) - 1)
    assert len(game(hall, played + 5, showing).moves) == len(TO_THE_CENTRE) - 1
    hall.say(f.MoveConfirmed(ONE, len(TO_THE_CENTRE), "lever"), at(played + 3))
    assert len(game(hall, played + 2, showing).moves) == len(TO_THE_CENTRE) - 1
    assert len(game(hall, played + 3, showing).moves) == len(TO_THE_CENTRE)


def test_a_kings_move_to_the_centre_that_nothing_contradicts_shows_after_a_while(
    hall: Hall,
) -> None:
    hall.play(TO_THE_CENTRE)
    played = 60 + 10 * (len(TO_THE_CENTRE) - 1)
    viewer = Viewer(hall.history())
    shown = viewer.view(at(played + 1)).tournaments[OPEN].games[ONE]
    assert len(shown.moves) == len(TO_THE_CENTRE) - 1
    assert viewer.until == at(played) + Showing().king_hold
    shown = viewer.view(viewer.until).tournaments[OPEN].games[ONE]
    assert len(shown.moves) == len(TO_THE_CENTRE)


def test_two_kings_that_come_to_the_centre_one_after_the_other_both_wait(hall: Hall) -> None:
    hall.play([*TO_THE_CENTRE, "c6d5"])
    before = len(TO_THE_CENTRE) - 1
    first = 60 + 10 * before
    shown = [len(game(hall, first + s).moves) - before for s in (5, 11, 20, 29, 30)]
    assert shown == [0, 0, 1, 1, 2]


@pytest.mark.parametrize("uci", ["", "e2", "0000", "e5e6"])
def test_a_move_that_cannot_be_made_leaves_the_position_as_it_is(hall: Hall, uci: str) -> None:
    hall.say(f.MovePlayed(ONE, 1, f.LineMove(uci, "?", None, at(60))), at(60))
    hall.say(f.MovePlayed(ONE, 2, f.LineMove("e7e5", "e5", None, at(70))), at(70))
    shown = game(hall, 80)
    assert shown.moves[0].fen == chess.STARTING_FEN
    assert not shown.moves[0].legal


def test_a_view_reuses_all_that_did_not_change(hall: Hall) -> None:
    records = HallHistory()
    viewer = Viewer(records)
    for entry in hall.entries:
        records.add(entry)
    before = viewer.view(at(50))
    assert viewer.view(at(51)) is before
    records.add(hall.say(f.MovePlayed(ONE, 1, line_moves(["e2e4"], 60)[0]), at(60)))
    after = viewer.view(at(61)).tournaments[OPEN]
    assert after.games[ONE].moves
    assert after.games[game_at_board(2)] is before.tournaments[OPEN].games[game_at_board(2)]
    assert after.rounds is before.tournaments[OPEN].rounds


@settings(deadline=None)
@given(game_facts(), st.integers(0, 600), st.sampled_from(list(Visibility)))
def test_nothing_that_happened_after_the_cut_changes_a_view(
    told: list[tuple[f.Fact, float]], cut: int, visibility: Visibility
) -> None:
    whole, so_far = Hall(), Hall()
    whole.open()
    so_far.open()
    for fact, when in told:
        whole.say(fact, at(when))
        if when <= cut:
            so_far.say(fact, at(when))
    showing = Showing(visibility)
    assert whole.feed(cut, showing) == so_far.feed(cut, showing)


@settings(deadline=None)
@given(
    game_facts(corrections=True),
    st.lists(st.integers(0, 900), max_size=20),
    st.sampled_from(list(Visibility)),
)
def test_a_viewer_that_goes_along_sees_what_one_sees_who_comes_late(
    told: list[tuple[f.Fact, float]], cuts: list[int], visibility: Visibility
) -> None:
    hall = Hall()
    hall.open()
    showing = Showing(visibility)
    for fact, when in told:
        hall.say(fact, at(when))
    records = HallHistory()
    viewer = Viewer(records, showing)
    waiting = list(hall.entries)
    for cut in sorted(cuts):
        if waiting:
            for entry in waiting[: len(waiting) // 2 + 1]:
                records.add(entry)
            del waiting[: len(waiting) // 2 + 1]
        so_far = Hall(hall.entries[: len(hall.entries) - len(waiting)])
        assert viewer.view(at(cut)) == so_far.feed(cut, showing)


@settings(deadline=None)
@given(game_facts(corrections=True), st.integers(0, 600), st.sampled_from(list(Visibility)))
def test_a_view_stays_as_it_is_until_it_says_it_changes(
    told: list[tuple[f.Fact, float]], cut: int, visibility: Visibility
) -> None:
    hall = Hall()
    hall.open()
    for fact, when in told:
        hall.say(fact, at(when))
    records = hall.history()
    viewer = Viewer(records, Showing(visibility))
    before = viewer.view(at(cut))
    until = viewer.until
    later = at(cut) + timedelta(hours=5) if until is None else until - timedelta(milliseconds=1)
    fresh = Viewer(records, Showing(visibility))
    assert fresh.view(max(later, at(cut))) == before


@pytest.mark.parametrize("lever_first", [True, False])
def test_a_move_without_a_time_gets_it_from_the_lever_after_it(
    hall: Hall, *, lever_first: bool
) -> None:
    move = f.MovePlayed(ONE, 1, f.LineMove("e2e4", "e4", None, at(60)))
    pressed = f.ClockSet(ONE, 5380, 5400, f.Side.BLACK, f.ClockEvent.LEVER)
    told: list[tuple[f.Fact, float]] = [(move, 60), (pressed, 62)]
    for fact, when in reversed(told) if lever_first else told:
        hall.say(fact, at(when))
    assert [game(hall, s).moves[0].clock_s for s in (61, 62)] == [None, 5380]


def test_a_time_that_cannot_be_the_movers_is_not_taken(hall: Hall) -> None:
    hall.say(f.MovePlayed(ONE, 1, f.LineMove("e2e4", "e4", None, at(60))), at(60))
    hall.say(f.ClockSet(ONE, 5380, 5400, f.Side.WHITE, f.ClockEvent.STEADY), at(62))
    hall.say(f.ClockSet(ONE, 5370, 5400, None, f.ClockEvent.STOPPED), at(63))
    assert game(hall, 99).moves[0].clock_s is None


def test_a_move_takes_no_time_that_was_read_after_the_next_move(hall: Hall) -> None:
    hall.say(f.ClockSet(ONE, 5300, 5400, f.Side.BLACK, f.ClockEvent.LEVER), at(90))
    moves = tuple(
        f.LineMove(uci, san, None, at(when))
        for uci, san, when in (("e2e4", "e4", 60), ("e7e5", "e5", 70), ("g1f3", "Nf3", 80))
    )
    hall.say(f.LineCorrected(ONE, 1, moves, "made out afterwards"), at(95))
    assert [move.clock_s for move in game(hall, 99).moves] == [None, None, 5300]


def test_a_clock_that_is_set_anew_after_the_sign_leaves_the_games_clock_as_it_stood(
    hall: Hall,
) -> None:
    hall.play(ITALIAN)
    hall.say(f.ClockSet(ONE, 5330, 5335, None, f.ClockEvent.STOPPED), at(195))
    hall.say(king_sign(ONE), at(200))
    hall.say(f.ClockSet(ONE, 300, 300, None, f.ClockEvent.JUMPED), at(260))
    hall.say(f.ClockSet(ONE, 300, 300, f.Side.WHITE, f.ClockEvent.STARTED), at(290))
    clocks = [game(hall, seconds).clock for seconds in (200, 265, 400)]
    assert all(c is not None and (c.white_s, c.black_s, c.running) == (5330, 5335, None)
               for c in clocks)  # fmt: skip
    hall.say(f.ResultConfirmed(ONE, WHITE_WON), at(500), ARBITER)
    assert game(hall, 600).clock == clocks[0]


def test_the_clock_of_a_game_an_arbiter_decided_stays_at_what_was_read_before(hall: Hall) -> None:
    hall.play(ITALIAN[:2])
    hall.say(f.ResultRuled(ONE, WHITE_WON, "a phone rang"), at(100), ARBITER)
    hall.say(f.ResultCorrected(ONE, BLACK_WON, "the other phone"), at(400), ARBITER)
    hall.say(f.ClockSet(ONE, 300, 300, f.Side.WHITE, f.ClockEvent.STARTED), at(200))
    for seconds in (150, 250, 500):
        clock = game(hall, seconds).clock
        assert clock is not None
        assert (clock.white_s, clock.black_s, clock.running) == (5390, 5390, None)


def test_the_clock_is_this_games_no_longer_once_the_men_are_set_up_again(hall: Hall) -> None:
    hall.play(ITALIAN)
    hall.say(f.PiecesSetUp(ONE), at(200))
    hall.say(f.ClockSet(ONE, 300, 300, f.Side.WHITE, f.ClockEvent.STARTED), at(210))
    hall.say(f.ResultConfirmed(ONE, WHITE_WON), at(300), ARBITER)
    for seconds in (200, 250, 400):
        clock = game(hall, seconds).clock
        assert clock is not None
        assert (clock.white_s, clock.running) == (5400 - 60 - (200 - 170), None)


def test_the_clock_lives_again_after_a_sign_that_was_withdrawn(hall: Hall) -> None:
    hall.play(ITALIAN)
    hall.say(king_sign(ONE), at(200))
    hall.say(f.SignWithdrawn(ONE, "play went on"), at(230))
    hall.say(f.ClockSet(ONE, 5200, 5335, f.Side.BLACK, f.ClockEvent.LEVER), at(240))
    clock = game(hall, 250).clock
    assert clock is not None
    assert (clock.white_s, clock.running) == (5200, f.Side.BLACK)


def test_the_clock_lives_again_when_the_game_is_reopened_or_goes_on(hall: Hall) -> None:
    hall.play(ITALIAN[:2])
    hall.say(f.PiecesSetUp(ONE), at(200))
    hall.say(f.ResultConfirmed(ONE, WHITE_WON), at(210), ARBITER)
    hall.say(f.GameReopened(ONE, "wrong board"), at(220), ARBITER)
    hall.say(f.ClockSet(ONE, 5200, 5300, f.Side.WHITE, f.ClockEvent.STEADY), at(230))
    clock = game(hall, 240).clock
    assert clock is not None
    assert (clock.white_s, clock.running) == (5200, f.Side.WHITE)
    hall.say(f.PiecesSetUp(ONE), at(250))
    assert (stood := game(hall, 255).clock) is not None
    assert stood.running is None
    (move,) = line_moves(ITALIAN[:3], 240)[2:]
    hall.say(f.MovePlayed(ONE, 3, move), move.at)
    hall.say(f.ClockSet(ONE, 5100, 5300, f.Side.BLACK, f.ClockEvent.LEVER), at(261))
    clock = game(hall, 262).clock
    assert clock is not None
    assert (clock.white_s, clock.running) == (5100, f.Side.BLACK)


def test_the_last_move_takes_no_time_from_the_next_games_clock(hall: Hall) -> None:
    hall.say(f.MovePlayed(ONE, 1, f.LineMove("e2e4", "e4", None, at(60))), at(60))
    hall.say(king_sign(ONE), at(100))
    hall.say(f.ClockSet(ONE, 300, 300, f.Side.BLACK, f.ClockEvent.STARTED), at(160))
    assert game(hall, 200).moves[0].clock_s is None


SWAPPED = swapped(ONE)


def doubtful(shown: ShownGame) -> list[int]:
    return [ply for ply, m in enumerate(shown.moves, start=1) if f.Mark.AMBIGUOUS in m.marks]


def test_moves_of_which_the_order_is_not_known_are_marked(hall: Hall) -> None:
    hall.play(ITALIAN)
    hall.say(SWAPPED, at(300))
    assert doubtful(game(hall, 300)) == [3, 4, 5], "they lead to one position, from which on"


def test_a_doubt_shows_from_when_it_arose(hall: Hall) -> None:
    hall.play(ITALIAN)
    hall.say(SWAPPED, at(300))
    assert doubtful(game(hall, 299)) == []


@pytest.mark.parametrize(
    "alternatives",
    [
        (("g1f3", "b8c6"), ("d2d4", "b8c6")),
        (("g1f3",), ("g1f3", "b8c6", "f1c4")),
        (("g1f3",), ("e5e4",)),
        (("g1f3",), ("0000",)),
    ],
)
def test_where_the_lines_lead_to_different_positions_all_that_follows_is_marked(
    hall: Hall, alternatives: tuple[tuple[str, ...], ...]
) -> None:
    hall.play(ITALIAN[:8])
    hall.say(f.LineAmbiguous(ONE, 3, alternatives, "?"), at(300))
    assert doubtful(game(hall, 301)) == [3, 4, 5, 6, 7, 8]


def test_a_correction_settles_a_doubt_about_the_moves_that_it_replaces(hall: Hall) -> None:
    hall.play(ITALIAN)
    hall.say(SWAPPED, at(300))
    right = tuple(line_moves(ITALIAN, 60))
    hall.say(f.LineCorrected(ONE, 12, right[11:], "the last man went on"), at(310))
    assert doubtful(game(hall, 305)) == [3, 4, 5], "it has nothing to do with them"
    hall.say(f.LineCorrected(ONE, 5, right[4:], "seen better"), at(320))
    assert doubtful(game(hall, 330)) == [3, 4]
    hall.say(f.LineCorrected(ONE, 3, right[2:], "as on the scoresheets", "arbiter"), at(340))
    assert [doubtful(game(hall, s)) for s in (305, 350)] == [[], []]


def test_a_doubt_holds_for_moves_that_are_said_after_it(hall: Hall) -> None:
    """So it comes where a board took a line back and then worked out what had been played."""
    hall.play(ITALIAN[:2])
    hall.say(f.LineCorrected(ONE, 1, (), "the man was put back"), at(300))
    lines = (("e2e4", "e7e5", "g1f3"), ("g1f3", "e7e5", "e2e4"))
    hall.say(f.LineAmbiguous(ONE, 1, lines, "several orders fit"), at(300))
    assert doubtful(game(hall, 301)) == []
    for ply, move in enumerate(line_moves(ITALIAN[:5], 310), start=1):
        hall.say(f.MovePlayed(ONE, ply, move), move.at)
    assert doubtful(game(hall, 400)) == [1, 2, 3]


def test_an_arbiters_confirmation_settles_a_doubt_and_a_boards_does_not(hall: Hall) -> None:
    hall.play(ITALIAN)
    hall.say(SWAPPED, at(300))
    hall.say(f.MoveConfirmed(ONE, 12, "lever"), at(310))
    assert doubtful(game(hall, 311)) == [3, 4, 5]
    hall.say(f.MoveConfirmed(ONE, 4, "arbiter"), at(320), ARBITER)
    assert doubtful(game(hall, 321)) == [5]
    hall.say(f.MoveConfirmed(ONE, 12, "from the scoresheets"), at(330), ARBITER)
    assert [doubtful(game(hall, s)) for s in (305, 331)] == [[], []]


def test_a_move_that_came_marked_as_ambiguous_is_settled_by_an_arbiter_too(hall: Hall) -> None:
    marks = (f.Mark.RECONSTRUCTED, f.Mark.AMBIGUOUS)
    hall.say(f.MovePlayed(ONE, 1, f.LineMove("e2e4", "e4", None, at(60), marks)), at(60))
    assert game(hall, 61).moves[0].marks == marks
    hall.say(f.MoveConfirmed(ONE, 1, "arbiter"), at(70), ARBITER)
    assert game(hall, 71).moves[0].marks == (f.Mark.RECONSTRUCTED,)
