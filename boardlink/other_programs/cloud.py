"""A tournament in the LiveChess Cloud, read as gently as it is served (docs/livechess.md).

Its list of a round tells which games are live; only those are asked for again and again,
one after another, and boards far down the hall less often. A game that has ended is asked
for once more and then kept.
"""

import asyncio

from boardlink.other_programs.game import ForeignGame, foreign_game
from boardlink.other_programs.source import Look, SourceError
from boardlink.other_programs.web import Fetcher, Pages
from facts.clock import Clock
from facts.errors import PgnError
from facts.livechess_json import (
    CloudGame,
    CloudIndex,
    CloudPairing,
    read_game,
    read_host,
    read_index,
    read_tournament,
    results_differ,
    to_pgn,
)

GAP_S = 0.1
"""Between two requests."""
TOP_BOARDS = 30
FAR_DOWN_EVERY = 6
"""Boards below the top ones, and games that have not begun, are asked for at every sixth look."""
TOURNAMENT_EVERY = 30
"""Looks between two questions for the tournament itself, whose rounds seldom change."""

_Told = tuple[str, CloudPairing, CloudGame]
"""The round's date, and what list and game tell of one board."""


class LiveChessCloud:
    """See :class:`boardlink.other_programs.source.GamesSource`."""

    family = "livechess-cloud"

    def __init__(self, uuid: str, lookup: str, fetcher: Fetcher, clock: Clock) -> None:
        """``lookup``: the server that tells where the tournament is."""
        self._uuid = uuid
        self._lookup = lookup.rstrip("/")
        self._fetcher = fetcher
        self._pages = Pages(fetcher, clock)
        self._root = ""
        self._title = ""
        self._rounds = 0
        self._looks = 0
        self._finished: dict[tuple[int, int], CloudPairing] = {}
        self._games: dict[tuple[int, int], CloudGame] = {}
        self._made: dict[tuple[int, int], tuple[_Told, ForeignGame | str]] = {}

    @property
    def name(self) -> str:
        """What people call it."""
        return f"livechess-cloud {self._uuid[:8]}"

    @property
    def place(self) -> str:
        """Its page."""
        return f"https://view.livechesscloud.com/#{self._uuid}"

    async def look(self, rounds: frozenset[int]) -> Look:
        """See :class:`boardlink.other_programs.source.GamesSource`."""
        if not self._root:
            self._root = await self._find()
        if self._looks % TOURNAMENT_EVERY == 0 or not self._rounds:
            await self._read_tournament()
        found: list[ForeignGame] = []
        problems: list[tuple[str, str]] = []
        for round_no in range(1, self._rounds + 1):
            if round_no in rounds:
                index = await self._index(round_no)
                if index is not None:
                    await self._read_round(round_no, index, found, problems)
        self._looks += 1
        return Look(tuple(found), tuple(problems))

    async def close(self) -> None:
        """See :class:`boardlink.other_programs.source.GamesSource`."""
        await self._fetcher.close()

    async def _find(self) -> str:
        """The server that has the tournament."""
        url = f"{self._lookup}/meta/{self._uuid}"
        try:
            host = read_host(await self._pages.get(url))
        except SourceError as error:
            if error.early:
                raise SourceError(
                    f"{url}: the cloud knows no such tournament (yet): check its id", early=True
                ) from error
            raise
        if not host:
            raise SourceError(f"{url}: the answer names no server: is this LiveChess Cloud?")
        scheme = self._lookup.partition("://")[0]
        return f"{scheme}://{host}/get/{self._uuid}"

    async def _read_tournament(self) -> None:
        url = f"{self._root}/tournament.json"
        told = read_tournament(await self._pages.get(url))
        if told is None:
            raise SourceError(f"{url}: this is no tournament's JSON")
        self._title, self._rounds = told.name, len(told.rounds)

    async def _index(self, round_no: int) -> CloudIndex | None:
        """A round's pairings; None where the round is not there yet."""
        url = f"{self._root}/round-{round_no}/index.json"
        data = await self._maybe(url)
        if data is None:
            return None
        index = read_index(data)
        if index is None:
            raise SourceError(f"{url}: this is no round's JSON")
        return index

    async def _read_round(
        self,
        round_no: int,
        index: CloudIndex,
        found: list[ForeignGame],
        problems: list[tuple[str, str]],
    ) -> None:
        for board, pairing in enumerate(index.pairings, start=1):
            key = (round_no, board)
            where = f"{self.name}, round-{round_no}/game-{board}"
            if self._is_due(key, pairing):
                data = await self._maybe(f"{self._root}/round-{round_no}/game-{board}.json?poll")
                game = CloudGame() if data is None else read_game(data)
                if game is None:
                    problems.append((where, f"{where} is no game's JSON"))
                else:
                    self._games[key] = game
                    self._keep(key, pairing, game)
            told = (index.date, pairing, self._games.get(key, CloudGame()))
            made = self._made.get(key)
            if made is None or made[0] != told:
                made = self._made[key] = (told, self._report(round_no, board, where, told))
            if isinstance(made[1], str):
                problems.append((where, made[1]))
            else:
                found.append(made[1])

    def _report(self, round_no: int, board: int, where: str, told: _Told) -> ForeignGame | str:
        """A game as a report, or why it is none."""
        date, pairing, game = told
        doubt = ""
        if results_differ(pairing, game):
            doubt = f"{where}: the round's list and the game do not give one result"
        try:
            pgn = to_pgn(self._title, round_no, board, date, pairing, game)
        except PgnError as error:
            return f"{where}: {error}"
        return foreign_game(pgn, where, doubt, program="livechess")

    def _is_due(self, key: tuple[int, int], pairing: CloudPairing) -> bool:
        if self._finished.get(key) == pairing:
            return False
        known = self._games.get(key)
        waits = known is not None and not known.moves and not pairing.live
        if known is None or pairing.result != "*" or (key[1] <= TOP_BOARDS and not waits):
            return True
        return (self._looks + key[1]) % FAR_DOWN_EVERY == 0

    def _keep(self, key: tuple[int, int], pairing: CloudPairing, game: CloudGame) -> None:
        """A game that list and game call ended is asked for no more."""
        self._finished.pop(key, None)
        if not pairing.live and not game.live and pairing.result != "*" and game.moves:
            self._finished[key] = pairing

    async def _maybe(self, url: str) -> bytes | None:
        """A page, None where it is not there yet."""
        await asyncio.sleep(GAP_S)
        try:
            return await self._pages.get(url)
        except SourceError as error:
            if error.early:
                return None
            raise
