"""A tournament from its first pairing to its final list, by its regulations alone.

Whoever is chair here knows no tournament: stages are opened when they are ready, lots are
drawn where they are needed, rounds are paired, played and closed while there are any.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Self

from desk.commands.drafts.pairing_job import PairingJob, pair_now
from desk.commands.kinds import meetings as m
from desk.commands.kinds.every import Command
from desk.commands.kinds.rounds import CloseRound, DraftPairings, PublishRound, StartRound
from desk.commands.kinds.stages import DrawLots, OpenStage
from desk.config.tournament import TournamentConfig, load_tournament
from desk.hall.desk import Desk
from desk.hall.opening import tournament_facts
from desk.hall.pairing_worker import InlinePairer, Pairer
from facts import fact as f
from facts.clock import Clock
from facts.envelope import Actor, Draft, Role
from facts.fact import Pairing
from facts.ids import GameId, PlayerId, StageId
from facts.log import Log, MemoryLog
from facts.player import Player
from facts.result import BLACK_WON, DRAWN, WHITE_WON, Result
from facts.settings import System
from results.crosstable.model import NOBODY, Number
from results.crosstable.scoring import total
from results.meetings.further import drawn_lot
from results.meetings.score import Meeting, meeting_in
from results.pairing.answer import Pair, RoundPairing
from results.rounds.progress import outlook
from results.rounds.table import crosstable
from results.stages.places import FinalOrders
from results.stages.progress import StageProgress, StageState, progress
from results.tournament.lots import Dice
from results.tournament.tournament import Round, Stage, Tournament
from tests.fakes.virtual_clock import FixedClock

CHIEF = Actor(Role.CHIEF_ARBITER, "Ana")

Results = Callable[[Stage, Round, Mapping[PlayerId, int]], Mapping[GameId, Result]]
"""The results of a round's first games, from the points before it."""


Further = Callable[[Meeting, f.GameAdded], Result]
"""The result of a further game of a meeting, which is given as it was before."""


