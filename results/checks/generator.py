"""PURE. Random tournaments for checking: byes, forfeits, late entries, withdrawals.

The same settings and seed give the same tournament on every machine.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from facts.fact import Side
from facts.ids import PlayerId
from facts.player import Player
from facts.result import ResultKind, Score
from facts.settings import Scoring
from results.crosstable.acceleration import baku
from results.crosstable.history import histories
from results.crosstable.model import (
    ABSENT,
    NOBODY,
    Acceleration,
    Crosstable,
    Entrant,
    Forbidden,
    Number,
    RoundEntry,
    bye_entry,
)
from results.errors import NoLegalPairingError
from results.pairing.answer import Pair
from results.pairing.dutch import pair_round
from results.ratings.tables import expected_percent
from results.tournament.lots import Dice

Pairer = Callable[[Crosstable], tuple[Pair, ...]]
"""Pairs the next round of a table, whose byes are in ``byes_ahead``."""


@dataclass(frozen=True, slots=True)
class GeneratorSettings:
    """What tournaments to make; chances are out of a thousand, for each player and round.

    Attributes:
        late: players who enter after round 1.
        withdrawn: players who leave for good.
        unrated: games of less than one move.
        odd_results: scores that only an arbiter gives (0-0, ½-0).
        prohibited: pairs that must not meet.
    """

    players: int = 30
    rounds: int = 7
    half_byes: int = 20
    zero_byes: int = 10
    forfeits: int = 20
    double_forfeits: int = 5
    late: int = 40
    withdrawn: int = 10
    unrated: int = 5
    odd_results: int = 0
    draws: int = 350
    prohibited: int = 0
    accelerated: bool = False
    scoring: Scoring = field(default_factory=Scoring)


def dutch_pairer(table: Crosstable) -> tuple[Pair, ...]:
    """Pairs as the rules want it."""
    return pair_round(table).pairs


def generate(settings: GeneratorSettings, seed: int, pairer: Pairer = dutch_pairer) -> Crosstable:
    """A whole tournament; it ends early where no legal pairing is left."""
    table = empty(settings, seed)
    for table in states(settings, seed, pairer):  # noqa: B007 - the last state is wanted
        pass
    return replace(table, byes_ahead={})


def empty(settings: GeneratorSettings, seed: int) -> Crosstable:
    """The field before round 1."""
    dice = Dice(seed)
    ratings = sorted((1400 + dice.below(1200) for _ in range(settings.players)), reverse=True)
    entrants = tuple(
        Entrant(
            Number(n), Player(PlayerId(str(n)), f"Player{n:04}, T", rating, federation="FID"), ()
        )
        for n, rating in enumerate(ratings, start=1)
    )
    forbidden = tuple(
        Forbidden(1, settings.rounds, frozenset({Number(n), Number(1 + dice.below(n - 1))}))
        for n in range(2, settings.players + 1)
        if dice.chance(settings.prohibited)
    )
    return Crosstable(
        entrants=entrants,
        rounds=settings.rounds,
        played=0,
        scoring=settings.scoring,
        initial_colour=Side.WHITE if dice.chance(500) else Side.BLACK,
        accelerations=_accelerations(settings) if settings.accelerated else (),
        forbidden=forbidden,
    )


def _accelerations(settings: GeneratorSettings) -> tuple[Acceleration, ...]:
    blank = tuple(
        Entrant(Number(n), Player(PlayerId(str(n)), ""), ()) for n in range(1, settings.players + 1)
    )
    return baku(Crosstable(blank, settings.rounds, 0, settings.scoring))


def states(
    settings: GeneratorSettings, seed: int, pairer: Pairer = dutch_pairer
) -> Iterator[Crosstable]:
    """The table before each round, with the byes of that round, and at the end."""
    table = empty(settings, seed)
    dice = Dice(seed ^ 0x5DEECE66D)
    first_rounds = {
        entrant.number: 2 + dice.below(2) if dice.chance(settings.late) else 1
        for entrant in table.entrants
    }
    gone: set[Number] = set()
    for round_no in range(1, settings.rounds + 1):
        byes = {}
        for entrant in table.entrants:
            number = entrant.number
            if round_no > 1 and dice.chance(settings.withdrawn):
                gone.add(number)
            if number in gone or round_no < first_rounds[number] or dice.chance(settings.zero_byes):
                byes[number] = ABSENT
            elif dice.chance(settings.half_byes):
                byes[number] = bye_entry(ResultKind.HALF_BYE, Score.DRAW)
        if len(table.entrants) - len(byes) < 2:
            byes = dict.fromkeys(gone, ABSENT)
        table = replace(table, byes_ahead={(round_no, n): bye for n, bye in byes.items()})
        yield table
        try:
            pairs = pairer(table)
        except NoLegalPairingError:
            return
        table = play(table, pairs, byes, settings, dice)
    yield table


def play(
    table: Crosstable,
    pairs: tuple[Pair, ...],
    byes: dict[Number, RoundEntry],
    settings: GeneratorSettings,
    dice: Dice,
) -> Crosstable:
    """The table after one more round with random results."""
    entries = dict(byes)
    for pair in pairs:
        if pair.is_bye:
            entries[pair.white] = bye_entry(ResultKind.PAIRING_BYE, Score.WIN)
        else:
            entries[pair.white], entries[pair.black] = _game(table, pair, settings, dice)
    entrants = tuple(
        replace(entrant, entries=(*entrant.entries, entries.get(entrant.number, ABSENT)))
        for entrant in table.entrants
    )
    return replace(table, entrants=entrants, played=table.played + 1, byes_ahead={})


def _game(
    table: Crosstable, pair: Pair, settings: GeneratorSettings, dice: Dice
) -> tuple[RoundEntry, RoundEntry]:
    white, black, kind = _scores(table, pair, settings, dice)
    return (
        RoundEntry(pair.black, Side.WHITE, white, kind),
        RoundEntry(pair.white, Side.BLACK, black, kind),
    )


def _scores(
    table: Crosstable, pair: Pair, settings: GeneratorSettings, dice: Dice
) -> tuple[Score, Score, ResultKind]:
    if dice.chance(settings.double_forfeits):
        return Score.LOSS, Score.LOSS, ResultKind.FORFEIT
    if dice.chance(settings.odd_results):
        return (Score.DRAW if dice.chance(500) else Score.LOSS), Score.LOSS, ResultKind.RULED
    kind = ResultKind.PLAYED
    if dice.chance(settings.forfeits):
        kind = ResultKind.FORFEIT
    elif dice.chance(settings.unrated):
        kind = ResultKind.UNRATED
    if kind is not ResultKind.FORFEIT and dice.chance(settings.draws):
        return Score.DRAW, Score.DRAW, kind
    known = table.by_number
    difference = known[pair.white].player.rating - known[pair.black].player.rating
    if dice.below(100) < expected_percent(difference):
        return Score.WIN, Score.LOSS, kind
    return Score.LOSS, Score.WIN, kind


def quick_pairer(seed: int) -> Pairer:
    """Pairs neighbours on points who have not met, where it is easy: quick, not by the rules."""

    def pair(table: Crosstable) -> tuple[Pair, ...]:
        known = histories(table)
        dice = Dice(seed * 1000 + table.played)
        round_no = table.played + 1
        numbers = dice.shuffled([e.number for e in table.entrants])
        left = sorted(
            (Number(n) for n in numbers if (round_no, Number(n)) not in table.byes_ahead),
            key=lambda n: -known[n].points,
        )
        made = []
        if len(left) % 2:
            free = next((n for n in reversed(left) if not known[n].barred_from_bye), left[-1])
            left.remove(free)
            made.append(Pair(free, NOBODY))
        while left:
            first = left.pop(0)
            second = next((n for n in left if n not in known[first].opponents), left[0])
            left.remove(second)
            swap = known[first].difference > known[second].difference
            made.append(Pair(second, first) if swap else Pair(first, second))
        return tuple(made)

    return pair
