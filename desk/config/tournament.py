"""What a tournament is told to be: ``configs/*.toml``, one file of regulations."""

from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Annotated

import msgspec

from desk.config.regulations import RegulationsForm, read_regulations
from desk.config.stages import StageForm, read_stages
from desk.config.table_form import Number, TableForm, Text
from desk.config.toml_reader import TomlFile
from facts.ids import BoardNo, TournamentId, is_slug
from facts.regulations import Regulations
from facts.settings import (
    DEFAULT_ORDER,
    Confirmation,
    Confirmer,
    ResultPolicy,
    Source,
    StageSettings,
    TournamentSettings,
)


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
    regulations: Regulations = field(default_factory=Regulations)


class _PolicyForm(TableForm, frozen=True):
    order: tuple[Source, ...] = DEFAULT_ORDER
    confirmation: Confirmation = Confirmation.ARBITER
    rest_s: Annotated[float, msgspec.Meta(ge=0)] = 5.0
    confirmer: Confirmer = Confirmer.ARBITER


class _BoardsForm(TableForm, frozen=True):
    first: Number = 1


class _TournamentForm(RegulationsForm, frozen=True, kw_only=True):
    name: Text
    stages: Annotated[list[StageForm], msgspec.Meta(min_length=1)]
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
    if form.start is not None and form.end is not None and form.end < form.start:
        raise file.disagree(("end",), ("start",), "the tournament ends before it starts")
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
        stages=read_stages(file, form.stages),
        policy=ResultPolicy(
            order=form.policy.order,
            confirmation=form.policy.confirmation,
            rest_s=form.policy.rest_s,
            confirmer=form.policy.confirmer,
        ),
        first_board=BoardNo(form.boards.first),
        regulations=read_regulations(file, form, max(stage.rounds for stage in form.stages)),
    )
