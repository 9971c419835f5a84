from collections.abc import Sequence
from datetime import datetime, timedelta

import chess
from hypothesis import given
from hypothesis import strategies as st

from boardlink.protocols.dgt import PIECE_CODES, to_square
from boardlink.protocols.dgt_memory import Entry, Tag, read_memory
from boardlink.protocols.dgt_own_memory import (
    HOLD_S,
    RECENT,
    Outage,
    OutageMemory,
    Timed,
    readings_of_outage,
)
from boardlink.readings import (
    ClockMissing,
    ClockRead,
    ClockSide,
    LinkLost,
    Man,
    Placement,
    PlacementRead,
    Reading,
    Square,
    SquareRead,
)
from boardlink.simulator.boards import memory as memories
from tests.boardlink.simulator.games import random_game
from tests.fakes.virtual_clock import EPOCH

START = "RNBQKBNRPPPPPPPP" + "." * 32 + "pppppppprnbqkbnr"


class RememberingBoard:
    """A board that keeps its memory; ``placement`` is what stands on it."""

    def __init__(self) -> None:
        self.men = list(START)
        self.changes: list[SquareRead] = []
        self.memory = memories.powered_up(self._codes())
        self.t = 0.0

    def _codes(self) -> bytes:
        return bytes(PIECE_CODES[self.men[to_square(index)]] for index in range(64))

    @property
    def placement(self) -> Placement:
        return Placement("".join(self.men))

    def put(self, square: int, man: str) -> None:
        self.t += 1.0
        self.men[square] = man
        self.changes.append(SquareRead(Square(square), Man(man)))
        code = PIECE_CODES[man]
        self.memory = memories.changed(self.memory, to_square(square), code, self.t, self._codes())

    def press(self, entry: str) -> None:
        """A lever goes down: three bytes of memory."""
        self.memory = memories.Memory(self.memory.data + bytes.fromhex(entry))

    def power_cycle(self) -> None:
        self.memory = memories.powered_up(self._codes(), self.memory)

    def entries(self) -> list[Entry]:
        return read_memory(memories.read_out(self.memory))

    def outage(self, clock: ClockRead | None = None) -> Outage:
        return Outage(self.placement, tuple(self.changes[-RECENT:]), clock, EPOCH)


def play(board: RememberingBoard, position: chess.Board, move: chess.Move) -> None:
    """All changes of a move: what goes is lifted first, then everything is put down."""
    before = position.piece_map()
    position.push(move)
    after = position.piece_map()
    for square in sorted(before.keys() - after.keys()):
        board.put(square, ".")
    for square, piece in sorted(after.items()):
        if before.get(square) != piece:
            board.put(square, piece.symbol())


def recalled(board: RememberingBoard, outage: Outage) -> list[Reading]:
    return [one.reading for one in readings_of_outage(outage, board.placement, board.entries())]


@given(st.integers(0, 1 << 32), st.integers(0, 30), st.integers(1, 20))
def test_the_moves_of_an_outage_are_recalled_in_order(seed: int, known: int, missed: int) -> None:
    board, position = RememberingBoard(), chess.Board()
    moves = [chess.Move.from_uci(m.uci) for m in random_game(position.fen(), seed, 60).moves]
    for move in moves[:known]:
        play(board, position, move)
    outage, seen = board.outage(), len(board.changes)
    for move in moves[known : known + missed]:
        play(board, position, move)
    told = recalled(board, outage)
    if board.placement != outage.before:
        assert told == [PlacementRead(outage.before), *board.changes[seen:]]


_changes = st.lists(st.tuples(st.integers(0, 7), st.sampled_from(".Kk")), max_size=30)


