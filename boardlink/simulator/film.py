"""PURE. A game at a virtual board from the first byte to the last, without waiting for it.

The same board and hands as in a hall, on a time of their own: for captures, benchmarks and
checks that want a thousand games and no event loop.
"""

from collections.abc import Iterable, Iterator

import chess

from boardlink.protocols.dgt import Command, Frame
from boardlink.simulator.boards import board as boards
from boardlink.simulator.boards.board import BoardState
from boardlink.simulator.boards.settings import BoardSettings
from boardlink.simulator.hands.deeds import Step, men_of
from boardlink.simulator.hands.hands import game_steps
from boardlink.simulator.hands.luck import Luck
from boardlink.simulator.hands.pace import control_of
from boardlink.simulator.hands.set_up import set_up_steps
from boardlink.simulator.hands.signs import end_steps, flag_of
from boardlink.simulator.hands.style import PlaySettings
from facts.pgn import PgnGame

HANDSHAKE = (Command.SEND_RESET, Command.SEND_BRD, Command.SEND_CLK, Command.SEND_UPDATE_NICE)
"""What a host sends at the least."""
LOOKED_AT_S = 0.5
"""From the host's last word to the first deed."""


class Film:
    """A board that is being filmed; each method gives frames with their times, in order."""

    def __init__(
        self,
        settings: BoardSettings,
        play: PlaySettings,
        men: str,
        *,
        polled_s: float | None = None,
    ) -> None:
        """A board with ``men`` on it, just switched on, at time 0.

        ``polled_s``: how often the host asks for the whole board, None: never again.
        """
        self._board: BoardState = boards.power_up(settings, men, rate=play.rate)
        self._play = play
        self._luck = Luck(play.seed)
        self._polled_s = polled_s
        self._poll_at = polled_s
        self.t = 0.0

    @property
    def men(self) -> str:
        """What stands on it now."""
        return self._board.men

    def ask(self, *commands: Command) -> Iterator[tuple[float, Frame]]:
        """The host sends commands."""
        for command in commands:
            yield from self._at(boards.receive(self._board, command, self.t))
        yield from self.wait(LOOKED_AT_S)

    def wait(self, seconds: float) -> Iterator[tuple[float, Frame]]:
        """Nothing is done for a while."""
        until = self.t + seconds
        while (due := self._due()) is not None and due <= until:
            self.t = max(due, self.t)
            if due == self._poll_at and self._polled_s is not None:
                self._poll_at = due + self._polled_s
                yield from self._at(boards.receive(self._board, Command.SEND_BRD, self.t))
            else:
                yield from self._at(boards.advance(self._board, self.t))
        self.t = until

    def _due(self) -> float | None:
        due = boards.wake_at(self._board, self.t)
        if self._poll_at is None:
            return due
        return self._poll_at if due is None else min(due, self._poll_at)

    def do(self, steps: Iterable[Step]) -> Iterator[tuple[float, Frame]]:
        """Hands do something."""
        for step in steps:
            yield from self.wait(self._play.seconds_before(step))
            yield from self._at(boards.do(self._board, step.deed, self.t))

    def play(self, game: PgnGame, *, sign: bool = True) -> Iterator[tuple[float, Frame]]:
        """A game, set up where that is needed, and its sign, which rests."""
        play, luck = self._play, self._luck
        if self.men != men_of(chess.Board(game.start_fen)):
            yield from self.set_up(game.start_fen)
        yield from self.do(game_steps(game, control_of(game), play.style, play.floors, luck))
        end = end_steps(
            self.men,
            game.token,
            play.style,
            play.floors,
            luck,
            sign=sign,
            flag=flag_of(game),
        )
        yield from self.do(end)
        yield from self.wait(play.floors.sign_s)

    def set_up(self, start_fen: str = chess.STARTING_FEN) -> Iterator[tuple[float, Frame]]:
        """The men are set up for the next game."""
        play = self._play
        yield from self.do(set_up_steps(self.men, start_fen, play.style, play.floors, self._luck))

    def _at(self, step: boards.Step) -> Iterator[tuple[float, Frame]]:
        self._board, frames = step
        for frame in frames:
            yield self.t, frame


def filmed(
    game: PgnGame,
    settings: BoardSettings | None = None,
    play: PlaySettings | None = None,
    *,
    sign: bool = True,
    polled_s: float | None = None,
) -> Iterator[tuple[float, Frame]]:
    """One whole game: the host's first questions, the moves, the end (see :class:`Film`)."""
    men = men_of(chess.Board(game.start_fen))
    film = Film(settings or BoardSettings(), play or PlaySettings(), men, polled_s=polled_s)
    yield from film.ask(*HANDSHAKE)
    yield from film.play(game, sign=sign)
