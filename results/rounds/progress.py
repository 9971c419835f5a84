"""PURE. Where a stage stands: its current round, what keeps the next from being paired.

Pairing is blocked by conflicts and undecided questions, never by silence: a game without a
result can be paired over as adjourned, a draw for pairing (C.04.2), if the arbiter wants it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

from facts import fact as f
from facts.ids import BoardNo, GameId, PlayerId, RoundNo, StageId
from facts.meeting import SINGLE_GAME, GameRole
from facts.result import ZERO_BYE
from facts.settings import System
from results.errors import UsageError
from results.meetings.score import meeting_in
from results.rounds.knock_out import rounds_needed as knock_out_rounds
from results.tournament.entries import ByeRequest, EntryRecord
from results.tournament.judging import ResultState, Verdict, judge
from results.tournament.tournament import Round, Stage, Tournament


@dataclass(frozen=True, slots=True)
class BoardVerdict:
    """A game of a round, where it stands and what its result is.

    Attributes:
        pairing: with the colours that the two have in this game.
        role: what the game is to its meeting.
    """

    board: BoardNo
    pairing: f.Pairing
    game: GameId
    verdict: Verdict
    role: GameRole = GameRole.MAIN


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


def source_of(tournament: Tournament, stage: Stage) -> Stage:
    """The stage that this one brings points or rounds along from.

    Raises:
        UsageError: the regulations name none, or one that the tournament has not.
    """
    source = stage.settings.entry.carried_from
    if source is None:
        raise UsageError(f"{stage.settings.id} carries something along and does not say from where")
    return stage_of(tournament, source)


def stage_of_round(tournament: Tournament, stage: Stage, round_no: RoundNo) -> Stage:
    """The stage in which a round was played that this one counts as its own."""
    while round_no < stage.settings.first_round and stage.goes_on:
        stage = source_of(tournament, stage)
    return stage


def origin_of(tournament: Tournament, stage: Stage) -> Stage:
    """The stage in which a tournament began that this one goes on with, or itself."""
    return stage_of_round(tournament, stage, RoundNo(1))


def verdicts(tournament: Tournament, the_round: Round) -> tuple[BoardVerdict, ...]:
    """The verdict on every game of a round that counts, in board order."""
    return tuple(
        seen
        for pairing in sorted(the_round.pairings, key=lambda p: p.board)
        for seen in _verdicts(tournament, the_round, pairing)
    )


def _verdicts(
    tournament: Tournament, the_round: Round, pairing: f.Pairing
) -> Iterator[BoardVerdict]:
    if len(pairing.games) == 1 and pairing.games[0] not in the_round.added:
        (game,) = pairing.games
        verdict = judge(the_round.games[game], tournament.policy)
        yield BoardVerdict(pairing.board, pairing, game, verdict)
        return
    if not pairing.games:
        return
    stage = tournament.stages[tournament.where[pairing.games[0]][0]]
    for one in meeting_in(tournament, stage, the_round, pairing).counting:
        played = the_round.as_played(pairing, one.game)
        yield BoardVerdict(played.board, played, one.game, one.verdict, one.role)


def outlook(tournament: Tournament, stage: StageId) -> Outlook:
    """What stands between now and the pairing of the next round."""
    known = stage_of(tournament, stage)
    last = known.last_round
    number = known.settings.first_round if last is None else RoundNo(last.number + 1)
    unopened = bool(known.settings.entry.feeds) and known.entrants is None
    following = number if unopened or _has_round(known, number) else None
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
        for pairing, text in games_due(tournament, known, played):
            if played is last:
                boards.append(pairing.board)
            sentences.append(f"round {played.number}, board {pairing.board}: {text}")
    if following is not None:
        blockers += _undecided(tournament, known, following)
        if unopened:
            blockers.append("its players come from other stages: open the stage first")
        elif not entered(tournament, known):
            blockers.append("no player has entered")
        else:
            blockers += _unseen(tournament, known, following)
    return Outlook(following, tuple(blockers), tuple(dict.fromkeys(boards)), tuple(sentences))


def games_due(
    tournament: Tournament, stage: Stage, the_round: Round
) -> Iterator[tuple[f.Pairing, str]]:
    """The meetings of a round that go on with a game that is not there yet, and why."""
    if stage.settings.meeting == SINGLE_GAME:
        return
    for pairing in the_round.pairings:
        meeting = meeting_in(tournament, stage, the_round, pairing)
        if meeting.next_game is not None:
            yield pairing, meeting.why


def _unseen(tournament: Tournament, stage: Stage, round_no: RoundNo) -> list[str]:
    """Players whom the check-in before the first round has not seen, where one is held."""
    if not tournament.regulations.attendance.check_in or round_no > 1 or stage.is_fed:
        return []
    missing = [
        record
        for record in entered(tournament, stage)
        if record.plays(round_no) and round_no not in record.checked_in
    ]
    if not missing:
        return []
    count = "1 player has" if len(missing) == 1 else f"{len(missing)} players have"
    return [
        f"check-in: {count} not been seen yet; note who is here on the page “Players”, then end "
        "the check-in"
    ]


def _why_open(verdict: Verdict) -> str:
    if verdict.state is ResultState.PROPOSED:
        return f"{verdict.proposed} is proposed and waits for confirmation"
    if verdict.state is ResultState.SIGN_SEEN:
        return f"the board shows {verdict.proposed}, not settled yet"
    return "no result"


def _undecided(tournament: Tournament, stage: Stage, round_no: RoundNo) -> list[str]:
    return [
        f"round {round_no}: {record.player.name} asked for a bye ({request.bye}); decide on it"
        for record in entered(tournament, stage)
        if _plays(stage, record, round_no)
        and (request := _request(stage, record, round_no)) is not None
        and request.granted is None
    ]


def _has_round(stage: Stage, number: RoundNo) -> bool:
    """Whether the stage has a round of that number, as far as its players are known."""
    match stage.system:
        case System.LIST:
            return False
        case System.MATCH:
            return number == 1
        case System.KNOCK_OUT:
            players, places = len(stage.entrants or stage.numbers), stage.places or 1
            return number <= knock_out_rounds(players, places)
        case System.DUTCH | System.BERGER | System.BERGER_DOUBLE:
            return number <= stage.last_planned
        case _:
            assert_never(stage.system)


def entered(tournament: Tournament, stage: Stage) -> list[EntryRecord]:
    """Who takes part in a stage, those included who are out of it by now."""
    if stage.settings.entry.feeds and stage.entrants is None:
        return []
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
    for record in entered(tournament, known):
        if not _plays(known, record, round_no):
            continue
        player = record.player.id
        request = _request(known, record, round_no)
        if request is not None and request.granted:
            byes.append(f.Bye(player, request.bye))
        elif _is_absent(known, record, round_no):
            byes.append(f.Bye(player, ZERO_BYE))
        else:
            to_pair.append(player)
    return Participants(tuple(to_pair), tuple(byes))


def _plays(stage: Stage, record: EntryRecord, round_no: RoundNo) -> bool:
    """Whether a player is there for a round; a stage that begins anew counts its own rounds."""
    return record.out_from is None if stage.is_fed else record.plays(round_no)


def _request(stage: Stage, record: EntryRecord, round_no: RoundNo) -> ByeRequest | None:
    """A bye asked for in a round of this stage, and not in one of an earlier one."""
    request = record.requests.get(round_no)
    then = stage.records_then.get(record.player.id)
    if request is None or not stage.is_fed or then is None:
        return request
    return request if then.requests.get(round_no) is not request else None


def _is_absent(stage: Stage, record: EntryRecord, round_no: RoundNo) -> bool:
    then = stage.records_then.get(record.player.id)
    before = then.absent if stage.is_fed and then is not None else {}
    return round_no in record.absent and round_no not in before
