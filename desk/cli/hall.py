"""``topboards run`` and ``topboards demo``: a hall, and one with virtual boards."""

from pathlib import Path
from typing import Annotated

import typer

from desk.demo.programmes import PROGRAMMES


def run(
    hall: Annotated[Path, typer.Argument(metavar="HALL.toml", help="The hall's configuration.")],
    plain: Annotated[
        bool, typer.Option("--plain", help="Lines of text instead of the live view.")
    ] = False,
) -> None:
    """Run a hall: read its boards, show the games, enter results, pair the next round."""
    from desk.running import run_hall

    run_hall(hall, plain=plain)


def check(
    file: Annotated[
        Path, typer.Argument(metavar="FILE.toml", help="A hall's file, or a tournament's.")
    ],
) -> None:
    """Say what a hall's or a tournament's file means, or what is wrong with it; starts nothing."""
    from desk.files.config_summary import summary

    for line in summary(file):
        typer.echo(line)


def demo(
    auto: Annotated[
        bool, typer.Option("--auto", help="Confirm and pair by itself, then exit.")
    ] = False,
    tournament: Annotated[
        str | None,
        typer.Option(
            metavar="|".join(PROGRAMMES),
            help="Play that tournament to its end by its own regulations.",
        ),
    ] = None,
    rounds: Annotated[
        int, typer.Option(min=1, max=5, help="Rounds to play of the small Swiss.")
    ] = 2,
    boards: Annotated[int, typer.Option(min=1, max=8, help="Live boards.")] = 8,
    speed: Annotated[
        float | None,
        typer.Option(
            min=1, max=100, help="6 = six times as fast; by default 6, or 30 for a tournament."
        ),
    ] = None,
    folder: Annotated[
        Path | None, typer.Option("--dir", help="Keep the hall's files there.")
    ] = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Spectators' port.")] = 8600,
    arbiter_port: Annotated[int, typer.Option(min=0, max=65535, help="Arbiter's port.")] = 8601,
    plain: Annotated[
        bool, typer.Option("--plain", help="Lines of text instead of the live view.")
    ] = False,
) -> None:
    """A small Swiss on virtual boards, or a whole tournament: the chain, to look at."""
    if tournament is not None and tournament not in PROGRAMMES:
        raise typer.BadParameter(
            f"{tournament!r} is none of {', '.join(PROGRAMMES)}", param_hint="--tournament"
        )
    from desk.demo.settings import DemoSettings
    from desk.demo.show import run_demo

    run_demo(
        DemoSettings(
            auto=auto,
            programme=None if tournament is None else PROGRAMMES[tournament],
            rounds=rounds,
            boards=boards,
            speed=speed or (6 if tournament is None else 30),
            folder=None if folder is None else str(folder),
            spectators_port=port,
            arbiter_port=arbiter_port,
            plain=plain,
        )
    )
