"""PURE. What a start adds to the log: the configuration, as far as the log does not say it yet.

The log is the truth. Regulations that were changed in a file since the last start become
facts; what an arbiter changed while the hall ran (a device moved, a delay) is left alone.
"""

from collections.abc import Mapping, Sequence

from desk.commands.situation import Situation, next_round
from desk.state.hall import Presence
from facts import fact as f
from facts.envelope import Actor, Draft, Role
from facts.ids import BoardNo, DeviceId, TournamentId
from facts.player import Player
from facts.registers import RegulationsSet
from facts.regulations import Regulations
from facts.settings import ResultPolicy, StageSettings, TournamentSettings
from results.tournament.tournament import Tournament

CONFIGURATION = Actor(Role.PROGRAM, "configuration")
CLOSED = "the program was closed, and it has not answered since: check its cable and power"
"""Why a board of an earlier start is not there yet."""


def opening_facts(
    known: Situation,
    hall: str,
    software: str,
    bindings: Mapping[BoardNo, DeviceId],
    delays: Mapping[str, float],
) -> tuple[Draft, ...]:
    """The hall's own facts at a start: it opened, where devices stand, the delays.

    Boards that were there when the program ended are not, until they answer again.
    """
    facts: list[f.Fact] = [f.HallOpened(hall, software)]
    facts += [
        f.DeviceOffline(device, CLOSED)
        for device, state in known.hall.devices.items()
        if state.presence is not Presence.OFFLINE
    ]
    facts += [
        f.BoardBound(board, device)
        for board, device in bindings.items()
        if device not in known.hall.placed and board not in known.hall.bindings
    ]
    facts += [
        f.DelaySet(audience, minutes)
        for audience, minutes in delays.items()
        if known.hall.configured_delays.get(audience) != minutes
    ]
    return tuple(Draft(fact, known.at, CONFIGURATION) for fact in facts)


def tournament_facts(
    known: Situation,
    tournament: TournamentId,
    settings: TournamentSettings,
    stages: Sequence[StageSettings],
    policy: ResultPolicy,
    players: Sequence[Player],
    regulations: Regulations,
) -> tuple[Draft, ...]:
    """A tournament's facts at a start: what its files say that the log does not.

    Players whom the log does not know enter; after the first round they are late entries.
    """
    held = known.tournaments[tournament]
    facts: list[f.Fact] = []
    if held.settings != settings:
        facts.append(f.TournamentDefined(settings))
    facts += [f.StageOpened(stage) for stage in stages if _differs(held, stage)]
    if held.policy != policy or not held.seq:
        facts.append(f.PolicySet(policy))
    if held.regulations != regulations:
        facts.append(RegulationsSet(regulations))
    facts += [
        f.PlayerEntered(player, next_round(held))
        for player in players
        if player.id not in held.players
    ]
    return tuple(Draft(fact, known.at, CONFIGURATION, tournament) for fact in facts)


def _differs(held: Tournament, stage: StageSettings) -> bool:
    known = held.stages.get(stage.id)
    return known is None or known.settings != stage