class WholeTournament:
    """Plays one tournament on a desk.

    Attributes:
        games: every game that was added to a meeting, in order.
    """

    def __init__(
        self,
        log: Log,
        clock: Clock,
        config: TournamentConfig,
        pairer: Pairer,
        results: Results,
        further: Further | None = None,
    ) -> None:
        self.log = log
        self.config = config
        self.results = results
        self.games: list[f.GameAdded] = []
        chance = (f"seed {n}" for n in range(1, 10_000))
        self.desk = Desk(
            log,
            clock,
            pairer,
            {config.id: config.first_board},
            chance=lambda: next(chance),
        )
        self._commands = 0
        self._orders: FinalOrders | None = None
        self.further = further or any_result(Dice(11))

    @property
    def tournament(self) -> Tournament:
        return self.desk.tournament(self.config.id)

    @classmethod
    def by(
        cls,
        file: Path,
        results: Results,
        pairer: Pairer | None = None,
        further: Further | None = None,
    ) -> Self:
        """The tournament of a file, on a log that is kept nowhere."""
        clock = FixedClock()
        log, config = MemoryLog(clock), load_tournament(file)
        return cls(log, clock, config, pairer or InlinePairer(), results, further)

    async def play(self, players: Sequence[Player], drawn: Sequence[PlayerId] = ()) -> Tournament:
        """From the entries to the end; gives the last state.

        ``drawn`` is the lot for the numbers of the first stage, as it was drawn by hand.
        """
        await self.enter(players)
        if drawn:
            await self.act(
                DrawLots(
                    id=self.id(),
                    tournament=self.config.id,
                    stage=self.config.stages[0].id,
                    purpose="numbers",
                    outcome=tuple(drawn),
                )
            )
        while await self.step():
            pass
        return self.tournament

    async def enter(self, players: Sequence[Player]) -> None:
        """The regulations and the entries are on the log."""
        await self.log.append(
            tournament_facts(
                self.desk.known,
                self.config.id,
                self.config.settings,
                self.config.stages,
                self.config.policy,
                players,
                self.config.regulations,
            )
        )

    async def step(self) -> bool:
        """One thing that is to be done next; false once nothing is left to do."""
        self._orders = FinalOrders(self.tournament, self._orders)
        for now in progress(self.tournament, self._orders):
            if now.state is StageState.READY:
                await self._open(now)
                return True
            if now.state is StageState.RUNNING and await self._round(now.stage):
                return True
        return False

    async def _open(self, now: StageProgress) -> None:
        for lot in now.lots:
            await self.act(
                DrawLots(
                    id=self.id(),
                    tournament=self.config.id,
                    stage=lot.stage,
                    purpose="places",
                    players=lot.players,
                )
            )
        await self.act(OpenStage(id=self.id(), tournament=self.config.id, stage=now.stage))

    async def _round(self, stage: StageId) -> bool:
        if outlook(self.tournament, stage).next_round is None:
            return False
        which = {"tournament": self.config.id, "stage": stage}
        await self.act(DraftPairings(id=self.id(), **which))  # type: ignore[arg-type]
        draft = self.tournament.stages[stage].draft
        assert draft is not None
        number = {**which, "round_no": draft.round_no}
        await self.act(PublishRound(id=self.id(), **number))  # type: ignore[arg-type]
        await self.act(StartRound(id=self.id(), **number))  # type: ignore[arg-type]
        await self.finish(stage)
        await self.act(CloseRound(id=self.id(), **number))  # type: ignore[arg-type]
        return True

    async def finish(self, stage: StageId) -> None:
        """The results of the newest round are official."""
        known = self.tournament.stages[stage]
        the_round = known.last_round
        assert the_round is not None
        points = points_before(self.tournament, known)
        found = self.results(known, the_round, points)
        await self.played(known, the_round)
        await self.happens([f.ResultConfirmed(game, result) for game, result in found.items()])
        for pairing in the_round.pairings:
            await self._play_on(stage, pairing)

    async def played(self, stage: Stage, the_round: Round) -> None:
        """The moves of a round's first games: none, unless a test has some."""

    async def _play_on(self, stage: StageId, pairing: Pairing) -> None:
        """The further games of a meeting, each with its lot and choice, until it is decided."""
        while (due := self._meeting(stage, pairing)).next_game is not None:
            added = await self._next_game(due)
            self.games.append(added)
            result = self.further(due, added)
            await self.happens([f.ResultConfirmed(added.game, result)])

    def _meeting(self, stage: StageId, pairing: Pairing) -> Meeting:
        known = self.tournament.stages[stage]
        the_round = known.last_round
        assert the_round is not None
        (now,) = [one for one in the_round.pairings if one.id == pairing.id]
        return meeting_in(self.tournament, known, the_round, now)

    async def _next_game(self, meeting: Meeting) -> f.GameAdded:
        """The game that is due, with its lot and its choice: the winner of a lot takes Black."""
        due = meeting.next_game
        assert due is not None
        pairing = meeting.pairing
        white = None
        if due.pair is None:
            await self.act(m.DrawColours(id=self.id(), pairing=pairing.id))
            if due.chosen:
                winner = drawn_lot(self.tournament.stages[meeting.stage], meeting)
                white = pairing.black if winner == pairing.white else pairing.white
        await self.act(m.StartNextGame(id=self.id(), pairing=pairing.id, white=white))
        place = self.tournament.place_of(pairing.id)
        assert place is not None
        _, the_round, now = place
        return the_round.added[now.games[-1]]

    def id(self) -> str:
        self._commands += 1
        return f"command-{self._commands}"

    async def act(self, command: Command) -> None:
        await self.desk.act(command, CHIEF)

    async def happens(self, facts: Sequence[f.Fact]) -> None:
        now = self.desk.clock.now()
        await self.log.append([Draft(fact, now, CHIEF, self.config.id) for fact in facts])


def points_before(tournament: Tournament, stage: Stage) -> Mapping[PlayerId, int]:
    """Everybody's points in a stage by its official results."""
    if stage.system in (System.KNOCK_OUT, System.MATCH):
        return {}
    table = crosstable(tournament, stage.settings.id)
    return {
        entrant.player.id: total(entrant, table.played, table.scoring) for entrant in table.entrants
    }


def entries(count: int) -> list[Player]:
    """So many players, the strongest first."""
    return [Player(PlayerId(f"p{n}"), f"Player {n:03}", 2600 - n) for n in range(1, count + 1)]


# --- results ----------------------------------------------------------------------------


def chance_results(dice: Dice, draws: int = 150) -> Results:
    """Wins and draws as the dice have them, whoever plays; ``draws`` out of a thousand."""

    def results(
        stage: Stage, the_round: Round, points: Mapping[PlayerId, int]
    ) -> dict[GameId, Result]:
        return {
            game: DRAWN if dice.chance(draws) else (WHITE_WON, BLACK_WON)[dice.below(2)]
            for game in the_round.games
        }

    return results


