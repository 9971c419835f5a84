"""PURE. What another program says of a game now, against what the log says: new facts.

The other program's moves are taken as it gives them, corrections as well; its result is a
claim for the arbiters, no more. What an arbiter has settled stands whatever the file says.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime

import chess

from boardlink.account import BY_ARBITER, Account, tell
from boardlink.other_programs.game import ForeignGame
from boardlink.other_programs.leaked_sign import Leak
from facts.fact import (
    Certainty,
    ClaimWithdrawn,
    ClockEvent,
    ClockSet,
    Fact,
    GameReopened,
    GameTakenOver,
    LineAmbiguous,
    LineCorrected,
    LineMove,
    Mark,
    MovePlayed,
    PositionAdopted,
    ResultClaimed,
    Side,
)
from facts.ids import GameId
from facts.pgn import PgnMove, numbered, san_of
from facts.result import (
    BLACK_WON_BY_FORFEIT,
    WHITE_WON_BY_FORFEIT,
    Result,
    Score,
    from_pgn_token,
)
from facts.settings import Source

CORRECTED = "corrected by the program that records the game"
TAKEN_BACK = 4
"""Half-moves by which a game may become shorter; more is a file that has lost its moves."""
UNPLAYED = frozenset({"unplayed", "forfeit"})
"""What ``Termination`` says of a game that was not played."""


@dataclass(frozen=True, slots=True)
class SourceAccount:
    """What the log knows of a game that another program records.

    Attributes:
        claim: the result that was claimed for that program and stands.
        refused: the claim that an arbiter has put aside, with the moves of that moment.
        rejected: moves that an arbiter has taken off the line: ply (from 1) and UCI.
        by_hand: an arbiter records the game, or has given it another start.
    """

    shown: Account = Account()
    claim: Result | None = None
    refused: tuple[Result, tuple[str, ...]] | None = None
    rejected: frozenset[tuple[int, str]] = frozenset()
    by_hand: bool = False


@dataclass(frozen=True, slots=True)
class Compared:
    """What is new.

    Attributes:
        facts: to be told, in order.
        doubts: what a person should look at, in sentences.
    """

    facts: tuple[Fact, ...] = ()
    doubts: tuple[str, ...] = ()


def after_fact(known: SourceAccount, fact: Fact, *, by_person: bool = False) -> SourceAccount:
    """What the log knows after one more fact about the game; ``by_person``: it decided so."""
    before, known = known, replace(known, shown=tell(known.shown, fact))
    match fact:
        case LineCorrected(source=source) if source == BY_ARBITER:
            old, new = before.shown.moves, known.shown.moves
            gone = {
                (ply, uci)
                for ply, uci in enumerate(old, start=1)
                if ply > len(new) or new[ply - 1] != uci
            }
            return replace(known, rejected=(known.rejected | gone) - set(enumerate(new, start=1)))
        case ResultClaimed(source=Source.OTHER_PROGRAM, result=result):
            return replace(known, claim=result, refused=None)
        case ClaimWithdrawn(source=Source.OTHER_PROGRAM) if not by_person:
            return replace(known, claim=None)
        case ClaimWithdrawn(source=Source.OTHER_PROGRAM) | GameReopened():
            refused = None if known.claim is None else (known.claim, known.shown.moves)
            return replace(known, claim=None, refused=refused)
        case GameTakenOver() | PositionAdopted():
            return replace(known, by_hand=True)
        case _:
            return known


def compared(game: GameId, known: SourceAccount, account: ForeignGame, at: datetime) -> Compared:
    """What the account adds to what is known, and what about it is doubtful."""
    if known.by_hand:
        return Compared()
    line, broken = _line(account, at)
    line, against = _under_arbiter(known, line, account)
    doubts = [text for text in (broken, against, account.doubt) if text]
    lost = len(known.shown.line) - len(line)
    if lost > TAKEN_BACK and known.shown.moves[: len(line)] == tuple(m.uci for m in line):
        doubts.append(f"{account.where} has lost {lost} half-moves: they are kept")
        return Compared((), tuple(doubts))
    facts = list(_line_changes(game, known.shown, line, account.program))
    if facts:
        facts += _clock(game, account, line)
    if line and Mark.AMBIGUOUS in line[-1].marks and not _knows(known.shown, len(line)):
        text = f"{account.told.reason} in {account.where}"
        facts.append(LineAmbiguous(game, len(line), ((line[-1].uci,), ()), text))
    result, why = _result(account)
    doubts += [why] if why else []
    moves = tuple(move.uci for move in line)
    facts += _claims(game, known, (result, moves), account)
    return Compared(tuple(facts), tuple(doubts))


def moves_told(facts: Iterable[Fact]) -> dict[int, str]:
    """The moves of a game's line that another program has told: ply (from 1) to UCI.

    No sensor of ours has seen them: whoever goes on with the game has to be told.
    """
    line: list[tuple[str, str]] = []
    for fact in facts:
        match fact:
            case MovePlayed(ply=ply, move=move, source=source):
                line[ply - 1 :] = [(move.uci, source)]
            case LineCorrected(from_ply=ply, moves=moves, source=source):
                line[ply - 1 :] = [(move.uci, source) for move in moves]
            case _:
                pass
    own = ("board", BY_ARBITER)
    return {ply: uci for ply, (uci, source) in enumerate(line, start=1) if source not in own}


# --- the line -------------------------------------------------------------------------


def _line(account: ForeignGame, at: datetime) -> tuple[tuple[LineMove, ...], str]:
    """The moves as far as they can be placed, and where they cannot any more."""
    game = account.game
    board = chess.Board(game.start_fen, chess960=game.chess960)
    line: list[LineMove] = []
    for ply, move in enumerate(game.moves, start=1):
        if not move.uci:
            return tuple(line), (
                f"{account.where}: {numbered(game.start_fen, ply)} {move.san} cannot be played "
                f"there: the moves from there on are left out"
            )
        line.append(_move(board, move, at))
        board.push(chess.Move.from_uci(move.uci))
    if account.told.leak is Leak.UNDECIDED and line:
        marks = (*line[-1].marks, Mark.AMBIGUOUS)
        line[-1] = replace(line[-1], marks=marks, certainty=Certainty.UNCLEAR)
    return tuple(line), ""


def _under_arbiter(
    known: SourceAccount, line: tuple[LineMove, ...], account: ForeignGame
) -> tuple[tuple[LineMove, ...], str]:
    """The line with what an arbiter has settled, and where the file goes against it."""
    settled = known.shown.settled
    kept = known.shown.line[:settled]
    for ply, move in enumerate(line, start=1):
        if ply > settled and (ply, move.uci) in known.rejected:
            number = numbered(account.game.start_fen, ply)
            text = f"{account.where} has {number} {move.san}, which an arbiter has taken off"
            return _grafted(kept, line[: ply - 1], account)[0], text
    return _grafted(kept, line, account)


def _grafted(
    kept: tuple[LineMove, ...], line: tuple[LineMove, ...], account: ForeignGame
) -> tuple[tuple[LineMove, ...], str]:
    """Settled moves, and after them the file's as far as they are possible there."""
    differs = next((n for n, move in enumerate(kept) if move.uci != _uci(line, n)), None)
    if differs is None:
        return (*kept, *line[len(kept) :]), ""
    board = chess.Board(account.game.start_fen, chess960=account.game.chess960)
    for move in kept:
        board.push(chess.Move.from_uci(move.uci))
    grafted = list(kept)
    for move in line[len(kept) :]:
        parsed = chess.Move.from_uci(move.uci)
        if not board.is_legal(parsed):
            break
        grafted.append(replace(move, san=board.san(parsed)))
        board.push(parsed)
    number = numbered(account.game.start_fen, differs + 1)
    theirs = line[differs].san if differs < len(line) else "nothing"
    text = f"{account.where} has {number} {theirs}, an arbiter has settled {kept[differs].san}"
    if len(grafted) < len(line):
        text += "; its later moves do not fit and are left out"
    return tuple(grafted), text


