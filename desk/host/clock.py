"""The real time of day; the one place that reads it."""

from datetime import UTC, datetime


class SystemClock:
    """The computer's own clock."""

    def now(self) -> datetime:
        """The time of day, in UTC."""
        return datetime.now(UTC)  # noqa: TID251 - this is the clock that all others are given
