"""PURE. The capture file: every byte of a link, both ways, with its time.

JSON Lines in UTF-8 (docs/adr/0021-captures-and-recovery.md)::

    {"capture": 1, "family": "dgt", "link": "serial", "device": "25731", "started": "…Z"}
    {"t": 12.345, "rx": "8e00050c01"}
    {"t": 0.01, "tx": "4b"}
    {"t": 60, "note": "unplugged"}

``t`` counts seconds since ``started``. The header may also hold ``start_fen`` and
``chess960``. A last line that was torn by a crash is dropped with a warning.
"""

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum

from boardlink.errors import CaptureError

CAPTURE_VERSION = 1


class LinkKind(StrEnum):
    """What a link runs over."""

    SERIAL = "serial"
    USB = "usb"
    BLUETOOTH = "bluetooth"
    BLE = "ble"
    TCP = "tcp"
    BUS = "bus"
    LIVECHESS = "livechess"


@dataclass(frozen=True, slots=True)
class CaptureHeader:
    """The first line.

    Attributes:
        family: protocol family, such as ``dgt``.
        device: serial number, empty or ``0`` where it was not known.
        started: time 0 of the file, UTC.
        start_fen: the position the game began from, None for the usual one.
    """

    family: str
    link: LinkKind
    device: str
    started: datetime
    start_fen: str | None = None
    chess960: bool = False


@dataclass(frozen=True, slots=True)
class Received:
    """Bytes from the device, as one read gave them; they need not be one frame."""

    t: float
    data: bytes


@dataclass(frozen=True, slots=True)
class Sent:
    """Bytes to the device."""

    t: float
    data: bytes


@dataclass(frozen=True, slots=True)
class Note:
    """Something that happened to the link, in words."""

    t: float
    text: str


CaptureRecord = Received | Sent | Note


@dataclass(frozen=True, slots=True)
class Capture:
    """A whole file.

    Attributes:
        offsets: for each record the byte of the file where its line begins.
        size: bytes of the file, without what was dropped.
        warnings: sentences about what was dropped.
    """

    header: CaptureHeader
    records: tuple[CaptureRecord, ...]
    offsets: tuple[int, ...]
    size: int
    warnings: tuple[str, ...] = ()

    @property
    def ends(self) -> tuple[int, ...]:
        """For each record the byte of the file where its line ends."""
        return (*self.offsets[1:], self.size) if self.offsets else ()

    def since(self, offset: int) -> Iterator[CaptureRecord]:
        """The records whose lines begin at byte ``offset`` or later."""
        for at, record in zip(self.offsets, self.records, strict=True):
            if at >= offset:
                yield record


def encode_header(header: CaptureHeader) -> bytes:
    """The first line, with its line end."""
    fields: dict[str, object] = {
        "capture": CAPTURE_VERSION,
        "family": header.family,
        "link": str(header.link),
        "device": header.device,
        "started": _to_stamp(header.started),
    }
    if header.start_fen is not None:
        fields["start_fen"] = header.start_fen
    if header.chess960:
        fields["chess960"] = True
    return _to_line(fields)


def encode_record(record: CaptureRecord) -> bytes:
    """One line, with its line end; times are kept to the millisecond."""
    t = round(record.t, 3)
    match record:
        case Received(data=data):
            return b'{"t": %a, "rx": "%b"}\n' % (t, data.hex().encode())
        case Sent(data=data):
            return b'{"t": %a, "tx": "%b"}\n' % (t, data.hex().encode())
        case Note(text=text):
            return _to_line({"t": t, "note": text})


def decode_capture(data: bytes, name: str = "capture") -> Capture:
    """Read a whole file; ``name`` is what errors and warnings call it.

    Raises:
        CaptureError: a line that cannot be read; names file, line and what was expected.
    """
    head, line_end, rest = data.partition(b"\n")
    header = _read_header(head, name)
    begin = len(head) + len(line_end)
    records, offsets, size, warnings = decode_lines(rest, begin, name, first_line=2)
    return Capture(header, records, offsets, size, warnings)


