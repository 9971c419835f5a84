"""What the times of a clock tell of levers that nobody saw pressed."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from boardlink.readings import ClockRead, ClockSide
from boardlink.sensing.presses import counted

thoughts = st.lists(st.floats(0.3, 40.0), min_size=1, max_size=12)
sides = st.sampled_from(ClockSide)


def played(thought: list[float], bonus: int, first: ClockSide) -> tuple[ClockRead, ClockRead]:
    """Readings before and after: each thought but the last ends with a press."""
    times = {ClockSide.LEFT: 3000.4, ClockSide.RIGHT: 2800.7}
    turn = first

    def read() -> ClockRead:
        left, right = int(times[ClockSide.LEFT]), int(times[ClockSide.RIGHT])
        return ClockRead(left, right, turn, running=True)

    before = read()
    for n, seconds in enumerate(thought):
        times[turn] -= seconds
        if n < len(thought) - 1:
            times[turn] += bonus
            turn = ClockSide.RIGHT if turn is ClockSide.LEFT else ClockSide.LEFT
    return before, read()


@given(thoughts, st.integers(1, 60), sides, st.floats(-0.9, 0.9))
def test_the_true_number_is_always_among_those_that_fit(
    thought: list[float], bonus: int, first: ClockSide, late: float
) -> None:
    before, after = played(thought, bonus, first)
    found = counted(before, after, sum(thought) + late, bonus)
    assert found is not None
    assert len(thought) - 1 in found.fits
    assert len(thought) - 1 <= found.most
    assert len(thought) // 2 in found.by(first)


@given(thoughts, st.integers(4, 60), sides)
def test_an_increment_that_is_not_small_leaves_one_number(
    thought: list[float], bonus: int, first: ClockSide
) -> None:
    before, after = played(thought, bonus, first)
    found = counted(before, after, sum(thought), bonus)
    assert found is not None
    assert found.fits == (len(thought) - 1,)


@given(thoughts, st.integers(1, 60), sides, st.floats(0.0, 300.0), st.integers(0, 300))
def test_a_clock_that_stood_or_was_added_to_never_looks_like_fewer_presses(
    thought: list[float], bonus: int, first: ClockSide, stood: float, added: int
) -> None:
    before, after = played(thought, bonus, first)
    assert after.left_s is not None
    after = replace(after, left_s=after.left_s + added)
    found = counted(before, after, sum(thought) + stood, bonus)
    assert found is not None
    assert len(thought) - 1 <= found.most


def test_nothing_is_told_by_a_clock_that_says_too_little() -> None:
    before = ClockRead(600, 600, ClockSide.LEFT, running=True)
    after = ClockRead(570, 600, ClockSide.LEFT, running=True)
    assert counted(before, after, 30.0, 30) is not None
    assert counted(before, after, 30.0, None) is None
    assert counted(before, after, 30.0, 0) is None
    assert counted(before, replace(after, running=False), 30.0, 30) is None
    assert counted(before, replace(after, left_flag=True), 30.0, 30) is None
    assert counted(before, replace(after, left_s=None), 30.0, 30) is None
    assert counted(before, replace(after, left_s=0), 30.0, 30) is None


def test_a_clock_that_stands_as_it_stood_tells_of_no_press() -> None:
    stood = ClockRead(600, 590, ClockSide.LEFT, running=False)
    found = counted(stood, stood, 500.0, None)
    assert found is not None
    assert found.can_only_be(0)
    assert counted(stood, replace(stood, left_s=630), 500.0, None) is None
