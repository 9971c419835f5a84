"""PURE. The journal: who did what, and what the boards said, in words and the newest first."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from desk.commands.situation import Situation
from desk.views.fact_lines import words_of
from facts.envelope import Entry
from facts.ids import GameId


@dataclass(frozen=True, slots=True)
class JournalLine:
    """One line.

    Attributes:
        logged_at: when it was written; later than ``at`` for what was entered afterwards.
        because: what it answers, in words.
    """

    seq: int
    at: datetime
    logged_at: datetime
    actor: str
    role: str
    text: str
    reason: str
    because: tuple[str, ...]


def journal(
    entries: Sequence[Entry], known: Situation, tournament: str | None, limit: int
) -> list[JournalLine]:
    """The newest lines of one tournament and of the hall itself; None: of all."""
    lines: list[JournalLine] = []
    by_seq = {entry.seq: entry for entry in entries}
    for entry in reversed(entries):
        if len(lines) >= limit:
            break
        if not _belongs(entry, known, tournament):
            continue
        words = words_of(entry, known)
        if words is not None:
            lines.append(
                JournalLine(
                    seq=entry.seq,
                    at=entry.at,
                    logged_at=entry.logged_at,
                    actor=entry.draft.actor.name,
                    role=entry.draft.actor.role.value,
                    text=words,
                    reason=entry.draft.reason,
                    because=tuple(
                        cause
                        for seq in entry.draft.because
                        if seq in by_seq and (cause := words_of(by_seq[seq], known)) is not None
                    ),
                )
            )
    return lines


def _belongs(entry: Entry, known: Situation, tournament: str | None) -> bool:
    game = known.hall.games.get(getattr(entry.fact, "game", None) or GameId(""))
    whose = game.tournament if game is not None else entry.tournament
    return tournament is None or whose is None or whose == tournament
