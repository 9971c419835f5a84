from pathlib import Path

import pytest

from facts.fact import Side
from facts.result import ResultKind, Score
from facts.settings import Scoring
from results.crosstable.model import ABSENT, Number
from results.crosstable.scoring import total
from results.errors import UsageError
from results.standings.tiebreaks.code import Edition
from results.trf.meaning import edition_on, start_date
from results.trf.read import decode, parse
from results.trf.records import TrfError
from results.trf.table import TrfTable, trf_table


def line(number: int, points: str, *cells: str) -> str:
    body = "".join(f"  {cell}" for cell in cells)
    return f"001 {number:>4}      {'P' + str(number):<33} {2000 - number:>4}{'':28}{points:>4}{number:>5}{body}"  # noqa: E501


def read(*lines: str, pairing: bool = False) -> TrfTable:
    return trf_table(parse("\n".join(lines)), pairing)


PAIR = (line(1, "1.0", "   2 w 1"), line(2, "0.0", "   1 b 0"))


def test_games_byes_and_blanks_become_entries() -> None:
    found = read(
        line(1, "2.5", "   2 w 1", "0000 - H", "0000 - U"),
        line(2, "1.0", "   1 b 0", "   3 w +", "        "),
        line(3, "0.0", "        ", "   2 b -", "0000 - Z"),
    ).table
    one, two, three = found.entrants
    assert [e.kind for e in one.entries] == [
        ResultKind.PLAYED,
        ResultKind.HALF_BYE,
        ResultKind.PAIRING_BYE,
    ]
    assert two.entries[1].kind is ResultKind.FORFEIT
    assert two.entries[2] == ABSENT
    assert three.entries[0] == ABSENT
    assert one.entries[0].colour is Side.WHITE


def test_byes_after_the_last_pairing_are_given_ahead() -> None:
    found = read(
        line(1, "1.0", "   2 w 1"), line(2, "0.5", "   1 b 0", "0000 - H"), pairing=True
    ).table
    assert found.played == 1
    assert found.byes_ahead[2, Number(2)].kind is ResultKind.HALF_BYE


def test_a_round_in_which_everybody_has_an_entry_was_played() -> None:
    rows = (line(1, "1.0", "   2 w 1", "0000 - Z"), line(2, "0.5", "   1 b 0", "0000 - H"))
    assert read(*rows, pairing=True).table.played == 2
    assert read(*rows).table.played == 2


def test_rounds_lot_and_ranking_are_read_from_old_and_new_records() -> None:
    old = read("XXR 7", "XXC black1 rank", PAIR[1], PAIR[0])
    assert (old.table.rounds, old.table.initial_colour) == (7, Side.BLACK)
    assert [e.number for e in old.table.entrants] == [2, 1]
    new = read("142 9", "152 W", *PAIR)
    assert (new.table.rounds, new.table.initial_colour) == (9, Side.WHITE)


def test_without_a_lot_the_first_colours_tell_it() -> None:
    assert read(*PAIR).table.initial_colour is Side.WHITE
    late = read(line(1, "0.0", "0000 - Z"), line(2, "1.0", "   3 b 1"), line(3, "0.0", "   2 w 0"))
    assert late.table.initial_colour is Side.BLACK
    assert read(line(1, "0.0"), line(2, "0.0")).table.initial_colour is None


@pytest.mark.parametrize(
    ("records", "scoring"),
    [
        (("162  W 3.0    D 1.0    L 0.0    A 0.0    P 1.0",), (30, 10, 0, 0, 10, 0)),
        (("BBW  3.0", "BBD  1.0"), (30, 10, 0, 0, 30, 0)),
        (("BBU  0.5",), (10, 5, 0, 0, 5, 0)),
        (("BBZ  0.5", "BBF  0.2"), (10, 5, 0, 5, 10, 2)),
        (("XXS W=3 D=1 PAB=2 FL=0.5",), (30, 10, 0, 0, 20, 5)),
    ],
)
def test_point_systems(records: tuple[str, ...], scoring: tuple[int, ...]) -> None:
    found = trf_table(parse("\n".join([*records, line(1, "0.0"), line(2, "0.0")]))).table.scoring
    assert scoring == (
        found.win,
        found.draw,
        found.loss,
        found.zero_bye,
        found.pairing_bye,
        found.forfeit_loss,
    )


