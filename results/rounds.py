"""PURE. Where a stage stands: its current round, what keeps the next from being paired.

Pairing is blocked by conflicts and undecided questions, never by silence: a game without a
result can be paired over as adjourned, a draw for pairing (C.04.2), if the arbiter wants it.
"""

from dataclasses import dataclass

from facts import fact as f
from facts.ids import BoardNo, GameId, PlayerId, RoundNo, StageId
from facts.player import Player
from facts.result import ZERO_BYE
from facts.settings import System
from results.capture import ResultState, Verdict, judge
from results.entries import EntryRecord
from results.errors import UsageError
from results.tournament import Round, Stage, Tournament

TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")
"""FIDE's titles in the order of the initial ranking list (C.04.2)."""

FREE_NUMBERS_UNTIL = RoundNo(4)
"""Numbers may be changed until this round has been paired (C.04.2)."""


@dataclass(frozen=True, slots=True)
class BoardVerdict:
    """A game of a round, where it stands and what its result is."""

    board: BoardNo
    pairing: f.Pairing
    game: GameId
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Outlook:
    """What keeps the next round of a stage from being paired.

    Attributes:
        next_round: the round to pair, None after the last.
        blockers: sentences; while there is one, the round must not be paired.
        open_boards: boards of the current round without an official result; pairing now
            treats these games as adjourned.
        sentences: the open boards in words.
    """

    next_round: RoundNo | None
    blockers: tuple[str, ...]
    open_boards: tuple[BoardNo, ...]
    sentences: tuple[str, ...]

    @property
    def complete(self) -> bool:
        """True where every result of the current round is official and undisputed."""
        return not self.blockers and not self.open_boards

    @property
    def may_pair(self) -> bool:
        """True where the next round may be paired, if need be with adjourned games."""
        return self.next_round is not None and not self.blockers


@dataclass(frozen=True, slots=True)
class Participants:
    """Who is to be paired in a round, and who has a bye without asking the engine."""

    to_pair: tuple[PlayerId, ...]
    byes: tuple[f.Bye, ...]


def stage_of(tournament: Tournament, stage: StageId) -> Stage:
    """The stage; raises UsageError where the tournament has none of that id."""
    known = tournament.stages.get(stage)
    if known is None:
        have = ", ".join(tournament.stages) or "none yet"
        raise UsageError(f"{tournament.id} has no stage {stage!r}; its stages: {have}")
    return known


def verdicts(tournament: Tournament, the_round: Round) -> tuple[BoardVerdict, ...]:
    """The verdict on every game of a round, in board order."""
    return tuple(
        BoardVerdict(pairing.board, pairing, game, judge(claims, tournament.policy))
        for pairing in sorted(the_round.pairings, key=lambda p: p.board)
        for game, claims in ((g, the_round.games[g]) for g in pairing.games)
    )


def outlook(tournament: Tournament, stage: StageId) -> Outlook:
    """What stands between now and the pairing of the next round."""
    known = stage_of(tournament, stage)
    last = known.last_round
    number = RoundNo(1) if last is None else RoundNo(last.number + 1)
    following = number if number <= known.settings.rounds else None
    blockers: list[str] = []
    boards: list[BoardNo] = []
    sentences: list[str] = []
    for played in known.rounds.values():
        for seen in verdicts(tournament, played):
            where = f"round {played.number}, board {seen.board}"
            if seen.verdict.state in (ResultState.CONFLICT, ResultState.UNCLEAR):
                reasons = seen.verdict.conflicts or ("the board shows something unclear",)
                blockers += [f"{where}: {reason}" for reason in reasons]
            elif seen.verdict.official is None:
                if played is last:
                    boards.append(seen.board)
                sentences.append(f"{where}: {_why_open(seen.verdict)}")
    if following is not None:
        blockers += _undecided(tournament, known, following)
        if not _entered(tournament, known):
            blockers.append("no player has entered")
    return Outlook(following, tuple(blockers), tuple(dict.fromkeys(boards)), tuple(sentences))


def _why_open(verdict: Verdict) -> str:
    if verdict.state is ResultState.PROPOSED:
        return f"{verdict.proposed} is proposed and waits for confirmation"
    if verdict.state is ResultState.SIGN_SEEN:
        return f"the board shows {verdict.proposed}, not settled yet"
    return "no result"


def _undecided(tournament: Tournament, stage: Stage, round_no: RoundNo) -> list[str]:
    return [
        f"round {round_no}: {record.player.name} asked for a bye ({request.bye}); decide on it"
        for record in _entered(tournament, stage)
        if record.plays(round_no)
        and (request := record.requests.get(round_no)) is not None
        and request.granted is None
    ]


def _entered(tournament: Tournament, stage: Stage) -> list[EntryRecord]:
    ids = tournament.players if stage.entrants is None else stage.entrants
    return [tournament.players[player] for player in ids if player in tournament.players]


def participants(tournament: Tournament, stage: StageId, round_no: RoundNo) -> Participants:
    """Who is to be paired in ``round_no``: requested byes and announced absences taken out.

    Withdrawn and expelled players, and late entries before their first round, appear in
    neither list: they miss the round.
    """
    known = stage_of(tournament, stage)
    to_pair: list[PlayerId] = []
    byes: list[f.Bye] = []
    for record in _entered(tournament, known):
        if not record.plays(round_no):
            continue
        player = record.player.id
        request = record.requests.get(round_no)
        if request is not None and request.granted:
            byes.append(f.Bye(player, request.bye))
        elif round_no in record.absent:
            byes.append(f.Bye(player, ZERO_BYE))
        else:
            to_pair.append(player)
    return Participants(tuple(to_pair), tuple(byes))


def initial_order(players: tuple[Player, ...] | list[Player]) -> tuple[PlayerId, ...]:
    """The initial ranking list: rating, title, name (C.04.2); at the very end the id."""

    def key(player: Player) -> tuple[int, int, str, str]:
        title = TITLES.index(player.title) if player.title in TITLES else len(TITLES)
        return -player.rating, title, player.name.casefold(), player.id

    return tuple(player.id for player in sorted(players, key=key))


def numbers_to_assign(tournament: Tournament, stage: StageId) -> f.NumbersAssigned | None:
    """The numbers that ought to be assigned before the next pairing; None if they stand.

    Until round 4 has been paired everybody is numbered anew by the initial ranking list, so
    late entries and corrected ratings find their place; from then on numbers stand and late
    entries are put after the last (C.04.2). In a round robin the numbers that were drawn stay.
    """
    known = stage_of(tournament, stage)
    entered = [
        record.player
        for record in _entered(tournament, known)
        if record.plays(record.first_round)
        # Who leaves before anything is published was never there.
        or (known.rounds and record.player.id in known.numbers)
    ]
    last = known.last_round
    if last is None and known.numbers and known.settings.system is not System.DUTCH:
        order = known.numbers if len(known.numbers) == len(entered) else initial_order(entered)
    elif last is None or (
        last.number < FREE_NUMBERS_UNTIL and known.settings.system is System.DUTCH
    ):
        order = initial_order(entered)
    else:
        new = [player for player in entered if player.id not in known.numbers]
        order = known.numbers + initial_order(new)
    return None if order == known.numbers else f.NumbersAssigned(stage, order)
