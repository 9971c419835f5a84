"""What a hall and its tournaments are told to be: ``HALL.toml`` and ``configs/*.toml``.

Read once into frozen dataclasses. Paths in a file are relative to that file. Unknown keys
are errors: a misspelt setting that is silently ignored is a setting that is wrong.
"""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import msgspec

from desk.toml_reader import TomlFile
from facts.fact import Side
from facts.ids import BoardNo, DeviceId, RoundNo, StageId, TournamentId, is_slug
from facts.settings import (
    DEFAULT_ORDER,
    Acceleration,
    Confirmation,
    Confirmer,
    InitialColour,
    ResultPolicy,
    Scoring,
    Source,
    StageSettings,
    System,
    TimeControl,
    TournamentSettings,
)
from results.errors import UsageError
from results.tiebreaks.code import parse_code
from results.tiebreaks.table import tiebreak_of

PORTS = ("/dev/ttyACM0", "COM3", "socket://192.168.1.40:4001")
"""Examples of where a board may be; any other form is left to the link."""


class ShownMoves(StrEnum):
    """Which moves spectators see."""

    AT_ONCE = "at-once"
    """The best line as it is known now, which may be corrected later."""
    CONFIRMED = "confirmed"
    """Only moves that stand, by the clock's lever, the answer or rest."""


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
class TournamentConfig:
    """One tournament's regulations.

    Attributes:
        id: the file's name, unless it says otherwise.
        first_board: number of the table where its top pairing plays.
    """

    id: TournamentId
    settings: TournamentSettings
    stages: tuple[StageSettings, ...]
    policy: ResultPolicy
    first_board: BoardNo


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


# --- the form of the files --------------------------------------------------------------

_Number = Annotated[int, msgspec.Meta(ge=1)]
_Port = Annotated[int, msgspec.Meta(ge=0, le=65535)]
_Minutes = Annotated[float, msgspec.Meta(ge=0)]
_Tenths = Annotated[float, msgspec.Meta(ge=0, le=100)]
_Text = Annotated[str, msgspec.Meta(min_length=1)]


