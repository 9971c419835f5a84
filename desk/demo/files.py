"""The demo's hall as files, as an organiser would write them."""

from collections.abc import Sequence
from importlib import resources
from pathlib import Path

from boardlink.simulator.hall import SimulatedPort
from desk.demo.programmes import Programme
from desk.demo.settings import DemoSettings
from desk.errors import FileTroubleError

LATE_PLAYER_LINE = 1
"""The last line of the players' file is kept back: that player enters late."""


def write_hall(settings: DemoSettings, folder: Path, ports: Sequence[SimulatedPort]) -> Path:
    """Write configuration and players into ``folder``.

    Returns:
        The hall's file, ready to be loaded.

    Raises:
        FileTroubleError: the folder holds a hall already, or cannot be written.
    """
    hall = folder / "hall.toml"
    if hall.exists():
        raise FileTroubleError(
            f"{folder} holds a hall already: choose another folder, or go on with it by "
            f"'topboards run {hall}'"
        )
    try:
        regulations = folder / f"{settings.tournament}.toml"
        regulations.write_text(_regulations(settings.programme), encoding="utf-8")
        entered = _entered(settings)
        (folder / "players.csv").write_text("\n".join(entered) + "\n", encoding="utf-8")
        hall.write_text(_hall_text(settings, ports), encoding="utf-8")
    except OSError as error:
        raise FileTroubleError(f"{folder} cannot be written: {error.strerror}") from error
    return hall


def _regulations(programme: Programme | None) -> str:
    if programme is None:
        return _shipped("open.toml")
    beside = Path(__file__).resolve().parents[2] / "configs" / programme.config
    # Installed, the files are inside the package; in a checkout beside it.
    return beside.read_text(encoding="utf-8") if beside.is_file() else _shipped(programme.config)


def _entered(settings: DemoSettings) -> list[str]:
    """The header and the players who are there from the beginning."""
    if settings.programme is None:
        return player_lines(settings.boards)[:-LATE_PLAYER_LINE]
    return _shipped("players.csv").splitlines()[: 1 + settings.programme.players]


def player_lines(boards: int) -> list[str]:
    """The header and four players for each live board, so that half of the boards are live."""
    return _shipped("players.csv").splitlines()[: 1 + 4 * boards]


def late_player_line(boards: int) -> str:
    """The player who enters after the first round."""
    return player_lines(boards)[-LATE_PLAYER_LINE]


def _shipped(name: str) -> str:
    return resources.files("desk.demo").joinpath(name).read_text(encoding="utf-8")


def _hall_text(settings: DemoSettings, ports: Sequence[SimulatedPort]) -> str:
    boards = "".join(
        f'\n[[boards]]\nnumber = {port.board}\ndevice = "{port.serial}"\nport = "{port.port}"\n'
        for port in ports
    )
    return f"""# The hall of the demo: virtual boards on ports of this machine.
name = "Demo hall"
log = "hall.log"
captures = "captures"

[[tournaments]]
config = "{settings.tournament}.toml"
players = "players.csv"

[spectators]
host = "127.0.0.1"
port = {settings.spectators_port}

[arbiter]
host = "127.0.0.1"
port = {settings.arbiter_port}
{boards}"""
