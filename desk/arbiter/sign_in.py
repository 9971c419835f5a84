"""PURE. Who is signed in: links that work once, sessions that end, both kept as hashes only.

Tokens are made elsewhere (they need chance); the time is an argument. Links are gone with the
process; sessions can be taken along to the next start (:meth:`SignIn.kept`).
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from facts.envelope import Actor

LINK_LIFE: Final = timedelta(minutes=15)
"""How long a sign-in link works (ASVS 5.0, 7.2: minutes)."""
IDLE_LIFE: Final = timedelta(hours=4)
"""A session that nobody used ends: longer than a round, shorter than a night."""
SESSION_LIFE: Final = timedelta(hours=16)
"""A session ends however much it is used: one day of a tournament."""
MAX_TRIES: Final = 10
TRIES_IN: Final = timedelta(minutes=1)
"""Wrong links are answered this often in this time, then everybody waits."""
MAX_WANTED: Final = 3
WANTED_IN: Final = timedelta(minutes=5)
"""A new link is printed this often in this time: nobody can flood the terminal from afar."""


@dataclass(frozen=True, slots=True)
class KeptSession:
    """A session without the secret that opens it: ``key`` is a hash of that."""

    key: str
    actor: Actor
    begun: datetime
    used: datetime


@dataclass(slots=True)
class _Session:
    actor: Actor
    begun: datetime
    used: datetime


class SignIn:
    """The links that were given out and the sessions that run."""

    def __init__(self) -> None:
        """Nobody is signed in."""
        self._links: dict[str, tuple[Actor, datetime]] = {}
        self._sessions: dict[str, _Session] = {}
        self._failures: list[datetime] = []
        self._wanted: list[datetime] = []

    def may_want(self, now: datetime) -> bool:
        """Note that somebody outside asks for a new link; false where that is too often."""
        self._wanted = [at for at in self._wanted if at > now - WANTED_IN]
        if len(self._wanted) >= MAX_WANTED:
            return False
        self._wanted.append(now)
        return True

    def kept(self, now: datetime) -> tuple[KeptSession, ...]:
        """The sessions that run, for the next start of the program."""
        return tuple(
            KeptSession(key, known.actor, known.begun, known.used)
            for key, known in self._sessions.items()
            if _runs(known, now)
        )

    def take_along(self, kept: Iterable[KeptSession], now: datetime) -> None:
        """Go on with sessions of an earlier run; those that have ended stay ended."""
        for one in kept:
            session = _Session(one.actor, one.begun, one.used)
            if one.begun <= one.used <= now and _runs(session, now):
                self._sessions[one.key] = session

    def give_link(self, token: str, actor: Actor, now: datetime) -> None:
        """Let whoever has ``token`` sign in as ``actor``, once and soon."""
        self._links = {h: link for h, link in self._links.items() if link[1] > now}
        self._links[_hash(token)] = (actor, now + LINK_LIFE)

    def use_link(self, token: str, session: str, now: datetime) -> Actor | None:
        """Begin a session with the fresh token ``session``; None where the link does not work."""
        self._failures = [at for at in self._failures if at > now - TRIES_IN]
        if len(self._failures) >= MAX_TRIES:
            return None
        actor, until = self._links.pop(_hash(token), (None, now))
        if actor is None or until <= now:
            self._failures.append(now)
            return None
        self._sessions[_hash(session)] = _Session(actor, now, now)
        return actor

    def who(self, session: str, now: datetime) -> Actor | None:
        """Who a session belongs to; None where it has ended."""
        if not self.lives(session, now):
            return None
        known = self._sessions[_hash(session)]
        known.used = now
        return known.actor

    def lives(self, session: str, now: datetime) -> bool:
        """True for a session that has not ended; asking does not count as using it."""
        key = _hash(session)
        known = self._sessions.get(key)
        if known is None:
            return False
        if not _runs(known, now):
            del self._sessions[key]
            return False
        return True

    def end(self, session: str) -> None:
        """Sign out."""
        self._sessions.pop(_hash(session), None)


def _runs(session: _Session, now: datetime) -> bool:
    return now - session.used <= IDLE_LIFE and now - session.begun <= SESSION_LIFE


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