def test_points_that_do_not_add_up_are_listed_player_by_player() -> None:
    found = read("142 5", line(1, "2.0", "   2 w 1"), line(2, "0.5", "   1 b 0"))
    assert [str(m) for m in found.mismatches] == [
        "line 2: player 1 has 2.0 points, the results add up to 1.0",
        "line 3: player 2 has 0.5 points, the results add up to 0.0",
    ]


def test_points_may_hold_the_bye_of_the_round_to_pair_or_the_acceleration() -> None:
    rows = (line(1, "1.0", "   2 w 1"), line(2, "0.5", "   1 b 0", "0000 - H"))
    assert read(*rows, pairing=True).mismatches == ()
    accelerated = read("142 5", "250       1.0   1   2    1    1", line(1, "1.0"), line(2, "0.0"))
    assert accelerated.mismatches == ()


def test_an_unstated_point_system_is_found_from_the_points() -> None:
    found = read(line(1, "3.0", "   2 w 1"), line(2, "0.0", "   1 b 0"))
    assert found.mismatches == ()
    assert found.table.scoring.win == 30
    plain = read(line(1, "1.0", "   2 w 1"), line(2, "0.0", "   1 b 0"))
    assert plain.table.scoring == Scoring()


def test_byes_absences_accelerations_and_prohibitions_ahead() -> None:
    found = read(
        "142 5",
        "240 H   2    1",
        "XXZ 2",
        "250       1.0   1   3    1    2",
        "XXA    2  0.5  0.0",
        "260   2   4    1    2",
        "XXP 1 2",
        *PAIR,
        pairing=True,
    ).table
    assert found.byes_ahead[2, Number(1)].kind is ResultKind.HALF_BYE
    assert found.byes_ahead[2, Number(2)] == ABSENT
    assert [a.points for a in found.accelerations] == [10, 5]
    assert [(f.first_round, f.last_round) for f in found.forbidden] == [(2, 4), (1, 5)]


def test_baku_is_laid_out_for_the_first_half_rounded_up_to_even() -> None:
    rows = [line(n, "0.0") for n in range(1, 11)]
    found = read("142 9", "192 FIDE_DUTCH_BAKU", *rows, pairing=True).table
    by_round = {
        r: [a.first for a in found.accelerations if a.first_round <= r <= a.last_round]
        for r in range(1, 10)
    }
    assert all(by_round[r] == [1, 2, 3, 4, 5, 6] for r in range(1, 6))
    assert by_round[6] == []
    assert {a.points for a in found.accelerations if a.first_round == 1} == {10}
    with pytest.raises(UsageError, match="Baku"):
        read("142 9", "192 FIDE_DUTCH_BAKU", "BBW 3.0", *rows)


def test_an_adjourned_game_is_a_draw_and_an_open_one_has_no_result() -> None:
    adjourned = read(line(1, "0.5", "   2 w ?"), line(2, "0.5", "   1 b ?")).table
    assert adjourned.entrants[0].entries[0].kind is ResultKind.ADJOURNED
    open_game = read(line(1, "0.0", "   2 w  "), line(2, "0.0", "   1 b  ")).table
    assert open_game.entrants[0].entries[0].score is None
    assert open_game.played == 1


def unfinished(letter: str, points: str) -> TrfTable:
    """P1 won in round 1; the game of P1 and P3 in round 2 is not finished."""
    return read(
        "142 5",
        line(1, points, "   2 w 1", f"   3 b {letter}"),
        line(2, "0.0", "   1 b 0", "0000 - Z"),
        line(3, "1.5" if points == "1.5" else "1.0", "0000 - U", f"   1 w {letter}"),
    )


@pytest.mark.parametrize("letter", ["?", " "])
@pytest.mark.parametrize(("points", "means"), [("1.0", 10), ("1.5", 15), ("0.5", None)])
def test_points_may_leave_an_unfinished_game_out_or_have_it_as_a_draw(
    letter: str, points: str, means: int | None
) -> None:
    found = unfinished(letter, points)
    assert [str(game) for game in found.unfinished] == ["round 2: 3 P3 – 1 P1"]
    assert found.as_stated.get(Number(1)) == means
    if means:
        totalled = found.as_totalled
        assert total(totalled.by_number[Number(1)], 2, totalled.scoring) == means
    assert [m.number for m in found.mismatches] == ([] if means else [1])
    if not means:
        assert str(found.mismatches[0]) == (
            "line 2: player 1 has 0.5 points, the results add up to 1.0 without the game that is "
            "not finished (round 2: 3 P3 – 1 P1), to 1.5 with it as a draw"
        )


