"""PURE. LiveChess's own idea of the moves, held against ours: a second opinion, no evidence.

Both read the same sensors. Where they differ for long enough, one of them is wrong, and a
person has to look; nothing is taken over. LiveChess commits moves early, repeats castling,
and takes a king on its way to a result sign for a move (docs/livechess.md), so a
line that is merely longer or shorter for a moment says nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import chess

from boardlink.account import Account
from boardlink.drivers.heard import SecondOpinion
from boardlink.sensing.tracker import GameSetup
from facts.fact import DeviceRecovered, DeviceWarned
from facts.ids import DeviceId
from facts.pgn import numbered

CODE = "livechess-differs"
"""The code of its warnings."""
PATIENCE_S = 15.0
"""A difference is told once neither account has changed for so long: moves are corrected."""
CENTRE = ("d4", "e4", "d5", "e5")
CASTLING = ("O-O", "O-O-O")


@dataclass(frozen=True, slots=True)
class Difference:
    """Where the other account leaves ours.

    Attributes:
        ply: the first move that differs, from 1.
        text: what differs, for the arbiter.
    """

    ply: int
    text: str


def difference(
    start_fen: str, ours: Sequence[str], opinion: SecondOpinion, *, chess960: bool = False
) -> Difference | None:
    """The first move (ours as UCI) that the other account has otherwise; None: it agrees.

    An account that stops earlier agrees, and so does one of another game.
    """
    board = chess.Board(start_fen, chess960=chess960)
    if opinion.start and opinion.start.split(" ")[0] != board.board_fen():
        return None
    told = list(opinion.san)
    ply = 0
    while told:
        san = told.pop(0)
        move = _read(board, san)
        if move is None and ply > 0 and san.rstrip("+#") in CASTLING:
            continue  # castling is told once more when the rook has arrived
        ply += 1
        number = numbered(start_fen, ply)
        if ply > len(ours):
            return _longer(ply, number, san, len(told))
        if move is None or board.uci(move) != ours[ply - 1]:
            text = f"{number} LiveChess has {san}, this program has {_spelt(board, ours[ply - 1])}"
            return Difference(ply, text)
        board.push(move)
    return None


def _longer(ply: int, number: str, san: str, more: int) -> Difference:
    if more == 0 and san[:1] == "K" and san.rstrip("+#")[-2:] in CENTRE:
        text = f"LiveChess has taken {number} {san} for a move: it may be half of a result sign"
        return Difference(ply, text)
    and_more = f" and {more} more" if more else ""
    return Difference(ply, f"LiveChess has {number} {san}{and_more}, which this program has not")


def _read(board: chess.Board, san: str) -> chess.Move | None:
    try:
        return board.parse_san(san)
    except ValueError:
        return None


def _spelt(board: chess.Board, uci: str) -> str:
    move = chess.Move.from_uci(uci)
    return board.san(move) if board.is_legal(move) else uci


class Comparison:
    """Keeps the two accounts of one board's game beside each other."""

    def __init__(self, device: DeviceId) -> None:
        """Nothing was heard of another account of what is played on ``device``."""
        self._device = device
        self._opinion: SecondOpinion | None = None
        self._looked_at: tuple[tuple[str, ...], SecondOpinion] | None = None
        self._since: datetime | None = None
        self._told = ""

    def hear(self, opinion: SecondOpinion | None) -> None:
        """The other account as it is now; None where nothing new was told."""
        self._opinion = opinion or self._opinion

    def look(
        self, setup: GameSetup, account: Account, at: datetime
    ) -> DeviceWarned | DeviceRecovered | None:
        """What a person should look at, told once; None where there is nothing new."""
        if self._opinion is None or not account.line:
            return None
        accounts = (account.moves, self._opinion)
        if accounts != self._looked_at:
            self._looked_at, self._since = accounts, at
        if self._since is None or (at - self._since).total_seconds() < PATIENCE_S:
            return None
        self._since = None  # what stays as it is needs no second look
        found = difference(setup.start_fen, account.moves, self._opinion, chess960=setup.chess960)
        if found is not None and account.sign is not None and found.ply > len(account.line):
            found = None  # LiveChess has taken a sign's kings for moves
        before, self._told = self._told, "" if found is None else found.text
        if self._told == before:
            return None
        if found is None:
            return DeviceRecovered(self._device, CODE)
        return DeviceWarned(self._device, CODE, f"{found.text}: look at the board")
