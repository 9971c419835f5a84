"""PURE. A LiveChess made of software: its boards, its messages, its own idea of the moves.

The shapes are those of docs/livechess.md. Its moves are worked out the simple
way: whatever legal move leads to what stands on the board is taken at once, a king that is
on its way to a result sign as well. That is how wrong moves come into the world, and what
our own tracker has to be better at.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field

import chess

from boardlink.protocols.livechess import BoardState, LiveClock
from boardlink.simulator.hands.deeds import men_of

START = chess.STARTING_FEN


@dataclass(slots=True)
class SimulatedEboard:
    """One board that LiveChess has.

    Attributes:
        men: what LiveChess shows, a1 … h8, None before anything was read.
        reconstructs: LiveChess works out moves and tells them.
    """

    serial: str
    source: str = "ttyACM0"
    state: BoardState = BoardState.ACTIVE
    battery: str | None = None
    flipped: bool = False
    men: str | None = None
    clock: LiveClock | None = None
    clock_ms: int = 0
    reconstructs: bool = True
    game: chess.Board = field(default_factory=chess.Board)
    san: list[str] = field(default_factory=list)

    def listed(self) -> dict[str, object]:
        """Its entry in the list of boards."""
        return {
            "serialnr": self.serial,
            "source": self.source,
            "state": None if self.state is BoardState.NEVER else self.state.value,
            "battery": self.battery,
            "comment": None,
            "board": self._board(),
            "flipped": self.flipped,
            "clock": self._clock(),
        }

    def fed(self, *, board: bool, clock: bool) -> dict[str, object]:
        """What a subscriber is told; what did not change is left out."""
        told: dict[str, object] = {"serialnr": self.serial, "flipped": self.flipped}
        if board:
            told["board"] = self._board()
        if clock:
            told["clock"] = self._clock()
        if self.reconstructs and board:
            told["start"] = START.split(" ", maxsplit=1)[0]
            told["san"] = list(self.san)
            told["match"] = self.men == men_of(self.game)
        return told

    def show(self, men: str) -> bool:
        """The board is seen like this now; True where that is new."""
        if men == self.men:
            return False
        self.men = men
        if men == men_of(chess.Board()):
            self.game, self.san = chess.Board(), []
        for move in list(self.game.legal_moves):
            san = self.game.san(move)
            self.game.push(move)
            if men_of(self.game) == men:
                self.san.append(san)
                break
            self.game.pop()
        return True

    def tick(self, clock: LiveClock | None, now_ms: int) -> bool:
        """The clock was read; True where something other than the running time is new."""
        old, self.clock, self.clock_ms = self.clock, clock, now_ms
        if old is None or clock is None:
            return old is not clock
        return old.white_runs is not clock.white_runs or (clock.white_runs is None and old != clock)

    def _board(self) -> str | None:
        return None if self.men is None else chess_placement(self.men)

    def _clock(self) -> dict[str, object] | None:
        if self.clock is None:
            return None
        return {
            "white": self.clock.white_s,
            "black": self.clock.black_s,
            "run": self.clock.white_runs,
            "time": self.clock_ms,
        }


def chess_placement(men: str) -> str:
    """64 men, a1 first, as the first field of a FEN."""
    ranks = []
    for rank in range(7, -1, -1):
        row, empty = "", 0
        for man in men[rank * 8 : rank * 8 + 8]:
            if man == ".":
                empty += 1
                continue
            row += (str(empty) if empty else "") + man
            empty = 0
        ranks.append(row + (str(empty) if empty else ""))
    return "/".join(ranks)


@dataclass(slots=True)
class Client:
    """One program at LiveChess's WebSocket: what it has subscribed to, by the feed's id."""

    feeds: dict[int, str] = field(default_factory=dict)


class LiveChessModel:
    """All boards, and the answers to what clients send."""

    def __init__(self, boards: Iterable[SimulatedEboard] = ()) -> None:
        """A LiveChess with these boards."""
        self.boards = {board.serial: board for board in boards}

    def answer(self, client: Client, text: str | bytes, now_ms: int) -> list[str]:
        """What is sent back to a client's message."""
        try:
            asked = json.loads(text)
        except (ValueError, RecursionError):
            asked = None
        if not isinstance(asked, dict) or not isinstance(asked.get("id"), int):
            return [_message("error", 0, {"message": "expected a call with an id"}, now_ms)]
        number: int = asked["id"]
        match asked:
            case {"call": "eboards"}:
                listed = [board.listed() for board in self.boards.values()]
                return [_message("call", number, listed, now_ms)]
            case {
                "call": "subscribe",
                "param": {"feed": "eboardevent", "id": int(feed), "param": {"serialnr": serial}},
            } if serial in self.boards:
                client.feeds[feed] = serial
                everything = self.boards[serial].fed(board=True, clock=True)
                return [
                    _message("call", number, None, now_ms),
                    _message("feed", feed, everything, now_ms),
                ]
            case {"call": str(call)}:
                words = f"the call {call} cannot be carried out"
                return [_message("error", number, {"message": words}, now_ms)]
            case _:
                return [_message("error", number, {"message": "expected a call"}, now_ms)]

    def news(
        self, client: Client, serial: str, now_ms: int, *, board: bool = False, clock: bool = False
    ) -> list[str]:
        """What a client is told of something that happened at a board."""
        told = self.boards[serial].fed(board=board, clock=clock)
        return [
            _message("feed", feed, told, now_ms)
            for feed, subscribed in client.feeds.items()
            if subscribed == serial
        ]


def _message(response: str, number: int, param: object, now_ms: int) -> str:
    fields = {"response": response, "id": number, "param": param, "time": now_ms}
    return json.dumps(fields, separators=(",", ":"))
