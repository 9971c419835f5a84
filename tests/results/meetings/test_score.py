import pytest

from facts import fact as f
from facts.ids import GameId, PairingId, PlayerId
from facts.meeting import GameRole, MeetingSettings, Odds
from facts.result import BLACK_WON, DOUBLE_FORFEIT, DRAWN, WHITE_WON
from results.errors import UsageError
from results.meetings.further import draw_lot, game_pair
from results.meetings.ladder import MeetingState
from results.meetings.score import meeting_of
from results.rounds.progress import outlook, verdicts
from results.tournament.judging import live_results
from tests.fakes.tournament_log import STAGE
from tests.results.meetings.meeting_log import NORWAY, P1, P2, RAPID, SUDDEN, MeetingLog


def test_a_drawn_classical_game_asks_for_an_armageddon_game_of_the_same_colours() -> None:
    log = MeetingLog(NORWAY)
    before = log.meeting
    assert before.next_game is None
    log.confirmed(log.first, DRAWN)
    assert log.meeting.next_game is not None
    assert log.meeting.why == "½–½: the Armageddon game follows, Player 01 has White"
    game = log.go_on()
    assert game == "open.main.1.1.2"
    second = log.at_the_board
    assert (second.game, second.white, second.black) == (game, P1, P2)
    assert (second.odds, second.time_control.base_s) == (Odds.BLACK, 600)
    assert second.black_time_control is not None
    log.confirmed(game, DRAWN)
    assert (log.meeting.winner, log.meeting.loser) == (P2, P1)
    assert log.meeting.why == ("Player 02 won ½–½, Armageddon 0–1: a draw is enough for Black")


def test_a_proposed_draw_asks_for_nothing_yet() -> None:
    log = MeetingLog(NORWAY)
    log.shown(log.first, DRAWN)
    assert log.meeting.next_game is None
    assert meeting_of(log.state, log.pairing, live_results).next_game is not None


def test_a_round_is_not_complete_while_a_further_game_is_due_or_played() -> None:
    log = MeetingLog(NORWAY)
    log.confirmed(log.first, DRAWN)
    seen = outlook(log.state, STAGE)
    assert (seen.open_boards, seen.complete) == ((1,), False)
    assert "the Armageddon game follows" in seen.sentences[0]
    game = log.go_on()
    assert outlook(log.state, STAGE).open_boards == (1,)
    log.confirmed(game, WHITE_WON)
    assert outlook(log.state, STAGE).complete


def test_a_changed_classical_result_makes_the_armageddon_game_superfluous() -> None:
    log = MeetingLog(NORWAY)
    game = log.play(DRAWN, BLACK_WON)
    log.add(f.ResultRuled(log.first, WHITE_WON, "a phone was found on Black"))
    assert log.meeting.winner == P1
    assert [one.game for one in log.meeting.superfluous] == [game]
    the_round = log.state.stages[STAGE].rounds
    assert [seen.game for seen in verdicts(log.state, next(iter(the_round.values())))] == [
        log.first
    ]
    assert outlook(log.state, STAGE).complete


def test_a_game_that_was_dropped_is_gone_and_its_id_is_not_given_again() -> None:
    log = MeetingLog(NORWAY)
    log.confirmed(log.first, DRAWN)
    game = log.go_on()
    log.add(f.ResultRuled(log.first, WHITE_WON, "so"))
    log.add(f.GameDropped(game, "1-0 after all"))
    assert log.meeting.games[-1].game == log.first
    assert log.state.claims(game) is None
    log.add(f.ResultRuled(log.first, DRAWN, "appeal"))
    assert log.go_on() == "open.main.1.1.3"


def test_verdicts_have_the_colours_of_each_game() -> None:
    log = MeetingLog(MeetingSettings(games=2))
    log.play(WHITE_WON, DRAWN)
    (the_round,) = log.state.stages[STAGE].rounds.values()
    seen = verdicts(log.state, the_round)
    assert [(one.pairing.white, one.role) for one in seen] == [
        (P1, GameRole.MAIN),
        (P2, GameRole.MAIN),
    ]
    assert log.meeting.why == "Player 01 won 1½–½"


def test_the_winner_of_the_lot_chooses_the_colour_of_a_sudden_death_game() -> None:
    log = MeetingLog(MeetingSettings(games=2, ladder=(SUDDEN,)))
    log.play(DRAWN, DRAWN)
    assert log.meeting.why == (
        "1–1: the sudden death game follows; a lot is drawn for the colours, and its winner "
        "chooses the colour"
    )
    with pytest.raises(AssertionError):
        log.go_on(P2)
    log.draw()
    with pytest.raises(AssertionError):
        log.go_on()
    game = log.go_on(P2)
    sudden = log.at_the_board
    assert (sudden.game, sudden.white, sudden.black) == (game, P2, P1)
    lot = log.state.stages[STAGE].lots[-1]
    assert sudden.lot_winner == lot.outcome[0]
    assert lot.purpose == "colours of game 3 of open.main.1.1"
    log.confirmed(game, DRAWN)
    assert log.meeting.winner == P1


def test_a_lot_gives_white_where_nobody_chooses_and_may_be_drawn_by_hand() -> None:
    log = MeetingLog(MeetingSettings(ladder=(RAPID,)))
    log.confirmed(log.first, DRAWN)
    log.draw(P2)
    log.go_on()
    rapid = log.at_the_board
    assert (rapid.white, rapid.lot_winner) == (P2, P2)
    assert log.state.stages[STAGE].lots[-1].seed == ""


def test_lots_and_choices_that_nobody_has_are_refused() -> None:
    log = MeetingLog(NORWAY)
    log.confirmed(log.first, DRAWN)
    stage = log.state.stages[STAGE]
    with pytest.raises(UsageError, match="no lot"):
        draw_lot(log.meeting, "seed")
    with pytest.raises(UsageError, match="nobody chooses"):
        game_pair(stage, log.meeting, P1)
    log.play(WHITE_WON)
    with pytest.raises(UsageError, match="no further game"):
        game_pair(stage, log.meeting)
    sudden = MeetingLog(MeetingSettings(ladder=(SUDDEN,)))
    sudden.confirmed(sudden.first, DRAWN)
    with pytest.raises(UsageError, match="p9"):
        draw_lot(sudden.meeting, "seed", PlayerId("p9"))


def test_a_double_forfeit_is_left_to_the_arbiter() -> None:
    log = MeetingLog(NORWAY)
    log.confirmed(log.first, DOUBLE_FORFEIT)
    assert log.meeting.course.state is MeetingState.LEVEL
    assert "an arbiter decides" in log.meeting.why
    assert outlook(log.state, STAGE).complete


def test_an_unknown_pairing_is_refused() -> None:
    log = MeetingLog(NORWAY)
    with pytest.raises(UsageError, match="published no pairing"):
        meeting_of(log.state, PairingId("open.main.9.9"))


def test_facts_about_games_that_fit_nothing_are_kept_in_words() -> None:
    log = MeetingLog(NORWAY)
    log.add(f.GameDropped(log.first, "why not"))
    log.add(f.GameDropped(GameId("open.main.9.9.2"), "why not"))
    log.confirmed(log.first, DRAWN)
    game = log.go_on()
    added = next(iter(log.state.stages[STAGE].rounds.values())).added[game]
    log.add(added)
    assert len(log.state.oddities) == 3


def test_publishing_again_keeps_the_further_games_of_the_same_two() -> None:
    log = MeetingLog(NORWAY)
    game = log.play(DRAWN, BLACK_WON)
    log.publish(1, [(1, 2)])
    assert log.meeting.winner == P2
    assert log.at_the_board.game == game
