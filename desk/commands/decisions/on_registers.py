"""PURE. Commands about the registers: sanctions, check-in, things handed in, protests."""

from collections.abc import Sequence
from typing import assert_never

from desk.commands.kinds import registers as a
from desk.commands.situation import (
    Scribe,
    Situation,
    find_player,
    find_tournament,
    last_round,
    need_reason,
    next_round,
    require,
)
from desk.errors import AskFirstError, RefusedError
from facts import fact as f
from facts import registers as r
from facts.envelope import Actor, Draft, Role
from facts.ids import GameId, PlayerId, RoundNo
from facts.regulations import OffenceRule, Sanction, Step
from results.registers.offences import clock, halved, in_words, next_step
from results.registers.protests import bench, committee_problems, too_late
from results.tournament.tournament import Round, Tournament

_FLOOR = a.GivePenalty | a.CheckIn | a.HandIn | a.GiveBack
"""What an arbiter on the floor may do."""


def decide_register(
    known: Situation, command: a.RegisterCommand, actor: Actor
) -> tuple[Draft, ...]:
    """The facts that answer a command about a register.

    Raises:
        RefusedError: it cannot be done; says why and what can.
    """
    require(actor, Role.FLOOR_ARBITER if isinstance(command, _FLOOR) else Role.ARBITER, "this")
    tournament = find_tournament(known, command.tournament)
    reason = ""
    match command:
        case a.GivePenalty():
            reason = need_reason(command.reason, "a sanction")
            facts = _penalty(known, tournament, command, actor, reason)
        case a.ReadmitPlayer():
            require(actor, Role.CHIEF_ARBITER, "taking an expelled player back")
            reason = need_reason(command.reason, "taking a player back")
            facts = (_readmit(tournament, command.player),)
        case a.CheckIn():
            facts = (_check_in(tournament, command.player),)
        case a.EndCheckIn():
            facts = _end_check_in(tournament)
        case a.HandIn():
            facts = (_hand_in(tournament, command),)
        case a.GiveBack():
            facts = (_give_back(tournament, command),)
        case a.NameCommittee():
            reason = command.reason.strip()
            facts = (_name(tournament, command),)
        case a.LodgeProtest():
            reason = command.reason.strip()
            facts = (_lodge(known, tournament, command, actor),)
        case a.DecideProtest():
            require(actor, Role.CHIEF_ARBITER, "recording the committee's decision")
            facts = (_decide(tournament, command),)
        case _:
            assert_never(command)
    return Scribe(known, command, actor).drafts(facts, tournament.id, reason)


# --- sanctions --------------------------------------------------------------------------


def _penalty(
    known: Situation, tournament: Tournament, command: a.GivePenalty, actor: Actor, reason: str
) -> tuple[f.Fact, ...]:
    record = find_player(tournament, command.player)
    if command.game is not None and command.game not in tournament.where:
        raise RefusedError(f"there is no game {command.game!r}")
    step = Step(Sanction.WORDS)
    words = command.penalty.strip()
    if command.offence:
        step = next_step(_offence(tournament, command.offence), record.penalties)
        told = _told(known, tournament, command.game, command.player, step)
        words = f"{told}; {words}" if words else told
    if not words:
        raise RefusedError(f"say what {record.player.name} gets: a warning, two minutes, a fine")
    given = f.PenaltyGiven(
        command.player,
        words,
        reason,
        command.game,
        step.sanction,
        command.offence,
        RoundNo(next_round(tournament) - 1),
        step.amount,
    )
    return (given, *_consequences(tournament, command.player, step, actor, reason))


def _offence(tournament: Tournament, name: str) -> OffenceRule:
    rules = tournament.regulations.offences
    for rule in rules:
        if rule.name == name:
            return rule
    have = ", ".join(rule.name for rule in rules) or "none"
    raise RefusedError(f"the regulations list no offence {name!r}; they list {have}")


