"""The golden states: what a reference engine paired, round by round."""

import json
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass

from tests.places import DATA

ARCHIVE = DATA / "trf" / "dutch-states.tgz"


@dataclass(frozen=True)
class GoldenRound:
    name: str
    text: str
    pairs: list[list[int]]


def golden_rounds() -> Iterator[GoldenRound]:
    with tarfile.open(ARCHIVE) as archive:
        files = {
            member.name: handle.read()
            for member in archive
            if (handle := archive.extractfile(member)) is not None
        }
    for name in sorted(files):
        answer = files.get(name.removesuffix(".trf") + ".drv.json")
        if name.endswith(".trf") and answer is not None:
            yield GoldenRound(name, files[name].decode(), json.loads(answer))
