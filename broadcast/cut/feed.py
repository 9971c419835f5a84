"""PURE. What an audience sees at a cut: the feed.

A :class:`Viewer` shows :class:`~broadcast.known.hall.HallHistory` as of a cut, one viewer an
audience. A view reuses every part of the former one that did not change, so that
comparing two views is mostly ``is``.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from heapq import heappop, heappush
from types import MappingProxyType

from broadcast.cut.game import GameAtCut, at_cut
from broadcast.known.game import GameHistory, Showing
from broadcast.known.hall import HallHistory, RoundHistory, RoundKey, TournamentHistory
from broadcast.known.history import earliest
from broadcast.view import (
    Feed,
    GameState,
    ShownBye,
    ShownFurther,
    ShownGame,
    ShownPairing,
    ShownPlayer,
    ShownRound,
    ShownStage,
    ShownTournament,
)
from facts.fact import Pairing
from facts.ids import GameId, PlayerId, TournamentId
from facts.player import Player
from facts.settings import DEFAULT_ORDER, Source
from facts.views import StandingsTable

StandingsAt = Callable[[datetime], Sequence[StandingsTable]]
"""The standings of all tournaments as of a moment."""


def no_standings(_cut: datetime) -> Sequence[StandingsTable]:
    """For a feed without standings."""
    return ()


@dataclass(frozen=True, slots=True)
class _Frame:
    """A tournament without games and standings, the version it was made from, until when."""

    version: int
    until: datetime | None
    shown: ShownTournament
    order: tuple[Source, ...]
    started: Mapping[GameId, bool]
    """Every game of the published rounds, and whether its round was started."""


@dataclass(frozen=True, slots=True)
class _Seen:
    """A game that was shown, and what it was made from."""

    record: GameHistory
    round_started: bool
    order: tuple[Source, ...]
    glimpse: GameAtCut


class Viewer:
    """Shows what one audience sees; keeps what it showed last, to build on it."""

    def __init__(
        self,
        records: HallHistory,
        showing: Showing | None = None,
        standings_at: StandingsAt = no_standings,
    ) -> None:
        """Show ``records``, which go on growing."""
        self._records = records
        self._showing = showing or Showing()
        self._standings_at = standings_at
        self._frames: dict[TournamentId, _Frame] = {}
        self._drawn: dict[TournamentId, _Frame] = {}
        self._seen: dict[GameId, _Seen] = {}
        self._due: list[tuple[datetime, GameId]] = []
        self._touched = 0
        self._scored: dict[TournamentId, int] = {}
        self._tables: Mapping[TournamentId, tuple[StandingsTable, ...]] = {}
        self._feed = Feed()
        self._cut: datetime | None = None
        self.until: datetime | None = None
        """When the view changes next even if nothing new is learnt."""

    def view(self, cut: datetime) -> Feed:
        """The feed at ``cut``: what had happened by then, as it is known now.

        Cuts should grow; for one that does not, everything is made anew.
        """
        if self._cut is not None and cut < self._cut:
            self._frames.clear()
            self._drawn.clear()
            self._seen.clear()
            self._due.clear()
        self._cut = cut
        self._refresh_tables(cut)
        stirred = self._stirred(cut)
        shown: dict[TournamentId, ShownTournament] = {}
        untils: list[datetime | None] = []
        for record in self._records.tournaments.values():
            frame = self._frame(record, cut)
            untils.append(frame.until)
            if record.settings.value_at(cut) is not None or frame.shown.rounds:
                shown[record.id] = self._tournament(frame, cut, stirred)
        self.until = earliest(*untils, self._due[0][0] if self._due else None)
        before = self._feed.tournaments
        if list(before) != list(shown) or any(shown[t] is not before[t] for t in shown):
            self._feed = Feed(MappingProxyType(shown))
        return self._feed

    def _stirred(self, cut: datetime) -> set[GameId]:
        """The games of which something is newly known, or newly shows."""
        touched = self._records.touched
        stirred = set(touched[self._touched :])
        self._touched = len(touched)
        while self._due and self._due[0][0] <= cut:
            stirred.add(heappop(self._due)[1])
        return stirred

    def _refresh_tables(self, cut: datetime) -> None:
        scored = {
            record.id: record.scored.count_until(cut)
            for record in self._records.tournaments.values()
        }
        if scored == self._scored:
            return
        self._scored = scored
        tables: dict[TournamentId, tuple[StandingsTable, ...]] = {}
        for table in self._standings_at(cut):
            tables[table.tournament] = (*tables.get(table.tournament, ()), table)
        self._tables = tables

    def _frame(self, record: TournamentHistory, cut: datetime) -> _Frame:
        old = self._frames.get(record.id)
        if (
            old is not None
            and old.version == record.version
            and (old.until is None or cut < old.until)
        ):
            return old
        frame = _frame_at(record, cut, None if old is None else old.shown)
        self._frames[record.id] = frame
        return frame

    def _tournament(self, frame: _Frame, cut: datetime, stirred: set[GameId]) -> ShownTournament:
        before = self._feed.tournaments.get(frame.shown.id)
        games = self._games(frame, cut, stirred, before)
        decided = any(game.result is not None and game.result.official for game in games.values())
        tables = self._tables.get(frame.shown.id, ()) if decided else ()
        if before is not None and before.standings == tables:
            tables = before.standings
        same = (
            before is not None
            and self._drawn.get(frame.shown.id) is frame
            and games is before.games
            and tables is before.standings
        )
        self._drawn[frame.shown.id] = frame
        if before is not None and same:
            return before
        shown = replace(frame.shown, games=games, standings=tables)
        return before if before is not None and shown == before else shown

    def _games(
        self,
        frame: _Frame,
        cut: datetime,
        stirred: set[GameId],
        before: ShownTournament | None,
    ) -> Mapping[GameId, ShownGame]:
        """The games of all rounds; those looked at anew that were stirred, or all of them."""
        if before is not None and self._drawn.get(frame.shown.id) is frame:
            wanted = {game: frame.started[game] for game in stirred if game in frame.started}
            games = dict(before.games)
        else:
            wanted, games = dict(frame.started), {}
        for game, started in wanted.items():
            games[game] = self._glimpse(game, cut, started, frame.order)
        if (
            before is not None
            and before.games.keys() == games.keys()
            and all(games[game] is before.games[game] for game in wanted)
        ):
            return before.games
        return MappingProxyType(games)

    def _glimpse(
        self, game: GameId, cut: datetime, started: bool, order: tuple[Source, ...]
    ) -> ShownGame:
        record = self._records.game(game)
        old = self._seen.get(game)
        if (
            old is not None
            and old.record is record
            and old.round_started == started
            and old.order == order
            and (old.glimpse.until is None or cut < old.glimpse.until)
        ):
            return old.glimpse.game
        glimpse = at_cut(record, cut, self._showing, round_started=started, order=order)
        if old is not None and old.glimpse.game == glimpse.game:
            glimpse = GameAtCut(old.glimpse.game, glimpse.until)
        self._seen[game] = _Seen(record, started, order, glimpse)
        if glimpse.until is not None:
            heappush(self._due, (glimpse.until, game))
        return glimpse.game


def _frame_at(record: TournamentHistory, cut: datetime, old: ShownTournament | None) -> _Frame:
    settings = record.settings.value_at(cut)
    players: Mapping[PlayerId, ShownPlayer] = {
        id_: _shown_player(player)
        for id_, history in record.players.items()
        if (player := history.value_at(cut)) is not None
    }
    if old is not None and old.players == players:
        players = old.players
    stages = tuple(
        ShownStage(stage.id, stage.name, stage.rounds, stage.time_control)
        for history in record.stages.values()
        if (stage := history.value_at(cut)) is not None
    )
    shown = ShownTournament(
        id=record.id,
        name=settings.name if settings else record.id,
        city=settings.city if settings else "",
        federation=settings.federation if settings else "",
        start=settings.start if settings else "",
        end=settings.end if settings else "",
        stages=stages,
        players=players,
        rounds=_rounds_at(record, cut, {} if old is None else _rounds_of(old)),
        games=MappingProxyType({}),
    )
    order = record.order.value_at(cut) or DEFAULT_ORDER
    started = {
        game: round_.started_at is not None
        for round_ in shown.rounds
        for pairing in round_.pairings
        for game in pairing.games
    }
    return _Frame(record.version, _frame_until(record, cut), shown, order, started)


def _rounds_of(shown: ShownTournament) -> dict[RoundKey, ShownRound]:
    return {(round_.stage, round_.round_no): round_ for round_ in shown.rounds}


def _rounds_at(
    record: TournamentHistory, cut: datetime, old: Mapping[RoundKey, ShownRound]
) -> tuple[ShownRound, ...]:
    place = {stage: number for number, stage in enumerate(record.stages)}
    rounds = []
    for key, round_ in record.rounds.items():
        shown = _round_at(record, round_, cut)
        if shown is not None:
            before = old.get(key)
            rounds.append(before if before is not None and before == shown else shown)
    return tuple(sorted(rounds, key=lambda r: (place.get(r.stage, len(place)), r.round_no)))


def _round_at(
    tournament: TournamentHistory, record: RoundHistory, cut: datetime
) -> ShownRound | None:
    fact = record.published.value_at(cut)
    if fact is None:
        return None
    started = record.started.step_at(cut)
    pairings = tuple(
        _pairing_at(tournament, pairing, cut)
        for pairing in sorted(fact.pairings, key=lambda pairing: pairing.board)
    )
    return ShownRound(
        stage=fact.stage,
        round_no=fact.round_no,
        published_at=record.published.steps[0][0],
        started_at=started[0] if started is not None else None,
        closed=record.closed.value_at(cut) is True,
        pairings=pairings,
        byes=tuple(ShownBye(bye.player, str(bye.bye)) for bye in fact.byes),
    )


def _pairing_at(tournament: TournamentHistory, pairing: Pairing, cut: datetime) -> ShownPairing:
    further = tuple(
        ShownFurther(
            added.game,
            added.white,
            added.black,
            added.role,
            added.time_control,
            added.black_time_control,
            added.draw_odds,
            added.board if added.board is not None else pairing.board,
        )
        for history in tournament.further.get(pairing.id, {}).values()
        if (added := history.value_at(cut)) is not None
    )
    games = (*pairing.games, *(one.game for one in further))
    return ShownPairing(pairing.id, pairing.board, pairing.white, pairing.black, games, further)


def _frame_until(record: TournamentHistory, cut: datetime) -> datetime | None:
    moments = [
        record.settings.next_after(cut),
        record.order.next_after(cut),
        record.scored.next_after(cut),
    ]
    moments += [history.next_after(cut) for history in record.stages.values()]
    moments += [history.next_after(cut) for history in record.players.values()]
    moments += [
        history.next_after(cut) for games in record.further.values() for history in games.values()
    ]
    for round_ in record.rounds.values():
        moments.append(round_.published.next_after(cut))
        moments.append(round_.started.next_after(cut))
        moments.append(round_.closed.next_after(cut))
    return earliest(*moments)


def _shown_player(player: Player) -> ShownPlayer:
    return ShownPlayer(
        id=player.id,
        name=player.name,
        title=player.title,
        rating=player.rating,
        federation=player.federation,
        fide_id=player.fide_id,
        club=player.club,
    )


def someone_plays(feed: Feed) -> bool:
    """True while any game of the feed is going on."""
    return any(
        game.state is GameState.PLAYING
        for tournament in feed.tournaments.values()
        for game in tournament.games.values()
    )