def _uci(line: tuple[LineMove, ...], n: int) -> str:
    return line[n].uci if n < len(line) else ""


def _move(board: chess.Board, move: PgnMove, at: datetime) -> LineMove:
    san = san_of(board, move.uci)
    if move.legal:
        return LineMove(move.uci, san, move.clock_s, at)
    return LineMove(move.uci, san, move.clock_s, at, (Mark.ILLEGAL,), Certainty.UNCLEAR)


def _line_changes(
    game: GameId, known: Account, line: tuple[LineMove, ...], source: str
) -> Iterator[Fact]:
    same = 0
    for ours, theirs in zip(known.line, line, strict=False):
        if not _is_same(ours, theirs):
            break
        same += 1
    if same < len(known.line):
        # The moves that stay keep the moment at which they were first told.
        new = tuple(
            replace(move, at=known.line[n].at)
            if n < len(known.line) and known.line[n].uci == move.uci
            else move
            for n, move in enumerate(line[same:], start=same)
        )
        yield LineCorrected(game, same + 1, new, CORRECTED, source)
        return
    for ply, move in enumerate(line[same:], start=same + 1):
        yield MovePlayed(game, ply, move, source)


def _is_same(ours: LineMove, theirs: LineMove) -> bool:
    """A clock that is told later is news; one that is no longer told is not."""
    clock = theirs.clock_s is None or ours.clock_s == theirs.clock_s
    return ours.uci == theirs.uci and clock and ours.marks == theirs.marks


