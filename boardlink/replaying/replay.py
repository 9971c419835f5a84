"""PURE. Capture files played again: every game in them, in the fixed replay format.

One capture may hold several games: a game ends when the men stand at the start again, and
the next one begins there. Nothing here depends on how the bytes were cut into reads.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

import chess

from boardlink.captures.bus_line import split_line
from boardlink.captures.capture import Capture, LinkKind, Note, Received, decode_capture
from boardlink.captures.decoders import MemorySent, decoder_of
from boardlink.captures.livechess import split_livechess
from boardlink.errors import UsageError
from boardlink.readings import LinkLost, Reading, TimePassed, View
from boardlink.sensing import tracker as tracking
from boardlink.sensing.cautious import cautious, no_more_than_likely
from boardlink.sensing.occupancy import expected_by, named, naming_for
from boardlink.sensing.squares.placement import START, chess960_fen, turned
from boardlink.sensing.tracker import GameSetup, Observed, Tracker, TrackerSettings, Verdict
from facts.fact import PiecesSetUp
from facts.ids import GameId
from facts.result import pgn_token

BREAKS = ("lost", "plug", "offline", "disconnect", "gone", "closed", "dropped", "link", "silent")
"""Words of a note that tell of a break in the recording."""


@dataclass(frozen=True, slots=True)
class ReplayedGame:
    """One game of a capture.

    Attributes:
        file: what the capture is called.
        game: its number in the capture, from 0.
        observed: every fact, as it was given while the game went on.
        cost: what speaks against the line, in nats (docs/tracking.md).
    """

    file: str
    device: str
    game: int
    start_fen: str
    verdict: Verdict
    observed: tuple[Observed, ...] = field(default=(), repr=False)
    cost: float = field(default=0.0, compare=False, repr=False)


def replay_bytes(
    data: bytes, file: str, settings: TrackerSettings | None = None
) -> list[ReplayedGame]:
    """Every game of a capture file's content.

    Raises:
        CaptureError: a line that cannot be read; names file and line.
        UsageError: the header's start position is no FEN.
    """
    return replay_capture(decode_capture(data, file), file, settings)


def replay_capture(
    capture: Capture, file: str, settings: TrackerSettings | None = None
) -> list[ReplayedGame]:
    """Every game of a capture; one without a move only where there is no other.

    In the capture of a bus line, or of a whole LiveChess, these are the games of all its
    boards, board by board.
    """
    boards = _boards_of(capture)
    if boards != (capture,):
        return [game for board in boards for game in replay_capture(board, file, settings)]
    run = _Run(capture, file, settings if settings is not None else TrackerSettings())
    for t, reading in readings_of(capture):
        run.take(reading, t)
    return run.end(_end_of(capture))


def repaired(
    capture: Capture,
    file: str,
    game: int,
    told: Mapping[int, str],
    settings: TrackerSettings | None = None,
) -> ReplayedGame:
    """A game of a capture, read again knowing some of its moves.

    Args:
        capture: the recording.
        file: what it is called.
        game: which of its games, from 0, as :func:`replay_capture` has them.
        told: plies (from 1) and their moves (UCI): all of a scoresheet, or one correction.
        settings: the tracker's.

    Raises:
        UsageError: the capture has no such game.
    """
    chosen = settings if settings is not None else TrackerSettings()
    boards = _boards_of(capture)
    if boards != (capture,):
        before = 0
        for board in boards:
            count = len(replay_capture(board, file, chosen))
            if game < before + count:
                return repaired(board, file, game - before, told, chosen)
            before += count
        raise UsageError(f"{file}: there is no game {game}, it holds {before}")
    run = _Run(capture, file, chosen, {game: tuple(sorted(told.items()))})
    for t, reading in readings_of(capture):
        run.take(reading, t)
    games = run.end(_end_of(capture))
    if game >= len(games):
        raise UsageError(f"{file}: there is no game {game}, it holds {len(games)}")
    return games[game]


def _boards_of(capture: Capture) -> tuple[Capture, ...]:
    """A capture for each board, where it holds several."""
    if capture.header.link is LinkKind.BUS:
        return split_line(capture)
    return split_livechess(capture)


def _end_of(capture: Capture) -> float:
    return max((record.t for record in capture.records), default=0.0)


def readings_of(capture: Capture) -> Iterator[tuple[float, Reading]]:
    """What the device reported, with the time at which each report was complete."""
    decoder = decoder_of(capture.header)
    for record in capture.records:
        match record:
            case Received(t=t, data=data):
                for decoded in decoder.feed(data):
                    if not isinstance(decoded, MemorySent):
                        yield t, decoded
            case Note(t=t, text=text):
                if any(word in text.lower() for word in BREAKS):
                    yield t, LinkLost()
            case _:
                pass


class _Run:
    """One pass over a capture."""

    def __init__(
        self,
        capture: Capture,
        file: str,
        settings: TrackerSettings,
        told: Mapping[int, tuple[tuple[int, str], ...]] | None = None,
    ) -> None:
        self._told = told if told is not None else {}
        self._header = capture.header
        self._file = file
        self._settings = settings
        self._view = View()
        self._t = 0.0
        self._games: list[ReplayedGame] = []
        self._fen = capture.header.start_fen or chess.STARTING_FEN
        self._said: list[Observed] = []
        self._tracker = self._begin(self._fen)
        self._naming = naming_for(self._tracker)
        self._over = False

    def take(self, reading: Reading, t: float) -> None:
        self._wake_until(t)
        self._t = max(self._t, t)
        self._naming, readings = named(self._naming, reading, expected_by(self._tracker))
        for one in readings:
            self._view = self._view.after(one)
            self._step(one, self._t)

    def end(self, t: float) -> list[ReplayedGame]:
        self._wake_until(t)
        self._t = max(self._t, t)
        self._tracker, said = tracking.finish(self._tracker, self._t)
        self._say(said)
        self._keep()
        return self._games

    def _begin(self, fen: str) -> Tracker:
        number = len(self._games)
        setup = GameSetup(
            GameId(f"{self._header.device or 'board'}.{number}"),
            self._header.started,
            fen,
            self._header.chess960,
            told=self._told.get(number, ()),
        )
        return tracking.begin(setup, self._settings)

    def _wake_until(self, t: float) -> None:
        while True:
            wake = tracking.wake_at(self._tracker)
            if wake is None or wake > t:
                return
            self._t = max(self._t, wake)
            self._step(TimePassed(), self._t)

    def _step(self, reading: Reading, t: float) -> None:
        self._tracker, said = tracking.step(self._tracker, reading, t)
        self._say(said)
        if any(isinstance(observed.fact, PiecesSetUp) for observed in said):
            self._next_game(t)

    def _next_game(self, t: float) -> None:
        self._keep()
        self._fen = self._next_fen()
        self._said = []
        self._tracker = self._begin(self._fen)
        self._naming = naming_for(self._tracker, self._naming)
        for reading in self._view.readings():
            self._tracker, said = tracking.step(self._tracker, reading, t)
            self._say(said)

    def _say(self, said: Iterable[Observed]) -> None:
        self._said += cautious(said) if self._naming.infers else said

    def _next_fen(self) -> str:
        """The start position that stands on the board now."""
        raw = self._view.placement
        if raw is None:
            return self._fen
        first = tracking.begin(GameSetup(GameId(""), self._header.started, self._fen)).start
        for seen in (raw, turned(raw)):
            if seen == first.placement:
                return self._fen
            if seen == START:
                return chess.STARTING_FEN
            if self._header.chess960 and (fen := chess960_fen(seen)) is not None:
                return fen
        return self._fen

    def _keep(self) -> None:
        verdict = tracking.verdict(self._tracker)
        if self._naming.infers:
            verdict = replace(verdict, certainty=no_more_than_likely(verdict.certainty))
        empty = not verdict.moves and verdict.result is None and not verdict.alternatives
        if empty and self._games:
            return
        if self._games and not self._games[-1].verdict.moves and self._is_void(self._games[-1]):
            self._games.pop()
        self._games.append(
            ReplayedGame(
                self._file,
                self._header.device,
                len(self._games),
                self._fen,
                verdict,
                tuple(self._said),
                tracking.cost(self._tracker),
            )
        )

    @staticmethod
    def _is_void(game: ReplayedGame) -> bool:
        return game.verdict.result is None and not game.verdict.alternatives


def to_json(game: ReplayedGame) -> str:
    """One line of what ``topboards boards replay --json`` prints, without its end."""
    verdict = game.verdict
    return json.dumps(
        {
            "file": game.file,
            "device": game.device,
            "game": game.game,
            "start_fen": game.start_fen,
            "moves": list(verdict.moves),
            "clocks": list(verdict.clocks),
            "marks": [
                {"ply": mark.ply, "mark": str(mark.mark), "text": mark.text}
                for mark in verdict.marks
            ],
            "alternatives": [list(moves) for moves in verdict.alternatives],
            "result": pgn_token(verdict.result),
            "result_by": verdict.by,
            "certainty": str(verdict.certainty),
            "issues": [
                {
                    "code": issue.code,
                    "at": issue.at.isoformat().replace("+00:00", "Z"),
                    "ply": issue.ply,
                    "text": issue.text,
                }
                for issue in verdict.issues
            ],
        },
        ensure_ascii=False,
    )
