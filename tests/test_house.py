"""The house keeps its own rules where no linter can see them."""

import ast
import configparser
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
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


def test_the_modules_that_call_themselves_pure_are_the_ones_held_to_it() -> None:
    config = configparser.ConfigParser()
    config.read(ROOT / ".importlinter", encoding="utf-8")
    held = set(config["importlinter:contract:pure"]["source_modules"].split())
    called = {name for name, line in modules().items() if line.startswith("PURE.")}
    assert called == held


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
