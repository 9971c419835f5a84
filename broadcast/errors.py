"""PURE. What the broadcast package raises."""


class BroadcastError(Exception):
    """Root of this package's errors."""


class PortError(BroadcastError):
    """The server cannot listen where it was told to; the text says what to change."""


class UnknownError(BroadcastError):
    """A tournament, round or game was asked for that the audience cannot see."""
