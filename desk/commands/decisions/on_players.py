"""PURE. Commands about players: late entries, withdrawals, byes, absences."""

import re
from dataclasses import replace
from typing import assert_never

from desk.commands.kinds import players as a
from desk.commands.situation import (
    Scribe,
    Situation,
    find_player,
    find_tournament,
    is_round_robin,
    last_round,
    need_reason,
    next_round,
    require,
)
from desk.errors import AskFirstError, RefusedError
from facts import fact as f
from facts.envelope import Actor, Draft, Role
from facts.ids import RoundNo
from facts.player import Player
from facts.result import ResultKind
from results.registers.byes import against
from results.rounds.numbering import TITLES
from results.tournament.entries import EntryRecord
from results.tournament.tournament import Tournament

HIGHEST_RATING = 3999
"""More than anybody has; a fifth digit is a slip of the finger."""
_REQUESTED = frozenset({ResultKind.HALF_BYE, ResultKind.FULL_BYE, ResultKind.ZERO_BYE})


def decide_player(known: Situation, command: a.PlayerCommand, actor: Actor) -> tuple[Draft, ...]:
    """The facts that answer a command about a player.

    Raises:
        RefusedError: it cannot be done; says why and what can.
    """
    require(actor, Role.ARBITER, "this")
    tournament = find_tournament(known, command.tournament)
    match command:
        case a.EnterPlayer():
            facts: tuple[f.Fact, ...] = (_enter(tournament, command.player),)
            reason = ""
        case a.ChangePlayer():
            facts, reason = (_change(tournament, command.player),), ""
        case a.WithdrawPlayer():
            reason = command.reason.strip()
            facts = (_withdraw(tournament, command, reason),)
        case a.ExpelPlayer():
            reason = need_reason(command.reason, "putting a player out")
            facts = (_expel(tournament, command, reason),)
        case a.RequestBye():
            facts, reason = _request(tournament, command, actor), command.reason.strip()
        case a.DecideBye():
            reason = command.reason.strip()
            facts = (_decide(tournament, command, reason),)
        case a.MarkAbsent():
            reason = need_reason(command.reason, "an absence")
            facts = (_absent(tournament, command, reason),)
        case a.PlayAfterAll():
            reason = command.reason.strip() or "plays after all"
            facts = _after_all(tournament, command, reason)
        case a.FixBoard():
            reason = command.reason.strip()
            facts = (_fix_board(tournament, command, reason),)
        case _:
            assert_never(command)
    return Scribe(known, command, actor).drafts(facts, tournament.id, reason)


def _enter(tournament: Tournament, player: Player) -> f.PlayerEntered:
    _check_particulars(player)
    first = next_round(tournament)
    if first > last_round(tournament) > 0:
        raise RefusedError("the last round has been published: nobody can enter any more")
    _check_robin(tournament, first)
    known = tournament.players.get(player.id)
    if known is not None and known.out_from is None:
        raise RefusedError(f"{player.name} plays already")
    if known is not None and known.expelled:
        raise RefusedError(f"{player.name} was expelled: {known.out_reason}")
    for record in tournament.players.values():
        # Whoever was entered by mistake and left before playing keeps nobody out.
        if record.player.id != player.id and record.out_from != record.first_round:
            _check_same(record.player, player)
    return f.PlayerEntered(replace(player, name=player.name.strip()), first)


def _check_robin(tournament: Tournament, first: RoundNo) -> None:
    if first > 1 and any(is_round_robin(stage) for stage in tournament.stages.values()):
        raise RefusedError("a round robin takes no late entries: its pairings are fixed")


def _check_same(known: Player, player: Player) -> None:
    if known.fide_id and known.fide_id == player.fide_id:
        raise RefusedError(f"FIDE id {player.fide_id} is {known.name}, who has entered already")
    if known.name.casefold() == player.name.strip().casefold() and (
        known.birth == player.birth or player.birth is None
    ):
        raise RefusedError(
            f"{known.name} has entered already; give the date of birth if this is somebody else"
        )


def _check_particulars(player: Player) -> None:
    """Refuse what no file to FIDE can hold; nothing is cut to fit."""
    if not player.name.strip():
        raise RefusedError("a player needs a name: Surname, Given")
    if player.federation and not re.fullmatch(r"[A-Z]{3}", player.federation):
        raise RefusedError(
            f"{player.federation!r} is no federation: expected the three letters of its code, such "
            "as NED, or nothing"
        )
    if player.title and player.title not in TITLES:
        raise RefusedError(
            f"{player.title!r} is no title: expected one of {', '.join(TITLES)}, or nothing"
        )
    if not 0 <= player.rating <= HIGHEST_RATING:
        raise RefusedError(f"{player.rating} is no rating: expected 0 (none) to {HIGHEST_RATING}")
    if player.fide_id and not re.fullmatch(r"\d{1,12}", player.fide_id, re.ASCII):
        raise RefusedError(f"{player.fide_id!r} is no FIDE id: expected digits, or nothing")


def _change(tournament: Tournament, player: Player) -> f.PlayerChanged:
    known = find_player(tournament, player.id).player
    changed = replace(player, name=player.name.strip())
    _check_particulars(changed)
    if changed == known:
        raise RefusedError(f"nothing of {known.name} is changed")
    for record in tournament.players.values():
        other = record.player
        if other.id != player.id and other.fide_id and other.fide_id == player.fide_id:
            raise RefusedError(f"FIDE id {player.fide_id} is {other.name}, who has entered too")
    return f.PlayerChanged(changed)


