"""A made-up hall: facts as they come from boards and arbiters, for tests and for looking."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import chess

from broadcast.cut.feed import Viewer
from broadcast.known.game import Showing
from broadcast.known.hall import HallHistory
from broadcast.view import Feed
from facts import fact as f
from facts.envelope import Actor, Draft, Entry, Role
from facts.ids import (
    BoardNo,
    DeviceId,
    GameId,
    PlayerId,
    RoundNo,
    StageId,
    TournamentId,
    game_id,
    pairing_id,
    pairing_of,
)
from facts.meeting import GameRole, Odds
from facts.pgn import san_line
from facts.player import Player
from facts.result import PAIRING_BYE, WHITE_WON, Result
from facts.settings import (
    Source,
    StageSettings,
    System,
    TournamentSettings,
)
from facts.time_control import TimeControl
from tests.fakes.virtual_clock import EPOCH

TEN, SEVEN = TimeControl("10 minutes", 600), TimeControl("7 minutes", 420)
OPEN = TournamentId("open")
MAIN = StageId("main")
BOARD = Actor(Role.DEVICE, "25731")
ARBITER = Actor(Role.ARBITER, "Ann Arbiter")

ITALIAN = [
    "e2e4",
    "e7e5",
    "g1f3",
    "b8c6",
    "f1c4",
    "f8c5",
    "c2c3",
    "g8f6",
    "d2d4",
    "e5d4",
    "c3d4",
    "c5b4",
]
NAMES = (
    ("GM", "Carlsen, Magnus", 2839, "NOR"),
    ("GM", "Nepomniachtchi, Ian", 2758, "RUS"),
    ("GM", "Hou, Yifan", 2633, "CHN"),
    ("IM", "Müller, Jürgen", 2421, "GER"),
    ("", "O'Brien, Seán", 1988, "IRL"),
    ("WGM", "Đorđević, Ana", 2310, "SRB"),
    ("FM", "Иванов, Пётр", 2288, "FID"),
    ("", "<b>Bobby</b> & Tables", 1700, "USA"),
)


def at(seconds: float) -> datetime:
    """``seconds`` after the made-up day began."""
    return EPOCH + timedelta(seconds=seconds)


def players(count: int) -> list[Player]:
    """Players with real-looking names, the strongest first."""
    made = []
    for number in range(count):
        title, name, rating, federation = NAMES[number % len(NAMES)]
        turn = number // len(NAMES)
        made.append(
            Player(
                PlayerId(f"p{number + 1}"),
                name if turn == 0 else f"{name} {turn + 1}",
                max(1000, rating - 10 * turn),
                title,
                federation,
                fide_id=str(1_503_014 + number),
            )
        )
    return made


def game_at_board(board: int, round_no: int = 1) -> GameId:
    """The game that is played at a board."""
    return game_id(pairing_id(OPEN, MAIN, RoundNo(round_no), board))


ONE = game_at_board(1)


def published(boards: int, round_no: int = 1, bye: PlayerId | None = None) -> f.RoundPublished:
    """A round in which players 2n-1 and 2n meet at board n, shifted by a place a round."""
    ids = [PlayerId(f"p{number + 1}") for number in range(2 * boards)]
    ids = ids[round_no - 1 :] + ids[: round_no - 1]
    pairings = tuple(
        f.Pairing(
            id=pairing_id(OPEN, MAIN, RoundNo(round_no), board),
            white=ids[2 * board - 2],
            black=ids[2 * board - 1],
            board=BoardNo(board),
            games=(game_at_board(board, round_no),),
        )
        for board in range(1, boards + 1)
    )
    byes = () if bye is None else (f.Bye(bye, PAIRING_BYE),)
    return f.RoundPublished(MAIN, RoundNo(round_no), pairings, byes, "made up")


def added(
    game: GameId,
    *,
    white: str = "p1",
    black: str = "p2",
    role: GameRole = GameRole.ARMAGEDDON,
    odds: Odds = Odds.BLACK,
    black_time: TimeControl | None = SEVEN,
    board: BoardNo | None = None,
) -> f.GameAdded:
    """A further game at board 1, an Armageddon game of 10 and 7 minutes."""
    return f.GameAdded(
        pairing_of(game),
        game,
        PlayerId(white),
        PlayerId(black),
        role,
        TEN,
        black_time,
        odds,
        board=board,
    )


def line_moves(
    ucis: Sequence[str], start_s: float, step_s: float = 10.0, clock_s: int = 5400
) -> list[f.LineMove]:
    """Moves, one every ``step_s`` seconds, clocks going down."""
    sans = san_line(chess.STARTING_FEN, ucis)
    return [
        f.LineMove(
            uci=uci,
            san=san,
            clock_s=clock_s - int(step_s) * (ply // 2 + 1),
            at=at(start_s + ply * step_s),
        )
        for ply, (uci, san) in enumerate(zip(ucis, sans, strict=True))
    ]


@dataclass(slots=True)
class Hall:
    """Collects entries as a log would number them."""

    entries: list[Entry] = field(default_factory=list)

    def say(
        self, fact: f.Fact, when: datetime, actor: Actor = BOARD, logged: datetime | None = None
    ) -> Entry:
        """One fact, logged when it happened or at ``logged``."""
        draft = Draft(fact, when, actor, tournament=OPEN)
        entry = Entry(len(self.entries) + 1, logged or when, draft)
        self.entries.append(entry)
        return entry

    def history(self) -> HallHistory:
        """What is known once all that was said has been read."""
        known = HallHistory()
        for entry in self.entries:
            known.add(entry)
        return known

    def feed(self, seconds: float = 9999, showing: Showing | None = None) -> Feed:
        """What an audience sees ``seconds`` after the made-up day began."""
        return Viewer(self.history(), showing).view(at(seconds))

    def open(self, boards: int = 2, *, armed: Iterable[int] = (1, 2), bye: bool = False) -> None:
        """Define a tournament, enter players, publish and start round 1, arm boards."""
        for number, fact in enumerate(opening(boards, armed=armed, bye=bye)):
            self.say(fact, at(number * 0.001), ARBITER)

    def play(self, ucis: Sequence[str], board: int = 1, start_s: float = 60.0) -> None:
        """A line at a board, with the clock's lever after every move."""
        game = game_at_board(board)
        for ply, move in enumerate(line_moves(ucis, start_s), start=1):
            self.say(f.MovePlayed(game, ply, move), move.at)
            self.say(lever(game, ply, move), move.at)


