"""A spectator that keeps what it was told, as the page does."""

from dataclasses import dataclass, field

from broadcast.messages import messages as m
from broadcast.messages import parts as wire


@dataclass(slots=True)
class Game:
    """A game as a spectator knows it."""

    state: str
    ply: int
    fen: str
    san: str
    uci: str
    clock: wire.WireClock | None
    result: wire.WireResult | None
    live: bool
    notes: tuple[str, ...]
    line: list[wire.WireMove] | None = None


@dataclass(slots=True)
class Replica:
    """Takes messages in, refuses gaps."""

    epoch: str = ""
    n: int = 0
    heads: dict[str, tuple[object, ...]] = field(default_factory=dict)
    players: dict[str, dict[str, wire.WirePlayer]] = field(default_factory=dict)
    rounds: dict[str, dict[tuple[str, int], wire.WireRound]] = field(default_factory=dict)
    games: dict[str, dict[str, Game]] = field(default_factory=dict)
    standings: dict[str, tuple[wire.WireTable, ...]] = field(default_factory=dict)

    def take(self, data: bytes | str) -> m.Message:
        message = m.decode(data)
        match message:
            case m.Snapshot():
                self.epoch, self.n = message.epoch, message.n
                self.heads, self.players, self.rounds = {}, {}, {}
                self.games, self.standings = {}, {}
                for tournament in message.tournaments:
                    self._tournament(tournament)
            case m.Delta():
                assert message.n == self.n + 1, "messages are dense"
                self.n = message.n
                for event in message.events:
                    self._event(event)
            case m.Alive():
                assert message.n == self.n
        return message

    def open(self, line: m.GameLine) -> None:
        """Know a game's line from now on."""
        assert (line.epoch, line.n) == (self.epoch, self.n)
        for games in self.games.values():
            if line.game in games:
                games[line.game].line = list(line.moves)

    def _tournament(self, told: wire.WireTournament) -> None:
        self.heads[told.id] = (told.name, told.place, told.stages)
        self.players[told.id] = {player.id: player for player in told.players}
        self.rounds[told.id] = {(r.stage, r.round): r for r in told.rounds}
        self.games[told.id] = {game.id: _game(game) for game in told.games}
        self.standings[told.id] = told.standings

    def _event(self, event: m.Event) -> None:
        match event:
            case m.TournamentEvent():
                self._tournament(event.tournament)
            case m.TournamentGone():
                for known in (self.heads, self.players, self.rounds, self.games, self.standings):
                    known.pop(event.tournament)
            case m.PlayersEvent():
                self.players[event.tournament] |= {p.id: p for p in event.players}
            case m.RoundEvent():
                key = (event.round.stage, event.round.round)
                self.rounds[event.tournament][key] = event.round
                self.games[event.tournament] |= {game.id: _game(game) for game in event.games}
            case m.MovesEvent():
                game = self.games[event.tournament][event.game]
                game.fen, game.san, game.uci = event.fen, event.san, event.uci
                game.ply = event.ply - 1 + len(event.moves)
                if game.line is not None:
                    game.line[event.ply - 1 :] = event.moves
            case m.StateEvent():
                game = self.games[event.tournament][event.game]
                game.state, game.clock, game.result = event.state, event.clock, event.result
                game.live, game.notes = event.live, event.notes
            case m.StandingsEvent():
                self.standings[event.tournament] = event.tables


def _game(told: wire.WireGame) -> Game:
    return Game(
        told.state,
        told.ply,
        told.fen,
        told.san,
        told.uci,
        told.clock,
        told.result,
        told.live,
        told.notes,
    )
