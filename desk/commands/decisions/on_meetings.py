"""PURE. Commands about meetings: the lot for the colours, the next game, a game less.

What follows from the rules the program asks for itself, as soon as the result before is
official; where a lot or a choice is wanted, an arbiter does.
"""

from dataclasses import dataclass
from typing import assert_never

from desk.commands.kinds import meetings as m
from desk.commands.situation import (
    Scribe,
    Situation,
    find_game,
    need_reason,
    open_rounds,
    require,
)
from desk.errors import RefusedError
from facts import fact as f
from facts.envelope import Actor, Draft, Role
from facts.ids import BoardNo, GameId, PairingId
from facts.meeting import SINGLE_GAME
from results.errors import UsageError
from results.meetings.further import draw_lot, drawn_lot, game_added, game_pair, sits_at
from results.meetings.score import ROLE_WORDS, Meeting, meeting_in
from results.tournament.tournament import Round, RoundState, Stage, Tournament


@dataclass(frozen=True, slots=True)
class _KnownMeeting:
    """A meeting with everything around it."""

    tournament: Tournament
    stage: Stage
    the_round: Round
    meeting: Meeting

    @property
    def said(self) -> str:
        board = sits_at(self.the_round, self.meeting)
        return f"board {board}, round {self.the_round.number}"


def decide_meeting(
    known: Situation, command: m.MeetingCommand, actor: Actor, seed: str
) -> tuple[Draft, ...]:
    """The facts that answer a command about a meeting.

    ``seed`` is fresh chance for a drawing of lots; it is recorded with the outcome.

    Raises:
        RefusedError: it cannot be done; says why and what can.
    """
    scribe = Scribe(known, command, actor)
    match command:
        case m.DrawColours():
            require(actor, Role.ARBITER, "drawing lots")
            found = _find(known, command.pairing)
            return (scribe.draft(_drawn(found, command, seed), found.tournament.id),)
        case m.StartNextGame():
            found = _find(known, command.pairing)
            if actor.role is not Role.PROGRAM:
                require(actor, Role.ARBITER, "starting a game")
            added = _added(known, found, command)
            return (scribe.draft(added, found.tournament.id, _because(found)),)
        case m.DropGame():
            return (_dropped(known, command, actor, scribe),)
        case _:
            assert_never(command)


def next_commands(known: Situation) -> tuple[m.StartNextGame | m.DropGame, ...]:
    """What the rules ask for by themselves: games that are due, games that are idle.

    Only rounds that are not closed are looked at: a result that is corrected later starts
    no game while the next round is played.
    """
    found: list[m.StartNextGame | m.DropGame] = []
    for tournament, stage, running in open_rounds(known):
        if stage.settings.meeting == SINGLE_GAME:
            continue
        for pairing in running.pairings:
            meeting = meeting_in(tournament, stage, running, pairing)
            found += _wanted(known, stage, running, meeting)
    return tuple(found)


def _wanted(
    known: Situation, stage: Stage, the_round: Round, meeting: Meeting
) -> list[m.StartNextGame | m.DropGame]:
    number = len(meeting.games) + len(the_round.dropped)
    ident = f"auto-{meeting.pairing.id}-{number}-{known.seq}"
    if meeting.superfluous:
        last = meeting.superfluous[-1]
        if _is_untouched(known, the_round, last.game):
            return [m.DropGame(id=ident, game=last.game, reason=meeting.why)]
        return []
    due = meeting.next_game
    if due is None or not meeting.settings.at_once or due.chosen:
        return []
    if game_pair(stage, meeting) is None:
        return []
    return [m.StartNextGame(id=ident, pairing=meeting.pairing.id)]


def _find(known: Situation, pairing: PairingId) -> _KnownMeeting:
    for tournament in known.tournaments.values():
        place = tournament.place_of(pairing)
        if place is not None:
            return _KnownMeeting(tournament, *place[:2], meeting_in(tournament, *place))
    raise RefusedError(f"there is no pairing {pairing!r}: it was never published")


def _check_open(found: _KnownMeeting) -> None:
    if found.the_round.state is RoundState.CLOSED:
        raise RefusedError(f"{found.said}: the round is closed; reopen it first")
    if found.the_round is not found.stage.last_round:
        raise RefusedError(f"{found.said}: the next round is published")


def _drawn(found: _KnownMeeting, command: m.DrawColours, seed: str) -> f.LotsDrawn:
    _check_open(found)
    winner = drawn_lot(found.stage, found.meeting)
    if found.meeting.next_game is not None and winner is not None:
        name = found.meeting.names[winner]
        raise RefusedError(f"{found.said}: the lot is drawn already, {name} won it")
    try:
        return draw_lot(found.meeting, seed, command.winner)
    except UsageError as error:
        raise RefusedError(f"{found.said}: {error}") from error


def _added(known: Situation, found: _KnownMeeting, command: m.StartNextGame) -> f.GameAdded:
    _check_open(found)
    if command.board is not None:
        _check_board(known, found, command.board)
    try:
        pair = game_pair(found.stage, found.meeting, command.white)
    except UsageError as error:
        raise RefusedError(f"{found.said}: {error}") from error
    if pair is None:
        wanted = (
            "say which colour its winner chose"
            if drawn_lot(found.stage, found.meeting) is not None
            else "draw the lot for the colours first"
        )
        raise RefusedError(f"{found.said}: {wanted}")
    return game_added(found.stage, found.the_round, found.meeting, pair, command.board)


def _check_board(known: Situation, found: _KnownMeeting, board: BoardNo) -> None:
    """A board number is unique in the hall while its round runs."""
    if board < 1:
        raise RefusedError(f"{found.said}: there is no board {board}")
    if board == sits_at(found.the_round, found.meeting):
        return
    for tournament, _, running in open_rounds(known):
        if board in running.boards:
            raise RefusedError(
                f"{found.said}: board {board} is in use by round {running.number} of "
                f"{tournament.id}; choose another"
            )


def _because(found: _KnownMeeting) -> tuple[int, ...]:
    """The decision on the game before."""
    counting = found.meeting.counting
    official = counting[-1].verdict.official if counting else None
    return (official.seq,) if official is not None else ()


def _dropped(known: Situation, command: m.DropGame, actor: Actor, scribe: Scribe) -> Draft:
    if actor.role is not Role.PROGRAM:
        require(actor, Role.ARBITER, "dropping a game")
    game = find_game(known, command.game)
    reason = need_reason(command.reason, "dropping a game")
    meeting = meeting_in(
        game.tournament, game.stage, game.the_round, game.the_round.published(game.pairing.id)
    )
    idle = [one for one in meeting.superfluous if one.game == command.game]
    if not idle:
        raise RefusedError(f"{game.said}: this game is needed: {meeting.why}")
    if not _is_untouched(known, game.the_round, command.game):
        words = ROLE_WORDS[idle[0].role]
        raise RefusedError(f"{game.said}: the {words} game was begun; it stays and does not count")
    return scribe.draft(f.GameDropped(command.game, reason), game.tournament.id, (), reason)


def _is_untouched(known: Situation, the_round: Round, game: GameId) -> bool:
    """True where no move was made and nobody has said anything about its result."""
    claims = the_round.games[game]
    state = known.hall.games.get(game)
    moves = state.line if state is not None else ()
    return not moves and not claims.standing and not claims.decisions
