"""How a stage's meetings are played: ``[stages.meeting]``, its ladder, and clocks."""

from typing import Annotated

import msgspec

from desk.config.table_form import Number, TableForm
from desk.config.toml_reader import Keys, TomlFile
from facts.meeting import Colours, GameRole, MeetingSettings, Odds, Rung
from facts.time_control import TimeControl

_Games = Annotated[int, msgspec.Meta(ge=0, le=100)]
_Seconds = Annotated[int, msgspec.Meta(ge=0)]
_Points = Annotated[float, msgspec.Meta(ge=0, le=100)]


class TimeControlForm(TableForm, frozen=True):
    """The time of one side, or of both."""

    text: str = ""
    base_s: _Seconds | None = None
    increment_s: _Seconds = 0


class RungForm(TableForm, frozen=True):
    """Games that are played while a meeting is level."""

    role: GameRole
    games: Number = 1
    time_control: TimeControlForm = TimeControlForm()
    black_time_control: TimeControlForm | None = None
    odds: Odds = Odds.NOBODY
    colours: Colours = Colours.REVERSED
    repeats: bool = False
    within_min: Number | None = None


class MeetingForm(TableForm, frozen=True):
    """The games that two players who meet have with each other."""

    games: _Games = 1
    all_games: bool = False
    ladder: tuple[RungForm, ...] = ()
    ladder_won: _Points | None = None
    ladder_lost: _Points | None = None
    at_once: bool = True


def time_control(form: TimeControlForm) -> TimeControl:
    """A time control as facts carry it."""
    return TimeControl(form.text, form.base_s, form.increment_s)


def meeting_settings(file: TomlFile, keys: Keys, form: MeetingForm) -> MeetingSettings:
    """The meetings of a stage.

    Raises:
        ConfigError: what cannot be played; names the line, or the two that disagree.
    """
    _check_points(file, keys, form)
    for index, rung in enumerate(form.ladder):
        _check_rung(file, keys, form, index, rung)
    return MeetingSettings(
        games=form.games,
        all_games=form.all_games,
        ladder=tuple(_rung(rung) for rung in form.ladder),
        ladder_won=_tenths(form.ladder_won),
        ladder_lost=_tenths(form.ladder_lost),
        at_once=form.at_once,
    )


def _check_points(file: TomlFile, keys: Keys, form: MeetingForm) -> None:
    if form.games == 0 and not form.ladder:
        raise file.wrong((*keys, "games"), "a meeting without games needs a ladder")
    points = {"ladder_won": form.ladder_won, "ladder_lost": form.ladder_lost}
    given = [name for name, value in points.items() if value is not None]
    if len(given) == 1:
        raise file.wrong((*keys, given[0]), "ladder_won and ladder_lost are given together")
    if given and not form.ladder:
        raise file.wrong((*keys, given[0]), "points for a ladder, and there is none")
    if given and form.games == 0:
        raise file.disagree(
            (*keys, given[0]),
            (*keys, "games"),
            "without main games nothing counts in the standings",
        )
    for name in given:
        value = points[name] or 0
        if abs(10 * value - round(10 * value)) > 1e-9:
            raise file.wrong((*keys, name), f"{value} is no multiple of 0.1 points")


def _check_rung(file: TomlFile, keys: Keys, form: MeetingForm, index: int, rung: RungForm) -> None:
    at = (*keys, "ladder", index)
    if rung.role is GameRole.MAIN:
        raise file.wrong((*at, "role"), "main games are those of the stage: set games")
    if rung.odds is not Odds.NOBODY and rung.games > 1:
        raise file.disagree((*at, "odds"), (*at, "games"), "draw odds decide a single game")
    if rung.odds is not Odds.NOBODY and rung.repeats:
        raise file.disagree(
            (*at, "repeats"), (*at, "odds"), "with draw odds a game is decided, never repeated"
        )
    if rung.repeats and index + 1 < len(form.ladder):
        raise file.disagree(
            (*at, "repeats"),
            (*keys, "ladder", index + 1, "role"),
            "what is repeated until somebody is ahead leaves nothing for what follows",
        )
    if form.games == index == 0 and rung.colours is Colours.REVERSED:
        raise file.wrong((*at, "colours"), "the first game reverses nothing: same, lot or choice")


def _rung(form: RungForm) -> Rung:
    black = form.black_time_control
    return Rung(
        role=form.role,
        games=form.games,
        time_control=time_control(form.time_control),
        black_time_control=time_control(black) if black is not None else None,
        odds=form.odds,
        colours=form.colours,
        repeats=form.repeats,
        within_min=form.within_min,
    )


def _tenths(points: float | None) -> int | None:
    return round(10 * points) if points is not None else None
