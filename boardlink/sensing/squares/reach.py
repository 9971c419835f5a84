"""PURE. Where a man could go, by nothing but how it moves."""

from boardlink.readings import EMPTY, Man, Placement, Square


def reaches(man: Man, origin: Square, square: Square, *, takes: bool) -> bool:
    """The man could go there in one move on a board without other men."""
    files, ranks = square % 8 - origin % 8, square // 8 - origin // 8
    far, near = max(abs(files), abs(ranks)), min(abs(files), abs(ranks))
    match man.upper():
        case "N":
            return (far, near) == (2, 1)
        case "K":
            return far == 1 or (ranks == 0 and abs(files) == 2)
        case "R":
            return near == 0
        case "B":
            return near == far
        case "Q":
            return near in (0, far)
        case "P":
            ahead = ranks if man.isupper() else -ranks
            if files == 0:
                return not takes and ahead in (1, 2)
            return abs(files) == 1 and ahead == 1
        case _:
            return True


def attacks(placement: Placement, man: Man, origin: Square, square: Square) -> bool:
    """The man could take something on ``square``, with the others where they stand."""
    return reaches(man, origin, square, takes=True) and all(
        placement[between] == EMPTY for between in _between(origin, square)
    )


def _between(one: Square, other: Square) -> list[Square]:
    """The squares between two on a line; none where they are on none."""
    files, ranks = other % 8 - one % 8, other // 8 - one // 8
    if files and ranks and abs(files) != abs(ranks):
        return []
    far = max(abs(files), abs(ranks))
    step = (ranks // far) * 8 + files // far if far else 0
    return [Square(one + step * n) for n in range(1, far)]