def any_result(dice: Dice) -> Further:
    """Wins and draws of further games as the dice have them."""
    return lambda meeting, added: (WHITE_WON, DRAWN, BLACK_WON)[dice.below(3)]


def tied_at(cut: int, wanted: int, last: int, dice: Dice) -> Results:
    """Results after whose round ``last`` of the first stage ``wanted`` players tie at a cut."""
    plain = chance_results(dice)
    level = chance_results(dice, draws=750)

    def results(
        stage: Stage, the_round: Round, points: Mapping[PlayerId, int]
    ) -> Mapping[GameId, Result]:
        close = 3 * wanted > len(points)
        found = dict((level if close else plain)(stage, the_round, points))
        if stage.settings.entry.feeds or the_round.number != last:
            return found
        pairs = {p.games[0]: (p.white, p.black) for p in the_round.pairings}
        score = dict(points)
        for game, result in found.items():
            _add(score, pairs[game], result)
        best = _distance(score, cut, wanted)
        near = sorted(points.values(), reverse=True)[cut - 1] - 10
        games = [game for game in found if max(points[who] for who in pairs[game]) >= near]
        for _ in range(20_000):
            if best == 0:
                return found
            game = games[dice.below(len(games))]
            before, after = found[game], (WHITE_WON, DRAWN, BLACK_WON)[dice.below(3)]
            _add(score, pairs[game], before, -1)
            _add(score, pairs[game], after)
            now = _distance(score, cut, wanted)
            if now <= best or (now <= best + 3 and dice.chance(50)):
                found[game], best = after, now
            else:
                _add(score, pairs[game], after, -1)
                _add(score, pairs[game], before)
        raise AssertionError(f"no results leave {wanted} tied at place {cut}")

    return results


_POINTS = {WHITE_WON: (10, 0), DRAWN: (5, 5), BLACK_WON: (0, 10)}


def _add(
    score: dict[PlayerId, int], pair: tuple[PlayerId, PlayerId], result: Result, sign: int = 1
) -> None:
    for player, points in zip(pair, _POINTS[result], strict=True):
        score[player] += sign * points


def _distance(score: Mapping[PlayerId, int], cut: int, wanted: int) -> int:
    """0 where so many tie across the cut; else how far the nearest score is from that."""
    counted = Counter(score.values())
    above, best = 0, len(score)
    for level in sorted(counted, reverse=True):
        tied = counted[level]
        beside = max(0, above - (cut - 1)) + max(0, cut + 1 - above - tied)
        best = min(best, abs(tied - wanted) + beside)
        above += tied
        if above > 2 * cut:
            break
    return best


# --- pairing ----------------------------------------------------------------------------


class QuickPairer:
    """Pairs a Swiss by points alone, nobody twice: seconds become milliseconds.

    For tournaments too large to pair by the rules in a test; everything else is as always.
    """

    async def pair(self, job: PairingJob) -> RoundPairing:
        if job.system is not System.DUTCH:
            return pair_now(job)
        table = job.table
        score = {e.number: total(e, table.played, table.scoring) for e in table.entrants}
        met = {
            e.number: {e.entry(r).opponent for r in range(1, table.played + 1)}
            for e in table.entrants
        }
        left = [e.number for e in table.entrants if e.number not in job.byes]
        left.sort(key=lambda number: (-score[number], number))
        pairs: list[Pair] = []
        if len(left) % 2:
            bye = next(n for n in reversed(left) if NOBODY not in met[n])
            left.remove(bye)
            pairs.append(Pair(bye, NOBODY))
        made = _pair_up(left, met)
        return RoundPairing((*made, *pairs), tuple("by points" for _ in (*made, *pairs)), "quick")


def _pair_up(left: list[Number], met: Mapping[Number, set[Number]]) -> list[Pair]:
    pairs: list[Pair] = []
    while left:
        first = left.pop(0)
        other = next((n for n in left if n not in met[first]), None)
        if other is None:
            # Nobody is left for the last ones: break up the nearest pair that helps.
            other = left.pop(0)
            for i in range(len(pairs) - 1, -1, -1):
                one, two = pairs[i].white, pairs[i].black
                if one not in met[first] and two not in met[other]:
                    pairs[i] = Pair(one, first)
                    pairs.append(Pair(two, other))
                    break
            else:
                raise AssertionError("no pairing was found")
            continue
        left.remove(other)
        pairs.append(Pair(first, other))
    return pairs
