import random

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardlink.readings import (
    EMPTY,
    UNREADABLE,
    ClockMissing,
    LinkLost,
    Man,
    Placement,
    PlacementRead,
    Reading,
    Square,
    SquareRead,
)
from boardlink.sensing.occupancy import Naming, named
from boardlink.sensing.squares.placement import START, turned


class Watched:
    """A board that tells which squares are taken, and what is made of it."""

    def __init__(self, start: Placement = START, *, rotated: bool = False) -> None:
        self.naming = Naming(start)
        self.rotated = rotated
        self.shown = list("." * 64)
        self.told: list[Reading] = []

    def see(self, reading: Reading, expected: Placement | None = None) -> list[Reading]:
        self.naming, told = named(self.naming, reading, expected)
        for one in told:
            if isinstance(one, PlacementRead):
                self.shown = list(one.placement)
            elif isinstance(one, SquareRead):
                self.shown[one.square] = one.man
        self.told += told
        return list(told)

    def dump(self, men: str, expected: Placement | None = None) -> list[Reading]:
        seen = "".join(EMPTY if man == EMPTY else UNREADABLE for man in men)
        return self.see(
            PlacementRead(Placement(seen[::-1] if self.rotated else seen)),
            expected if expected is None or not self.rotated else turned(expected),
        )

    def lift(self, square: int) -> list[Reading]:
        return self.see(SquareRead(Square(63 - square if self.rotated else square), EMPTY))

    def put(self, square: int) -> list[Reading]:
        return self.see(SquareRead(Square(63 - square if self.rotated else square), UNREADABLE))

    def play(self, board: chess.Board, move: chess.Move, luck: random.Random) -> None:
        """A move by hand, square by square, in one of the orders that hands have."""
        taken = None
        if board.is_capture(move):
            taken = move.to_square
            if board.is_en_passant(move):
                taken += -8 if board.turn else 8
        if board.is_castling(move):
            rook_from, rook_to = rook_squares(move)
            for a, b in (
                [(move.from_square, move.to_square), (rook_from, rook_to)]
                if luck.random() < 0.5
                else [(rook_from, rook_to), (move.from_square, move.to_square)]
            ):
                self.lift(a)
                self.put(b)
        elif taken is None and move.promotion is None and luck.random() < 0.3:
            self.put(move.to_square)  # seen arriving first
            self.lift(move.from_square)
        else:
            lifts = [move.from_square] + ([taken] if taken is not None else [])
            if luck.random() < 0.5:
                lifts.reverse()
            if taken is not None and taken != move.to_square:
                lifts = [move.from_square]  # in passing: the pawn goes off at the end
            for square in lifts:
                self.lift(square)
            self.put(move.to_square)
            if taken is not None and taken != move.to_square:
                self.lift(taken)
        board.push(move)

    @property
    def men(self) -> str:
        men = "".join(self.shown)
        return men[::-1] if self.rotated else men


def rook_squares(king: chess.Move) -> tuple[int, int]:
    rank = king.from_square // 8 * 8
    return (rank + 7, rank + 5) if king.to_square % 8 == 6 else (rank, rank + 3)


def men_of(board: chess.Board) -> str:
    pieces = (board.piece_at(square) for square in chess.SQUARES)
    return "".join("." if piece is None else piece.symbol() for piece in pieces)


@given(st.integers(0, 1 << 32), st.booleans())
def test_every_man_of_a_game_is_named_rightly(seed: int, rotated: bool) -> None:
    luck, board = random.Random(seed), chess.Board()
    watched = Watched(rotated=rotated)
    watched.dump(men_of(board))
    promoted: set[int] = set()
    for _ in range(120):
        moves = [move for move in board.legal_moves if move.promotion in (None, chess.QUEEN)]
        if not moves:
            break
        move = luck.choice(moves)
        watched.play(board, move, luck)
        promoted -= {move.from_square, move.to_square}
        if move.promotion is not None:
            promoted.add(move.to_square)
        real = men_of(board)
        expected = "".join("?" if square in promoted else real[square] for square in range(64))
        assert watched.men == expected, move
        if luck.random() < 0.2:
            watched.dump(real)
            assert watched.men == expected


def played(*moves: str) -> tuple[Watched, chess.Board]:
    watched, board = Watched(), chess.Board()
    watched.dump(men_of(board))
    for uci in moves:
        watched.play(board, chess.Move.from_uci(uci), random.Random(1))
    return watched, board


def test_a_capture_that_no_sensor_saw_shows_when_the_answer_is_lifted() -> None:
    watched, _ = played("e2e4", "d7d5")
    watched.lift(chess.E4)  # and straight on the pawn on d5
    told = watched.lift(chess.D8)
    assert told == [
        SquareRead(Square(chess.D5), EMPTY),
        SquareRead(Square(chess.D5), Man("P")),
        SquareRead(Square(chess.D8), EMPTY),
    ]
    assert watched.put(chess.D5) == []


