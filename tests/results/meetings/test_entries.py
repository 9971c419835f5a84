import pytest

from facts.meeting import MeetingSettings
from facts.result import (
    BLACK_WON,
    DOUBLE_FORFEIT,
    DRAWN,
    WHITE_WON,
    WHITE_WON_BY_FORFEIT,
    Result,
    ResultKind,
    Score,
)
from facts.settings import Scoring
from results.crosstable.model import RoundEntry
from results.crosstable.scoring import entry_points
from results.rounds.table import crosstable
from tests.fakes.tournament_log import STAGE
from tests.results.meetings.meeting_log import NORWAY, MeetingLog

THREE = Scoring(win=30, draw=10, forfeit_win=30)


def entries(log: MeetingLog) -> tuple[RoundEntry, RoundEntry]:
    table = crosstable(log.state, STAGE)
    one, other = (entrant.entries[0] for entrant in table.entrants)
    return one, other


def points(log: MeetingLog) -> tuple[int, ...]:
    scoring = crosstable(log.state, STAGE).scoring
    return tuple(entry_points(entry, scoring) for entry in entries(log))


@pytest.mark.parametrize(
    ("results", "expected"),
    [
        ([], (0, 0)),
        ([WHITE_WON], (30, 0)),
        ([BLACK_WON], (0, 30)),
        ([WHITE_WON_BY_FORFEIT], (30, 0)),
        ([DOUBLE_FORFEIT], (0, 0)),
        ([DRAWN], (10, 10)),
        ([DRAWN, WHITE_WON], (15, 10)),
        ([DRAWN, BLACK_WON], (10, 15)),
        ([DRAWN, DRAWN], (10, 15)),
        ([DRAWN, DOUBLE_FORFEIT], (10, 10)),
    ],
)
def test_three_one_and_a_half_one_and_nothing(
    results: list[Result], expected: tuple[int, int]
) -> None:
    log = MeetingLog(NORWAY, THREE)
    log.play(*results)
    assert points(log) == expected


def test_the_meeting_stays_a_draw_for_tiebreaks_and_ratings() -> None:
    log = MeetingLog(NORWAY, THREE)
    log.play(DRAWN, WHITE_WON)
    assert {entry.score for entry in entries(log)} == {Score.DRAW}
    assert {entry.kind for entry in entries(log)} == {ResultKind.PLAYED}


def test_games_of_a_ladder_without_points_of_its_own_are_not_counted() -> None:
    log = MeetingLog(MeetingSettings(ladder=NORWAY.ladder))
    log.play(DRAWN, WHITE_WON)
    assert points(log) == (5, 5)
    assert {entry.awarded for entry in entries(log)} == {None}


def test_the_main_games_of_a_match_count_together_once_they_are_over() -> None:
    log = MeetingLog(MeetingSettings(games=2))
    log.play(WHITE_WON)
    assert points(log) == (0, 0)
    assert {entry.score for entry in entries(log)} == {None}
    log.play(DRAWN)
    assert points(log) == (15, 5)
    assert [entry.score for entry in entries(log)] == [Score.WIN, Score.LOSS]


def test_a_match_that_both_stayed_away_from_is_a_forfeit_without_points() -> None:
    log = MeetingLog(MeetingSettings(games=2))
    log.play(DOUBLE_FORFEIT, DOUBLE_FORFEIT)
    assert points(log) == (0, 0)
    assert {entry.score for entry in entries(log)} == {Score.LOSS}
    assert {entry.kind for entry in entries(log)} == {ResultKind.FORFEIT}


def test_a_level_match_is_a_draw() -> None:
    log = MeetingLog(MeetingSettings(games=2))
    log.play(WHITE_WON, WHITE_WON)
    assert {entry.score for entry in entries(log)} == {Score.DRAW}
    assert points(log) == (10, 10)
