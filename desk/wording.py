"""PURE. Facts as lines for a terminal: what an arbiter wants to have seen go by."""

from desk.commands.known import Known, player_of
from facts import fact as f
from facts.envelope import Entry
from facts.ids import GameId, PlayerId
from facts.result import Result


def line_of(entry: Entry, known: Known) -> str | None:
    """One line on an entry; None for what would only be noise (moves, clocks)."""
    words = words_of(entry, known)
    return f"{entry.at:%H:%M:%S} {words}" if words is not None else None


def words_of(entry: Entry, known: Known) -> str | None:
    """What an entry says, in words; None for what would only be noise."""
    match entry.fact:
        case f.HallOpened(name=name):
            return f"{name} is open"
        case f.PlayerEntered(player=player, first_round=first) if first > 1:
            return f"{player.name} enters late, from round {first} on"
        case f.PlayerWithdrew(player=who, round_no=round_no):
            return f"{_name(entry, known, who)} withdraws before round {round_no}"
        case f.ByeRequested(player=who, round_no=round_no, bye=bye):
            return f"{_name(entry, known, who)} asks for a {bye} in round {round_no}"
        case f.PairingsDrafted(round_no=round_no, pairings=pairings, engine=engine):
            return f"round {round_no} is drafted: {len(pairings)} pairings by {engine}"
        case f.RoundPublished(round_no=round_no, pairings=pairings):
            return f"round {round_no} is published: {len(pairings)} boards"
        case f.RoundStarted(round_no=round_no):
            return f"round {round_no} has started"
        case f.RoundClosed(round_no=round_no):
            return f"round {round_no} is closed"
        case f.DeviceOnline(device=device, port=port):
            return f"device {device} is online at {port}"
        case f.DeviceSilent(device=device):
            return f"device {device} is silent: check its cable"
        case f.DeviceOffline(device=device, reason=reason):
            return f"device {device} is offline: {reason}"
        case f.DeviceWarned(device=device, text=text):
            return f"device {device}: {text}"
        case fact:
            game: GameId | None = getattr(fact, "game", None)
            said = _about_game(fact)
            return f"{_where(known, game)}: {said}" if game is not None and said else None


def _about_game(fact: f.Fact) -> str | None:
    match fact:
        case f.LineCorrected(reason=reason):
            return f"the line was corrected ({reason})"
        case f.PlacementUnclear(text=text):
            return f"UNCLEAR, {text}"
        case f.LineAmbiguous(reason=reason):
            return f"UNCLEAR, {reason}"
        case f.ResultShown(result=result, by=by, certainty=certainty):
            return f"{result} by {by}, {certainty}"
        case f.SignWithdrawn(reason=reason):
            return f"the result shows no longer ({reason})"
        case f.ResultClaimed(result=result, source=source):
            return f"{result} by {source.value.replace('-', ' ')}"
        case f.ResultConfirmed(result=result):
            return _official(result, "confirmed")
        case f.ResultRuled(result=result, reason=reason):
            return _official(result, f"ruled: {reason}")
        case f.ResultCorrected(result=result, reason=reason):
            return _official(result, f"corrected: {reason}")
        case f.GameTakenOver(reason=reason):
            return f"taken over by hand ({reason})"
        case f.GameReopened(reason=reason):
            return f"goes on ({reason})"
        case _:
            return None


def _official(result: Result, how: str) -> str:
    return f"{result} is official, {how}"


def _where(known: Known, game: GameId | None) -> str:
    state = known.hall.games.get(game) if game is not None else None
    return f"board {state.board}" if state is not None else str(game)


def _name(entry: Entry, known: Known, player: PlayerId) -> str:
    tournament = known.tournaments.get(entry.tournament) if entry.tournament else None
    return player_of(tournament, player).name if tournament is not None else str(player)
