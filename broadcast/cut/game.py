"""PURE. What shows of a game at a given moment."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import chess

from broadcast.known.doubt import marked
from broadcast.known.game import Claim, GameHistory, Showing, Visibility, squares
from broadcast.known.history import earliest
from broadcast.view import GameState, ShownClock, ShownGame, ShownMove, ShownResult
from facts.fact import Side
from facts.result import Result
from facts.settings import DEFAULT_ORDER, Source

CENTRE = frozenset({chess.D4, chess.E4, chess.D5, chess.E5})
_PLAYERS = frozenset({Source.WHITE_PLAYER, Source.BLACK_PLAYER})


@dataclass(frozen=True, slots=True)
class GameAtCut:
    """What shows of a game, and until when that stays true if nothing new is learnt."""

    game: ShownGame
    until: datetime | None


def at_cut(
    record: GameHistory,
    cut: datetime,
    showing: Showing,
    *,
    round_started: bool,
    order: Sequence[Source] = DEFAULT_ORDER,
) -> GameAtCut:
    """The game as an audience sees it at ``cut``."""
    result, claimed_at = _result(record, cut, order)
    sure = result is not None and result.official
    end = _end(record, cut, claimed_at)
    plies, moves_until = _plies(record, cut, showing, sure=sure)
    moves = record.line if plies == len(record.line) else record.line[:plies]
    moves, told_at = _in_time(moves, cut if end is None else end.known_at)
    if told_at is not None and told_at > cut:
        moves_until = earliest(moves_until, told_at)
    moves = marked(moves, record.doubts, cut)
    clock = _clock(record, moves, cut, end)
    live = record.armed.value_at(cut) is True
    if result is not None:
        state = GameState.FINISHED
    elif moves or (clock is not None and clock.running) or (round_started and not live):
        state = GameState.PLAYING
    else:
        state = GameState.WAITING
    finished = state is GameState.FINISHED
    joined = record.joined.value_at(cut) is True
    begun = (live or bool(moves)) and (joined or not record.joined.steps)
    game = ShownGame(
        id=record.id,
        start_fen=record.start_fen if begun else chess.STARTING_FEN,
        chess960=record.chess960 if begun else False,
        moves=moves,
        clock=clock,
        result=result,
        state=state,
        live=live,
        no_signal=not finished and record.signal.value_at(cut) is False,
        unclear=not finished
        and record.unclear.value_at(cut) is True
        and record.set_up.value_at(cut) is not True,
        incomplete=record.incomplete.value_at(cut) is True,
        joined=joined,
    )
    return GameAtCut(game, earliest(moves_until, _next_change(record, cut)))


def _next_change(record: GameHistory, cut: datetime) -> datetime | None:
    return earliest(
        record.confirmed.next_after(cut),
        record.clocks.next_after(cut),
        record.decisions.next_after(cut),
        record.armed.next_after(cut),
        record.signal.next_after(cut),
        record.unclear.next_after(cut),
        record.incomplete.next_after(cut),
        record.joined.next_after(cut),
        record.set_up.next_after(cut),
        *(doubt.at for doubt in record.doubts if doubt.at > cut),
        *(claim.at for claim in record.claims if claim.at > cut),
    )


def _plies(
    record: GameHistory, cut: datetime, showing: Showing, *, sure: bool
) -> tuple[int, datetime | None]:
    """How many moves show, and when more of them will without any new knowledge.

    With an official result the line is ``sure``: nothing is held back any more.
    """
    had_been = len(record.line)
    until = None
    for ply, move in enumerate(record.line):
        if move.at > cut:
            had_been, until = ply, move.at
            break
    confirmed = max(
        (ply for at, ply in record.confirmed.steps if at <= cut),
        default=0,
    )
    if sure or had_been <= confirmed or had_been == 0:
        return had_been, until
    shown = had_been
    while shown > confirmed and _king_to_centre(record, shown):
        free_at = record.line[shown - 1].at + showing.king_hold
        if cut >= free_at:
            break
        until = earliest(until, free_at)
        shown -= 1
    if showing.visibility is Visibility.CONFIRMED:
        shown = min(shown, had_been - 1)
    return shown, until


def _king_to_centre(record: GameHistory, ply: int) -> bool:
    move = squares(record.line[ply - 1].uci)
    before = record.line[ply - 2].fen if ply > 1 else record.start_fen
    man = chess.BaseBoard(before.split()[0]).piece_type_at(move.from_square)
    return man == chess.KING and move.to_square in CENTRE


def _result(
    record: GameHistory, cut: datetime, order: Sequence[Source]
) -> tuple[ShownResult | None, datetime | None]:
    """The result that shows, and when something first said so before anybody decided.

    A claim that a decision has refuted in the meantime does not show.
    """
    decision = record.decisions.step_at(cut)
    official = decision[1] if decision is not None else None
    known = official or record.decisions.newest
    claims = [
        claim
        for claim in sorted(record.claims, key=lambda claim: _place(claim.source, order))
        if claim.at <= cut and (known is None or _same_scores(claim.result, known.result))
    ]
    if official is not None:
        by = claims[0].by if claims else official.by
        return replace(official, by=by), min((claim.at for claim in claims), default=None)
    for claim in claims:
        if _is_public(claim, claims):
            said = (c.at for c in claims if _same_scores(c.result, claim.result))
            return ShownResult(claim.result, False, claim.by), min(said)
    return None, None


def _place(source: Source, order: Sequence[Source]) -> int:
    return order.index(source) if source in order else len(order)


def _is_public(claim: Claim, claims: Sequence[Claim]) -> bool:
    """Whether a claim is good enough to be shown before anybody has decided.

    One player's word is not, without the other's; nor is a fallen flag, for the game may
    be drawn by it or the clock be wrong (Laws 6.9).
    """
    if claim.source in _PLAYERS:
        others = [c for c in claims if c.source in _PLAYERS and c.source is not claim.source]
        return any(_same_scores(c.result, claim.result) for c in others)
    return claim.source is not Source.FLAG


def _same_scores(one: Result, other: Result) -> bool:
    return (one.white, one.black) == (other.white, other.black)


@dataclass(frozen=True, slots=True)
class _End:
    """How a game's clock ends.

    Attributes:
        known_at: what the clock says later is no longer about this game.
        stopped_at: until when it ran on from its last word, None where nobody knows.
    """

    known_at: datetime
    stopped_at: datetime | None


def _end(record: GameHistory, cut: datetime, claimed_at: datetime | None) -> _End | None:
    """The end of a game that is over at ``cut``: by a sign, a decision, or men set up anew."""
    set_up = record.set_up.step_at(cut)
    seen_at = earliest(claimed_at, set_up[0] if set_up is not None and set_up[1] else None)
    decided_at = _decided_at(record, cut)
    known_at = earliest(seen_at, decided_at)
    if known_at is None:
        return None
    return _End(known_at, seen_at if seen_at == known_at else None)


def _decided_at(record: GameHistory, cut: datetime) -> datetime | None:
    """When the result became official first, since the game was reopened last."""
    first = None
    for at, decision in record.decisions.steps[: record.decisions.count_until(cut)]:
        if decision is None:
            first = None
        elif first is None:
            first = at
    return first


def _in_time(
    moves: tuple[ShownMove, ...], by: datetime
) -> tuple[tuple[ShownMove, ...], datetime | None]:
    """The moves, the last without a time that was read after ``by``; when that was."""
    if not moves or (told_at := moves[-1].clock_at) is None or told_at <= by:
        return moves, None
    return (*moves[:-1], replace(moves[-1], clock_s=None, clock_at=None)), told_at


def _clock(
    record: GameHistory, moves: Sequence[ShownMove], cut: datetime, end: _End | None
) -> ShownClock | None:
    """The clock's last word, or what the moves say where it never said one.

    With the end of the game it stands: whoever sets it for the next game changes nothing.
    """
    clock = record.clocks.value_at(cut if end is None else end.known_at)
    if clock is not None:
        return clock if end is None else _stopped(clock, end.stopped_at)
    if not any(move.clock_s is not None for move in moves):
        return None
    white_starts = record.start_fen.split()[1:2] != ["b"]
    whites = moves[0 if white_starts else 1 :: 2]
    blacks = moves[1 if white_starts else 0 :: 2]
    return ShownClock(_last_time(whites), _last_time(blacks), None, moves[-1].at)


def _last_time(moves: Sequence[ShownMove]) -> int | None:
    return next((m.clock_s for m in reversed(moves) if m.clock_s is not None), None)


def _stopped(clock: ShownClock, stopped_at: datetime | None) -> ShownClock:
    """The clock as it stood when the game ended."""
    if clock.running is None:
        return clock
    if stopped_at is None or stopped_at <= clock.at:
        return replace(clock, running=None)
    ran_s = int((stopped_at - clock.at).total_seconds())
    white_s, black_s = clock.white_s, clock.black_s
    if clock.running is Side.WHITE and white_s is not None:
        white_s = max(0, white_s - ran_s)
    if clock.running is Side.BLACK and black_s is not None:
        black_s = max(0, black_s - ran_s)
    return ShownClock(white_s, black_s, None, stopped_at)
