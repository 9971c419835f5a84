"""The games of a meeting in a tournament's regulations: ``[stages.meeting]``, and clocks."""

from typing import Annotated

import msgspec

from desk.config.form import Form, Number
from desk.config.toml_reader import Keys, TomlFile
from facts.meeting import Colours, GameRole, MeetingSettings, Odds, Rung
from facts.time_control import TimeControl

_Seconds = Annotated[int, msgspec.Meta(ge=0)]
_Games = Annotated[int, msgspec.Meta(ge=0, le=100)]
_Points = Annotated[float, msgspec.Meta(ge=0, le=100)]


class TimeControlForm(Form, frozen=True):
    """The time of one side, or of both."""

    text: str = ""
    base_s: _Seconds | None = None
    increment_s: _Seconds = 0

    def made(self) -> TimeControl:
        """As facts carry it."""
        return TimeControl(self.text, self.base_s, self.increment_s)


class RungForm(Form, frozen=True):
    """Games that are played while a meeting is level."""

    role: GameRole
    games: Number = 1
    time_control: TimeControlForm = TimeControlForm()
    black_time_control: TimeControlForm | None = None
    odds: Odds = Odds.NOBODY
    colours: Colours = Colours.REVERSED
    repeats: bool = False


class MeetingForm(Form, frozen=True):
    """The games that two players who meet have with each other."""

    games: _Games = 1
    all_games: bool = False
    ladder: tuple[RungForm, ...] = ()
    ladder_won: _Points | None = None
    ladder_lost: _Points | None = None
    at_once: bool = True

    def check(self, file: TomlFile, keys: Keys) -> None:
        """Refuse what cannot be played.

        Raises:
            ConfigError: names the line, or the two that disagree.
        """
        if self.games == 0 and not self.ladder:
            raise file.wrong((*keys, "games"), "a meeting without games needs a ladder")
        if (self.ladder_won is None) != (self.ladder_lost is None):
            one = "ladder_won" if self.ladder_lost is None else "ladder_lost"
            raise file.wrong((*keys, one), "ladder_won and ladder_lost are given together")
        for name in ("ladder_won", "ladder_lost"):
            points = getattr(self, name)
            if points is not None and abs(10 * points - round(10 * points)) > 1e-9:
                raise file.wrong((*keys, name), f"{points} is no multiple of 0.1 points")
        if self.ladder_won is not None and not self.ladder:
            raise file.wrong((*keys, "ladder_won"), "points for a ladder, and there is none")
        for index, rung in enumerate(self.ladder):
            at = (*keys, "ladder", index)
            if rung.role is GameRole.MAIN:
                raise file.wrong((*at, "role"), "main games are those of the stage: set games")
            if rung.odds is not Odds.NOBODY and rung.repeats:
                raise file.disagree(
                    (*at, "repeats"), (*at, "odds"), "with draw odds a game is decided: it is "
                    "never repeated",
                )  # fmt: skip
            if rung.repeats and index + 1 < len(self.ladder):
                raise file.disagree(
                    (*at, "repeats"), (*keys, "ladder", index + 1, "role"),
                    "what is repeated until somebody is ahead leaves nothing for what follows",
                )  # fmt: skip

    def made(self) -> MeetingSettings:
        """As facts carry it."""
        return MeetingSettings(
            games=self.games,
            all_games=self.all_games,
            ladder=tuple(_rung(rung) for rung in self.ladder),
            ladder_won=_tenths(self.ladder_won),
            ladder_lost=_tenths(self.ladder_lost),
            at_once=self.at_once,
        )


def _rung(form: RungForm) -> Rung:
    black = form.black_time_control
    return Rung(
        role=form.role,
        games=form.games,
        time_control=form.time_control.made(),
        black_time_control=black.made() if black is not None else None,
        odds=form.odds,
        colours=form.colours,
        repeats=form.repeats,
    )


def _tenths(points: float | None) -> int | None:
    return round(10 * points) if points is not None else None
