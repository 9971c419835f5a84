"""PURE. A PGN text without the king signs that leaked into its games; all else as it was.

Only the moves that were taken off go, with what belongs to them (their comments, clock tags
and variations). Tags, comments, variations, glyphs, wrapping and line ends stay as they were
written; ``PlyCount`` is set right where it counted the moves.
"""

import re
from bisect import bisect_left
from dataclasses import dataclass

from boardlink.other_programs.leaked_sign import Cleaned, Leak, cleaned
from facts.pgn import read

_PLY_COUNT = re.compile(r'(\[\s*PlyCount\s+")(\d+)("\s*\])')


@dataclass(frozen=True, slots=True)
class CleanedText:
    """A text, and what was found in its games.

    Attributes:
        found: every game, in order, with what was taken off it or is in doubt.
    """

    text: str
    found: tuple[Cleaned, ...]


def cleaned_text(text: str) -> CleanedText:
    """Take leaked king signs off every game of a PGN text.

    Raises:
        PgnError: the text is no PGN; names the line.
    """
    written = _Written(text)
    parts: list[str] = []
    found: list[Cleaned] = []
    done = 0
    for game in read(text):
        result = cleaned(game)
        found.append(result)
        if result.leak is Leak.TAKEN_OFF:
            begins, ends = written.at(game.begins), written.at(game.ends)
            cut = written.at(result.removed[0].place)
            parts += [text[done:begins], _counted(text[begins:cut], result)]
            parts.append("" if text[cut - 1].isspace() else " ")
            done = ends
    return CleanedText("".join([*parts, text[done:]]), tuple(found))


class _Written:
    """Where a place of a text as it is read stands in the text as it is written."""

    def __init__(self, text: str) -> None:
        self._before = len(text) - len(text.lstrip("\ufeff"))
        self._pairs = [
            match.start() - self._before - n for n, match in enumerate(re.finditer("\r\n", text))
        ]

    def at(self, place: int) -> int:
        return self._before + place + bisect_left(self._pairs, place)


def _counted(part: str, result: Cleaned) -> str:
    """The game's text up to the cut, its ``PlyCount`` set right."""
    now = len(result.game.moves)
    was = str(now + len(result.removed))

    def right(match: re.Match[str]) -> str:
        return f"{match[1]}{now}{match[3]}" if match[2] == was else match[0]

    return _PLY_COUNT.sub(right, part, count=1)