def _told(
    known: Situation,
    tournament: Tournament,
    game: GameId | None,
    player: PlayerId,
    step: Step,
) -> str:
    """The step in words, with the time that the clock must show where it is known."""
    prizes = tournament.regulations.prizes
    words = in_words(step, prizes.currency if prizes is not None else "EUR")
    if step.sanction is not Sanction.HALVE_TIME or game is None:
        return words
    left = _left_s(known, tournament, game, player)
    if left is None:
        return words
    return f"{words}: from {clock(left)} to {clock(halved(left, step.limit_s))}"


def _left_s(known: Situation, tournament: Tournament, game: GameId, player: PlayerId) -> int | None:
    """Seconds that a player has now, by the board's clock; None where it is not known."""
    state = known.hall.games.get(game)
    clock_set = state.clock if state is not None else None
    stage, round_no = tournament.where[game]
    the_round = tournament.stages[stage].rounds[round_no]
    pairing = next((p for p in the_round.pairings if game in p.games), None)
    if clock_set is None or pairing is None:
        return None
    white = the_round.as_played(pairing, game).white == player
    left = clock_set.white_s if white else clock_set.black_s
    side = f.Side.WHITE if white else f.Side.BLACK
    if left is None or clock_set.running is not side or state is None or state.clock_at is None:
        return left
    return max(0, left - int((known.at - state.clock_at).total_seconds()))


def _consequences(
    tournament: Tournament, player: PlayerId, step: Step, actor: Actor, reason: str
) -> tuple[f.Fact, ...]:
    """What follows for the next rounds; a lost game is ruled by a command of its own."""
    following = next_round(tournament)
    match step.sanction:
        case Sanction.NOT_PAIRED:
            if following > last_round(tournament):
                return ()
            return (f.PlayerAbsent(player, following, f"sanction: {reason}"),)
        case Sanction.EXPELLED:
            require(actor, Role.ARBITER, "putting a player out")
            return (f.PlayerExpelled(player, following, reason),)
        case _:
            return ()


def _readmit(tournament: Tournament, player: PlayerId) -> f.PlayerEntered:
    record = find_player(tournament, player)
    if not record.expelled:
        raise RefusedError(f"{record.player.name} is not expelled")
    following = next_round(tournament)
    if following > last_round(tournament):
        raise RefusedError("the last round has been published: nobody can come back any more")
    return f.PlayerEntered(record.player, following)


# --- the check-in, and what was handed in -----------------------------------------------


def _check_in(tournament: Tournament, player: PlayerId) -> f.PlayerCheckedIn:
    record = find_player(tournament, player)
    _before_round_1(tournament)
    if RoundNo(1) in record.checked_in:
        raise RefusedError(f"{record.player.name} is checked in already")
    if record.out_from is not None:
        raise RefusedError(f"{record.player.name} is out: let them enter again")
    return f.PlayerCheckedIn(player, RoundNo(1))


def _end_check_in(tournament: Tournament) -> tuple[f.Fact, ...]:
    _before_round_1(tournament)
    missing = [
        record.player.id
        for record in tournament.players.values()
        if record.out_from is None and RoundNo(1) not in record.checked_in
    ]
    if not missing:
        raise RefusedError("everybody has been checked in: nobody is removed")
    if len(missing) == len(tournament.players):
        raise RefusedError("nobody has been checked in yet: this would remove all players")
    return tuple(
        f.PlayerWithdrew(player, RoundNo(1), "not seen at the check-in") for player in missing
    )


def _before_round_1(tournament: Tournament) -> None:
    if next_round(tournament) > 1:
        raise RefusedError("round 1 is published: the check-in is over")


def _hand_in(tournament: Tournament, command: a.HandIn) -> r.ItemHandedIn:
    find_player(tournament, command.player)
    item, tag = command.item.strip(), command.tag.strip()
    if not item:
        raise RefusedError("say what is handed in: a phone, a watch")
    for held in tournament.registers.held:
        if tag and held.tag == tag:
            owner = tournament.players[held.player].player.name
            raise RefusedError(f"the tag {tag} is on the {held.item} of {owner}")
    return r.ItemHandedIn(command.player, item, tag)


