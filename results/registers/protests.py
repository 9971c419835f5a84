"""PURE. Protests: by when, who may sit on the case, and by when it is decided."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from facts.ids import GameId, PlayerId, RoundNo
from facts.regulations import AppealRules, DeadlineFrom
from results.tournament.register_entries import Protest
from results.tournament.tournament import Round, Tournament


@dataclass(frozen=True, slots=True)
class Bench:
    """Who decides a case.

    Attributes:
        sitting: members, with reserves in the places of those who may not.
        barred: who may not sit, each with the reason.
        missing: how many are lacking still.
    """

    sitting: tuple[PlayerId, ...]
    barred: tuple[tuple[PlayerId, str], ...]
    missing: int


def deadline(
    tournament: Tournament, rules: AppealRules, the_round: Round, game: GameId | None
) -> datetime | None:
    """When a protest must be in; None while the round or game goes on, or without a deadline.

    The round is over with the decision on its last game.
    """
    if rules.within_min is None:
        return None
    if rules.counted_from is DeadlineFrom.GAME_END and game is not None:
        games = [game]
    else:
        games = list(the_round.games)
    ends = []
    for one in games:
        official = the_round.games[one].official
        if official is None:
            return None
        ends.append(official.at)
    return max(ends) + timedelta(minutes=rules.within_min) if ends else None


def too_late(
    tournament: Tournament, round_no: RoundNo, the_round: Round, game: GameId | None, at: datetime
) -> str:
    """Why a protest comes too late; empty where it is in time."""
    rules = tournament.regulations.appeals
    if rules is None:
        return "the regulations know no appeal: the chief arbiter's decisions are final"
    due = deadline(tournament, rules, the_round, game)
    if due is None or at <= due:
        return ""
    of_game = rules.counted_from is DeadlineFrom.GAME_END and game is not None
    end = "the game" if of_game else f"round {round_no}"
    return (
        f"a protest must be in within {rules.within_min} minutes after the end of {end}: "
        f"that was at {due:%H:%M}"
    )


def decide_by(rules: AppealRules, protest: Protest) -> datetime | None:
    """By when a protest is to be decided, in the time zone of its record; None: not said."""
    if rules.decided_by_hour is None:
        return None
    day = protest.at + timedelta(days=1)
    return day.replace(hour=rules.decided_by_hour, minute=0, second=0, microsecond=0)


def parties(tournament: Tournament, protest: Protest) -> tuple[PlayerId, ...]:
    """Whom the case concerns: who protests, and both players of the game."""
    game = protest.lodged.game
    found = [protest.lodged.player]
    place = tournament.where.get(game) if game is not None else None
    if place is not None:
        stage, round_no = place
        for pairing in tournament.stages[stage].rounds[round_no].pairings:
            if game in pairing.games:
                found += [pairing.white, pairing.black]
    return tuple(dict.fromkeys(found))


def bench(tournament: Tournament, rules: AppealRules, protest: Protest) -> Bench:
    """Who of the committee decides a case: nobody in their own, nor in their federation's.

    Reserves take part in the order in which they were named.
    """
    committee = tournament.registers.committee
    if committee is None:
        return Bench((), (), rules.members)
    concerned = parties(tournament, protest)
    barred = []
    sitting: list[PlayerId] = []
    for member in (*committee.members, *committee.reserves):
        why = _bar(tournament, rules, member, concerned)
        if why:
            barred.append((member, why))
        elif len(sitting) < rules.members:
            sitting.append(member)
    return Bench(tuple(sitting), tuple(barred), rules.members - len(sitting))


def _bar(
    tournament: Tournament, rules: AppealRules, member: PlayerId, concerned: Sequence[PlayerId]
) -> str:
    if member in concerned:
        return "is a party in the case"
    if not rules.own_federation_bars:
        return ""
    own = _federation(tournament, member)
    for player in concerned:
        if own and own == _federation(tournament, player):
            return f"is of the same federation ({own}) as {tournament.players[player].player.name}"
    return ""


def _federation(tournament: Tournament, player: PlayerId) -> str:
    record = tournament.players.get(player)
    return record.player.federation if record is not None else ""


def committee_problems(
    tournament: Tournament, rules: AppealRules, members: Sequence[PlayerId], reserves: int
) -> tuple[str, ...]:
    """What is wrong with a committee: its size, somebody twice, federations twice."""
    problems = []
    if len(set(members)) != len(members):
        problems.append("somebody is named twice")
    if len(members) - reserves < rules.members:
        problems.append(f"the regulations ask for {rules.members} members")
    if reserves < rules.reserves:
        problems.append(f"the regulations ask for {rules.reserves} reserves")
    if rules.own_federation_bars:
        known = [fed for member in members if (fed := _federation(tournament, member))]
        twice = sorted({fed for fed in known if known.count(fed) > 1})
        if twice:
            problems.append(f"all must be of different federations: {', '.join(twice)} twice")
    return tuple(problems)
