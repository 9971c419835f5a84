"""PURE. Setting up the men for the next game, one by one, as people do between rounds."""

from collections.abc import Iterator

import chess

from boardlink.readings import Man, Square
from boardlink.simulator.hands.deeds import Lift, Place, Step, after, men_of
from boardlink.simulator.hands.luck import Luck
from boardlink.simulator.hands.style import Floors, Style


def set_up_steps(
    men: str, start_fen: str, style: Style, floors: Floors, luck: Luck
) -> Iterator[Step]:
    """From ``men`` to a start position, none of whose men is moved twice.

    A man that stands wrong goes straight to a free square where one of its kind is
    missing, else beside the board; the men still missing come from there.
    """
    wanted = men_of(chess.Board(start_fen))

    def step(deed: Lift | Place) -> Step:
        return Step(deed, luck.between(style.set_up_s), floors.set_up_s)

    wrong = [square for square in chess.SQUARES if men[square] not in (".", wanted[square])]
    luck.shuffle(wrong)
    for square in wrong:
        man = men[square]
        homes = [s for s in chess.SQUARES if wanted[s] == man and men[s] == "."]
        deeds: list[Lift | Place] = [Lift(Square(square))]
        if homes:
            deeds.append(Place(Square(luck.pick(homes)), Man(man)))
        for deed in deeds:
            yield step(deed)
            men = after(men, deed)
    missing = [square for square in chess.SQUARES if men[square] != wanted[square]]
    luck.shuffle(missing)
    for square in missing:
        yield step(Place(Square(square), Man(wanted[square])))
