"""PURE. The messages of DGT LiveChess's local WebSocket (docs/livechess.md).

Each message is one JSON object. What comes is taken as it is: anything may be missing, of
another type or new, and what cannot be understood becomes :class:`NotUnderstood`, never an
error. A stream of messages is cut by its braces alone, so however it was chunked, the same
messages come out.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from boardlink.readings import EMPTY, Placement

MAX_MESSAGE = 1 << 20
"""Bytes; a hundred boards in one list are 25 kB."""
MAX_SECONDS = 360_000
"""A hundred hours: no clock shows more."""
MAX_AGE_S = 4 * 3600
"""A clock that was read longer ago was timed by another watch."""
MAX_SAN = 1500
"""Moves of a line that are looked at."""


class BoardState(StrEnum):
    """What LiveChess says of a board."""

    NEVER = "never"
    """It was never activated (``null``)."""
    ACTIVE = "ACTIVE"
    INACTIVE = "INACTIVE"
    """The operator has switched it off in LiveChess."""
    NOT_RESPONDING = "NOTRESPONDING"
    DELAYED = "DELAYED"
    """Read, but late: Caissa's radio."""
    UNKNOWN = "unknown"


READ = frozenset({BoardState.ACTIVE, BoardState.DELAYED})
"""States in which LiveChess reads the board."""


@dataclass(frozen=True, slots=True)
class LiveClock:
    """A clock as LiveChess tells it.

    Attributes:
        white_s, black_s: seconds left, None where they made no sense.
        white_runs: True, False, or None while it is stopped.
        age_s: how long before the message the clock was read.
    """

    white_s: int | None
    black_s: int | None
    white_runs: bool | None
    age_s: int = 0


@dataclass(frozen=True, slots=True)
class LiveLine:
    """The moves as LiveChess has worked them out; it is a second opinion, no evidence.

    Attributes:
        start: FEN, or its first field, empty where it was not told.
        san: the whole list since the start; it may repeat, jump and shrink.
        match: LiveChess says that what stands on the board is the line's end.
    """

    start: str
    san: tuple[str, ...]
    match: bool | None = None


@dataclass(frozen=True, slots=True)
class BoardNews:
    """What was told of one board; what did not change is left out.

    Attributes:
        serial: empty where it was not told.
        flipped: None where it was not told.
        placement: a1 … h8 as LiveChess shows the board, None where it was not told.
        clock_told: there was something about the clock; ``clock`` None: there is none.
        state: None where it was not told.
        battery: percent.
        source: the port at which LiveChess has the board.
        time_ms: LiveChess's time, None where it was not told.
        text: the board's part of a list, as JSON.
    """

    serial: str
    flipped: bool | None = None
    placement: Placement | None = None
    clock_told: bool = False
    clock: LiveClock | None = None
    line: LiveLine | None = None
    state: BoardState | None = None
    battery: int | None = None
    source: str = ""
    time_ms: int | None = None
    text: str = ""
    oddities: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardList:
    """The answer to ``eboards``."""

    id: int | None
    boards: tuple[BoardNews, ...]


@dataclass(frozen=True, slots=True)
class BoardFeed:
    """Something happened at a board; ``id`` is the feed's, as the subscription chose it."""

    id: int | None
    news: BoardNews


@dataclass(frozen=True, slots=True)
class CallDone:
    """A call was carried out."""

    id: int | None


@dataclass(frozen=True, slots=True)
class CallFailed:
    """A call was refused."""

    id: int | None
    text: str


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    """A message that is none of these; ``text`` says what it is."""

    text: str


Message = BoardList | BoardFeed | CallDone | CallFailed | NotUnderstood


# --- what is sent ---------------------------------------------------------------------


def ask_boards(number: int) -> bytes:
    """Ask for all boards."""
    return _call(number, "eboards", None)


