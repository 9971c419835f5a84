"""Standings for audiences that see things later."""

from datetime import datetime, timedelta

from desk.state.past_standings import StandingsAt
from facts import fact as f
from facts.envelope import Actor, Draft, Entry, Role
from facts.ids import BoardNo, PlayerId, RoundNo, StageId, TournamentId, game_id, pairing_id
from facts.player import Player
from facts.result import BLACK_WON, DRAWN, WHITE_WON, Result
from facts.settings import StageSettings, System, TournamentSettings
from tests.fakes.virtual_clock import EPOCH

OPEN, MAIN = TournamentId("open"), StageId("main")
ARBITER = Actor(Role.CHIEF_ARBITER, "test")
GAME = game_id(pairing_id(OPEN, MAIN, RoundNo(1), 1))


def at(seconds: float) -> datetime:
    return EPOCH + timedelta(seconds=seconds)


class Log:
    """Entries with times of their own choosing."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        ann, bob = PlayerId("ann"), PlayerId("bob")
        pairing = f.Pairing(pairing_id(OPEN, MAIN, RoundNo(1), 1), ann, bob, BoardNo(1), (GAME,))
        for fact in (
            f.TournamentDefined(TournamentSettings("Open")),
            f.StageOpened(StageSettings(MAIN, "Main", System.DUTCH, RoundNo(5))),
            f.PlayerEntered(Player(ann, "Ann", 2000)),
            f.PlayerEntered(Player(bob, "Bob", 1900)),
            f.NumbersAssigned(MAIN, (ann, bob)),
        ):
            self.say(fact, 0)
        self.say(f.RoundPublished(MAIN, RoundNo(1), (pairing,), (), "by hand"), 10)

    def say(self, fact: f.Fact, seconds: float) -> None:
        draft = Draft(fact, at(seconds), ARBITER, OPEN)
        self.entries.append(Entry(len(self.entries) + 1, at(seconds), draft))

    def read(self, after: int) -> list[Entry]:
        return self.entries[after:]


def points(standings_at: StandingsAt, seconds: float) -> dict[str, str]:
    return {row.name: row.points for table in standings_at(at(seconds)) for row in table.rows}


def result(result: Result) -> f.ResultConfirmed:
    return f.ResultConfirmed(GAME, result)


def test_there_are_none_before_a_round_is_published() -> None:
    log = Log()
    assert StandingsAt(log.read, [OPEN])(at(5)) == ()


def test_a_result_counts_from_the_moment_when_it_became_official() -> None:
    log = Log()
    log.say(result(WHITE_WON), 100)
    standings_at = StandingsAt(log.read, [OPEN])
    assert points(standings_at, 99) == {"Ann": "0.0", "Bob": "0.0"}
    assert points(standings_at, 100) == {"Ann": "1.0", "Bob": "0.0"}


def test_each_audience_gets_its_own_moment_whoever_asked_before() -> None:
    log = Log()
    log.say(result(DRAWN), 100)
    log.say(f.ResultRuled(GAME, BLACK_WON, "card"), 200)
    standings_at = StandingsAt(log.read, [OPEN])
    assert points(standings_at, 250) == {"Bob": "1.0", "Ann": "0.0"}
    assert points(standings_at, 150) == {"Ann": "0.5", "Bob": "0.5"}
    assert points(standings_at, 250) == {"Bob": "1.0", "Ann": "0.0"}


def test_a_fact_that_is_logged_later_than_it_happened_finds_its_place() -> None:
    log = Log()
    log.say(f.RoundStarted(MAIN, RoundNo(1)), 300)
    standings_at = StandingsAt(log.read, [OPEN])
    assert points(standings_at, 310) == {"Ann": "0.0", "Bob": "0.0"}
    log.say(result(WHITE_WON), 100)
    assert points(standings_at, 310) == {"Ann": "1.0", "Bob": "0.0"}
    assert points(standings_at, 150) == {"Ann": "1.0", "Bob": "0.0"}
    assert points(standings_at, 50) == {"Ann": "0.0", "Bob": "0.0"}


def test_as_time_goes_on_the_same_is_told_as_from_a_fresh_start() -> None:
    log = Log()
    grown = StandingsAt(log.read, [OPEN])
    told = [(50, WHITE_WON), (400, DRAWN), (120, BLACK_WON), (300, WHITE_WON)]
    for seconds, what in told:
        log.say(result(what), seconds)
        for moment in (0, 60, 150, 350, 500):
            assert points(grown, moment) == points(StandingsAt(log.read, [OPEN]), moment)
