"""Standard output that never fails on a letter: players' names and signs are of all alphabets."""

import io
import os
from typing import TextIO


def let_letters_through(stream: TextIO) -> None:
    """Write UTF-8 into files and pipes, whatever the system's old code page; ``?`` on a terminal.

    A terminal, and an encoding that somebody has asked for, stay as they are: what they do not
    know is shown as ``?``.
    """
    if not isinstance(stream, io.TextIOWrapper):
        return
    if stream.isatty() or os.environ.get("PYTHONIOENCODING"):
        stream.reconfigure(errors="replace")
    else:
        stream.reconfigure(encoding="utf-8", errors="replace")
