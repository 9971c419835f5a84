"""Halls that earlier versions recorded still open, and still say what they said then."""

import gzip
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from desk.cli import app
from tests.places import DATA

HALLS = sorted(path.parent for path in (DATA / "halls").glob("*/hall.sqlite.gz"))


@pytest.fixture(params=HALLS, ids=lambda folder: folder.name)
def recorded(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, Path]:
    """What was recorded then, and a folder with the log and the captures unpacked."""
    folder: Path = request.param
    (tmp_path / "hall.log").write_bytes(gzip.decompress((folder / "hall.sqlite.gz").read_bytes()))
    for capture in (folder / "captures").glob("*.cap.gz"):
        (tmp_path / capture.stem).write_bytes(gzip.decompress(capture.read_bytes()))
    return folder, tmp_path


def printed(*arguments: str) -> str:
    done = CliRunner().invoke(app, arguments)
    assert done.exit_code == 0, done.output
    return done.stdout


def test_the_log_gives_the_same_standings_and_the_same_report(
    recorded: tuple[Path, Path],
) -> None:
    folder, unpacked = recorded
    log = ("--log", str(unpacked / "hall.log"), "--tournament", "open")
    standings = printed("results", "standings", *log, "--json")
    assert standings == (folder / "standings.jsonl").read_text(encoding="utf-8")
    report = printed("results", "convert", *log, "--to", "trf26")
    assert report == (folder / "report.trf").read_text(encoding="utf-8")


def test_the_captures_give_the_same_games(recorded: tuple[Path, Path]) -> None:
    folder, unpacked = recorded
    captures = sorted(str(path) for path in unpacked.glob("*.cap"))
    told = [
        json.loads(line) for line in printed("boards", "replay", *captures, "--json").splitlines()
    ]
    for game in told:
        game["file"] = Path(game["file"]).name
    then = (folder / "replay.jsonl").read_text(encoding="utf-8").splitlines()
    assert told == [json.loads(line) for line in then]
