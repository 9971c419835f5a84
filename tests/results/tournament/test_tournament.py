from dataclasses import replace

from facts import fact as f
from facts.fact import Side
from facts.ids import BoardNo, GameId, PlayerId, RoundNo, TournamentId
from facts.result import (
    DRAWN,
    HALF_BYE,
    PAIRING_BYE,
    WHITE_WON,
    ZERO_BYE,
    ResultKind,
    Score,
)
from facts.settings import ResultPolicy, System, TournamentSettings
from results.crosstable.model import ABSENT
from results.rounds.numbering import initial_order, numbers_to_assign
from results.rounds.progress import outlook, participants
from results.rounds.table import crosstable
from results.tournament.fold import begin, fold, fold_all
from results.tournament.judging import live_results
from results.tournament.tournament import RoundState
from tests.fakes.tournament_log import (
    BOARD,
    STAGE,
    TOURNAMENT,
    TournamentLog,
    pairing,
    player,
    swiss,
)


def test_facts_of_others_and_moves_change_nothing() -> None:
    log = TournamentLog()
    log.open(4)
    (game, _) = log.publish(1, [(1, 3), (4, 2)])
    before = log.state
    log.add(f.PiecesSetUp(game), BOARD)
    assert log.state is before
    other = begin(TournamentId("other"))
    for entry in log.entries:
        other = fold(other, entry)
    assert other == begin(TournamentId("other"))


def test_folding_the_whole_log_gives_the_same_state() -> None:
    log = TournamentLog()
    log.open(4)
    (game, _) = log.publish(1, [(1, 3), (4, 2)])
    log.shown(game, WHITE_WON)
    log.confirmed(game, WHITE_WON)
    assert fold_all(TOURNAMENT, log.entries) == log.state


def test_a_fact_that_fits_nothing_is_kept_in_words() -> None:
    log = TournamentLog()
    log.confirmed(GameId("open.main.9.9.1"), WHITE_WON)
    log.add(f.PlayerWithdrew(PlayerId("ghost"), RoundNo(1)))
    log.add(f.RoundClosed(STAGE, RoundNo(1)))
    assert len(log.state.oddities) == 3
    assert "ghost" in log.state.oddities[1]


def test_settings_policy_and_stage_are_replaced_by_newer_ones() -> None:
    log = TournamentLog()
    log.add(f.TournamentDefined(TournamentSettings("Old")))
    log.add(f.TournamentDefined(TournamentSettings("New")))
    log.add(f.PolicySet(ResultPolicy(rest_s=9)))
    log.add(f.StageOpened(swiss(5)))
    log.add(f.StageOpened(swiss(7)))
    assert log.state.settings == TournamentSettings("New")
    assert log.state.policy.rest_s == 9
    assert log.state.stages[STAGE].settings.rounds == 7


def test_a_draft_is_replaced_edited_thrown_away_and_ends_with_publication() -> None:
    log = TournamentLog()
    log.open(4)
    pairs = (pairing(1, 1, 1, 3), pairing(1, 2, 4, 2))
    log.add(f.PairingsDrafted(STAGE, RoundNo(1), pairs, (), "gacrux", ("because", "so")))
    draft = log.state.stages[STAGE].draft
    assert draft is not None
    assert draft.explanations == ("because", "so")
    log.add(f.PairingsEdited(STAGE, RoundNo(1), pairs[:1], (), "one left"))
    draft = log.state.stages[STAGE].draft
    assert draft is not None
    assert (draft.edited, draft.engine) == (True, "gacrux")
    log.add(f.PairingsWithdrawn(STAGE, RoundNo(1), "again"))
    assert log.state.stages[STAGE].draft is None
    log.add(f.PairingsDrafted(STAGE, RoundNo(1), pairs, (), "gacrux"))
    log.publish(1, [(1, 3), (4, 2)])
    assert log.state.stages[STAGE].draft is None


def test_a_round_is_started_closed_and_reopened() -> None:
    log = TournamentLog()
    log.open(2)
    log.publish(1, [(1, 2)])
    log.add(f.RoundStarted(STAGE, RoundNo(1)))
    log.add(f.RoundClosed(STAGE, RoundNo(1)))
    assert log.state.stages[STAGE].rounds[RoundNo(1)].state is RoundState.CLOSED
    log.add(f.RoundReopened(STAGE, RoundNo(1), "wrong result"))
    the_round = log.state.stages[STAGE].rounds[RoundNo(1)]
    assert (the_round.state, the_round.reopened) == (RoundState.STARTED, True)


def test_publishing_again_keeps_claims_of_games_between_the_same_players() -> None:
    log = TournamentLog()
    log.open(4)
    games = log.publish(1, [(1, 3), (4, 2)])
    log.confirmed(games[0], WHITE_WON)
    log.confirmed(games[1], DRAWN)
    log.publish(1, [(1, 3), (2, 4)])
    kept, new = (log.state.claims(game) for game in games)
    assert kept is not None
    assert kept.official is not None
    assert new is not None
    assert new.official is None


