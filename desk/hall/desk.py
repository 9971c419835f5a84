"""The desk: the log, what is known from it, and the one door through which arbiters act.

Shared by the arbiter's pages and the hall's wiring. Folds follow the log an entry at a time,
so that what a page shows and what a command is decided on is the same.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Final

from desk.commands.decide import decide
from desk.commands.decisions.on_meetings import next_commands
from desk.commands.drafts.drafting import PairingWanted, drafted
from desk.commands.kinds.every import Command
from desk.commands.kinds.results import ConfirmResult
from desk.commands.kinds.rounds import WithdrawDraft
from desk.commands.situation import Situation, require
from desk.errors import DeskError, PairingFailedError, RefusedError
from desk.hall.pairing_worker import Pairer
from desk.state.hall import Hall
from facts.clock import Clock
from facts.envelope import Actor, Draft, Entry, Role
from facts.ids import BoardNo, GameId, StageId, TournamentId
from facts.log import Log
from facts.result import Result
from facts.settings import Confirmation
from results.pairing.answer import RoundPairing
from results.rounds.progress import verdicts
from results.tournament.fold import begin, fold
from results.tournament.tournament import Tournament

logger = logging.getLogger(__name__)

RETRY_S: Final = 10.0
"""How soon a confirmation that could not be written (a full disk) is tried again."""


_Waiting = tuple[GameId, Result, datetime]
"""A result that confirms itself, and when."""


class Desk:
    """What is known, kept up to date by :meth:`run`, and :meth:`act` to change it."""

    def __init__(
        self,
        log: Log,
        clock: Clock,
        pairer: Pairer,
        first_boards: Mapping[TournamentId, BoardNo],
        *,
        chance: Callable[[], str] = lambda: secrets.token_hex(16),
    ) -> None:
        """Take in the whole log.

        Args:
            log: of the hall.
            clock: the time of day.
            pairer: who makes pairings.
            first_boards: the tournaments of this hall, and the table of each top pairing.
            chance: seeds for drawings of lots.
        """
        self._log = log
        self._clock = clock
        self._pairer = pairer
        self._chance = chance
        self._hall = Hall()
        self._tournaments = {name: begin(name) for name in first_boards}
        self._first_boards = dict(first_boards)
        self._gone_on: dict[TournamentId, Tournament] = {}
        """The states in which every meeting had the game that it asked for."""
        self._waiting_in: dict[TournamentId, tuple[Tournament, Sequence[_Waiting]]] = {}
        """What waits to be confirmed, by the states in which it was found."""
        self._answers: dict[str, list[Entry]] = {}
        self._acting = asyncio.Lock()
        self._pairings: dict[
            tuple[TournamentId, StageId], asyncio.Task[RoundPairing | PairingFailedError]
        ] = {}
        self._take_in()

    @property
    def log(self) -> Log:
        """The hall's log."""
        return self._log

    @property
    def clock(self) -> Clock:
        """The time of day."""
        return self._clock

    @property
    def known(self) -> Situation:
        """Everything that follows from the log as it is now."""
        self._take_in()
        return Situation(self._hall, self._tournaments, self._first_boards, self._clock.now())

    @property
    def hall(self) -> Hall:
        """Devices, boards and games as of now."""
        return self.known.hall

    def tournament(self, tournament: TournamentId) -> Tournament:
        """One tournament as of now."""
        return self.known.tournaments[tournament]

    async def act(self, command: Command, actor: Actor) -> Sequence[Entry]:
        """Carry a command out; returns when its facts are on disk.

        A command whose id is in the log already is answered with the facts it made then.

        Raises:
            RefusedError: it cannot be done; the text tells the arbiter why.
            PairingFailedError: no pairing was made, and why.
            LogError: the facts could not be written; nothing was done.
        """
        async with self._acting:
            done = self._answered(command)
            if done:
                return done
            if isinstance(command, WithdrawDraft) and self._stop_pairing(command, actor):
                return []
            decision = decide(self.known, command, actor, self._chance())
            if not isinstance(decision, PairingWanted):
                return await self._write(decision)
        # Others may act while the engine works; what they do makes its answer stale.
        made = await self._pair(decision)
        async with self._acting:
            return self._answered(command) or await self._write(drafted(self.known, decision, made))

    async def run(self) -> None:
        """Follow the log and confirm what the policy lets confirm itself; never returns."""
        while True:
            seq = self.known.seq
            due = await self._confirm_due()
            due = _sooner(due, await self._go_on())
            with suppress(TimeoutError):
                async with asyncio.timeout(due):
                    await self._log.wait(seq)

    # --- pairing ------------------------------------------------------------------------

    async def _pair(self, wanted: PairingWanted) -> RoundPairing:
        """Have a round paired; throwing the draft away meanwhile stops the engine."""
        stage = (wanted.command.tournament, wanted.command.stage)
        if stage in self._pairings:
            raise RefusedError("this round is being paired already: wait, or stop it first")
        async with asyncio.TaskGroup() as group:
            task = self._pairings[stage] = group.create_task(self._ask_pairer(wanted))
            try:
                # A task that was stopped must not look as if we were: ask it afterwards.
                await asyncio.wait({task})
            finally:
                del self._pairings[stage]
        if task.cancelled():
            raise PairingFailedError("the pairing was stopped; nothing was drafted")
        made = task.result()
        if isinstance(made, PairingFailedError):
            raise made
        return made

    async def _ask_pairer(self, wanted: PairingWanted) -> RoundPairing | PairingFailedError:
        try:
            return await self._pairer.pair(wanted.job)
        except PairingFailedError as error:
            return error

    def _stop_pairing(self, command: WithdrawDraft, actor: Actor) -> bool:
        """Stop the engine where it works on this stage; false where it does not."""
        task = self._pairings.get((command.tournament, command.stage))
        if task is None:
            return False
        require(actor, Role.ARBITER, "stopping a pairing")
        task.cancel()
        return True

    # --- inside -------------------------------------------------------------------------

    async def _write(self, drafts: Sequence[Draft]) -> Sequence[Entry]:
        entries = await self._log.append(drafts)
        self._take_in()
        return entries

    def _answered(self, command: Command) -> Sequence[Entry]:
        self._take_in()
        return list(self._answers.get(command.id, ()))

    def _take_in(self) -> None:
        for entry in self._log.read(self._hall.seq):
            self._hall.take(entry)
            if entry.draft.command is not None:
                self._answers.setdefault(entry.draft.command, []).append(entry)
            for name, tournament in self._tournaments.items():
                self._tournaments[name] = fold(tournament, entry)

    async def _confirm_due(self) -> float | None:
        """Confirm what is due; gives the seconds until the next is, None where none is."""
        now = self._clock.now()
        soonest: float | None = None
        for game, result, at in self._waiting():
            wait_s = (at - now).total_seconds()
            if wait_s <= 0:
                wait_s = await self._confirm(game, result)
            if wait_s > 0:
                soonest = wait_s if soonest is None else min(soonest, wait_s)
        return soonest

    def _waiting(self) -> list[_Waiting]:
        """What waits; moves change no tournament, and are by far the most that comes in."""
        for name, tournament in self.known.tournaments.items():
            if name not in self._waiting_in or self._waiting_in[name][0] is not tournament:
                self._waiting_in[name] = (tournament, _waiting_in(tournament))
        return [one for _, waiting in self._waiting_in.values() for one in waiting]

    async def _go_on(self) -> float | None:
        """Set up what meetings ask for; gives the seconds until a failure is tried again."""
        if all(self._gone_on.get(name) is now for name, now in self._tournaments.items()):
            return None
        self._gone_on = dict(self._tournaments)
        for command in next_commands(self.known):
            try:
                await self.act(command, Actor(Role.PROGRAM, "meeting"))
            except RefusedError:
                continue  # it was decided otherwise between looking and writing
            except DeskError:
                logger.exception("%s could not be carried out", command)
                self._gone_on = {}
                return RETRY_S
        return None

    async def _confirm(self, game: GameId, result: Result) -> float:
        """Confirm one result for the program; gives the seconds to wait where it failed."""
        command = ConfirmResult(id=f"auto-{game}-{self._hall.seq}", game=game, result=result)
        try:
            await self.act(command, Actor(Role.PROGRAM, "policy"))
        except RefusedError:
            # It was decided otherwise between looking and writing.
            return 0.0
        except DeskError:
            logger.exception("%s could not be confirmed by policy", game)
            return RETRY_S
        return 0.0


def _waiting_in(tournament: Tournament) -> Sequence[_Waiting]:
    """The results that confirm themselves in the newest round of each stage."""
    if tournament.policy.confirmation is Confirmation.ARBITER:
        return ()
    found = []
    for stage in tournament.stages.values():
        if stage.last_round is None:
            continue
        for seen in verdicts(tournament, stage.last_round):
            verdict = seen.verdict
            if verdict.confirms_itself_at is not None and verdict.proposed is not None:
                found.append((seen.game, verdict.proposed, verdict.confirms_itself_at))
    return found


def _sooner(one: float | None, other: float | None) -> float | None:
    """The shorter of two waits; None never comes."""
    waits = [wait for wait in (one, other) if wait is not None]
    return min(waits, default=None)
