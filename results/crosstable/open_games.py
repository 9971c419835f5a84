"""PURE. Games that are not finished: adjourned ones (TRF ``?``), and those without a result.

For pairing such a game is a draw (C.04.2); a player's points may stand without it, and no
standings are final while one is open.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from facts.fact import Side
from facts.result import ResultKind, Score
from facts.settings import Scoring
from results.crosstable.model import NOBODY, Crosstable, Entrant, Number, Points, RoundEntry
from results.crosstable.scoring import entry_points

NAMED = 10
"""So many games are named in a sentence; of more the number is enough."""


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A game that is not finished.

    Attributes:
        text: the round and both players, as an arbiter finds the game by.
    """

    round_no: int
    white: Number
    black: Number
    text: str

    def __str__(self) -> str:
        """The round and both players."""
        return self.text

    def of(self, number: Number) -> bool:
        """True for both of its players."""
        return number in (self.white, self.black)


def is_open(entry: RoundEntry) -> bool:
    """True for a game, and not a bye, that has no result or an adjourned game's."""
    return entry.opponent != NOBODY and (entry.score is None or entry.kind is ResultKind.ADJOURNED)


def open_games(table: Crosstable) -> tuple[OpenGame, ...]:
    """The games that are not finished, by round, and in it by White's place in the table."""
    found = []
    for round_no in range(1, table.played + 1):
        for entrant in table.entrants:
            entry = entrant.entry(round_no)
            first = entry.colour is Side.WHITE or (
                entry.colour is None and entrant.number < entry.opponent
            )
            if is_open(entry) and first:
                names = f"{_named(table, entrant.number)} – {_named(table, entry.opponent)}"
                text = f"round {round_no}: {names}"
                found.append(OpenGame(round_no, entrant.number, entry.opponent, text))
    return tuple(found)


def _named(table: Crosstable, number: Number) -> str:
    known = table.by_number.get(number)
    return f"{number} {known.player.name}".rstrip() if known is not None else str(number)


def listed(games: Sequence[OpenGame]) -> str:
    """The games in one line, the first ones by name."""
    text = "; ".join(game.text for game in games[:NAMED])
    return f"{text}; and {len(games) - NAMED} more" if len(games) > NAMED else text


def with_open_games_as(table: Crosstable, score: Score | None, kind: ResultKind) -> Crosstable:
    """The table with every game that is not finished counted so."""
    if not any(is_open(entry) for e in table.entrants for entry in e.entries):
        return table

    def counted(entry: RoundEntry) -> RoundEntry:
        return replace(entry, score=score, kind=kind) if is_open(entry) else entry

    return replace(
        table,
        entrants=tuple(
            replace(entrant, entries=tuple(counted(entry) for entry in entrant.entries))
            for entrant in table.entrants
        ),
    )


def as_draws(table: Crosstable) -> Crosstable:
    """The table with every game that is not finished as a draw, as pairing has it (C.04.2)."""
    return with_open_games_as(table, Score.DRAW, ResultKind.ADJOURNED)


def left_out(table: Crosstable) -> Crosstable:
    """The table in which games that are not finished give nobody any points."""
    return with_open_games_as(table, None, ResultKind.PLAYED)


def open_points(entrant: Entrant, rounds: int, scoring: Scoring) -> tuple[Points, Points]:
    """What a player's open games are worth as the table counts them, and all as draws."""
    entries = [entrant.entry(r) for r in range(1, rounds + 1) if is_open(entrant.entry(r))]
    now = sum(entry_points(entry, scoring) for entry in entries)
    return Points(now), Points(len(entries) * scoring.draw)
