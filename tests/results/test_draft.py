from dataclasses import replace

import pytest

from facts import fact as f
from facts.ids import BoardNo, PlayerId, RoundNo
from facts.result import DRAWN, HALF_BYE, PAIRING_BYE, WHITE_WON, ZERO_BYE
from facts.settings import InitialColour, System
from results.crosstable import live_results
from results.draft import (
    INITIAL_COLOUR,
    draft_faults,
    draft_round,
    initial_colour,
    stage_standings,
)
from results.errors import UsageError
from tests.fakes.tournament_log import STAGE, TournamentLog, pairing, swiss

WHITE = replace(swiss(), initial_colour=InitialColour.WHITE)


def test_a_round_is_drafted_with_ids_boards_and_reasons() -> None:
    log = TournamentLog()
    log.open(5, WHITE)
    log.add(f.ByeRequested(PlayerId("p2"), RoundNo(1), HALF_BYE))
    log.add(f.ByeDecided(PlayerId("p2"), RoundNo(1), granted=True))
    draft = draft_round(log.state, STAGE, first_board=11)
    assert [(p.white, p.black, p.board) for p in draft.pairings] == [
        ("p1", "p4", BoardNo(11)),
        ("p5", "p3", BoardNo(12)),
    ]
    assert draft.pairings[0].games == ("open.main.1.1.1",)
    assert draft.byes == (f.Bye(PlayerId("p2"), HALF_BYE),)
    assert len(draft.explanations) == 2
    assert draft.engine.startswith("gacrux ")


def test_the_pairing_bye_withdrawals_and_the_next_round() -> None:
    log = TournamentLog()
    log.open(6, WHITE)
    log.add(f.PlayerWithdrew(PlayerId("p6"), RoundNo(1)))
    draft = draft_round(log.state, STAGE)
    assert draft.byes == (f.Bye(PlayerId("p5"), PAIRING_BYE),)
    log.add(f.RoundPublished(STAGE, RoundNo(1), draft.pairings, draft.byes, draft.engine))
    for p in draft.pairings:
        log.confirmed(p.games[0], WHITE_WON)
    second = draft_round(log.state, STAGE)
    assert second.round_no == 2
    assert second.byes[0].player not in {"p5", "p6"}


def test_the_lot_is_needed_and_found() -> None:
    log = TournamentLog()
    log.open(4)
    assert initial_colour(log.state.stages[STAGE]) is None
    with pytest.raises(UsageError, match="draw it by lot"):
        draft_round(log.state, STAGE)
    log.add(f.LotsDrawn(STAGE, INITIAL_COLOUR, ("black",), "seed"))
    assert initial_colour(log.state.stages[STAGE]) is f.Side.BLACK
    assert draft_round(log.state, STAGE).pairings[0].white == "p3"


def test_conflicts_and_missing_numbers_stop_the_draft() -> None:
    log = TournamentLog()
    log.open(4, WHITE)
    (game, _) = log.publish(1, [(1, 3), (4, 2)])
    log.confirmed(game, WHITE_WON)
    log.shown(game, DRAWN)
    with pytest.raises(UsageError, match="board 1"):
        draft_round(log.state, STAGE)
    log.confirmed(game, WHITE_WON)
    log.add(f.PlayerEntered(replace(log.state.players[PlayerId("p1")].player, id=PlayerId("x"))))
    with pytest.raises(UsageError, match="numbers"):
        draft_round(log.state, STAGE)


def test_after_the_last_round_nothing_is_drafted() -> None:
    log = TournamentLog()
    log.open(2, replace(WHITE, rounds=RoundNo(1)))
    log.publish(1, [(1, 2)])
    with pytest.raises(UsageError, match="last round"):
        draft_round(log.state, STAGE)


def test_a_round_robin_follows_its_table_and_a_free_round_is_worth_nothing() -> None:
    log = TournamentLog()
    log.open(3, replace(swiss(3), system=System.BERGER))
    draft = draft_round(log.state, STAGE)
    assert [(p.white, p.black) for p in draft.pairings] == [("p2", "p3")]
    assert draft.byes == (f.Bye(PlayerId("p1"), ZERO_BYE),)


def test_pairings_by_hand_are_checked_against_the_rules() -> None:
    log = TournamentLog()
    log.open(4, WHITE)
    log.publish(1, [(1, 3), (4, 2)])
    by_hand = (pairing(2, 1, 3, 1), replace(pairing(2, 2, 2, 4), board=BoardNo(1)))
    found = draft_faults(log.state, STAGE, by_hand, ())
    assert "players 3 and 1 have met before (C1)" in found
    assert "board 1 is given to more than one pair" in found
    stranger = (replace(pairing(2, 1, 3, 1), white=PlayerId("x")),)
    assert draft_faults(log.state, STAGE, stranger, ()) == ("x has no number in this stage",)
    assert draft_faults(log.state, STAGE, (pairing(2, 1, 1, 2), pairing(2, 2, 3, 4)), ()) == ()


def test_standings_count_official_results_and_live_ones_on_request() -> None:
    log = TournamentLog()
    log.open(4, WHITE)
    games = log.publish(1, [(1, 3), (4, 2)])
    log.confirmed(games[0], WHITE_WON)
    log.shown(games[1], DRAWN)
    table = stage_standings(log.state, STAGE)
    assert [(row.player, row.points) for row in table.rows] == [
        ("p1", "1.0"),
        ("p3", "0.0"),
        ("p2", "0.0"),
        ("p4", "0.0"),
    ]
    assert not table.official
    live = stage_standings(log.state, STAGE, which=live_results)
    assert live.rows[1].points == "0.5"
    log.confirmed(games[1], DRAWN)
    log.add(f.StandingsMadeOfficial(STAGE, RoundNo(1)))
    assert stage_standings(log.state, STAGE).official
