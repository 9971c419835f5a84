from dataclasses import replace

import pytest

from facts import fact as f
from facts.fact import Side
from facts.ids import GameId, RoundNo
from facts.result import BLACK_WON, DRAWN, WHITE_WON
from facts.settings import InitialColour
from results.checks.corrections import consequences
from results.errors import UsageError
from results.pairing.dutch import pair_round
from results.rounds.table import crosstable
from tests.fakes.tournament_log import STAGE, TournamentLog, swiss
from tests.results.meetings.meeting_log import NORWAY, MeetingLog


def played(rounds: int) -> TournamentLog:
    log = TournamentLog()
    log.open(8, replace(swiss(5), initial_colour=InitialColour.WHITE))
    for round_no in range(1, rounds + 1):
        made = pair_round(crosstable(log.state, STAGE), Side.WHITE)
        games = log.publish(round_no, [(int(p.white), int(p.black)) for p in made.pairs])
        for game in games:
            log.confirmed(game, WHITE_WON)
    return log


def test_points_ranks_and_pairings_that_would_change_are_listed() -> None:
    log = played(2)
    game = GameId("open.main.1.1.1")
    found = consequences(log.state, game, BLACK_WON)
    assert found.allowed
    assert len(found.points) == 2
    assert any("→" in text for text in found.points)
    assert found.ranks != ()
    assert any(text.startswith("round 2: the engine pairs") for text in found.pairings)
    assert found.sentences()[0] == found.points[0]


def test_the_same_result_changes_nothing() -> None:
    found = consequences(played(2).state, GameId("open.main.1.1.1"), WHITE_WON)
    assert found.sentences() == ()


def test_only_the_previous_round_may_be_corrected() -> None:
    found = consequences(played(3).state, GameId("open.main.1.2.1"), BLACK_WON)
    assert not found.allowed
    assert "older" in found.sentences()[0]


def test_an_unknown_game_is_refused() -> None:
    log = played(1)
    log.add(f.RoundClosed(STAGE, RoundNo(1)))
    with pytest.raises(UsageError, match=r"open\.main\.9\.9\.1"):
        consequences(log.state, GameId("open.main.9.9.1"), WHITE_WON)


def test_what_becomes_of_the_further_games_of_two_who_meet_is_told() -> None:
    log = MeetingLog(NORWAY)
    assert consequences(log.state, log.first, DRAWN).meeting == (
        "board 1: ½–½: the Armageddon game follows, Player 01 has White",
    )
    log.play(DRAWN, BLACK_WON)
    found = consequences(log.state, log.first, WHITE_WON)
    assert found.meeting == (
        "board 1: Player 01 won 1–0",
        "board 1: the Armageddon game does not count any more",
    )
    assert found.sentences()[:2] == found.meeting