@given(_changes, _changes)
def test_what_is_recalled_always_leads_from_before_to_after(
    seen: list[tuple[int, str]], missed: list[tuple[int, str]]
) -> None:
    board = RememberingBoard()
    for square, man in seen:
        board.put(square, man)
    outage = board.outage()
    for square, man in missed:
        board.put(square, man)
    told = recalled(board, outage)
    men = list(outage.before)
    for reading in told:
        if isinstance(reading, SquareRead):
            men[reading.square] = reading.man
    if told:
        assert "".join(men) == board.placement


def test_a_memory_of_something_else_is_no_evidence() -> None:
    board, other = RememberingBoard(), RememberingBoard()
    board.put(12, ".")
    board.put(28, "P")
    outage = board.outage()
    board.put(52, ".")
    other.put(0, ".")
    assert readings_of_outage(outage, board.placement, other.entries()) == ()
    assert readings_of_outage(outage, board.placement, []) == ()


def test_the_levers_of_an_outage_are_recalled_too() -> None:
    board = RememberingBoard()
    for square, man in ((12, "."), (28, "P"), (52, "."), (36, "p")):
        board.put(square, man)
    clock = ClockRead(300, 290, ClockSide.LEFT, running=True)
    outage = board.outage(clock)
    board.put(6, ".")
    board.put(21, "N")
    board.press("700445")
    board.put(57, ".")
    board.put(42, "n")
    board.press("600430")
    told = recalled(board, outage)
    assert [reading for reading in told if isinstance(reading, ClockRead)] == [
        ClockRead(285, 290, ClockSide.RIGHT, running=True),
        ClockRead(285, 270, ClockSide.LEFT, running=True),
    ]
    assert [type(reading) for reading in told] == [
        PlacementRead,
        SquareRead,
        SquareRead,
        ClockRead,
        SquareRead,
        SquareRead,
        ClockRead,
    ]


def test_a_board_that_lost_its_power_meanwhile_is_no_witness() -> None:
    board = RememberingBoard()
    for square, man in ((12, "."), (28, "P"), (52, "."), (36, "p")):
        board.put(square, man)
    outage = board.outage()
    board.power_cycle()
    board.put(6, ".")
    board.put(21, "N")
    assert Tag.POWER_UP in board.entries()
    assert recalled(board, outage) == []


def test_the_setting_up_of_a_board_given_in_exchange_is_not_taken_for_moves() -> None:
    board, other = RememberingBoard(), RememberingBoard()
    for square, man in ((12, "."), (28, "P"), (52, "."), (36, "p")):
        board.put(square, man)
    outage = board.outage()
    for square, man in ((28, "P"), (12, "."), (36, "p"), (52, "."), (21, "N"), (6, ".")):
        other.put(square, man)
    assert readings_of_outage(outage, other.placement, other.entries()) == ()


# --- what stands between a board and its tracker ------------------------------------------


def at(seconds: float) -> datetime:
    return EPOCH + timedelta(seconds=seconds)


def after_outage() -> tuple[OutageMemory, RememberingBoard, Placement]:
    """A board that came back 60 s after it was lost, two plies later."""
    board, stands = RememberingBoard(), OutageMemory()
    stands.take(PlacementRead(board.placement), at(0))
    for square, man in ((12, "."), (28, "P"), (52, "."), (36, "p")):
        board.put(square, man)
        stands.take(board.changes[-1], at(board.t))
    assert stands.take(LinkLost(), at(10)) == [(LinkLost(), at(10))]
    before = board.placement
    for square, man in ((6, "."), (21, "N"), (57, "."), (42, "n")):
        board.put(square, man)
    return stands, board, before


def readings(timed: Sequence[Timed]) -> list[Reading]:
    return [reading for reading, _ in timed]


def test_everything_passes_while_nothing_was_missed() -> None:
    stands = OutageMemory()
    square = SquareRead(Square(0), Man("."))
    for reading in (PlacementRead(Placement(START)), square, ClockMissing()):
        assert stands.take(reading, at(1)) == [(reading, at(1))]
    assert stands.let_go() == []
    assert stands.remember(b"\x6b", at(1)) == []


