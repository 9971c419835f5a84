from boardlink.readings import (
    ClockMissing,
    ClockRead,
    ClockSide,
    LinkLost,
    Man,
    Placement,
    PlacementRead,
    Square,
    SquareRead,
    TimePassed,
    View,
)

EMPTY = Placement("." * 64)
CLOCK = ClockRead(300, 300, ClockSide.LEFT, running=True)
KING_ON_A1 = SquareRead(Square(0), Man("K"))


def test_changes_are_put_into_the_last_placement() -> None:
    view = View().after(PlacementRead(EMPTY)).after(KING_ON_A1)
    assert view.placement == "K" + "." * 63


def test_without_a_placement_a_change_shows_nothing() -> None:
    assert View().after(KING_ON_A1) == View()


def test_a_lost_link_leaves_no_placement() -> None:
    view = View().after(PlacementRead(EMPTY)).after(CLOCK).after(LinkLost())
    assert view == View(clock=CLOCK)


def test_a_clock_is_there_or_missing_or_unknown() -> None:
    missing = View().after(CLOCK).after(ClockMissing())
    assert (missing.clock, missing.clock_missing) == (None, True)
    assert missing.after(CLOCK) == View(clock=CLOCK)


def test_whoever_begins_now_is_told_what_stands_there() -> None:
    assert list(View().readings()) == []
    assert list(View(EMPTY, CLOCK).readings()) == [PlacementRead(EMPTY), CLOCK]
    assert list(View(EMPTY, None, clock_missing=True).readings()) == [
        PlacementRead(EMPTY),
        ClockMissing(),
    ]


def test_time_alone_changes_nothing() -> None:
    assert View(EMPTY).after(TimePassed()) == View(EMPTY)
