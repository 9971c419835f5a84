"""PURE. Whether a game is still being played, as far as its electronic board tells.

A result that is entered for the wrong board must not end a game that goes on: clocks that
run and moves that arrive speak against it, a king sign or a mate on the board for it.
"""

from datetime import datetime
from typing import Final

from desk.state.hall import Hall, Presence
from facts.fact import Certainty
from results.tournament.claims import BOARD_SOURCES, GameClaims

RECENT_S: Final = 600.0
"""Moves that arrived within this time are of a game that goes on: few think for longer."""


def signs_of_play(hall: Hall, claims: GameClaims, now: datetime) -> str:
    """What shows that the game goes on: ``move 23, clocks running``; empty where nothing does.

    Only what an electronic board says now counts: not a game recorded by hand, one whose
    men stand at the start again, or a clock whose board is not heard of.
    """
    game = hall.games.get(claims.game)
    if game is None or claims.by_hand or game.over or claims.official is not None:
        return ""
    if game.device is None and not hall.is_live(game.board):
        return ""
    if any(c.source in BOARD_SOURCES and c.certainty is not Certainty.UNCLEAR
           for c in claims.standing):  # fmt: skip
        return ""
    device = hall.device_at(game.board)
    if device is None and game.device is not None:
        device = hall.devices.get(game.device)
    heard = device is not None and device.presence is Presence.ONLINE
    where = f"move {(len(game.line) + 1) // 2}" if game.line else "no move yet"
    if heard and game.clock is not None and game.clock.running is not None:
        return f"{where}, clocks running"
    if game.line and (now - game.line[-1].at).total_seconds() < RECENT_S:
        return f"{where}, moves still arrive"
    return ""
