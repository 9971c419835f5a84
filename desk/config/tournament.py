"""What a tournament is told to be: ``configs/*.toml``, one file of regulations."""

from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Annotated

import msgspec

from desk.config.form import Form, Number, Text
from desk.config.toml_reader import TomlFile
from facts.ids import BoardNo, RoundNo, StageId, TournamentId, is_slug
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
    TournamentSettings,
)
from facts.time_control import TimeControl
from results.errors import UsageError
from results.tiebreaks.code import parse_code
from results.tiebreaks.table import tiebreak_of


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


_Tenths = Annotated[float, msgspec.Meta(ge=0, le=100)]


class _ScoringForm(Form, frozen=True):
    win: _Tenths = 1
    draw: _Tenths = 0.5
    loss: _Tenths = 0
    forfeit_win: _Tenths | None = None
    forfeit_loss: _Tenths | None = None
    pairing_bye: _Tenths | None = None
    full_bye: _Tenths | None = None
    half_bye: _Tenths | None = None
    zero_bye: _Tenths = 0


class _TimeControlForm(Form, frozen=True):
    text: str = ""
    base_s: Annotated[int, msgspec.Meta(ge=0)] | None = None
    increment_s: Annotated[int, msgspec.Meta(ge=0)] = 0


class _StageForm(Form, frozen=True):
    system: System
    rounds: Number
    id: str = "main"
    name: str = ""
    tiebreaks: tuple[str, ...] = ()
    initial_colour: InitialColour = InitialColour.LOT
    acceleration: Acceleration = Acceleration.NONE
    scoring: _ScoringForm = _ScoringForm()
    time_control: _TimeControlForm = _TimeControlForm()


class _PolicyForm(Form, frozen=True):
    order: tuple[Source, ...] = DEFAULT_ORDER
    confirmation: Confirmation = Confirmation.ARBITER
    rest_s: Annotated[float, msgspec.Meta(ge=0)] = 5.0
    confirmer: Confirmer = Confirmer.ARBITER


class _BoardsForm(Form, frozen=True):
    first: Number = 1


class _TournamentForm(Form, frozen=True):
    name: Text
    stages: Annotated[list[_StageForm], msgspec.Meta(min_length=1)]
    id: str | None = None
    city: str = ""
    federation: str = ""
    start: date | None = None
    end: date | None = None
    chief_arbiter: str = ""
    policy: _PolicyForm = _PolicyForm()
    boards: _BoardsForm = _BoardsForm()


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
        tiebreaks=form.tiebreaks,
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
