"""PURE. Which board is which, as people show it: the white king on e4, one board after another.

A board counts when its only white king stands on e4 and rests there, and did not when it was
looked at before: so a king that was left there says nothing. A board that lies the other way
round calls the same square d5; either will do, since a king stands on one of them alone.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Final

from boardlink.readings import Placement, Square
from facts.ids import BoardNo, DeviceId

SHOWN_ON: Final = frozenset({Square(28), Square(35)})
"""e4, and e4 of a board that lies the other way round."""
REST_S: Final = 1.5
"""A king that is carried over the square does not rest there so long."""
MOST_BOARDS: Final = 10_000


@dataclass(frozen=True, slots=True)
class Bound:
    """A board got its number."""

    number: BoardNo
    device: DeviceId


@dataclass(frozen=True, slots=True)
class Hint:
    """Something is not as it should be; what to do."""

    text: str


@dataclass(frozen=True, slots=True)
class Binding:
    """How far the binding is.

    Attributes:
        numbers: that are still to be given, the next one first.
        bound: in the order in which they were shown.
        known: boards that have a number already, in the hall's file.
        ready: boards that have been seen without the king there.
        resting: the board that shows it, and since when (seconds).
        hinted: what was said already, so that it is said once.
    """

    numbers: tuple[BoardNo, ...]
    bound: tuple[Bound, ...] = ()
    known: Mapping[DeviceId, BoardNo] = field(default_factory=dict)
    ready: frozenset[DeviceId] = frozenset()
    resting: tuple[DeviceId, float] | None = None
    hinted: frozenset[str] = frozenset()

    @property
    def asks_for(self) -> BoardNo | None:
        """The number that is given next; None when all are."""
        return self.numbers[0] if self.numbers else None

    def after(
        self, seen: Mapping[DeviceId, Placement | None], now_s: float
    ) -> tuple["Binding", tuple[Bound | Hint, ...]]:
        """The state after one more look at all boards.

        Args:
            seen: what stands on each board, None where it is not known.
            now_s: when, in seconds of any clock that only goes on.
        """
        showing = {device for device, men in seen.items() if men is not None and _shows(men)}
        clear = {device for device, men in seen.items() if men is not None} - showing
        state = replace(self, ready=self.ready | clear)
        fresh = sorted(showing & state.ready)
        if len(fresh) != 1:
            state = replace(state, resting=None)
            done = {one.device for one in state.bound}  # its king may stay where it is
            return state._hint(_doubts(fresh, sorted(showing - state.ready - done)))
        (device,) = fresh
        if state.resting is None or state.resting[0] != device:
            return replace(state, resting=(device, now_s)), ()
        if now_s - state.resting[1] < REST_S:
            return state, ()
        return state._take(device)

    def _take(self, device: DeviceId) -> tuple["Binding", tuple[Bound | Hint, ...]]:
        """The king has rested on a board."""
        state = replace(self, ready=self.ready - {device}, resting=None)
        has = next((one.number for one in state.bound if one.device == device), None)
        if has is not None:
            text = f"device {device} is board {has} already: show it on another board"
            return state, (Hint(text),)
        if device in state.known:
            text = (
                f"device {device} is board {state.known[device]} in the hall's file already: "
                "change it there, or begin with --anew"
            )
            return state, (Hint(text),)
        if not state.numbers:
            return state, ()
        bound = Bound(state.numbers[0], device)
        state = replace(
            state, numbers=state.numbers[1:], bound=(*state.bound, bound), hinted=frozenset()
        )
        return state, (bound,)

    def _hint(self, text: str) -> tuple["Binding", tuple[Bound | Hint, ...]]:
        if not text or text in self.hinted:
            return self, ()
        return replace(self, hinted=self.hinted | {text}), (Hint(text),)


def _shows(men: Placement) -> bool:
    return men.count("K") == 1 and men.index("K") in SHOWN_ON


def _doubts(fresh: Sequence[DeviceId], stale: Sequence[DeviceId]) -> str:
    if len(fresh) > 1:
        return f"{len(fresh)} boards show it at once ({', '.join(fresh)}): leave it on one"
    if stale:
        return (
            f"a white king stood on e4 before it was asked for ({', '.join(stale)}): lift it, "
            "and put it there again when it is that board's turn"
        )
    return ""


def numbers_from(text: str, used: frozenset[BoardNo]) -> tuple[BoardNo, ...]:
    """Board numbers to be given, from ``1-8,12``; empty: all from 1 on that are not used.

    Raises:
        ValueError: the text is no such list, names a number twice, or one that is used.
    """
    if not text.strip():
        free = (BoardNo(n) for n in count(1) if n not in used)
        return tuple(number for number, _ in zip(free, range(MOST_BOARDS), strict=False))
    numbers = tuple(_listed(text))
    for index, number in enumerate(numbers):
        if number in numbers[:index]:
            raise ValueError(f"board {number} is named twice")
        if number in used:
            raise ValueError(f"board {number} has a device in the hall's file already")
    return numbers


def _listed(text: str) -> Iterator[BoardNo]:
    for part in text.split(","):
        found = re.fullmatch(r"\s*(\d+)\s*(?:-\s*(\d+)\s*)?", part)
        first, last = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
        if not 0 < first <= last <= MOST_BOARDS:
            raise ValueError(f"{part.strip()!r} is no board number nor a range such as 1-8")
        yield from (BoardNo(number) for number in range(first, last + 1))


def toml_tables(bound: Sequence[Bound]) -> str:
    """The boards as ``[[boards]]`` tables of a hall's file."""
    tables = [
        f'[[boards]]\nnumber = {one.number}\ndevice = "{one.device}"\n'
        for one in sorted(bound, key=lambda one: one.number)
    ]
    return "\n".join(tables)
