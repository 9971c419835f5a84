import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from desk.cli import app
from results.checks.generator import GeneratorSettings, quick_pairer, states
from results.trf.read import parse
from results.trf.table import trf_table
from results.trf.write import Header, trf_text
from tests.results.pairing.golden import golden_rounds

RUNNER = CliRunner()
GOLDEN = next(iter(golden_rounds()))


def run(*args: object) -> tuple[int, str, str]:
    done = RUNNER.invoke(app, ["results", *(str(arg) for arg in args)], standalone_mode=False)
    code = done.return_value if done.exception is None else explained(done.exception)
    return int(code or 0), done.stdout, done.stderr


def explained(error: BaseException) -> int:
    from desk.host.error_report import explain

    return explain(error)


@pytest.fixture
def golden(tmp_path: Path) -> Path:
    path = tmp_path / "golden.trf"
    path.write_text(GOLDEN.text)
    return path


def test_pairs_are_printed_as_the_reference_engine_prints_them(golden: Path) -> None:
    code, out, _ = run("pair", golden)
    lines = [f"{white} {black}" for white, black in GOLDEN.pairs]
    assert code == 0
    assert out == "\n".join([str(len(lines)), *lines]) + "\n"


def test_several_files_give_one_object_each_and_the_worst_code(
    golden: Path, tmp_path: Path
) -> None:
    broken = tmp_path / "broken.trf"
    broken.write_text("012 nothing\n")
    code, out, _ = run("pair", "--json", golden, broken, tmp_path / "missing.trf")
    first, second, third = (json.loads(line) for line in out.splitlines())
    assert first == {"file": str(golden), "pairs": GOLDEN.pairs, "error": None}
    assert second["pairs"] == []
    assert "no players" in second["error"]
    assert "No such file" in third["error"]
    assert code == 5
    assert run("pair", golden, broken)[0] == 3


def test_no_legal_pairing_is_no_answer(tmp_path: Path) -> None:
    settings = GeneratorSettings(players=2, rounds=3, late=0, half_byes=0, zero_byes=0)
    *_, last = states(settings, 1)
    path = tmp_path / "over.trf"
    path.write_text(trf_text(last, Header()))
    code, out, err = run("pair", path)
    assert (code, out) == (1, "")
    assert "no legal pairing" in err


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        ("142 5\n", "", "how many rounds"),
        ("142 5\n", "142 1\n", "all 1 rounds have been paired"),
        ("1.0    1 ", "2.0    1 ", "player 1 has 2.0 points"),
        ("w 1", "w x", "column 99"),
    ],
)
def test_bad_files_are_bad_requests(tmp_path: Path, old: str, new: str, text: str) -> None:
    row = "001    {}      {:33} 2000                             {}    {}  {}\n"
    games = [(1, "1.0", "   2 w 1"), (2, "0.0", "   1 b 0")]
    games += [(3, "1.0", "   4 w 1"), (4, "0.0", "   3 b 0")]
    rows = [row.format(n, f"P{n}", points, n, cell) for n, points, cell in games]
    good = "142 5\n152 W\n" + "".join(rows)
    path = tmp_path / "file.trf"
    path.write_text(good)
    assert run("pair", path)[0] == 0
    path.write_text(good.replace(old, new, 1))
    code, _, err = run("pair", path)
    assert code == 3
    assert text in err


GAME = "round 2: 3 P3 – 1 P1"


def unfinished(path: Path, letter: str, points: str, *records: str) -> Path:
    """P1 won in round 1; the game of P3 and P1 in round 2 is not finished."""
    row = "001    {0}      {1:33} 2000{2:28}{3:>4}    {0}  {4}  {5}\n"
    rows = [
        (1, points, "   2 w 1", f"   3 b {letter}"),
        (2, "1.0", "   1 b 0", "   4 w 1"),
        (3, "1.0", "   4 w 1", f"   1 w {letter}"),
        (4, "0.0", "   3 b 0", "   2 b 0"),
    ]
    text = "".join(row.format(n, f"P{n}", "", *rest) for n, *rest in rows)
    path.write_text("".join(f"{record}\n" for record in ("142 3", "152 W", *records)) + text)
    return path


@pytest.mark.parametrize("letter", ["?", " "])
@pytest.mark.parametrize("points", ["1.0", "1.5"])
@pytest.mark.parametrize("as_json", [True, False])
def test_an_unfinished_game_is_a_draw_for_pairing_and_named(
    tmp_path: Path, letter: str, points: str, as_json: bool
) -> None:
    path = unfinished(tmp_path / "open.trf", letter, points)
    drawn = unfinished(tmp_path / "drawn.trf", "=", "1.5")
    drawn.write_text(drawn.read_text().replace(" 1.0    3 ", " 1.5    3 "))
    options = ("--json",) if as_json else ()
    code, out, err = run("pair", path, *options)
    assert (code, out.replace("open.trf", "drawn.trf")) == (0, run("pair", drawn, *options)[1])
    assert err == f"{path}: {GAME} is not finished: it counts as a draw for pairing (C.04.2)\n"