class _Form(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A table of a TOML file."""


class _HeldForm(_Form, frozen=True):
    config: _Text
    players: str | None = None


class _BoardForm(_Form, frozen=True):
    number: _Number
    device: _Text | None = None
    port: _Text | None = None
    left_of_clock: Side | None = None


class _SpectatorsForm(_Form, frozen=True):
    host: str = "0.0.0.0"
    port: _Port = 8000
    moves: ShownMoves = ShownMoves.AT_ONCE
    trusted_token_file: _Text | None = None


class _ArbiterForm(_Form, frozen=True):
    host: str = "127.0.0.1"
    port: _Port = 8001


class _DelayForm(_Form, frozen=True):
    public: _Minutes = 0
    trusted: _Minutes = 0


class _HallForm(_Form, frozen=True):
    name: _Text
    tournaments: Annotated[list[_HeldForm], msgspec.Meta(min_length=1)]
    log: _Text = "hall.log"
    captures: _Text = "captures"
    boards: list[_BoardForm] = []
    spectators: _SpectatorsForm = _SpectatorsForm()
    arbiter: _ArbiterForm = _ArbiterForm()
    delay_minutes: _DelayForm = _DelayForm()


class _ScoringForm(_Form, frozen=True):
    win: _Tenths = 1
    draw: _Tenths = 0.5
    loss: _Tenths = 0
    forfeit_win: _Tenths | None = None
    forfeit_loss: _Tenths | None = None
    pairing_bye: _Tenths | None = None
    full_bye: _Tenths | None = None
    half_bye: _Tenths | None = None
    zero_bye: _Tenths = 0


class _TimeControlForm(_Form, frozen=True):
    text: str = ""
    base_s: Annotated[int, msgspec.Meta(ge=0)] | None = None
    increment_s: Annotated[int, msgspec.Meta(ge=0)] = 0


class _StageForm(_Form, frozen=True):
    system: System
    rounds: _Number
    id: str = "main"
    name: str = ""
    tiebreaks: list[str] = []
    initial_colour: InitialColour = InitialColour.LOT
    acceleration: Acceleration = Acceleration.NONE
    scoring: _ScoringForm = _ScoringForm()
    time_control: _TimeControlForm = _TimeControlForm()


class _PolicyForm(_Form, frozen=True):
    order: tuple[Source, ...] = DEFAULT_ORDER
    confirmation: Confirmation = Confirmation.ARBITER
    rest_s: Annotated[float, msgspec.Meta(ge=0)] = 5.0
    confirmer: Confirmer = Confirmer.ARBITER


class _BoardsForm(_Form, frozen=True):
    first: _Number = 1


class _TournamentForm(_Form, frozen=True):
    name: _Text
    stages: Annotated[list[_StageForm], msgspec.Meta(min_length=1)]
    id: str | None = None
    city: str = ""
    federation: str = ""
    start: date | None = None
    end: date | None = None
    chief_arbiter: str = ""
    policy: _PolicyForm = _PolicyForm()
    boards: _BoardsForm = _BoardsForm()


# --- reading ----------------------------------------------------------------------------


def load_hall(path: Path) -> HallConfig:
    """Read ``HALL.toml`` and the tournaments it names.

    Raises:
        ConfigError: a key or a value is wrong, in this file or in a tournament's.
        FileTroubleError: a file is missing or may not be read.
    """
    file = TomlFile(path)
    form = file.read(_HallForm)
    _check_boards(file, form.boards)
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
    )


def _beside(folder: Path, name: str | None) -> Path | None:
    return folder / name if name is not None else None


def load_tournament(path: Path) -> TournamentConfig:
    """Read one tournament's regulations.

    Raises:
        ConfigError, FileTroubleError: as :func:`load_hall`.
    """
    file = TomlFile(path)
    form = file.read(_TournamentForm)
    name = form.id if form.id is not None else path.stem
    if not is_slug(name):
        raise file.wrong(
            ("id",), f"{name!r} cannot be an id: expected lower-case letters and digits, as in a-1"
        )
    if len(set(form.policy.order)) != len(form.policy.order):
        raise file.wrong(("policy", "order"), "a source is named twice")
    ids: set[str] = set()
    for index, stage in enumerate(form.stages):
        _check_stage(file, index, stage, ids)
        ids.add(stage.id)
    return TournamentConfig(
        id=TournamentId(name),
        settings=TournamentSettings(
            name=form.name,
            city=form.city,
            federation=form.federation,
            start=form.start.isoformat() if form.start else "",
            end=form.end.isoformat() if form.end else "",
            chief_arbiter=form.chief_arbiter,
        ),
        stages=tuple(_stage(file, index, stage) for index, stage in enumerate(form.stages)),
        policy=ResultPolicy(
            order=form.policy.order,
            confirmation=form.policy.confirmation,
            rest_s=form.policy.rest_s,
            confirmer=form.policy.confirmer,
        ),
        first_board=BoardNo(form.boards.first),
    )


def _check_boards(file: TomlFile, boards: list[_BoardForm]) -> None:
    for index, board in enumerate(boards):
        keys = ("boards", index)
        if board.device is None and board.port is None:
            raise file.wrong(
                keys, f"expected a device (serial number) or a port such as {' or '.join(PORTS)}"
            )
        for other in boards[:index]:
            if board.number == other.number:
                raise file.wrong((*keys, "number"), f"board {board.number} is named twice")
            if board.device is not None and board.device == other.device:
                raise file.wrong((*keys, "device"), f"device {board.device} is named twice")
            if board.port is not None and board.port == other.port:
                raise file.wrong((*keys, "port"), f"port {board.port} is named twice")


def _board(form: _BoardForm) -> BoardConfig:
    return BoardConfig(
        number=BoardNo(form.number),
        device=DeviceId(form.device) if form.device is not None else None,
        port=form.port,
        left_of_clock=form.left_of_clock,
    )


def _check_stage(file: TomlFile, index: int, stage: _StageForm, taken: set[str]) -> None:
    keys = ("stages", index)
    if not is_slug(stage.id):
        raise file.wrong(
            (*keys, "id"), f"{stage.id!r} cannot be an id: expected lower-case letters and digits"
        )
    if stage.id in taken:
        raise file.wrong((*keys, "id"), f"the id {stage.id!r} is used twice")
    for code in stage.tiebreaks:
        try:
            tiebreak_of(parse_code(code))
        except UsageError as error:
            raise file.wrong((*keys, "tiebreaks"), str(error)) from error
    for outcome in stage.scoring.__struct_fields__:
        points = getattr(stage.scoring, outcome)
        if points is not None and abs(10 * points - round(10 * points)) > 1e-9:
            raise file.wrong((*keys, "scoring", outcome), f"{points} is no multiple of 0.1 points")
    _check_acceleration(file, (*keys, "acceleration"), stage)


def _check_acceleration(file: TomlFile, keys: tuple[str | int, ...], stage: _StageForm) -> None:
    """Virtual points are for a Swiss, and worth what a win and a draw are (C.04.7)."""
    if stage.acceleration is Acceleration.NONE:
        return
    if stage.system is not System.DUTCH:
        raise file.wrong(keys, f"{stage.system} has no acceleration: only a Swiss has")
    scoring = _scoring(stage.scoring)
    if scoring.win != 2 * scoring.draw or scoring.loss != 0:
        raise file.wrong(
            keys, "Baku acceleration needs a win worth two draws and a loss worth nothing (C.04.7)"
        )


def _stage(file: TomlFile, index: int, form: _StageForm) -> StageSettings:
    return StageSettings(
        id=StageId(form.id),
        name=form.name or form.id.capitalize(),
        system=form.system,
        rounds=RoundNo(form.rounds),
        tiebreaks=tuple(form.tiebreaks),
        scoring=_scoring(form.scoring),
        initial_colour=form.initial_colour,
        acceleration=form.acceleration,
        time_control=TimeControl(
            form.time_control.text, form.time_control.base_s, form.time_control.increment_s
        ),
    )


def _scoring(form: _ScoringForm) -> Scoring:
    """What is not said follows from a win, a draw and a loss."""

    def tenths(value: float | None, instead: float) -> int:
        return round(10 * (value if value is not None else instead))

    return Scoring(
        win=tenths(form.win, 1),
        draw=tenths(form.draw, 0.5),
        loss=tenths(form.loss, 0),
        forfeit_win=tenths(form.forfeit_win, form.win),
        forfeit_loss=tenths(form.forfeit_loss, 0),
        pairing_bye=tenths(form.pairing_bye, form.win),
        full_bye=tenths(form.full_bye, form.win),
        half_bye=tenths(form.half_bye, form.draw),
        zero_bye=tenths(form.zero_bye, 0),
    )
