"""PURE. A game read again knowing some of its moves: a whole scoresheet, or one correction.

The same capture is played again, and only lines that agree with what was told are kept
(``sensing/lines/settled.py``). Where none is left the capture contradicts, and the refusal says
where.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import chess

from boardlink.captures.capture import Capture
from boardlink.errors import UsageError
from boardlink.replaying.recovery import replay_game, tell_end
from boardlink.replaying.replay import ReplayedGame, repaired, replay_capture
from boardlink.sensing import tracker as tracking
from boardlink.sensing.lines.supported import Issue, Verdict
from boardlink.sensing.tracker import GameSetup, TrackerSettings
from facts.errors import PgnError
from facts.fact import Certainty, LineMove
from facts.pgn import make_move, numbered, read, san_line

TOO_DEAR = 25.0
"""Nats that a line may cost more than the one which nobody was told. Of noisy games true
scoresheets cost at most one more, and moves that were not played fifty and more."""
AGAINST = frozenset({"squares-differ", "man-elsewhere", "lost-track", "set-up-wrong"})
"""Issues that tell of men on squares where the line has none."""
_CORRECTION = re.compile(r"\s*(\d{1,3})\s*(\.{3}|…|\.|=)\s*(\S+)\s*")


@dataclass(frozen=True, slots=True)
class GivenMoves:
    """What somebody says was played.

    Attributes:
        moves: plies (from 1) and their moves (UCI).
        complete: they are the whole game, and nothing was played after them.
    """

    moves: Mapping[int, str]
    complete: bool = False


@dataclass(frozen=True, slots=True)
class Repair:
    """A game of a capture under what was told.

    Attributes:
        game: as it is then.
        refused: why no game with these moves fits; empty where one does.
        notes: what else is to be known, in sentences.
    """

    game: ReplayedGame
    refused: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Offer:
    """A corrected line for a game that an arbiter has before them.

    Attributes:
        line: the whole line, as it would be.
        from_ply: the first move (from 1) that differs from the line as it is now.
        refused, notes: as in :class:`Repair`.
    """

    line: tuple[LineMove, ...]
    from_ply: int
    refused: str = ""
    notes: tuple[str, ...] = ()


def scoresheet(text: str, start_fen: str, *, chess960: bool = False, complete: bool) -> GivenMoves:
    """The moves of a PGN or of a bare move list.

    Raises:
        UsageError: it holds no move or several games, or a move is not possible.
    """
    if start_fen != chess.STARTING_FEN and "[FEN " not in text:
        variant = '[Variant "Chess960"]\n' if chess960 else ""
        text = f'[FEN "{start_fen}"]\n{variant}{text}'
    try:
        games = [game for game in read(text) if game.moves]
    except PgnError as error:
        raise UsageError(f"the moves cannot be read: {error}") from error
    if len(games) != 1:
        raise UsageError(f"expected the moves of one game, found {len(games)} games")
    for ply, move in enumerate(games[0].moves, start=1):
        if not move.uci:
            raise UsageError(f"{numbered(start_fen, ply)}{move.san} is not possible there")
    return GivenMoves({n: move.uci for n, move in enumerate(games[0].moves, start=1)}, complete)


def correction(
    text: str, line: Sequence[str], start_fen: str, *, chess960: bool = False
) -> GivenMoves:
    """One move: ``24.Nf3``, ``24...Nf6``, or ``24=Nf6`` where one side alone can play that.

    ``line`` is the game as it is known (UCI).

    Raises:
        UsageError: it is not written so, or the move is not possible there.
    """
    match = _CORRECTION.fullmatch(text)
    if match is None:
        raise UsageError(f"{text!r} is no move with its number: expected 24.Nf3 or 24...Nf6")
    number, side, san = int(match[1]), match[2], match[3]
    wanted = {".": (0,), "...": (1,), "…": (1,), "=": (0, 1)}[side]
    found: dict[int, str] = {}
    for black in wanted:
        ply = _ply(start_fen, number, black=bool(black))
        if not 1 <= ply <= len(line) + 1:
            continue
        move = _parsed(start_fen, line[: ply - 1], san, chess960=chess960)
        if move is not None:
            found[ply] = move
    if not found:
        raise UsageError(f"{text}: {san} is not possible as that move of this game")
    if len(found) > 1:
        raise UsageError(
            f"{text}: both sides can play it: write {number}.{san} or {number}...{san}"
        )
    return GivenMoves(found)


def repair(
    capture: Capture,
    file: str,
    game: int,
    told: GivenMoves,
    settings: TrackerSettings | None = None,
) -> Repair:
    """A game of a capture, read again knowing some of its moves.

    Raises:
        UsageError: the capture has no such game.
    """
    games = replay_capture(capture, file, settings)
    if not 0 <= game < len(games):
        raise UsageError(f"{file}: there is no game {game}, it holds {len(games)}")
    before = games[game]
    after = repaired(capture, file, game, told.moves, settings)
    found, chess960 = after.verdict, capture.header.chess960
    dearer = after.cost - before.cost
    fitting = _Fitting(before.start_fen, chess960, before.verdict.moves, found, told, dearer)
    if refused := fitting.refused():
        return Repair(after, refused)
    moves = fitting.moves()
    kept = replace(
        found,
        moves=moves,
        clocks=(*found.clocks[: len(moves)], *[None] * (len(moves) - len(found.moves))),
        marks=tuple(mark for mark in found.marks if mark.ply <= len(moves)),
        alternatives=() if told.complete else found.alternatives,
    )
    return Repair(replace(after, verdict=kept), "", fitting.notes())


def offered(
    setup: GameSetup,
    captures: Sequence[Capture],
    offset: int,
    line: Sequence[LineMove],
    told: GivenMoves,
    settings: TrackerSettings | None = None,
) -> Offer:
    """The line that a game's captures and what was told allow together.

    Args:
        setup: as the game was armed; what it was told before holds up to the first new move.
        captures: as in :func:`boardlink.replaying.recovery.replay_game`.
        offset: likewise.
        line: the game's line as it is now.
        told: what an arbiter says.
        settings: the tracker's.
    """
    first = min(told.moves)
    known = {ply: uci for ply, uci in setup.told if ply < first} | dict(told.moves)
    again = replace(setup, told=tuple(sorted(known.items())))
    game, before = (
        tell_end(replay.game, replay.game.now)[0]
        for replay in (replay_game(one, captures, offset, settings) for one in (again, setup))
    )
    dearer = tracking.cost(game.tracker) - tracking.cost(before.tracker)
    found = tracking.verdict(game.tracker)
    now = tuple(move.uci for move in line)
    fitting = _Fitting(setup.start_fen, setup.chess960, now, found, told, dearer)
    moves = fitting.moves()
    shown = dict(enumerate(tracking.line(game.tracker), start=1))
    sans = san_line(setup.start_fen, moves, chess960=setup.chess960)
    new = []
    for ply, (uci, san) in enumerate(zip(moves, sans, strict=True), start=1):
        seen = shown.get(ply)
        if seen is None or seen.uci != uci:
            seen = LineMove(uci, san, None, game.now)
        new.append(_settled(seen) if ply in known else seen)
    same = _same(now, moves)
    return Offer(tuple(new), same + 1, fitting.refused(), fitting.notes())


def _settled(move: LineMove) -> LineMove:
    return replace(move, certainty=Certainty.CERTAIN)


@dataclass(frozen=True, slots=True)
class _Fitting:
    """What was told beside what the board shows.

    Attributes:
        before: the line without what was told.
        found: the verdict under it.
        dearer: nats that it costs more.
    """

    start_fen: str
    chess960: bool
    before: Sequence[str]
    found: Verdict
    told: GivenMoves
    dearer: float

    def moves(self) -> tuple[str, ...]:
        """The line that comes of it: what was told and not seen at its end included."""
        told, line = self.told.moves, list(self.found.moves)
        if self.told.complete:
            del line[max(told) :]
        while len(line) + 1 in told:
            line.append(told[len(line) + 1])
        return tuple(line)

    def refused(self) -> str:
        """Why no game with these moves fits what the board sent; empty where one does."""
        told, line = self.told.moves, self.found.moves
        lacking = [p for p in sorted(told) if p > len(line) or line[p - 1] != told[p]]
        against = self._against(lacking[0] if lacking else len(line) + 1)
        if lacking and (against or len(self.before) > len(line) or not self._reached(lacking[-1])):
            return self._sentence(lacking[0], against)
        others = [p for p in sorted(told) if p > len(self.before) or self.before[p - 1] != told[p]]
        if others and self.dearer > TOO_DEAR:
            return self._sentence(others[0], None)
        unclear = self.found.certainty is Certainty.UNCLEAR
        if not lacking and against and unclear and len(line) <= max(told):
            return self._sentence(max(told), against)
        return ""

    def _reached(self, ply: int) -> bool:
        """The new line has the told move."""
        line = self.moves()
        return ply <= len(line) and line[ply - 1] == self.told.moves[ply]

    def notes(self) -> tuple[str, ...]:
        """What an arbiter should know of the new line."""
        notes = []
        count, seen = len(self.moves()), len(self.found.moves)
        if count > seen:
            first = self._named(self.moves(), seen + 1)
            notes.append(f"the board did not show {first} and what follows: its record ends before")
        if self.told.complete and seen > count:
            more = self._named(self.found.moves, count + 1)
            notes.append(f"the board shows {more} after the last of these moves: it is left out")
        return tuple(notes)

    def _against(self, ply: int) -> Issue | None:
        """The first complaint about the board from a ply on."""
        found = [
            issue
            for issue in self.found.issues
            if issue.code in AGAINST and (issue.ply or 0) >= ply - 1
        ]
        return found[0] if found else None

    def _sentence(self, ply: int, against: Issue | None) -> str:
        text = f"no game with {self._told_move(ply)} fits what the board sent"
        shows = self.before[ply - 1] if ply <= len(self.before) else None
        if shows is not None and shows != self.told.moves[ply]:
            text += f": it shows {self._named(self.before, ply)}"
        if against is not None:
            text += f"; {against.at:%H:%M:%S}: {against.text}"
        return text

    def _told_move(self, ply: int) -> str:
        known = [*self.found.moves[: ply - 1]]
        while len(known) < ply - 1 and len(known) + 1 in self.told.moves:
            known.append(self.told.moves[len(known) + 1])
        return self._named([*known, self.told.moves[ply]], ply)

    def _named(self, line: Sequence[str], ply: int) -> str:
        sans = san_line(self.start_fen, line[:ply], chess960=self.chess960)
        return f"{numbered(self.start_fen, ply)}{sans[-1]}"


def _same(one: Sequence[str], other: Sequence[str]) -> int:
    same = 0
    for ours, theirs in zip(one, other, strict=False):
        if ours != theirs:
            break
        same += 1
    return same


def _ply(start_fen: str, number: int, *, black: bool) -> int:
    board = chess.Board(start_fen)
    return 2 * (number - board.fullmove_number) + black - (board.turn == chess.BLACK) + 1


def _parsed(start_fen: str, before: Sequence[str], san: str, *, chess960: bool) -> str | None:
    board = chess.Board(start_fen, chess960=chess960)
    for uci in before:
        make_move(board, chess.Move.from_uci(uci))
    try:
        return board.uci(board.parse_san(san.replace("0-0-0", "O-O-O").replace("0-0", "O-O")))
    except ValueError:
        return None