def _knows(shown: Account, ply: int) -> bool:
    doubt = shown.ambiguous
    return shown.settled >= ply or (doubt is not None and doubt.from_ply == ply)


def _clock(game: GameId, account: ForeignGame, line: tuple[LineMove, ...]) -> list[Fact]:
    """Both clocks after the last move; the file does not tell how long ago that was."""
    if not line:
        return []
    white_first = chess.Board(account.game.start_fen).turn
    by_mover = [move.clock_s for move in line]
    first = next((clock for clock in reversed(by_mover[0::2]) if clock is not None), None)
    second = next((clock for clock in reversed(by_mover[1::2]) if clock is not None), None)
    if first is None and second is None:
        return []
    white, black = (first, second) if white_first else (second, first)
    to_move = Side.WHITE if (len(line) % 2 == 0) is white_first else Side.BLACK
    over = account.game.token != "*"
    event = ClockEvent.STOPPED if over else ClockEvent.LEVER
    return [ClockSet(game, white, black, None if over else to_move, event)]


# --- the result -----------------------------------------------------------------------


def _result(account: ForeignGame) -> tuple[Result | None, str]:
    """The result that the account gives, or why it gives none that can be used."""
    result = from_pgn_token(account.game.token)
    if result is None or len(account.game.moves) > 1:
        return result, ""
    unplayed = account.game.tags.get("Termination", "").strip().lower() in UNPLAYED
    if unplayed and result.white is not Score.DRAW:
        won = result.white is Score.WIN
        return WHITE_WON_BY_FORFEIT if won else BLACK_WON_BY_FORFEIT, ""
    return None, (
        f"{account.where} gives {account.game.token} with hardly a move: a forfeit, or a board "
        f"that was not read? enter the result by hand"
    )


def _claims(
    game: GameId,
    known: SourceAccount,
    ended: tuple[Result | None, tuple[str, ...]],
    account: ForeignGame,
) -> Iterator[Fact]:
    result = ended[0]
    if result == known.claim:
        return
    if result is None:
        reason = f"{account.where} gives no result any more"
        yield ClaimWithdrawn(game, Source.OTHER_PROGRAM, reason)
    elif ended != known.refused:
        yield ResultClaimed(game, result, Source.OTHER_PROGRAM, _reason(account))


def _reason(account: ForeignGame) -> str:
    reason = f"{account.where} gives {account.game.token}"
    if account.told.leak is Leak.TAKEN_OFF:
        taken = " ".join(move.san for move in account.told.removed)
        reason += f"; {taken} was taken off as a result sign ({account.told.reason})"
    return reason
