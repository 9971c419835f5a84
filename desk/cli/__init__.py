"""The command line: one command, ``topboards``, whose parts import what they need late.

Exit codes (``desk/host/exit_codes.py``): 0 done, 1 no valid answer exists, 2 a fault of this
program, 3 a bad request, 5 file trouble. Results go to standard output, talk to standard
error.
"""

import sys
from typing import Annotated

import typer

from desk import __version__
from desk.cli import boards, hall, pgn, results
from desk.host.encoding import let_letters_through
from desk.host.error_report import explain

app = typer.Typer(
    name="topboards",
    help="Live boards at chess tournaments: from the sensors to the next pairings.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.add_typer(boards.app, name="boards")
app.add_typer(results.app, name="results")
app.add_typer(pgn.app, name="pgn")
app.command("run")(hall.run)
app.command("check")(hall.check)
app.command("demo")(hall.demo)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"topboards {__version__}")
        raise typer.Exit


@app.callback()
def topboards(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print it and exit.")
    ] = False,
) -> None:
    """Live boards at chess tournaments: from the sensors to the next pairings."""


def main() -> None:
    """Run the ``topboards`` command and exit with a code that says how it went."""
    for stream in (sys.stdout, sys.stderr):
        let_letters_through(stream)
    try:
        code = app(standalone_mode=False)
    except Exception as error:  # noqa: BLE001 - the edge: every error becomes a sentence
        code = explain(error)
    except KeyboardInterrupt:
        code = 130
    sys.exit(code)