def decode_lines(
    data: bytes, begin: int, name: str, first_line: int
) -> tuple[tuple[CaptureRecord, ...], tuple[int, ...], int, tuple[str, ...]]:
    """Read lines after the first.

    Args:
        data: whole lines, but for the last, which may be torn.
        begin: the byte of the file where ``data`` begins.
        name: what errors and warnings call the file.
        first_line: the number of the first line.

    Returns:
        The records, the byte where each line begins, the byte after the last one, and
        warnings.

    Raises:
        CaptureError: as :func:`decode_capture`.
    """
    *lines, torn = data.split(b"\n")
    records: list[CaptureRecord] = []
    offsets: list[int] = []
    offset = begin
    for number, line in enumerate(lines, start=first_line):
        if line.strip():
            records.append(_read_record(line, f"{name}, line {number}"))
            offsets.append(offset)
        offset += len(line) + 1
    where = f"{name}, line {first_line + len(lines)}"
    if torn.strip():
        try:
            json.loads(torn)
        except (ValueError, RecursionError):
            warning = f"{where}: the last line is torn and was dropped"
            return tuple(records), tuple(offsets), offset, (warning,)
        records.append(_read_record(torn, where))
        offsets.append(offset)
    return tuple(records), tuple(offsets), offset + len(torn), ()


def _to_line(fields: dict[str, object]) -> bytes:
    return json.dumps(fields, ensure_ascii=False).encode(errors="backslashreplace") + b"\n"


def _to_stamp(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


def _read_object(line: bytes, where: str) -> dict[str, object]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise CaptureError(f"{where}: this is no JSON: {error}") from error
    if not isinstance(value, dict):
        raise CaptureError(f"{where}: expected a JSON object, not {value!r:.40}")
    return value


def _read_header(line: bytes, name: str) -> CaptureHeader:
    where = f"{name}, line 1"
    if not line.strip():
        raise CaptureError(f'{where}: expected the header {{"capture": 1, …}}, the line is empty')
    fields = _read_object(line, where)
    version = fields.get("capture")
    if version != CAPTURE_VERSION or isinstance(version, bool):
        raise CaptureError(f'{where}: expected "capture": {CAPTURE_VERSION}, not {version!r:.40}')
    link = _text(fields, "link", where)
    if link not in set(LinkKind):
        kinds = ", ".join(LinkKind)
        raise CaptureError(f'{where}: "link" is {link!r}, expected one of {kinds}')
    chess960 = fields.get("chess960", False)
    if not isinstance(chess960, bool):
        raise CaptureError(f'{where}: "chess960" is {chess960!r:.40}, expected true or false')
    return CaptureHeader(
        family=_text(fields, "family", where),
        link=LinkKind(link),
        device=_text(fields, "device", where),
        started=_read_stamp(_text(fields, "started", where), where),
        start_fen=None if fields.get("start_fen") is None else _text(fields, "start_fen", where),
        chess960=chess960,
    )


def _read_stamp(text: str, where: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError as error:
        raise CaptureError(f'{where}: "started" is {text!r}, expected a UTC time') from error
    if moment.tzinfo is None:
        raise CaptureError(f'{where}: "started" is {text!r}, it lacks its zone (Z)')
    return moment.astimezone(UTC)


def _read_record(line: bytes, where: str) -> CaptureRecord:
    fields = _read_object(line, where)
    t = fields.get("t")
    if isinstance(t, bool) or not isinstance(t, int | float) or not math.isfinite(t) or t < 0:
        raise CaptureError(f'{where}: "t" is {t!r:.40}, expected seconds since the start')
    if "rx" in fields:
        return Received(t, _hex(fields, "rx", where))
    if "tx" in fields:
        return Sent(t, _hex(fields, "tx", where))
    if "note" in fields:
        return Note(t, _text(fields, "note", where))
    raise CaptureError(f'{where}: expected "rx", "tx" or "note" beside "t"')


def _text(fields: dict[str, object], key: str, where: str) -> str:
    value = fields.get(key)
    if not isinstance(value, str):
        raise CaptureError(f'{where}: "{key}" is {value!r:.40}, expected a text')
    return value


def _hex(fields: dict[str, object], key: str, where: str) -> bytes:
    text = _text(fields, key, where)
    try:
        return bytes.fromhex(text)
    except ValueError as error:
        raise CaptureError(f'{where}: "{key}" is {text!r:.40}, expected hex bytes') from error
