from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from boardlink.account import account_of
from boardlink.sensing.tracker import Observed
from boardlink.stations.after_restart import WAIT_S, Reconciliation
from facts.fact import Fact, LineCorrected, MovePlayed, ResultShown, SignWithdrawn
from facts.result import DRAWN, WHITE_WON
from tests.boardlink.test_account import GAME, NOON, accounts, move, played, sign


def catch_up(known: list[Fact], now: list[Fact]) -> Reconciliation:
    return Reconciliation(GAME, account_of(known), account_of(now))


def test_what_the_log_lacks_is_said_at_once() -> None:
    waiting = catch_up(played("e2e4"), played("e2e4", "e7e5"))
    assert waiting.is_over(NOON)
    assert waiting.rest(NOON) == (Observed(MovePlayed(GAME, 2, move("e7e5")), NOON),)


def test_a_tracker_that_is_behind_gets_time_once_the_board_is_read() -> None:
    waiting = catch_up(played("e2e4", "e7e5"), played("e2e4"))
    assert not waiting.is_over(NOON + timedelta(days=1))
    reading = waiting.board_read(NOON)
    assert not reading.is_over(NOON + timedelta(seconds=WAIT_S - 1))
    assert reading.board_read(NOON + timedelta(seconds=20)) == reading
    assert reading.is_over(NOON + timedelta(seconds=WAIT_S))
    assert [one.fact for one in reading.rest(NOON)] == [
        LineCorrected(GAME, 2, (), "rebuilt from the capture after a restart")
    ]


def test_a_move_that_the_log_knows_is_not_said_again() -> None:
    waiting = catch_up(played("e2e4", "e7e5"), played("e2e4"))
    seen = (Observed(MovePlayed(GAME, 2, move("e7e5")), NOON),)
    waiting, passed = waiting.take(seen)
    assert passed == ()
    assert waiting.is_over(NOON)
    assert waiting.rest(NOON) == ()


def test_what_is_not_about_the_line_passes_at_once_and_is_not_repeated() -> None:
    waiting = catch_up(played("e2e4", "e7e5"), played("e2e4"))
    shows = (Observed(sign(), NOON),)
    waiting, passed = waiting.take(shows)
    assert passed == shows
    assert all(one.fact != sign() for one in waiting.rest(NOON))


@given(accounts(), st.data())
def test_a_sign_that_the_log_knows_outlives_a_capture_torn_off_before_it(
    told: list[Fact], data: st.DataObject
) -> None:
    """A power cut takes the capture's end; the log, synced before anybody was told, keeps all."""
    torn = told[: data.draw(st.integers(0, len(told)))]
    signs = [fact for fact in told[len(torn) :] if isinstance(fact, ResultShown)]
    waiting = catch_up(told, torn)
    said = [*told, *(one.fact for one in waiting.rest(NOON))]
    if signs:
        assert account_of(said).sign == account_of(told).sign


def test_a_sign_that_the_capture_saw_go_is_withdrawn() -> None:
    waiting = catch_up([sign()], [sign(), SignWithdrawn(GAME, "the game goes on")])
    assert [one.fact for one in waiting.rest(NOON)] == [
        SignWithdrawn(GAME, "rebuilt from the capture after a restart")
    ]


def test_a_sign_seen_anew_after_a_torn_capture_takes_the_old_one_s_place() -> None:
    waiting, _ = catch_up([sign(DRAWN)], []).take((Observed(sign(WHITE_WON), NOON),))
    assert account_of([sign(DRAWN), sign(WHITE_WON)]).sign == waiting.known.sign
    assert waiting.rest(NOON) == ()
