"""Regulations whose stages do not fit together are told apart from those that do."""

from dataclasses import replace
from pathlib import Path

import pytest

from desk.config.tournament import load_tournament
from facts.ids import RoundNo, StageId
from facts.settings import Scoring, StageSettings, System
from facts.stages import Bracket, Carried, Feed, StageEntry, Take
from results.stages.graph import Problem, check
from tests.places import CONFIGS


def stage(
    name: str, system: System = System.DUTCH, rounds: int = 5, **entry: object
) -> StageSettings:
    return StageSettings(
        StageId(name),
        name,
        system,
        RoundNo(rounds),
        entry=StageEntry(**entry),  # type: ignore[arg-type]
    )


def feed(
    source: str, take: Take = Take.PLACES, first: int = 1, last: int = 1, **more: object
) -> Feed:
    return Feed(StageId(source), take, first, last, **more)  # type: ignore[arg-type]


MAIN = stage("main")
FINAL = stage("final", System.MATCH, 1, feeds=(feed("main", last=2),))


def found(*stages: StageSettings) -> Problem:
    problems = check(stages)
    assert problems, "nothing was found"
    return problems[0]


@pytest.mark.parametrize("path", sorted(CONFIGS.glob("*.toml")), ids=lambda path: path.stem)
def test_the_stages_of_every_example_fit_together(path: Path) -> None:
    if "[[stages]]" in path.read_text(encoding="utf-8"):
        assert check(load_tournament(path).stages) == ()


def test_a_feed_names_a_stage_that_comes_before() -> None:
    assert found(MAIN, replace(FINAL, entry=StageEntry(feeds=(feed("groups"),)))) == Problem(
        "there is no stage 'groups'; there is main, final", (1, "feeds", 0)
    )
    backwards = found(FINAL, MAIN)
    assert backwards.keys == (0, "feeds", 0)
    assert backwards.other == (1, "id")


def test_a_place_goes_to_one_stage_only() -> None:
    third = stage("third", System.MATCH, 1, feeds=(feed("main", first=2, last=3),))
    twice = found(MAIN, FINAL, third)
    assert twice.text == "place 2 of 'main' goes to 'third' here and to 'final' there"
    assert (twice.keys, twice.other) == ((2, "feeds", 0), (1, "feeds", 0))


def test_places_above_a_cut_are_taken_by_the_cut() -> None:
    through = stage("through", System.LIST, 0, feeds=(feed("main", Take.CLEAR, last=8),))
    best = stage("best", System.MATCH, 1, feeds=(feed("main", first=8, last=9),))
    assert found(MAIN, through, best).text == (
        "place 8 of 'main' goes to 'best' here and to 'through' there"
    )


def test_a_place_of_the_tournament_is_decided_once() -> None:
    a = stage("a", System.BERGER, 3, feeds=(feed("main", last=4),), decides=1)
    b = stage("b", System.BERGER, 3, feeds=(feed("main", first=5, last=8),), decides=4)
    twice = found(MAIN, a, b)
    assert twice.text == "place 4 of the tournament is decided here and in 'a'"
    assert (twice.keys, twice.other) == ((2, "decides"), (1, "decides"))


def test_more_places_than_a_stage_has_players_are_told() -> None:
    group = stage("group", System.BERGER, 3, feeds=(feed("main", last=4),))
    after = stage("after", System.MATCH, 1, feeds=(feed("group", first=4, last=5),))
    problem = found(MAIN, group, after)
    assert problem.text == "'group' has 4 players, there is no place 5"
    assert problem.other == (1, "feeds")


def test_rounds_that_do_not_fit_the_players_are_told() -> None:
    group = stage("group", System.BERGER, 4, feeds=(feed("main", last=4),))
    problem = found(MAIN, group)
    assert problem.text == "a round robin of 4 has 3 rounds, not 4"
    assert (problem.keys, problem.other) == ((1, "rounds"), (1, "feeds"))
    three = stage("final", System.MATCH, 1, feeds=(feed("main", last=3),))
    assert found(MAIN, three).text == "a match has two players, and 3 enter it"


def test_tie_breaks_on_games_that_a_stage_does_not_have_are_told() -> None:
    cup = replace(stage("cup", System.KNOCK_OUT, 0, fill=1), tiebreaks=("BH",))
    problem = found(cup)
    assert problem.text == "a knock-out has no standings that tie-breaks could order"
    assert (problem.keys, problem.other) == ((0, "tiebreaks"), (0, "system"))
    robin = replace(stage("main", System.BERGER), tiebreaks=("SB", "BH"))
    assert found(robin).text.startswith("BH is for a Swiss")
    assert check([replace(robin, tiebreaks=("SB", "BH/S"))]) == ()
    former = replace(MAIN, tiebreaks=("STAGE",))
    assert "names no former one" in found(former).text


def test_who_wins_and_who_ties_is_asked_of_stages_that_know() -> None:
    winner = stage("final", System.MATCH, 1, feeds=(feed("main", Take.WINNERS),))
    assert found(MAIN, winner).other == (0, "system")
    cup = stage("cup", System.KNOCK_OUT, 0, fill=1)
    rest = stage("rest", feeds=(feed("cup", Take.TIED, last=4),))
    assert "counts none" in found(cup, rest).text
    numbers = stage("group", feeds=(feed("main", Take.NUMBERS, numbers=(1, 8)),))
    assert "numbers are taken from a list" in found(MAIN, numbers).text


def test_a_knock_out_says_how_many_come_through_and_says_it_once() -> None:
    assert "how many places it fills" in found(stage("cup", System.KNOCK_OUT, 0)).text
    tied = (feed("main", Take.TIED, last=16),)
    both = stage("cup", System.KNOCK_OUT, 0, feeds=tied, fill=4)
    problem = found(MAIN, both)
    assert (problem.keys, problem.other) == ((1, "fill"), (1, "feeds"))
    assert check([MAIN, stage("cup", System.KNOCK_OUT, 0, feeds=tied)]) == ()
    assert "no bracket" in found(stage("main", bracket=Bracket.RESEEDED)).text


def goes_on(**changes: object) -> StageSettings:
    rest = feed("main", Take.REST, without=(StageId("final"),))
    made = stage(
        "rest", feeds=(rest,), carries=Carried.ROUNDS, carried_from=StageId("main")
    )  # fmt: skip
    return replace(made, **{"first_round": RoundNo(6), **changes})  # type: ignore[arg-type]


def test_a_stage_that_goes_on_counts_on_from_the_one_before() -> None:
    assert check([MAIN, FINAL, goes_on()]) == ()
    late = found(MAIN, FINAL, goes_on(first_round=RoundNo(1)))
    assert late.text == "'main' ends with round 5, so this one begins with round 6, not 1"
    assert (late.keys, late.other) == ((2, "first_round"), (0, "rounds"))
    scored = found(MAIN, FINAL, goes_on(scoring=Scoring(win=30)))
    assert (scored.keys, scored.other) == ((2, "scoring"), (0, "scoring"))
    robin = replace(MAIN, system=System.BERGER)
    assert "only a Swiss can go on" in found(robin, FINAL, goes_on()).text
