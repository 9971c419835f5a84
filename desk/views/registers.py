"""PURE. The arbiters' registers as the page shows them: sanctions, things in keeping, protests."""

from collections.abc import Mapping
from datetime import datetime

from desk.commands.situation import player_of
from facts.fact import PenaltyGiven
from facts.ids import PlayerId
from facts.regulations import Sanction
from results.prizes.money import written
from results.registers.protests import bench, decide_by
from results.tournament.register_entries import Protest
from results.tournament.tournament import Tournament


def registers_view(tournament: Tournament) -> Mapping[str, object]:
    """Everything that the registers of a tournament hold."""
    registers = tournament.registers
    return {
        "held": [
            {"player": _who(tournament, held.player), "item": held.item, "tag": held.tag}
            for held in registers.held
        ],
        "penalties": [
            {"player": _who(tournament, given.player), **_penalty(tournament, given)}
            for record in tournament.players.values()
            for given in record.penalties
        ],
        "committee": _committee(tournament),
        "protests": [_protest(tournament, protest) for protest in registers.protests],
        "check_in": _check_in(tournament),
    }


def _who(tournament: Tournament, player: PlayerId) -> Mapping[str, str]:
    return {"id": player, "name": player_of(tournament, player).name}


def _penalty(tournament: Tournament, given: PenaltyGiven) -> Mapping[str, object]:
    prizes = tournament.regulations.prizes
    currency = prizes.currency if prizes is not None else "EUR"
    return {
        "penalty": given.penalty,
        "reason": given.reason,
        "round": given.round_no,
        "fine": written(given.amount, currency) if given.amount else "",
        "loses": given.sanction is Sanction.LOSS,
    }


def _committee(tournament: Tournament) -> Mapping[str, object] | None:
    named = tournament.registers.committee
    if named is None:
        return None
    return {
        "members": [_who(tournament, player) for player in named.members],
        "reserves": [_who(tournament, player) for player in named.reserves],
        "chair": named.chair,
    }


def _protest(tournament: Tournament, protest: Protest) -> Mapping[str, object]:
    rules = tournament.regulations.appeals
    sitting = bench(tournament, rules, protest) if rules is not None else None
    due: datetime | None = decide_by(rules, protest) if rules is not None else None
    decided = protest.decided
    return {
        "number": protest.lodged.number,
        "player": _who(tournament, protest.lodged.player),
        "round": protest.lodged.round_no,
        "against": protest.lodged.against,
        "late": protest.lodged.late,
        "at": protest.at,
        "decide_by": due,
        "sitting": [_who(tournament, who) for who in sitting.sitting] if sitting else [],
        "barred": [{"player": _who(tournament, who), "why": why} for who, why in sitting.barred]
        if sitting
        else [],
        "missing": sitting.missing if sitting else 0,
        "decided": None
        if decided is None
        else {"upheld": decided.upheld, "decision": decided.decision},
    }


def _check_in(tournament: Tournament) -> Mapping[str, object] | None:
    """Who was seen and who was not, while there is a check-in to be made."""
    if not tournament.regulations.attendance.check_in or any(
        stage.rounds for stage in tournament.stages.values()
    ):
        return None
    coming = [record for record in tournament.players.values() if record.out_from is None]
    missing = [record.player.id for record in coming if 1 not in record.checked_in]
    return {"seen": len(coming) - len(missing), "missing": missing}
