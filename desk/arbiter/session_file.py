"""Sessions on disk: whoever is signed in stays so when the program is started again.

The file holds hashes of the sessions' secrets and nobody can sign in with it; it is readable
for the program's user alone all the same.
"""

import asyncio
import logging
import os
from datetime import timedelta
from pathlib import Path
from typing import Final

import msgspec

from desk.arbiter.sign_in import KeptSession, SignIn
from facts.clock import Clock

logger = logging.getLogger(__name__)

SAVE_EVERY: Final = timedelta(minutes=1)
"""How often it is written that sessions are still in use."""
MAX_BYTES: Final = 1 << 20


class SessionFile:
    """Keeps the sessions of a desk in a file; trouble with it only means to sign in anew."""

    def __init__(self, path: Path, sign_in: SignIn, clock: Clock) -> None:
        """``path`` need not be there."""
        self._path = path
        self._sign_in = sign_in
        self._clock = clock
        self._written = b""
        self._saved = clock.now()
        self._saving = asyncio.Lock()

    def load(self) -> None:
        """Go on with the sessions of the last run."""
        try:
            with self._path.open("rb") as file:
                data = file.read(MAX_BYTES)
            kept = msgspec.json.decode(data, type=list[KeptSession])
        except FileNotFoundError:
            return
        except (OSError, msgspec.MsgspecError) as error:
            logger.warning("%s cannot be read: everybody signs in anew: %s", self._path, error)
            return
        # A time without a zone cannot be compared with ours.
        known = [one for one in kept if one.begun.tzinfo and one.used.tzinfo]
        self._sign_in.take_along(known, self._clock.now())

    def save(self) -> None:
        """Write the sessions, where they have changed."""
        data = msgspec.json.encode(self._sign_in.kept(self._clock.now()))
        if data == self._written:
            return
        fresh = self._path.with_name(self._path.name + ".new")
        try:
            with open(fresh, "wb", opener=_private) as file:
                file.write(data)
            fresh.replace(self._path)
        except OSError as error:
            logger.warning("%s cannot be written: %s", self._path, error)
            return
        self._written = data

    async def keep(self, *, at_once: bool = False) -> None:
        """Save now and then, or at once: after somebody has signed in or out."""
        async with self._saving:
            now = self._clock.now()
            if at_once or now - self._saved >= SAVE_EVERY:
                self._saved = now
                await asyncio.to_thread(self.save)


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
