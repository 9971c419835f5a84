"""The demo's arbiter: acts through the same door as an arbiter at the page.

Whoever is chair knows no tournament: stages are opened when they are ready, lots are drawn
where they are needed, and every round is paired, played and closed, several at a time.
"""

import asyncio
from itertools import count

from desk.commands.kinds.every import Command
from desk.commands.kinds.meetings import DrawColours, StartNextGame
from desk.commands.kinds.players import EnterPlayer, RequestBye, WithdrawPlayer
from desk.commands.kinds.registers import CheckIn
from desk.commands.kinds.results import ConfirmResult, EnterResult
from desk.commands.kinds.rounds import CloseRound, DraftPairings, PublishRound, StartRound
from desk.commands.kinds.stages import DrawLots, OpenStage
from desk.demo.files import late_player_line, player_lines
from desk.errors import RefusedError
from desk.files.players_csv import parse_players
from desk.hall.desk import Desk
from desk.state.in_play import signs_of_play
from facts.envelope import Actor, Role
from facts.ids import PairingId, RoundNo, StageId, TournamentId
from facts.meeting import Colours
from facts.regulations import DrawReason
from facts.result import DRAWN, HALF_BYE
from results.meetings.further import drawn_lot
from results.meetings.score import meeting_in
from results.rounds.progress import outlook, verdicts
from results.stages.progress import StageProgress, StageState, progress, progress_of
from results.tournament.judging import Verdict, same_score
from results.tournament.tournament import Round, Tournament

CHAIR = Actor(Role.CHIEF_ARBITER, "Demo arbiter")
LOOK_S = 1.0
"""How often the arbiter looks at the boards."""
READ_S = 2.0
"""For spectators to read the pairings before the clocks are started."""


