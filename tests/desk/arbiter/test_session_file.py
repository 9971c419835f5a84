"""Sessions that outlive the program, and files that cannot be used."""

import os
import stat
import sys
from pathlib import Path

import pytest

from desk.arbiter.session_file import SessionFile
from desk.arbiter.sign_in import IDLE_LIFE, SignIn
from tests.desk.scene import FLOOR
from tests.fakes.virtual_clock import FixedClock


def signed_in(clock: FixedClock) -> SignIn:
    sign_in = SignIn()
    sign_in.give_link("link", FLOOR, clock.now())
    sign_in.use_link("link", "secret-session", clock.now())
    return sign_in


def test_whoever_is_signed_in_stays_so_over_a_restart_and_no_secret_is_on_disk(
    tmp_path: Path,
) -> None:
    clock, path = FixedClock(), tmp_path / "hall.sessions.json"
    SessionFile(path, signed_in(clock), clock).save()
    assert b"secret-session" not in path.read_bytes()
    if sys.platform != "win32":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    again = SignIn()
    SessionFile(path, again, clock).load()
    assert again.who("secret-session", clock.now()) == FLOOR
    assert again.who("other", clock.now()) is None


def test_a_session_that_ended_while_the_program_was_closed_stays_ended(tmp_path: Path) -> None:
    clock, path = FixedClock(), tmp_path / "hall.sessions.json"
    SessionFile(path, signed_in(clock), clock).save()
    clock.move(IDLE_LIFE.total_seconds() + 1)
    again = SignIn()
    SessionFile(path, again, clock).load()
    assert again.who("secret-session", clock.now()) is None


async def test_signing_out_is_kept_too(tmp_path: Path) -> None:
    clock, path = FixedClock(), tmp_path / "hall.sessions.json"
    sign_in = signed_in(clock)
    file = SessionFile(path, sign_in, clock)
    await file.keep(at_once=True)
    sign_in.end("secret-session")
    await file.keep()
    assert path.read_bytes() != b"[]"
    await file.keep(at_once=True)
    assert path.read_bytes() == b"[]"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[1]",
        b'[{"key":"a","actor":{"role":"arbiter","name":"X"},"begun":"x","used":"x"}]',
        b'[{"key":"a","actor":{"role":"arbiter","name":"X"},'
        b'"begun":"2026-01-10T12:00:00","used":"2026-01-10T12:00:00"}]',
    ],
)
def test_a_broken_file_only_means_to_sign_in_anew(tmp_path: Path, data: bytes) -> None:
    clock, path = FixedClock(), tmp_path / "hall.sessions.json"
    path.write_bytes(data)
    sign_in = SignIn()
    SessionFile(path, sign_in, clock).load()
    assert sign_in.kept(clock.now()) == ()


def test_a_folder_that_cannot_be_written_stops_nobody(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    clock = FixedClock()
    SessionFile(tmp_path / "none" / "s.json", signed_in(clock), clock).save()
    assert f"{os.sep}s.json cannot be written" in caplog.text
