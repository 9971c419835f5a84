"""PURE. What an operator should look at while a game is played, in words.

What the tracker says by facts (a board that fits no line, a board that is silent) is told by
the state of the board; here is what follows from several facts together.
"""

from datetime import datetime
from typing import Final

from desk.state.hall import GameState
from facts.fact import Certainty, LineMove, Mark
from facts.pgn import numbered

CENTRE: Final = frozenset({"d4", "e4", "d5", "e5"})


def alarms(game: GameState) -> tuple[str, ...]:
    """The alarms of a game, the gravest first; none once its men stand at the start again."""
    if game.over or game.by_hand:
        return ()
    found = [half_sign(game), untimed(game)]
    return tuple(text for text in found if text)


def half_sign(game: GameState) -> str:
    """The last move is a king's to the centre that nothing has confirmed; empty where not."""
    if not game.line or game.confirmed >= len(game.line):
        return ""
    move = game.line[-1]
    if move.certainty is not Certainty.UNCLEAR or not _to_centre(move):
        return ""
    named = f"{numbered(game.start_fen, len(game.line))} {move.san}"
    return f"{named} may be half of a result sign: nothing has confirmed it yet"


def _to_centre(move: LineMove) -> bool:
    return move.san.startswith("K") and move.uci[2:4] in CENTRE


def untimed(game: GameState) -> str:
    """Moves that were answered without a lever though a clock is in use; empty where none."""
    if game.clock is None or not game.timed:
        return ""
    without = [
        (ply, move)
        for ply, move in enumerate(game.line[:-1], start=1)
        if ply not in game.timed
        and move.clock_s is None
        and ply > game.settled
        and Mark.RECONSTRUCTED not in move.marks
    ]
    if not without:
        return ""
    ply, move = without[-1]
    text = f"no time with {numbered(game.start_fen, ply)} {move.san}"
    if len(without) > 1:
        text += f" and {len(without) - 1} more before it"
    return f"{text}: was the lever pressed, is the clock's cable in?"


def lasting(since: datetime | None, now: datetime) -> str:
    """``for 34 s``, ``for 2 min 5 s``; empty where the beginning is not known."""
    if since is None:
        return ""
    seconds = max(0, int((now - since).total_seconds()))
    minutes, rest = divmod(seconds, 60)
    return f"for {minutes} min {rest} s" if minutes else f"for {rest} s"
