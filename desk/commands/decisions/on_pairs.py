"""PURE. Commands about who must not meet whom.

Prohibited pairs belong before round 1 (FIDE's VCL4THP, questions 194-196). A danger or a
forgotten family tie may still need one later: then with a reason, which goes to the report.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import assert_never

from desk.commands.kinds import pairs as a
from desk.commands.situation import (
    Scribe,
    Situation,
    find_player,
    fresh_stage,
    is_round_robin,
    need_reason,
    require,
)
from desk.errors import RefusedError
from facts import fact as f
from facts.envelope import Actor, Draft, Role
from facts.ids import PlayerId, RoundNo
from results.tournament.tournament import Stage, Tournament

MAX_GROUP = 20
"""Each two of a group are a fact; a larger group leaves hardly a legal round anyway."""


def decide_pairs(known: Situation, command: a.PairCommand, actor: Actor) -> tuple[Draft, ...]:
    """The facts that answer a command about prohibited pairs.

    Raises:
        RefusedError: it cannot be done; says why and what can.
    """
    require(actor, Role.ARBITER, "deciding who may meet")
    tournament, stage = fresh_stage(known, command)
    reason = command.reason.strip()
    if stage.rounds:
        reason = need_reason(reason, "a change of prohibited pairs after round 1 is published")
    match command:
        case a.ForbidPairs():
            facts: Sequence[f.Fact] = _forbid(tournament, stage, command, reason)
        case a.AllowPair():
            facts = (_allow(tournament, stage, command, reason),)
        case _:
            assert_never(command)
    return Scribe(known, command, actor).drafts(facts, tournament.id, reason)


def _forbid(
    tournament: Tournament, stage: Stage, command: a.ForbidPairs, reason: str
) -> list[f.PairForbidden]:
    if is_round_robin(stage):
        raise RefusedError("in a round robin everybody meets everybody: nobody can be kept apart")
    _check_group(tournament, stage, command.players)
    first, last = _rounds(stage, command)
    made = [
        f.PairForbidden(stage.settings.id, pair, first, last, reason)
        for pair in combinations(command.players, 2)
    ]
    new = [rule for rule in made if not _covers(stage, stage.forbidden.get(_pair(rule)), rule)]
    if not new:
        raise RefusedError("these players are kept apart in these rounds already")
    for rule in new:
        # A newer rule replaces the older one of the pair: no round may fall out by that.
        old = stage.forbidden.get(_pair(rule))
        if old is not None and not _covers(stage, rule, old, _following(stage)):
            names = " and ".join(find_player(tournament, p).player.name for p in rule.players)
            raise RefusedError(
                f"{names} are kept apart from round {old.first_round} to {_last(stage, old)}: "
                "name these rounds too, or let them meet first"
            )
    return new


def _check_group(tournament: Tournament, stage: Stage, players: Sequence[PlayerId]) -> None:
    if len(set(players)) < len(players):
        raise RefusedError("a player is named twice")
    if not 2 <= len(players) <= MAX_GROUP:
        raise RefusedError(f"name two players who must not meet, or a group of up to {MAX_GROUP}")
    for player in players:
        record = find_player(tournament, player)
        if stage.entrants is not None and player not in stage.entrants:
            raise RefusedError(f"{record.player.name} does not play in {stage.settings.name}")


def _rounds(stage: Stage, command: a.ForbidPairs) -> tuple[RoundNo, RoundNo | None]:
    """From which round to which; rounds that are published cannot be undone by a rule."""
    following = _following(stage)
    total = stage.settings.rounds
    if following > total:
        raise RefusedError("all rounds are published: there is nothing left to forbid")
    first = following if command.first_round is None else command.first_round
    last = total if command.last_round is None else command.last_round
    if not 1 <= first <= last <= total:
        raise RefusedError(f"rounds {first} to {last} are no span of rounds 1 to {total}")
    if first < following:
        raise RefusedError(f"round {first} is published: give rounds from {following} on")
    return first, None if command.last_round is None else last


def _following(stage: Stage) -> RoundNo:
    return RoundNo(max(stage.rounds, default=0) + 1)


def _pair(rule: f.PairForbidden) -> frozenset[PlayerId]:
    return frozenset(rule.players)


def _last(stage: Stage, rule: f.PairForbidden) -> RoundNo:
    return stage.settings.rounds if rule.last_round is None else rule.last_round


def _covers(
    stage: Stage, wide: f.PairForbidden | None, rule: f.PairForbidden, since: int = 1
) -> bool:
    """True where ``wide`` holds in all rounds of ``rule`` from round ``since`` on."""
    if wide is None:
        return False
    first, last = max(rule.first_round, since), _last(stage, rule)
    return first > last or (wide.first_round <= first and _last(stage, wide) >= last)


def _allow(
    tournament: Tournament, stage: Stage, command: a.AllowPair, reason: str
) -> f.PairAllowed:
    pair = command.player, command.other
    one, other = (find_player(tournament, player).player.name for player in pair)
    if frozenset(pair) not in stage.forbidden:
        raise RefusedError(f"{one} and {other} may meet as it is")
    return f.PairAllowed(stage.settings.id, pair, reason)
