"""PURE. Where the time of day comes from."""

from datetime import datetime
from typing import Protocol


class Clock(Protocol):
    """The only source of wall-clock stamps."""

    def now(self) -> datetime:
        """The time of day, in UTC, with its zone."""
        ...
