"""The picture of the rooms is true to the import contracts and to the code."""

import ast
import configparser
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.places import DOCS, ROOT

PAGE = DOCS / "rooms.md"
CONTAINERS = ("boardlink", "broadcast", "results", "desk")
PACKAGES = ("facts", "pages", *CONTAINERS)
NODE = re.compile(r"^\s*(\w+)(?:\[/|\[\(|\(\[|\[)", re.MULTILINE)
ARROW = re.compile(r"^\s*(\w+) (==>|-\.->)(?:\|[^|]+\|)? (\w+)$", re.MULTILINE)


def contract(name: str) -> list[list[str]]:
    """The layers of a contract, the uppermost first."""
    config = configparser.ConfigParser()
    config.read(ROOT / ".importlinter", encoding="utf-8")
    lines = config[f"importlinter:contract:{name}"]["layers"].split("\n")
    return [[part.strip() for part in line.split("|")] for line in lines if line.strip()]


def picture() -> str:
    return PAGE.read_text(encoding="utf-8").split("```mermaid")[1].split("```")[0]


def nodes() -> set[str]:
    return set(NODE.findall(picture()))


def arrows(kind: str) -> list[tuple[str, str]]:
    return [(one, other) for one, drawn, other in ARROW.findall(picture()) if drawn == kind]


def is_room(package: str, name: str) -> bool:
    return (ROOT / package / name / "__init__.py").is_file()


def place_of(node: str) -> tuple[str, str]:
    """A node's package, and its room or door: ``desk_hall`` is ``hall`` of ``desk``."""
    package, _, name = node.partition("_")
    return package, name


def height(layers: list[list[str]], name: str) -> int:
    return next(at for at, layer in enumerate(layers) if name in layer)


@cache
def imported(package: str, name: str) -> frozenset[str]:
    """What the modules of a room or a door import of ours, down to the room."""
    folder = ROOT / package / name
    files = list(folder.rglob("*.py")) if folder.is_dir() else [folder.with_suffix(".py")]
    return frozenset(place for file in files for place in _imports(file))


def _imports(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.ImportFrom) or node.module is None:
            continue
        for name in node.names:
            parts = f"{node.module}.{name.name}".split(".")
            if parts[0] in PACKAGES:
                yield parts[0] if parts[0] in ("facts", "pages") else "_".join(parts[:2])


def test_every_room_is_in_the_picture() -> None:
    expected = {
        f"{package}_{name}"
        for package in CONTAINERS
        for layer in contract(package)
        for name in layer
        if is_room(package, name)
    }
    folders = [path for path in (ROOT / "pages").iterdir() if path.is_dir()]
    expected |= {f"pages_{path.name}" for path in folders if path.name != "__pycache__"}
    assert expected - nodes() == set()


def test_nothing_is_in_the_picture_that_is_not_in_the_code() -> None:
    drawn = [node for node in nodes() if place_of(node)[0] in PACKAGES and "_" in node]
    gone = []
    for node in drawn:
        path = ROOT / "/".join(place_of(node))
        if not path.is_dir() and not path.with_suffix(".py").is_file():
            gone.append(node)
    assert gone == []


def test_every_line_of_the_picture_is_understood() -> None:
    kinds = (r"flowchart TB", r"subgraph \w+", r"end", r"\w+[\[(].*[\])]", ARROW.pattern)
    lines = [line.strip() for line in picture().splitlines() if line.strip()]
    assert [line for line in lines if not any(re.fullmatch(k, line) for k in kinds)] == []


def test_arrows_join_what_is_drawn() -> None:
    ends = {end for kind in ("==>", "-.->") for arrow in arrows(kind) for end in arrow}
    assert ends - nodes() == set()
    assert nodes() - ends == set()


@pytest.mark.parametrize("arrow", arrows("-.->"), ids=" imports ".join)
def test_an_arrow_that_says_imports_does_and_may(arrow: tuple[str, str]) -> None:
    upper, lower = arrow
    (package, name), (other, below) = place_of(upper), place_of(lower)
    assert lower in imported(package, name)
    layers = contract(package if package == other else "table")
    one, two = (name, below) if package == other else (package, other)
    assert height(layers, one) < height(layers, two)


@pytest.mark.parametrize("arrow", arrows("==>"), ids=" to ".join)
def test_data_flows_between_rooms_of_which_one_may_know_the_other(arrow: tuple[str, str]) -> None:
    """Where a third hands it over, that third must be above both; neighbours have one."""
    (package, name), (other, below) = (place_of(end) for end in arrow)
    if package != other or package not in CONTAINERS:
        return
    layers = contract(package)
    one, two = height(layers, name), height(layers, below)
    handed_over = any(
        {f"{package}_{name}", f"{package}_{below}"} <= imported(package, upper)
        for layer in layers[: min(one, two)]
        for upper in layer
    )
    knows = arrow[1] in imported(package, name) or arrow[0] in imported(package, below)
    assert knows or handed_over


@pytest.mark.parametrize("package", ["packages", *CONTAINERS])
def test_the_table_of_layers_is_that_of_the_contracts(package: str) -> None:
    rows = [
        [re.sub(r"[*\\]", "", cell).strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        for line in PAGE.read_text(encoding="utf-8").splitlines()
        if line.startswith("| ")
    ]
    column = rows[0].index(package)
    told = [re.findall(r"\w+", row[column]) for row in rows[1:] if row[column]]
    assert told == contract("table" if package == "packages" else package)
