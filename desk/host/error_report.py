"""Errors as sentences: what went wrong, who has to do what, and the exit code."""

import sys
import traceback

import typer

from boardlink.errors import BoardlinkError, CaptureError
from broadcast.errors import BroadcastError
from desk.errors import DeskError, FileTroubleError, LogError, PairingFailedError
from desk.host.exit_codes import BAD_REQUEST, FAULT, FILE_TROUBLE, NO_ANSWER
from facts.errors import FactsError
from results.errors import ResultsError

_OURS = (BoardlinkError, BroadcastError, DeskError, FactsError, ResultsError)
_FILES = (CaptureError, FileTroubleError, LogError, OSError)


def explain(error: BaseException) -> int:
    """Say on standard error what is wrong; gives the exit code.

    Bad input gets one clear sentence. Only a fault of this program shows a traceback.
    """
    if isinstance(error, BaseExceptionGroup):
        return max(explain(inner) for inner in error.exceptions)
    show = getattr(error, "show", None)
    if callable(show):  # a wrong option or argument, as typer words it
        show()
        return BAD_REQUEST
    if isinstance(error, typer.Abort):
        return BAD_REQUEST
    if isinstance(error, (*_OURS, OSError)):
        print(f"topboards: {_sentence(error)}", file=sys.stderr)  # noqa: T201 - the way out
        if isinstance(error, _FILES):
            return FILE_TROUBLE
        return NO_ANSWER if isinstance(error, PairingFailedError) else BAD_REQUEST
    traceback.print_exception(error)
    print(  # noqa: T201 - this is the way out
        "topboards: this is a fault of the program, not yours. Nothing that was acknowledged "
        "is lost. Please report the lines above.",
        file=sys.stderr,
    )
    return FAULT


def _sentence(error: BaseException) -> str:
    """The error's own text; the system's errors as ``file: what is wrong``."""
    if isinstance(error, OSError) and not isinstance(error, _OURS) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return str(error)
