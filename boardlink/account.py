"""PURE. What a board has said about one game, as a fold of its facts, and how two such differ.

After a crash a tracker is rebuilt from the capture files; what it then holds is compared
with what the log already knows, and only the difference becomes new facts.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from facts.fact import (
    Certainty,
    Fact,
    LineAmbiguous,
    LineCorrected,
    LineMove,
    MoveConfirmed,
    MovePlayed,
    PiecesSetUp,
    PlacementClear,
    PlacementUnclear,
    ResultShown,
    SignWithdrawn,
)
from facts.ids import GameId

BY_ARBITER = "arbiter"
"""What a confirmation names where an arbiter settled the moves."""


@dataclass(frozen=True, slots=True)
class Account:
    """One game as its board has told it, and as an arbiter has settled it.

    Attributes:
        confirmed: plies that stand.
        offsets: for each move of the line the byte of the capture it was read at.
        sign: the result that shows, None while none does.
        unclear: what fits no line, None while all is clear.
        ambiguous: the doubt about the line, None while there is none.
        set_up: the men stand at the start again.
        settled: plies that an arbiter has confirmed: whatever the board says, they stand.
        signs: how often a sign was told so far, each change of its certainty counted.
    """

    line: tuple[LineMove, ...] = ()
    offsets: tuple[int | None, ...] = ()
    confirmed: int = 0
    sign: ResultShown | None = None
    unclear: PlacementUnclear | None = None
    ambiguous: LineAmbiguous | None = None
    set_up: bool = False
    settled: int = 0
    signs: int = 0

    @property
    def told(self) -> tuple[tuple[int, str], ...]:
        """The moves that an arbiter has settled: (ply from 1, UCI)."""
        return tuple(enumerate(self.moves[: self.settled], start=1))

    @property
    def moves(self) -> tuple[str, ...]:
        """The line as UCI."""
        return tuple(move.uci for move in self.line)

    def is_behind(self, other: "Account") -> bool:
        """True where the line is the beginning of ``other``'s, which goes on."""
        ours, theirs = self.moves, other.moves
        return len(ours) < len(theirs) and theirs[: len(ours)] == ours


def tell(shown: Account, fact: Fact) -> Account:
    """The account after one more fact; facts that are not about the game change nothing."""
    match fact:
        case MovePlayed(ply=ply, move=move, offset=offset):
            return _with_line(shown, ply, (move,), (offset,))
        case LineCorrected(from_ply=ply, moves=moves):
            return _with_line(shown, ply, moves, (None,) * len(moves))
        case MoveConfirmed(ply=ply, by=by):
            confirmed = replace(shown, confirmed=max(ply, shown.confirmed))
            return _settled(confirmed, ply) if by == BY_ARBITER else confirmed
        case ResultShown():
            return replace(shown, sign=fact, signs=shown.signs + 1)
        case SignWithdrawn():
            return replace(shown, sign=None)
        case PlacementUnclear():
            return replace(shown, unclear=fact)
        case PlacementClear():
            return replace(shown, unclear=None)
        case LineAmbiguous():
            return replace(shown, ambiguous=fact)
        case PiecesSetUp():
            return replace(shown, set_up=True)
        case _:
            return shown


def account_of(facts: Iterable[Fact]) -> Account:
    """The account that these facts of one game amount to."""
    shown = Account()
    for fact in facts:
        shown = tell(shown, fact)
    return shown


def beyond_settled(shown: Account, fact: Fact) -> Fact | None:
    """What is left of a board's fact where an arbiter has settled moves: those stand."""
    match fact:
        case MovePlayed(ply=ply) | MoveConfirmed(ply=ply) if ply <= shown.settled:
            return None
        case LineCorrected(from_ply=ply, moves=moves) if ply <= shown.settled:
            within = shown.settled - ply + 1
            agrees = tuple(m.uci for m in moves[:within]) == shown.moves[ply - 1 : shown.settled]
            if not agrees:
                return None
            return replace(fact, from_ply=shown.settled + 1, moves=moves[within:])
        case _:
            return fact


def differences(game: GameId, known: Account, now: Account, reason: str) -> tuple[Fact, ...]:
    """The facts that bring somebody who knows ``known`` to ``now``."""
    return (
        *_line_differences(game, known, now, reason),
        *_doubt_differences(game, known, now),
        *_sign_differences(game, known, now, reason),
    )


def _with_line(
    shown: Account, ply: int, moves: tuple[LineMove, ...], offsets: tuple[int | None, ...]
) -> Account:
    before = ply - 1
    doubt = shown.ambiguous
    return replace(
        shown,
        line=shown.line[:before] + moves,
        offsets=shown.offsets[:before] + offsets,
        confirmed=min(shown.confirmed, before),
        settled=min(shown.settled, before),
        ambiguous=None if doubt is not None and ply <= doubt.from_ply else doubt,
    )


def _settled(shown: Account, ply: int) -> Account:
    doubt = shown.ambiguous
    over = doubt is not None and ply >= doubt.from_ply + len(doubt.alternatives[0]) - 1
    settled = min(max(ply, shown.settled), len(shown.line))
    return replace(shown, settled=settled, ambiguous=None if over else doubt)


def _line_differences(game: GameId, known: Account, now: Account, reason: str) -> list[Fact]:
    same = 0
    for ours, theirs in zip(known.moves, now.moves, strict=False):
        if ours != theirs:
            break
        same += 1
    facts: list[Fact] = []
    if same < len(known.line):
        facts.append(LineCorrected(game, same + 1, now.line[same:], reason))
    else:
        facts += [
            MovePlayed(game, ply, move, offset=offset)
            for ply, (move, offset) in enumerate(
                zip(now.line[same:], now.offsets[same:], strict=True), start=same + 1
            )
        ]
    if now.confirmed > min(known.confirmed, same):
        facts.append(MoveConfirmed(game, now.confirmed, "replay of the capture"))
    return facts


def _doubt_differences(game: GameId, known: Account, now: Account) -> list[Fact]:
    facts: list[Fact] = []
    if now.ambiguous is not None and now.ambiguous != known.ambiguous:
        facts.append(now.ambiguous)
    if now.unclear is not None and now.unclear != known.unclear:
        facts.append(now.unclear)
    if now.unclear is None and known.unclear is not None:
        facts.append(PlacementClear(game))
    return facts


def _sign_differences(game: GameId, known: Account, now: Account, reason: str) -> list[Fact]:
    facts: list[Fact] = []
    if _gist(now.sign) != _gist(known.sign):
        facts.append(SignWithdrawn(game, reason) if now.sign is None else now.sign)
    if now.set_up and not known.set_up:
        facts.append(PiecesSetUp(game))
    return facts


def _gist(sign: ResultShown | None) -> tuple[object, ...]:
    """What makes two signs the same one."""
    if sign is None:
        return ()
    certain = sign.certainty is Certainty.CERTAIN
    return (sign.result, sign.source, sign.by, certain, sign.conflicts)
