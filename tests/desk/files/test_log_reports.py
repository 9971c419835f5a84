import json
from pathlib import Path

import pytest

from desk.host.clock import SystemClock
from desk.storage.sqlite_log import open_log
from facts import fact as f
from facts.envelope import Draft
from facts.ids import GameId
from facts.meeting import MeetingSettings
from facts.result import DRAWN, WHITE_WON, Score
from results.trf.read import parse
from results.trf.table import trf_table
from tests.desk.files.test_trf_files import run
from tests.fakes.tournament_log import ARBITER, TOURNAMENT, TournamentLog, swiss
from tests.fakes.virtual_clock import EPOCH
from tests.results.meetings.meeting_log import MeetingLog

pytestmark = pytest.mark.real_time


async def written(tmp_path: Path) -> Path:
    log = TournamentLog()
    log.open(4, swiss(5, ("BH", "SB")))
    first, second = log.publish(1, [(1, 3), (4, 2)])
    log.confirmed(first, WHITE_WON)
    log.shown(second, DRAWN)
    path = tmp_path / "hall.log"
    async with open_log(path, SystemClock()) as on_disk:
        await on_disk.append([entry.draft for entry in log.entries])
    return path


async def test_standings_of_a_log_count_official_results_alone(tmp_path: Path) -> None:
    path = await written(tmp_path)
    code, out, _ = run("standings", "--log", path, "--tournament", "open", "--json")
    rows = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [(row["player"], row["points"]) for row in rows] == [
        ("p1", "1.0"),
        ("p3", "0.0"),
        ("p2", "0.0"),
        ("p4", "0.0"),
    ]
    assert list(rows[0]["tiebreaks"]) == ["BH", "SB"]
    assert rows[2]["shared"]
    code, out, _ = run(
        "standings", "--log", path, "--tournament", "open", "--tiebreaks", "TPN", "--json"
    )
    assert [json.loads(line)["player"] for line in out.splitlines()] == ["p1", "p2", "p3", "p4"]


async def test_unknown_tournaments_stages_and_logs_are_said_to_be_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = await written(tmp_path)
    assert run("standings", "--log", path, "--tournament", "other")[0] == 3
    assert "the log has open" in capsys.readouterr().err
    assert run("standings", "--log", path, "--tournament", "open", "--stage", "x")[0] == 3
    assert run("standings", "--log", tmp_path / "none.log", "--tournament", "open")[0] == 5


async def test_a_tournament_of_a_log_is_written_as_a_report_file(tmp_path: Path) -> None:
    path = await written(tmp_path)
    out = tmp_path / "open.trf"
    assert run("convert", "--log", path, "--tournament", "open", "-o", out)[0] == 0
    table = trf_table(parse(out.read_text())).table
    assert (len(table.entrants), table.played) == (4, 1)
    assert run("convert", "--log", path, "--tournament", "open", "--to", "csv")[0] == 3
    assert run("convert")[0] == 3


async def test_a_report_for_rating_has_the_results_that_are_rated(tmp_path: Path) -> None:
    path = await written(tmp_path)
    async with open_log(path, SystemClock()) as on_disk:
        rated = f.RatingResultSet(GameId("open.main.1.1.1"), DRAWN, "a sanction")
        await on_disk.append([Draft(rated, EPOCH, ARBITER, TOURNAMENT)])
    scores = []
    for extra in ((), ("--for-rating",)):
        out = tmp_path / "open.trf"
        assert run("convert", "--log", path, "--tournament", "open", "-o", out, *extra)[0] == 0
        read = trf_table(parse(out.read_text()))
        assert read.mismatches == ()
        scores.append(read.table.entrants[0].entry(1).score)
    assert scores == [Score.WIN, Score.DRAW]
    assert run("convert", "any.trf", "--for-rating")[0] == 3


async def test_rating_changes_of_a_log_count_what_is_rated(
    tmp_path: Path,
) -> None:
    path = await written(tmp_path)
    code, out, said = run("ratings", "--log", path, "--tournament", "open", "--json")
    rows = {row["player"]: row for row in map(json.loads, out.splitlines())}
    assert code == 0
    assert "K is taken from the rating" in said
    assert (rows[1]["games"], rows[1]["score"], rows[1]["performance"]) == (1, "1.0", 3297)
    assert (rows[1]["k"], rows[1]["expected"], rows[1]["change"]) == (10, "0.50", "5.00")
    assert rows[3]["change"] == "-5.00"
    assert rows[2]["games"] == 0
    async with open_log(path, SystemClock()) as on_disk:
        rated = f.RatingResultSet(GameId("open.main.1.1.1"), DRAWN, "a sanction")
        await on_disk.append([Draft(rated, EPOCH, ARBITER, TOURNAMENT)])
    code, out, said = run("ratings", "--log", path, "--tournament", "open", "--rapid")
    assert said == ""
    first = out.splitlines()[1].split()
    assert first[-5:] == ["0.5", "0.50", "20", "0.00", "2497"]


def test_ratings_need_a_file_or_a_log() -> None:
    assert run("ratings")[0] == 3


async def test_ratings_of_matches_of_several_games_are_not_made_up(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = MeetingLog(MeetingSettings(games=2))
    log.play(WHITE_WON, DRAWN)
    path = tmp_path / "hall.log"
    async with open_log(path, SystemClock()) as on_disk:
        await on_disk.append([entry.draft for entry in log.entries])
    code, out, _ = run("ratings", "--log", path, "--tournament", "open")
    assert (code, out) == (3, "")
    assert "matches of several games" in capsys.readouterr().err
