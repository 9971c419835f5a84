"""The commands as people type them, beside virtual boards in another process."""

import asyncio
import json
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from boardlink.replaying.replay import replay_capture
from desk.cli import main
from tests.fakes.board_hall import captures_of

TOPBOARDS = (sys.executable, "-m", "desk", "boards")


@asynccontextmanager
async def virtual_boards(count: int) -> AsyncIterator[list[str]]:
    """The ports of virtual boards that stand at the start position."""
    process = await asyncio.create_subprocess_exec(
        *TOPBOARDS, "simulate", "--tcp", "--json", "--boards", str(count), "--wait", "600",
        stdout=PIPE, stderr=PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    try:
        async with asyncio.timeout(30):
            yield [json.loads(await process.stdout.readline())["port"] for _ in range(count)]
    finally:
        process.terminate()
        await process.communicate()


async def run(*arguments: str) -> tuple[int | None, str, str]:
    """Exit code, output and talk of a command."""
    process = await asyncio.create_subprocess_exec(*TOPBOARDS, *arguments, stdout=PIPE, stderr=PIPE)
    out, said = await process.communicate()
    return process.returncode, out.decode(), said.decode()


@pytest.mark.real_time
async def test_boards_are_watched_and_recorded_and_the_recording_replays(tmp_path: Path) -> None:
    async with virtual_boards(2) as (one, other), asyncio.TaskGroup() as group:
        watching = group.create_task(run("watch", one, "--json", "--for", "1.5"))
        recording = group.create_task(run("capture", other, "--out", str(tmp_path), "--for", "1.5"))
        code, out, _ = await watching
        (row,) = json.loads(out.splitlines()[-1])["boards"]
        assert (code, row["device"], row["state"]) == (0, "10001", "online")
        assert row["placement"] == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
        code, out, _ = await recording
        assert code == 0
        assert "10002 online" in out
    (capture,) = captures_of(tmp_path, "10002")
    (game,) = replay_capture(capture, "x.cap")
    assert game.verdict.moves == ()


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("watch", "no-such-hall.toml"), 5, "expected a TOML file"),
        (("bind", "--numbers", "x"), 3, "a range such as 1-8"),
        (("bind", "--write"), 3, "needs the hall's file"),
        (("capture", "/dev/none"), 3, "--out"),
        (("doctor", "no-such-hall.toml"), 5, "expected a TOML file"),
    ],
)
def test_wrong_words_are_answered_with_what_to_do(
    arguments: tuple[str, ...],
    code: int,
    words: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "argv", ["topboards", "boards", *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == code
    said = capsys.readouterr().err
    assert words in said
    assert "Traceback" not in said