def test_numbers_follow_rating_title_and_name() -> None:
    tens = [replace(player(n, 2000), name=name) for n, name in ((1, "b"), (2, "A"), (3, "c"))]
    master = replace(player(4, 2000), title="GM")
    best = player(5, 2100)
    assert initial_order([*tens, master, best]) == ("p5", "p4", "p2", "p1", "p3")


def test_late_entries_are_numbered_by_rating_until_round_4_is_paired_and_last_after() -> None:
    log = TournamentLog()
    log.open(4)
    assert numbers_to_assign(log.state, STAGE) is None
    for round_no in (1, 2, 3):
        log.publish(round_no, [(1, 3), (4, 2)])
    log.add(f.PlayerEntered(player(5, 2900), RoundNo(4)))
    due = numbers_to_assign(log.state, STAGE)
    assert due is not None
    assert due.order[0] == "p5"
    log.publish(4, [(1, 3), (4, 2)])
    due = numbers_to_assign(log.state, STAGE)
    assert due is not None
    assert due.order[-1] == "p5"


def test_drawn_numbers_of_a_round_robin_stay() -> None:
    log = TournamentLog()
    log.open(4, replace(swiss(3), system=System.BERGER))
    drawn = tuple(PlayerId(p) for p in ("p3", "p1", "p4", "p2"))
    log.add(f.NumbersAssigned(STAGE, drawn))
    assert numbers_to_assign(log.state, STAGE) is None


def test_participants_leave_out_byes_absences_withdrawals_and_late_entries() -> None:
    log = TournamentLog()
    log.open(6)
    two = RoundNo(2)
    log.add(f.ByeRequested(PlayerId("p1"), two, HALF_BYE))
    log.add(f.ByeDecided(PlayerId("p1"), two, granted=True))
    log.add(f.PlayerAbsent(PlayerId("p2"), two, "ill"))
    log.add(f.PlayerWithdrew(PlayerId("p3"), two))
    log.add(f.PlayerExpelled(PlayerId("p4"), RoundNo(3), "cheated"))
    log.add(f.PlayerEntered(player(7), RoundNo(3)))
    now = participants(log.state, STAGE, two)
    assert now.to_pair == ("p4", "p5", "p6")
    assert now.byes == (f.Bye(PlayerId("p1"), HALF_BYE), f.Bye(PlayerId("p2"), ZERO_BYE))
    assert participants(log.state, STAGE, RoundNo(3)).to_pair == ("p1", "p2", "p5", "p6", "p7")


def test_a_player_who_comes_back_misses_the_rounds_between() -> None:
    log = TournamentLog()
    log.open(2)
    log.add(f.PlayerWithdrew(PlayerId("p1"), RoundNo(2)))
    log.add(f.PlayerEntered(player(1), RoundNo(4)))
    assert participants(log.state, STAGE, RoundNo(3)).to_pair == ("p2",)
    assert participants(log.state, STAGE, RoundNo(4)).to_pair == ("p1", "p2")


def test_silence_does_not_block_pairing_but_open_boards_are_named() -> None:
    log = TournamentLog()
    log.open(4)
    games = log.publish(1, [(1, 3), (4, 2)])
    log.confirmed(games[0], WHITE_WON)
    seen = outlook(log.state, STAGE)
    assert seen.may_pair
    assert not seen.complete
    assert seen.open_boards == (2,)
    log.shown(games[1], DRAWN)
    assert "proposed" in outlook(log.state, STAGE).sentences[0]
    log.confirmed(games[1], DRAWN)
    assert outlook(log.state, STAGE).complete


def test_conflicts_and_undecided_byes_block_pairing() -> None:
    log = TournamentLog()
    log.open(2)
    (game,) = log.publish(1, [(1, 2)])
    log.confirmed(game, WHITE_WON)
    log.shown(game, DRAWN)
    log.add(f.ByeRequested(PlayerId("p2"), RoundNo(2), HALF_BYE))
    seen = outlook(log.state, STAGE)
    assert not seen.may_pair
    assert "board 1" in seen.blockers[0]
    assert "Player 02 asked for a bye" in seen.blockers[1]
    log.confirmed(game, DRAWN)
    log.add(f.ByeDecided(PlayerId("p2"), RoundNo(2), granted=False, reason="too late"))
    assert outlook(log.state, STAGE).may_pair


def test_after_the_last_round_there_is_nothing_to_pair() -> None:
    log = TournamentLog()
    log.open(2, swiss(1))
    assert outlook(log.state, STAGE).next_round == 1
    log.publish(1, [(1, 2)])
    assert outlook(log.state, STAGE).next_round is None


def test_the_crosstable_holds_official_results_and_live_ones_on_request() -> None:
    log = TournamentLog()
    log.open(5)
    games = log.publish(1, [(1, 3), (4, 2)], (f.Bye(PlayerId("p5"), PAIRING_BYE),))
    log.confirmed(games[0], WHITE_WON)
    log.shown(games[1], DRAWN)
    table = crosstable(log.state, STAGE)
    first, second, fifth = table.entrants[0], table.entrants[1], table.entrants[4]
    assert (first.entries[0].opponent, first.entries[0].colour) == (3, Side.WHITE)
    assert first.entries[0].score is Score.WIN
    assert second.entries[0].score is None
    assert fifth.entries[0].kind is ResultKind.PAIRING_BYE
    assert fifth.entry(2) == ABSENT
    live = crosstable(log.state, STAGE, which=live_results)
    assert live.entrants[1].entries[0].score is Score.DRAW


