"""PURE. Whether a bye may be had by the regulations (docs/regulations.md)."""

from facts.ids import RoundNo
from facts.regulations import ByeRules
from facts.result import Result
from results.rounds.progress import verdicts
from results.tournament.entries import EntryRecord
from results.tournament.tournament import Stage, Tournament


def against(
    tournament: Tournament, stage: Stage, record: EntryRecord, round_no: RoundNo, bye: Result
) -> tuple[str, ...]:
    """What the regulations have against a bye, in sentences; empty: nothing."""
    rules = tournament.regulations.byes
    if rules is None:
        return ()
    return tuple(
        why
        for why in (
            _wrong_kind(rules, bye),
            _wrong_round(rules, round_no),
            _too_many(rules, record, round_no),
            _too_late(tournament, stage, rules, round_no),
        )
        if why
    )


def _wrong_kind(rules: ByeRules, bye: Result) -> str:
    # A bye without points costs nobody anything.
    worth_nothing = bye.white == bye.white.LOSS
    return "" if worth_nothing or bye == rules.bye else f"the bye is {rules.bye}, not {bye}"


def _wrong_round(rules: ByeRules, round_no: RoundNo) -> str:
    if not rules.rounds or round_no in rules.rounds:
        return ""
    return f"a bye can be had in round {' or '.join(map(str, rules.rounds))} only"


def _too_many(rules: ByeRules, record: EntryRecord, round_no: RoundNo) -> str:
    others = [
        number
        for number, request in record.requests.items()
        if number != round_no and request.granted is not False
    ]
    if len(others) < rules.at_most:
        return ""
    count = "one" if rules.at_most == 1 else str(rules.at_most)
    taken = " and ".join(f"round {number}" for number in sorted(others))
    return f"a player may have {count} bye in all, and this one has asked for {taken}"


def _too_late(tournament: Tournament, stage: Stage, rules: ByeRules, round_no: RoundNo) -> str:
    before = stage.rounds.get(RoundNo(round_no - 1))
    if not rules.until_end_of_previous or before is None:
        return ""
    if any(seen.verdict.official is None for seen in verdicts(tournament, before)):
        return ""
    return (
        f"it had to be asked for before round {before.number} was over, and its last game is over"
    )
