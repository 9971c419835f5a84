"""What an arbiter settles about a game's moves, from the board's bytes to the spectators' page."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import chess

from boardlink.replaying.repair import Offer
from boardlink.sensing.tracker import TrackerSettings
from broadcast.known.game import Showing, Visibility
from broadcast.pgn.export import game_pgn
from broadcast.view import Feed, ShownGame
from desk.commands.kinds.lines import AdoptPosition, ChooseLine, CorrectLine
from desk.hall.evidence import Written
from desk.hall.hall import RunningHall
from desk.state.hall import GameState
from facts.envelope import Role
from facts.fact import LineCorrected, Mark, MovePlayed, ResultShown
from facts.log import MemoryLog
from tests.end_to_end.playing import ARBITER, PLAYERS, TOURNAMENT, game_at, hall_at, publish, seen
from tests.fakes.board_by_hand import BoardByHand
from tests.fakes.virtual_clock import LoopClock

GAME = game_at(1)


@dataclass
class Table:
    """A hall with one board, and what everybody knows of its game."""

    hall: RunningHall
    board: BoardByHand
    log: MemoryLog

    @property
    def game(self) -> GameState:
        return self.hall.desk.hall.games[GAME]

    @property
    def sans(self) -> list[str]:
        return [move.san for move in self.game.line]

    def is_unclear(self) -> bool:
        return self.game.unclear is not None

    def feed(self, showing: Showing | None = None) -> Feed:
        """What spectators see now."""
        return seen(self.log, showing)

    def shown(self, showing: Showing | None = None) -> ShownGame:
        """The game as they see it."""
        return self.feed(showing).tournaments[TOURNAMENT].games[GAME]

    def corrections_by_board(self) -> list[LineCorrected]:
        return [
            entry.fact
            for entry in self.log.read()
            if isinstance(entry.fact, LineCorrected) and entry.draft.actor.role is Role.DEVICE
        ]

    async def accept(self, offer: Offer) -> None:
        first = offer.from_ply - 1
        before = tuple(move.uci for move in offer.line[:first])
        command = CorrectLine(
            id="accept", game=GAME, from_ply=offer.from_ply, before=before,
            moves=offer.line[first:], reason="scoresheet",
        )  # fmt: skip
        await self.hall.desk.act(command, ARBITER)
        await asyncio.sleep(2)


@asynccontextmanager
async def table(
    folder: Path, log: MemoryLog, board: BoardByHand, tracker: TrackerSettings | None = None
) -> AsyncIterator[Table]:
    async with hall_at(board.open, PLAYERS, folder, log, tracker=tracker) as hall:
        await asyncio.sleep(5)
        if GAME not in hall.desk.hall.games:
            await publish(hall, 1)
        await asyncio.sleep(2)
        yield Table(hall, board, log)


async def test_a_chosen_line_stands_for_the_board_the_page_the_public_and_a_restart(
    tmp_path: Path,
) -> None:
    log = MemoryLog(LoopClock())
    async with asyncio.TaskGroup() as group:
        board = BoardByHand(group)
        async with table(tmp_path, log, board) as at:
            await board.move("e4")
            await board.move("e5")
            await asyncio.sleep(12)
            await board.unplug()
            await asyncio.sleep(5)
            after = chess.Board()
            for san in ("e4", "e5", "Nc3", "Nf6", "d4", "a5"):
                after.push_san(san)
            board.set_up(after.fen())
            board.plug_in()
            await asyncio.sleep(20)
            (doubt,) = at.game.doubts
            wanted = ("d2d4", "a7a5", "b1c3", "g8f6")
            assert wanted in doubt.fact.alternatives
            assert doubt.fact.alternatives[0] != wanted
            command = ChooseLine(id="1", game=GAME, from_ply=doubt.fact.from_ply, moves=wanted)
            await at.hall.desk.act(command, ARBITER)
            await asyncio.sleep(3)
            assert at.sans == ["e4", "e5", "d4", "a5", "Nc3", "Nf6"]
            assert at.game.doubts == ()
            await board.move("Nf3")
            await asyncio.sleep(40)
            assert at.sans[6:] == ["Nf3"]
            seen = at.shown()
            assert [move.san for move in seen.moves] == at.sans
            assert not any(Mark.AMBIGUOUS in move.marks for move in seen.moves)
            assert "not certain" not in game_pgn(at.feed(), GAME)
        async with table(tmp_path, log, board) as at:
            await board.move("d6")
            await asyncio.sleep(40)
            assert at.sans == ["e4", "e5", "d4", "a5", "Nc3", "Nf6", "Nf3", "d6"]
            assert at.game.doubts == ()
            assert at.corrections_by_board() == []
            await board.unplug()


async def test_a_board_that_joins_late_goes_on_from_the_moves_so_far(tmp_path: Path) -> None:
    log = MemoryLog(LoopClock())
    moves = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6".split()
    async with asyncio.TaskGroup() as group:
        stands = chess.Board()
        for san in moves:
            stands.push_san(san)
        board = BoardByHand(group, fen=stands.fen())
        async with table(tmp_path, log, board) as at:
            await asyncio.sleep(30)
            assert at.is_unclear()
            assert at.sans == []
            wrong = await at.hall.evidence.offer(
                at.game, "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7", Written.MOVES
            )
            assert "fits what the board sent" in wrong.refused
            text = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6"
            offer = await at.hall.evidence.offer(at.game, text, Written.MOVES)
            assert offer.refused == ""
            await at.accept(offer)
            assert (at.sans, at.is_unclear()) == (moves, False)
            await board.move("c3")
            await asyncio.sleep(3)
            await board.move("O-O")
            await asyncio.sleep(40)
            assert at.sans == [*moves, "c3", "O-O"]
            reasons = await at.hall.evidence.reasons(GAME)
            assert reasons[0][1].startswith("an arbiter or a scoresheet says so")
            assert reasons[14][0] == "c2c3"
            assert "the man arrived" in reasons[14][1]
        async with table(tmp_path, log, board) as at:
            await board.move("h3")
            await asyncio.sleep(40)
            assert at.sans == [*moves, "c3", "O-O", "h3"]
            assert at.corrections_by_board() == []
            await board.unplug()


async def test_with_no_moves_known_the_record_begins_with_what_stands(tmp_path: Path) -> None:
    log = MemoryLog(LoopClock())
    fen = "r4rk1/pp3ppp/2n1b3/3qN3/3P4/4B3/P4PPP/R2Q1RK1 b - - 0 1"
    async with asyncio.TaskGroup() as group:
        board = BoardByHand(group, fen=fen)
        async with table(tmp_path, log, board) as at:
            await asyncio.sleep(30)
            assert at.is_unclear()
            command = AdoptPosition(
                id="1", game=GAME, placement=fen.split()[0], white_to_move=False,
                move_no=24, reason="the board came late",
            )  # fmt: skip
            await at.hall.desk.act(command, ARBITER)
            await asyncio.sleep(2)
            assert not at.is_unclear()
            await board.move("Rad8")
            await asyncio.sleep(3)
            await board.move("Nxc6")
            await asyncio.sleep(40)
            assert at.sans == ["Rad8", "Nxc6"]
            seen = at.shown()
            assert (seen.joined, seen.start_fen.split()[0]) == (True, fen.split()[0])
            text = game_pgn(at.feed(), GAME)
            assert "24... Rad8" in text
            assert "begins with this position" in text
        async with table(tmp_path, log, board) as at:
            await board.move("Qxc6")
            await asyncio.sleep(40)
            assert at.sans == ["Rad8", "Nxc6", "Qxc6"]
            assert at.corrections_by_board() == []
            await board.unplug()


async def test_a_king_s_step_to_the_centre_waits_for_its_confirmation_in_public(
    tmp_path: Path,
) -> None:
    log = MemoryLog(LoopClock())
    fen = "8/3k4/8/8/8/3K4/4P3/8 w - - 0 1"
    confirmed = Showing(Visibility.CONFIRMED)
    async with asyncio.TaskGroup() as group:
        board = BoardByHand(group, fen=fen)
        async with table(tmp_path, log, board) as at:
            command = AdoptPosition(
                id="1", game=GAME, placement=fen.split()[0], white_to_move=True, reason="late"
            )
            await at.hall.desk.act(command, ARBITER)
            await asyncio.sleep(2)
            await board.move("Kd4")
            await asyncio.sleep(1)
            assert at.sans == ["Kd4"]  # the arbiter sees it at once
            assert at.shown().moves == ()
            await asyncio.sleep(1)
            await board.move("Ke6")  # the answer confirms it
            await asyncio.sleep(1)
            assert [m.san for m in at.shown().moves] == ["Kd4", "Ke6"]
            assert [m.san for m in at.shown(confirmed).moves] == ["Kd4"]
            await asyncio.sleep(8)
            assert [m.san for m in at.shown(confirmed).moves] == ["Kd4"]
            await asyncio.sleep(3)  # a longer rest confirms it too
            assert [m.san for m in at.shown(confirmed).moves] == ["Kd4", "Ke6"]
            await board.move("Ke4")
            await asyncio.sleep(1)
            assert at.sans == ["Kd4", "Ke6", "Ke4"]
            assert len(at.shown().moves) == 2
            await asyncio.sleep(8)
            assert len(at.shown().moves) == 2
            await asyncio.sleep(12)  # rest or the time-out, whichever comes first
            assert len(at.shown().moves) == 3
            await board.unplug()
    told = [e.fact.move.certainty for e in log.read() if isinstance(e.fact, MovePlayed)]
    assert [one.value for one in told] == ["unclear", "likely", "unclear"]


async def test_half_a_sign_is_never_seen_in_public(tmp_path: Path) -> None:
    """White's king steps to the centre, Black's follows four seconds later: Black has won."""
    log = MemoryLog(LoopClock())
    fen = "8/8/3k4/8/8/4K3/7r/8 w - - 0 1"
    async with asyncio.TaskGroup() as group:
        board = BoardByHand(group, fen=fen)
        async with table(tmp_path, log, board) as at:
            command = AdoptPosition(
                id="1", game=GAME, placement=fen.split()[0], white_to_move=True, reason="late"
            )
            await at.hall.desk.act(command, ARBITER)
            await asyncio.sleep(2)
            seen = []
            await board.put("e3")
            await board.put("d4", "K")
            for second in range(30):
                await asyncio.sleep(1)
                seen.append(len(at.shown().moves))
                if second == 4:
                    await board.put("d6")
                    await board.put("e5", "k")
            assert set(seen) == {0}
            assert at.sans == []
            assert str(at.shown().result.result) == "0-1"  # type: ignore[union-attr]
            await board.unplug()


async def test_a_hall_s_own_times_reach_its_boards_and_a_restart(tmp_path: Path) -> None:
    log = MemoryLog(LoopClock())
    patient = TrackerSettings(sign_likely_s=6.0, sign_certain_s=20.0, confirm_rest_s=30.0)
    async with asyncio.TaskGroup() as group:
        board = BoardByHand(group)
        async with table(tmp_path, log, board, patient) as at:
            await board.move("e4")
            await asyncio.sleep(15)
            assert at.game.confirmed == 0
            await asyncio.sleep(20)
            assert at.game.confirmed == 1
            for square, man in (("e1", "."), ("e8", "."), ("e5", "K"), ("d4", "k")):
                await board.put(square, man)
            await asyncio.sleep(5)
            assert signs(log) == []
            await asyncio.sleep(5)
            assert signs(log) == ["likely"]
        async with table(tmp_path, log, board, patient) as at:
            await asyncio.sleep(1)
            assert signs(log) == ["likely"]
            await asyncio.sleep(20)
            assert signs(log) == ["likely", "certain"]
            await board.unplug()


def signs(log: MemoryLog) -> list[str]:
    return [e.fact.certainty.value for e in log.read() if isinstance(e.fact, ResultShown)]
