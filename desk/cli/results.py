"""``topboards results …``: pairings, standings and tournament files, without a hall."""

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(no_args_is_help=True, help="Pair, count, check, make and convert TRF files.")

_TRF = Annotated[Path, typer.Argument(metavar="FILE.trf", help="A tournament report file.")]


@app.command()
def pair(
    files: Annotated[list[Path], typer.Argument(metavar="FILE.trf…", help="Report files.")],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a file.")] = False,
    colour: Annotated[
        str | None,
        typer.Option("--initial-colour", metavar="white|black", help="Overrules the file's lot."),
    ] = None,
    rounds: Annotated[
        int | None, typer.Option(min=1, help="Rounds in all; overrules the file.")
    ] = None,
    reference: Annotated[
        Path | None,
        typer.Option(metavar="PROGRAM", help="A bbpPairings binary for a second opinion."),
    ] = None,
) -> None:
    """Pair the next round (Dutch of 2026, or Berger) and print white and black, 0 = bye."""
    from desk.files.trf_files import colour_of, show_pairs

    side = colour_of(colour)
    code = show_pairs(
        files, as_json=as_json, initial_colour=side, rounds=rounds, reference=reference
    )
    raise typer.Exit(code)


@app.command()
def standings(
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE.trf]", help="A report file.")
    ] = None,
    tiebreaks: Annotated[
        str | None, typer.Option(help="Codes after the points, such as BH/C1,BH,SB.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a player.")] = False,
    edition: Annotated[
        int | None,
        typer.Option(help="2026, 2024 or 2022 (virtual opponent); by default that of the date."),
    ] = None,
    unrated: Annotated[
        int | None, typer.Option(help="What unrated players count as in rating tie-breaks.")
    ] = None,
    after: Annotated[
        int | None, typer.Option("--round", min=0, help="Only so many rounds.")
    ] = None,
    explained: Annotated[
        int | None, typer.Option("--explain", metavar="NUMBER", help="The working of one player.")
    ] = None,
    crosstable: Annotated[bool, typer.Option("--crosstable", help="Round by round.")] = False,
    log: Annotated[Path | None, typer.Option(help="A hall's log instead of a file.")] = None,
    tournament: Annotated[str | None, typer.Option(help="Of the log.")] = None,
    stage: Annotated[
        str | None, typer.Option(help="Of the tournament; the last by default.")
    ] = None,
) -> None:
    """Standings of a file, or of a tournament in a hall's log."""
    from desk.files.trf_files import StandingsRequest, codes_of, edition_named, show_standings

    wanted = StandingsRequest(
        codes_of(tiebreaks), edition_named(edition), unrated, after, explained, crosstable
    )
    if log is not None:
        from desk.files.log_reports import show_log_standings

        raise typer.Exit(show_log_standings(log, tournament, stage, wanted, as_json=as_json))
    if file is None:
        raise typer.BadParameter("a FILE.trf, or --log and --tournament")
    raise typer.Exit(show_standings(file, wanted, as_json=as_json))


@app.command()
def ratings(
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE.trf]", help="A report file.")
    ] = None,
    rapid: Annotated[bool, typer.Option("--rapid", help="Rapid or blitz: K = 20 for all.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a player.")] = False,
    log: Annotated[Path | None, typer.Option(help="A hall's log instead of a file.")] = None,
    tournament: Annotated[str | None, typer.Option(help="Of the log.")] = None,
    stage: Annotated[str | None, typer.Option(help="By default the last.")] = None,
) -> None:
    """Rating changes and performances by FIDE's tables."""
    if log is not None:
        from desk.files.log_reports import show_log_ratings

        raise typer.Exit(show_log_ratings(log, tournament, stage, rapid=rapid, as_json=as_json))
    if file is None:
        raise typer.BadParameter("a FILE.trf, or --log and --tournament")
    from desk.files.rating_report import show_ratings

    raise typer.Exit(show_ratings(file, rapid=rapid, as_json=as_json))


@app.command()
def prizes(
    log: Annotated[Path, typer.Option(help="A hall's log.")],
    tournament: Annotated[str | None, typer.Option(help="Of the log.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a player.")] = False,
) -> None:
    """The prize list of a tournament, with the reason of each amount."""
    from desk.files.log_reports import show_log_prizes

    raise typer.Exit(show_log_prizes(log, tournament, as_json=as_json))


@app.command()
def check(
    file: _TRF,
    tiebreaks: Annotated[str | None, typer.Option(help="Codes, if the file has none.")] = None,
    edition: Annotated[int | None, typer.Option(help="2026, 2024 or 2022.")] = None,
) -> None:
    """Pair every round again, count every rank again, list what differs and why."""
    from desk.files.trf_files import codes_of, edition_named, show_check

    raise typer.Exit(show_check(file, codes_of(tiebreaks), edition_named(edition)))


@app.command()
def generate(
    players: Annotated[int, typer.Option(min=2, max=3000)] = 30,
    rounds: Annotated[int, typer.Option(min=1, max=30)] = 7,
    seed: Annotated[int, typer.Option(help="The same seed gives the same tournament.")] = 1,
    half_byes: Annotated[int, typer.Option(min=0, max=1000, help="Out of 1000.")] = 20,
    zero_byes: Annotated[int, typer.Option(min=0, max=1000, help="Out of 1000.")] = 10,
    forfeits: Annotated[int, typer.Option(min=0, max=1000, help="Out of 1000.")] = 20,
    late: Annotated[int, typer.Option(min=0, max=1000, help="Out of 1000.")] = 40,
    withdrawn: Annotated[int, typer.Option(min=0, max=1000, help="Out of 1000.")] = 10,
    accelerated: Annotated[bool, typer.Option("--baku", help="Baku acceleration.")] = False,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="File to write.")] = None,
) -> None:
    """Make a random tournament with byes, forfeits, late entries and withdrawals."""
    from desk.files.trf_files import show_generated
    from results.checks.generator import GeneratorSettings

    settings = GeneratorSettings(
        players=players,
        rounds=rounds,
        half_byes=half_byes,
        zero_byes=zero_byes,
        forfeits=forfeits,
        late=late,
        withdrawn=withdrawn,
        accelerated=accelerated,
    )
    raise typer.Exit(show_generated(settings, seed, out))


@app.command()
def convert(
    file: Annotated[Path | None, typer.Argument(metavar="[FILE.trf]", help="A file.")] = None,
    to: Annotated[str, typer.Option(metavar="trf16|trf26|csv|pgn", help="The format.")] = "trf26",
    out: Annotated[Path | None, typer.Option("--out", "-o", help="File to write.")] = None,
    log: Annotated[Path | None, typer.Option(help="A hall's log instead of a file.")] = None,
    tournament: Annotated[str | None, typer.Option(help="Of the log.")] = None,
    stage: Annotated[str | None, typer.Option(help="By default the last.")] = None,
    for_rating: Annotated[
        bool, typer.Option("--for-rating", help="Of a log: with the results that are rated.")
    ] = False,
) -> None:
    """Write a file, or a tournament of a log, as TRF16, TRF26, CSV or PGN headers."""
    from desk.files.trf_files import dialect_of, show_converted, target_of

    if log is not None:
        from desk.files.log_reports import show_exported

        raise typer.Exit(
            show_exported(log, tournament, stage, dialect_of(to), out, for_rating=for_rating)
        )
    if for_rating:
        raise typer.BadParameter("--for-rating needs --log: a file has one result a game")
    if file is None:
        raise typer.BadParameter("a FILE.trf, or --log and --tournament")
    raise typer.Exit(show_converted(file, target_of(to), out))
