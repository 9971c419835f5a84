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

from desk.commands.drafts.pairing_job import CorrectionJob, PairingJob, pair_now, weigh_now
from desk.errors import PairingFailedError
from results.errors import ResultsError
from results.pairing.answer import RoundPairing

TIME_LIMIT_S: Final = 120.0
"""Six times what 1,000 players took at the most."""


WEIGH_LIMIT_S: Final = 20.0
"""An arbiter who waits at a question does not wait longer."""


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
        made = await _ask(job, self._time_limit_s)
        if isinstance(made, RoundPairing):
            return made
        raise PairingFailedError(str(made))


async def weigh(job: CorrectionJob, time_limit_s: float = WEIGH_LIMIT_S) -> tuple[str, ...]:
    """What a correction would change, in sentences; cancelling stops the process.

    Raises:
        PairingFailedError: it cannot be counted, or takes too long.
    """
    made = await _ask(job, time_limit_s)
    if isinstance(made, tuple):
        return tuple(str(sentence) for sentence in made)
    raise PairingFailedError(str(made))


async def _ask(job: PairingJob | CorrectionJob, time_limit_s: float) -> object:
    """The answer of a process to a job; a text says why there is none."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "desk.hall.pairing_worker",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        async with asyncio.timeout(time_limit_s):
            answer, said = await process.communicate(pickle.dumps(job))
    except TimeoutError as error:
        raise PairingFailedError(
            f"the engine took longer than {time_limit_s:.0f} s and was stopped"
        ) from error
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode != 0:
        last = said.decode(errors="replace").strip().rsplit("\n", 1)[-1]
        raise PairingFailedError(f"the pairing process failed: {last or process.returncode}")
    # The bytes come from our own child over a pipe that nobody else holds.
    made: object = pickle.loads(answer)
    return made


def main() -> None:
    """Answer one job: what was asked for, or the sentence that says why there is no answer."""
    # Whatever an engine prints must not get into the answer.
    answer = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    job = pickle.load(sys.stdin.buffer)
    made: RoundPairing | tuple[str, ...] | str
    try:
        made = pair_now(job) if isinstance(job, PairingJob) else weigh_now(job)
    except ResultsError as error:
        made = str(error)
    with answer:
        answer.write(pickle.dumps(made))


if __name__ == "__main__":
    main()
