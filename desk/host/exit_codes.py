"""PURE. What the command line's exit codes mean."""

DONE = 0
NO_ANSWER = 1
"""No valid answer exists: no legal pairing, or a check that found differences."""
FAULT = 2
"""A fault of this program."""
BAD_REQUEST = 3
FILE_TROUBLE = 5
