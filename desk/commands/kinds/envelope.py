"""PURE. What every command carries.

``id`` makes a command act once, however often it is sent. ``expects`` is the newest fact
the arbiter's page had seen: a command is refused when somebody acted on the same game or
round after it.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandHeader:
    """What every command carries."""

    id: str
    expects: int | None = None
