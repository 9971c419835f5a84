"""Players from a CSV file, as spreadsheets and pairing programs write it.

Comma, semicolon or tab; UTF-8 with or without a mark, else Windows' western letters.
Columns are found by their header, in any order, under the names that are usual. Either the
whole file is good or nothing is imported, and every wrong line is named.
"""

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from desk.errors import FileTroubleError, PlayersError
from desk.files.player_ids import name_slug
from facts.ids import PlayerId
from facts.player import Player

ALIASES: Mapping[str, tuple[str, ...]] = {
    "name": ("name", "player", "playername", "fullname"),
    "surname": ("surname", "lastname", "familyname"),
    "given": ("firstname", "givenname", "forename", "given"),
    "rating": ("rating", "rtg", "elo", "rat", "rtgi", "eloi", "elointl", "eloint", "ratingi",
               "ratingint", "rtgint", "fiderating", "fideelo", "elofide", "ratingfide", "irtg"),
    "national": ("rtgn", "elon", "elonat", "ratingn", "ratingnat", "rtgnat", "nationalrating",
                 "nrtg"),
    "title": ("title", "tit", "fidetitle", "ti"),
    "federation": ("federation", "fed", "country", "nation", "feder"),
    "fide_id": ("fideid", "idfide", "fideno", "fidenumber", "idnumber", "fidenr", "codefide",
                "idno"),
    "birth": ("born", "birth", "birthday", "dateofbirth", "birthdate", "bdate", "dob",
              "yearofbirth", "yob", "birthyear", "year"),
    "sex": ("sex", "gender", "mf", "fs"),
    "club": ("club", "clubcity", "clubname", "team", "city"),
}  # fmt: skip
"""Header names by what they mean: lower case, letters and digits alone."""

TITLES: Mapping[str, str] = {
    "": "", "-": "", "GM": "GM", "IM": "IM", "WGM": "WGM", "FM": "FM", "WIM": "WIM", "CM": "CM",
    "WFM": "WFM", "WCM": "WCM", "G": "GM", "M": "IM", "WG": "WGM", "F": "FM", "WM": "WIM",
    "C": "CM", "WF": "WFM", "WC": "WCM",
}  # fmt: skip
"""Titles as written, and the short forms of TRF files."""

SEXES: Mapping[str, str] = {
    "": "", "-": "", "m": "m", "w": "w", "f": "w", "male": "m", "female": "w", "man": "m",
    "woman": "w",
}  # fmt: skip
MAX_RATING = 3500
MAX_BYTES = 5_000_000
_DATES = (
    (re.compile(r"(?P<y>\d{4})[-/.](?P<m>\d{1,2})[-/.](?P<d>\d{1,2})")),
    (re.compile(r"(?P<d>\d{1,2})[-/.](?P<m>\d{1,2})[-/.](?P<y>\d{4})")),
    (re.compile(r"(?P<y>\d{4})")),
)


@dataclass(frozen=True, slots=True)
class PlayersFile:
    """What a file holds.

    Attributes:
        ignored: headers of columns that mean nothing to us, as written.
        encoding: how its letters were read.
    """

    players: tuple[Player, ...]
    ignored: tuple[str, ...]
    encoding: str