@pytest.mark.parametrize("letter", ["?", " "])
@pytest.mark.parametrize("points", ["0.5", "2.0", "1.2"])
def test_totals_that_fit_no_reading_of_an_unfinished_game_are_refused_with_its_name(
    tmp_path: Path, letter: str, points: str
) -> None:
    path = unfinished(tmp_path / "open.trf", letter, points)
    code, out, err = run("pair", path)
    assert (code, out) == (3, "")
    assert f"player 1 has {points} points, the results add up to 1.0 without" in err
    assert err.count(GAME) == 3  # on its own, beside the refusal, and in it
    row = json.loads(run("pair", "--json", path)[1])
    assert GAME in row["error"]


@pytest.mark.parametrize("letter", ["?", " "])
@pytest.mark.parametrize("points", ["1.0", "1.5"])
def test_standings_with_an_unfinished_game_are_not_final_and_say_so(
    tmp_path: Path, letter: str, points: str
) -> None:
    path = unfinished(tmp_path / "open.trf", letter, points)
    for options in ((), ("--crosstable",), ("--explain", "1", "--tiebreaks", "BH")):
        code, out, err = run("standings", path, *options)
        head = out.splitlines()[0]
        assert (code, err) == (0, "")
        assert head.startswith("not final")
        assert head.endswith(GAME)
    code, out, err = run("standings", path, "--json")
    assert [json.loads(line)["rank"] for line in out.splitlines()]
    assert err.startswith("not final")
    assert GAME in err
    for options in ((), ("--json",)):
        _, out, err = run("standings", path, "--round", "1", *options)
        assert "not final" not in out + err


@pytest.mark.parametrize("letter", ["?", " "])
@pytest.mark.parametrize("points", ["1.0", "1.5"])
def test_a_check_and_a_conversion_keep_an_unfinished_game(
    tmp_path: Path, letter: str, points: str
) -> None:
    path = unfinished(tmp_path / "open.trf", letter, points)
    assert f"not final: {GAME} is not finished\n" in run("check", path)[1]
    for target in ("trf16", "trf26"):
        (one, *_), (same, *_) = (
            [line for line in text.splitlines() if line.startswith("001")]
            for text in (run("convert", path, "--to", target)[1], path.read_text())
        )
        assert one.rstrip() == same.rstrip()


def test_an_unknown_lot_is_white_and_said_so(tmp_path: Path) -> None:
    path = tmp_path / "first.trf"
    text = trf_text(next(iter(states(GeneratorSettings(players=4, late=0), 1))), Header())
    path.write_text("".join(x for x in text.splitlines(True) if not x.startswith("152")))
    code, out, err = run("pair", path)
    assert (code, out.splitlines()[1]) == (0, "1 3")
    assert "White is taken" in err
    assert run("pair", path, "--initial-colour", "black")[1].splitlines()[1] == "3 1"
    assert run("pair", path, "--initial-colour", "red")[0] == 3


@pytest.fixture
def played(tmp_path: Path) -> Path:
    *_, table = states(GeneratorSettings(players=12, rounds=5), 4)
    path = tmp_path / "played.trf"
    path.write_text(trf_text(table, Header()))
    return path


def test_standings_are_objects_in_rank_order(played: Path) -> None:
    code, out, _ = run("standings", played, "--tiebreaks", "BH/C1,BH,SB,DE", "--json")
    rows = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [row["rank"] for row in rows] == sorted(row["rank"] for row in rows)
    assert set(rows[0]) == {"rank", "player", "name", "points", "tiebreaks", "shared"}
    assert list(rows[0]["tiebreaks"]) == ["BH/C1", "BH", "SB", "DE"]
    keys = [
        (float(r["points"]), *(float(r["tiebreaks"][c]) for c in ("BH/C1", "BH", "SB")))
        for r in rows
    ]
    assert keys == sorted(keys, reverse=True)
    assert all("." in row["points"] for row in rows)


def test_standings_as_a_table_by_round_and_with_their_working(played: Path) -> None:
    code, out, _ = run("standings", played, "--tiebreaks", "BH", "--round", "1")
    assert code == 0
    assert len(out.splitlines()) == 13
    code, out, _ = run("standings", played, "--tiebreaks", "BH,SB", "--explain", "1")
    assert out.startswith("BH: ")
    assert " = " in out


