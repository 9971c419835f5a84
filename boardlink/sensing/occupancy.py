"""PURE. Names for the men of a board that only sees where men stand, not which.

Such a board (a DGT Pegasus) reports each man as one that cannot be read. Which man it is
follows from where it was lifted, since a game begins with men whose places are known. What
the tracker is told then are names that were inferred; where two men could have come to a
square, the man stays unreadable, and so does a pawn that has reached the last rank. Where
the first move would be the wrong side's, White sits on the other side of the board.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from boardlink.readings import (
    EMPTY,
    UNREADABLE,
    LinkLost,
    Man,
    Placement,
    PlacementRead,
    Reading,
    Square,
    SquareRead,
)
from boardlink.sensing.squares.placement import CENTRE, differing, put, turned
from boardlink.sensing.squares.reach import attacks, reaches
from boardlink.sensing.state import Tracker

HELD_AT_MOST = 6
"""Men in hands or beside the board that may still be put back; more, and nothing is known."""
_LAST_RANKS = {"P": 7, "p": 0}
_QUEENS = {"P": Man("Q"), "p": Man("q")}
_KING_FILES, _ROOK_FILES = frozenset({2, 6}), frozenset({3, 5})


@dataclass(frozen=True, slots=True)
class Held:
    """A man that was lifted, and from where.

    Attributes:
        taken: it is off the board for good.
        promoted: it was lifted where it had been promoted.
    """

    origin: Square
    man: Man
    taken: bool = False
    promoted: bool = False

    def reaches(self, square: Square, *, takes: bool) -> bool:
        """It could have gone there in one move."""
        return reaches(self.man, self.origin, square, takes=takes)

    def attacks(self, men: Placement, square: Square) -> bool:
        """It could have taken what stands there."""
        return attacks(men, self.man, self.origin, square)


@dataclass(frozen=True, slots=True)
class Naming:
    """What is believed of one board while one game is played on it.

    Attributes:
        start: where the game's men stand at its beginning, White below.
        white_begins: White has the first move.
        men: what is believed to stand on the board; None while nothing was read, or where the
            board names its men itself.
        held: men that were lifted, oldest first.
        promoted: squares of men that were promoted there.
        early: squares to which a man came that nobody had lifted: sensors are read one after
            another, and may see a man arrive before they see him gone.
        passed: where a pawn stands that was just taken in passing, if it still stands there.
        moved: a man has been put elsewhere since the men stood as at the start.
        turned: the board lies the other way round; all else here is as White sees it.
    """

    start: Placement
    white_begins: bool = True
    men: Placement | None = None
    held: tuple[Held, ...] = ()
    promoted: frozenset[Square] = frozenset()
    early: tuple[Square, ...] = ()
    passed: Square | None = None
    moved: bool = False
    turned: bool = False

    @property
    def infers(self) -> bool:
        """The board does not name its men: their names are worked out here."""
        return self.men is not None


def naming_for(tracker: Tracker, before: Naming | None = None) -> Naming:
    """The naming of a game that begins; ``before``: of the one that was played before it."""
    start, white = tracker.start.placement, tracker.start.white
    if before is None:
        return Naming(start, white)
    return replace(before, start=start, white_begins=white)


def expected_by(tracker: Tracker) -> Placement:
    """What should stand on the board by the best account of the game, in the board's frame."""
    placement = tracker.beam[0].position.placement
    return turned(placement) if tracker.rotated else placement


def named(
    naming: Naming, reading: Reading, expected: Placement | None = None
) -> tuple[Naming, tuple[Reading, ...]]:
    """One reading with names, as far as they are known; other boards' readings as they are.

    ``expected`` is what should stand on the board by the tracker's best account of the game:
    it names the men where nothing else does. Both are in the board's own frame.
    """
    if naming.turned:
        expected = None if expected is None else turned(expected)
        naming, told = _named(naming, _turned(reading), expected)
    else:
        naming, told = _named(naming, reading, expected)
    return naming, tuple(map(_turned, told)) if naming.turned else told


def _turned(reading: Reading) -> Reading:
    match reading:
        case PlacementRead(placement=placement):
            return PlacementRead(turned(placement))
        case SquareRead(square=square, man=man):
            return SquareRead(Square(63 - square), man)
        case _:
            return reading