def test_a_board_read_again_without_news_is_not_told_again() -> None:
    stands = OutageMemory()
    same = PlacementRead(Placement(START))
    assert stands.take(same, at(1)) == [(same, at(1))]
    assert stands.take(same, at(5)) == []


def test_a_return_waits_for_the_memory_and_is_told_in_order() -> None:
    stands, board, before = after_outage()
    back, later = PlacementRead(board.placement), SquareRead(Square(42), Man("."))
    assert stands.take(ClockMissing(), at(69)) == []
    assert stands.take(back, at(70)) == []
    assert stands.wants_memory
    assert stands.take(later, at(72)) == []
    told = stands.remember(memories.read_out(board.memory), at(11))
    assert readings(told) == [
        PlacementRead(before),
        *board.changes[-4:],
        ClockMissing(),
        back,
        later,
    ]
    times = [when for _, when in told]
    assert times[:5] == sorted(times[:5])
    assert all(at(11) <= when < at(70) for when in times[:5])
    assert times[5:] == [at(69), at(70), at(72)]
    assert stands.take(later, at(80)) == [(later, at(80))]


def test_a_board_on_which_nothing_happened_is_not_asked() -> None:
    stands = OutageMemory()
    back = PlacementRead(Placement(START))
    stands.take(back, at(0))
    stands.take(LinkLost(), at(10))
    assert stands.take(back, at(20)) == [(back, at(20))]
    assert not stands.wants_memory


def test_a_memory_that_does_not_come_is_not_waited_for_for_ever() -> None:
    stands, board, _ = after_outage()
    back = PlacementRead(board.placement)
    stands.take(back, at(70))
    assert stands.expire(at(70 + HOLD_S - 1)) == []
    assert stands.is_holding
    assert stands.expire(at(70 + HOLD_S)) == [(back, at(70))]
    assert not stands.is_holding


def test_a_memory_that_says_nothing_lets_everything_go_at_once() -> None:
    stands, board, _ = after_outage()
    back = PlacementRead(board.placement)
    stands.take(back, at(70))
    assert stands.remember(b"", at(11)) == [(back, at(70))]


def test_a_second_outage_before_the_answer_loses_nothing() -> None:
    stands, board, _ = after_outage()
    back = PlacementRead(board.placement)
    stands.take(back, at(70))
    assert stands.take(LinkLost(), at(71)) == [(back, at(70)), (LinkLost(), at(71))]
    assert not stands.is_holding


def test_a_game_that_begins_on_a_board_never_seen_waits_for_nothing() -> None:
    stands = OutageMemory()
    assert stands.take(LinkLost(), at(1)) == [(LinkLost(), at(1))]
    back = PlacementRead(Placement(START))
    assert stands.take(back, at(2)) == [(back, at(2))]


def test_men_moved_while_the_memory_is_asked_for_are_told_once() -> None:
    stands, board, before = after_outage()
    back = PlacementRead(board.placement)
    assert stands.take(back, at(70)) == []
    board.put(42, ".")
    assert stands.take(board.changes[-1], at(71)) == []
    told = stands.remember(memories.read_out(board.memory), at(11))
    assert readings(told) == [PlacementRead(before), *board.changes[-5:]]


def test_a_memory_that_begins_where_the_last_one_ended_needs_no_landmarks() -> None:
    board, position = RememberingBoard(), chess.Board()
    for uci in ("e2e4", "e7e5", "g1f3"):
        play(board, position, chess.Move.from_uci(uci))
    outage = board.outage()
    before = len(board.memory.data)
    for uci in ("b8c6", "f1b5"):
        play(board, position, chess.Move.from_uci(uci))
    unheard = board.memory.data[before:]
    assert readings_of_outage(outage, board.placement, read_memory(unheard)) == ()
    told = readings_of_outage(
        outage, board.placement, read_memory(bytes([Tag.DOWNLOADED]) + unheard)
    )
    assert [one.reading for one in told[1:]] == board.changes[-4:]
