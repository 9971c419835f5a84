"""Pairing in a process of its own: a large field takes seconds, and must not stop the hall.

The process is this module, run anew for each round: it reads a job from its standard input
and writes the answer. It can be stopped at any time and is stopped at the time limit, so
an engine that runs for ever costs nothing but its round.
"""

import asyncio
import os
import pickle
import sys
from typing import Final, Protocol

from desk.errors import PairingFailedError
from desk.pairing_job import PairingJob, pair_now
from results.errors import ResultsError
from results.pairing.answer import RoundPairing

TIME_LIMIT_S: Final = 120.0
"""Six times what 1,000 players take (handbook, pairing §7)."""


class Pairer(Protocol):
    """Whoever makes pairings."""

    async def pair(self, job: PairingJob) -> RoundPairing:
        """Pair a round; safe to cancel.

        Raises:
            PairingFailedError: no pairing was made, and why.
        """
        ...


class InlinePairer:
    """Pairs in this process: for small fields, and for tests on virtual time."""

    async def pair(self, job: PairingJob) -> RoundPairing:
        """Pair a round; nothing else runs meanwhile."""
        try:
            return pair_now(job)
        except ResultsError as error:
            raise PairingFailedError(str(error)) from error


class ProcessPairer:
    """Pairs in a process of its own, with a time limit."""

    def __init__(self, time_limit_s: float = TIME_LIMIT_S) -> None:
        """Stop the process after ``time_limit_s``."""
        self._time_limit_s = time_limit_s

    async def pair(self, job: PairingJob) -> RoundPairing:
        """Pair a round; cancelling stops the process.

        Raises:
            PairingFailedError: no pairing was made, and why.
        """
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "desk.pairing_worker",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            async with asyncio.timeout(self._time_limit_s):
                answer, said = await process.communicate(pickle.dumps(job))
        except TimeoutError as error:
            raise PairingFailedError(
                f"pairing took longer than {self._time_limit_s:.0f} s and was stopped. Pair "
                "by another program and enter the round, or try again"
            ) from error
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        if process.returncode != 0:
            last = said.decode(errors="replace").strip().rsplit("\n", 1)[-1]
            raise PairingFailedError(f"the pairing process failed: {last or process.returncode}")
        # The bytes come from our own child over a pipe that nobody else holds.
        made = pickle.loads(answer)
        if isinstance(made, RoundPairing):
            return made
        raise PairingFailedError(str(made))


def main() -> None:
    """Answer one job: a pairing, or the sentence that says why there is none."""
    # Whatever an engine prints must not get into the answer.
    answer = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    job = pickle.load(sys.stdin.buffer)
    made: RoundPairing | str
    try:
        made = pair_now(job)
    except ResultsError as error:
        made = str(error)
    with answer:
        answer.write(pickle.dumps(made))


if __name__ == "__main__":
    main()