class Chair:
    """The arbiter of one tournament at a desk."""

    def __init__(self, desk: Desk, tournament: TournamentId) -> None:
        """Nothing is done yet."""
        self._desk = desk
        self._id = tournament
        self._numbers = count(1)
        self._busy: set[StageId] = set()
        self._round_over = asyncio.Event()

    @property
    def _now(self) -> Tournament:
        return self._desk.tournament(self._id)

    # --- a whole tournament -------------------------------------------------------------

    async def hold(self) -> None:
        """Play every stage to its end; stages that do not wait for one another run together."""
        await self.check_in()
        async with asyncio.TaskGroup() as group:
            while True:
                states = progress(self._now)
                for now in states:
                    if now.state is StageState.READY:
                        await self._open_stage(now)
                        break
                    if self._may_play(now):
                        self._busy.add(now.stage)
                        group.create_task(self._play_round(now.stage))
                else:
                    if not self._busy:
                        return
                    self._round_over.clear()
                    await self._round_over.wait()

    async def check_in(self) -> None:
        """Everybody is there, where the regulations want to see them."""
        if self._now.regulations.attendance.check_in:
            for player, record in self._now.players.items():
                if RoundNo(1) not in record.checked_in:
                    await self._act(CheckIn(id=self._next_id(), tournament=self._id, player=player))

    def is_open(self, stage: StageId) -> bool:
        """True where a stage has its players and a round to pair."""
        now = progress_of(self._now, stage)
        return now.state is StageState.RUNNING and self._may_play(now)

    def _may_play(self, now: StageProgress) -> bool:
        if now.state is not StageState.RUNNING or now.stage in self._busy:
            return False
        return outlook(self._now, now.stage).next_round is not None

    async def _open_stage(self, now: StageProgress) -> None:
        for lot in now.lots:
            await self._act(
                DrawLots(
                    id=self._next_id(),
                    tournament=self._id,
                    stage=lot.stage,
                    purpose="places",
                    players=lot.players,
                )
            )
        await self._act(OpenStage(id=self._next_id(), tournament=self._id, stage=now.stage))

    async def _play_round(self, stage: StageId) -> None:
        try:
            await self.open_round(stage)
            await self.finish_round(stage)
        finally:
            self._busy.discard(stage)
            self._round_over.set()

    # --- one round ----------------------------------------------------------------------

    async def open_round(self, stage: StageId) -> None:
        """Pair, publish and start the next round of a stage."""
        following = outlook(self._now, stage).next_round
        assert following is not None, "only a stage with a round left is paired"
        await self._act(DraftPairings(id=self._next_id(), tournament=self._id, stage=stage))
        await self._act(
            PublishRound(id=self._next_id(), tournament=self._id, stage=stage, round_no=following)
        )
        await asyncio.sleep(READ_S)
        await self._act(
            StartRound(id=self._next_id(), tournament=self._id, stage=stage, round_no=following)
        )

    async def finish_round(self, stage: StageId) -> None:
        """Confirm what is proposed until every meeting is over, then close the round."""
        while True:
            the_round = self._now.stages[stage].last_round
            assert the_round is not None, "a round is finished after it was opened"
            for seen in verdicts(self._now, the_round):
                if seen.verdict.may_confirm:
                    await self._confirm(seen.verdict)
            if await self._meetings_over(stage, the_round):
                break
            await asyncio.sleep(LOOK_S)
        close = CloseRound(
            id=self._next_id(), tournament=self._id, stage=stage, round_no=the_round.number
        )
        await self._act(close)

    async def _meetings_over(self, stage: StageId, the_round: Round) -> bool:
        """True where nothing is left to play; sets up what a lot or a choice is needed for."""
        known = self._now.stages[stage]
        newest = known.rounds[the_round.number]
        over = True
        for pairing in newest.pairings:
            meeting = meeting_in(self._now, known, newest, pairing)
            if meeting.next_game is not None and meeting.next_game.pair is None:
                await self._draw_colours(pairing.id)
            over = over and meeting.is_over
        return over and all(
            seen.verdict.official is not None for seen in verdicts(self._now, newest)
        )

    async def _draw_colours(self, pairing: PairingId) -> None:
        """The lot; its winner takes Black, for whom a draw is enough."""
        # Refused where it is drawn already.
        await self._try(DrawColours(id=self._next_id(), pairing=pairing))
        place = self._now.place_of(pairing)
        assert place is not None, "a meeting is one of a published round"
        stage, the_round, known = place
        lot = drawn_lot(stage, meeting_in(self._now, stage, the_round, known))
        meeting = meeting_in(self._now, stage, the_round, known)
        white = None
        if meeting.next_game is not None and meeting.next_game.colours is Colours.CHOICE:
            white = known.white if lot == known.black else known.black
        await self._try(StartNextGame(id=self._next_id(), pairing=pairing, white=white))

    async def _confirm(self, verdict: Verdict) -> None:
        assert verdict.proposed is not None, "what may be confirmed is proposed"
        claims = self._now.claims(verdict.game)
        if claims is None or signs_of_play(self._desk.hall, claims, self._desk.clock.now()):
            return
        draws = self._now.regulations.draws
        if same_score(verdict.proposed, DRAWN) and (draws.only_claims or draws.not_before_move):
            await self._try(
                EnterResult(
                    id=self._next_id(),
                    game=verdict.game,
                    result=DRAWN,
                    reason=DrawReason.THEORETICAL.value,
                    sure=True,
                )
            )
            return
        await self._try(
            ConfirmResult(id=self._next_id(), game=verdict.game, result=verdict.proposed)
        )

    # --- visitors -----------------------------------------------------------------------

    async def take_visitors(self, boards: int) -> None:
        """What comes to every desk after round 1: a late entry, a withdrawal, a bye asked for.

        ``boards`` are live, which says how long the list of players is.
        """
        csv = "\n".join((player_lines(boards)[0], late_player_line(boards)))
        (late,) = parse_players(csv.encode(), "late entry").players
        await self._act(EnterPlayer(id=self._next_id(), tournament=self._id, player=late))
        by_rating = sorted(self._now.players.values(), key=lambda r: r.player.rating)
        leaving, resting = by_rating[1].player.id, by_rating[2].player.id
        await self._act(
            WithdrawPlayer(
                id=self._next_id(), tournament=self._id, player=leaving, reason="has to travel"
            )
        )
        await self._act(
            RequestBye(
                id=self._next_id(),
                tournament=self._id,
                player=resting,
                round_no=RoundNo(2),
                bye=HALF_BYE,
                grant=True,
            )
        )

    async def _act(self, command: Command) -> None:
        await self._desk.act(command, CHAIR)

    async def _try(self, command: Command) -> None:
        try:
            await self._desk.act(command, CHAIR)
        except RefusedError:
            return  # a board changed its mind meanwhile: look again

    def _next_id(self) -> str:
        return f"demo-{next(self._numbers)}"
