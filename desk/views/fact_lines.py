"""PURE. Facts as lines for a terminal: what an arbiter wants to have seen go by."""

from desk.commands.situation import Situation, player_of
from facts import fact as f
from facts import registers as r
from facts.envelope import Entry
from facts.ids import GameId, PlayerId, StageId, pairing_of
from facts.result import Result
from results.meetings.score import ROLE_WORDS
from results.tournament.tournament import Tournament


def line_of(entry: Entry, known: Situation) -> str | None:
    """One line on an entry; None for what would only be noise (moves, clocks)."""
    words = words_of(entry, known)
    return f"{entry.at:%H:%M:%S} {words}" if words is not None else None


def words_of(entry: Entry, known: Situation) -> str | None:
    """What an entry says, in words; None for what would only be noise."""
    fact = entry.fact
    game: GameId | None = getattr(fact, "game", None)
    if game is not None and not isinstance(fact, f.PenaltyGiven | r.ProtestLodged):
        said = _about_game(fact)
        return f"{_where(known, game, isinstance(fact, _DECIDED))}: {said}" if said else None
    return (
        _about_player(entry, known)
        or _about_register(entry, known)
        or _about_lot(entry, known)
        or _about_round(entry, known)
        or _about_hall(fact)
    )


def _about_player(entry: Entry, known: Situation) -> str | None:
    match entry.fact:
        case f.PlayerEntered(player=player, first_round=first) if first > 1:
            return f"{player.name} enters late, from round {first} on"
        case f.PlayerWithdrew(player=who, round_no=round_no):
            return f"{_name(entry, known, who)} withdraws before round {round_no}"
        case f.ByeRequested(player=who, round_no=round_no, bye=bye):
            return f"{_name(entry, known, who)} asks for a {bye} in round {round_no}"
        case f.ByeDecided(player=who, round_no=round_no, granted=granted, reason=reason):
            how = "granted" if granted else f"refused ({reason})"
            return f"the bye of {_name(entry, known, who)} in round {round_no} is {how}"
        case f.PlayerAbsent(player=who, round_no=round_no, reason=reason):
            return f"{_name(entry, known, who)} is absent in round {round_no} ({reason})"
        case f.PlayerExpelled(player=who, round_no=round_no, reason=reason):
            return f"{_name(entry, known, who)} is expelled from round {round_no} on ({reason})"
        case f.PenaltyGiven(player=who, penalty=penalty, reason=reason):
            return f"{_name(entry, known, who)} gets {penalty} ({reason})"
        case f.BoardFixed(player=who, board=board, reason=reason):
            why = f" ({reason})" if reason else ""
            how = "keeps no board any more" if board is None else f"keeps board {board}"
            return f"{_name(entry, known, who)} {how}{why}"
        case f.PairForbidden(players=(one, other), reason=reason):
            why = f" ({reason})" if reason else ""
            return f"{_name(entry, known, one)} and {_name(entry, known, other)} must not meet{why}"
        case f.PairAllowed(players=(one, other), reason=reason):
            why = f" ({reason})" if reason else ""
            return f"{_name(entry, known, one)} and {_name(entry, known, other)} may meet{why}"
        case f.PlayerChanged(player=player):
            return f"the particulars of {player.name} were corrected"
        case _:
            return None


def _about_register(entry: Entry, known: Situation) -> str | None:
    match entry.fact:
        case r.ItemHandedIn(player=who, item=item, tag=tag):
            return f"{_name(entry, known, who)} hands in: {item} {tag}".rstrip()
        case r.ItemReturned(player=who, item=item, tag=tag):
            return f"{_name(entry, known, who)} gets back: {item} {tag}".rstrip()
        case r.CommitteeNamed(members=members, reserves=reserves):
            names = ", ".join(_name(entry, known, who) for who in members)
            spare = ", ".join(_name(entry, known, who) for who in reserves)
            return f"the appeals committee is {names}" + (f"; reserves {spare}" if spare else "")
        case r.ProtestLodged(number=number, player=who, against=against):
            return f"protest {number}: {_name(entry, known, who)} against {against}"
        case r.ProtestDecided(number=number, upheld=upheld, decision=decision):
            how = "upheld" if upheld else "turned down"
            return f"protest {number} is {how}: {decision}"
        case r.RegulationsSet():
            return "the regulations were set"
        case _:
            return None


def _about_lot(entry: Entry, known: Situation) -> str | None:
    match entry.fact:
        case f.LotsDrawn(purpose=purpose, outcome=outcome):
            names = "; ".join(_name(entry, known, PlayerId(drawn)) for drawn in outcome)
            return f"lot drawn for the {purpose}: {names}"
        case _:
            return None


def _about_round(entry: Entry, known: Situation) -> str | None:
    said = _of_round(entry.fact)
    stage = getattr(entry.fact, "stage", None)
    tournament = known.tournaments.get(entry.tournament) if entry.tournament else None
    if said is None or stage is None or tournament is None:
        return said
    return f"{_of_stage(tournament, stage)}{said}"


def _of_stage(tournament: Tournament, stage: StageId) -> str:
    """``Group II, ``; nothing where the tournament has one stage only."""
    if len(tournament.stages) < 2 or stage not in tournament.stages:
        return ""
    return f"{tournament.stages[stage].settings.name}, "


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _of_round(fact: f.Fact) -> str | None:
    match fact:
        case f.PairingsDrafted(round_no=round_no, pairings=pairings, engine=engine):
            return f"round {round_no} is drafted: {_count(len(pairings), 'pairing')} by {engine}"
        case f.PairingsEdited(round_no=round_no, reason=reason):
            return f"the draft of round {round_no} was edited ({reason})"
        case f.PairingsWithdrawn(round_no=round_no):
            return f"the draft of round {round_no} was thrown away"
        case f.RoundReopened(round_no=round_no, reason=reason):
            return f"round {round_no} is open again ({reason})"
        case f.StandingsMadeOfficial(round_no=round_no):
            return f"the standings after round {round_no} are official"
        case f.RoundPublished(round_no=round_no, pairings=pairings):
            return f"round {round_no} is published: {_count(len(pairings), 'board')}"
        case f.RoundStarted(round_no=round_no):
            return f"round {round_no} has started"
        case f.RoundClosed(round_no=round_no):
            return f"round {round_no} is closed"
        case _:
            return None


