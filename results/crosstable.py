"""PURE. From the log's view of a stage to the table that pairing and tie-breaks work on."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import assert_never

from facts.fact import Side
from facts.ids import PlayerId, RoundNo, StageId
from facts.result import Result, ResultKind, Score
from facts.settings import Acceleration, InitialColour, System
from results.acceleration import baku, group_size
from results.capture import Verdict, judge
from results.errors import UsageError
from results.model import NOBODY, Crosstable, Entrant, Forbidden, Number, RoundEntry, bye_entry
from results.rounds import stage_of
from results.tournament import Stage, Tournament, starters_of

Standing = Callable[[Verdict], Result | None]
"""Which result of a game counts: see :func:`official_results` and :func:`live_results`."""


def official_results(verdict: Verdict) -> Result | None:
    """Official results alone."""
    return verdict.official.result if verdict.official is not None else None


def live_results(verdict: Verdict) -> Result | None:
    """Official results, and undisputed proposals as provisional ones."""
    return verdict.stands


def crosstable(
    tournament: Tournament,
    stage: StageId,
    after: RoundNo | None = None,
    which: Standing = official_results,
) -> Crosstable:
    """The stage's table after round ``after`` (the newest one by default).

    Raises:
        UsageError: no such stage, a published player without a number, or an acceleration
            that the point system does not allow.
    """
    known = stage_of(tournament, stage)
    numbers = {player: Number(n) for n, player in enumerate(known.numbers, start=1)}
    last = max(known.rounds, default=RoundNo(0)) if after is None else after
    per_round = [
        _round_entries(tournament, known, RoundNo(r), numbers, which) for r in range(1, last + 1)
    ]
    entrants = tuple(
        Entrant(
            number,
            tournament.players[player].player,
            tuple(entries.get(number, _ABSENT) for entries in per_round),
        )
        for player, number in numbers.items()
        if player in tournament.players
    )
    table = Crosstable(
        entrants=entrants,
        rounds=known.settings.rounds,
        played=last,
        scoring=known.settings.scoring,
        round_robin=known.settings.system in (System.BERGER, System.BERGER_DOUBLE),
        initial_colour=initial_colour(known),
        forbidden=_forbidden(known, numbers),
        rated=_rated(known, numbers, last),
    )
    if known.settings.acceleration is Acceleration.NONE or table.round_robin:
        return table
    return replace(table, accelerations=baku(table, _last_of_group(tournament, known, numbers)))


def _forbidden(stage: Stage, numbers: Mapping[PlayerId, Number]) -> tuple[Forbidden, ...]:
    return tuple(
        Forbidden(
            rule.first_round,
            stage.settings.rounds if rule.last_round is None else rule.last_round,
            frozenset(numbers[player] for player in pair),
        )
        for pair, rule in stage.forbidden.items()
        if pair <= numbers.keys()
    )


def _last_of_group(
    tournament: Tournament, stage: Stage, numbers: Mapping[PlayerId, Number]
) -> Number | None:
    """Who is last in group A of Baku: counted for round 1, then the same player throughout."""
    starters = stage.starters or starters_of(tournament, stage)
    if not starters:
        return None
    last = starters[min(group_size(len(starters)), len(starters)) - 1]
    return numbers.get(last)


def _rated(
    stage: Stage, numbers: Mapping[PlayerId, Number], last: int
) -> Mapping[tuple[int, Number], RoundEntry]:
    """The entries of games that count otherwise for rating, by round and number."""
    found: dict[tuple[int, Number], RoundEntry] = {}
    for round_no, the_round in stage.rounds.items():
        if round_no > last or not the_round.rated:
            continue
        for pairing in the_round.pairings:
            given = the_round.rated.get(pairing.games[0])
            if given is None:
                continue
            white, black = _number(numbers, pairing.white), _number(numbers, pairing.black)
            entries = game_entries(white, black, given.result)
            found[round_no, white], found[round_no, black] = entries
    return found


INITIAL_COLOUR = "initial colour"
"""Purpose of the lot that gives the initial colour; its outcome is ``white`` or ``black``."""


def initial_colour(stage: Stage) -> Side | None:
    """The initial colour by the regulations or the recorded lot; None before a lot."""
    match stage.settings.initial_colour:
        case InitialColour.WHITE:
            return Side.WHITE
        case InitialColour.BLACK:
            return Side.BLACK
        case InitialColour.LOT:
            drawn = [lot.outcome for lot in stage.lots if lot.purpose == INITIAL_COLOUR]
            return Side(drawn[-1][0]) if drawn else None
        case _:
            assert_never(stage.settings.initial_colour)


_ABSENT = bye_entry(ResultKind.ZERO_BYE, Score.LOSS)


def _round_entries(
    tournament: Tournament,
    stage: Stage,
    round_no: RoundNo,
    numbers: Mapping[PlayerId, Number],
    which: Standing,
) -> Mapping[Number, RoundEntry]:
    the_round = stage.rounds.get(round_no)
    if the_round is None:
        return {}
    entries: dict[Number, RoundEntry] = {}
    for bye in the_round.byes:
        entries[_number(numbers, bye.player)] = bye_entry(bye.bye.kind, bye.bye.white)
    for pairing in the_round.pairings:
        game = pairing.games[0]
        result = which(judge(the_round.games[game], tournament.policy))
        white, black = _number(numbers, pairing.white), _number(numbers, pairing.black)
        entries[white], entries[black] = game_entries(white, black, result)
    return entries


def game_entries(
    white: Number, black: Number, result: Result | None
) -> tuple[RoundEntry, RoundEntry]:
    """White's and Black's entry of a game; without a score while it has no result."""
    if result is None or result.black is None:
        return RoundEntry(black, Side.WHITE, None), RoundEntry(white, Side.BLACK, None)
    return (
        RoundEntry(black, Side.WHITE, result.white, result.kind),
        RoundEntry(white, Side.BLACK, result.black, result.kind),
    )


def _number(numbers: Mapping[PlayerId, Number], player: PlayerId) -> Number:
    number = numbers.get(player, NOBODY)
    if number == NOBODY:
        raise UsageError(f"{player} was paired without a number: assign the numbers first")
    return number
