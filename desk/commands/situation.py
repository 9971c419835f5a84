"""PURE. What a command is decided on, and the questions every decision asks first."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from desk.commands.kinds.envelope import CommandHeader
from desk.commands.kinds.pairs import PairCommand
from desk.commands.kinds.rounds import RoundCommand
from desk.commands.kinds.stages import StageCommand
from desk.errors import RefusedError, StaleError
from desk.state.hall import Hall, Touch
from facts.envelope import Actor, Draft, Role
from facts.fact import Fact, Pairing
from facts.ids import BoardNo, GameId, PlayerId, RoundNo, StageId, TournamentId
from facts.player import Player
from facts.settings import ResultPolicy
from results.meetings.score import ROLE_WORDS
from results.tournament.claims import GameClaims
from results.tournament.entries import EntryRecord
from results.tournament.judging import Verdict, judge
from results.tournament.tournament import Round, RoundState, Stage, Tournament

_RANK = {role: rank for rank, role in enumerate(
    (Role.DEVICE, Role.PLAYER, Role.BOARD_OPERATOR, Role.FLOOR_ARBITER, Role.ARBITER,
     Role.CHIEF_ARBITER, Role.APPEALS)
)}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Situation:
    """The state of the hall after entry ``seq``.

    Attributes:
        first_boards: the table of the top pairing, by tournament (their regulations).
        at: the time of the decision.
    """

    hall: Hall
    tournaments: Mapping[TournamentId, Tournament]
    first_boards: Mapping[TournamentId, BoardNo]
    at: datetime

    @property
    def seq(self) -> int:
        """The newest entry that is known."""
        return self.hall.seq


@dataclass(frozen=True, slots=True)
class GameSituation:
    """A game with everything around it."""

    tournament: Tournament
    stage: Stage
    the_round: Round
    pairing: Pairing
    claims: GameClaims
    verdict: Verdict

    @property
    def policy(self) -> ResultPolicy:
        """The tournament's policy."""
        return self.tournament.policy

    @property
    def said(self) -> str:
        """How people call it: ``board 7, round 3``."""
        where = f"board {self.pairing.board}, round {self.the_round.number}"
        added = self.the_round.added.get(self.claims.game)
        return where if added is None else f"{where} ({ROLE_WORDS[added.role]})"


class Scribe:
    """Writes one command's drafts: same actor, command, time and expectation for all."""

    def __init__(self, known: Situation, command: CommandHeader, actor: Actor) -> None:
        """For ``command`` given by ``actor`` now."""
        self._known = known
        self._command = command
        self._actor = actor

    def draft(
        self,
        fact: Fact,
        tournament: TournamentId | None = None,
        because: tuple[int, ...] = (),
        reason: str = "",
    ) -> Draft:
        """A fact as this command's answer."""
        return Draft(
            fact=fact,
            at=self._known.at,
            actor=self._actor,
            tournament=tournament,
            command=self._command.id,
            expects=self._known.seq if self._command.expects is None else self._command.expects,
            because=because,
            reason=reason,
        )

    def drafts(
        self, facts: Iterable[Fact], tournament: TournamentId, reason: str = ""
    ) -> tuple[Draft, ...]:
        """Several facts as this command's answer, all for one reason."""
        return tuple(self.draft(fact, tournament, (), reason) for fact in facts)


def rank(role: Role) -> int:
    """How high a role stands; the program itself is below everybody."""
    return _RANK.get(role, -1)


def require(actor: Actor, role: Role, what: str) -> None:
    """Refuse ``what`` to those below ``role``."""
    if rank(actor.role) < rank(role):
        raise RefusedError(f"{what} is for the {_said(role)}; you are signed in as {actor.role}")


def _said(role: Role) -> str:
    return str(role.value).replace("-", " ")


def need_reason(reason: str, what: str) -> str:
    """The reason, trimmed; refused where there is none."""
    if not reason.strip():
        raise RefusedError(f"{what} needs a reason: it is kept with the decision")
    return reason.strip()


def confirmer(tournament: Tournament) -> Role:
    """The lowest role that may make results official there."""
    return Role(tournament.policy.confirmer.value)


def find_tournament(known: Situation, tournament: TournamentId) -> Tournament:
    """The tournament, or a refusal that names those there are."""
    found = known.tournaments.get(tournament)
    if found is None:
        have = ", ".join(known.tournaments) or "none"
        raise RefusedError(f"there is no tournament {tournament!r} in this hall; there is {have}")
    return found


