"""PURE. What the facts package raises."""


class FactsError(Exception):
    """Root of this package's errors."""


class WireError(FactsError):
    """A stored fact cannot be read: its JSON, kind, version or payload is wrong."""


class PgnError(FactsError):
    """A PGN text cannot be read; names the line and what was expected."""

    def __init__(self, line: int, text: str) -> None:
        """Blame line ``line`` (from 1) of the text."""
        super().__init__(f"line {line}: {text}")
        self.line = line
