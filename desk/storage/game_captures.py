"""A game's record on disk: which captures, of which board, from where to where.

A game is recorded by the board that was armed for it, and from an exchange on by the
other one. Each arming names the capture that was being written, and the byte where the
game begins in it; later captures of the same board go on with it.
"""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path

from boardlink.account import BY_ARBITER
from boardlink.captures.bus_line import split_line
from boardlink.captures.capture import Capture, LinkKind, decode_capture
from boardlink.errors import CaptureError
from facts.envelope import Entry, Role
from facts.fact import Fact, GameArmed, LineCorrected, MoveConfirmed, PositionAdopted
from facts.ids import GameId
from facts.log import LogReader

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Arming:
    """A board that was armed for the game, and when."""

    fact: GameArmed
    at: datetime


@dataclass(frozen=True, slots=True)
class CapturedGame:
    """What the log knows of a game's record so far.

    Attributes:
        armings: the first one, and one more for each exchange of the board; none where the
            game is to begin with what stands on the board now.
        said: the facts about its play, in order: what its boards have told, and what an
            arbiter has settled.
    """

    armings: tuple[Arming, ...] = ()
    said: tuple[Fact, ...] = ()


class GameCaptures:
    """The recordings of all games, read off the log as it grows."""

    def __init__(self, log: LogReader) -> None:
        """Nothing is read yet."""
        self._log = log
        self._seq = 0
        self._found: dict[GameId, CapturedGame] = {}

    def of(self, game: GameId) -> CapturedGame | None:
        """The recording of a game; None if no board was armed for it, or is to be anew."""
        for entry in self._log.read(self._seq):
            self._seq = entry.seq
            self._take(entry)
        found = self._found.get(game)
        return found if found is not None and found.armings else None

    def _take(self, entry: Entry) -> None:
        game: GameId | None = getattr(entry.fact, "game", None)
        if game is None:
            return
        known = self._found.get(game)
        if isinstance(entry.fact, GameArmed):
            arming = Arming(entry.fact, entry.at)
            before = known or CapturedGame()
            self._found[game] = replace(before, armings=(*before.armings, arming))
        elif isinstance(entry.fact, PositionAdopted):
            self._found[game] = CapturedGame()
        elif known is not None and (entry.draft.actor.role is Role.DEVICE or settles(entry.fact)):
            self._found[game] = replace(known, said=(*known.said, entry.fact))


def settles(fact: Fact) -> bool:
    """True for what an arbiter says of the line of a game that a board records."""
    match fact:
        case LineCorrected(source=source):
            return source == BY_ARBITER
        case MoveConfirmed(by=by):
            return by == BY_ARBITER
        case _:
            return False


class LineCaptures:
    """The captures of bus lines, each taken apart once for all the boards that are in it."""

    def __init__(self) -> None:
        """Nothing was read yet."""
        self._read: dict[Path, tuple[int, Mapping[str, Capture]]] = {}

    def board(self, path: Path, device: str) -> Capture | None:
        """A board's part of the file; None where it was not on that line."""
        try:
            size = path.stat().st_size
        except OSError:
            return None
        known = self._read.get(path)
        if known is None or known[0] != size:
            whole = _read(path)
            boards = () if whole is None else split_line(whole)
            known = self._read[path] = size, {board.header.device: board for board in boards}
        return known[1].get(device)


def read_captures(
    folder: Path, recording: CapturedGame, lines: LineCaptures | None = None
) -> list[Capture]:
    """The captures that hold a game, in order of time, each cut to what belongs to it.

    The first is whole, so that what stood on the board before the game began is known; the
    game begins in it at the first arming's offset. A file that cannot be read is left out
    and a warning says so.
    """
    files = _headers(folder)
    lines = lines or LineCaptures()
    found: list[Capture] = []
    ends = [*(arming.at for arming in recording.armings[1:]), None]
    for number, (arming, end) in enumerate(zip(recording.armings, ends, strict=True)):
        for path, head in files:
            first = path.name == arming.fact.capture
            on_line = head.header.link is LinkKind.BUS
            if head.header.device != arming.fact.device and not on_line:
                continue
            if not first and head.header.started < arming.at:
                continue
            if end is not None and head.header.started >= end:
                continue
            device = arming.fact.device
            capture = lines.board(path, device) if on_line else _read(path)
            if capture is not None:
                begin = arming.fact.offset if first and number > 0 else 0
                found.append(_cut(capture, begin, end))
    return found


def _headers(folder: Path) -> Sequence[tuple[Path, Capture]]:
    """Every capture file with its first line, the oldest first."""
    heads = []
    for path in folder.glob("*.cap"):
        try:
            with path.open("rb") as file:
                heads.append((path, decode_capture(file.readline(), path.name)))
        except (CaptureError, OSError) as error:
            logger.warning("%s is left out of the recovery: %s", path, error)
    return sorted(heads, key=lambda item: (item[1].header.started, item[0].name))


def _read(path: Path) -> Capture | None:
    try:
        return decode_capture(path.read_bytes(), path.name)
    except (CaptureError, OSError) as error:
        logger.warning("%s is left out of the recovery: %s", path, error)
        return None


def _cut(capture: Capture, begin: int, end: datetime | None) -> Capture:
    """The records from byte ``begin`` on that were made before ``end``."""
    if begin == 0 and end is None:
        return capture
    kept = [
        (record, offset)
        for record, offset in zip(capture.records, capture.offsets, strict=True)
        if offset >= begin
        and (end is None or capture.header.started + timedelta(seconds=record.t) < end)
    ]
    return replace(
        capture,
        records=tuple(record for record, _ in kept),
        offsets=tuple(offset for _, offset in kept),
    )
