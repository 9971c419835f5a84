"""``topboards boards …``: electronic boards, real and virtual."""

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(
    no_args_is_help=True, help="Electronic boards: list, watch, capture, replay, simulate."
)

Seconds = Annotated[
    float | None, typer.Option("--for", min=0, help="End after so many seconds.", metavar="SECONDS")
]


@app.command("list")
def list_ports(
    ports: Annotated[
        list[str] | None,
        typer.Argument(metavar="[PORT…]", help="Without any: every port of this computer."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a port.")] = False,
) -> None:
    """Look at every port of this computer, and which board answers there."""
    from desk.boards.port_list import show_ports

    show_ports(ports or (), as_json=as_json)


@app.command()
def watch(
    targets: Annotated[
        list[str] | None,
        typer.Argument(metavar="[PORT…|HALL.toml]", help="Without any: every port found here."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a second.")] = False,
    plain: Annotated[
        bool, typer.Option("--plain", help="Lines of text instead of the live view.")
    ] = False,
    for_s: Seconds = None,
) -> None:
    """Show boards as they are now: squares, clock, line, battery; ends with Ctrl-C."""
    from desk.boards.watch import watch_boards

    watch_boards(targets or (), as_json=as_json, plain=plain, for_s=for_s)


@app.command()
def capture(
    targets: Annotated[
        list[str], typer.Argument(metavar="PORT…|HALL.toml", help="What to record.")
    ],
    folder: Annotated[Path, typer.Option("--out", metavar="FOLDER", help="For the .cap files.")],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a second.")] = False,
    for_s: Seconds = None,
) -> None:
    """Record what boards send into capture files, until Ctrl-C; nothing is overwritten."""
    from desk.boards.capturing import record_boards

    record_boards(targets, folder, as_json=as_json, for_s=for_s)


@app.command()
def bind(
    hall: Annotated[
        Path | None, typer.Argument(metavar="[HALL.toml]", help="Its boards keep their numbers.")
    ] = None,
    ports: Annotated[
        list[str] | None,
        typer.Option("--port", metavar="PORT", help="Look there; may be repeated."),
    ] = None,
    numbers: Annotated[
        str, typer.Option(help="Board numbers to give, such as 1-8,12.", metavar="LIST")
    ] = "",
    anew: Annotated[bool, typer.Option("--anew", help="Forget the file's boards.")] = False,
    write: Annotated[bool, typer.Option("--write", help="Add the tables to the file.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a board.")] = False,
) -> None:
    """Give boards their numbers: put the white king on e4 of each when it is asked for."""
    from desk.boards.bind import bind_boards

    bind_boards(hall, ports or (), numbers=numbers, anew=anew, write=write, as_json=as_json)


@app.command()
def doctor(
    hall: Annotated[
        Path | None, typer.Argument(metavar="[HALL.toml]", help="Its log, servers and boards too.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a finding.")] = False,
) -> None:
    """Is this computer ready for boards? Says what to do; exit code 1 where there is something."""
    from desk.boards.doctor.show import examine_computer

    raise typer.Exit(examine_computer(hall, as_json=as_json))


@app.command()
def replay(
    files: Annotated[list[Path], typer.Argument(metavar="FILE.cap…", help="Capture files.")],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a game.")] = False,
    sheet: Annotated[
        Path | None,
        typer.Option("--scoresheet", metavar="GAME.pgn", help="What was played, one game."),
    ] = None,
    moves: Annotated[
        list[str] | None,
        typer.Option("--move", metavar="24=Nf6", help="A move that was played; 24... is Black's."),
    ] = None,
    game: Annotated[
        int | None, typer.Option("--game", min=0, help="Which game of the capture that is.")
    ] = None,
) -> None:
    """Replay captures of boards through the tracker and print the games found.

    With a scoresheet or a move one game of one capture is read again under it: either a line
    comes that fits both, or what contradicts is said and the exit code is 1.
    """
    from desk.boards.replays import show_repair, show_replays

    if sheet is None and not moves and game is None:
        raise typer.Exit(show_replays(files, as_json=as_json))
    raise typer.Exit(show_repair(files, sheet, moves or [], game, as_json=as_json))


@app.command()
def simulate(
    pgn: Annotated[
        Path | None,
        typer.Option("--pgn", help="Games to play; without it, the famous ones that ship."),
    ] = None,
    boards: Annotated[int, typer.Option(min=1, max=500, help="How many boards.")] = 4,
    speed: Annotated[float, typer.Option(min=0.1, max=1000, help="10 = ten times faster.")] = 10,
    folder: Annotated[Path, typer.Option("--dir", help="Where the boards' ports appear.")] = Path(
        "virtual-boards"
    ),
    tcp: Annotated[bool, typer.Option("--tcp", help="TCP ports instead of ptys.")] = False,
    per_line: Annotated[
        int,
        typer.Option("--bus", min=0, help="So many boards share a port, as a line in bus mode."),
    ] = 0,
    wait: Annotated[
        float, typer.Option(min=0, max=86400, help="Seconds before the games begin.")
    ] = 3,
    livechess: Annotated[
        int,
        typer.Option(
            "--livechess",
            min=0,
            max=65535,
            help="TCP port of a simulated LiveChess that shows the boards too, such as 1982.",
        ),
    ] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a board.")] = False,
) -> None:
    """Virtual boards with clocks that play games over the wire, for trying a hall out."""
    from desk.boards.simulation import simulate_boards

    simulate_boards(
        pgn=pgn,
        boards=boards,
        per_line=per_line,
        speed=speed,
        folder=folder,
        tcp=tcp,
        wait_s=wait,
        livechess=livechess,
        as_json=as_json,
    )