@pytest.mark.parametrize(
    "options", [("--tiebreaks", "XX"), ("--edition", "1999"), ("--explain", "99")]
)
def test_bad_options_are_bad_requests(played: Path, options: tuple[str, str]) -> None:
    assert run("standings", played, "--tiebreaks", "BH", *options)[0] == 3
    assert run("standings")[0] == 3


def test_check_says_what_differs(played: Path, tmp_path: Path) -> None:
    code, out, _ = run("check", played)
    assert code == 0
    assert out.count("the same") == 5
    *_, table = states(GeneratorSettings(players=12, rounds=4), 2, quick_pairer(2))
    other = tmp_path / "other.trf"
    other.write_text(trf_text(table, Header()))
    code, out, _ = run("check", other, "--tiebreaks", "BH")
    assert code == 1
    assert "the engine pairs" in out


def test_generate_and_convert_give_files_that_read_back(tmp_path: Path) -> None:
    made = tmp_path / "made.trf"
    assert run("generate", "--players", "16", "--rounds", "4", "--seed", "9", "-o", made)[0] == 0
    table = trf_table(parse(made.read_text())).table
    assert (len(table.entrants), table.played) == (16, 4)
    code, out, _ = run("convert", made, "--to", "trf16")
    assert code == 0
    assert trf_table(parse(out)).table == table
    assert run("convert", made, "--to", "csv")[1].startswith("number,")
    assert run("convert", made, "--to", "xml")[0] == 3
    assert run("convert", made, "-o", tmp_path / "no" / "where.trf")[0] == 5


def test_a_second_opinion_is_asked_of_a_program_that_the_user_has(
    golden: Path, tmp_path: Path
) -> None:
    lines = [f"{white} {black}" for white, black in GOLDEN.pairs]
    swapped = [" ".join(reversed(lines[0].split())), *lines[1:]]
    program = tmp_path / "engine"
    script = "#!/bin/sh\ncat <<'END'\n{}\n{}\nEND\n"
    program.write_text(script.format(len(lines), "\n".join(lines)))
    program.chmod(0o755)
    code, out, err = run("pair", golden, "--reference", program)
    assert code == 0
    assert "engine pairs the same" in err
    program.write_text(script.format(len(lines), "\n".join(swapped)))
    _, same, err = run("pair", golden, "--reference", program)
    assert same == out
    assert "only ours" in err
    program.write_text("#!/bin/sh\nexit 1\n")
    assert run("pair", golden, "--reference", program)[0] == 2
    assert run("pair", golden, "--reference", tmp_path / "none")[0] == 3


def test_a_round_robin_is_paired_by_berger(tmp_path: Path) -> None:
    rows = [f"001 {n:>4}      {'P':33} 2000{'':28} 0.0 {n:>4}" for n in range(1, 7)]
    path = tmp_path / "berger.trf"
    path.write_text("\n".join(["142 5", "192 FIDE_ROUNDROBIN", "152 W", *rows]) + "\n")
    assert run("pair", path)[1] == "3\n1 6\n2 5\n3 4\n"


def test_the_crosstable_and_other_systems(played: Path, tmp_path: Path) -> None:
    code, out, _ = run("standings", played, "--crosstable")
    assert code == 0
    assert len(out.splitlines()) == 12
    other = tmp_path / "dubov.trf"
    other.write_text(
        played.read_text().replace("FIDE_DUTCH", "FIDE_DUBOV").replace("142 5", "142 9")
    )
    code, _, err = run("pair", other)
    assert code == 3
    assert "FIDE_DUBOV" in err


def test_an_old_tournament_is_counted_by_the_rules_of_its_day(played: Path) -> None:
    played.write_text("042 2025/11/01\n" + played.read_text())
    _, out, err = run("standings", played, "--tiebreaks", "BH", "--json")
    assert "rules of 2024" in err
    assert out == run("standings", played, "--tiebreaks", "BH", "--json", "--edition", 2024)[1]


def test_rating_changes_of_a_file_are_listed_in_the_order_of_numbers(tmp_path: Path) -> None:
    settings = GeneratorSettings(players=6, rounds=3, late=0, half_byes=0)
    *_, table = states(settings, 5, quick_pairer(5))
    path = tmp_path / "open.trf"
    path.write_text(trf_text(table, Header()))
    code, out, _ = run("ratings", path, "--json", "--rapid")
    rows = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [row["player"] for row in rows] == [1, 2, 3, 4, 5, 6]
    assert {row["k"] for row in rows} == {20}
    # With one K for all, what one gains another loses.
    assert sum(round(100 * float(row["change"])) for row in rows) == 0
    assert len(run("ratings", path)[1].splitlines()) == 7
