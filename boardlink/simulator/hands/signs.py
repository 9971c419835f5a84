"""PURE. The end of a game with the hands: the clock stopped, both kings on the centre.

Both kings on the light squares d5 and e4: White won; both on the dark ones d4 and e5: Black
won; one on each colour: a draw (docs/dgt-wire.md, The kings). Twelve placements, all used.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import permutations

import chess

from boardlink.readings import Man, Square
from boardlink.simulator.hands.deeds import DropFlag, Lift, Place, Step, StopClock, after
from boardlink.simulator.hands.luck import Luck
from boardlink.simulator.hands.style import Floors, Style
from facts.fact import Side
from facts.pgn import PgnGame

LIGHT = (chess.D5, chess.E4)
DARK = (chess.D4, chess.E5)
KINGS = (Man("K"), Man("k"))


@dataclass(frozen=True, slots=True)
class Placement:
    """Where the white and the black king go."""

    white: int
    black: int


def placements(token: str) -> tuple[Placement, ...]:
    """Every placement that says a result token; none for ``*``."""
    found = []
    for white, black in permutations((*LIGHT, *DARK), 2):
        lights = (white in LIGHT) + (black in LIGHT)
        if {2: "1-0", 1: "1/2-1/2", 0: "0-1"}[lights] == token:
            found.append(Placement(white, black))
    return tuple(found)


def end_steps(
    men: str,
    token: str,
    style: Style,
    floors: Floors,
    luck: Luck,
    *,
    sign: bool = True,
    flag: Side | None = None,
) -> Iterator[Step]:
    """Shake hands, stop the clock and, with ``sign``, put the kings where the result says.

    ``men`` is what stands on the board; kings that are not there (a cleared board) come
    from beside it. ``flag`` is who has used up their time.
    """
    wait = luck.between(style.handshake_s)
    if flag is not None:
        yield Step(DropFlag(flag), wait, floors.between_s)
    choices = placements(token)
    if not sign or not choices:
        yield Step(StopClock(), wait, floors.between_s)
        return
    kings = _kings(men, luck.pick(choices), style, floors, luck)
    if luck.happens(style.stop_first):
        yield Step(StopClock(), wait, floors.between_s)
        yield from kings
    else:
        first, *rest = kings
        yield replace(first, wait_s=wait)
        yield from rest
        yield Step(StopClock(), luck.between(style.rest_s), floors.hand_s)


def flag_of(game: PgnGame) -> Side | None:
    """Who lost on time by the record (PGN's ``Termination``), None where it says nothing."""
    if game.tags.get("Termination", "").lower() != "time forfeit":
        return None
    return {"1-0": Side.BLACK, "0-1": Side.WHITE}.get(game.token)


def _kings(
    men: str, placement: Placement, style: Style, floors: Floors, luck: Luck
) -> tuple[Step, ...]:
    targets = {KINGS[0]: placement.white, KINGS[1]: placement.black}
    steps: list[Step] = []

    def do(deed: Lift | Place) -> None:
        nonlocal men
        men = after(men, deed)
        steps.append(Step(deed, luck.between(style.hand_s), floors.hand_s))

    for square in targets.values():
        in_the_way = men[square] not in {".", *KINGS}
        if in_the_way and luck.happens(style.clear_first):
            do(Lift(Square(square)))
    order = list(KINGS)
    luck.shuffle(order)
    moving = [king for king in order if men.find(king) != targets[king]]
    together = luck.happens(style.kings_lifted_both) or any(
        men[targets[king]] in KINGS for king in moving
    )
    if together:
        for king in moving:
            _lift_all(men, king, do)
    for king in moving:
        if not together:
            _lift_all(men, king, do)
        do(Place(Square(targets[king]), king))
    if not steps:
        king = order[0]
        do(Lift(Square(targets[king])))
        do(Place(Square(targets[king]), king))
    return tuple(steps)


def _lift_all(men: str, king: Man, do: Callable[[Lift | Place], None]) -> None:
    for square, man in enumerate(men):
        if man == king:
            do(Lift(Square(square)))