def _named(
    naming: Naming, reading: Reading, expected: Placement | None
) -> tuple[Naming, tuple[Reading, ...]]:
    """As :func:`named`, White below."""
    match reading:
        case PlacementRead(placement=seen):
            if not _is_nameless(naming, seen):
                return Naming(naming.start, naming.white_begins), (reading,)
            naming = _whole(naming, seen, expected)
            assert naming.men is not None
            return naming, (PlacementRead(_shown(naming)),)
        case SquareRead(square=square, man=man) if naming.men is not None:
            return _changed(naming, square, man)
        case LinkLost():
            return replace(naming, held=()), (reading,)
        case _:
            return naming, (reading,)


def _is_nameless(naming: Naming, seen: Placement) -> bool:
    kinds = set(seen)
    return kinds <= {EMPTY, UNREADABLE} and (UNREADABLE in kinds or naming.men is not None)


def _occupied(placement: Placement) -> tuple[bool, ...]:
    return tuple(man != EMPTY for man in placement)


def _whole(naming: Naming, seen: Placement, expected: Placement | None) -> Naming:
    """All squares at once: what was believed, as far as it fits, and what is new."""
    where = _occupied(seen)
    begun = _at_start(naming, where)
    if begun is not None:
        return begun
    believed = naming.men
    sure = believed is not None and UNREADABLE not in believed and _occupied(believed) == where
    if expected is not None and not sure and _occupied(expected) == where:
        return replace(naming, men=expected, held=(), moved=True)
    if believed is None:
        believed = expected
    if believed is None:
        return replace(naming, men=seen, held=(), moved=True)
    naming = replace(naming, men=believed)
    for square in differing(_marked(believed), _marked(seen)):
        if seen[square] == EMPTY:
            naming = _lifted(naming, Square(square))
    for square in differing(_marked(naming.men or seen), _marked(seen)):
        naming, _ = _placed(naming, Square(square))
    return replace(naming, moved=True)


def _marked(placement: Placement) -> Placement:
    """Where men stand, without their names."""
    return Placement("".join(EMPTY if man == EMPTY else UNREADABLE for man in placement))


def _at_start(naming: Naming, where: tuple[bool, ...]) -> Naming | None:
    """The men stand as at the beginning: all names are known again.

    A game that comes back to it with all its men has each of them at home. The way round stays
    as it was where the squares themselves do not tell it.
    """
    about = naming.turned
    if _occupied(naming.start) != where:
        if _occupied(turned(naming.start)) != where:
            return None
        about = not about
    fresh = Naming(naming.start, naming.white_begins, naming.start)
    return replace(fresh, turned=about)


def _changed(naming: Naming, square: Square, man: Man) -> tuple[Naming, tuple[Reading, ...]]:
    if man == EMPTY:
        naming, taken = _hidden_before_lift(naming, square)
        before = _lifted(naming, square)
        naming, arrived = _early_arrival(before)
        return _first_move_judged(before, naming, (*taken, SquareRead(square, EMPTY), *arrived))
    if naming.men is None or naming.men[square] != EMPTY:
        return naming, ()  # told twice
    before = naming
    found = _who(naming.held, square)
    hidden: tuple[Reading, ...] = ()
    if found is not None:
        naming, hidden = _hidden_before_put(naming, found, square)
    naming, told = _placed(naming, square)
    return _first_move_judged(before, naming, (*hidden, SquareRead(square, told)))


def _first_move_judged(
    before: Naming, naming: Naming, told: tuple[Reading, ...]
) -> tuple[Naming, tuple[Reading, ...]]:
    """What is told, or all squares anew where the first move shows that they lie otherwise."""
    last = told[-1]
    if not isinstance(last, SquareRead) or before.moved or not naming.moved:
        return _begun(naming, told)
    if last.man.isupper() != naming.white_begins:
        turned_about = _other_way_round(naming, before.held, last.square)
        if turned_about is not None:
            return turned_about, (PlacementRead(_shown(turned_about)),)
    return _begun(naming, told)


