"""The capture files of a device, found in their folder and read."""

import re
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

from boardlink.capture import Capture, decode_capture
from boardlink.errors import CaptureError
from boardlink.links.recorded import file_stem
from facts.ids import DeviceId

_NUMBERED = re.compile(r"(?P<stem>.*Z)(-(?P<number>\d+))?\.cap")


def read_captures(
    folder: Path, device: DeviceId, first: str, since: datetime
) -> tuple[list[Capture], list[str]]:
    """What a device's captures hold of a game, in order of time.

    Args:
        folder: where the captures are.
        device: whose.
        first: the file that was being written when the game was armed; empty where there
            was none, the board being offline.
        since: when that was; without ``first``, files begun from then on are read.

    Returns:
        The captures, and warnings about what could not be read.
    """
    earliest = _order(first) if first else (file_stem(device, since), 0)
    prefix = file_stem(device, None)
    captures, warnings = [], []
    for path in _sorted(folder.glob("*.cap") if folder.is_dir() else ()):
        if not path.name.startswith(prefix) or _order(path.name) < earliest:
            continue
        try:
            capture = decode_capture(path.read_bytes(), path.name)
        except (CaptureError, OSError) as error:
            warnings.append(f"{path}: {error}")
        else:
            captures.append(capture)
            warnings += capture.warnings
    return captures, warnings


def _sorted(paths: Iterable[Path]) -> list[Path]:
    return sorted(paths, key=lambda path: _order(path.name))


def _order(name: str) -> tuple[str, int]:
    """Captures of one second are numbered from 2."""
    found = _NUMBERED.fullmatch(name)
    return (name, 0) if found is None else (found["stem"], int(found["number"] or 1))
