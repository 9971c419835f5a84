"""PURE. What the boardlink package raises."""


class BoardlinkError(Exception):
    """Root of this package's errors."""


class LinkError(BoardlinkError):
    """A link cannot be opened or is gone; the text says what to check."""


class PortMissingError(LinkError):
    """There is no such port now; it comes back when the board is plugged in."""


class PortBusyError(LinkError):
    """Another program has the port."""


class LinkTimeoutError(LinkError, TimeoutError):
    """The device did not answer in time."""


class DeviceError(BoardlinkError):
    """The device answers, but not as one of its kind does: their fault."""


class CaptureError(BoardlinkError):
    """A capture file cannot be read; names file and line."""


class UsageError(BoardlinkError):
    """We were called with something that cannot be done: our caller's fault."""
