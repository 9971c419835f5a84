"""Made-up games for property tests."""

import chess
from hypothesis import strategies as st

from facts import fact as f
from facts.ids import DeviceId, GameId
from facts.result import BLACK_WON, WHITE_WON
from tests.broadcast.made_up import at, game_at_board, king_sign

KINDS = ["move"] * 6 + ["confirm", "clock", "sign", "official", "doubt", "set-up"]
CHANGES = [
    "correct",
    "settle",
    "withdraw",
    "reopen",
    "correct-result",
    "unclear",
    "clear",
    "silent",
]


@st.composite
def game_facts(
    draw: st.DrawFn, *, board: int = 1, corrections: bool = False
) -> list[tuple[f.Fact, float]]:
    """What may be heard of a game, each with when it happened, in the order of the log.

    With ``corrections`` also what shows that something earlier was wrong.
    """
    game = game_at_board(board)
    position = chess.Board()
    line: list[f.LineMove] = []
    told: list[tuple[f.Fact, float]] = []
    now = 60.0
    kinds = KINDS + CHANGES if corrections else KINDS
    for _ in range(draw(st.integers(0, 25))):
        now += draw(st.integers(1, 40))
        kind = draw(st.sampled_from(kinds))
        moves = sorted(position.legal_moves, key=str)
        if kind == "move" and moves:
            move = draw(st.sampled_from(moves))
            clock_s = draw(st.sampled_from([int(5400 - now), None]))
            line.append(f.LineMove(move.uci(), position.san(move), clock_s, at(now)))
            position.push(move)
            told.append((f.MovePlayed(game, len(line), line[-1]), now))
        elif kind == "confirm" and line:
            told.append((f.MoveConfirmed(game, len(line), "lever"), now))
        elif kind == "settle" and line:
            told.append((f.MoveConfirmed(game, len(line), "arbiter"), now))
        elif kind == "doubt" and line:
            told.append((_doubt(draw, game, line), now))
        elif kind == "correct" and line:
            position.pop()
            when = line.pop().at
            other = draw(st.sampled_from(sorted(position.legal_moves, key=str)))
            line.append(f.LineMove(other.uci(), position.san(other), None, when))
            position.push(other)
            told.append((f.LineCorrected(game, len(line), (line[-1],), "seen better"), now))
        else:
            told += [(fact, now) for fact in _other(draw, game, kind, now)]
    return told


def _doubt(draw: st.DrawFn, game: GameId, line: list[f.LineMove]) -> f.LineAmbiguous:
    """Other lines from some move on, which may or may not lead to the same position."""
    place = draw(st.integers(0, len(line) - 1))
    ucis = tuple(move.uci for move in line[place:])
    other = draw(st.sampled_from([ucis, ucis[::-1], (*ucis, "a1a2"), ("e2e4",)]))
    return f.LineAmbiguous(game, place + 1, (ucis, other), "several orders fit")


def _other(draw: st.DrawFn, game: GameId, kind: str, now: float) -> list[f.Fact]:
    seconds = int(5400 - now)
    match kind:
        case "clock":
            side = draw(st.sampled_from([f.Side.WHITE, f.Side.BLACK, None]))
            return [f.ClockSet(game, seconds, seconds, side, f.ClockEvent.STEADY)]
        case "sign":
            return [king_sign(game)]
        case "official":
            return [f.ResultConfirmed(game, WHITE_WON)]
        case "set-up":
            return [f.PiecesSetUp(game)]
        case "withdraw":
            return [f.SignWithdrawn(game, "the kings went back")]
        case "reopen":
            return [f.GameReopened(game, "wrong board")]
        case "correct-result":
            return [f.ResultCorrected(game, BLACK_WON, "colours")]
        case "unclear":
            return [f.PlacementUnclear(game, "differs", "three squares differ", "8/8")]
        case "clear":
            return [f.PlacementClear(game)]
        case "silent":
            return [f.DeviceSilent(DeviceId("d1"))]
        case _:
            return []