def _withdraw(tournament: Tournament, command: a.WithdrawPlayer, reason: str) -> f.PlayerWithdrew:
    record = find_player(tournament, command.player)
    if record.out_from is not None:
        raise RefusedError(f"{record.player.name} is out from round {record.out_from} already")
    return f.PlayerWithdrew(command.player, next_round(tournament), reason)


def _expel(tournament: Tournament, command: a.ExpelPlayer, reason: str) -> f.PlayerExpelled:
    record = find_player(tournament, command.player)
    if record.expelled:
        raise RefusedError(f"{record.player.name} is expelled already")
    return f.PlayerExpelled(command.player, next_round(tournament), reason)


def _request(tournament: Tournament, command: a.RequestBye, actor: Actor) -> tuple[f.Fact, ...]:
    record = _coming(tournament, command, "a bye")
    if all(is_round_robin(stage) for stage in tournament.stages.values()):
        raise RefusedError("a round robin has no byes: a game that is not played is a forfeit")
    if command.bye.kind not in _REQUESTED:
        raise RefusedError(f"{command.bye} is no bye that a player can ask for")
    request = record.requests.get(command.round_no)
    if request is not None and request.granted and request.bye == command.bye:
        raise RefusedError(f"{record.player.name} has this bye in round {command.round_no} already")
    _check_regulations(tournament, command, actor, record)
    asked = f.ByeRequested(command.player, command.round_no, command.bye)
    if not command.grant:
        return (asked,)
    return asked, f.ByeDecided(command.player, command.round_no, granted=True)


def _check_regulations(
    tournament: Tournament, command: a.RequestBye, actor: Actor, record: EntryRecord
) -> None:
    """Byes are had by the regulations; only the chief arbiter decides otherwise."""
    problems = [
        problem
        for stage in tournament.stages.values()
        if not stage.is_round_robin
        for problem in against(tournament, stage, record, command.round_no, command.bye)
    ]
    if not problems:
        return
    said = f"{record.player.name}: {'; '.join(dict.fromkeys(problems))}"
    if not command.override:
        raise AskFirstError(
            f"{said}. Should the chief arbiter allow it all the same?",
            "override",
            needs_reason=True,
        )
    require(actor, Role.CHIEF_ARBITER, "a bye that the regulations are against")
    need_reason(command.reason, "a bye that the regulations are against")


def _decide(tournament: Tournament, command: a.DecideBye, reason: str) -> f.ByeDecided:
    record = _coming(tournament, command, "a bye")
    request = record.requests.get(command.round_no)
    if request is None:
        raise RefusedError(f"{record.player.name} asked for no bye in round {command.round_no}")
    if not command.granted:
        need_reason(reason, "refusing a bye")
    return f.ByeDecided(command.player, command.round_no, command.granted, reason)


def _absent(tournament: Tournament, command: a.MarkAbsent, reason: str) -> f.PlayerAbsent:
    record = _coming(tournament, command, "an absence")
    if command.round_no in record.absent:
        raise RefusedError(f"{record.player.name} is marked absent in round {command.round_no}")
    return f.PlayerAbsent(command.player, command.round_no, reason)


def _after_all(tournament: Tournament, command: a.PlayAfterAll, reason: str) -> tuple[f.Fact, ...]:
    """Take back the bye and the absence of a round that is not published yet."""
    record = _coming(tournament, command, "a change")
    facts: list[f.Fact] = []
    request = record.requests.get(command.round_no)
    if request is not None and request.granted is not False:
        facts.append(f.ByeDecided(command.player, command.round_no, False, reason))
    if command.round_no in record.absent:
        facts.append(f.PlayerCheckedIn(command.player, command.round_no))
    if not facts:
        raise RefusedError(f"{record.player.name} plays in round {command.round_no} as it is")
    return tuple(facts)


def _fix_board(tournament: Tournament, command: a.FixBoard, reason: str) -> f.BoardFixed:
    record = find_player(tournament, command.player)
    if command.board is None and record.board is None:
        raise RefusedError(f"{record.player.name} keeps no board")
    if command.board is not None:
        if command.board < 1:
            raise RefusedError(f"{command.board} is no board number")
        if command.board == record.board:
            raise RefusedError(f"{record.player.name} keeps board {command.board} already")
        for other in tournament.players.values():
            if other.board == command.board:
                raise RefusedError(
                    f"board {command.board} is kept for {other.player.name}: free it first"
                )
    return f.BoardFixed(command.player, command.board, reason)


def _coming(
    tournament: Tournament,
    command: a.RequestBye | a.DecideBye | a.MarkAbsent | a.PlayAfterAll,
    what: str,
) -> EntryRecord:
    """The player, who must be able to play in a round that is still to be published."""
    record = find_player(tournament, command.player)
    first, last = next_round(tournament), last_round(tournament)
    if command.round_no < first:
        raise RefusedError(
            f"round {command.round_no} is published: {what} can be given from round {first} on"
        )
    if command.round_no > last:
        raise RefusedError(f"there is no round {command.round_no}: the last is {last}")
    if not record.plays(command.round_no):
        raise RefusedError(f"{record.player.name} does not play in round {command.round_no}")
    return record