def find_stage(tournament: Tournament, stage: StageId) -> Stage:
    """The stage, or a refusal that names those there are."""
    found = tournament.stages.get(stage)
    if found is None:
        have = ", ".join(tournament.stages) or "none"
        raise RefusedError(f"{tournament.id} has no stage {stage!r}; it has {have}")
    return found


def find_round(stage: Stage, round_no: RoundNo) -> Round:
    """The published round, or a refusal."""
    found = stage.rounds.get(round_no)
    if found is None:
        raise RefusedError(f"round {round_no} has not been published")
    return found


def find_player(tournament: Tournament, player: PlayerId) -> EntryRecord:
    """The player's record, or a refusal."""
    found = tournament.players.get(player)
    if found is None:
        raise RefusedError(f"there is no player {player!r} in {tournament.id}")
    return found


def find_game(known: Situation, game: GameId) -> GameSituation:
    """The game with its round and verdict, or a refusal: a result never goes to nowhere."""
    for tournament in known.tournaments.values():
        place = tournament.where.get(game)
        if place is None:
            continue
        stage = tournament.stages[place[0]]
        the_round = stage.rounds[place[1]]
        published = next(p for p in the_round.pairings if game in p.games)
        pairing = the_round.as_played(published, game)
        claims = the_round.games[game]
        verdict = judge(claims, tournament.policy)
        return GameSituation(tournament, stage, the_round, pairing, claims, verdict)
    raise RefusedError(
        f"there is no game {game!r}: it was never published, or its round was redone"
    )


def player_of(tournament: Tournament, player: PlayerId) -> Player:
    """The player's particulars; a player who left no record keeps the id as a name."""
    record = tournament.players.get(player)
    return record.player if record is not None else Player(player, player)


def fresh_game(known: Situation, command: CommandHeader, game: GameSituation) -> None:
    """Refuse where the game's result was touched after the arbiter's page was made."""
    _fresh(known.hall.touched_games.get(game.claims.game), command, game.said)


def fresh_stage(
    known: Situation, command: PairCommand | RoundCommand | StageCommand
) -> tuple[Tournament, Stage]:
    """The stage that a command is about, and its tournament.

    Refused where there is none, or its rounds were touched after the arbiter's page was made.
    """
    tournament = find_tournament(known, command.tournament)
    stage = find_stage(tournament, command.stage)
    touch = known.hall.touched_stages.get((tournament.id, stage.settings.id))
    _fresh(touch, command, "the round")
    return tournament, stage


def _fresh(touch: Touch | None, command: CommandHeader, about: str) -> None:
    if touch is None or command.expects is None or touch.seq <= command.expects:
        return
    raise StaleError(
        f"{about}: {touch.what} at {touch.at:%H:%M:%S} UTC by {touch.actor.name}, after your page "
        "was loaded. Nothing was done; look again"
    )


def open_rounds(known: Situation) -> Iterator[tuple[Tournament, Stage, Round]]:
    """The newest round of each stage in the hall, where it is not closed."""
    for tournament in known.tournaments.values():
        for stage in tournament.stages.values():
            last = stage.last_round
            if last is not None and last.state is not RoundState.CLOSED:
                yield tournament, stage, last


def is_round_robin(stage: Stage) -> bool:
    """True where the pairings of all rounds follow from the numbers."""
    return stage.is_round_robin


def next_round(tournament: Tournament) -> RoundNo:
    """The first round that is published in no stage yet.

    Stages whose players come from others count their own rounds and are left out: byes and
    withdrawals name rounds of the whole tournament.
    """
    published = (
        number
        for stage in tournament.stages.values()
        if not stage.is_fed
        for number in stage.rounds
    )
    return RoundNo(max(published, default=0) + 1)


def last_round(tournament: Tournament) -> RoundNo:
    """How many rounds the stages have at most."""
    stages = tournament.stages.values()
    return RoundNo(max((s.settings.last_round for s in stages if not s.is_fed), default=0))


def ranged(boards: Sequence[BoardNo]) -> str:
    """Board numbers in order, runs of three and more drawn together: ``1–7, 9, 11``."""
    runs: list[list[BoardNo]] = []
    for board in sorted(set(boards)):
        if runs and board == runs[-1][-1] + 1:
            runs[-1].append(board)
        else:
            runs.append([board])
    parts = [f"{run[0]}–{run[-1]}" if len(run) > 2 else listed(run) for run in runs]
    return ", ".join(parts)


def listed(boards: Sequence[BoardNo]) -> str:
    """Board numbers as people say them: ``3, 4, 7``."""
    return ", ".join(str(board) for board in boards)
