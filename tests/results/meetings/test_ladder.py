from hypothesis import given
from hypothesis import strategies as st

from facts.ids import PlayerId
from facts.meeting import Colours, GameRole, MeetingSettings, Odds, Rung
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
from facts.time_control import TimeControl
from results.meetings.ladder import Course, MeetingState, NextGame, Played, walk

ONE, OTHER = PlayerId("one"), PlayerId("other")
HOUR = TimeControl("1 hour", 3600)
RAPID = Rung(GameRole.RAPID, 2, TimeControl("15+3", 900, 3), colours=Colours.LOT)
BLITZ = Rung(GameRole.BLITZ, 2, TimeControl("5+3", 300, 3))
SUDDEN = Rung(
    GameRole.SUDDEN_DEATH,
    1,
    TimeControl("6 min", 360),
    TimeControl("4 min", 240),
    Odds.BLACK,
    Colours.CHOICE,
)
ARMAGEDDON = Rung(
    GameRole.ARMAGEDDON,
    1,
    TimeControl("10 min", 600),
    TimeControl("7 min", 420),
    Odds.BLACK,
    Colours.SAME,
)
MATCH = MeetingSettings(games=2, ladder=(RAPID, BLITZ, SUDDEN))
NORWAY = MeetingSettings(games=1, ladder=(ARMAGEDDON,))
HALF_NOTHING = Result(Score.DRAW, Score.LOSS, ResultKind.RULED)


def game(result: Result | None, white: PlayerId = ONE, odds: Odds = Odds.NOBODY) -> Played:
    return Played(white, OTHER if white == ONE else ONE, result, odds)


def course(settings: MeetingSettings, *games: Played) -> Course:
    return walk(settings, HOUR, (ONE, OTHER), games)


def due(settings: MeetingSettings, *games: Played) -> NextGame:
    found = course(settings, *games)
    assert found.state is MeetingState.DUE
    assert found.next_game is not None
    return found.next_game


def test_one_game_is_a_meeting_and_a_draw_leaves_it_level() -> None:
    assert course(MeetingSettings(), game(None)).state is MeetingState.PLAYING
    assert course(MeetingSettings(), game(WHITE_WON)).winner == ONE
    drawn = course(MeetingSettings(), game(DRAWN))
    assert (drawn.state, drawn.winner, drawn.main_over) == (MeetingState.LEVEL, None, True)


def test_a_drawn_classical_game_is_followed_by_armageddon_with_the_same_colours() -> None:
    armageddon = due(NORWAY, game(DRAWN))
    assert (armageddon.role, armageddon.pair) == (GameRole.ARMAGEDDON, (ONE, OTHER))
    assert (armageddon.time_control.base_s, armageddon.odds) == (600, Odds.BLACK)
    assert armageddon.black_time_control is not None
    assert armageddon.black_time_control.base_s == 420


def test_a_decided_classical_game_is_followed_by_nothing() -> None:
    for result, winner in ((WHITE_WON, ONE), (BLACK_WON, OTHER), (WHITE_WON_BY_FORFEIT, ONE)):
        found = course(NORWAY, game(result))
        assert (found.state, found.winner) == (MeetingState.DECIDED, winner)
        assert found.decided_by is GameRole.MAIN


def test_a_drawn_armageddon_game_is_enough_for_whoever_has_draw_odds() -> None:
    for odds, winner in ((Odds.BLACK, OTHER), (Odds.WHITE, ONE)):
        found = course(NORWAY, game(DRAWN), game(DRAWN, odds=odds))
        assert (found.winner, found.decided_by) == (winner, GameRole.ARMAGEDDON)
    assert course(NORWAY, game(DRAWN), game(WHITE_WON, odds=Odds.BLACK)).winner == ONE


def test_draw_odds_go_by_the_colours_of_that_game() -> None:
    found = course(NORWAY, game(DRAWN), game(DRAWN, white=OTHER, odds=Odds.BLACK))
    assert found.winner == ONE


def test_nobody_is_through_where_both_forfeit() -> None:
    both_absent = course(NORWAY, game(DOUBLE_FORFEIT))
    assert (both_absent.state, both_absent.winner) == (MeetingState.LEVEL, None)
    later = course(NORWAY, game(DRAWN), game(DOUBLE_FORFEIT, odds=Odds.BLACK))
    assert (later.state, later.winner) == (MeetingState.LEVEL, None)


def test_half_a_point_against_nothing_wins_a_meeting() -> None:
    assert course(NORWAY, game(HALF_NOTHING)).winner == ONE


