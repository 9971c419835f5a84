"""docs/dgt-wire.md tells the wire as the parsers read it, and docs/flow.md begins on it."""

import re

import chess

from boardlink.protocols.dgt import DgtParser
from boardlink.protocols.dgt_bus import BusCode, BusReplyId
from boardlink.protocols.dgt_commands import FORBIDDEN
from boardlink.protocols.dgt_frames import MessageId
from boardlink.protocols.dgt_memory import Tag
from boardlink.protocols.dgt_readings import Sensors, read_frame
from boardlink.readings import Man, Square, SquareRead
from tests.places import DOCS

PAGE = (DOCS / "dgt-wire.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    return PAGE.split(f"## {title}\n")[1].split("\n## ")[0]


def column(text: str, at: int) -> set[int]:
    """The bytes that stand in one column of a section's table."""
    cells = [line.split("|")[at + 1] for line in text.splitlines() if line.startswith("| `")]
    return {int(byte, 16) for cell in cells for byte in re.findall(r"`([0-9a-f]{2})`", cell)}


def test_the_page_has_every_frame_that_the_parser_knows() -> None:
    assert column(section("Frames"), 0) == set(MessageId)


def test_the_page_names_every_command_that_is_never_sent() -> None:
    told = section("Frames")
    assert [command for command in FORBIDDEN if f"`{command:02x}`" not in told] == []


def test_the_page_has_the_tags_of_the_memory() -> None:
    assert set(Tag) <= column(section("The board's memory"), 0)


def test_the_page_has_bus_commands_and_answers_of_the_parser_alone() -> None:
    told = section("Many boards on one line")
    assert column(told, 0) <= set(BusCode)
    assert column(told, 1) <= set(BusReplyId)


def test_the_walk_begins_with_bytes_that_say_what_it_says() -> None:
    walk = (DOCS / "flow.md").read_text(encoding="utf-8")
    sent = re.search(r"sends `((?:[0-9a-f]{2} ?)+)`", walk)
    assert sent is not None
    (frame,) = DgtParser().feed(bytes.fromhex(sent[1]))
    king = SquareRead(Square(chess.E4), Man("K"))
    assert read_frame(Sensors(), frame).readings == (king,)
