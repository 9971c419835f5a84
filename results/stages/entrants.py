"""PURE. Who enters a stage, by its feeds, each with a sentence why.

Whoever withdrew or was expelled takes no place that a Swiss gives away: the next in order
moves up. In a group or a match the regulations have fixed the pairings, and such a player's
games are lost by default.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from facts.ids import PlayerId, StageId
from facts.settings import StageSettings, System
from facts.stages import Feed, Take
from results.crosstable.scoring import worded
from results.rounds.numbering import initial_order
from results.rounds.progress import stage_of
from results.stages.places import FinalOrders, Place
from results.tournament.entries import EntryRecord
from results.tournament.tournament import Stage, Tournament

Records = Mapping[PlayerId, EntryRecord]
"""The players of the tournament as they were at some moment."""


@dataclass(frozen=True, slots=True)
class Qualifier:
    """A player who enters a stage, where from, and why."""

    player: PlayerId
    source: StageId | None
    why: str


@dataclass(frozen=True, slots=True)
class Cut:
    """A cut of a stage: who is clear of it, and who plays for what is left.

    Attributes:
        places: how many go through in all.
        clear: places above the tie that goes across the cut, or above the cut where none does.
        tied: everybody with as many points as the last who is above the cut, where others
            below have as many; empty where the cut is clear.
        open_places: how many the tied play for.
    """

    places: int
    clear: tuple[Place, ...]
    tied: tuple[Place, ...]

    @property
    def open_places(self) -> int:
        """How many places the tied play for."""
        return self.places - len(self.clear) if self.tied else 0


def entrants_of(
    tournament: Tournament, stage: StageId, orders: FinalOrders | None = None
) -> tuple[Qualifier, ...]:
    """Who enters a stage as things stand, in the order in which they do.

    That order is the one of the places in its ``former`` stage; without one the order of
    its feeds, and for a stage without feeds the initial ranking list.

    Raises:
        UsageError: no such stage, or one of a feed's.
    """
    orders = orders or FinalOrders(tournament)
    known = stage_of(tournament, stage)
    settings = known.settings
    if not settings.entry.feeds:
        return _entries(tournament)
    # Whoever withdraws after the players were fixed had qualified all the same.
    there = known.records_then if known.entrants is not None else tournament.players
    found: dict[PlayerId, Qualifier] = {}
    for feed in settings.entry.feeds:
        for qualifier in _from_feed(tournament, feed, orders, there):
            found.setdefault(qualifier.player, qualifier)
    former = settings.entry.former
    if former is None:
        return tuple(found.values())
    number = {place.player: place.number for place in orders.of(former)}
    last = len(number) + 1
    return tuple(sorted(found.values(), key=lambda one: number.get(one.player, last)))


def places_to_fill(
    tournament: Tournament, settings: StageSettings, orders: FinalOrders | None = None
) -> int | None:
    """How many come through a knock-out; None for any other stage."""
    if settings.system is not System.KNOCK_OUT:
        return None
    if settings.entry.fill is not None:
        return settings.entry.fill
    orders = orders or FinalOrders(tournament)
    known = stage_of(tournament, settings.id)
    there = known.records_then if known.entrants is not None else tournament.players
    return sum(
        cut_of(tournament, feed.stage, feed.last, orders, there).open_places
        for feed in settings.entry.feeds
        if feed.take is Take.TIED
    )


def cut_of(
    tournament: Tournament,
    stage: StageId,
    places: int,
    orders: FinalOrders | None = None,
    there: Records | None = None,
) -> Cut:
    """The cut after ``places`` places of a stage (s, p and n of docs/regulations.md).

    ``there`` tells who is still in the tournament; by default its players as they are now.
    """
    records = tournament.players if there is None else there
    order = _available(tournament, stage, orders or FinalOrders(tournament), records)
    if len(order) <= places:
        return Cut(places, tuple(order), ())
    points = order[places - 1].points
    if order[places].points != points:
        return Cut(places, tuple(order[:places]), ())
    clear = tuple(place for place in order[:places] if place.points != points)
    return Cut(places, clear, tuple(place for place in order if place.points == points))


def _entries(tournament: Tournament) -> tuple[Qualifier, ...]:
    players = [record.player for record in tournament.players.values() if record.out_from is None]
    rating = {player.id: player.rating for player in players}
    return tuple(
        Qualifier(player, None, f"entered, number {n} by rating ({rating[player] or 'unrated'})")
        for n, player in enumerate(initial_order(players), start=1)
    )


def _from_feed(
    tournament: Tournament, feed: Feed, orders: FinalOrders, there: Records
) -> Iterator[Qualifier]:
    source = stage_of(tournament, feed.stage)
    name = source.settings.name
    match feed.take:
        case Take.PLACES:
            order = _available(tournament, feed.stage, orders, there)
            taken = order[feed.first - 1 : feed.last]
            for n, place in enumerate(taken, start=feed.first):
                yield Qualifier(place.player, feed.stage, f"place {n} of {name}: {place.why}")
        case Take.CLEAR:
            cut = cut_of(tournament, feed.stage, feed.last, orders, there)
            for place in cut.clear:
                yield Qualifier(place.player, feed.stage, _clear(name, place, cut))
        case Take.TIED:
            cut = cut_of(tournament, feed.stage, feed.last, orders, there)
            for place in cut.tied:
                yield Qualifier(place.player, feed.stage, _tied(name, place, cut))
        case Take.WINNERS | Take.LOSERS:
            for place in _half(tournament, source, feed.take, orders):
                yield Qualifier(place.player, feed.stage, f"{name}: {place.why}")
        case Take.NUMBERS:
            order = orders.of(feed.stage)
            for number in feed.numbers:
                if number <= len(order):
                    yield Qualifier(order[number - 1].player, feed.stage, order[number - 1].why)
        case Take.REST:
            gone = {one for other in feed.without for one in _taking_part(tournament, other)}
            for place in orders.of(feed.stage):
                if place.player not in gone:
                    yield Qualifier(place.player, feed.stage, f"place {place.number} of {name}")


def _available(
    tournament: Tournament, stage: StageId, orders: FinalOrders, there: Records
) -> Sequence[Place]:
    """The places that may be taken, the first first."""
    order = orders.of(stage)
    if stage_of(tournament, stage).system is not System.DUTCH:
        return order
    return [
        place
        for place in order
        if (record := there.get(place.player)) is not None and record.out_from is None
    ]


def _clear(name: str, place: Place, cut: Cut) -> str:
    above = f", {cut.places} go through"
    if cut.tied and cut.tied[0].points is not None:
        above = f", clear of those with {worded(cut.tied[0].points)} points who play for the rest"
    return f"place {place.number} of {name}{above}: {place.why}"


def _tied(name: str, place: Place, cut: Cut) -> str:
    points = worded(place.points) if place.points is not None else ""
    return (
        f"place {place.number} of {name}: {len(cut.tied)} players with {points} points play for "
        f"{cut.open_places} of the {cut.places} places"
    )


def _half(
    tournament: Tournament, source: Stage, take: Take, orders: FinalOrders
) -> Sequence[Place]:
    """Winners or losers of a match or a knock-out, once it is decided."""
    order = orders.of(source.settings.id)
    through = 1 if source.system is System.MATCH else (source.places or 0)
    return order[:through] if take is Take.WINNERS else order[through:]


def _taking_part(tournament: Tournament, stage: StageId) -> tuple[PlayerId, ...]:
    return stage_of(tournament, stage).entrants or ()
