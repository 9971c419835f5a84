"""PURE. What other programs tell of a tournament's games, as drafts for the log.

A source of games is told of like a device: online, offline and why, and what about it
needs a look. Its games become facts only where no board of our own stands.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from boardlink.other_programs.comparison import Compared, SourceAccount, after_fact, compared
from boardlink.other_programs.game import ForeignGame
from boardlink.other_programs.matching import HallGame, matched
from boardlink.other_programs.source import Look
from desk.state.hall import DeviceState, Hall, Presence
from facts.envelope import Actor, Draft, Entry, Role
from facts.fact import (
    DeviceOffline,
    DeviceOnline,
    DeviceRecovered,
    DeviceWarned,
    Fact,
    GameArmed,
)
from facts.ids import DeviceId, GameId, PlayerId, TournamentId
from facts.player import Player
from results.meetings.score import meeting_in
from results.tournament.tournament import Tournament


@dataclass(frozen=True, slots=True)
class Teller:
    """A source of games as the log calls it."""

    device: DeviceId
    family: str
    place: str
    tournament: TournamentId

    @property
    def actor(self) -> Actor:
        """Who says what it tells."""
        return Actor(Role.DEVICE, self.device)


class Reports:
    """What the log knows of every game, and what was last found out about each."""

    def __init__(self) -> None:
        """Nothing is known yet."""
        self._seq = 0
        self._known: dict[GameId, SourceAccount] = {}
        self._done: dict[GameId, tuple[ForeignGame, SourceAccount, tuple[str, ...]]] = {}

    def take_all(self, entries: Iterable[Entry]) -> None:
        """Take in what is new in the log."""
        for entry in entries:
            if entry.seq <= self._seq:
                continue
            self._seq = entry.seq
            game: GameId | None = getattr(entry.fact, "game", None)
            if game is not None:
                by_person = entry.draft.actor.role not in (Role.DEVICE, Role.PROGRAM)
                known = self._known.get(game, SourceAccount())
                self._known[game] = after_fact(known, entry.fact, by_person=by_person)

    @property
    def seq(self) -> int:
        """The newest entry that was taken in."""
        return self._seq

    def compare(self, game: GameId, account: ForeignGame, at: datetime) -> Compared:
        """What an account adds; nothing is worked out twice."""
        known = self._known.get(game, SourceAccount())
        done = self._done.get(game)
        if done is not None and done[0] == account and done[1] == known:
            return Compared((), done[2])
        found = compared(game, known, account, at)
        if not found.facts:
            self._done[game] = (account, known, found.doubts)
        return found


def hall_games(tournament: Tournament) -> tuple[HallGame, ...]:
    """The game that is played in each pairing of every published round."""
    games: list[HallGame] = []
    for stage in tournament.stages.values():
        for the_round in stage.rounds.values():
            for pairing in the_round.pairings:
                game = meeting_in(tournament, stage, the_round, pairing).at_the_board
                if game is not None:
                    white = _player(tournament, game.white)
                    black = _player(tournament, game.black)
                    newest = the_round is stage.last_round
                    number = the_round.number
                    games.append(HallGame(game.game, number, pairing.board, white, black, newest))
    return tuple(games)


def told_by(
    teller: Teller,
    look: Look,
    hall: Hall,
    games: Sequence[HallGame],
    reports: Reports,
    at: datetime,
) -> tuple[Draft, ...]:
    """The drafts that follow from one look at a source."""
    facts: list[Fact] = []
    known = hall.devices.get(teller.device)
    if known is None or known.presence is not Presence.ONLINE:
        facts.append(DeviceOnline(teller.device, teller.family, teller.place))
        known = None
    found = matched(games, look.games)
    problems = dict((*look.problems, *found.problems))
    for game, account in found.games:
        if not _may_tell(teller, game, hall):
            continue
        facts += _armed(teller, game, account, hall)
        compared_now = reports.compare(game.game, account, at)
        facts += compared_now.facts
        for doubt in compared_now.doubts:
            problems[account.where] = f"{game.label}: {doubt}"
    facts += _warnings(teller.device, problems, known)
    return tuple(_draft(teller, fact, at) for fact in facts)


def told_of_trouble(teller: Teller, text: str, hall: Hall, at: datetime) -> tuple[Draft, ...]:
    """The source cannot be looked at, and why; told once."""
    known = hall.devices.get(teller.device)
    if known is not None and known.presence is Presence.OFFLINE and known.reason == text:
        return ()
    return (_draft(teller, DeviceOffline(teller.device, text), at),)


def _player(tournament: Tournament, player: PlayerId) -> Player:
    record = tournament.players.get(player)
    return record.player if record is not None else Player(player, str(player))


def _may_tell(teller: Teller, game: HallGame, hall: Hall) -> bool:
    """One witness a game: a board of our own before all, else who told of it first.

    Another one goes on with it once the first is gone.
    """
    if hall.is_live(game.board):
        return False
    known = hall.games.get(game.game)
    if known is None or known.device is None or known.device == teller.device:
        return True
    witness = hall.devices.get(known.device)
    return witness is None or witness.presence is Presence.OFFLINE


def _armed(
    teller: Teller, game: HallGame, account: ForeignGame, hall: Hall
) -> tuple[GameArmed, ...]:
    """The source records the game from here on: told once, and when its start turns out other."""
    known = hall.games.get(game.game)
    fen, chess960 = account.game.start_fen, account.game.chess960
    if known is not None and known.device == teller.device:
        if known.line or (known.start_fen, known.chess960) == (fen, chess960):
            return ()
    elif known is not None and known.line:
        fen, chess960 = known.start_fen, known.chess960  # it goes on from another witness
    return (GameArmed(game.game, game.board, teller.device, fen, chess960),)


def _warnings(
    device: DeviceId, problems: Mapping[str, str], known: DeviceState | None
) -> list[Fact]:
    before = {} if known is None else known.warnings
    facts: list[Fact] = [DeviceRecovered(device, code) for code in before if code not in problems]
    facts += [
        DeviceWarned(device, code, text)
        for code, text in problems.items()
        if before.get(code) != text
    ]
    return facts


def _draft(teller: Teller, fact: Fact, at: datetime) -> Draft:
    about_game = getattr(fact, "game", None) is not None
    return Draft(fact, at, teller.actor, teller.tournament if about_game else None)
