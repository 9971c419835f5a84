"""What a hall is told to be: ``HALL.toml``.

Read once into frozen dataclasses. Paths in a file are relative to that file. Unknown keys
are errors: a misspelt setting that is silently ignored is a setting that is wrong.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import msgspec

from boardlink.links.link import BUS
from boardlink.sensing.tracker import TrackerSettings
from desk.config import sources
from desk.config.sources import CloudForm, GamesConfig, LiveChessConfig, LiveChessForm, PgnForm
from desk.config.table_form import Number, TableForm, Text
from desk.config.toml_reader import TomlFile
from desk.config.tournament import TournamentConfig, load_tournament
from desk.config.tracking import TrackerForm, misfit, tracker_settings
from facts.fact import Side
from facts.ids import BoardNo, DeviceId

PORTS = ("/dev/ttyACM0", "COM3", "socket://192.168.1.40:4001")
"""Examples of where a board may be; any other form is left to the link."""


class ShownMoves(StrEnum):
    """Which moves spectators see."""

    AT_ONCE = "at-once"
    """The best line as it is known now, which may be corrected later."""
    CONFIRMED = "confirmed"
    """Only moves that stand, by the clock's lever, the answer or rest."""


class LineMode(StrEnum):
    """How many boards share a port."""

    BUS = "bus"
    """Many, each called by its address."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where a server listens."""

    host: str
    port: int


@dataclass(frozen=True, slots=True)
class BoardConfig:
    """One electronic board of the hall.

    Attributes:
        number: the table it stands at.
        device: its serial number; None where the port alone says which it is.
        port: where it is plugged in; None where it is looked for by its serial number.
        left_of_clock: who sits on the clock's left as seen from its front, None = find out.
    """

    number: BoardNo
    device: DeviceId | None
    port: str | None
    left_of_clock: Side | None


@dataclass(frozen=True, slots=True)
class HeldTournament:
    """A tournament of the hall and the file that its players are imported from, if any."""

    config: TournamentConfig
    players: Path | None


@dataclass(frozen=True, slots=True)
class Delays:
    """Minutes that an audience sees things later."""

    public: float
    trusted: float


@dataclass(frozen=True, slots=True)
class HallConfig:
    """The hall: its log, tournaments, boards and servers.

    Attributes:
        trusted_token_file: holds the secret word that shows somebody the trusted audience's
            view; None: there is no such audience.
        king_hold_s: how long a king's move to d4, e4, d5 or e5 that nothing has confirmed is
            kept from spectators.
        tracker: how the boards are read.
        livechess: every LiveChess that reads boards beside this program.
        games: where games come from that somebody else records.
        bus_lines: ports that lead to many boards in bus mode, as a fleet takes them.
        pegasus_key: what DGT gave out for boards over Bluetooth LE, six bytes.
    """

    name: str
    log: Path
    captures: Path
    tournaments: tuple[HeldTournament, ...]
    boards: tuple[BoardConfig, ...]
    spectators: Address
    arbiter: Address
    delays: Delays
    moves: ShownMoves
    trusted_token_file: Path | None = None
    king_hold_s: float = 20.0
    tracker: TrackerSettings = TrackerSettings()
    livechess: tuple[LiveChessConfig, ...] = ()
    games: tuple[GamesConfig, ...] = ()
    bus_lines: tuple[str, ...] = ()
    pegasus_key: bytes | None = field(default=None, repr=False)

    @property
    def looks_for_ports(self) -> bool:
        """Boards are looked for by their serial number, at ports that nobody else uses."""
        others = any(one.is_here for one in self.livechess)
        return not others and any(board.port is None for board in self.boards)


_Port = Annotated[int, msgspec.Meta(ge=0, le=65535)]
_Minutes = Annotated[float, msgspec.Meta(ge=0)]


class _HeldForm(TableForm, frozen=True):
    config: Text
    players: str | None = None


class _BoardForm(TableForm, frozen=True):
    number: Number
    device: Text | None = None
    port: Text | None = None
    left_of_clock: Side | None = None


class _LineForm(TableForm, frozen=True):
    port: Text
    mode: LineMode


class _SpectatorsForm(TableForm, frozen=True):
    host: str = "0.0.0.0"
    port: _Port = 8000
    moves: ShownMoves = ShownMoves.AT_ONCE
    trusted_token_file: Text | None = None
    king_hold_s: Annotated[float, msgspec.Meta(ge=0, le=3600)] = 20.0


class _ArbiterForm(TableForm, frozen=True):
    host: str = "127.0.0.1"
    port: _Port = 8001


class _DelayForm(TableForm, frozen=True):
    public: _Minutes = 0
    trusted: _Minutes = 0