def subscribe(number: int, feed: int, serial: str) -> bytes:
    """Have everything told that happens at one board, under the feed's number."""
    param = {"feed": "eboardevent", "id": feed, "param": {"serialnr": serial}}
    return _call(number, "subscribe", param)


def list_of_one(news: BoardNews) -> bytes:
    """The part of a list that is about one board, as a list of its own."""
    time = b"" if news.time_ms is None else b',"time":%d' % news.time_ms
    return b'{"response":"call","id":0,"param":[%b]%b}' % (news.text.encode(), time)


def _call(number: int, call: str, param: object) -> bytes:
    fields: dict[str, object] = {"id": number, "call": call}
    if param is not None:
        fields["param"] = param
    return json.dumps(fields, separators=(",", ":")).encode()


# --- what comes -----------------------------------------------------------------------


BEGINNING = b'{"response"'
"""How LiveChess begins each message; no text inside one can hold it, its quotes are escaped."""


class MessageReader:
    """Cuts a stream into JSON objects; what stands between them is skipped.

    A message that was torn ends where the next one of LiveChess's begins.

    Attributes:
        skipped: bytes that belonged to no message.
    """

    def __init__(self) -> None:
        """Nothing was read yet."""
        self._buffer = bytearray()
        self._at = 0
        self._depth = 0
        self._quoted = False
        self._escaped = False
        self.skipped = 0

    def feed(self, data: bytes) -> Iterator[bytes]:
        """The messages that these bytes complete."""
        self._buffer += data
        while self._at < len(self._buffer):
            byte = self._buffer[self._at]
            self._at += 1
            if self._depth == 0:
                self._between(byte)
            elif self._step(byte):
                yield bytes(self._buffer[: self._at])
                self._begin_anew(self._at)
            elif byte == 0x22 and self._at > len(BEGINNING) and self._is_beginning():
                at = self._at - len(BEGINNING)
                self.skipped += at
                del self._buffer[:at]
                self._at, self._depth = len(BEGINNING), 1
                self._quoted = self._escaped = False
            elif self._at > MAX_MESSAGE:
                self.skipped += self._at
                self._begin_anew(self._at)

    def _is_beginning(self) -> bool:
        return self._buffer[self._at - len(BEGINNING) : self._at] == BEGINNING

    def _between(self, byte: int) -> None:
        if byte == 0x7B:  # {
            self.skipped += self._at - 1
            del self._buffer[: self._at - 1]
            self._at, self._depth = 1, 1
        elif self._at > 4096:
            self.skipped += self._at
            self._begin_anew(self._at)

    def _step(self, byte: int) -> bool:
        """One byte of a message; True where it is the last."""
        if self._quoted:
            if self._escaped:
                self._escaped = False
            elif byte == 0x5C:  # backslash
                self._escaped = True
            elif byte == 0x22 or byte < 0x20:  # a line's end in a text: the text was torn
                self._quoted = False
        elif byte == 0x22:
            self._quoted = True
        elif byte in (0x7B, 0x5B):
            self._depth += 1
        elif byte in (0x7D, 0x5D):
            self._depth -= 1
        return self._depth == 0

    def _begin_anew(self, at: int) -> None:
        del self._buffer[:at]
        self._at = self._depth = 0
        self._quoted = self._escaped = False


def read_message(data: bytes) -> Message:
    """Understand one message; never raises."""
    try:
        return _understood(json.loads(data))
    except (ValueError, RecursionError) as error:
        return NotUnderstood(f"no JSON: {str(error)[:80]}")


def _understood(value: object) -> Message:
    if not isinstance(value, dict):
        return NotUnderstood(f"no JSON object: {_short(value)}")
    number = _number(value.get("id"))
    param = value.get("param")
    time = _number(value.get("time"))
    match value.get("response"):
        case "error":
            text = param.get("message") if isinstance(param, dict) else param
            return CallFailed(number, _short(text))
        case "call" if isinstance(param, list):
            boards = (_news(one, time) for one in param if isinstance(one, dict))
            return BoardList(number, tuple(boards))
        case "call":
            return CallDone(number)
        case "feed" if isinstance(param, dict):
            return BoardFeed(number, _news(param, time))
        case other:
            return NotUnderstood(f"a response of kind {_short(other)}")


