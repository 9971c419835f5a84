"""PURE. How long players think, and what the clock shows: from the record, else made up."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median_low

import chess

from boardlink.simulator.hands.luck import Luck
from facts.fact import Side
from facts.pgn import PgnGame, PgnMove

DEFAULT_BASE_S = 5400
DEFAULT_INCREMENT_S = 30
LONGEST_BASE_S = 9 * 3600
MOVES_AHEAD = 40
"""How many more moves a player plans time for."""


@dataclass(frozen=True, slots=True)
class Control:
    """The time that each side starts with, and what a move adds."""

    base_s: int = DEFAULT_BASE_S
    increment_s: int = DEFAULT_INCREMENT_S


@dataclass(frozen=True, slots=True)
class Spent:
    """One move's time.

    Attributes:
        spent_s: seconds from the other's press to one's own.
        shows_s: the presser's time after it by the record, None to let the clock tell.
    """

    spent_s: float
    shows_s: int | None


def first_side(game: PgnGame) -> Side:
    """Who moves first."""
    return Side.WHITE if chess.Board(game.start_fen).turn else Side.BLACK


def control_of(game: PgnGame) -> Control:
    """A game's time control: from its times, else from its tag, else 90 minutes + 30 s."""
    tagged = _tagged(game.tags.get("TimeControl", ""))
    increment = _increment(game.moves)
    if increment is None:
        increment = tagged.increment_s
    base = _base(game.moves, increment)
    return Control(tagged.base_s if base is None else base, increment)


def times(game: PgnGame, control: Control, luck: Luck) -> tuple[Spent, ...]:
    """Each move's time, in order.

    What the record does not say is made up: short in the opening, then a share of what is
    left, so that no player runs out of it.
    """
    left = [float(control.base_s), float(control.base_s)]
    made = []
    for ply, move in enumerate(game.moves):
        side = ply % 2
        spent = _recorded(move, left[side], control)
        if spent is None:
            spent = _made_up(ply // 2, left[side], control, luck)
        made.append(Spent(spent, move.clock_s))
        left[side] = max(left[side] - spent, 0.0) + control.increment_s
        if move.clock_s is not None:
            left[side] = float(move.clock_s)
    return tuple(made)


def without_times(game: PgnGame) -> PgnGame:
    """The same game as if nobody had noted the times."""
    moves = tuple(replace(move, clock_s=None, spent_s=None) for move in game.moves)
    return replace(game, moves=moves)


def _recorded(move: PgnMove, left: float, control: Control) -> float | None:
    if move.spent_s is not None:
        return float(move.spent_s)
    if move.clock_s is None:
        return None
    spent = left + control.increment_s - move.clock_s
    return spent if 0 <= spent <= left else None


def _made_up(number: int, left: float, control: Control, luck: Luck) -> float:
    """Thinking times lie near an exponential: many short ones and a few long."""
    share = left / MOVES_AHEAD + control.increment_s * 0.8
    if number < 8:
        share *= 0.2
    spent = -share * math.log(1.0 - luck.draw())
    return min(max(spent, 0.8), left * 0.3)


_SECONDS = re.compile(r"(?:\d+/)?(\d+)(?:\+(\d+))?")
_MINUTES = re.compile(r"(\d+)\s*(?:min|')", re.IGNORECASE)
_ADDED = re.compile(r"(?:\+\s*|increment of\s*)(\d+)\s*(?:s|''|\")", re.IGNORECASE)


def _tagged(text: str) -> Control:
    """PGN's ``5400+30``, or words such as ``90min + 30s/move``."""
    plain = _SECONDS.match(text.strip())
    minutes = _MINUTES.search(text)
    added = _ADDED.search(text)
    if minutes is not None:
        increment = int(added[1]) if added is not None else 0
        return _sane(int(minutes[1]) * 60, increment)
    if plain is not None:
        return _sane(int(plain[1]), int(plain[2] or 0))
    return Control()


def _sane(base_s: int, increment_s: int) -> Control:
    if not 0 < base_s <= LONGEST_BASE_S or increment_s > base_s:
        return Control()
    return Control(base_s, increment_s)


def _increment(moves: Sequence[PgnMove]) -> int | None:
    """What a move adds, seen from three moves or more that have both times noted."""
    seen = []
    for before, move in zip(moves, moves[2:], strict=False):
        if before.clock_s is None or move.clock_s is None or move.spent_s is None:
            continue
        seen.append(move.clock_s - before.clock_s + move.spent_s)
    if len(seen) < 3:
        return None
    return max(median_low(seen), 0)


def _base(moves: Sequence[PgnMove], increment_s: int) -> int | None:
    """What the clock showed before the first moves, None without a first time."""
    for move in moves[:2]:
        if move.clock_s is not None:
            base = move.clock_s + (move.spent_s or 0) - increment_s
            return min(max(base, 1), LONGEST_BASE_S)
    return None