def _about_hall(fact: f.Fact) -> str | None:
    match fact:
        case f.HallOpened(name=name):
            return f"{name} is open"
        case f.DelaySet(audience=audience, minutes=minutes):
            return f"the {audience} delay is {minutes:g} minutes"
        case f.BoardBound(board=board, device=device):
            return (
                f"device {device} stands at board {board}" if device else f"board {board} is free"
            )
        case f.DeviceOnline(device=device, port=port):
            return f"device {device} is online at {port}"
        case f.DeviceSilent(device=device):
            return f"device {device} is silent: check its cable"
        case f.DeviceOffline(device=device, reason=reason):
            return f"device {device} is offline: {reason}"
        case f.DeviceReconnecting(device=device, port=port, tried=tried, since=since):
            times = "once" if tried == 1 else f"{tried} times"
            return f"device {device} is away since {since:%H:%M:%S}, looked for {times} at {port}"
        case f.DeviceWarned(device=device, text=text):
            return f"device {device}: {text}"
        case f.DeviceRecovered(device=device, code=code):
            return f"device {device}: {_OVER.get(code, f'{code} is over')}"
        case _:
            return None


_OVER = {
    "noisy": "the line is quiet again",
    "battery": "its battery is charged or charging",
    "clock-battery": "the clock's battery is good again",
    "clock-missing": "its clock is there again",
    "capture": "its recording goes on",
    "loose": "its plug has held for a while",
    "restarted": "it has not started again for a while",
    "sensor": "its men stay where they are put",
}


def _about_game(fact: f.Fact) -> str | None:
    match fact:
        case f.LineCorrected(reason=reason):
            return f"the line was corrected ({reason})"
        case f.MoveConfirmed(by="arbiter", ply=ply):
            return f"the first {ply} half-moves are settled by an arbiter"
        case f.PositionAdopted(reason=reason):
            return f"the record begins with what stands on the board ({reason})"
        case f.PlacementUnclear(text=text):
            return f"UNCLEAR, {text}"
        case f.LineAmbiguous(reason=reason):
            return f"UNCLEAR, {reason}"
        case f.ResultShown(result=result, by=by, certainty=certainty, conflicts=conflicts):
            against = f", BUT {'; '.join(conflicts)}" if conflicts else ""
            return f"{result} by {by}, {certainty}{against}"
        case f.SignWithdrawn(reason=reason):
            return f"the result shows no longer ({reason})"
        case f.ResultClaimed(result=result, source=source):
            return f"{result} by {source.value.replace('-', ' ')}"
        case f.ClaimWithdrawn(source=source, reason=reason):
            return f"the claim by {source.value.replace('-', ' ')} is set aside ({reason})"
        case f.ResultConfirmed(result=result):
            return _official(result, "confirmed")
        case f.ResultRuled(result=result, reason=reason):
            return _official(result, f"ruled: {reason}")
        case f.ResultCorrected(result=result, reason=reason):
            return _official(result, f"corrected: {reason}")
        case f.RatingResultSet(result=None, reason=reason):
            return f"counts for rating as in the standings ({reason})"
        case f.RatingResultSet(result=result, reason=reason):
            return f"{result} counts for rating ({reason})"
        case f.GameTakenOver(reason=reason):
            return f"taken over by hand ({reason})"
        case f.GameReopened(reason=reason):
            return f"goes on ({reason})"
        case f.GameAdded(role=role):
            return f"the next game is set up ({ROLE_WORDS[role]})"
        case f.GameDropped(reason=reason):
            return f"the game is not played after all ({reason})"
        case _:
            return None


def _official(result: Result, how: str) -> str:
    return f"{result} is official, {how}"


_DECIDED = (
    f.ResultClaimed,
    f.ClaimWithdrawn,
    f.ResultConfirmed,
    f.ResultRuled,
    f.ResultCorrected,
    f.RatingResultSet,
    f.GameReopened,
    f.GameAdded,
)
"""Lines that somebody reads long afterwards: they name the players."""


def _where(known: Situation, game: GameId, with_players: bool) -> str:
    state = known.hall.games.get(game)
    if state is None:
        board = known.hall.tables.get(pairing_of(game))
        return f"board {board}" if board is not None else str(game)
    tournament = known.tournaments.get(state.tournament)
    place = tournament.where.get(game) if tournament is not None else None
    if tournament is None or place is None:
        return f"board {state.board}"
    stage, round_no = place
    where = f"{_of_stage(tournament, stage)}round {round_no}, board {state.board}"
    the_round = tournament.stages[stage].rounds[round_no]
    added = the_round.added.get(game)
    if added is not None:
        where += f" ({ROLE_WORDS[added.role]})"
    published = next((p for p in the_round.pairings if game in p.games), None)
    if published is None or not with_players:
        return where
    pairing = the_round.as_played(published, game)
    names = (player_of(tournament, who).name for who in (pairing.white, pairing.black))
    return f"{where}, {' – '.join(name.partition(',')[0] for name in names)}"


def _name(entry: Entry, known: Situation, player: PlayerId) -> str:
    tournament = known.tournaments.get(entry.tournament) if entry.tournament else None
    return player_of(tournament, player).name if tournament is not None else str(player)
