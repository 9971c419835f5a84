from datetime import timedelta

from desk.arbiter.sign_in import (
    IDLE_LIFE,
    LINK_LIFE,
    MAX_TRIES,
    MAX_WANTED,
    SESSION_LIFE,
    TRIES_IN,
    WANTED_IN,
    SignIn,
)
from tests.desk.scene import CHIEF, FLOOR
from tests.fakes.virtual_clock import EPOCH

MOMENT = timedelta(seconds=1)


def test_a_link_works_once() -> None:
    sign_in = SignIn()
    sign_in.give_link("link", CHIEF, EPOCH)
    assert sign_in.use_link("link", "session", EPOCH) == CHIEF
    assert sign_in.use_link("link", "other", EPOCH) is None
    assert sign_in.who("session", EPOCH) == CHIEF
    assert sign_in.who("other", EPOCH) is None


def test_a_link_ends_after_some_minutes() -> None:
    sign_in = SignIn()
    sign_in.give_link("early", CHIEF, EPOCH)
    sign_in.give_link("late", CHIEF, EPOCH)
    assert sign_in.use_link("early", "a", EPOCH + LINK_LIFE - MOMENT) == CHIEF
    assert sign_in.use_link("late", "b", EPOCH + LINK_LIFE) is None


def test_guessing_is_slowed_down_and_a_good_link_works_later() -> None:
    sign_in = SignIn()
    sign_in.give_link("link", CHIEF, EPOCH)
    for n in range(MAX_TRIES):
        assert sign_in.use_link(f"guess {n}", "a", EPOCH) is None
    assert sign_in.use_link("link", "a", EPOCH) is None
    assert sign_in.use_link("link", "a", EPOCH + TRIES_IN + MOMENT) == CHIEF


def test_a_session_ends_when_nobody_uses_it_and_after_a_day_of_use() -> None:
    sign_in = SignIn()
    for name in ("idle", "used"):
        sign_in.give_link(name, FLOOR, EPOCH)
        sign_in.use_link(name, name, EPOCH)
    now = EPOCH
    while now - EPOCH <= SESSION_LIFE - IDLE_LIFE:
        now += IDLE_LIFE
        assert sign_in.who("used", now) == FLOOR
    assert sign_in.who("idle", now) is None
    assert sign_in.who("used", EPOCH + SESSION_LIFE + MOMENT) is None


def test_asking_whether_a_session_lives_does_not_keep_it_alive() -> None:
    sign_in = SignIn()
    sign_in.give_link("link", CHIEF, EPOCH)
    sign_in.use_link("link", "session", EPOCH)
    assert sign_in.lives("session", EPOCH + IDLE_LIFE)
    assert not sign_in.lives("session", EPOCH + IDLE_LIFE + MOMENT)
    assert not sign_in.lives("nobody", EPOCH)


def test_signing_out_ends_a_session() -> None:
    sign_in = SignIn()
    sign_in.give_link("link", CHIEF, EPOCH)
    sign_in.use_link("link", "session", EPOCH)
    sign_in.end("session")
    sign_in.end("session")
    assert sign_in.who("session", EPOCH) is None


def test_no_token_is_kept_as_it_is() -> None:
    sign_in = SignIn()
    sign_in.give_link("secret-link", CHIEF, EPOCH)
    sign_in.give_link("other-link", CHIEF, EPOCH)
    sign_in.use_link("other-link", "secret-session", EPOCH)
    kept = repr([sign_in._links, list(sign_in._sessions)])
    assert "secret-link" not in kept
    assert "secret-session" not in kept


def test_new_links_are_asked_for_so_often_and_again_after_a_while() -> None:
    sign_in = SignIn()
    assert [sign_in.may_want(EPOCH) for _ in range(MAX_WANTED + 1)] == [True] * MAX_WANTED + [False]
    assert not sign_in.may_want(EPOCH + WANTED_IN - MOMENT)
    assert sign_in.may_want(EPOCH + WANTED_IN)


def test_sessions_that_are_taken_along_end_when_they_would_have() -> None:
    sign_in = SignIn()
    sign_in.give_link("link", FLOOR, EPOCH)
    sign_in.use_link("link", "session", EPOCH)
    kept = sign_in.kept(EPOCH)
    again = SignIn()
    again.take_along(kept, EPOCH + IDLE_LIFE)
    assert again.who("session", EPOCH + IDLE_LIFE) == FLOOR
    assert sign_in.kept(EPOCH + IDLE_LIFE + MOMENT) == ()
    late = SignIn()
    late.take_along(kept, EPOCH + IDLE_LIFE + MOMENT)
    assert late.kept(EPOCH) == ()


def test_a_session_from_the_future_is_not_taken_along() -> None:
    sign_in = SignIn()
    sign_in.give_link("link", FLOOR, EPOCH)
    sign_in.use_link("link", "session", EPOCH)
    again = SignIn()
    again.take_along(sign_in.kept(EPOCH), EPOCH - MOMENT)
    assert not again.lives("session", EPOCH)
