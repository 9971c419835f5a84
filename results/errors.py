"""PURE. What the results package raises, split by who is to blame."""


class ResultsError(Exception):
    """Root of this package's errors."""


class UsageError(ResultsError):
    """We were asked for something that cannot be done; the text says what is expected."""


class NoLegalPairingError(ResultsError):
    """The round cannot be paired within the rules; the text says why and what is left to do."""


class EngineError(ResultsError):
    """A pairing engine failed or gave an answer that breaks the rules: never ours to publish."""
