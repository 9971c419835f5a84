"""A board for tests: squares change, levers are pressed, time passes; facts come out."""

from collections.abc import Sequence
from datetime import UTC, datetime

import chess

from boardlink.readings import (
    ClockRead,
    ClockSide,
    Man,
    Placement,
    PlacementRead,
    Reading,
    Square,
    SquareRead,
    TimePassed,
)
from boardlink.sensing.tracker import (
    GameSetup,
    Tracker,
    TrackerSettings,
    Verdict,
    begin,
    finish,
    step,
    verdict,
    wake_at,
)
from facts.fact import Fact, LineCorrected, MovePlayed, Side
from facts.ids import GameId

GAME = GameId("open.main.1.1.1")
EPOCH = datetime(2026, 1, 10, 15, 0, tzinfo=UTC)


def placement_of(fen: str) -> Placement:
    """The first field of a FEN, which need not be a position, as a placement."""
    rows = fen.split()[0].split("/")
    men = "".join("".join("." * int(c) if c.isdigit() else c for c in row) for row in rows[::-1])
    return Placement(men)


class Board:
    """One board and its tracker, from a position on."""

    def __init__(
        self,
        fen: str = chess.STARTING_FEN,
        *,
        seen: str | None = None,
        chess960: bool = False,
        left: Side | None = None,
        settings: TrackerSettings | None = None,
    ) -> None:
        setup = GameSetup(GAME, EPOCH, fen, chess960, left)
        self.tracker: Tracker = begin(setup, settings)
        self.facts: list[tuple[float, Fact]] = []
        self.t = -1.0
        self.turn = ClockSide.LEFT if fen.split()[1:2] != ["b"] else ClockSide.RIGHT
        self.read(PlacementRead(placement_of(seen or fen)), -1.0)

    def read(self, reading: Reading, t: float) -> None:
        """One reading at ``t``; the tracker is woken before it whenever it wants to be."""
        self.wait_until(t)
        self.tracker, said = step(self.tracker, reading, t)
        self.facts += [(t, observed.fact) for observed in said]
        self.t = t

    def wait_until(self, t: float) -> None:
        """Let time pass."""
        while (wake := wake_at(self.tracker)) is not None and wake < t:
            self.tracker, said = step(self.tracker, TimePassed(), wake)
            self.facts += [(wake, observed.fact) for observed in said]
        self.t = t

    def play(self, events: str) -> "Board":
        """Square changes as ``ms:squareX`` (``-`` = empty), in milliseconds."""
        for event in events.split():
            ms, change = event.split(":")
            man = Man(change[2:].replace("-", "."))
            self.read(SquareRead(Square(chess.parse_square(change[:2])), man), int(ms) / 1000)
        return self

    def clock(self, *, white_presses: bool | None = None, t: float, running: bool = True) -> None:
        """A reading of a clock with White on the left, after a press or without one."""
        if white_presses is not None:
            self.turn = ClockSide.RIGHT if white_presses else ClockSide.LEFT
        self.read(ClockRead(600, 600, self.turn, running), t)

    def end(self, rest: float = 8.0) -> Verdict:
        """The record ends after ``rest`` seconds of nothing."""
        end = self.t + rest
        self.wait_until(end)
        self.tracker, said = finish(self.tracker, end)
        self.facts += [(end, observed.fact) for observed in said]
        return verdict(self.tracker)

    def said(self, kind: type) -> list[Fact]:
        """Every fact of a kind so far."""
        return [fact for _, fact in self.facts if isinstance(fact, kind)]

    def ever_shown(self) -> set[str]:
        """Every move that was ever part of the line shown."""
        moves = {fact.move.uci for _, fact in self.facts if isinstance(fact, MovePlayed)}
        for _, fact in self.facts:
            if isinstance(fact, LineCorrected):
                moves |= {move.uci for move in fact.moves}
        return moves


def fold(facts: Sequence[tuple[float, Fact]]) -> list[str]:
    """The line that a reader of the facts has."""
    line: list[str] = []
    for _, fact in facts:
        if isinstance(fact, MovePlayed):
            assert fact.ply == len(line) + 1, "moves come one after another"
            line.append(fact.move.uci)
        elif isinstance(fact, LineCorrected):
            line = line[: fact.from_ply - 1] + [move.uci for move in fact.moves]
    return line