class _HallForm(TableForm, frozen=True):
    name: Text
    tournaments: Annotated[list[_HeldForm], msgspec.Meta(min_length=1)]
    log: Text = "hall.log"
    captures: Text = "captures"
    boards: tuple[_BoardForm, ...] = ()
    lines: tuple[_LineForm, ...] = ()
    livechess: tuple[LiveChessForm, ...] = ()
    pgn: tuple[PgnForm, ...] = ()
    livechess_cloud: tuple[CloudForm, ...] = ()
    spectators: _SpectatorsForm = _SpectatorsForm()
    arbiter: _ArbiterForm = _ArbiterForm()
    delay_minutes: _DelayForm = _DelayForm()
    tracker: TrackerForm = TrackerForm()
    pegasus_key: Annotated[str, msgspec.Meta(pattern="^[0-9A-Fa-f]{12}$")] | None = None


def load_hall(path: Path) -> HallConfig:
    """Read ``HALL.toml`` and the tournaments it names.

    Raises:
        ConfigError: a key or a value is wrong, in this file or in a tournament's.
        FileTroubleError: a file is missing or may not be read.
    """
    file = TomlFile(path)
    form = file.read(_HallForm)
    _check_boards(file, form.boards)
    _check_lines(file, form)
    if (wrong := misfit(form.tracker)) is not None:
        raise file.wrong(("tracker", wrong[0]), wrong[1])
    folder = path.parent
    tournaments: list[HeldTournament] = []
    for index, held in enumerate(form.tournaments):
        config = folder / held.config
        if not config.is_file():
            keys = ("tournaments", index, "config")
            raise file.wrong(keys, f"{config} is not there: expected a tournament's TOML file")
        players = folder / held.players if held.players else None
        if players is not None and not players.is_file():
            keys = ("tournaments", index, "players")
            raise file.wrong(keys, f"{players} is not there: expected a CSV file of players")
        tournament = load_tournament(config)
        if any(tournament.id == other.config.id for other in tournaments):
            raise file.wrong(
                ("tournaments", index), f"the id {tournament.id!r} is used twice in this hall"
            )
        tournaments.append(HeldTournament(tournament, players))
    ids = [held.config.id for held in tournaments]
    return HallConfig(
        name=form.name,
        log=folder / form.log,
        captures=folder / form.captures,
        tournaments=tuple(tournaments),
        boards=tuple(_board(board) for board in form.boards),
        spectators=Address(form.spectators.host, form.spectators.port),
        arbiter=Address(form.arbiter.host, form.arbiter.port),
        delays=Delays(form.delay_minutes.public, form.delay_minutes.trusted),
        moves=form.spectators.moves,
        trusted_token_file=_beside(folder, form.spectators.trusted_token_file),
        king_hold_s=form.spectators.king_hold_s,
        tracker=tracker_settings(form.tracker),
        livechess=sources.livechess(file, form.livechess),
        games=sources.games(file, form.pgn, form.livechess_cloud, ids),
        bus_lines=tuple(f"{BUS}{line.port}" for line in form.lines),
        pegasus_key=None if form.pegasus_key is None else bytes.fromhex(form.pegasus_key),
    )


def _beside(folder: Path, name: str | None) -> Path | None:
    return folder / name if name is not None else None


def _check_boards(file: TomlFile, boards: tuple[_BoardForm, ...]) -> None:
    for index, board in enumerate(boards):
        keys = ("boards", index)
        if board.device is None and board.port is None:
            raise file.wrong(
                keys, f"expected a device (serial number) or a port such as {' or '.join(PORTS)}"
            )
        if board.port is not None and board.port.startswith(("ws://", "wss://")):
            text = "LiveChess is named by [[livechess]]; its boards need their device alone"
            raise file.wrong((*keys, "port"), text)
        for other in boards[:index]:
            if board.number == other.number:
                raise file.wrong((*keys, "number"), f"board {board.number} is named twice")
            if board.device is not None and board.device == other.device:
                raise file.wrong((*keys, "device"), f"device {board.device} is named twice")
            if board.port is not None and board.port == other.port:
                raise file.wrong((*keys, "port"), f"port {board.port} is named twice")


def _check_lines(file: TomlFile, form: _HallForm) -> None:
    for index, line in enumerate(form.lines):
        keys = ("lines", index, "port")
        if any(line.port == other.port for other in form.lines[:index]):
            raise file.wrong(keys, f"port {line.port} is named twice")
        for board in form.boards:
            if board.port == line.port:
                raise file.wrong(
                    keys,
                    f"board {board.number} has this port too: a line has many boards; name each "
                    "by its device (serial number), without a port",
                )


def _board(form: _BoardForm) -> BoardConfig:
    return BoardConfig(
        number=BoardNo(form.number),
        device=DeviceId(form.device) if form.device is not None else None,
        port=form.port,
        left_of_clock=form.left_of_clock,
    )
