"""PURE. What the records beside the players say: rounds, lot, points, byes, accelerations.

TRF16's additions by pairing programs (XXR XXC XXS XXA XXP XXZ, BBW BBD BBL BBZ BBF BBU) and
TRF26's numbered records (142 152 162 192 240 250 260 299) mean the same things; both are
read. Of several records that set one value the last one counts.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date

from facts.fact import Side
from facts.result import ResultKind, Score
from facts.settings import Scoring
from results.crosstable.model import Acceleration, Forbidden, Number, Points, RoundEntry, bye_entry
from results.standings.tiebreaks.code import Edition
from results.trf.read import read_points
from results.trf.records import Record, TrfError, TrfFile

MAX_ROUNDS = 999


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Record 299: points added to a player in a round (0: only at the end)."""

    number: Number
    round_no: int
    points: Points


@dataclass(frozen=True, slots=True)
class Meaning:
    """Everything that is not about one player's games.

    Attributes:
        rounds: planned rounds, None where the file does not say.
        by_rank: players are ranked by their order in the file, not by their numbers (XXC rank).
        scoring_given: the file states its point system.
        baku: record 192 asks for Baku acceleration.
        tiebreaks: codes of record 212 or 202, in order.
    """

    rounds: int | None = None
    initial_colour: Side | None = None
    by_rank: bool = False
    scoring: Scoring = field(default_factory=Scoring)
    scoring_given: bool = False
    system: str = ""
    baku: bool = False
    byes: Mapping[tuple[int, Number], RoundEntry] = field(default_factory=dict)
    absent: frozenset[Number] = frozenset()
    accelerations: tuple[Acceleration, ...] = ()
    forbidden: tuple[Forbidden, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    tiebreaks: tuple[str, ...] = ()


def meaning(file: TrfFile) -> Meaning:
    """Read every record that this program knows.

    Raises:
        TrfError: a record says something it cannot; a file of a team tournament.
    """
    found = Meaning()
    points = _PointSystem()
    for record in file.records:
        match record.code:
            case "013" | "310":
                raise TrfError(record.line, 1, "team tournaments are not supported")
            case "142" | "XXR":
                found = replace(found, rounds=_rounds(record))
            case "152" | "XXC":
                found = _initial_colour(found, record)
            case "162":
                points.read_162(record)
            case "BBW" | "BBD" | "BBL" | "BBZ" | "BBF" | "BBU":
                points.read_bb(record)
            case "XXS":
                points.read_xxs(record)
            case "192":
                system = record.value.strip()
                baku = system.endswith("_BAKU")
                found = replace(found, system=system, baku=baku)
            case "240":
                found = replace(found, byes={**found.byes, **_byes(record)})
            case "XXZ":
                found = replace(found, absent=found.absent | set(_numbers(record.raw, record, 3)))
            case "250" | "XXA":
                given = _acceleration(record) if record.code == "250" else _virtual(record)
                found = replace(found, accelerations=(*found.accelerations, *given))
            case "260" | "XXP":
                found = replace(found, forbidden=(*found.forbidden, _forbidden(record)))
            case "299":
                found = _abnormal(found, points, record)
            case "202" | "212":
                codes = tuple(c.strip().upper() for c in record.value.split(",") if c.strip())
                if record.code == "212" or not found.tiebreaks:
                    found = replace(found, tiebreaks=codes)
            case _:
                pass
    return replace(found, scoring=points.scoring(), scoring_given=points.given)


class _PointSystem:
    """Collects the values of a point system; what is not given follows from the others."""

    def __init__(self) -> None:
        self._values: dict[str, int] = {}

    @property
    def given(self) -> bool:
        return bool(self._values)

    def set(self, symbol: str, points: int) -> None:
        self._values[symbol] = points

    def read_bb(self, record: Record) -> None:
        """Records BBW, BBD …; BBZ alone says nothing about forfeit losses."""
        self.set(record.code[2], read_points(record.value, record.line, 5))
        self._values.setdefault("F", 0)

    def read_162(self, record: Record) -> None:
        """Symbols ``W D L A P X`` (and bbpPairings' Z) from column 6 on."""
        text = record.raw[4:]
        if not text.strip():
            raise TrfError(record.line, 5, "expected a point system such as W 1.0    D 0.5")
        for found in re.finditer(r"\S+(?:\s*[\d.,]+)?", text):
            part = re.fullmatch(r"([A-Za-z+-]{1,2})\s*(-?[\d.,]+)", found[0])
            column = found.start() + 5
            if part is None or part[1].upper() not in _SYMBOLS:
                raise TrfError(
                    record.line, column, f"{found[0]!r}: expected W, D, L, A, P or X and points"
                )
            self.set(_SYMBOLS[part[1].upper()], read_points(part[2], record.line, column))

    def read_xxs(self, record: Record) -> None:
        """Pairs such as ``W=3 D=1 PAB=1``."""
        for token in record.raw[3:].replace(",", " ").split():
            name, _, value = token.partition("=")
            if name.upper() not in _XXS or not value:
                raise TrfError(
                    record.line, 5, f"{token!r}: expected such as W=1.0 with {' '.join(_XXS)}"
                )
            self.set(_XXS[name.upper()], read_points(value, record.line, 5))

    def scoring(self) -> Scoring:
        """The scoring table (TRF26, record 162)."""
        get = self._values.get
        win, draw, loss = get("W", 10), get("D", 5), get("L", 0)
        zero = get("Z", 0)
        return Scoring(
            win=win,
            draw=draw,
            loss=loss,
            forfeit_win=get("+", win),
            forfeit_loss=get("F", zero),
            pairing_bye=get("U", win),
            full_bye=get("B", win),
            half_bye=get("H", draw),
            zero_bye=zero,
        )


_SYMBOLS = {
    "W": "W",
    "D": "D",
    "L": "L",
    "A": "Z",
    "Z": "Z",
    "P": "U",
    "X": "X",
    "F": "B",
    "H": "H",
}
"""Of record 162, to the letters of the BB records; X (adjourned) is always a draw here."""

_XXS = {
    "W": "W",
    "WW": "W",
    "BW": "W",
    "D": "D",
    "WD": "D",
    "BD": "D",
    "L": "L",
    "WL": "L",
    "BL": "L",
    "ZPB": "Z",
    "HPB": "H",
    "FPB": "B",
    "PAB": "U",
    "FW": "+",
    "FL": "F",
}


def _rounds(record: Record) -> int:
    text = record.raw[3:].strip()
    if not (text.isascii() and text.isdigit()) or not 1 <= int(text) <= MAX_ROUNDS:
        raise TrfError(record.line, 5, f"{text!r} is no number of rounds from 1 to {MAX_ROUNDS}")
    return int(text)


def _initial_colour(found: Meaning, record: Record) -> Meaning:
    words = record.raw[3:].lower().split()
    for word in words:
        match word:
            case "w" | "white" | "white1":
                found = replace(found, initial_colour=Side.WHITE)
            case "b" | "black" | "black1":
                found = replace(found, initial_colour=Side.BLACK)
            case "rank":
                found = replace(found, by_rank=True)
            case _ if record.code == "152":
                raise TrfError(record.line, 5, f"{word!r} is no initial colour: expected W or B")
            case _:
                pass
    return found


def _numbers(raw: str, record: Record, start: int) -> Iterator[Number]:
    for match in re.finditer(r"[^\s,/]+", raw[start:]):
        text = match[0]
        if not (text.isascii() and text.isdigit()) or not int(text):
            raise TrfError(
                record.line, start + match.start() + 1, f"{text!r} is no player's number"
            )
        yield Number(int(text))


_BYE_TYPES = {
    "F": bye_entry(ResultKind.FULL_BYE, Score.WIN),
    "H": bye_entry(ResultKind.HALF_BYE, Score.DRAW),
    "Z": bye_entry(ResultKind.ZERO_BYE, Score.LOSS),
    " ": bye_entry(ResultKind.ZERO_BYE, Score.LOSS),
}


def _byes(record: Record) -> dict[tuple[int, Number], RoundEntry]:
    letter = record.raw[4:5].upper() or " "
    if letter not in _BYE_TYPES:
        raise TrfError(record.line, 5, f"{letter!r} is no bye: expected F, H or Z")
    round_no = _round(record, 6, 9)
    return {(round_no, n): _BYE_TYPES[letter] for n in _numbers(record.raw, record, 9)}


def _round(record: Record, start: int, end: int, default: int | None = None) -> int:
    text = record.raw[start:end].strip()
    if not text and default is not None:
        return default
    if not (text.isascii() and text.isdigit()) or not int(text):
        raise TrfError(record.line, start + 1, f"{text!r} is no round")
    return int(text)


def _acceleration(record: Record) -> tuple[Acceleration, ...]:
    raw = record.raw
    points = read_points(raw[9:13].strip() or raw[4:8], record.line, 10)
    first_round = _round(record, 14, 17)
    last_round = _round(record, 18, 21, first_round)
    first = _round(record, 22, 26)
    last = _round(record, 27, 31, first)
    if first_round > last_round or first > last:
        raise TrfError(record.line, 15, "expected the first round and number before the last")
    return (Acceleration(first_round, last_round, Number(first), Number(last), Points(points)),)


def _virtual(record: Record) -> tuple[Acceleration, ...]:
    """XXA: one player's virtual points, round by round."""
    raw = record.raw
    number = Number(_round(record, 4, 8))
    found = []
    for round_no, start in enumerate(range(9, len(raw), 5), start=1):
        text = raw[start : start + 4].strip()
        points = read_points(text, record.line, start + 1) if text else 0
        found.append(Acceleration(round_no, round_no, number, number, Points(points)))
    return tuple(found)


def _forbidden(record: Record) -> Forbidden:
    if record.code == "XXP":
        return Forbidden(1, MAX_ROUNDS, frozenset(_numbers(record.raw, record, 3)))
    first_round = _round(record, 4, 7)
    last_round = _round(record, 8, 11, first_round)
    return Forbidden(first_round, last_round, frozenset(_numbers(record.raw, record, 11)))


def _abnormal(found: Meaning, points: _PointSystem, record: Record) -> Meaning:
    """299: another value for a kind of result, or points given to some players."""
    raw = record.raw
    symbol = raw[4:5].upper().strip()
    value = read_points(raw[13:17].strip() or raw[7:11], record.line, 14)
    text = raw[19:22].strip()
    numbers = tuple(_numbers(raw, record, 22))
    if symbol and not numbers:
        if symbol not in _ABNORMAL:
            raise TrfError(record.line, 5, f"{symbol!r}: expected one of {' '.join(_ABNORMAL)}")
        points.set(_ABNORMAL[symbol], value)
        return found
    if symbol:
        raise TrfError(
            record.line, 5, "a result given to single players by record 299 is not supported"
        )
    round_no = _round(record, 19, 22) if text else 0
    given = tuple(Adjustment(n, round_no % MAX_ROUNDS, Points(value)) for n in numbers)
    return replace(found, adjustments=(*found.adjustments, *given))


_ABNORMAL = {
    "+": "+",
    "-": "F",
    "W": "W",
    "D": "D",
    "L": "L",
    "F": "B",
    "H": "H",
    "Z": "Z",
    "P": "U",
}


_EDITIONS = (
    (date(2026, 3, 1), Edition.OF_2026),
    (date(2023, 1, 1), Edition.OF_2024),
    (date.min, Edition.BEFORE_2023),
)
"""Since when each edition of the tie-break rules is in force, the newest first."""


def start_date(file: TrfFile) -> date | None:
    """The day that record 042 names, year first; None where it cannot be read."""
    match = re.match(r"(\d{4})[./-](\d{1,2})[./-](\d{1,2})", file.first("042"))
    if match is None:
        return None
    try:
        return date(int(match[1]), int(match[2]), int(match[3]))
    except ValueError:
        return None


def edition_on(day: date | None) -> Edition:
    """The edition of the tie-break rules in force on a day; the newest for an unknown one."""
    if day is None:
        return Edition.OF_2026
    return next(edition for since, edition in _EDITIONS if day >= since)
