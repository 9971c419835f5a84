from datetime import timedelta

import pytest

from facts import fact as f
from facts.fact import Certainty
from facts.ids import GameId
from facts.result import (
    BLACK_WON,
    DRAWN,
    WHITE_WON,
    WHITE_WON_BY_FORFEIT,
    Result,
    ResultKind,
    Score,
)
from facts.settings import Confirmation, ResultPolicy, Source
from results.tournament.judging import ResultState, Verdict, is_odd_score, judge, same_score
from tests.fakes.tournament_log import PROGRAM, TournamentLog

BY_KINGS = ResultPolicy(confirmation=Confirmation.KING_SIGN, rest_s=5.0)


@pytest.fixture
def log() -> TournamentLog:
    made = TournamentLog()
    made.open(4)
    made.publish(1, [(1, 3), (4, 2)])
    return made


GAME = GameId("open.main.1.1.1")


def verdict(log: TournamentLog, policy: ResultPolicy | None = None) -> Verdict:
    claims = log.state.claims(GAME)
    assert claims is not None
    return judge(claims, policy or ResultPolicy())


def test_silence_is_no_result(log: TournamentLog) -> None:
    seen = verdict(log)
    assert (seen.state, seen.proposed, seen.stands) == (ResultState.OPEN, None, None)


def test_a_king_sign_is_a_proposal_and_never_official_by_default(log: TournamentLog) -> None:
    log.shown(GAME, WHITE_WON)
    seen = verdict(log)
    assert seen.state is ResultState.PROPOSED
    assert seen.may_confirm
    assert seen.proposed == WHITE_WON
    assert seen.official is None
    assert seen.confirms_itself_at is None


def test_a_sign_that_has_not_rested_is_only_seen(log: TournamentLog) -> None:
    log.shown(GAME, WHITE_WON, Certainty.LIKELY)
    assert verdict(log).state is ResultState.SIGN_SEEN
    assert not verdict(log).may_confirm


def test_an_unclear_board_proposes_nothing(log: TournamentLog) -> None:
    log.shown(GAME, WHITE_WON, Certainty.UNCLEAR)
    seen = verdict(log)
    assert (seen.state, seen.proposed) == (ResultState.UNCLEAR, None)


def test_the_policy_lets_a_rested_king_sign_confirm_itself(log: TournamentLog) -> None:
    first = log.shown(GAME, WHITE_WON, Certainty.LIKELY)
    assert verdict(log, BY_KINGS).confirms_itself_at is None
    log.shown(GAME, WHITE_WON)
    assert verdict(log, BY_KINGS).confirms_itself_at == first.at + timedelta(seconds=5)


def test_a_doubted_sign_never_confirms_itself(log: TournamentLog) -> None:
    log.shown(GAME, WHITE_WON, conflicts=("White's flag had fallen",))
    seen = verdict(log, BY_KINGS)
    assert seen.state is ResultState.CONFLICT
    assert seen.conflicts == ("White's flag had fallen",)
    assert seen.confirms_itself_at is None


def test_sources_that_differ_are_a_conflict_and_the_card_is_proposed(log: TournamentLog) -> None:
    log.shown(GAME, BLACK_WON)
    log.claimed(GAME, WHITE_WON, Source.MATCH_CARD)
    seen = verdict(log, BY_KINGS)
    assert seen.state is ResultState.CONFLICT
    assert seen.proposed == WHITE_WON
    assert seen.conflicts == ("the match card says 1-0, the king sign says 0-1",)
    assert seen.stands is None
    assert seen.confirms_itself_at is None


def test_a_decision_settles_what_was_said_before(log: TournamentLog) -> None:
    log.shown(GAME, BLACK_WON)
    log.claimed(GAME, WHITE_WON, Source.MATCH_CARD)
    log.add(f.ResultRuled(GAME, WHITE_WON, "the card is signed"))
    log.shown(GAME, BLACK_WON)  # the same sign, still standing there
    seen = verdict(log)
    assert seen.state is ResultState.OFFICIAL
    assert seen.stands == WHITE_WON
    assert any("decided otherwise" in note for note in seen.notes)


