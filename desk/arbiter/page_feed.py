"""PURE. What a page has been told, and what is new to it."""

from collections.abc import Mapping
from datetime import datetime

import msgspec

from desk.views.parts import Parts


class PageFeed:
    """One page's copy of the parts, as bytes; :meth:`news` says what changed."""

    def __init__(self) -> None:
        """The page knows nothing."""
        self._told: dict[str, bytes] = {}
        self._seq = -1

    def news(self, seq: int, parts: Parts, now: datetime) -> bytes | None:
        """A message with the parts that changed and the names of those that are gone.

        None where nothing is new. ``seq`` is the newest fact that the parts rest on; a
        command sends it back as what it expects, so it is news even where no part changed.
        ``now`` lets the page count clocks on by the hall's time instead of its own.
        """
        encoded = {name: msgspec.json.encode(value) for name, value in parts.items()}
        changed = {name: data for name, data in encoded.items() if self._told.get(name) != data}
        gone = [name for name in self._told if name not in encoded]
        if not changed and not gone and seq == self._seq:
            return None
        self._told, self._seq = encoded, seq
        return message(seq, changed, gone, now)


def message(seq: int, changed: Mapping[str, bytes], gone: list[str], now: datetime) -> bytes:
    """The message as one line of JSON."""
    return msgspec.json.encode(
        {
            "seq": seq,
            "now": now,
            "parts": {name: msgspec.Raw(data) for name, data in changed.items()},
            "gone": gone,
        }
    )
