"""Regulations of play-offs that cannot be."""

from dataclasses import replace

from facts.ids import RoundNo, StageId
from facts.settings import StageSettings, System
from facts.stages import Feed, StageEntry, Take
from results.stages.graph import check

MAIN = StageSettings(StageId("main"), "Main", System.BERGER_DOUBLE, RoundNo(10))
TIED = (Feed(MAIN.id, Take.TIED),)
TWO = StageSettings(
    StageId("two"), "Play-off", System.MATCH, RoundNo(1),
    entry=StageEntry(feeds=TIED, at_most=2, settles=MAIN.id),
)  # fmt: skip
MORE = StageSettings(
    StageId("more"), "Play-off", System.BERGER_DOUBLE, RoundNo(0), ("FORMER", "LOTS"),
    entry=StageEntry(
        feeds=TIED, at_least=3, settles=MAIN.id, former=MAIN.id, former_tiebreaks=("SB",)
    ),
)  # fmt: skip


def problems(*stages: StageSettings) -> list[str]:
    return [problem.text for problem in check(stages)]


def changed(stage: StageSettings, **entry: object) -> StageSettings:
    return replace(stage, entry=replace(stage.entry, **entry))  # type: ignore[arg-type]


def test_two_play_offs_may_be_fed_by_one_tie_for_different_numbers_of_players() -> None:
    assert problems(MAIN, TWO, MORE) == []


def test_two_play_offs_for_the_same_number_of_players_are_refused() -> None:
    (text,) = problems(MAIN, TWO, changed(MORE, at_least=2))
    assert "goes to 'more' here and to 'two' there" in text


def test_a_match_of_the_tied_is_for_two() -> None:
    (text,) = problems(MAIN, changed(TWO, at_most=None))
    assert "at_most = 2" in text


def test_fewer_at_most_than_at_least_is_refused() -> None:
    (text,) = problems(MAIN, changed(MORE, at_most=2))
    assert "at least 3 and at most 2" in text


def test_a_play_off_settles_a_stage_before_it() -> None:
    (text,) = problems(MAIN, changed(TWO, settles=StageId("nowhere")))
    assert "'nowhere' is no stage before 'two'" in text


def test_former_results_need_a_former_stage_and_what_counts_there() -> None:
    assert "names no former one" in problems(MAIN, changed(MORE, former=None))[0]
    assert "former_tiebreaks" in problems(MAIN, changed(MORE, former_tiebreaks=()))[0]
    (text,) = problems(MAIN, replace(MORE, tiebreaks=("SB",)))
    assert "no tie-break FORMER asks for it" in text
    match = changed(MORE, former=TWO.id)
    assert "has no standings" in problems(MAIN, TWO, match)[0]