def test_a_later_sign_against_an_official_result_is_a_conflict(log: TournamentLog) -> None:
    log.confirmed(GAME, DRAWN)
    log.shown(GAME, BLACK_WON)
    seen = verdict(log)
    assert seen.state is ResultState.CONFLICT
    assert seen.official is not None
    assert seen.stands == DRAWN
    assert "the king sign says 0-1" in seen.conflicts[0]
    log.confirmed(GAME, DRAWN)
    assert verdict(log).state is ResultState.OFFICIAL


def test_one_players_word_ranks_last_and_two_equal_words_before_the_kings(
    log: TournamentLog,
) -> None:
    log.shown(GAME, DRAWN)
    log.claimed(GAME, DRAWN, Source.WHITE_PLAYER)
    assert verdict(log).proposed_by == (Source.KING_SIGN, Source.WHITE_PLAYER)
    log.claimed(GAME, DRAWN, Source.BLACK_PLAYER)
    assert verdict(log).proposed_by == (
        Source.WHITE_PLAYER,
        Source.BLACK_PLAYER,
        Source.KING_SIGN,
    )


def test_players_who_disagree_are_a_conflict(log: TournamentLog) -> None:
    log.claimed(GAME, WHITE_WON, Source.WHITE_PLAYER)
    log.claimed(GAME, DRAWN, Source.BLACK_PLAYER)
    assert verdict(log).conflicts == ("White says 1-0, Black says ½-½",)


def test_a_withdrawn_sign_leaves_the_game_open(log: TournamentLog) -> None:
    log.shown(GAME, WHITE_WON)
    log.add(f.SignWithdrawn(GAME, "the kings went home"))
    seen = verdict(log)
    assert seen.state is ResultState.OPEN
    assert "the kings went home" in seen.notes[0]


def test_a_sign_that_confirmed_itself_and_was_taken_back_is_a_conflict(
    log: TournamentLog,
) -> None:
    log.shown(GAME, WHITE_WON)
    log.confirmed(GAME, WHITE_WON, PROGRAM)
    log.add(f.SignWithdrawn(GAME, "the game goes on"))
    assert verdict(log, BY_KINGS).state is ResultState.CONFLICT
    log.confirmed(GAME, WHITE_WON)
    assert verdict(log, BY_KINGS).state is ResultState.OFFICIAL


def test_a_flag_outlives_a_withdrawn_sign(log: TournamentLog) -> None:
    log.shown(GAME, WHITE_WON, source=Source.FLAG)
    log.shown(GAME, WHITE_WON)
    log.add(f.SignWithdrawn(GAME, "kings moved"))
    assert verdict(log).proposed_by == (Source.FLAG,)
    log.add(f.SignWithdrawn(GAME, "clock was reset"))
    assert verdict(log).state is ResultState.OPEN


def test_a_reopened_game_forgets_its_result_and_waits_for_an_arbiter(log: TournamentLog) -> None:
    log.shown(GAME, WHITE_WON)
    log.confirmed(GAME, WHITE_WON)
    log.add(f.GameReopened(GAME, "they play on"))
    assert verdict(log).state is ResultState.OPEN
    log.shown(GAME, DRAWN)
    assert verdict(log, BY_KINGS).confirms_itself_at is None


def test_changed_words_of_one_source_replace_the_old(log: TournamentLog) -> None:
    log.claimed(GAME, WHITE_WON, Source.FLOOR_ARBITER)
    log.claimed(GAME, DRAWN, Source.FLOOR_ARBITER)
    seen = verdict(log)
    assert (seen.proposed, seen.state) == (DRAWN, ResultState.PROPOSED)
    log.add(f.ClaimWithdrawn(GAME, Source.FLOOR_ARBITER, "wrong board"))
    assert verdict(log).state is ResultState.OPEN


def test_a_correction_replaces_the_official_result_and_keeps_the_history(
    log: TournamentLog,
) -> None:
    log.confirmed(GAME, WHITE_WON)
    log.add(f.ResultCorrected(GAME, DRAWN, "appeal"))
    claims = log.state.claims(GAME)
    assert claims is not None
    assert [d.result for d in claims.decisions] == [WHITE_WON, DRAWN]
    assert verdict(log).stands == DRAWN


