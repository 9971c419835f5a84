"""Files of others are what was published, and say whose they are."""

import hashlib
import json
from pathlib import Path

import pytest

import pages

ROOT = Path(pages.__file__).parents[1]
VENDOR = ROOT / "pages" / "vendor"
OURS = {"SHA256SUMS", "README.md"}


@pytest.mark.parametrize("folder", sorted(VENDOR.iterdir()), ids=lambda folder: folder.name)
def test_what_is_vendored_is_what_was_published(folder: Path) -> None:
    sums = (folder / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    listed = {name: digest for digest, name in (line.split("  ") for line in sums)}
    there = {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and path.name not in OURS
    }
    assert set(listed) == there
    for name, digest in listed.items():
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest, name


@pytest.mark.parametrize("folder", sorted(VENDOR.iterdir()), ids=lambda folder: folder.name)
def test_each_folder_holds_a_licence_and_names_its_package(folder: Path) -> None:
    assert (folder / "LICENSE").is_file()
    assert "npm `" in (folder / "README.md").read_text(encoding="utf-8")


def test_pinned_packages_carry_sums_and_no_addresses() -> None:
    lock = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))
    pinned = {name: found for name, found in lock["packages"].items() if name}
    assert pinned
    assert [name for name, found in pinned.items() if "integrity" not in found] == []
    assert [name for name, found in pinned.items() if "resolved" in found] == []
