"""A tournament's log of meetings: the next game is added as the meeting asks for it."""

from dataclasses import replace

from facts.ids import GameId, PairingId, PlayerId, pairing_of
from facts.meeting import Colours as C
from facts.meeting import GameRole, MeetingSettings, Odds, Rung
from facts.result import Result
from facts.settings import Scoring, StageSettings, System
from facts.time_control import TimeControl
from results.meetings.further import draw_lot
from results.meetings.score import Meeting, MeetingGame, meeting_of
from tests.fakes.tournament_log import TournamentLog, swiss
from tests.results.real_tournaments import add_next_game

ARMAGEDDON = Rung(
    GameRole.ARMAGEDDON,
    1,
    TimeControl("10 minutes, 1 second a move from move 41", 600),
    TimeControl("7 minutes, 1 second a move from move 41", 420),
    Odds.BLACK,
    C.SAME,
)
NORWAY = MeetingSettings(ladder=(ARMAGEDDON,), ladder_won=15, ladder_lost=10)
SUDDEN = Rung(
    GameRole.SUDDEN_DEATH, 1, TimeControl("5", 300), TimeControl("4", 240), Odds.BLACK, C.CHOICE
)
RAPID = Rung(GameRole.RAPID, 2, TimeControl("15+3", 900, 3), colours=C.LOT)
P1, P2 = PlayerId("p1"), PlayerId("p2")


def robin(meeting: MeetingSettings, scoring: Scoring | None = None) -> StageSettings:
    return replace(swiss(5), system=System.BERGER, meeting=meeting, scoring=scoring or Scoring())


class MeetingLog(TournamentLog):
    """One meeting of p1 with White against p2, and short words for it."""

    def __init__(self, meeting: MeetingSettings, scoring: Scoring | None = None) -> None:
        super().__init__()
        self.open(2, robin(meeting, scoring))
        (self.first,) = self.publish(1, [(1, 2)])

    @property
    def pairing(self) -> PairingId:
        return pairing_of(self.first)

    @property
    def meeting(self) -> Meeting:
        return meeting_of(self.state, self.pairing)

    @property
    def at_the_board(self) -> MeetingGame:
        game = self.meeting.at_the_board
        assert game is not None
        return game

    def draw(self, winner: PlayerId | None = None) -> None:
        self.add(draw_lot(self.meeting, "seed", winner))

    def go_on(self, white: PlayerId | None = None) -> GameId:
        return add_next_game(self, self.pairing, white)

    def play(self, *results: Result) -> GameId:
        """Results of the games that follow from the rules, the first game's first."""
        game = self.at_the_board.game
        for result in results:
            if self.meeting.next_game is not None:
                game = self.go_on()
            self.confirmed(game, result)
        return game
