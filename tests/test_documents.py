"""What the project writes of itself is there: pages, sections, files and names."""

import importlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.places import DOCS, ROOT

PACKAGES = ("facts", "boardlink", "broadcast", "results", "desk", "pages")
OTHER_FOLDERS = ("docs", "tests", "bench", "configs", "tools", "requirements")
WRITTEN = {".py", ".md", ".toml", ".js", ".css", ".html", ".ts", ".cfg", ".ini"}
SOURCE = (".py", ".js", ".ts", ".css", ".html", ".md", ".svg")
PAGES = [
    *sorted(DOCS.rglob("*.md")),
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "tests/README.md")),
]
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
SECTION = re.compile(r"\((docs/[\w./-]+\.md|README\.md), ([A-Z][^().;:]*?)\)")


def not_ours(path: Path) -> bool:
    """Hidden, or somebody else's and kept as it came."""
    parts = path.relative_to(ROOT).parts
    return any(part.startswith(".") or part in {"vendor", "node_modules"} for part in parts)


@cache
def files() -> tuple[Path, ...]:
    """The project's own files, in the order of their names."""
    folders = [ROOT / name for name in (*PACKAGES, *OTHER_FOLDERS)]
    found = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    found += [path for path in ROOT.iterdir() if path.is_file()]
    return tuple(sorted(path for path in found if not not_ours(path) and "pyc" not in path.suffix))


def written() -> Iterator[tuple[str, str]]:
    """Each file that somebody wrote, by its path, and its text; this one is left out."""
    for path in files():
        if path.suffix in WRITTEN and path != Path(__file__):
            yield str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")


def prose() -> Iterator[tuple[str, str]]:
    """The pages, and every module of ours: whatever speaks of files by their paths."""
    for path in PAGES:
        yield str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")
    for name, text in written():
        if name.endswith(".py") and name.split("/")[0] in PACKAGES:
            yield name, text


def quoted(text: str) -> set[str]:
    """What stands between backquotes, single or double, on one line."""
    return set(re.findall(r"`([^`\s]+)`", text))


def slug(heading: str) -> str:
    """The address of a heading within its page, as GitHub makes it."""
    kept = re.sub(r"[^\w\- ]", "", heading.strip().lower().replace("`", ""))
    return kept.replace(" ", "-")


def headings(page: Path) -> list[str]:
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    return re.findall(r"^#+ (.+)$", text, re.MULTILINE)


def is_there(path: str) -> bool:
    """A path from the top, or the end of one: ``lines/beam.py`` is enough where it is plain."""
    if path.split("/")[0] in (*PACKAGES, *OTHER_FOLDERS):
        return bool(list(ROOT.glob(path)) or list(ROOT.glob(f"{path}.py")))
    return any(f"/{file.relative_to(ROOT)}".endswith(f"/{path}") for file in files())


def speaks_of_a_path(word: str) -> bool:
    if not re.fullmatch(r"[\w*-][\w*.-]*(/[\w*.-]+)*/?", word):
        return False
    from_the_top = "/" in word and word.split("/")[0] in (*PACKAGES, *OTHER_FOLDERS)
    return from_the_top or (word.endswith(SOURCE) and not word.startswith("."))


def resolves(name: str) -> bool:
    """True where a dotted name is a module of ours, or something in one."""
    parts = name.split(".")
    for split in range(len(parts), 0, -1):
        try:
            found: object = importlib.import_module(".".join(parts[:split]))
        except ModuleNotFoundError:
            continue
        for part in parts[split:]:
            fields = getattr(found, "__annotations__", {})
            if not hasattr(found, part) and part not in fields:
                return False
            found = getattr(found, part, None)
        return True
    return False


def test_no_file_leans_on_a_book_that_is_not_here() -> None:
    book = re.compile(r"(?<!FIDE )handbook(?!\.fide\.com)", re.IGNORECASE)
    section = re.compile(r"(?<!RFC \d{4} )§")
    leaning = [
        f"{name}: {line.strip()}"
        for name, text in written()
        for line in text.splitlines()
        if book.search(line) or section.search(line)
    ]
    assert leaning == []


def test_every_page_that_is_named_anywhere_is_there() -> None:
    named = {
        (name, page)
        for name, text in written()
        for page in re.findall(r"(?<![\w/])docs/[\w./-]+\.(?:md|svg|png)", text)
    }
    assert sorted(f"{name}: {page}" for name, page in named if not (ROOT / page).is_file()) == []


def test_every_section_that_is_named_with_its_page_is_there() -> None:
    missing = []
    for name, text in written():
        for page, section in SECTION.findall(re.sub(r"\s+", " ", text)):
            known = " / ".join(headings(ROOT / page)).lower()
            if section.lower() not in known:
                missing.append(f"{name}: {page}, {section}")
    assert missing == []


def test_every_path_in_backquotes_is_there() -> None:
    assert [
        f"{name}: {word}"
        for name, text in prose()
        for word in sorted(quoted(text))
        if speaks_of_a_path(word) and not is_there(word)
    ] == []


def test_every_module_that_a_page_names_is_there_in_pictures_too() -> None:
    named = re.compile(r"(?<![\w/.{}])[\w*][\w*/.-]*\.py\b")
    assert [
        f"{page.name}: {word}"
        for page in PAGES
        for word in sorted(set(named.findall(page.read_text(encoding="utf-8"))))
        if not is_there(word)
    ] == []


def test_every_dotted_name_in_backquotes_is_in_the_code() -> None:
    dotted = re.compile(rf"(?:{'|'.join(PACKAGES)})(?:\.\w+)+")
    assert [
        f"{name}: {word}"
        for name, text in prose()
        for word in sorted(quoted(text))
        if dotted.fullmatch(word) and not word.endswith(SOURCE) and not resolves(word)
    ] == []


def test_every_class_that_the_contributors_pages_name_is_in_the_code() -> None:
    modules = [text for name, text in written() if name.endswith(".py") and "/" in name]
    known = set(re.findall(r"\b[A-Z]\w+", "\n".join(modules)))
    camel = re.compile(r"(?:[A-Z][a-z0-9]+){2,}")
    pages = [DOCS / "words.md", DOCS / "flow.md", DOCS / "rooms.md", *(DOCS / "how-to").glob("*")]
    assert [
        f"{page.name}: {word}"
        for page in pages
        for word in sorted(set(camel.findall(" ".join(quoted(page.read_text(encoding="utf-8"))))))
        if word not in known
    ] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    dead = []
    for link in LINK.findall(page.read_text(encoding="utf-8")):
        if "://" in link:
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists() or (anchor and anchor not in map(slug, headings(target))):
            dead.append(link)
    assert dead == []


def test_every_step_of_the_walk_names_what_does_it() -> None:
    walk = (DOCS / "flow.md").read_text(encoding="utf-8").split("## ")[1]
    steps = re.split(r"^\d+\. ", walk, flags=re.MULTILINE)[1:]
    named = [[word for word in quoted(step) if word.count(".") > 1] for step in steps]
    assert len(steps) >= 12
    assert [
        step.split("\n")[0] for step, words in zip(steps, named, strict=True) if not words
    ] == []


def test_the_index_leads_to_every_page() -> None:
    index = DOCS / "index.md"
    links = LINK.findall(index.read_text(encoding="utf-8"))
    led_to = {(DOCS / link.partition("#")[0]).resolve() for link in links}
    assert [str(page) for page in PAGES if page != index and page not in led_to] == []