def opening(boards: int, *, armed: Iterable[int], bye: bool = False) -> list[f.Fact]:
    """The facts of a tournament's beginning."""
    time = TimeControl("40/5400+30:1800+30", 5400, 30)
    facts: list[f.Fact] = [
        f.TournamentDefined(TournamentSettings("Open of Nowhere", "Nowhere", "NOR", "2026-01-10")),
        f.StageOpened(
            StageSettings(MAIN, "Main", System.DUTCH, RoundNo(9), ("BH", "SB"), time_control=time)
        ),
    ]
    field_ = players(2 * boards + (1 if bye else 0))
    facts += [f.PlayerEntered(player) for player in field_]
    facts.append(published(boards, bye=field_[-1].id if bye else None))
    facts += [
        f.GameArmed(game_at_board(board), BoardNo(board), DeviceId(f"d{board}"), chess.STARTING_FEN)
        for board in armed
    ]
    facts.append(f.RoundStarted(MAIN, RoundNo(1)))
    return facts


def lever(game: GameId, ply: int, move: f.LineMove) -> f.ClockSet:
    """The clock after ``move``: the mover's time is known, the other's runs."""
    mover_is_white = ply % 2 == 1
    other = (move.clock_s or 0) + (10 if mover_is_white else 0)
    white, black = (move.clock_s, other) if mover_is_white else (other, move.clock_s)
    running = f.Side.BLACK if mover_is_white else f.Side.WHITE
    return f.ClockSet(game, white, black, running, f.ClockEvent.LEVER)


def swapped(game: GameId) -> f.LineAmbiguous:
    """The third to fifth move of ``ITALIAN`` may have come in another order."""
    missed = tuple(ITALIAN[2:5])
    text = "moves were missed, and several lines lead to what stands on the board"
    return f.LineAmbiguous(game, 3, (missed, missed[::-1]), text)


def king_sign(
    game: GameId, result: Result = WHITE_WON, certainty: f.Certainty = f.Certainty.LIKELY
) -> f.ResultShown:
    """The kings on the centre squares."""
    return f.ResultShown(
        game, result, Source.KING_SIGN, "kings", certainty, "kings on e4 and d5 since 12:10:00"
    )
