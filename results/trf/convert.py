"""PURE. A TRF file as another format: TRF16, TRF26, CSV of players, PGN headers of games."""

import csv
import io
from collections.abc import Mapping
from enum import StrEnum

from facts.fact import Side
from facts.result import Result, ResultKind, pgn_termination, pgn_token
from facts.settings import TournamentSettings
from results.crosstable.model import NOBODY, Crosstable, Entrant, Number, Points, RoundEntry
from results.crosstable.scoring import shown, total
from results.trf.records import TrfFile
from results.trf.table import TrfTable
from results.trf.write import Dialect, Header, trf_text


class Target(StrEnum):
    """What to convert to."""

    TRF16 = "trf16"
    TRF26 = "trf26"
    CSV = "csv"
    PGN = "pgn"


_UNDERSTOOD = frozenset(
    {"001", "012", "022", "032", "042", "052", "062", "072", "082", "092", "102", "122", "142"}
    | {"152", "162", "192", "202", "212", "240", "250", "260", "299", "XXR", "XXC", "XXS", "XXA"}
    | {"XXP", "XXZ", "BBW", "BBD", "BBL", "BBZ", "BBF", "BBU", "###"}
)
"""Records whose content is written anew; all others are kept as they are."""


def convert(file: TrfFile, read: TrfTable, target: Target) -> str:
    """The file's text in another format; comments and unknown records stay in TRF."""
    match target:
        case Target.TRF16:
            return trf_text(read.table, header_of(file, read), Dialect.TRF16)
        case Target.TRF26:
            return trf_text(read.table, header_of(file, read), Dialect.TRF26)
        case Target.CSV:
            return players_csv(read.table, read.as_stated)
        case Target.PGN:
            return pgn_headers(read.table, header_of(file, read).settings)


def header_of(file: TrfFile, read: TrfTable) -> Header:
    """Everything of a file that is not in its crosstable."""
    settings = TournamentSettings(
        name=file.first("012"),
        city=file.first("022"),
        federation=file.first("032"),
        start=file.first("042"),
        end=file.first("052"),
        chief_arbiter=file.first("102"),
    )
    system = read.meaning.system.removesuffix("_BAKU")  # its accelerations are written out
    return Header(
        settings=settings,
        system=system,
        kind=file.first("092"),
        time_control=file.first("122"),
        tiebreaks=read.meaning.tiebreaks,
        comments=file.comments,
        others=tuple(
            record.raw for record in file.records if record.code and record.code not in _UNDERSTOOD
        ),
        ranks=tuple(
            (entrant.number, rank)
            for entrant, rank in _stated_ranks(file, read)
            if rank is not None
        ),
        points=read.as_stated,
    )


def _stated_ranks(file: TrfFile, read: TrfTable) -> list[tuple[Entrant, int | None]]:
    known = {player.number: player.rank for player in file.players}
    return [(entrant, known.get(entrant.number)) for entrant in read.table.entrants]


def players_csv(table: Crosstable, points: Mapping[Number, Points] | None = None) -> str:
    """The players with their points, one a line, with a header line.

    ``points`` are those of players with a game that is not finished, where not the table's.
    """
    given = points or {}
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["number", "name", "title", "rating", "federation", "fide_id", "sex", "points"])
    for entrant in table.entrants:
        p = entrant.player
        counted = given.get(entrant.number, total(entrant, table.played, table.scoring))
        person = [entrant.number, p.name, p.title, p.rating, p.federation, p.fide_id, p.sex]
        writer.writerow([*person, shown(counted)])
    return out.getvalue()


def pgn_headers(table: Crosstable, settings: TournamentSettings) -> str:
    """One game without moves for each pair, as broadcasts and LiveChess want them."""
    games = []
    for round_no in range(1, table.played + 1):
        board = 0
        for entrant in table.entrants:
            entry = entrant.entry(round_no)
            if entry.opponent == NOBODY or entry.colour is not Side.WHITE:
                continue
            board += 1
            games.append(_game(table, settings, round_no, board, entrant.number, entry))
    return "\n".join(games)


def _game(
    table: Crosstable,
    settings: TournamentSettings,
    round_no: int,
    board: int,
    white: Number,
    entry: RoundEntry,
) -> str:
    one, other = table.by_number[white].player, table.by_number[entry.opponent].player
    theirs = table.by_number[entry.opponent].entry(round_no)
    result = None
    if (
        entry.score is not None
        and theirs.score is not None
        and (entry.kind is not ResultKind.ADJOURNED)
    ):
        result = Result(entry.score, theirs.score, entry.kind)
    tags = {
        "Event": settings.name or "?",
        "Site": settings.city or "?",
        "Date": "????.??.??",
        "Round": f"{round_no}.{board}",
        "White": one.name,
        "Black": other.name,
        "Result": pgn_token(result),
        "WhiteElo": str(one.rating) if one.rating else "",
        "BlackElo": str(other.rating) if other.rating else "",
        "Termination": pgn_termination(result) or "",
    }
    lines = [f'[{tag} "{_quoted(value)}"]' for tag, value in tags.items() if value]
    return "\n".join([*lines, "", pgn_token(result), ""])


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
