"""PURE. Read TRF text into records. Forgiving about line ends and length, not about content.

A column that holds something else than it should is an error with its place; a line that
is too short simply ends. Nothing is judged here: see ``results/trf/table.py``.
"""

import re

from results.trf.records import Cell, PlayerLine, Record, TrfError, TrfFile

FIRST_CELL = 91
"""Index of the first round's opponent in a 001 record."""
CELL = 10
LETTERS = frozenset("10=+-WDLHFUZ? ")
_LINE_END = re.compile("\r\n|\r|\n")


def decode(data: bytes) -> str:
    """The text of a file: UTF-8, or else Windows' Western table, as old programs write."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def parse(text: str) -> TrfFile:
    """The records of a file.

    Raises:
        TrfError: a 001 record is broken, or no player is there.
    """
    records = []
    lines = _LINE_END.split(text.removeprefix("\ufeff"))
    if lines and lines[-1] == "":
        lines.pop()
    for number, raw in enumerate(lines, start=1):
        code = raw[:3] if len(raw) >= 3 else ""
        player = _player(raw, number) if code == "001" else None
        records.append(Record(code, raw, number, player))
    found = TrfFile(tuple(records))
    _check(found)
    return found


def _check(file: TrfFile) -> None:
    seen: dict[int, int] = {}
    for player in file.players:
        if player.number in seen:
            first = seen[player.number]
            raise TrfError(player.line, 5, f"number {player.number} stands on line {first} already")
        seen[player.number] = player.line
    if not seen:
        raise TrfError(0, 0, "no players: expected lines that begin with 001")
    for player in file.players:
        for round_no, cell in enumerate(player.cells, start=1):
            if cell is not None and cell.opponent and cell.opponent not in seen:
                raise TrfError(
                    player.line,
                    FIRST_CELL + CELL * (round_no - 1) + 1,
                    f"opponent {cell.opponent} is nobody's number",
                )


def _player(raw: str, line: int) -> PlayerLine:
    number = _integer(raw, line, 4, 8, "a pairing number from 1 to 9999")
    if not number:
        raise TrfError(line, 5, "expected a pairing number from 1 to 9999")
    return PlayerLine(
        number=number,
        name=raw[14:47].strip(),
        cells=_cells(raw, line, number),
        sex=raw[9:10].strip(),
        title=raw[10:13].strip(),
        rating=_integer(raw, line, 48, 52, "a rating") or 0,
        federation=raw[53:56].strip(),
        fide_id=raw[57:68].strip(),
        birth=raw[69:79].strip(),
        points=_points(raw, line, 80, 84),
        rank=_integer(raw, line, 85, 89, "a rank"),
        line=line,
    )


def _cells(raw: str, line: int, own: int) -> tuple[Cell | None, ...]:
    cells: list[Cell | None] = []
    for start in range(FIRST_CELL, len(raw), CELL):
        text = raw[start : start + 8].ljust(8)
        cells.append(_cell(text, line, start, own) if text.strip() else None)
    while cells and cells[-1] is None:
        cells.pop()
    return tuple(cells)


def _cell(text: str, line: int, start: int, own: int) -> Cell:
    opponent = _integer(text, line, 0, 4, "an opponent's number or 0000", start) or 0
    if opponent == own:
        raise TrfError(line, start + 1, f"player {own} cannot meet themselves")
    if text[4] != " " or text[6] != " ":
        raise TrfError(line, start + 5, "expected a blank between opponent, colour and result")
    colour, letter = text[5].lower(), text[7].upper()
    if colour not in "wb- ":
        raise TrfError(line, start + 6, f"{text[5]!r} is no colour: expected w, b or -")
    if letter not in LETTERS:
        raise TrfError(
            line, start + 8, f"{text[7]!r} is no result: expected one of 1 0 = + - W D L H F U Z ?"
        )
    if not opponent and colour in "wb":
        raise TrfError(line, start + 6, "a colour without an opponent: expected -")
    if letter == "?" and not opponent:
        raise TrfError(line, start + 1, "an unfinished game (?) without an opponent")
    if letter == "?" and colour not in "wb":
        raise TrfError(line, start + 6, "an unfinished game (?) without a colour: expected w or b")
    if opponent and letter in "HFUZ":
        raise TrfError(line, start + 8, f"a bye ({letter}) with an opponent: expected 0000")
    return Cell(opponent, colour, letter)


def _integer(
    raw: str, line: int, start: int, end: int, expected: str, offset: int = 0
) -> int | None:
    text = raw[start:end].strip()
    if not text:
        return None
    if not (text.isascii() and text.isdigit()):
        raise TrfError(line, offset + start + 1, f"{text!r} is not {expected}")
    return int(text)


def _points(raw: str, line: int, start: int, end: int) -> int | None:
    text = raw[start:end].strip()
    return None if not text else read_points(text, line, start + 1)


def read_points(text: str, line: int, column: int) -> int:
    """Points such as ``5.5`` in tenths; a comma is taken for the point."""
    match = re.fullmatch(r"(-?)(\d+)(?:[.,](\d))?0?|(-?)[.,](\d)0?", text.strip())
    if match is None:
        raise TrfError(line, column, f"{text.strip()!r} are no points: expected such as 5.5")
    if match[5] is not None:
        value, sign = int(match[5]), match[4]
    else:
        value, sign = int(match[2]) * 10 + int(match[3] or 0), match[1]
    return -value if sign else value
