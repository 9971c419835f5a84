import re
from dataclasses import replace
from pathlib import Path

import pytest

from facts.fact import Side
from facts.ids import PlayerId
from facts.player import Player
from facts.result import ResultKind, Score
from results.crosstable.model import (
    ABSENT,
    NOBODY,
    Crosstable,
    Entrant,
    Number,
    RoundEntry,
    bye_entry,
)
from results.errors import NoLegalPairingError, UsageError
from results.pairing.answer import Pair
from results.pairing.dutch import pair_round
from results.tournament.lots import Dice
from results.trf.read import decode, parse
from results.trf.table import trf_table
from tests.results.pairing.golden import golden_rounds

PAB = bye_entry(ResultKind.PAIRING_BYE, Score.WIN)


def field(size: int, rounds: int = 5) -> Crosstable:
    entrants = tuple(
        Entrant(Number(n), Player(PlayerId(str(n)), f"P{n}", 2500 - n), ())
        for n in range(1, size + 1)
    )
    return Crosstable(entrants, rounds, 0, initial_colour=Side.WHITE)


def pairs_of(text: str) -> list[list[int]]:
    table = trf_table(parse(text), pairing=True).table
    return [[pair.white, pair.black] for pair in pair_round(table).pairs]


@pytest.mark.timeout(300)
def test_every_golden_round_comes_out_the_same_in_the_same_order() -> None:
    rounds = list(golden_rounds())
    assert len(rounds) == 558
    wrong = [golden.name for golden in rounds if pairs_of(golden.text) != golden.pairs]
    assert wrong == []


def points_of(text: str) -> int:
    """Points in words (``2½``) as tenths."""
    return 10 * int(text.rstrip("½") or 0) + (5 if text.endswith("½") else 0)


def test_reasons_say_whom_the_colours_follow_and_who_floats_a_whole_point() -> None:
    floats = colours = 0
    for golden in list(golden_rounds())[::9]:
        made = pair_round(trf_table(parse(golden.text), pairing=True).table)
        for pair, reason in zip(made.pairs, made.reasons, strict=True):
            moved = re.search(r"is moved down from ([\d½]+) to meet \d+ on ([\d½]+)(.*?);", reason)
            if moved is not None:
                far = points_of(moved[1]) - points_of(moved[2]) >= 10
                assert far == (moved[3] != ""), reason
                floats += far
            followed = re.search(
                r"(?:; |of |ranked, )(\d+)(?: gets the colour they prefer|, decides|, gets)", reason
            )
            if followed is not None:
                number = int(followed[1])
                side = "white" if number == pair.white else "black"
                assert re.search(rf"\b{number} has a \w+ preference for {side}", reason), reason
                colours += 1
            assert "or one has no preference" not in reason
    assert floats > 0
    assert colours > 0


def test_the_first_round_pairs_the_halves_and_the_lot_gives_the_colours() -> None:
    assert pair_round(field(4)).pairs == (Pair(Number(1), Number(3)), Pair(Number(4), Number(2)))
    black = pair_round(field(4), Side.BLACK)
    assert black.pairs == (Pair(Number(3), Number(1)), Pair(Number(2), Number(4)))


def test_an_odd_field_gives_the_bye_to_the_last() -> None:
    made = pair_round(field(5))
    assert made.bye == 5
    assert made.pairs[-1] == Pair(Number(5), NOBODY)
    assert len(made.reasons) == len(made.pairs)
    assert "has the bye" in made.reasons[-1]


def test_byes_given_ahead_are_left_out() -> None:
    made = pair_round(field(5), byes={Number(2): bye_entry(ResultKind.HALF_BYE, Score.DRAW)})
    assert {number for pair in made.pairs for number in pair.numbers} == {1, 3, 4, 5}
    ahead = replace(field(4), byes_ahead={(1, Number(4)): ABSENT, (2, Number(1)): ABSENT})
    assert pair_round(ahead).bye == 3


def test_a_lot_that_nobody_drew_is_asked_for() -> None:
    with pytest.raises(UsageError, match="draw it by lot"):
        pair_round(replace(field(4), initial_colour=None))


def test_nobody_to_pair_and_strangers_are_refused() -> None:
    with pytest.raises(UsageError, match="nobody is left"):
        pair_round(field(1), byes={Number(1): ABSENT})
    with pytest.raises(UsageError, match="number 9"):
        pair_round(field(4), byes={Number(9): ABSENT})


def test_a_lone_player_has_the_bye_once() -> None:
    assert pair_round(field(1)).pairs == (Pair(Number(1), NOBODY),)
    once = replace(field(1), played=1, entrants=(replace(field(1).entrants[0], entries=(PAB,)),))
    with pytest.raises(NoLegalPairingError, match="another bye"):
        pair_round(once)


