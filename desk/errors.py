"""PURE. What the desk package raises; each text says whose fault it is and what to do."""


class DeskError(Exception):
    """Root of this package's errors; its text is meant for the arbiter, not for a traceback."""


class LogError(DeskError):
    """The hall's log on disk cannot be used."""


class LogInUseError(LogError):
    """Another program has the log open."""


class LogForeignError(LogError):
    """The file is no log of this program, or is written by a newer one."""


class LogDamagedError(LogError):
    """The log breaks its own rules: a gap, or an entry that cannot be read."""


class LogWriteError(LogError):
    """Facts could not be written; none of them is in the log."""


class LogFullError(LogWriteError):
    """The disk is full; the log is whole up to its last entry and goes on once there is room."""


class FileTroubleError(DeskError):
    """A file is missing, or may not be read or written."""


class ConfigError(DeskError):
    """A configuration file is wrong: names file, line where it can, key, and what is expected."""


class PlayersError(DeskError):
    """A file of players is wrong; ``problems`` holds one sentence for each wrong line."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        """Blame the file for all ``problems`` at once."""
        super().__init__("\n".join(problems))
        self.problems = problems


class RefusedError(DeskError):
    """A command was not carried out; the text tells the arbiter why, and what they can do."""


class StaleError(RefusedError):
    """Somebody acted on the same game or round after the page that this command came from."""


class AskFirstError(RefusedError):
    """Refused until whoever asked says that they mean it.

    Attributes:
        field: of the command, which is True where they do.
        needs_reason: a reason must come with it.
    """

    def __init__(self, text: str, field: str, *, needs_reason: bool = False) -> None:
        """Refuse with ``text``, which says what would be overridden."""
        super().__init__(text)
        self.field = field
        self.needs_reason = needs_reason


class PairingFailedError(DeskError):
    """No pairing was made: none exists, or the engine failed, ran too long or was stopped."""


class ServerError(DeskError):
    """A server cannot listen where it was told to."""
