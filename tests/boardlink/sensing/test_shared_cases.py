"""53 cases of what people do at boards, from public reports; the file is not in the project."""

import json
from pathlib import Path
from typing import Any

import chess
import pytest

from boardlink.readings import ClockRead, ClockSide, Man, Square, SquareRead
from facts.fact import Certainty, Mark
from facts.result import pgn_token
from tests.boardlink.sensing.board import Board, fold

IDS = [f"C{n:02}" for n in range(1, 54)]
ROTATED = "C43"
"""Its squares are as a turned board reports them."""


@pytest.fixture(scope="module")
def cases(shared: Path) -> dict[str, dict[str, Any]]:
    text = (shared / "data" / "tracking-cases.json").read_text(encoding="utf-8")
    return {case["id"]: case for case in json.loads(text)}


def played(case: dict[str, Any]) -> Board:
    """The case's events at a board, with a clock where the case has one."""
    fen = chess.STARTING_FEN if case["id"] == ROTATED else case["fen"]
    board = Board(fen, seen=case["fen"], chess960=case["chess960"])
    events: list[tuple[float, int, Any]] = [
        (ms / 1000, n, SquareRead(Square(chess.parse_square(square)), Man(man.replace("-", "."))))
        for n, (ms, square, man) in enumerate(case["events"])
    ]
    turn = board.turn
    if case["clock"]:
        board.read(ClockRead(600, 600, turn, running=True), -1.0)
    for ms, deed, *who in case["clock"]:
        if deed == "press":
            turn = ClockSide.RIGHT if who == ["W"] else ClockSide.LEFT
        running = deed == "press"
        events.append((ms / 1000, 10_000, ClockRead(600, 600, turn, running)))
    for t, _, reading in sorted(events, key=lambda event: event[:2]):
        board.read(reading, t)
    return board


@pytest.mark.shared
@pytest.mark.parametrize("name", IDS)
def test_the_game_and_its_result_are_found(cases: dict[str, dict[str, Any]], name: str) -> None:
    case = cases[name]
    board = played(case)
    verdict = board.end()
    expected = [move.rstrip("!?") for move in case["moves"]]
    found = list(verdict.moves)
    for n, move in enumerate(case["moves"]):
        if move.endswith("?"):
            found[n] = found[n][:-1]
            assert any(
                mark.ply == n + 1 and mark.mark is Mark.PROMOTION_UNKNOWN for mark in verdict.marks
            )
        if move.endswith("!"):
            assert any(mark.ply == n + 1 and mark.mark is Mark.ILLEGAL for mark in verdict.marks)
    assert found == expected
    assert pgn_token(verdict.result) == (case["result"] or "*")
    assert fold(board.facts) == list(verdict.moves)


@pytest.mark.shared
def test_plies_missed_in_several_orders_are_given_as_alternatives_and_never_certain(
    cases: dict[str, dict[str, Any]],
) -> None:
    verdict = played(cases["C51"]).end()
    assert verdict.certainty is Certainty.UNCLEAR
    assert len(verdict.alternatives) == 4
    assert all(moves[:2] == ("e2e4", "e7e5") for moves in verdict.alternatives)
