from datetime import datetime

from hypothesis import given, settings
from hypothesis import strategies as st

from broadcast.known.history import History, earliest
from tests.broadcast.made_up import at


def test_a_value_holds_from_its_moment_until_the_next_one() -> None:
    empty: History[str] = History()
    history = empty.add(at(10), "a").add(at(20), "b")
    assert [history.value_at(at(s)) for s in (9, 10, 19, 20, 99)] == [None, "a", "a", "b", "b"]
    assert history.step_at(at(15)) == (at(10), "a")
    assert [history.next_after(at(s)) for s in (9, 10, 20)] == [at(10), at(20), None]
    assert history.newest == "b"
    assert empty.newest is None


def test_of_two_values_of_one_moment_the_one_added_last_holds() -> None:
    empty: History[str] = History()
    history = empty.add(at(10), "a").add(at(20), "b").add(at(10), "c")
    assert history.value_at(at(10)) == "c"
    assert history.value_at(at(20)) == "b"


@settings(deadline=None)
@given(st.lists(st.integers(0, 50), max_size=30), st.integers(-1, 51))
def test_the_order_in_which_moments_become_known_does_not_matter(
    moments: list[int], cut: int
) -> None:
    late: History[int] = History()
    in_order: History[int] = History()
    for moment in moments:
        late = late.add(at(moment), moment)
    for moment in sorted(moments):
        in_order = in_order.add(at(moment), moment)
    assert late == in_order
    assert late.value_at(at(cut)) == max((m for m in moments if m <= cut), default=None)
    assert late.count_until(at(cut)) == sum(m <= cut for m in moments)


def test_the_earliest_of_no_moments_is_none() -> None:
    nothing: list[datetime | None] = [None, None]
    assert earliest(*nothing) is None
    assert earliest(None, at(3), at(1)) == at(1)
