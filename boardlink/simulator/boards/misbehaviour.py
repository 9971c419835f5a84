"""PURE. Boards that do not behave: what goes wrong, when, and what it does to the bytes."""

from collections.abc import Iterator
from dataclasses import dataclass

from boardlink.readings import EMPTY, Man, Square

_LENGTH_AT = 2
_BIT_STEP = 13
"""From one changed bit to the next: all bits of a frame have their turn."""


@dataclass(frozen=True, slots=True)
class Flicker:
    """A weak sensor: every ``every_s`` the square reads as ``seen`` for ``for_s`` seconds."""

    square: Square
    every_s: float = 10.0
    for_s: float = 0.4
    seen: Man = EMPTY


@dataclass(frozen=True, slots=True)
class LoosePlug:
    """A cable with a break: every ``every_s`` nothing passes for ``for_s``, either way."""

    every_s: float = 20.0
    for_s: float = 3.0


@dataclass(frozen=True, slots=True)
class Misbehaviour:
    """What is wrong with a board; nothing, unless said. Times are seconds since it runs.

    Attributes:
        garbage: bytes that it sends when power comes.
        silent_at_s: from then on it says nothing, for ``silent_for_s`` (None: for ever).
        wrong_length_every: every so many frames, one has a wrong length in its header.
        torn_every: every so many frames, one loses its last byte.
        flipped_every: every so many frames, one has a bit changed, another one each time.
        babble_every: every so many frames, ``babble`` comes before one.
        restarts_at_s: when it resets itself, back to bus mode.
        unplugged_at_s: when its cable comes out, for ``unplugged_for_s`` (None: for ever).
        flicker: a weak sensor.
        loose: a plug that does not hold.
    """

    garbage: bytes = b""
    silent_at_s: float | None = None
    silent_for_s: float | None = None
    wrong_length_every: int = 0
    torn_every: int = 0
    flipped_every: int = 0
    babble_every: int = 0
    babble: bytes = b"login: \xff\x86\x00"
    restarts_at_s: tuple[float, ...] = ()
    unplugged_at_s: float | None = None
    unplugged_for_s: float | None = None
    flicker: Flicker | None = None
    loose: LoosePlug | None = None


WELL_BEHAVED = Misbehaviour()


@dataclass(frozen=True, slots=True)
class Restart:
    """The board resets itself."""


@dataclass(frozen=True, slots=True)
class Unplug:
    """The cable comes out."""


@dataclass(frozen=True, slots=True)
class Replug:
    """The cable is put back, and power comes."""


@dataclass(frozen=True, slots=True)
class Misread:
    """A sensor sees ``man`` whatever stands there; None: it works again."""

    square: Square
    man: Man | None


Mishap = Restart | Unplug | Replug | Misread


def mishaps(
    misbehaviour: Misbehaviour, from_s: float, until_s: float
) -> list[tuple[float, Mishap]]:
    """What happens from ``from_s`` (included) to ``until_s`` (not included), in order."""
    found = [(at, mishap) for at, mishap in _all(misbehaviour, until_s) if from_s <= at < until_s]
    return sorted(found, key=lambda pair: pair[0])


def _all(misbehaviour: Misbehaviour, until_s: float) -> Iterator[tuple[float, Mishap]]:
    for at in misbehaviour.restarts_at_s:
        yield at, Restart()
    if misbehaviour.unplugged_at_s is not None:
        yield misbehaviour.unplugged_at_s, Unplug()
        if misbehaviour.unplugged_for_s is not None:
            yield misbehaviour.unplugged_at_s + misbehaviour.unplugged_for_s, Replug()
    flicker = misbehaviour.flicker
    if flicker is not None:
        for nth in range(1, int(until_s / flicker.every_s) + 1):
            yield nth * flicker.every_s, Misread(flicker.square, flicker.seen)
            yield nth * flicker.every_s + flicker.for_s, Misread(flicker.square, None)


def is_silent(misbehaviour: Misbehaviour, t: float) -> bool:
    """True while the board says nothing."""
    if is_loose(misbehaviour, t):
        return True
    begin, length = misbehaviour.silent_at_s, misbehaviour.silent_for_s
    if begin is None or t < begin:
        return False
    return length is None or t < begin + length


def is_loose(misbehaviour: Misbehaviour, t: float) -> bool:
    """True while its plug has no contact; then it hears nothing either."""
    loose = misbehaviour.loose
    return loose is not None and t >= loose.every_s and t % loose.every_s < loose.for_s


def spoilt(misbehaviour: Misbehaviour, number: int, frame: bytes) -> bytes:
    """The ``number``-th frame (from 1) as this board puts it on the wire."""
    if _every(misbehaviour.wrong_length_every, number):
        frame = frame[:_LENGTH_AT] + bytes([frame[_LENGTH_AT] ^ 0x01]) + frame[_LENGTH_AT + 1 :]
    if _every(misbehaviour.torn_every, number):
        frame = frame[:-1]
    if _every(misbehaviour.flipped_every, number):
        bit = number // misbehaviour.flipped_every * _BIT_STEP % (8 * len(frame))
        changed = frame[bit // 8] ^ 1 << bit % 8
        frame = frame[: bit // 8] + bytes([changed]) + frame[bit // 8 + 1 :]
    if _every(misbehaviour.babble_every, number):
        frame = misbehaviour.babble + frame
    return frame


def _every(period: int, number: int) -> bool:
    return period > 0 and number % period == 0
