"""``topboards pgn clean``: leaked king signs taken off files, and what was found told."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from boardlink.other_programs.cleaned_text import cleaned_text
from boardlink.other_programs.leaked_sign import Cleaned, Leak
from desk.host.error_report import explain
from desk.host.exit_codes import BAD_REQUEST
from facts.errors import PgnError


def clean_files(files: Sequence[Path], out: Path | None, *, as_json: bool) -> int:
    """Clean each file; one that cannot be read is said and passed over.

    Returns:
        The highest exit code of all files (``desk/host/error_report.py``).

    Raises:
        OSError: ``out`` cannot be written.
    """
    code = 0
    clean = bytearray()
    for path in files:
        try:
            text, encoding = _read(path)
            found = cleaned_text(text)
        except OSError as error:
            code = max(code, explain(error))
            continue
        except PgnError as error:
            sys.stderr.write(f"topboards: {path}, {error}\n")
            code = max(code, BAD_REQUEST)
            continue
        clean += found.text.encode(encoding)
        for number, one in enumerate(found.found):
            if one.leak is not Leak.NONE:
                _tell(path, number, one, as_json=as_json)
    if out is not None:
        out.write_bytes(clean)
    elif not as_json:
        sys.stdout.buffer.write(clean)
    return code


def _read(path: Path) -> tuple[str, str]:
    """The text, line ends as they are, and how it is written; old files are in Latin-1."""
    data = path.read_bytes()
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        return data.decode("latin-1"), "latin-1"


def _tell(path: Path, number: int, found: Cleaned, *, as_json: bool) -> None:
    tags = found.game.tags
    if as_json:
        told = {
            "file": str(path),
            "game": number,
            "line": found.game.line,
            "white": tags.get("White", ""),
            "black": tags.get("Black", ""),
            "round": tags.get("Round", ""),
            "result": found.game.token,
            "leak": str(found.leak),
            "removed": [move.san for move in found.removed],
            "moves": len(found.game.moves),
            "reason": found.reason,
            "doubt": found.doubt,
        }
        sys.stdout.write(json.dumps(told, ensure_ascii=False) + "\n")
        return
    who = f"{tags.get('White', '?')} – {tags.get('Black', '?')}"
    what = f"{path}, line {found.game.line}, {who}: "
    if found.leak is Leak.TAKEN_OFF:
        what += f"taken off: {' '.join(move.san for move in found.removed)} ({found.reason})"
        what += f"; left in doubt: {found.doubt}" if found.doubt else ""
    else:
        what += f"left as it is: {found.reason}"
    sys.stderr.write(f"topboards: {what}\n")