@pytest.mark.parametrize(("one", "other"), [("?", "="), ("?", "1"), (" ", "0"), ("+", "?")])
def test_a_game_that_only_one_side_has_finished_is_refused(one: str, other: str) -> None:
    with pytest.raises(TrfError, match="round 1: players 1 and 2 do not say the same"):
        read(line(1, "0.5", f"   2 w {one}"), line(2, "0.5", f"   1 b {other}"))


@pytest.mark.parametrize(
    ("cell", "text", "column"),
    [("0000 - ?", "without an opponent", 92), ("   2 - ?", "without a colour", 97)],
)
def test_an_unfinished_game_has_an_opponent_and_a_colour(cell: str, text: str, column: int) -> None:
    with pytest.raises(TrfError, match=text) as caught:
        read(line(1, "0.5", cell), line(2, "0.5", "   1 b ?"))
    assert (caught.value.line, caught.value.column) == (1, column)


def test_a_forfeit_without_colours_is_understood() -> None:
    found = read(line(1, "1.0", "   2 - +"), line(2, "0.0", "   1 - -")).table
    assert found.entrants[0].entries[0].kind is ResultKind.FORFEIT
    assert found.entrants[0].entries[0].score is Score.WIN


@pytest.mark.parametrize(
    "rows",
    [
        (line(1, "1.0", "   2 w 1"), line(2, "0.0", "0000 - Z")),
        (line(1, "1.0", "   2 w 1"), line(2, "0.0", "   1 w 0")),
        (line(1, "1.0", "   2 w 1"), line(2, "0.0", "   1 b -")),
    ],
)
def test_sides_that_contradict_each_other_are_refused(rows: tuple[str, ...]) -> None:
    with pytest.raises(TrfError, match="do not say the same"):
        read(*rows)


@pytest.mark.parametrize(
    ("record", "column"),
    [
        ("142 x", 5),
        ("142 0", 5),
        ("152 X", 5),
        ("162  Q 1.0", 6),
        ("162", 5),
        ("XXS W", 5),
        ("240 Q   1    1", 5),
        ("240 H   x    1", 7),
        ("240 H   1    x", 14),
        ("250       x.0   1   2    1    2", 10),
        ("250       1.0   3   2    1    2", 15),
        ("260   x   4    1    2", 5),
        ("XXP 1 x", 7),
        ("013 a team", 1),
        ("BBW x", 5),
        ("299 Q        1.0", 5),
    ],
)
def test_a_broken_record_is_blamed_by_line_and_column(record: str, column: int) -> None:
    with pytest.raises(TrfError) as caught:
        read("012 Test", record, *PAIR)
    assert (caught.value.line, caught.value.column) == (2, column)


def test_points_of_record_299_are_added() -> None:
    found = read("142 5", "299          -1.0    1    1", *PAIR).table
    assert found.entrants[0].carried == -10
    assert read("299 +        0.5", *PAIR).table.scoring.forfeit_win == 5


def test_fides_sample_file_and_others_are_read(shared: Path) -> None:
    folder = shared / "data" / "trf"
    sample = trf_table(parse(decode((folder / "example_trf16.trf").read_bytes())))
    assert (len(sample.table.entrants), sample.table.played) == (284, 7)
    assert sample.mismatches == ()
    generated = folder / "ainalrami" / "interop" / "bbppairings-generated.trf"
    assert len(trf_table(parse(decode(generated.read_bytes()))).table.entrants) == 209


@pytest.mark.parametrize(
    ("day", "edition"),
    [
        ("2026/03/01", Edition.OF_2026),
        ("2026.02.28", Edition.OF_2024),
        ("2022-12-31", Edition.BEFORE_2023),
        ("28. 07. 2005", Edition.OF_2026),
        ("2026/13/01", Edition.OF_2026),
        ("", Edition.OF_2026),
    ],
)
def test_the_edition_is_that_of_the_day_the_tournament_began(day: str, edition: Edition) -> None:
    file = parse("\n".join([f"042 {day}", *PAIR]))
    assert edition_on(start_date(file)) is edition
