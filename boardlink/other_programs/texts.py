"""PURE. All accounts of one source: texts as they come, read only when they have changed.

A file may be read while it is being written. A text that does not end as PGN does is
therefore taken only when it is the same at two looks; until then the last whole one counts.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from boardlink.other_programs.game import ForeignGame, is_whole, read_games
from facts.errors import PgnError


@dataclass(frozen=True, slots=True)
class _Text:
    """One file.

    Attributes:
        seen: as it was at the last look.
        used: the text whose games count.
    """

    seen: str
    used: str | None
    games: tuple[ForeignGame, ...] = ()
    problem: str = ""


class Accounts:
    """Hand it every look at a source."""

    def __init__(self) -> None:
        """Nothing was looked at yet."""
        self._texts: dict[str, _Text] = {}

    @property
    def games(self) -> tuple[ForeignGame, ...]:
        """Every game that the source tells of now."""
        return tuple(game for text in self._texts.values() for game in text.games)

    @property
    def problems(self) -> tuple[tuple[str, str], ...]:
        """Texts that cannot be read, and why; by where they are."""
        return tuple((where, t.problem) for where, t in self._texts.items() if t.problem)

    def take(self, texts: Mapping[str, str]) -> None:
        """All texts as they are now; one that is gone tells of no games any more."""
        self._texts = {
            where: _looked_at(self._texts.get(where), where, text) for where, text in texts.items()
        }


def _looked_at(before: _Text | None, where: str, text: str) -> _Text:
    rested = before is not None and before.seen == text
    if before is not None and before.used == text:
        return _Text(text, text, before.games, before.problem)
    if not is_whole(text) and not rested:
        if before is None:
            return _Text(text, None)
        return _Text(text, before.used, before.games, before.problem)
    try:
        return _Text(text, text, tuple(read_games(text, where)))
    except PgnError as error:
        games = () if before is None else before.games
        return _Text(text, text, games, f"{where} cannot be read: {error}")