def test_a_game_taken_over_by_hand_never_confirms_itself(log: TournamentLog) -> None:
    log.add(f.GameTakenOver(GAME, "board broken"))
    log.shown(GAME, WHITE_WON)
    assert verdict(log, BY_KINGS).confirms_itself_at is None


def test_sources_that_the_policy_leaves_out_do_not_count(log: TournamentLog) -> None:
    log.shown(GAME, WHITE_WON)
    only_chief = ResultPolicy(order=(Source.CHIEF_ARBITER,))
    assert verdict(log, only_chief).state is ResultState.OPEN


def test_a_forfeit_is_not_the_same_as_a_won_game() -> None:
    assert not same_score(WHITE_WON, WHITE_WON_BY_FORFEIT)
    assert same_score(WHITE_WON, Result(Score.WIN, Score.LOSS, ResultKind.UNRATED))
    half_nothing = Result(Score.DRAW, Score.LOSS, ResultKind.RULED)
    assert is_odd_score(half_nothing)
    assert not is_odd_score(DRAWN)


def test_a_persons_word_settles_what_a_board_is_unsure_of(log: TournamentLog) -> None:
    log.shown(GAME, WHITE_WON, Certainty.UNCLEAR)
    log.claimed(GAME, DRAWN, Source.MATCH_CARD)
    seen = verdict(log)
    assert (seen.state, seen.proposed) == (ResultState.PROPOSED, DRAWN)


def test_a_doubt_is_settled_by_the_card_or_both_players_but_not_by_one(
    log: TournamentLog,
) -> None:
    log.shown(GAME, DRAWN, conflicts=("a draw before move 30",))
    log.claimed(GAME, DRAWN, Source.WHITE_PLAYER)
    assert verdict(log).state is ResultState.CONFLICT
    log.claimed(GAME, DRAWN, Source.BLACK_PLAYER)
    assert verdict(log).state is ResultState.PROPOSED
    assert verdict(log, BY_KINGS).confirms_itself_at is None


def test_a_card_that_says_otherwise_leaves_the_doubt_and_adds_the_difference(
    log: TournamentLog,
) -> None:
    log.shown(GAME, DRAWN, conflicts=("a draw before move 30",))
    log.claimed(GAME, WHITE_WON, Source.MATCH_CARD)
    assert len(verdict(log).conflicts) == 2


def test_another_program_s_result_is_a_proposal_that_never_confirms_itself(
    log: TournamentLog,
) -> None:
    log.claimed(GAME, WHITE_WON, Source.OTHER_PROGRAM)
    seen = verdict(log, BY_KINGS)
    assert seen.state is ResultState.PROPOSED
    assert seen.confirms_itself_at is None
    log.shown(GAME, BLACK_WON)
    seen = verdict(log, BY_KINGS)
    assert seen.proposed == BLACK_WON
    assert seen.conflicts == ("the king sign says 0-1, the program that records the game says 1-0",)


def test_another_program_s_word_settles_no_doubt_and_no_unclear_board(log: TournamentLog) -> None:
    log.shown(GAME, WHITE_WON, conflicts=("White's flag had fallen",))
    log.claimed(GAME, WHITE_WON, Source.OTHER_PROGRAM)
    assert verdict(log).conflicts == ("White's flag had fallen",)
    log.shown(GAME, WHITE_WON, Certainty.UNCLEAR)
    assert verdict(log).state is ResultState.UNCLEAR


def test_another_program_s_word_counts_last_where_the_policy_does_not_name_it(
    log: TournamentLog,
) -> None:
    policy = ResultPolicy(order=(Source.MATCH_CARD, Source.KING_SIGN))
    log.claimed(GAME, WHITE_WON, Source.OTHER_PROGRAM)
    assert verdict(log, policy).proposed == WHITE_WON
    log.shown(GAME, BLACK_WON)
    assert verdict(log, policy).proposed == BLACK_WON
    assert verdict(log, policy).state is ResultState.CONFLICT
