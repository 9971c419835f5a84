"""PURE. How the demo is played."""

from dataclasses import dataclass
from typing import Final

from desk.demo.programmes import Programme
from facts.ids import StageId, TournamentId

TOURNAMENT: Final = TournamentId("open")
STAGE: Final = StageId("main")
HURRIED_ABOVE: Final = 10.0
"""The speed above which hands would be held back by boards that scan as real ones do."""


@dataclass(frozen=True, slots=True)
class DemoSettings:
    """What can be chosen.

    Attributes:
        auto: confirm, close and pair without an arbiter, then end.
        programme: the tournament whose regulations are played to the end; None: a small Swiss.
        rounds: how many of the small Swiss to play, 1 to 5.
        boards: how many are live.
        speed: hands, thoughts and clocks run so much faster.
        folder: name of the folder that keeps the hall's files; None: a temporary one.
        spectators_port, arbiter_port: 0 takes any free one.
        plain: lines of text in the terminal.
    """

    auto: bool = False
    programme: Programme | None = None
    rounds: int = 2
    boards: int = 8
    speed: float = 6.0
    folder: str | None = None
    spectators_port: int = 8600
    arbiter_port: int = 8601
    plain: bool = False

    @property
    def tournament(self) -> TournamentId:
        """The tournament that is played."""
        return TOURNAMENT if self.programme is None else self.programme.tournament

    @property
    def hurried(self) -> bool:
        """True where hands and boards are quicker than real ones can be."""
        return self.speed > HURRIED_ABOVE