def test_two_who_have_met_cannot_be_paired_and_the_arbiter_is_told_what_to_do() -> None:
    first, second = field(2).entrants
    table = replace(
        field(2),
        played=1,
        entrants=(
            replace(first, entries=(RoundEntry(Number(2), Side.WHITE, Score.WIN),)),
            replace(second, entries=(RoundEntry(Number(1), Side.BLACK, Score.LOSS),)),
        ),
    )
    with pytest.raises(NoLegalPairingError, match="chief arbiter decides"):
        pair_round(table)


def test_a_forfeit_may_be_paired_again() -> None:
    first, second = field(2).entrants
    won = RoundEntry(Number(2), Side.WHITE, Score.WIN, ResultKind.FORFEIT)
    lost = RoundEntry(Number(1), Side.BLACK, Score.LOSS, ResultKind.FORFEIT)
    table = replace(
        field(2),
        played=1,
        entrants=(replace(first, entries=(won,)), replace(second, entries=(lost,))),
    )
    assert pair_round(table).pairs[0].numbers == {1, 2}


def test_a_game_without_a_result_counts_as_a_draw_for_pairing() -> None:
    table = field(4)
    results = {1: (3, "w", None), 3: (1, "b", None), 4: (2, "w", "win"), 2: (4, "b", "loss")}
    entrants = tuple(
        replace(
            entrant,
            entries=(
                RoundEntry(
                    Number(results[entrant.number][0]),
                    Side.WHITE if results[entrant.number][1] == "w" else Side.BLACK,
                    Score(score) if (score := results[entrant.number][2]) else None,
                ),
            ),
        )
        for entrant in table.entrants
    )
    open_game = pair_round(replace(table, entrants=entrants, played=1))
    drawn = tuple(
        replace(
            e,
            entries=tuple(
                replace(x, score=Score.DRAW) if x.score is None else x for x in e.entries
            ),
        )
        for e in entrants
    )
    assert open_game == pair_round(replace(table, entrants=drawn, played=1))


def test_the_engine_prints_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    pair_round(field(20))
    assert capsys.readouterr().out == ""


def test_the_rules_of_2026_hold_where_engines_differed(shared: Path) -> None:
    folder = shared / "data" / "trf" / "ainalrami" / "fe1_disputes"
    expected = {
        "seed7073463-r8-p9": {(2, 1), (4, 8), (6, 0), (9, 7)},
        "seed8848759-r9-p10": {(1, 4), (3, 0), (5, 2), (7, 10)},
    }
    for name, pairs in expected.items():
        text = decode((folder / f"{name}.trf").read_bytes())
        found = pairs_of(text)
        assert {frozenset(pair) for pair in found} == {frozenset(pair) for pair in pairs}


@pytest.mark.parametrize("name", ["dutch_2025_C5", "dutch_2025_C9", "issue_7"])
def test_regression_cases_of_the_reference_engine(shared: Path, name: str) -> None:
    folder = shared / "data" / "trf" / "bbpPairings"
    found = pairs_of(decode((folder / f"{name}.input").read_bytes()))
    lines = (folder / f"{name}.output.expected").read_text().split("\n")[1:]
    assert found == [[int(n) for n in line.split()] for line in lines if line.strip()]


def test_forfeits_that_only_one_side_gives_a_colour_to_pair_as_if_both_did() -> None:
    rows = [
        ("1.0", "   3 w +"),
        ("0.0", "   4 b 0"),
        ("0.0", "   1 b -"),
        ("1.0", "   2 w 1"),
    ]

    def text(first: str, third: str) -> str:
        cells = [first, rows[1][1], third, rows[3][1]]
        lines = [
            f"001 {n:>4}      {'P':33} {2000 - n:>4}{'':28}{points:>4} {n:>4}  {cell}"
            for n, ((points, _), cell) in enumerate(zip(rows, cells, strict=True), start=1)
        ]
        return "\n".join(["142 5", "152 W", *lines])

    both = pairs_of(text("   3 w +", "   1 b -"))
    assert pairs_of(text("   3 - +", "   1 b -")) == both
    assert pairs_of(text("   3 b +", "   1 - -")) == both
    assert pairs_of(text("   3 - +", "   1 - -")) == both
    assert pairs_of(text("   3 w +", "0000 - Z")) == both


def test_the_order_of_the_lines_changes_nothing() -> None:
    for seed, golden in enumerate(list(golden_rounds())[::60]):
        lines = golden.text.splitlines()
        order = Dice(seed).shuffled(range(len(lines)))
        assert pairs_of("\n".join(lines[i] for i in order)) == golden.pairs
