"""The stages of a tournament's regulations: ``[[stages]]`` of ``configs/*.toml``."""

from collections.abc import Sequence
from typing import Annotated

import msgspec

from desk.config.meeting import MeetingForm, TimeControlForm, meeting_settings, time_control
from desk.config.table_form import Number, TableForm, Text
from desk.config.toml_reader import Keys, TomlFile
from facts.ids import RoundNo, StageId, is_slug
from facts.settings import (
    ROUND_ROBINS,
    Acceleration,
    InitialColour,
    Scoring,
    StageSettings,
    System,
)
from facts.stages import Bracket, Carried, Feed, Numbering, StageEntry, Take
from results.errors import UsageError
from results.stages.graph import check
from results.standings.tiebreaks.code import parse_code
from results.standings.tiebreaks.table import tiebreak_of

_Tenths = Annotated[float, msgspec.Meta(ge=0, le=100)]
_Rounds = Annotated[int, msgspec.Meta(ge=0)]


class _ScoringForm(TableForm, frozen=True):
    win: _Tenths = 1
    draw: _Tenths = 0.5
    loss: _Tenths = 0
    forfeit_win: _Tenths | None = None
    forfeit_loss: _Tenths | None = None
    pairing_bye: _Tenths | None = None
    full_bye: _Tenths | None = None
    half_bye: _Tenths | None = None
    zero_bye: _Tenths = 0


class _FeedForm(TableForm, frozen=True):
    stage: Text
    take: Take
    first: Number = 1
    last: Number | None = None
    numbers: tuple[Number, ...] = ()
    without: tuple[Text, ...] = ()


class StageForm(TableForm, frozen=True):
    """One stage; what its players have to do with other stages comes after its own rules."""

    system: System
    rounds: _Rounds = 0
    id: str = "main"
    name: str = ""
    tiebreaks: tuple[str, ...] = ()
    initial_colour: InitialColour = InitialColour.LOT
    acceleration: Acceleration = Acceleration.NONE
    scoring: _ScoringForm = _ScoringForm()
    time_control: TimeControlForm = TimeControlForm()
    meeting: MeetingForm = MeetingForm()
    feeds: tuple[_FeedForm, ...] = ()
    former: Text | None = None
    carries: Carried = Carried.NOTHING
    carried_from: Text | None = None
    first_round: Number | None = None
    numbers: Numbering = Numbering.RATING
    decides: Number | None = None
    fill: Number | None = None
    bracket: Bracket = Bracket.FIXED
    swiss_above: Number | None = None
    at_least: Number = 1
    at_most: Number | None = None
    settles: Text | None = None
    former_tiebreaks: tuple[str, ...] = ()
    former_plain: bool = True


def read_stages(file: TomlFile, forms: Sequence[StageForm]) -> tuple[StageSettings, ...]:
    """The stages, once each makes sense and all of them fit together.

    Raises:
        ConfigError: a setting is wrong, or two disagree: both their lines are named.
    """
    made: list[StageSettings] = []
    for index, form in enumerate(forms):
        _check_stage(file, ("stages", index), form, {stage.id for stage in made})
        made.append(_stage(file, index, form, made))
    for problem in check(made):
        keys: Keys = ("stages", *problem.keys)
        if problem.other is None:
            raise file.wrong(keys, problem.text)
        raise file.disagree(keys, ("stages", *problem.other), problem.text)
    return tuple(made)


def _check_stage(file: TomlFile, keys: Keys, form: StageForm, taken: set[StageId]) -> None:
    if not is_slug(form.id):
        raise file.wrong(
            (*keys, "id"), f"{form.id!r} cannot be an id: expected lower-case letters and digits"
        )
    if form.id in taken:
        raise file.wrong((*keys, "id"), f"the id {form.id!r} is used twice")
    fed = form.system in ROUND_ROBINS and form.feeds
    if form.rounds == 0 and form.system in (System.DUTCH, *ROUND_ROBINS) and not fed:
        raise file.wrong(keys, "the key rounds is missing")
    for code in form.tiebreaks:
        try:
            tiebreak_of(parse_code(code))
        except UsageError as error:
            raise file.wrong((*keys, "tiebreaks"), str(error)) from error
    for outcome in form.scoring.__struct_fields__:
        points = getattr(form.scoring, outcome)
        if points is not None and abs(10 * points - round(10 * points)) > 1e-9:
            raise file.wrong((*keys, "scoring", outcome), f"{points} is no multiple of 0.1 points")
    _check_acceleration(file, (*keys, "acceleration"), form)


def _check_acceleration(file: TomlFile, keys: Keys, form: StageForm) -> None:
    """Virtual points are for a Swiss, and worth what a win and a draw are (C.04.7)."""
    if form.acceleration is Acceleration.NONE:
        return
    if form.system is not System.DUTCH:
        raise file.wrong(keys, f"{form.system} has no acceleration: only a Swiss has")
    scoring = _scoring(form.scoring)
    if scoring.win != 2 * scoring.draw or scoring.loss != 0:
        raise file.wrong(
            keys, "Baku acceleration needs a win worth two draws and a loss worth nothing (C.04.7)"
        )


def _stage(
    file: TomlFile, index: int, form: StageForm, before: Sequence[StageSettings]
) -> StageSettings:
    return StageSettings(
        id=StageId(form.id),
        name=form.name or form.id.capitalize(),
        system=form.system,
        rounds=RoundNo(form.rounds or (1 if form.system is System.MATCH else 0)),
        tiebreaks=form.tiebreaks,
        scoring=_scoring(form.scoring),
        initial_colour=form.initial_colour,
        acceleration=form.acceleration,
        time_control=time_control(form.time_control),
        first_round=RoundNo(form.first_round or _first_round(form, before)),
        entry=StageEntry(
            feeds=tuple(_feed(feed) for feed in form.feeds),
            former=StageId(form.former) if form.former is not None else None,
            carries=form.carries,
            carried_from=StageId(form.carried_from) if form.carried_from is not None else None,
            numbers=form.numbers,
            decides=form.decides,
            fill=form.fill,
            bracket=form.bracket,
            swiss_above=form.swiss_above,
            at_least=form.at_least,
            at_most=form.at_most,
            settles=StageId(form.settles) if form.settles is not None else None,
            former_tiebreaks=form.former_tiebreaks,
            former_plain=form.former_plain,
        ),
        meeting=meeting_settings(file, ("stages", index, "meeting"), form.meeting),
    )


def _first_round(form: StageForm, before: Sequence[StageSettings]) -> int:
    """A stage that goes on counts on from the last round of the one before it."""
    if form.carries is Carried.ROUNDS:
        for stage in before:
            if stage.id == form.carried_from:
                return stage.last_round + 1
    return 1


def _feed(form: _FeedForm) -> Feed:
    return Feed(
        stage=StageId(form.stage),
        take=form.take,
        first=form.first,
        last=form.last if form.last is not None else form.first,
        numbers=form.numbers,
        without=tuple(StageId(stage) for stage in form.without),
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
