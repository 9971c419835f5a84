"""PURE. Who and what a fact is about.

Identity never rests on a place: ``TournamentId › StageId › RoundNo › PairingId › GameId``
(docs/adr/0001-log-of-facts.md). A board number is where a game stands, never what it is.
"""

import re
from typing import NewType

TournamentId = NewType("TournamentId", str)
"""One tournament (group) of the hall, a slug such as ``open``."""
StageId = NewType("StageId", str)
"""One stage of a tournament, a slug such as ``main``."""
RoundNo = NewType("RoundNo", int)
"""A round of a stage, from 1."""
PairingId = NewType("PairingId", str)
"""Two players meeting in a round: ``open.main.3.12``."""
GameId = NewType("GameId", str)
"""One game of a pairing: ``open.main.3.12.1``."""
PlayerId = NewType("PlayerId", str)
"""A player, stable while numbers, names and ratings change."""
BoardNo = NewType("BoardNo", int)
"""The place in the hall, from 1 = top board."""
DeviceId = NewType("DeviceId", str)
"""An electronic board, known by its serial number."""

_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def is_slug(text: str) -> bool:
    """True where ``text`` can be a tournament's or a stage's id: lower case, joined by ``-``."""
    return _SLUG.fullmatch(text) is not None


def pairing_id(
    tournament: TournamentId, stage: StageId, round_no: RoundNo, number: int
) -> PairingId:
    """The id of the ``number``-th pairing (from 1) that was made for a round."""
    return PairingId(f"{tournament}.{stage}.{round_no}.{number}")


def game_id(pairing: PairingId, number: int = 1) -> GameId:
    """The id of the ``number``-th game (from 1) of a pairing."""
    return GameId(f"{pairing}.{number}")


def pairing_of(game: GameId) -> PairingId:
    """The pairing that a game belongs to."""
    return PairingId(game.rpartition(".")[0])
