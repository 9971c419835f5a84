"""The command line; every command imports what it needs when it runs."""

import typer

app = typer.Typer(
    name="topboards",
    help="Live boards at chess tournaments: from the sensors to the next pairings.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def main() -> None:
    """Run the ``topboards`` command."""
    app()
