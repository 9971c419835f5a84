"""The board's own log; byte facts are those of docs/dgt-wire.md."""

import chess
import pytest

from boardlink.protocols.dgt import Command, EeMoves, FieldUpdate
from boardlink.protocols.dgt_memory import Changed, ClockHalted, UnknownEntry, read_memory
from boardlink.readings import Man, Square
from boardlink.simulator.boards import board as boards
from boardlink.simulator.boards import memory as memories
from boardlink.simulator.boards.board import BoardState
from boardlink.simulator.boards.settings import BoardSettings
from boardlink.simulator.film import HANDSHAKE, Film
from boardlink.simulator.hands.deeds import Deed, Lift, Place, Press, StartClock, men_of
from boardlink.simulator.hands.style import LIVELY, PlaySettings
from facts.fact import Side
from tests.boardlink.simulator.games import random_game

EMPTY = "." * 64


def log(board: BoardState, t: float) -> bytes:
    board, frames = boards.receive(board, Command.SEND_EE_MOVES, t)
    (answer,) = frames
    assert isinstance(answer, EeMoves)
    return answer.data


def done(board: BoardState, *deeds: tuple[float, Deed]) -> tuple[BoardState, float]:
    t = 0.0
    for t, deed in deeds:
        board, _ = boards.do(board, deed, t)
    board, _ = boards.advance(board, t + 1.0)
    return board, t + 1.0


def test_power_up_writes_a_tag_and_every_man_found() -> None:
    data = log(boards.power_up(BoardSettings()), 0.0)
    assert data[:4] == bytes.fromhex("7f7f7f6a")
    assert data[4:8] == bytes.fromhex("48004901")
    assert data[-2:] == bytes.fromhex("6f6b")
    assert len(data) == 4 + 32 * 2 + 2


def test_a_change_a_quick_one_and_the_presser_s_time_are_written() -> None:
    board = boards.power_up(BoardSettings())
    begin = len(log(board, 0.0)) - 1
    board, t = done(
        board,
        (10.0, StartClock(Side.WHITE)),
        (20.0, Lift(Square(chess.E2))),
        (20.15, Place(Square(chess.E4), Man("P"))),
        (21.0, Press(Side.WHITE, 5401)),
        (22.0, Press(Side.BLACK, 754)),
    )
    assert log(board, t)[begin:].hex() == "4034" + "5124" + "713001" + "601234" + "6b"


@pytest.mark.parametrize(("rotated", "tag"), [(False, 0x6F), (True, 0x7A)])
def test_the_start_position_is_tagged_once_until_more_than_two_men_left_it(
    rotated: bool, tag: int
) -> None:
    board = boards.power_up(BoardSettings(rotated=rotated))
    e2, p = Square(chess.E2), Man("P")
    board, t = done(board, (1.0, Lift(e2)), (2.0, Place(e2, p)))
    assert log(board, t).count(tag) == 1
    three = [Square(s) for s in (chess.E2, chess.D2, chess.C2)]
    deeds: list[tuple[float, Deed]] = [(3.0 + s, Lift(s)) for s in three]
    deeds += [(30.0 + s, Place(s, p)) for s in three]
    board, t = done(board, *sorted(deeds, key=lambda deed: deed[0]))
    assert log(board, t).count(tag) == 2


def test_an_empty_board_is_tagged() -> None:
    assert log(boards.power_up(BoardSettings(), EMPTY), 0.0).hex() == "7f7f7f6a6d6b"


def test_the_oldest_bytes_go_first() -> None:
    memory = memories.Memory()
    for n in range(memories.SIZE):
        memory = memories.changed(memory, n % 64, 1, float(n), bytes(63) + b"\x01")
    data = memories.read_out(memory)
    assert len(data) == memories.SIZE
    assert data[-1] == 0x6B


@pytest.mark.parametrize("seed", range(3))
def test_the_log_holds_every_change_that_was_told_and_every_press(seed: int) -> None:
    game = random_game(chess.STARTING_FEN, seed, 60)
    men = men_of(chess.Board())
    film = Film(BoardSettings(), PlaySettings(style=LIVELY, seed=seed), men)
    frames = [frame for _, frame in film.ask(*HANDSHAKE)]
    frames += [frame for _, frame in film.play(game)]
    (memory,) = (f for _, f in film.ask(Command.SEND_EE_MOVES) if isinstance(f, EeMoves))
    entries = read_memory(memory.data)
    changes = [(e.index, e.code) for e in entries if isinstance(e, Changed)]
    told = [(f.index, f.code) for f in frames if isinstance(f, FieldUpdate)]
    assert changes[32:] == told
    assert sum(isinstance(e, ClockHalted) for e in entries) == len(game.moves)
    assert not any(isinstance(e, UnknownEntry) for e in entries)