def test_colours_change_from_game_to_game_of_a_match() -> None:
    second = due(MATCH, game(WHITE_WON))
    assert (second.role, second.pair, second.number) == (GameRole.MAIN, (OTHER, ONE), 2)
    assert second.time_control == HOUR
    assert course(MATCH, game(WHITE_WON), game(WHITE_WON, white=OTHER)).next_game is not None


def test_a_ladder_is_climbed_until_somebody_is_ahead() -> None:
    games = [game(WHITE_WON), game(WHITE_WON, white=OTHER)]
    rapid = due(MATCH, *games)
    assert (rapid.role, rapid.colours, rapid.pair) == (GameRole.RAPID, Colours.LOT, None)
    games += [game(DRAWN), game(DRAWN, white=OTHER)]
    blitz = due(MATCH, *games)
    assert (blitz.role, blitz.pair) == (GameRole.BLITZ, (ONE, OTHER))
    games += [game(WHITE_WON), game(WHITE_WON, white=OTHER)]
    sudden = due(MATCH, *games)
    assert (sudden.role, sudden.chosen, sudden.pair) == (GameRole.SUDDEN_DEATH, True, None)
    games += [game(DRAWN, white=OTHER, odds=Odds.BLACK)]
    end = course(MATCH, *games)
    assert (end.winner, end.decided_by) == (ONE, GameRole.SUDDEN_DEATH)
    assert [(t.role, t.one, t.other) for t in end.tallies] == [
        (GameRole.MAIN, 2, 2),
        (GameRole.RAPID, 2, 2),
        (GameRole.BLITZ, 2, 2),
        (GameRole.SUDDEN_DEATH, 2, 0),
    ]


def test_a_rung_ends_as_soon_as_nobody_can_catch_up() -> None:
    four = MeetingSettings(games=4)
    games = [game(WHITE_WON), game(BLACK_WON, white=OTHER), game(DRAWN)]
    assert course(four, *games).winner == ONE
    assert due(MeetingSettings(games=4, all_games=True), *games).number == 4
    assert due(four, *games[:1], game(DRAWN, white=OTHER)).number == 3


def test_the_last_rung_may_be_played_again_and_again() -> None:
    repeated = Rung(GameRole.SUDDEN_DEATH, colours=Colours.REVERSED, repeats=True)
    settings = MeetingSettings(ladder=(repeated,))
    games = [game(DRAWN), game(DRAWN, white=OTHER), game(DRAWN)]
    again = due(settings, *games)
    assert (again.repeat, again.pair) == (2, (OTHER, ONE))
    assert course(settings, *games, game(WHITE_WON, white=OTHER)).winner == OTHER


def test_games_after_the_one_that_decides_do_not_count() -> None:
    changed = course(NORWAY, game(WHITE_WON), game(BLACK_WON, odds=Odds.BLACK))
    assert (changed.winner, changed.counted) == (ONE, 1)
    reopened = course(NORWAY, game(None), game(BLACK_WON, odds=Odds.BLACK))
    assert (reopened.state, reopened.counted) == (MeetingState.PLAYING, 1)


def test_a_meeting_may_be_one_sudden_death_game_of_which_the_lot_decides_the_colours() -> None:
    settings = MeetingSettings(games=0, ladder=(SUDDEN,))
    first = due(settings)
    assert (first.role, first.pair, first.chosen) == (GameRole.SUDDEN_DEATH, None, True)
    end = course(settings, game(DRAWN, white=OTHER, odds=Odds.BLACK))
    assert (end.winner, len(end.tallies)) == (ONE, 1)


RESULTS = st.sampled_from([WHITE_WON, DRAWN, BLACK_WON, DOUBLE_FORFEIT, HALF_NOTHING, None])


@given(st.lists(RESULTS), st.sampled_from([MATCH, NORWAY, MeetingSettings(games=3)]))
def test_a_meeting_played_as_it_asks_never_goes_beyond_its_rungs(
    results: list[Result | None], settings: MeetingSettings
) -> None:
    games: list[Played] = [game(results[0] if results else None)]
    for result in results[1:]:
        found = course(settings, *games)
        assert found.counted == len(games)
        if found.next_game is None:
            break
        pair = found.next_game.pair or (OTHER, ONE)
        games.append(Played(*pair, result, found.next_game.odds))
    end = course(settings, *games)
    longest = settings.games + sum(rung.games for rung in settings.ladder)
    assert len(games) <= longest
    assert (end.winner is not None) == (end.state is MeetingState.DECIDED)
    assert (end.next_game is not None) == (end.state is MeetingState.DUE)
    if end.state is MeetingState.DECIDED:
        last = end.tallies[-1]
        assert last.one != last.other
        assert all(tally.one == tally.other for tally in end.tallies[:-1])
