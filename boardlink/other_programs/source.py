"""What every source of other people's games is: something to look at again and again."""

from dataclasses import dataclass
from typing import Protocol

from boardlink.errors import LinkError
from boardlink.other_programs.game import ForeignGame


class SourceError(LinkError):
    """A source cannot be looked at now; the text says what to check.

    Attributes:
        wait_s: how long the other side wants to be left alone, 0 where it did not say.
        early: nothing is there yet, which is usual before a round.
    """

    def __init__(self, text: str, *, wait_s: float = 0.0, early: bool = False) -> None:
        """``text`` begins with the source's name."""
        super().__init__(text)
        self.wait_s = wait_s
        self.early = early


@dataclass(frozen=True, slots=True)
class Look:
    """What a source tells now.

    Attributes:
        games: every game it tells of.
        problems: what of it cannot be read, and why, by where it stands.
    """

    games: tuple[ForeignGame, ...] = ()
    problems: tuple[tuple[str, str], ...] = ()


class GamesSource(Protocol):
    """A file, a folder, an address or a cloud."""

    @property
    def name(self) -> str:
        """What people call it."""
        ...

    @property
    def family(self) -> str:
        """``pgn`` or ``livechess-cloud``."""
        ...

    @property
    def place(self) -> str:
        """Its path or address."""
        ...

    async def look(self, rounds: frozenset[int]) -> Look:
        """What it tells now; ``rounds`` are those that are paired here, by their numbers.

        Raises:
            SourceError: it cannot be looked at.
        """
        ...

    async def close(self) -> None:
        """Let go of it. May be called twice."""
        ...