def _begun(naming: Naming, told: tuple[Reading, ...]) -> tuple[Naming, tuple[Reading, ...]]:
    """What is told, or the start position where the men have come to stand so."""
    begun = None if naming.men is None else _at_start(naming, _occupied(naming.men))
    if begun is None or begun.men is None or not naming.moved:
        return naming, told
    return begun, (PlacementRead(begun.men),)


def _early_arrival(naming: Naming) -> tuple[Naming, tuple[Reading, ...]]:
    """The man that was just seen gone may be the one that was seen arriving before."""
    men, gone = naming.men, naming.held[-1:]
    if men is None or not gone or gone[0].man == UNREADABLE:
        return naming, ()
    early = [square for square in naming.early if men[square] == UNREADABLE]
    able = [square for square in early if gone[0].reaches(square, takes=False)]
    if not able and len(early) == 1 and len(naming.held) == 1:
        able = early  # a king on its way to the sign, a man that is set up
    if len(able) != 1:
        return replace(naming, early=tuple(early)), ()
    (square,) = able
    named_man = replace(naming, men=put(men, square, EMPTY), early=())
    naming, told = _placed(named_man, square)
    return naming, (SquareRead(square, told),)


def _other_way_round(naming: Naming, held: tuple[Held, ...], square: Square) -> Naming | None:
    """The first move is by the wrong side: White sits at the other one, where that can be."""
    start = naming.start
    if len(held) != 1 or _occupied(turned(start)) != _occupied(start):
        return None
    home = Square(63 - held[0].origin)
    men = put(put(start, home, EMPTY), Square(63 - square), Man(start[home]))
    return replace(naming, men=men, held=(), turned=not naming.turned)


def _hidden_before_lift(naming: Naming, lifted: Square) -> tuple[Naming, tuple[Reading, ...]]:
    """The one who moves next lifts a man: the man before it has come to stand somewhere.

    Not so where the two may be taking one another: then it is one move still.
    """
    men, active = naming.men, _active(naming)
    if men is None or len(active) != 1 or not _are_enemies(active[0].man, men[lifted]):
        return naming, ()
    next_one = Held(lifted, Man(men[lifted]))
    if active[0].attacks(men, lifted) or attacks(men, next_one.man, lifted, active[0].origin):
        return naming, ()
    return _hidden_capture(naming, active[0], ())


def _hidden_before_put(
    naming: Naming, put_down: Held, square: Square
) -> tuple[Naming, tuple[Reading, ...]]:
    """A man was put down while one of the other side had been lifted before, and not by it."""
    told: tuple[Reading, ...] = ()
    for one in _active(naming):
        taken = one.origin == square or _is_passed(one, put_down, square)
        if not taken and _are_enemies(one.man, put_down.man) and one.man.upper() != "K":
            naming, more = _hidden_capture(naming, one, (square, put_down.origin))
            told += more
    return naming, told


def _hidden_capture(
    naming: Naming, one: Held, not_there: tuple[Square, ...]
) -> tuple[Naming, tuple[Reading, ...]]:
    """A man that was put on another so quickly that no sensor saw the square empty.

    It is known where there is one man of the other side alone that it can have taken.
    """
    men = naming.men
    if men is None or one.man == UNREADABLE:
        return naming, ()
    targets = [
        Square(square)
        for square, man in enumerate(men)
        if square not in not_there
        and _are_enemies(one.man, man)
        and one.attacks(men, Square(square))
    ]
    if len(targets) != 1:
        return naming, ()
    (target,) = targets
    held = tuple(other for other in naming.held if other != one)
    held = (*held, Held(target, Man(men[target]), taken=True))[-HELD_AT_MOST:]
    told, man, promoted = one.man, one.man, naming.promoted
    if target // 8 == _LAST_RANKS.get(one.man, -1):
        told, man, promoted = UNREADABLE, _QUEENS[one.man], promoted | {target}
    naming = replace(naming, men=put(men, target, man), held=held, promoted=promoted, moved=True)
    return naming, (SquareRead(target, EMPTY), SquareRead(target, told))


def _active(naming: Naming) -> list[Held]:
    return [one for one in naming.held if not one.taken]


def _are_enemies(one: str, other: str) -> bool:
    return one.isalpha() and other.isalpha() and one.isupper() != other.isupper()


