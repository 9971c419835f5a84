"""The house keeps its own rules where no linter can see them."""

import ast
import configparser
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.places import ROOT

PACKAGES = ("facts", "boardlink", "broadcast", "results", "desk", "pages")


def modules() -> dict[str, str]:
    """Every module of ours and the first line of its docstring."""
    found = {}
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
            found[name] = (docstring or "").split("\n")[0]
    return found


def test_every_module_says_what_it_is_for() -> None:
    assert [name for name, line in modules().items() if not line] == []


def rooms() -> list[Path]:
    """Every package of ours and every room in it, however deep."""
    found = [path.parent for top in PACKAGES for path in (ROOT / top).rglob("__init__.py")]
    return [room for room in found if len(list(room.glob("*.py"))) > 1 or room.parent == ROOT]


def test_the_modules_that_call_themselves_pure_are_the_ones_held_to_it() -> None:
    config = configparser.ConfigParser()
    config.read(ROOT / ".importlinter", encoding="utf-8")
    places = config["importlinter:contract:pure"]["source_modules"].split()
    held = {
        name
        for name in modules()
        if any(name == place or name.startswith(f"{place}.") for place in places)
    }
    called = {name for name, line in modules().items() if line.startswith("PURE.")}
    rooms_within = {name for name in held if (ROOT / name.replace(".", "/")).is_dir()}
    assert called - held == set(), "list them under contract:pure in .importlinter"
    assert held - called - rooms_within == set(), "begin their docstrings with PURE."


@pytest.mark.parametrize("package", [*PACKAGES[1:], "boardlink/sensing", "boardlink/simulator"])
def test_a_package_s_top_shows_its_rooms_and_a_handful_of_doors(package: str) -> None:
    entries = [path for path in (ROOT / package).iterdir() if path.name != "__pycache__"]
    doors = [path.name for path in entries if path.suffix == ".py" and path.stem[:2] != "__"]
    assert len(entries) <= 16, "a new room inside a room, or a module into the room it serves"
    assert len(doors) <= 8


def test_tests_mirror_the_rooms_of_what_they_test() -> None:
    beside = {"desk/tournaments"}  # whole tournaments, which no one room plays
    astray = []
    for package in PACKAGES:
        for path in (ROOT / "tests" / package).rglob("__init__.py"):
            room = path.parent.relative_to(ROOT / "tests")
            if not (ROOT / room).is_dir() and str(room) not in beside:
                astray.append(str(room))
    assert astray == [], "a test belongs in the folder that is called as the room it tests"


def test_every_room_says_what_belongs_there_and_what_it_may_import() -> None:
    silent = []
    for room in rooms():
        text = (
            ast.get_docstring(ast.parse((room / "__init__.py").read_text(encoding="utf-8"))) or ""
        )
        says = "mport" in text and "\n" in text
        if not says and room.name not in ("facts", "games", "cli"):
            silent.append(str(room.relative_to(ROOT)))
    assert silent == []


def test_no_module_is_a_drawer_for_odds_and_ends() -> None:
    banned = {"utils", "util", "common", "helpers", "helper", "base", "manager", "misc"}
    assert [name for name in modules() if banned & set(name.split("."))] == []


@pytest.mark.parametrize("lock", ["dev.lock", "run.lock"])
def test_pinned_requirements_carry_hashes_and_no_addresses(lock: str) -> None:
    text = (ROOT / "requirements" / lock).read_text(encoding="utf-8")
    assert "://" not in text
    pins = re.findall(r"^[a-z0-9][^\n]*==[^\n]*", text, re.MULTILINE)
    assert pins
    assert text.count("--hash=sha256:") >= len(pins)


@pytest.mark.real_time
def test_help_is_quick_because_slow_packages_wait_until_they_are_needed() -> None:
    script = (
        "import sys; from desk.cli import app; from typer.main import get_command; "
        "get_command(app); "
        "slow = {'aiohttp', 'apsw', 'chess', 'gacrux', 'serialx', 'websockets', 'jinja2', "
        "'usb', 'bleak'}; "
        "print(sorted(slow & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stdout.strip() == "[]"
