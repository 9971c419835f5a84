"""PURE. From the log's view of a stage to the table that pairing and tie-breaks work on."""

from collections.abc import Mapping
from dataclasses import replace
from typing import assert_never

from facts.fact import Pairing, Side
from facts.ids import PlayerId, RoundNo, StageId
from facts.meeting import SINGLE_GAME
from facts.result import Result, ResultKind, Score
from facts.settings import Acceleration, InitialColour
from facts.stages import Carried
from results.crosstable.acceleration import baku, group_size
from results.crosstable.model import (
    NOBODY,
    Crosstable,
    Entrant,
    Forbidden,
    Number,
    Points,
    RoundEntry,
    bye_entry,
    game_entries,
)
from results.crosstable.scoring import total
from results.errors import UsageError
from results.meetings.entries import meeting_entries
from results.meetings.score import meeting_in
from results.rounds.progress import origin_of, source_of, stage_of, stage_of_round
from results.tournament.claims import GameClaims
from results.tournament.judging import Standing, judge, official_results
from results.tournament.tournament import Round, Stage, Tournament, starters_of


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
    before = RoundNo(known.settings.first_round - 1)
    last = max(known.rounds, default=before) if after is None else after
    per_round = [
        _round_entries(tournament, stage_of_round(tournament, known, r), r, numbers, which)
        for r in map(RoundNo, range(1, last + 1))
    ]
    carried = _carried(tournament, known, which)
    entrants = tuple(
        Entrant(
            number,
            tournament.players[player].player,
            tuple(entries.get(number, _ABSENT) for entries in per_round),
            carried.get(player, Points(0)),
        )
        for player, number in numbers.items()
        if player in tournament.players
    )
    table = Crosstable(
        entrants=entrants,
        rounds=known.last_planned,
        played=last,
        scoring=known.settings.scoring,
        round_robin=known.is_round_robin,
        initial_colour=initial_colour(origin_of(tournament, known)),
        forbidden=_forbidden(tournament, known, numbers),
        rated=_rated(tournament, known, numbers, last),
        ranked=_ranked(known, numbers),
    )
    if known.settings.acceleration is Acceleration.NONE or table.round_robin:
        return table
    return replace(table, accelerations=baku(table, _last_of_group(tournament, known, numbers)))


def _carried(tournament: Tournament, stage: Stage, which: Standing) -> Mapping[PlayerId, Points]:
    """The points that players bring along without the rounds they come from."""
    if stage.settings.entry.carries is not Carried.POINTS:
        return {}
    source = crosstable(tournament, source_of(tournament, stage).settings.id, None, which)
    return {
        entrant.player.id: total(entrant, source.played, source.scoring)
        for entrant in source.entrants
    }


def _ranked(stage: Stage, numbers: Mapping[PlayerId, Number]) -> frozenset[Number] | None:
    """Who has a place in the stage: others of its rounds went elsewhere before it began."""
    if not stage.goes_on or stage.entrants is None:
        return None
    return frozenset(numbers[player] for player in stage.entrants if player in numbers)


def _forbidden(
    tournament: Tournament, stage: Stage, numbers: Mapping[PlayerId, Number]
) -> tuple[Forbidden, ...]:
    """Who must not meet; what held to the end of a stage holds in the one that goes on."""
    rules = dict(stage.forbidden)
    before = stage
    while before.goes_on:
        before = source_of(tournament, before)
        rules = {**before.forbidden, **rules}
    return tuple(
        Forbidden(
            rule.first_round,
            stage.settings.last_round if rule.last_round is None else rule.last_round,
            frozenset(numbers[player] for player in pair),
        )
        for pair, rule in rules.items()
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
    tournament: Tournament, stage: Stage, numbers: Mapping[PlayerId, Number], last: int
) -> Mapping[tuple[int, Number], RoundEntry]:
    """The entries of games that count otherwise for rating, by round and number."""
    found: dict[tuple[int, Number], RoundEntry] = {}
    for round_no in map(RoundNo, range(1, last + 1)):
        the_round = stage_of_round(tournament, stage, round_no).rounds.get(round_no)
        if the_round is None or not the_round.rated:
            continue
        for pairing in the_round.pairings:
            given = the_round.rated.get(pairing.games[0]) if pairing.games else None
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
        entries |= pairing_entries(tournament, stage, the_round, pairing, numbers, which)
    return entries


def pairing_entries(
    tournament: Tournament,
    stage: Stage,
    the_round: Round,
    pairing: Pairing,
    numbers: Mapping[PlayerId, Number],
    which: Standing,
) -> Mapping[Number, RoundEntry]:
    """The entries of two players who meet, by their numbers.

    Raises:
        UsageError: one of them has no number.
    """
    white, black = _number(numbers, pairing.white), _number(numbers, pairing.black)
    if len(pairing.games) == 1 and stage.settings.meeting == SINGLE_GAME:
        # What nearly all of a Swiss is: thousands are counted each time somebody looks.
        result = _result(tournament, the_round.games[pairing.games[0]], which)
        one, other = game_entries(white, black, result)
        return {white: one, black: other}
    meeting = meeting_in(tournament, stage, the_round, pairing, which)
    one, other = meeting_entries(meeting, white, black, stage.settings.scoring)
    return {white: one, black: other}


def _result(tournament: Tournament, claims: GameClaims, which: Standing) -> Result | None:
    if which is official_results:
        return claims.official.result if claims.official is not None else None
    return which(judge(claims, tournament.policy))


def _number(numbers: Mapping[PlayerId, Number], player: PlayerId) -> Number:
    number = numbers.get(player, NOBODY)
    if number == NOBODY:
        raise UsageError(f"{player} was paired without a number: assign the numbers first")
    return number