def _is_passed(pawn: Held, taker: Held, square: Square) -> bool:
    """``pawn`` was taken in passing by the pawn that went to ``square``."""
    both_pawns = pawn.man.upper() == taker.man.upper() == "P"
    return both_pawns and pawn.origin % 8 == square % 8 and pawn.origin // 8 == taker.origin // 8


def _lifted(naming: Naming, square: Square) -> Naming:
    man = EMPTY if naming.men is None else Man(naming.men[square])
    if naming.men is None or man == EMPTY:
        return naming
    taken = square == naming.passed
    one = Held(square, man, taken, promoted=square in naming.promoted)
    held = (*naming.held, one)[-HELD_AT_MOST:]
    men = put(naming.men, square, EMPTY)
    return replace(naming, men=men, held=held, promoted=naming.promoted - {square})


def _placed(naming: Naming, square: Square) -> tuple[Naming, Man]:
    """A man comes to an empty square: the naming, and the man as it is told."""
    if naming.men is None or naming.men[square] != EMPTY:
        return naming, UNREADABLE
    found = _who(naming.held, square)
    if found is None:
        men = put(naming.men, square, UNREADABLE)
        early = (*naming.early, square)[-HELD_AT_MOST:]
        return replace(naming, men=men, early=early), UNREADABLE
    held = tuple(one for one in naming.held if one != found and not one.taken)
    if all(_may_be_taken(one, by=found) for one in held):
        held = tuple(replace(one, taken=True) for one in held)
    told = man = found.man
    promoted = naming.promoted
    if square // 8 == _LAST_RANKS.get(man, -1) and found.origin != square:
        told, man, promoted = UNREADABLE, _QUEENS[man], promoted | {square}
    elif found.promoted and found.origin == square:
        told, promoted = UNREADABLE, promoted | {square}
    moved = naming.moved or found.origin != square
    passed = _passed(naming, found, square)
    men = put(naming.men, square, man)
    naming = replace(naming, men=men, held=held, promoted=promoted, passed=passed, moved=moved)
    return naming, told


def _passed(naming: Naming, pawn: Held, square: Square) -> Square | None:
    """The pawn that goes off the board where one went aslant to an empty square."""
    behind = Square(pawn.origin // 8 * 8 + square % 8)
    aslant = pawn.man.upper() == "P" and pawn.origin % 8 != square % 8
    if not aslant or naming.men is None or any(one.origin == square for one in naming.held):
        return None
    victim = naming.men[behind]
    return behind if victim.upper() == "P" and _are_enemies(victim, pawn.man) else None


def _may_be_taken(one: Held, by: Held) -> bool:
    return one.taken or (one.man.isupper() != by.man.isupper() and one.man.upper() != "K")


def _who(held: tuple[Held, ...], square: Square) -> Held | None:
    """The man that was put on ``square``, None where it could be several, or none."""
    home = next((one for one in reversed(held) if one.origin == square), None)
    active = [one for one in held if not one.taken]
    if not active:
        return None  # he was seen arriving before he was seen gone
    kings = [one for one in active if one.man.upper() == "K"]
    if home is None and len(active) == 1:
        return active[0]
    if square in CENTRE and kings and home not in kings:
        return kings[0]  # the sign of a result; for it either king will do
    if home is not None:
        takers = [
            one
            for one in active
            if one.man.isupper() != home.man.isupper() and one.reaches(square, takes=True)
        ]
        if len(takers) == 1:
            return takers[0]
        return home if not takers else None
    able = [one for one in active if one.reaches(square, takes=len(active) > 1)]
    if len(able) == 1:
        return able[0]
    return _castling(able, square)


def _castling(able: Iterable[Held], square: Square) -> Held | None:
    """King and rook of one side are in the hand: their files tell which is which."""
    kinds = {one.man.upper(): one for one in able}
    if kinds.keys() != {"K", "R"} or kinds["K"].man.isupper() != kinds["R"].man.isupper():
        return None
    if square % 8 in _KING_FILES:
        return kinds["K"]
    return kinds["R"] if square % 8 in _ROOK_FILES else None


def _shown(naming: Naming) -> Placement:
    """The men as they are told: a promoted one is unreadable where it was promoted."""
    men = naming.men or naming.start
    for square in naming.promoted:
        men = put(men, square, UNREADABLE)
    return men
