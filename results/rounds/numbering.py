"""PURE. How players get their numbers: by rating, opposite to it, by lot, as they qualified."""

from collections.abc import Sequence
from typing import assert_never

from facts import fact as f
from facts.ids import PlayerId, RoundNo, StageId
from facts.player import Player
from facts.settings import System
from facts.stages import Numbering
from results.rounds.progress import entered as entered_in
from results.rounds.progress import source_of, stage_of
from results.tournament.lots import draw_order
from results.tournament.tournament import Stage, Tournament

NUMBERS = "numbers"
"""Purpose of the lot that gives pairing numbers."""


TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")
"""FIDE's titles in the order of the initial ranking list (C.04.2)."""

FREE_NUMBERS_UNTIL = RoundNo(4)
"""Numbers may be changed until this round has been paired (C.04.2)."""


def numbers_for(
    stage: StageId,
    players: Sequence[Player],
    how: Numbering,
    seed: str = "",
    *,
    swiss: bool = False,
) -> tuple[f.LotsDrawn | f.NumbersAssigned, ...]:
    """The facts that give everybody a number; a lot is recorded with its seed.

    Args:
        stage: whose numbers they are.
        players: in the order in which they qualified, where they did.
        how: the regulations' way.
        seed: of the lot.
        swiss: the stage is one, where numbers follow the rating unless the regulations turn
            them round for a Swiss as well.
    """
    order = initial_order(list(players))
    match how:
        case Numbering.RATING:
            pass
        case Numbering.OPPOSITE:
            order = order if swiss else tuple(reversed(order))
        case Numbering.OPPOSITE_ALWAYS:
            order = tuple(reversed(order))
        case Numbering.ORDER:
            order = tuple(player.id for player in players)
        case Numbering.LOT:
            drawn = draw_order(seed, NUMBERS, order)
            order = tuple(PlayerId(player) for player in drawn)
            return f.LotsDrawn(stage, NUMBERS, drawn, seed), f.NumbersAssigned(stage, order)
        case _:
            assert_never(how)
    return (f.NumbersAssigned(stage, order),)


def initial_order(players: tuple[Player, ...] | list[Player]) -> tuple[PlayerId, ...]:
    """The initial ranking list: rating, title, name (C.04.2); at the very end the id."""

    def key(player: Player) -> tuple[int, int, str, str]:
        title = TITLES.index(player.title) if player.title in TITLES else len(TITLES)
        return -player.rating, title, player.name.casefold(), player.id

    return tuple(player.id for player in sorted(players, key=key))


def numbers_to_assign(tournament: Tournament, stage: StageId) -> f.NumbersAssigned | None:
    """The numbers that ought to be assigned before the next pairing; None if they stand.

    Until round 4 has been paired everybody is numbered anew by the initial ranking list, so
    late entries and corrected ratings find their place; from then on numbers stand and late
    entries are put after the last (C.04.2). In a round robin the numbers that were drawn stay.
    A stage that goes on keeps the numbers of the one before it; one whose players come from
    others keeps those that it got when they were fixed.
    """
    known = stage_of(tournament, stage)
    if known.goes_on:
        order = source_of(tournament, known).numbers
        return None if order == known.numbers else f.NumbersAssigned(stage, order)
    if known.is_fed and set(known.numbers) == set(known.entrants or ()):
        return None
    entered = [
        record.player
        for record in entered_in(tournament, known)
        if record.plays(record.first_round)
        # Who leaves before anything is published was never there.
        or (known.rounds and record.player.id in known.numbers)
    ]
    last = known.last_round
    most = known.settings.entry.swiss_above
    swiss = known.system is System.DUTCH or (most is not None and len(entered) > most)
    if last is None and known.numbers and not swiss:
        order = known.numbers if len(known.numbers) == len(entered) else _numbered(known, entered)
    elif last is None or (last.number < FREE_NUMBERS_UNTIL and swiss):
        order = _numbered(known, entered, swiss=swiss)
    else:
        new = [player for player in entered if player.id not in known.numbers]
        order = known.numbers + initial_order(new)
    return None if order == known.numbers else f.NumbersAssigned(stage, order)


def _numbered(stage: Stage, players: list[Player], *, swiss: bool = False) -> tuple[PlayerId, ...]:
    """The order of numbers as far as it follows from ratings: a lot is drawn elsewhere."""
    order = initial_order(players)
    how = stage.settings.entry.numbers
    if how is Numbering.OPPOSITE_ALWAYS or (how is Numbering.OPPOSITE and not swiss):
        return tuple(reversed(order))
    return order
