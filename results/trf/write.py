"""PURE. Write TRF: what was read as it was, or a crosstable as TRF26 or TRF16.

TRF26 says rounds, lot, points, byes, accelerations and prohibited pairs in numbered records;
TRF16 has no records for them, so pairing programs' own (XXR, XXC, BBW …) are used there and
byes given ahead stand in the players' lines.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from facts.fact import Side
from facts.result import ResultKind, Score, trf_letter
from facts.settings import Scoring, TournamentSettings
from results.crosstable.model import ABSENT, NOBODY, Crosstable, Entrant, Number, RoundEntry
from results.crosstable.scoring import FIDE, entry_points, shown, total
from results.errors import UsageError
from results.trf.records import Cell, PlayerLine, TrfFile

MAX_NAME = 33


class Dialect(StrEnum):
    """Which edition of the format to write."""

    TRF16 = "trf16"
    TRF26 = "trf26"


@dataclass(frozen=True, slots=True)
class Header:
    """What a file says beside the crosstable.

    Attributes:
        system: the encoded type (record 192); found from the table where it is empty.
        tiebreaks: codes for record 202.
        comments: written as ``###`` lines, in order, at the end.
        others: whole lines of records that this program does not know, kept as they were.
        ranks: final ranks by number; by points where there are none.
        points: of players with a game that is not finished, where they do not have the
            points that the table counts.
    """

    settings: TournamentSettings = field(default_factory=lambda: TournamentSettings(""))
    system: str = ""
    kind: str = ""
    time_control: str = ""
    tiebreaks: tuple[str, ...] = ()
    comments: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    ranks: tuple[tuple[Number, int], ...] = ()
    points: Mapping[Number, int] = field(default_factory=dict)


def render(file: TrfFile) -> str:
    """The file as it was read, with Unix line ends."""
    return "".join(f"{record.raw}\n" for record in file.records)


def player_text(player: PlayerLine) -> str:
    """Record 001 in its columns."""
    points = shown(player.points) if player.points is not None else ""
    rank = str(player.rank) if player.rank is not None else ""
    head = (
        f"001 {player.number:>4} {player.sex[:1]:1}{player.title[:3]:>3} "
        f"{player.name[:MAX_NAME]:<33} {player.rating or '':>4} {player.federation[:3]:<3} "
        f"{player.fide_id[:11]:>11} {player.birth[:10]:<10} {points:>4} {rank:>4}"
    )
    return (head + "".join(f"  {_cell_text(cell)}" for cell in player.cells)).rstrip()


def _cell_text(cell: Cell | None) -> str:
    if cell is None:
        return " " * 8
    opponent = f"{cell.opponent:>4}" if cell.opponent else "0000"
    return f"{opponent} {cell.colour} {cell.letter}"


def trf_text(table: Crosstable, header: Header, dialect: Dialect = Dialect.TRF26) -> str:
    """A crosstable as a file.

    Raises:
        UsageError: numbers, ratings or points that do not fit the columns.
    """
    _check_fits(table)
    lines = [
        *_head(table, header),
        *(_settings26(table, header) if dialect is Dialect.TRF26 else _settings16(table)),
        *_players(table, header, dialect),
        *(_byes26(table) if dialect is Dialect.TRF26 else ()),
        *_accelerations(table),
        *_forbidden(table),
        *_carried(table),
        *header.others,
        *(f"### {comment}".rstrip() for comment in header.comments),
    ]
    return "".join(f"{line}\n" for line in lines)


def _check_fits(table: Crosstable) -> None:
    for entrant in table.entrants:
        if entrant.number > 9999 or entrant.player.rating > 9999:
            raise UsageError(
                f"player {entrant.number}: TRF has four columns for numbers and ratings"
            )


def _head(table: Crosstable, header: Header) -> Iterator[str]:
    said = header.settings
    rated = sum(1 for entrant in table.entrants if entrant.player.rating)
    kind = header.kind or (
        "Individual: Round Robin" if table.round_robin else "Individual: Swiss-System"
    )
    values = (
        ("012", said.name),
        ("022", said.city),
        ("032", said.federation),
        ("042", said.start.replace("-", "/")),
        ("052", said.end.replace("-", "/")),
        ("062", str(len(table.entrants))),
        ("072", str(rated)),
        ("092", kind),
        ("102", said.chief_arbiter),
        ("122", header.time_control),
    )
    return (f"{code} {value}" for code, value in values if value)


def _settings26(table: Crosstable, header: Header) -> Iterator[str]:
    yield f"142 {table.rounds}"
    if table.initial_colour is not None:
        yield f"152 {'W' if table.initial_colour is Side.WHITE else 'B'}"
    if table.scoring != FIDE:
        yield point_system(table.scoring)
        yield from _abnormal(table.scoring)
    yield f"192 {header.system or ('FIDE_ROUNDROBIN' if table.round_robin else 'FIDE_DUTCH')}"
    if header.tiebreaks:
        yield f"202 {','.join(header.tiebreaks)}"


def point_system(scoring: Scoring) -> str:
    """Record 162: wins, draws, losses, absences and the pairing-allocated bye."""
    values = (
        ("W", scoring.win),
        ("D", scoring.draw),
        ("L", scoring.loss),
        ("A", scoring.zero_bye),
        ("P", scoring.pairing_bye),
    )
    return "162  " + "    ".join(f"{symbol}{shown(points):>4}" for symbol, points in values)


def _abnormal(scoring: Scoring) -> Iterator[str]:
    """Record 299 for values that record 162 has no symbol for."""
    usual = (
        ("+", scoring.forfeit_win, scoring.win),
        ("-", scoring.forfeit_loss, scoring.zero_bye),
        ("F", scoring.full_bye, scoring.win),
        ("H", scoring.half_bye, scoring.draw),
    )
    for symbol, points, expected in usual:
        if points != expected:
            yield f"299 {symbol}        {shown(points):>4}"


def _settings16(table: Crosstable) -> Iterator[str]:
    yield f"XXR {table.rounds}"
    if table.initial_colour is not None:
        yield f"XXC {table.initial_colour}1"
    scoring = table.scoring
    if scoring != FIDE:
        values = (
            ("BBW", scoring.win),
            ("BBD", scoring.draw),
            ("BBL", scoring.loss),
            ("BBZ", scoring.zero_bye),
            ("BBF", scoring.forfeit_loss),
            ("BBU", scoring.pairing_bye),
        )
        for code, points in values:
            yield f"{code} {shown(points):>4}"


def _players(table: Crosstable, header: Header, dialect: Dialect) -> Iterator[str]:
    ranks = dict(header.ranks) or _ranks(table)
    for entrant in table.entrants:
        line = player_line(table, entrant)
        line = replace(line, points=header.points.get(entrant.number, line.points))
        ahead = table.byes_ahead.get((table.played + 1, entrant.number))
        if ahead is not None and dialect is Dialect.TRF16:
            points = (line.points or 0) + entry_points(ahead, table.scoring)
            cells = (*line.cells, *([None] * (table.played - len(line.cells))), _cell(ahead))
            line = replace(line, points=points, cells=cells)
        yield player_text(replace(line, rank=ranks.get(entrant.number)))


def _ranks(table: Crosstable) -> dict[Number, int]:
    points = {e.number: total(e, table.played, table.scoring) for e in table.entrants}
    order = sorted(table.entrants, key=lambda e: -points[e.number])
    return {entrant.number: rank for rank, entrant in enumerate(order, start=1)}


def player_line(table: Crosstable, entrant: Entrant) -> PlayerLine:
    """A player as record 001 has them; missed rounds at the end stay blank."""
    player = entrant.player
    cells: list[Cell | None] = [_cell(entry) for entry in entrant.entries[: table.played]]
    cells += [None] * (table.played - len(cells))
    return PlayerLine(
        number=entrant.number,
        name=player.name,
        cells=tuple(cells),
        sex=player.sex,
        title=player.title,
        rating=player.rating,
        federation=player.federation,
        fide_id=player.fide_id,
        birth=f"{player.birth:%Y/%m/%d}" if player.birth is not None else "",
        points=total(entrant, table.played, table.scoring),
    )


def _cell(entry: RoundEntry) -> Cell:
    if entry.opponent == NOBODY:
        letter = trf_letter(Score.LOSS, entry.kind) if entry is not ABSENT else "Z"
        return Cell(0, "-", letter)
    colour = "-" if entry.colour is None else "w" if entry.colour is Side.WHITE else "b"
    letter = " " if entry.score is None else trf_letter(entry.score, entry.kind)
    return Cell(entry.opponent, colour, letter)


_BYE_LETTER = {ResultKind.FULL_BYE: "F", ResultKind.HALF_BYE: "H", ResultKind.ZERO_BYE: "Z"}


def _byes26(table: Crosstable) -> Iterator[str]:
    groups: dict[tuple[int, str], list[Number]] = {}
    for (round_no, number), entry in sorted(table.byes_ahead.items()):
        groups.setdefault((round_no, _BYE_LETTER.get(entry.kind, "Z")), []).append(number)
    for (round_no, letter), numbers in sorted(groups.items()):
        yield f"240 {letter} {round_no:>3} {_columns(numbers)}"


def _accelerations(table: Crosstable) -> Iterator[str]:
    for given in table.accelerations:
        if given.points:
            rounds = f"{given.first_round:>3} {given.last_round:>3}"
            yield f"250      {shown(given.points):>4} {rounds} {given.first:>4} {given.last:>4}"


def _forbidden(table: Crosstable) -> Iterator[str]:
    for rule in table.forbidden:
        last = min(rule.last_round, max(table.rounds, rule.first_round))
        yield f"260 {rule.first_round:>3} {last:>3} {_columns(sorted(rule.numbers))}"


def _carried(table: Crosstable) -> Iterator[str]:
    for entrant in table.entrants:
        if entrant.carried:
            yield f"299    {'':4}  {shown(entrant.carried):>4}    1 {entrant.number:>4}"


def _columns(numbers: Sequence[Number]) -> str:
    return " ".join(f"{number:>4}" for number in numbers)
