"""PURE. A tie-break's code: FIDE's acronym with modifiers and a scope, such as ``BH/C1``.

============  ============================================================================
``/C1``       cut the least significant value, ``/C2`` two (C.07 14.1, 14.2)
``/M1``       median: cut the least and the most significant, ``/M2`` two each (14.3, 14.4)
``/P``        forfeits count as games (6.1.1, 15.2)
``/F``        Fore Buchholz in AOB (8.2)
``/L55``      Koya's limit in percent, ``/L+1`` ``/L-1`` half points more or less (14.5)
``/R``        the other way round (7.8, 10.6)
``/S``        as in a Swiss, though the tournament is a round robin
``/U1400``    unrated players count as 1400 (10)
``/V2024``    the edition: 2026, 2024 or 2022 (before 2023, virtual opponent)
``/A``        direct encounter only if all who are tied have met
``@1``        scope: for first place only; ``@1-5`` for places 1 to 5
============  ============================================================================
"""

import re
from dataclasses import dataclass, field, replace
from enum import IntEnum

from results.errors import UsageError


class Edition(IntEnum):
    """Editions of the rules on unplayed rounds."""

    BEFORE_2023 = 2022
    """Virtual opponent."""
    OF_2024 = 2024
    OF_2026 = 2026


@dataclass(frozen=True, slots=True)
class Koya:
    """The limit of Koya: a percentage, and tenths of a point more or less."""

    percent: int = 50
    extra: int = 0


@dataclass(frozen=True, slots=True)
class TiebreakCode:
    """A parsed code.

    Attributes:
        text: as it was written, upper case: the name of the column.
        low: how many least significant values are cut.
        high: how many most significant ones.
        places: first and last place for which it is used, None for all.
    """

    text: str
    name: str
    low: int = 0
    high: int = 0
    forfeits_played: bool = False
    fore: bool = False
    koya: Koya = field(default_factory=Koya)
    reverse: bool = False
    as_swiss: bool = False
    unrated: int | None = None
    edition: Edition | None = None
    all_met: bool = False
    places: tuple[int, int] | None = None

    def applies_to(self, first: int, last: int) -> bool:
        """True where a tie for places ``first`` to ``last`` is in the scope."""
        if self.places is None:
            return True
        return first <= self.places[1] and last >= self.places[0]


_SHAPE = re.compile(r"(?P<name>[A-Z][A-Z_]*?)(?P<rest>(?:[/-][A-Z][0-9+.-]*)*)(?:@(?P<scope>\S+))?")
_ALIASES = {"GE": "REP", "SNO": "TPN", "RND": "LOTS", "OTHER_LOTS": "LOTS", "OTHER_MOVES": "MOVES"}


def parse_code(text: str) -> TiebreakCode:
    """Read one code.

    Raises:
        UsageError: the code cannot be read; says what is expected.
    """
    written = text.strip().upper()
    match = _SHAPE.fullmatch(written)
    if match is None:
        raise UsageError(f"{text!r} is no tie-break: expected such as BH, BH/C1, DE@1")
    name = _ALIASES.get(match["name"], match["name"])
    code = TiebreakCode(written, name)
    for part in re.findall(r"[/-]([A-Z][0-9+.-]*)", _split_minus(match["rest"])):
        code = _modified(code, part)
    if match["scope"]:
        code = replace(code, places=_places(written, match["scope"]))
    return code


def _split_minus(rest: str) -> str:
    """``-C1`` is another way to write ``/C1``; the sign in ``/L-1`` stays."""
    return re.sub(r"-(?=[A-Z])", "/", rest)


def _modified(code: TiebreakCode, part: str) -> TiebreakCode:
    letter, value = part[0], part[1:]
    number = int(value) if value.isdigit() else None
    match letter:
        case "C" if number is not None:
            return replace(code, low=number)
        case "M" if number is not None:
            return replace(code, low=number, high=number)
        case "P" if not value:
            return replace(code, forfeits_played=True)
        case "F" if not value:
            return replace(code, fore=True)
        case "R" if not value:
            return replace(code, reverse=True)
        case "S" if not value:
            return replace(code, as_swiss=True)
        case "A" if not value:
            return replace(code, all_met=True)
        case "U" if number is not None:
            return replace(code, unrated=number)
        case "L" if number is not None:
            return replace(code, koya=Koya(percent=number))
        case "L" if re.fullmatch(r"[+-]\d+", value):
            return replace(code, koya=Koya(extra=5 * int(value)))
        case "L" if re.fullmatch(r"[+-]\d+\.\d", value):
            return replace(code, koya=Koya(extra=int(value.replace(".", ""))))
        case "V" if number in {int(edition) for edition in Edition}:
            return replace(code, edition=Edition(number))
        case _:
            raise UsageError(f"{code.text!r}: /{part} is no modifier (docs/tie-breaks.md)")


def _places(text: str, scope: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d+)(?:-(\d+))?", scope)
    if match is None or int(match[1]) < 1:
        raise UsageError(f"{text!r}: the scope after @ is a place or places such as 1-5")
    first = int(match[1])
    last = int(match[2]) if match[2] else first
    if last < first:
        raise UsageError(f"{text!r}: the places of the scope run backwards")
    return first, last
