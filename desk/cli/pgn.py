"""``topboards pgn …``: other people's games."""

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(no_args_is_help=True, help="PGN files that other programs have written.")


@app.callback()
def pgn() -> None:
    """PGN files that other programs have written."""


@app.command()
def clean(
    files: Annotated[list[Path], typer.Argument(metavar="FILE.pgn…", help="Files with games.")],
    as_json: Annotated[
        bool, typer.Option("--json", help="Print what was found, one JSON object a game.")
    ] = False,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Where the clean games go.")
    ] = None,
) -> None:
    """Take king signs that leaked into the moves off, and print the games; all else stays.

    What was taken off, and what may be a sign but cannot be decided from the file, is told on
    standard error. With --json that is what is printed, and games go to --out alone.
    """
    from desk.files.pgn_clean import clean_files

    raise typer.Exit(clean_files(files, out, as_json=as_json))
