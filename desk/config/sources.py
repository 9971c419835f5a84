"""Where a hall's games come from when another program reads the boards.

Read from ``HALL.toml``: ``[[livechess]]`` is a LiveChess that runs beside this program,
``[[pgn]]`` and ``[[livechess_cloud]]`` are games that somebody else records.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import msgspec

from desk.config.table_form import TableForm, Text
from desk.config.toml_reader import Keys, TomlFile
from facts.ids import TournamentId

LIVECHESS = "ws://localhost:1982/api/v1.0"
LOOKUP = "http://lookup.livechesscloud.com"
_UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_OWN_HOSTS = frozenset({"localhost", "127.0.0.1", "::1"})


@dataclass(frozen=True, slots=True)
class LiveChessConfig:
    """A LiveChess whose boards are read."""

    address: str

    @property
    def is_here(self) -> bool:
        """True where it runs on this computer, so that its boards' ports are its own."""
        return urlsplit(self.address).hostname in _OWN_HOSTS


@dataclass(frozen=True, slots=True)
class PgnFiles:
    """A PGN file, or a folder of them, as LiveChess and others write it.

    Attributes:
        named: the path as the hall's file has it.
    """

    path: Path
    named: str


@dataclass(frozen=True, slots=True)
class PgnAddress:
    """PGN on a web server."""

    url: str


@dataclass(frozen=True, slots=True)
class Cloud:
    """A tournament in the LiveChess Cloud.

    Attributes:
        uuid: the tournament's id there.
        lookup: the server that tells where it is.
    """

    uuid: str
    lookup: str


@dataclass(frozen=True, slots=True)
class GamesConfig:
    """Games that another program records.

    Attributes:
        tournament: whose they are.
        every_s: seconds between two looks.
    """

    where: PgnFiles | PgnAddress | Cloud
    tournament: TournamentId
    every_s: float


class LiveChessForm(TableForm, frozen=True):
    """``[[livechess]]``."""

    address: Text = LIVECHESS


class PgnForm(TableForm, frozen=True):
    """``[[pgn]]``."""

    path: Text | None = None
    address: Text | None = None
    tournament: Text | None = None
    every_s: Annotated[float, msgspec.Meta(ge=2)] = 5


class CloudForm(TableForm, frozen=True):
    """``[[livechess_cloud]]``."""

    id: Text
    lookup: Text = LOOKUP
    tournament: Text | None = None
    every_s: Annotated[float, msgspec.Meta(ge=4)] = 10


def livechess(file: TomlFile, forms: Sequence[LiveChessForm]) -> tuple[LiveChessConfig, ...]:
    """Every LiveChess.

    Raises:
        ConfigError: an address is none, or is named twice.
    """
    for index, form in enumerate(forms):
        keys = ("livechess", index, "address")
        if not _is_address(form.address, ("ws", "wss")):
            raise file.wrong(keys, f"expected a WebSocket's address such as {LIVECHESS}")
        if any(form.address == other.address for other in forms[:index]):
            raise file.wrong(keys, f"{form.address} is named twice")
    return tuple(LiveChessConfig(form.address) for form in forms)


def games(
    file: TomlFile,
    pgn: Sequence[PgnForm],
    cloud: Sequence[CloudForm],
    tournaments: Sequence[TournamentId],
) -> tuple[GamesConfig, ...]:
    """Every source of games that others record.

    Raises:
        ConfigError: a source is not named, or its tournament is not one of the hall's.
    """
    found: list[GamesConfig] = []
    for index, form in enumerate(pgn):
        keys: Keys = ("pgn", index)
        whose = _whose(file, keys, form.tournament, tournaments)
        where = _pgn(file, keys, form)
        if any(where == other.where for other in found):
            raise file.wrong(keys, "these games are named twice")
        found.append(GamesConfig(where, whose, form.every_s))
    for index, one in enumerate(cloud):
        keys = ("livechess_cloud", index)
        uuid = _UUID.search(one.id)
        if uuid is None:
            text = "expected the tournament's id or its page at view.livechesscloud.com"
            raise file.wrong((*keys, "id"), text)
        if not _is_address(one.lookup, ("http", "https")):
            raise file.wrong((*keys, "lookup"), f"expected an address such as {LOOKUP}")
        whose = _whose(file, keys, one.tournament, tournaments)
        found.append(GamesConfig(Cloud(uuid[0].lower(), one.lookup), whose, one.every_s))
    return tuple(found)


def _pgn(file: TomlFile, keys: Keys, form: PgnForm) -> PgnFiles | PgnAddress:
    if (form.path is None) == (form.address is None):
        raise file.wrong(keys, "expected either a path (file or folder) or an address")
    if form.path is not None:
        return PgnFiles(file.path.parent / form.path, form.path)
    assert form.address is not None, "one of them is set"
    if not _is_address(form.address, ("http", "https")):
        text = "expected an address such as https://example.org/round-1/games.pgn"
        raise file.wrong((*keys, "address"), text)
    return PgnAddress(form.address)


def _whose(
    file: TomlFile, keys: Keys, named: str | None, tournaments: Sequence[TournamentId]
) -> TournamentId:
    expected = f"expected one of {', '.join(tournaments)}"
    if named is None:
        if len(tournaments) == 1:
            return tournaments[0]
        raise file.wrong(keys, f"the key tournament is missing; {expected}")
    if named not in tournaments:
        raise file.wrong((*keys, "tournament"), expected)
    return TournamentId(named)


def _is_address(text: str, schemes: Sequence[str]) -> bool:
    try:
        parts = urlsplit(text)
        return parts.scheme in schemes and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False
