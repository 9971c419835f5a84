from dataclasses import replace

import pytest

from facts import fact as f
from facts.ids import PlayerId, RoundNo
from facts.result import BLACK_WON, DRAWN, HALF_BYE, PAIRING_BYE, WHITE_WON, Score
from facts.settings import Acceleration, InitialColour, Scoring, TournamentSettings
from results.crosstable.scoring import total
from results.errors import UsageError
from results.rounds.table import crosstable
from results.trf.export import tournament_text
from results.trf.read import parse
from results.trf.table import trf_table
from tests.fakes.tournament_log import STAGE, TournamentLog, pairing, swiss
from tests.results.meetings.meeting_log import NORWAY, MeetingLog


def hall() -> TournamentLog:
    log = TournamentLog()
    log.add(f.TournamentDefined(TournamentSettings("Open of Vlissingen", "Vlissingen", "NED")))
    log.open(5, replace(swiss(5, ("BH/C1", "SB")), initial_colour=InitialColour.WHITE))
    games = log.publish(1, [(1, 3), (4, 2)], (f.Bye(PlayerId("p5"), PAIRING_BYE),))
    log.confirmed(games[0], WHITE_WON)
    log.confirmed(games[1], WHITE_WON)
    log.add(f.ResultCorrected(games[1], DRAWN, "appeal"))
    log.add(f.PairingsEdited(STAGE, RoundNo(2), (pairing(2, 1, 1, 2),), (), "wheelchair"))
    log.add(f.PlayerExpelled(PlayerId("p3"), RoundNo(2), "telephone"))
    log.add(f.ByeRequested(PlayerId("p2"), RoundNo(3), HALF_BYE))
    log.add(f.ByeDecided(PlayerId("p2"), RoundNo(3), granted=True))
    return log


def test_a_stage_is_written_with_its_results_byes_and_head() -> None:
    log = hall()
    text = tournament_text(log.state, STAGE, log.entries)
    read = trf_table(parse(text))
    assert read.mismatches == ()
    assert read.table.played == 1
    assert read.table.entrants[0].player.name == "Player 01"
    assert "012 Open of Vlissingen\n" in text
    assert "202 BH/C1,SB\n" in text
    assert "240 H   3    2\n" in text
    assert "240 Z   2    3\n" in text
    assert "152 W\n" in text


def test_what_was_done_by_hand_stands_in_comments() -> None:
    log = hall()
    comments = parse(tournament_text(log.state, STAGE, log.entries)).comments
    assert comments[0].startswith("Result corrected @ Round 1 to ½-½: appeal (anna, ")
    assert comments[1].startswith("MPA @ Round 2: wheelchair")
    assert comments[2].startswith("Expelled @ Round 2: Player 03: telephone")
    assert len(comments) == 3


def test_without_numbers_nothing_can_be_written() -> None:
    log = TournamentLog()
    log.add(f.StageOpened(swiss()))
    with pytest.raises(UsageError, match="no pairing numbers"):
        tournament_text(log.state, STAGE)


def test_forbidden_pairs_and_acceleration_are_records_and_late_bans_comments_too() -> None:
    log = TournamentLog()
    stage = replace(swiss(5), acceleration=Acceleration.BAKU, initial_colour=InitialColour.WHITE)
    log.open(6, stage)
    log.add(f.PairForbidden(STAGE, (PlayerId("p1"), PlayerId("p2")), reason="sisters"))
    log.publish(1, [(1, 3), (4, 2), (5, 6)])
    late = f.PairForbidden(STAGE, (PlayerId("p5"), PlayerId("p1")), RoundNo(2), None, "a threat")
    log.add(late)
    text = tournament_text(log.state, STAGE, log.entries)
    assert "260   1   5    1    2\n" in text
    assert "260   2   5    1    5\n" in text
    read = trf_table(parse(text))
    assert read.table.accelerations == crosstable(log.state, STAGE).accelerations
    comments = parse(text).comments
    assert len(comments) == 1
    assert comments[0].startswith(
        "Prohibited pair after round 1: Player 05 and Player 01: a threat"
    )


def test_results_for_rating_are_comments_and_in_a_file_for_rating_the_results() -> None:
    log = hall()
    game = log.state.stages[STAGE].rounds[RoundNo(1)].pairings[0].games[0]
    log.add(f.RatingResultSet(game, BLACK_WON, "the standings' result was a sanction"))
    plain = tournament_text(log.state, STAGE, log.entries)
    assert "Rated @ Round 1: Player 01 - Player 03: 0-1: the standings'" in plain
    rated = tournament_text(log.state, STAGE, log.entries, for_rating=True)
    usual, other = trf_table(parse(plain)), trf_table(parse(rated))
    assert usual.table.entrants[0].entry(1).score is Score.WIN
    assert other.table.entrants[0].entry(1).score is Score.LOSS
    assert other.mismatches == ()
    totals = [
        [total(e, 1, read.table.scoring) for e in read.table.entrants] for read in (usual, other)
    ]
    assert totals[0] == totals[1]


def test_a_won_armageddon_game_stands_as_points_beside_the_drawn_game() -> None:
    log = MeetingLog(NORWAY, Scoring(win=30, draw=10, forfeit_win=30))
    log.play(DRAWN, WHITE_WON)
    before = crosstable(log.state, STAGE)
    read = trf_table(parse(tournament_text(log.state, STAGE)))
    assert read.mismatches == ()
    assert [e.entry(1).score for e in read.table.entrants] == [Score.DRAW, Score.DRAW]
    now, then = (
        [total(e, 1, table.scoring) for e in table.entrants] for table in (read.table, before)
    )
    assert now == then == [15, 10]
    (comment,) = parse(tournament_text(log.state, STAGE)).comments
    assert comment == "Meeting @ Round 1: Player 01 - Player 02: ½–½, Armageddon 1–0"
