"""PURE. How a meeting stands: its games, the score, who is through, what is played next."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from facts import fact as f
from facts.ids import GameId, PairingId, PlayerId, RoundNo, StageId
from facts.meeting import GameRole, MeetingSettings, Odds
from facts.result import Result
from facts.time_control import TimeControl
from results.crosstable.scoring import worded
from results.errors import UsageError
from results.meetings.ladder import Course, MeetingState, NextGame, Played, Tally, walk
from results.tournament.judging import Standing, Verdict, judge, official_results
from results.tournament.tournament import Round, Stage, Tournament

ROLE_WORDS: Mapping[GameRole, str] = {
    GameRole.MAIN: "main game",
    GameRole.RAPID: "rapid",
    GameRole.BLITZ: "blitz",
    GameRole.ARMAGEDDON: "Armageddon",
    GameRole.SUDDEN_DEATH: "sudden death",
}


@dataclass(frozen=True, slots=True)
class MeetingGame:
    """One game of a meeting.

    Attributes:
        number: of the meeting's games, from 1.
        verdict: on its result.
        result: the result that counts for the question that was asked; None while none does.
        counts: False for a game after the one that decided the meeting: it was begun before
            an earlier result was changed.
    """

    game: GameId
    number: int
    role: GameRole
    white: PlayerId
    black: PlayerId
    time_control: TimeControl
    black_time_control: TimeControl | None
    odds: Odds
    verdict: Verdict
    result: Result | None
    counts: bool
    lot_winner: PlayerId | None = None
    within_min: int | None = None


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two players who meet in a round, and how far they are with it.

    Attributes:
        settings: the games that are to be played.
        games: in their order, those that do not count any more at the end.
        course: the state, and the score rung by rung.
        names: for sentences.
    """

    pairing: f.Pairing
    stage: StageId
    round_no: RoundNo
    settings: MeetingSettings
    games: tuple[MeetingGame, ...]
    course: Course
    names: Mapping[PlayerId, str]

    @property
    def winner(self) -> PlayerId | None:
        """Who is through, or has won the meeting; None while nobody has."""
        return self.course.winner

    @property
    def loser(self) -> PlayerId | None:
        """The other one."""
        if self.winner is None:
            return None
        return self.pairing.black if self.winner == self.pairing.white else self.pairing.white

    @property
    def next_game(self) -> NextGame | None:
        """The game that is due and not there yet."""
        return self.course.next_game

    @property
    def is_over(self) -> bool:
        """True where nothing more is to be played: it is decided, or stays level."""
        return self.course.state in (MeetingState.DECIDED, MeetingState.LEVEL)

    @property
    def counting(self) -> tuple[MeetingGame, ...]:
        """The games that count."""
        return self.games[: self.course.counted]

    @property
    def superfluous(self) -> tuple[MeetingGame, ...]:
        """The games after the one that decided the meeting."""
        return self.games[self.course.counted :]

    @property
    def at_the_board(self) -> MeetingGame | None:
        """The game that its board is for: the one being played, else the last that counts.

        None where the first game of the two is not there yet.
        """
        return self.counting[-1] if self.counting else None

    @property
    def starts_by(self) -> datetime | None:
        """When the game at the board must have begun; None where no time is set for it."""
        game = self.at_the_board
        if game is None or game.within_min is None or game.number == 1:
            return None
        before = self.games[game.number - 2].verdict.official
        return before.at + timedelta(minutes=game.within_min) if before is not None else None

    @property
    def score(self) -> str:
        """Rung by rung: ``½–½, Armageddon 0–1``, White of the first game first."""
        return ", ".join(_tally_text(tally) for tally in self.course.tallies if tally.games)

    @property
    def why(self) -> str:
        """Where it stands and why, in a sentence."""
        match self.course.state:
            case MeetingState.PLAYING:
                return f"the {_game_text(self.counting[-1].role)} has no result yet"
            case MeetingState.DUE:
                return self._due()
            case MeetingState.LEVEL:
                return self._level()
            case MeetingState.DECIDED:
                return self._decided()

    def _due(self) -> str:
        due = self.course.next_game
        assert due is not None, "a game that is due is known"
        before = f"{self.score}: " if self.score else ""
        which = f" {due.number} of {due.of}" if due.of > 1 else ""
        text = f"{before}the {_game_text(due.role)}{which} follows"
        if due.pair is None:
            choice = ", and its winner chooses the colour" if due.chosen else ""
            return f"{text}; a lot is drawn for the colours{choice}"
        return f"{text}, {self.names[due.pair[0]]} has White"

    def _level(self) -> str:
        if not self.course.tallies or self.course.tallies[-1].one == 0:
            return f"{self.score}: nobody has scored; an arbiter decides what becomes of it"
        return f"{self.score}: drawn"

    def _decided(self) -> str:
        winner, last = self.winner, self.counting[-1]
        assert winner is not None, "a decided meeting has a winner"
        text = f"{self.names[winner]} won {self.score}"
        if last.odds is not Odds.NOBODY and last.result is not None and _is_drawn(last.result):
            side = "White" if last.odds is Odds.WHITE else "Black"
            text += f": a draw is enough for {side}"
        return text


