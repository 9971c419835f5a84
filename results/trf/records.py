"""PURE. A TRF file as it is written: its records in order, players taken apart.

The records keep their raw text, so that what was only read is written back as it was.
Columns are counted from 1, as in FIDE's description.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from results.errors import ResultsError


class TrfError(ResultsError):
    """A TRF file cannot be read: the line, the column, and what is expected there.

    Attributes:
        line: from 1; 0 where the fault is not in one line.
        column: from 1; 0 where it is the whole line.
    """

    def __init__(self, line: int, column: int, text: str) -> None:
        """Blame a place of the file."""
        place = f"line {line}, column {column}: " if column else f"line {line}: "
        super().__init__((place if line else "") + text)
        self.line = line
        self.column = column


@dataclass(frozen=True, slots=True)
class Cell:
    """One round of a player: opponent (0: none), colour ``w b - ' '``, result letter."""

    opponent: int
    colour: str
    letter: str


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """Record 001.

    Attributes:
        points: tenths, None where the columns are blank.
        cells: one a round; None where all columns of the round are blank.
    """

    number: int
    name: str
    cells: tuple[Cell | None, ...]
    sex: str = ""
    title: str = ""
    rating: int = 0
    federation: str = ""
    fide_id: str = ""
    birth: str = ""
    points: int | None = None
    rank: int | None = None
    line: int = 0


@dataclass(frozen=True, slots=True)
class Record:
    """Any line: its three-character code, its text as written, and where it stood.

    Attributes:
        raw: the whole line without its end; a line that is no record has code ``""``.
        player: what a 001 record says.
    """

    code: str
    raw: str
    line: int = 0
    player: PlayerLine | None = None

    @property
    def value(self) -> str:
        """The text from column 5 on, blanks at the end taken off."""
        return self.raw[4:].rstrip()


@dataclass(frozen=True, slots=True)
class TrfFile:
    """A file: its records in the order of the file."""

    records: tuple[Record, ...]

    @property
    def players(self) -> tuple[PlayerLine, ...]:
        """The players in the order of the file."""
        return tuple(r.player for r in self.records if r.player is not None)

    @property
    def comments(self) -> tuple[str, ...]:
        """What the ``###`` lines say."""
        return tuple(record.raw[3:].strip() for record in self.records if record.code == "###")

    def of(self, *codes: str) -> Iterator[Record]:
        """The records with one of ``codes``, in the order of the file."""
        return (record for record in self.records if record.code in codes)

    def first(self, code: str) -> str:
        """The value of the first record with a code; empty where there is none."""
        return next((record.value.strip() for record in self.of(code)), "")
