"""Streams that begin as right ones and go wrong, and ways to cut them."""

from collections.abc import Sequence
from itertools import pairwise

from hypothesis import strategies as st

Spoiling = tuple[str, int, int, bytes]
"""What is done, where, for how many bytes, and with which."""

_spoilings: st.SearchStrategy[Spoiling] = st.tuples(
    st.sampled_from(["flip", "drop", "repeat", "insert", "overwrite", "end"]),
    st.integers(0, 1 << 16),
    st.integers(1, 40),
    st.binary(min_size=1, max_size=12),
)


def _spoilt(stream: bytes, spoiling: Spoiling) -> bytes:
    what, place, count, data = spoiling
    at = place % (len(stream) + 1)
    before, after = stream[:at], stream[at:]
    match what:
        case "flip" if after:
            return before + bytes([after[0] ^ 1 << count % 8]) + after[1:]
        case "drop":
            return before + after[count:]
        case "repeat":
            return before + after[:count] + after
        case "insert":
            return before + data + after
        case "overwrite":
            return before + data + after[len(data) :]
        case "end":
            return before
        case _:
            return stream


@st.composite
def spoilt_streams(draw: st.DrawFn, right: Sequence[bytes]) -> bytes:
    """Messages of the right kind, one after another, of which a few bytes went wrong."""
    stream = b"".join(draw(st.lists(st.sampled_from(right), max_size=12)))
    for spoiling in draw(st.lists(_spoilings, max_size=8)):
        stream = _spoilt(stream, spoiling)
    return stream


def streams(right: Sequence[bytes]) -> st.SearchStrategy[bytes]:
    """Streams of all kinds for a parser of such messages."""
    return spoilt_streams(right) | st.binary(max_size=400)


cuts = st.lists(st.integers(0, 1 << 16), max_size=20)
"""Where a stream is cut, for :func:`in_parts`."""


def in_parts(stream: bytes, places: Sequence[int]) -> list[bytes]:
    """The stream cut at these places, taken modulo its length."""
    at = sorted({place % (len(stream) + 1) for place in places} | {0, len(stream)})
    return [stream[a:b] for a, b in pairwise(at)]


def in_bytes(stream: bytes) -> list[bytes]:
    """The stream one byte at a time."""
    return [stream[n : n + 1] for n in range(len(stream))]