def _is_drawn(result: Result) -> bool:
    return result.white == result.black


def _game_text(role: GameRole) -> str:
    words = ROLE_WORDS[role]
    return words if role is GameRole.MAIN else f"{words} game"


def _tally_text(tally: Tally) -> str:
    words = "" if tally.role is GameRole.MAIN else f"{ROLE_WORDS[tally.role]} "
    return f"{words}{worded(5 * tally.one)}–{worded(5 * tally.other)}"


def meeting_of(
    tournament: Tournament, pairing: PairingId, which: Standing = official_results
) -> Meeting:
    """A meeting by its id, with the official results or those that ``which`` lets count.

    Raises:
        UsageError: no published round has such a pairing.
    """
    place = tournament.place_of(pairing)
    if place is None:
        raise UsageError(f"{tournament.id} has published no pairing {pairing!r}")
    return meeting_in(tournament, *place, which)


def meeting_in(
    tournament: Tournament,
    stage: Stage,
    the_round: Round,
    pairing: f.Pairing,
    which: Standing = official_results,
) -> Meeting:
    """A meeting of a round that is at hand."""
    settings, control = stage.settings.meeting, stage.settings.time_control
    verdicts = {game: judge(the_round.games[game], tournament.policy) for game in pairing.games}
    played = [
        Played(shape.white, shape.black, which(verdicts[game]), odds)
        for game in pairing.games
        for shape, odds in ((the_round.as_played(pairing, game), _odds(the_round, game)),)
    ]
    course = walk(settings, control, (pairing.white, pairing.black), played)
    games = tuple(
        _game(the_round, control, number, game, one, verdicts[game], number <= course.counted)
        for number, (game, one) in enumerate(zip(pairing.games, played, strict=True), start=1)
    )
    names = {player: _name(tournament, player) for player in (pairing.white, pairing.black)}
    return Meeting(pairing, stage.settings.id, the_round.number, settings, games, course, names)


def _odds(the_round: Round, game: GameId) -> Odds:
    added = the_round.added.get(game)
    return added.draw_odds if added is not None else Odds.NOBODY


def _game(
    the_round: Round,
    control: TimeControl,
    number: int,
    game: GameId,
    played: Played,
    verdict: Verdict,
    counts: bool,
) -> MeetingGame:
    added = the_round.added.get(game)
    return MeetingGame(
        game=game,
        number=number,
        role=added.role if added is not None else GameRole.MAIN,
        white=played.white,
        black=played.black,
        time_control=added.time_control if added is not None else control,
        black_time_control=added.black_time_control if added is not None else None,
        odds=played.odds,
        verdict=verdict,
        result=played.result,
        counts=counts,
        lot_winner=added.lot_winner if added is not None else None,
        within_min=added.within_min if added is not None else None,
    )


def _name(tournament: Tournament, player: PlayerId) -> str:
    record = tournament.players.get(player)
    return record.player.name if record is not None else player
