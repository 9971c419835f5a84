"""PURE. Placements as strings of 64 men, and small questions about them.

Here a placement is already in the position's frame (a1 is White's a1): the tracker turns
what a rotated board reports before anything else looks at it.
"""

from boardlink.readings import Man, Placement, Square

MEN = frozenset("PNBRQKpnbrqk")
CENTRE = (27, 28, 35, 36)
"""d4, e4, d5, e5: where kings show a result. Any two of them are a king's step apart, so
two kings there can never be a position of the game."""
LIGHT_CENTRE = frozenset({28, 35})
"""e4 and d5."""
START = Placement("RNBQKBNRPPPPPPPP" + "." * 32 + "pppppppprnbqkbnr")


def put(placement: Placement, square: Square, man: Man) -> Placement:
    """The placement with ``man`` on ``square``."""
    return Placement(placement[:square] + man + placement[square + 1 :])


def turned(placement: Placement) -> Placement:
    """The same men as seen from the other side of the board."""
    return Placement(placement[::-1])


def differing(one: Placement, other: Placement) -> tuple[int, ...]:
    """The squares on which two placements differ."""
    if one == other:
        return ()
    return tuple(s for s in range(64) if one[s] != other[s])


def fen_field(placement: Placement) -> str:
    """The first field of a FEN; an unreadable man is written ``?``."""
    rows = []
    for rank in range(7, -1, -1):
        row, gap = "", 0
        for man in placement[rank * 8 : rank * 8 + 8]:
            if man == ".":
                gap += 1
                continue
            row += (str(gap) if gap else "") + man
            gap = 0
        rows.append(row + (str(gap) if gap else ""))
    return "/".join(rows)


def kings_in_centre(placement: Placement) -> tuple[int, int] | None:
    """The squares of White's and Black's king where they show a result, else None.

    There must be exactly one king of each side; other men do not matter.
    """
    if placement.count("K") != 1 or placement.count("k") != 1:
        return None
    white, black = placement.index("K"), placement.index("k")
    return (white, black) if white in CENTRE and black in CENTRE else None


def chess960_fen(placement: Placement) -> str | None:
    """The FEN of a Chess960 start position that stands on the board, else None."""
    back = placement[:8]
    if placement[8:56] != "P" * 8 + "." * 32 + "p" * 8 or placement[56:] != back.lower():
        return None
    if sorted(back) != sorted("RNBQKBNR"):
        return None
    bishops = [file for file in range(8) if back[file] == "B"]
    rooks = [file for file in range(8) if back[file] == "R"]
    if bishops[0] % 2 == bishops[1] % 2 or not rooks[0] < back.index("K") < rooks[1]:
        return None
    return f"{back.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{back} w KQkq - 0 1"
