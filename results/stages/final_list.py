"""PURE. The final list of a tournament: places 1 to the last, each with a sentence why.

Stages decide places of the tournament (``decides``): the winner of a match for third place
is third, the winner of a Swiss for the rest is 17th. A tournament of one stage needs not say
so. Lines are numbered without gaps; players whose place stays shared have the same ``rank``.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from facts.ids import PlayerId, StageId
from facts.settings import System
from results.stages.places import FinalOrders, Place
from results.stages.progress import is_finished
from results.tournament.tournament import Stage, Tournament


@dataclass(frozen=True, slots=True)
class FinalPlace:
    """A line of the final list.

    Attributes:
        place: the line, from 1; nobody else has it.
        rank: the place that counts: equal for all who share it.
        stage: which decided it.
        final: False while that stage is still played.
    """

    place: int
    rank: int
    player: PlayerId
    why: str
    shared: bool
    stage: StageId
    final: bool = True


def final_list(tournament: Tournament, orders: FinalOrders | None = None) -> tuple[FinalPlace, ...]:
    """The places that are decided, or that stand as of now, in order.

    Raises:
        UsageError: a stage's tie-breaks cannot be counted.
    """
    orders = orders or FinalOrders(tournament)
    found: list[FinalPlace] = []
    for first, stage in _deciding(tournament):
        found += _of_stage(tournament, stage, first, orders)
    return tuple(sorted(found, key=lambda place: place.place))


def _deciding(tournament: Tournament) -> Iterator[tuple[int, Stage]]:
    """Stages with the first place of the tournament that they decide."""
    playing = [s for s in tournament.stages.values() if s.system is not System.LIST]
    for stage in playing:
        first = stage.settings.entry.decides
        if first is not None:
            yield first, stage
        elif len(playing) == 1:
            yield 1, stage


def _of_stage(
    tournament: Tournament, stage: Stage, first: int, orders: FinalOrders
) -> Iterator[FinalPlace]:
    name = stage.settings.name
    done = is_finished(tournament, stage.settings.id, orders) and all(
        is_finished(tournament, other.settings.id, orders)
        for other in _play_offs(tournament, stage)
    )
    for place in _settled(tournament, stage, orders):
        shared = ""
        if place.shared:
            there = f"{first + place.first - 1}–{first + place.last - 1}"
            shared = f"; places {there} stay shared"
        yield FinalPlace(
            place=first + place.number - 1,
            rank=first + place.first - 1,
            player=place.player,
            why=f"place {place.number} of {name}: {place.why}{shared}",
            shared=place.shared,
            stage=stage.settings.id,
            final=done,
        )


def _settled(tournament: Tournament, stage: Stage, orders: FinalOrders) -> Sequence[Place]:
    """The places of a stage, after the play-offs that settle who is first of those tied."""
    places = list(orders.of(stage.settings.id))
    for other in _play_offs(tournament, stage):
        name = other.settings.id
        if other.entrants is None or not is_finished(tournament, name, orders):
            continue
        taken = sorted(place.number for place in places if place.player in other.entrants)
        own = {place.player: place for place in places}
        for number, won in zip(taken, orders.of(name), strict=True):
            before = own[won.player]
            why = f"{before.why}; {other.settings.name}: {won.why}"
            first = taken[won.first - 1]
            last = taken[won.last - 1]
            places[number - 1] = replace(before, number=number, first=first, last=last, why=why)
    return places


def _play_offs(tournament: Tournament, stage: Stage) -> Iterator[Stage]:
    """The stages that settle who is first of those tied in this one."""
    for other in tournament.stages.values():
        if other.settings.entry.settles == stage.settings.id:
            yield other