def read_placement(text: object) -> Placement | None:
    """The first field of a FEN as a placement, a1 first; None where it is none."""
    if not isinstance(text, str):
        return None
    ranks = text.split(" ")[0].split("/")
    if len(ranks) != 8:
        return None
    squares: list[str] = []
    for rank in reversed(ranks):
        row = "".join(EMPTY * int(c) if c in "12345678" else c for c in rank)
        if len(row) != 8 or set(row) - set("PNBRQKpnbrqk."):
            return None
        squares.append(row)
    return Placement("".join(squares))


def _news(fields: Mapping[str, object], time_ms: int | None) -> BoardNews:
    oddities: list[str] = []
    placement = read_placement(fields.get("board"))
    if placement is None and fields.get("board") is not None:
        oddities.append(f"a board that is no placement: {_short(fields['board'])}")
    clock = _clock(fields.get("clock"), time_ms)
    if clock is None and fields.get("clock") is not None:
        oddities.append(f"a clock that is none: {_short(fields['clock'])}")
    flipped = fields.get("flipped")
    serial = fields.get("serialnr")
    return BoardNews(
        serial=_plain(serial).strip() if isinstance(serial, str) else str(_number(serial) or ""),
        flipped=flipped if isinstance(flipped, bool) else None,
        placement=placement,
        clock_told="clock" in fields and (clock is not None or fields["clock"] is None),
        clock=clock,
        line=_line(fields),
        state=_state(fields["state"]) if "state" in fields else None,
        battery=_percent(fields.get("battery")),
        source=_plain(fields.get("source")),
        time_ms=time_ms,
        text=json.dumps(fields, separators=(",", ":")),
        oddities=tuple(oddities),
    )


def _clock(value: object, time_ms: int | None) -> LiveClock | None:
    if not isinstance(value, dict):
        return None
    runs = value.get("run")
    if runs is not None and not isinstance(runs, bool):
        return None
    white, black = _seconds(value.get("white")), _seconds(value.get("black"))
    if white is None and black is None:
        return None
    read_ms = _number(value.get("time"))
    age_s = 0 if time_ms is None or read_ms is None else round((time_ms - read_ms) / 1000)
    return LiveClock(white, black, runs, age_s if 0 <= age_s <= MAX_AGE_S else 0)


def _line(fields: Mapping[str, object]) -> LiveLine | None:
    san = fields.get("san")
    if not isinstance(san, list) or not all(isinstance(one, str) for one in san):
        return None
    match = fields.get("match")
    return LiveLine(
        _plain(fields.get("start")),
        tuple(_plain(one)[:12] for one in san[:MAX_SAN]),
        match if isinstance(match, bool) else None,
    )


def _state(value: object) -> BoardState:
    if value is None:
        return BoardState.NEVER
    try:
        return BoardState(str(value))
    except ValueError:
        return BoardState.UNKNOWN


def _percent(value: object) -> int | None:
    """``84%``; Caissa's volts say nothing that can be compared."""
    text = _plain(value).strip()
    if text.endswith("%") and text[:-1].isascii() and text[:-1].isdigit() and len(text) <= 4:
        return min(100, int(text[:-1]))
    return None


def _seconds(value: object) -> int | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return int(value) if 0 <= value <= MAX_SECONDS else None


def _number(value: object) -> int | None:
    """A number, as LiveChess sends it; a text of digits counts as well."""
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 16:
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _plain(value: object) -> str:
    """Text that can be written as UTF-8, whatever was sent for it."""
    return value[:200].encode(errors="replace").decode() if isinstance(value, str) else ""


def _short(value: object) -> str:
    return _plain(value)[:80] if isinstance(value, str) else repr(value)[:80]