# --- regulations that an arbiter adds -----------------------------------------------------


def pair(one: int, other: int) -> tuple[PlayerId, PlayerId]:
    return PlayerId(f"p{one}"), PlayerId(f"p{other}")


def test_forbidden_pairs_reach_the_table_by_their_present_numbers() -> None:
    log = TournamentLog()
    log.open(4)
    log.add(f.PairForbidden(STAGE, pair(1, 3), reason="brothers"))
    log.add(f.PairForbidden(STAGE, pair(2, 4), RoundNo(2), RoundNo(3), "one club"))
    log.add(f.PairForbidden(STAGE, pair(2, 99)))
    log.add(f.NumbersAssigned(STAGE, tuple(PlayerId(f"p{n}") for n in (4, 3, 2, 1))))
    rules = crosstable(log.state, STAGE).forbidden
    assert [(r.first_round, r.last_round, sorted(r.numbers)) for r in rules] == [
        (1, 5, [2, 4]),
        (2, 3, [1, 3]),
    ]


def test_a_pair_forbidden_again_is_replaced_and_one_that_is_allowed_is_gone() -> None:
    log = TournamentLog()
    log.open(4)
    log.add(f.PairForbidden(STAGE, pair(1, 3)))
    log.add(f.PairForbidden(STAGE, pair(3, 1), last_round=RoundNo(2)))
    assert [r.last_round for r in log.state.stages[STAGE].forbidden.values()] == [2]
    log.add(f.PairAllowed(STAGE, pair(1, 3)))
    assert log.state.stages[STAGE].forbidden == {}


def test_a_board_that_a_player_keeps_is_remembered_until_it_is_freed() -> None:
    log = TournamentLog()
    log.open(4)
    log.add(f.BoardFixed(PlayerId("p2"), BoardNo(7), "wheelchair"))
    assert log.state.players[PlayerId("p2")].board == 7
    log.add(f.BoardFixed(PlayerId("p2"), None))
    assert log.state.players[PlayerId("p2")].board is None


def test_a_result_for_rating_leaves_the_standings_alone() -> None:
    log = TournamentLog()
    log.open(4)
    (game, other) = log.publish(1, [(1, 3), (4, 2)])
    log.confirmed(game, WHITE_WON)
    log.confirmed(other, DRAWN)
    before = crosstable(log.state, STAGE)
    log.add(f.RatingResultSet(game, DRAWN, "played on after the forfeit"))
    after = crosstable(log.state, STAGE)
    assert after.entrants == before.entrants
    assert {key: entry.score for key, entry in after.rated.items()} == {
        (1, 1): Score.DRAW,
        (1, 3): Score.DRAW,
    }
    assert crosstable(log.state, STAGE, after=RoundNo(0)).rated == {}
    log.add(f.RatingResultSet(game, None, "appeal"))
    assert crosstable(log.state, STAGE) == before


def test_a_game_that_goes_on_has_no_result_for_rating_and_an_unknown_one_never_has() -> None:
    log = TournamentLog()
    log.open(4)
    (game, _) = log.publish(1, [(1, 3), (4, 2)])
    log.confirmed(game, WHITE_WON)
    log.add(f.RatingResultSet(game, DRAWN, "so ruled"))
    log.add(f.GameReopened(game, "wrong board"))
    assert crosstable(log.state, STAGE).rated == {}
    log.add(f.RatingResultSet(GameId("open.main.9.9.1"), DRAWN, "so ruled"))
    assert "9.9" in log.state.oddities[-1]


def test_a_round_published_anew_keeps_rating_results_of_games_that_stay() -> None:
    log = TournamentLog()
    log.open(4)
    (game, other) = log.publish(1, [(1, 3), (4, 2)])
    for played in (game, other):
        log.add(f.RatingResultSet(played, DRAWN, "so ruled"))
    log.publish(1, [(1, 3), (2, 4)])
    assert set(log.state.stages[STAGE].rounds[RoundNo(1)].rated) == {game}


def test_an_edited_draft_keeps_what_the_engine_had_made() -> None:
    log = TournamentLog()
    log.open(4)
    pairs = (pairing(1, 1, 1, 3), pairing(1, 2, 4, 2))
    log.add(f.PairingsDrafted(STAGE, RoundNo(1), pairs, (), "gacrux", ("because", "so")))
    made = log.state.stages[STAGE].draft
    for _ in range(2):
        log.add(f.PairingsEdited(STAGE, RoundNo(1), pairs[:1], (), "one left"))
        edited = log.state.stages[STAGE].draft
        assert edited is not None
        assert edited.made == made
        assert edited.engine == "gacrux"