def test_where_two_men_could_have_been_taken_nothing_is_guessed() -> None:
    watched, _ = played("e2e4", "d7d5", "a2a3", "f7f5")
    watched.lift(chess.E4)
    watched.lift(chess.G8)
    watched.put(chess.F6)
    assert watched.men[chess.D5] == watched.men[chess.F5] == "p"
    assert "P" not in (watched.men[chess.E4], watched.men[chess.D5], watched.men[chess.F5])


def test_men_put_back_are_themselves_again() -> None:
    watched, board = played("e2e4", "e7e5")
    for square in (chess.G1, chess.F1):
        watched.lift(square)
    for square in (chess.F1, chess.G1):
        watched.put(square)
    assert watched.men == men_of(board)


def test_a_slide_over_squares_keeps_its_man() -> None:
    watched, board = played("e2e4", "e7e5")
    watched.lift(chess.D1)
    for square in (chess.E2, chess.F3, chess.G4):
        watched.put(square)
        watched.lift(square)
    watched.put(chess.H5)
    board.push_uci("d1h5")
    assert watched.men == men_of(board)


def test_both_kings_in_the_hands_are_kings_on_the_centre() -> None:
    watched, _ = played("a2a3", "a7a6")
    watched.lift(chess.E1)
    watched.lift(chess.E8)
    watched.put(chess.E4)
    watched.put(chess.D5)
    assert {watched.men[chess.E4], watched.men[chess.D5]} == {"K", "k"}


def test_an_outage_costs_no_names_where_one_move_was_made_in_it() -> None:
    watched, board = played("e2e4", "e7e5")
    watched.see(LinkLost())
    board.push_uci("g1f3")
    watched.dump(men_of(board))
    assert watched.men == men_of(board)


def test_after_more_the_tracker_s_account_names_them_where_it_fits() -> None:
    watched, board = played("e2e4", "e7e5")
    watched.see(LinkLost())
    for uci in ("g1f3", "b8c6", "f1b5"):
        board.push_uci(uci)
    real = men_of(board)
    watched.dump(real)
    assert "?" in watched.men
    watched.dump(real, Placement(real))
    assert watched.men == real


def test_a_board_first_seen_in_the_middle_of_a_game_is_named_by_the_account() -> None:
    real = men_of(chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"))
    known, unknown = Watched(), Watched()
    known.dump(real, Placement(real))
    assert known.men == real
    unknown.dump(real)
    assert set(unknown.men) == {".", "?"}


def test_the_men_of_the_next_game_are_named_when_all_stand_at_home() -> None:
    watched, board = played("e2e4", "d7d5", "e4d5", "d8d5")
    for square in (chess.D5, chess.E8, chess.G1):
        watched.lift(square)
    watched.dump(men_of(chess.Board()))
    assert watched.men == START
    watched.play(board := chess.Board(), chess.Move.from_uci("d2d4"), random.Random(1))
    assert watched.men == men_of(board)


def test_a_start_that_is_not_the_usual_one_tells_which_way_round_the_board_lies() -> None:
    start = Placement(men_of(chess.Board("4k3/8/8/8/8/8/PPPP4/4K3 w - - 0 1")))
    watched = Watched(start, rotated=True)
    watched.dump(start)
    assert watched.men == start


@pytest.mark.parametrize(
    "reading",
    [
        PlacementRead(START),
        PlacementRead(Placement("." * 64)),
        PlacementRead(Placement("?" + START[1:])),
        SquareRead(Square(3), UNREADABLE),
        SquareRead(Square(3), Man("Q")),
        LinkLost(),
        ClockMissing(),
    ],
    ids=repr,
)
def test_boards_that_name_their_men_are_left_alone(reading: Reading) -> None:
    naming, told = named(Naming(START), reading, START)
    assert told == (reading,)
    assert not naming.infers


_squares = st.integers(0, 63).map(Square)
_anything = st.lists(
    st.one_of(
        st.builds(SquareRead, _squares, st.sampled_from([EMPTY, UNREADABLE])),
        st.just(LinkLost()),
        st.lists(st.sampled_from(".?"), min_size=64, max_size=64).map(
            lambda men: PlacementRead(Placement("".join(men)))
        ),
        st.just(PlacementRead(Placement("".join("." if m == "." else "?" for m in START)))),
    ),
    max_size=60,
)


@given(_anything)
def test_whatever_is_seen_what_is_told_stands_where_it_is_seen(readings: list[Reading]) -> None:
    watched = Watched()
    watched.see(PlacementRead(Placement("".join("." if m == "." else "?" for m in START))))
    seen = ["." if man == "." else "?" for man in START]
    for reading in readings:
        watched.see(reading)
        match reading:
            case PlacementRead(placement=placement):
                seen = list(placement)
            case SquareRead(square=square, man=man):
                seen[square] = man
            case _:
                pass
        assert ["." if man == "." else "?" for man in watched.shown] == seen