def read_players(path: Path) -> PlayersFile:
    """The players of a CSV file.

    Raises:
        FileTroubleError: it is missing or may not be read.
        PlayersError: a line is wrong; nothing is imported.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise FileTroubleError(
            f"{path} cannot be read ({error.strerror}): expected a CSV file of players"
        ) from error
    return parse_players(data, str(path))


def parse_players(data: bytes, source: str) -> PlayersFile:
    """The players in the bytes of a CSV file that people know as ``source``.

    Raises:
        PlayersError: a line is wrong; nothing is imported.
    """
    if len(data) > MAX_BYTES:
        raise PlayersError((f"{source}: larger than {MAX_BYTES:,} bytes; is it a player list?",))
    text, encoding = _decode(data)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text), strict=True)
    rows: list[tuple[int, list[str]]] = []
    begun = 1
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                rows.append((begun, [" ".join(cell.split()) for cell in row]))
            begun = reader.line_num + 1
    except csv.Error as error:
        raise PlayersError((f"{source}, line {begun}: not CSV: {error}",)) from error
    if not rows:
        raise PlayersError((f"{source} is empty: expected a header line with a column Name",))
    (header_line, header), *lines = rows
    columns, ignored = _columns(header)
    _check_header(source, header_line, header, columns)
    return PlayersFile(_players(source, header, columns, lines), ignored, encoding)


def _decode(data: bytes) -> tuple[str, str]:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", errors="replace"), "utf-16"
    for encoding in ("utf-8-sig", "cp1252"):
        try:
            return data.decode(encoding), encoding
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1"), "latin-1"


def _delimiter(text: str) -> str:
    header = re.sub(r'"[^"]*"', "", text.lstrip().split("\n", 1)[0])
    return max(";\t,", key=header.count)


def _columns(header: Sequence[str]) -> tuple[dict[str, int], tuple[str, ...]]:
    meanings = {alias: meaning for meaning, aliases in ALIASES.items() for alias in aliases}
    columns: dict[str, int] = {}
    ignored = []
    for index, title in enumerate(header):
        meaning = meanings.get(re.sub(r"[^a-z0-9]", "", title.casefold()))
        if meaning is None or meaning in columns:
            ignored.append(title)
        else:
            columns[meaning] = index
    return columns, tuple(title for title in ignored if title)


def _check_header(
    source: str, line: int, header: Sequence[str], columns: Mapping[str, int]
) -> None:
    if "name" not in columns and "surname" not in columns:
        found = ", ".join(title or "(empty)" for title in header[:12])
        raise PlayersError(
            (
                f"{source}, line {line}: no column Name: expected a header line such as "
                f"Name;Title;Rating;Federation;FIDE ID;Born;Sex;Club, found {found}",
            )
        )


class _Row:
    """One line of the file; wrong values collect in ``problems``."""

    def __init__(self, columns: Mapping[str, int], cells: Sequence[str]) -> None:
        self._columns = columns
        self._cells = cells
        self.problems: list[str] = []

    def text(self, meaning: str) -> str:
        index = self._columns.get(meaning)
        return self._cells[index] if index is not None and index < len(self._cells) else ""

    def wrong(self, meaning: str, expected: str) -> None:
        self.problems.append(f"{meaning} {self.text(meaning)!r}: expected {expected}")

    def choice(self, meaning: str, value: str, table: Mapping[str, str], expected: str) -> str:
        if value not in table:
            self.wrong(meaning, expected)
        return table.get(value, "")

    def name(self) -> str:
        name = self.text("name") or ", ".join(
            part for part in (self.text("surname"), self.text("given")) if part
        )
        name = re.sub(r"\s*,\s*", ", ", name).strip(" ,")
        if not any(letter.isalpha() for letter in name):
            self.problems.append("name is missing: expected Surname, Given")
        return name

    def rating(self) -> int:
        return self._one_rating("rating") or self._one_rating("national")

    def _one_rating(self, meaning: str) -> int:
        value = self.text(meaning)
        if value in ("", "-"):
            return 0
        if not re.fullmatch(r"\d{1,4}", value, re.ASCII) or int(value) > MAX_RATING:
            self.wrong(meaning, f"a whole number from 0 (none) to {MAX_RATING}")
            return 0
        return int(value)

    def birth(self) -> date | None:
        value = self.text("birth")
        if value in ("", "-", "0"):
            return None
        for form in _DATES:
            if found := form.fullmatch(value):
                parts = found.groupdict()
                # FIDE's lists write 1988/00/00 where only the year is known.
                month, day = int(parts.get("m") or 0) or 1, int(parts.get("d") or 0) or 1
                try:
                    return date(int(parts["y"]), month, day)
                except ValueError:
                    break
        self.wrong("birth", "a year or a date such as 1988-12-31")
        return None

    def federation(self) -> str:
        value = self.text("federation").upper()
        if value in ("", "-"):
            return ""
        if not re.fullmatch(r"[A-Z]{3}", value):
            self.wrong("federation", "three letters such as NED")
        return value

    def fide_id(self) -> str:
        value = self.text("fide_id")
        if value in ("", "-", "0"):
            return ""
        if not re.fullmatch(r"\d{1,12}", value, re.ASCII):
            self.wrong("fide_id", "digits")
        return value


def _players(
    source: str,
    header: Sequence[str],
    columns: Mapping[str, int],
    lines: Sequence[tuple[int, list[str]]],
) -> tuple[Player, ...]:
    players: dict[PlayerId, Player] = {}
    seen: dict[str, int] = {}
    problems: list[str] = []
    for line, cells in lines:
        row = _Row(columns, cells)
        while len(cells) > len(header) and not cells[-1]:
            cells.pop()
        if len(cells) > len(header):
            row.problems.append(
                f"{len(cells)} values where the header has {len(header)}: a name with the "
                "separator in it must stand in double quotes"
            )
        else:
            player = _player(row)
            row.problems += _seen_before(player, line, seen)
            ident = _free_id(player, players)
            players[ident] = Player(
                ident, player.name, player.rating, player.title, player.federation,
                player.fide_id, player.sex, player.birth, player.club,
            )  # fmt: skip
        problems += [f"{source}, line {line}: {problem}" for problem in row.problems]
    if not lines:
        problems.append(f"{source} has a header and no players")
    if problems:
        raise PlayersError(tuple(problems))
    return tuple(players.values())


def _player(row: _Row) -> Player:
    title = row.text("title").upper()
    titles = "GM, IM, WGM, FM, WIM, CM, WFM, WCM or nothing"
    return Player(
        id=PlayerId(""),
        name=row.name(),
        rating=row.rating(),
        title=row.choice("title", title, TITLES, titles),
        federation=row.federation(),
        fide_id=row.fide_id(),
        sex=row.choice("sex", row.text("sex").casefold(), SEXES, "m, w or nothing"),
        birth=row.birth(),
        club=row.text("club"),
    )


def _seen_before(player: Player, line: int, seen: dict[str, int]) -> list[str]:
    """Somebody who stands in the file twice: by FIDE id, or by a name that nothing tells apart."""
    keys = {
        f"FIDE id {player.fide_id}": player.fide_id,
        f"{player.name} ({player.birth or 'no date of birth'})": player.name,
    }
    problems = []
    for said, value in keys.items():
        key = said.casefold() if value else ""
        if not key:
            continue
        if key in seen:
            problems.append(f"{said} is in line {seen[key]} already")
        seen.setdefault(key, line)
    return problems[:1]


def _free_id(player: Player, taken: Mapping[PlayerId, Player]) -> PlayerId:
    """An id that the same file gives again: from the name, with more where names are alike."""
    slug = name_slug(player.name)
    tries = [slug, f"{slug}-{player.fide_id or (player.birth.year if player.birth else 2)}"]
    number = 2
    while tries[0] in taken:
        tries.pop(0)
        number += 1
        tries.append(f"{slug}-{number}")
    return PlayerId(tries[0])
