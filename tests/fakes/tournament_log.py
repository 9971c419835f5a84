"""A tournament's log written by hand: facts in, entries and the folded state out."""

from datetime import datetime, timedelta

from facts import fact as f
from facts.envelope import Actor, Draft, Entry, Role
from facts.ids import BoardNo, GameId, PlayerId, RoundNo, StageId, TournamentId, game_id, pairing_id
from facts.player import Player
from facts.result import Result
from facts.settings import Source, StageSettings, System
from results.tournament.fold import begin, fold
from results.tournament.tournament import Tournament
from tests.fakes.virtual_clock import EPOCH

TOURNAMENT = TournamentId("open")
STAGE = StageId("main")
ARBITER = Actor(Role.ARBITER, "anna")
PROGRAM = Actor(Role.PROGRAM, "topboards")
BOARD = Actor(Role.DEVICE, "25731")


def swiss(rounds: int = 5, tiebreaks: tuple[str, ...] = ("BH",)) -> StageSettings:
    return StageSettings(STAGE, "Main", System.DUTCH, RoundNo(rounds), tiebreaks)


def player(number: int, rating: int | None = None) -> Player:
    return Player(
        PlayerId(f"p{number}"), f"Player {number:02}", 2500 - number if rating is None else rating
    )


class TournamentLog:
    """Appends facts a second apart and folds them as they come."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.state: Tournament = begin(TOURNAMENT)
        self.now: datetime = EPOCH

    def add(self, fact: f.Fact, actor: Actor = ARBITER, after_s: float = 1.0) -> Entry:
        self.now += timedelta(seconds=after_s)
        entry = Entry(
            len(self.entries) + 1, self.now, Draft(fact, self.now, actor, tournament=TOURNAMENT)
        )
        self.entries.append(entry)
        self.state = fold(self.state, entry)
        return entry

    def open(self, players: int, stage: StageSettings | None = None) -> None:
        self.add(f.StageOpened(stage or swiss()))
        for number in range(1, players + 1):
            self.add(f.PlayerEntered(player(number)))
        self.add(f.NumbersAssigned(STAGE, tuple(PlayerId(f"p{n}") for n in range(1, players + 1))))

    def publish(
        self, round_no: int, pairs: list[tuple[int, int]], byes: tuple[f.Bye, ...] = ()
    ) -> tuple[GameId, ...]:
        pairings = tuple(
            pairing(round_no, board, white, black)
            for board, (white, black) in enumerate(pairs, start=1)
        )
        self.add(f.RoundPublished(STAGE, RoundNo(round_no), pairings, byes, "by hand"))
        return tuple(p.games[0] for p in pairings)

    def shown(
        self,
        game: GameId,
        result: Result,
        certainty: f.Certainty = f.Certainty.CERTAIN,
        source: Source = Source.KING_SIGN,
        conflicts: tuple[str, ...] = (),
    ) -> Entry:
        fact = f.ResultShown(game, result, source, "kings", certainty, "both kings", conflicts)
        return self.add(fact, BOARD)

    def claimed(self, game: GameId, result: Result, source: Source) -> Entry:
        return self.add(f.ResultClaimed(game, result, source))

    def confirmed(self, game: GameId, result: Result, actor: Actor = ARBITER) -> Entry:
        return self.add(f.ResultConfirmed(game, result), actor)


def pairing(round_no: int, board: int, white: int, black: int) -> f.Pairing:
    made = pairing_id(TOURNAMENT, STAGE, RoundNo(round_no), board)
    return f.Pairing(
        made, PlayerId(f"p{white}"), PlayerId(f"p{black}"), BoardNo(board), (game_id(made),)
    )
