"""PURE. Which game of the hall another program's game is; never by guess.

Players tell best who plays, by their FIDE ids or else their names; a board's number tells
where they sit, which two programs may count differently. What fits two games, or none, is
left alone, and said so.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from boardlink.other_programs.game import ForeignGame
from facts.ids import BoardNo, GameId, RoundNo
from facts.player import Player

_WORD = re.compile(r"[^\W_]+")
_TITLES = frozenset({"gm", "im", "fm", "cm", "wgm", "wim", "wfm", "wcm"})
_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i"})


@dataclass(frozen=True, slots=True)
class HallGame:
    """A game that is played in the hall.

    Attributes:
        newest: its round is the newest of its stage.
    """

    game: GameId
    round_no: RoundNo
    board: BoardNo
    white: Player
    black: Player
    newest: bool

    @property
    def label(self) -> str:
        """For people: ``round 3, board 7 (Adams – Brown)``."""
        names = f"{self.white.name} – {self.black.name}"
        return f"round {self.round_no}, board {self.board} ({names})"


@dataclass(frozen=True, slots=True)
class Matched:
    """What was found.

    Attributes:
        games: each hall game that has one account, with it.
        problems: for each account that is not used, why, in a sentence; by where it stands.
    """

    games: tuple[tuple[HallGame, ForeignGame], ...]
    problems: tuple[tuple[str, str], ...]


def matched(hall: Sequence[HallGame], reported: Sequence[ForeignGame]) -> Matched:
    """Games of the hall and accounts of them."""
    found: dict[GameId, list[tuple[HallGame, ForeignGame]]] = {}
    problems: list[tuple[str, str]] = []
    for account in reported:
        if _is_empty(account):
            continue
        fit = _found(hall, account)
        if isinstance(fit, str):
            problems.append((account.where, f"{account.where} ({account.names}): {fit}"))
        else:
            found.setdefault(fit.game, []).append((fit, account))
    games: list[tuple[HallGame, ForeignGame]] = []
    for accounts in found.values():
        game = accounts[0][0]
        told = _one_of([account for _, account in accounts])
        if told is not None:
            games.append((game, told))
            continue
        names = " and ".join(account.where for _, account in accounts)
        problems += [
            (account.where, f"two games fit {game.label}: {names}; none of them is used")
            for _, account in accounts
        ]
    return Matched(tuple(games), tuple(problems))


def name_words(name: str) -> frozenset[str]:
    """A name's words without order, case, accents and titles."""
    plain = unicodedata.normalize("NFKD", name.casefold().translate(_LETTERS))
    bare = "".join(c for c in plain if not unicodedata.combining(c))
    return frozenset(_WORD.findall(bare)) - _TITLES


def _is_empty(account: ForeignGame) -> bool:
    """A place for a game that nobody plays (LiveChess writes one for each board)."""
    nobody = not account.white and not account.black
    return nobody and not account.game.moves and account.game.token == "*"


def _found(hall: Sequence[HallGame], account: ForeignGame) -> HallGame | str:
    """The game of the hall that this is, or why it is none."""
    if account.game_id:
        for game in hall:
            if game.game == account.game_id:
                return game
    asked = [game for game in hall if _in_round(game, account)]
    if not asked:
        return f"round {account.round_no} is not paired here" if account.round_no else _NOT_HERE
    if account.white and account.black:
        return _by_players(asked, account)
    return _by_board(asked, account)


_NOT_HERE = "no round is paired here"


def _in_round(game: HallGame, account: ForeignGame) -> bool:
    return game.newest if account.round_no is None else game.round_no == account.round_no


def _by_players(asked: Sequence[HallGame], account: ForeignGame) -> HallGame | str:
    scored = [(_likeness(game, account), game) for game in asked]
    best = max(score for score, _ in scored)
    fit = [game for score, game in scored if score == best and score > 0]
    if len(fit) > 1:
        at_board = [game for game in fit if game.board == account.board]
        fit = at_board if len(at_board) == 1 else fit
    if len(fit) == 1:
        return fit[0]
    if fit:
        labels = " and ".join(game.label for game in fit)
        return f"these players fit {labels}: give the file their FIDE ids or the board's number"
    turned = [game for game in asked if _likeness(game, account, turned=True) > 0]
    if len(turned) == 1:
        return f"these players meet in {turned[0].label} with the other colours"
    if account.board is not None:
        there = [game for game in asked if game.board == account.board]
        if there:
            return f"these players do not meet in this round: here it is {there[0].label}"
    return "these players do not meet in this round"


def _by_board(asked: Sequence[HallGame], account: ForeignGame) -> HallGame | str:
    if account.board is None:
        return "it has neither the players' names nor a board's number"
    fit = [game for game in asked if game.board == account.board and _agrees(game, account)]
    if len(fit) == 1:
        return fit[0]
    if fit:
        labels = " and ".join(game.label for game in fit)
        return f"two games fit board {account.board}: {labels}"
    return f"no game of this round is at board {account.board}"


def _agrees(game: HallGame, account: ForeignGame) -> bool:
    """The one name that is known is not somebody else's."""
    sides = ((game.white, account.white), (game.black, account.black))
    return all(not name or _alike(player.name, name) > 0 for player, name in sides)


def _likeness(game: HallGame, account: ForeignGame, *, turned: bool = False) -> int:
    """How well both players fit: 3 by id, 2 by the same names, 1 by a part of them; 0: no."""
    white, black = (game.black, game.white) if turned else (game.white, game.black)
    return min(
        _same_person(white, account.white, account.white_fide),
        _same_person(black, account.black, account.black_fide),
    )


def _same_person(player: Player, name: str, fide_id: str) -> int:
    if player.fide_id and fide_id:
        return 3 if player.fide_id == fide_id else 0
    return _alike(player.name, name)


def _alike(one: str, other: str) -> int:
    """2: the same words; 1: one name is a part of the other, initials count; 0: no."""
    ours, theirs = name_words(one), name_words(other)
    if ours == theirs and ours:
        return 2
    shorter, longer = sorted((ours, theirs), key=len)
    if not shorter or not any(len(word) > 1 for word in shorter):
        return 0
    fits = all(
        word in longer or (len(word) == 1 and any(w.startswith(word) for w in longer))
        for word in shorter
    )
    initials = all(
        word in shorter or (len(word) == 1 and any(w.startswith(word) for w in shorter))
        for word in longer
    )
    return 1 if fits or initials else 0


def _one_of(accounts: Sequence[ForeignGame]) -> ForeignGame | None:
    """The longest of accounts that are the same game at different moments; None: they differ."""
    longest = max(accounts, key=lambda account: len(account.game.moves))
    whole = [move.san for move in longest.game.moves]
    tokens = {account.game.token for account in accounts} - {"*"}
    for account in accounts:
        moves = [move.san for move in account.game.moves]
        if moves != whole[: len(moves)] or len(tokens) > 1:
            return None
    ended = [a for a in accounts if a.game.token != "*" and len(a.game.moves) == len(whole)]
    return ended[0] if ended else longest