def _give_back(tournament: Tournament, command: a.GiveBack) -> r.ItemReturned:
    record = find_player(tournament, command.player)
    held = tournament.registers.held_of(command.player)
    if all((one.item, one.tag) != (command.item, command.tag) for one in held):
        have = ", ".join(f"{one.item} {one.tag}".strip() for one in held) or "nothing"
        raise RefusedError(f"{record.player.name} has {have} in keeping")
    return r.ItemReturned(command.player, command.item, command.tag)


# --- protests ---------------------------------------------------------------------------


def _name(tournament: Tournament, command: a.NameCommittee) -> r.CommitteeNamed:
    rules = tournament.regulations.appeals
    if rules is None:
        raise RefusedError("the regulations know no appeal, so there is no committee")
    everybody = (*command.members, *command.reserves)
    for player in everybody:
        find_player(tournament, player)
    problems = committee_problems(tournament, rules, everybody, len(command.reserves))
    if problems and not command.anyway:
        raise AskFirstError(
            f"this committee is not what the regulations ask for: {'; '.join(problems)}. "
            "Name it anyway?",
            "anyway",
            needs_reason=True,
        )
    if problems:
        need_reason(command.reason, "a committee that the regulations do not foresee")
    return r.CommitteeNamed(command.members, command.reserves, command.chair.strip())


def _lodge(
    known: Situation, tournament: Tournament, command: a.LodgeProtest, actor: Actor
) -> r.ProtestLodged:
    record = find_player(tournament, command.player)
    if not command.against.strip():
        raise RefusedError("say what the protest is against")
    the_round = _round_of(tournament, command)
    late = too_late(tournament, command.round_no, the_round, command.game, known.at)
    if tournament.regulations.appeals is None:
        raise RefusedError(late)
    if late and not command.late:
        raise AskFirstError(
            f"{record.player.name}: {late}. Admit it all the same?", "late", needs_reason=True
        )
    if late:
        require(actor, Role.CHIEF_ARBITER, "admitting a late protest")
        need_reason(command.reason, "admitting a late protest")
    number = len(tournament.registers.protests) + 1
    return r.ProtestLodged(
        number,
        command.player,
        command.round_no,
        command.against.strip(),
        command.game,
        late=bool(late),
    )


def _round_of(tournament: Tournament, command: a.LodgeProtest) -> Round:
    """The round of the game, else the newest published one of that number."""
    if command.game is not None:
        place = tournament.where.get(command.game)
        if place is None:
            raise RefusedError(f"there is no game {command.game!r}")
        return tournament.stages[place[0]].rounds[place[1]]
    for stage in reversed(tuple(tournament.stages.values())):
        if command.round_no in stage.rounds:
            return stage.rounds[command.round_no]
    raise RefusedError(f"round {command.round_no} has not been published")


def _decide(tournament: Tournament, command: a.DecideProtest) -> r.ProtestDecided:
    protest = tournament.registers.protest(command.number)
    rules = tournament.regulations.appeals
    if protest is None or rules is None:
        raise RefusedError(f"there is no protest {command.number}")
    if protest.decided is not None:
        raise RefusedError(f"protest {command.number} is decided: {protest.decided.decision}")
    decision = need_reason(command.decision, "a decision on a protest")
    eligible = bench(tournament, rules, protest)
    for member in command.members:
        for barred, why in eligible.barred:
            if member == barred:
                name = tournament.players[member].player.name
                raise RefusedError(f"{name} cannot sit on this case: {why}")
    _check_sitting(tournament, command.members, rules.members)
    return r.ProtestDecided(command.number, command.members, command.upheld, decision)


def _check_sitting(tournament: Tournament, members: Sequence[PlayerId], wanted: int) -> None:
    committee = tournament.registers.committee
    named = (*committee.members, *committee.reserves) if committee is not None else ()
    for member in members:
        if member not in named:
            raise RefusedError(
                f"{find_player(tournament, member).player.name} is not on the committee"
            )
    if len(set(members)) < wanted:
        raise RefusedError(f"{wanted} members decide a protest; {len(set(members))} are named")
