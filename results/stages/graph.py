"""PURE. Whether the stages of some regulations fit together: what contradicts what.

Stages are told by their place in the regulations, settings by their names there, so that
whoever has read a file can name the two lines that disagree.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from facts.ids import StageId
from facts.settings import ROUND_ROBINS, StageSettings, System, round_robin_rounds
from facts.stages import Bracket, Carried, Feed, Take
from results.standings.tiebreaks.code import parse_code

Keys = tuple[str | int, ...]
"""A setting: ``(2, "feeds", 0, "last")`` is that of the third stage's first feed."""

_BY_STANDINGS = frozenset({System.DUTCH, *ROUND_ROBINS})
_DECIDED = frozenset({System.KNOCK_OUT, System.MATCH})


@dataclass(frozen=True, slots=True)
class Problem:
    """A setting that cannot be, and the one that it disagrees with."""

    text: str
    keys: Keys
    other: Keys | None = None


def check(stages: Sequence[StageSettings]) -> tuple[Problem, ...]:
    """Everything that does not fit, in the order of the stages; empty where all does."""
    graph = _Graph(stages)
    found: list[Problem] = []
    for index in range(len(stages)):
        feeds = list(graph.feed_problems(index))
        found += feeds
        if not feeds:
            found += graph.system_problems(index)
            found += graph.carrying_problems(index)
    if not found:
        found += graph.fed_twice()
        found += graph.decided_twice()
    return tuple(found)


class _Graph:
    """The stages by name, and how many players each has, where the regulations say so."""

    def __init__(self, stages: Sequence[StageSettings]) -> None:
        self.stages = stages
        self.index: Mapping[StageId, int] = {stage.id: i for i, stage in enumerate(stages)}

    # --- who enters ----------------------------------------------------------------------

    def size(self, index: int) -> int | None:
        """How many players a stage has; None where that depends on the tournament."""
        feeds = self.stages[index].entry.feeds
        cuts = {(feed.stage, feed.last) for feed in feeds if feed.take is Take.CLEAR}
        total = 0
        for feed in feeds:
            size = self._fed(feed, cuts)
            if size is None:
                return None
            total += size
        return total if feeds else None

    def _fed(self, feed: Feed, cuts: set[tuple[StageId, int]]) -> int | None:
        source = self.stages[self.index[feed.stage]]
        match feed.take:
            case Take.PLACES:
                return feed.last - feed.first + 1
            case Take.NUMBERS:
                return len(feed.numbers)
            case Take.WINNERS | Take.LOSERS if source.system is System.MATCH:
                return 1
            case Take.WINNERS if source.entry.fill is not None:
                return source.entry.fill
            case Take.CLEAR:
                return feed.last
            case Take.WINNERS:
                # Those who are clear of a cut and those who come through for the rest of it.
                tied = {(f.stage, f.last) for f in source.entry.feeds if f.take is Take.TIED}
                return 0 if tied and tied <= cuts else None
            case _:
                return None

    def feed_problems(self, index: int) -> Iterator[Problem]:
        """Feeds that come from nowhere, from later, or take what the source has not."""
        stage = self.stages[index]
        for n, feed in enumerate(stage.entry.feeds):
            keys: Keys = (index, "feeds", n)
            missing = [name for name in (feed.stage, *feed.without) if name not in self.index]
            if missing:
                have = ", ".join(self.index)
                yield Problem(f"there is no stage {missing[0]!r}; there is {have}", keys)
                continue
            source = self.index[feed.stage]
            for name in (feed.stage, *feed.without):
                if self.index[name] >= index:
                    yield Problem(
                        f"{stage.id!r} is fed from {name!r}, which comes after it: a stage can "
                        "only take players of those before it",
                        keys,
                        (self.index[name], "id"),
                    )
                    break
            else:
                yield from self._take_problems(feed, keys, source)
        for named, key in ((stage.entry.former, "former"), (stage.entry.settles, "settles")):
            if named is not None and self.index.get(named, index) >= index:
                place = self.index.get(named)
                other: Keys | None = (place, "id") if place is not None else None
                yield Problem(f"{named!r} is no stage before {stage.id!r}", (index, key), other)

    def _take_problems(self, feed: Feed, keys: Keys, source: int) -> Iterator[Problem]:
        system = self.stages[source].system
        where: Keys = (source, "system")
        if feed.take in (Take.WINNERS, Take.LOSERS) and system not in _DECIDED:
            yield Problem(
                f"{feed.take} come from a match or a knock-out, and {feed.stage!r} is none",
                keys,
                where,
            )
        if feed.take in (Take.CLEAR, Take.TIED, Take.REST) and system not in _BY_STANDINGS:
            yield Problem(
                f"{feed.take!r} goes by points, and {feed.stage!r} counts none", keys, where
            )
        if feed.take is Take.NUMBERS and system is not System.LIST:
            yield Problem(f"numbers are taken from a list, and {feed.stage!r} is none", keys, where)
        if feed.first > feed.last:
            yield Problem(f"places {feed.first} to {feed.last} are none", keys)
        size = self.size(source)
        highest = max(feed.numbers, default=0) if feed.take is Take.NUMBERS else feed.last
        by_place = feed.take in (Take.NUMBERS, Take.PLACES, Take.CLEAR, Take.TIED)
        if by_place and size is not None and highest > size:
            yield Problem(
                f"{feed.stage!r} has {size} players, there is no place {highest}",
                keys,
                (source, "feeds"),
            )

    # --- what a stage is -----------------------------------------------------------------

    def system_problems(self, index: int) -> Iterator[Problem]:
        """Settings that the system of a stage does not have, or has to have."""
        stage = self.stages[index]
        system: Keys = (index, "system")
        if stage.tiebreaks and stage.system not in _BY_STANDINGS:
            yield Problem(
                f"a {stage.system} has no standings that tie-breaks could order",
                (index, "tiebreaks"),
                system,
            )
        codes = {parse_code(code).name for code in stage.tiebreaks}
        if "STAGE" in codes and stage.entry.former is None:
            yield Problem(
                "the tie-break STAGE asks for the place in a former stage, and the stage names "
                "no former one",
                (index, "tiebreaks"),
                (index, "id"),
            )
        yield from self._former_problems(index, codes)
        yield from self._games_problems(index, codes)
        yield from self._size_problems(index)
        entry = stage.entry
        if entry.bracket is not Bracket.FIXED and stage.system is not System.KNOCK_OUT:
            yield Problem(f"a {stage.system} has no bracket", (index, "bracket"), system)
        if entry.swiss_above is not None and stage.system not in ROUND_ROBINS:
            yield Problem("only a round robin becomes a Swiss", (index, "swiss_above"), system)
        if entry.fill is not None and stage.system is not System.KNOCK_OUT:
            yield Problem(f"a {stage.system} fills no places", (index, "fill"), system)

    def _former_problems(self, index: int, codes: set[str]) -> Iterator[Problem]:
        """A tie-break by a former stage's results, and what it counts there."""
        entry = self.stages[index].entry
        tiebreaks: Keys = (index, "tiebreaks")
        if "FORMER" not in codes:
            if entry.former_tiebreaks:
                yield Problem(
                    "what counts in the former stage is given, and no tie-break FORMER asks for it",
                    (index, "former_tiebreaks"),
                    tiebreaks,
                )
            return
        if entry.former is None:
            yield Problem(
                "the tie-break FORMER asks for the results of a former stage, and the stage names "
                "no former one",
                tiebreaks,
                (index, "id"),
            )
        elif not entry.former_tiebreaks:
            yield Problem(
                "the tie-break FORMER needs to know what counts there: former_tiebreaks",
                tiebreaks,
                (index, "former"),
            )
        elif self.stages[self.index[entry.former]].system not in _BY_STANDINGS:
            yield Problem(
                f"the tie-break FORMER goes by results, and {entry.former!r} has no standings",
                tiebreaks,
                (self.index[entry.former], "system"),
            )

    def _games_problems(self, index: int, codes: set[str]) -> Iterator[Problem]:
        """Tie-breaks on games that a stage does not have."""
        stage = self.stages[index]
        if stage.system in ROUND_ROBINS and stage.entry.swiss_above is None:
            for code in ("BH", "FB", "AOB"):
                if code in codes and not _as_swiss(stage, code):
                    yield Problem(
                        f"{code} is for a Swiss: in a round robin all have met the same opponents "
                        f"(write {code}/S where it is wanted all the same)",
                        (index, "tiebreaks"),
                        (index, "system"),
                    )

    def _size_problems(self, index: int) -> Iterator[Problem]:
        stage, size = self.stages[index], self.size(index)
        system: Keys = (index, "system")
        feeds: Keys = (index, "feeds")
        tied = [feed for feed in stage.entry.feeds if feed.take is Take.TIED]
        match stage.system:
            case System.KNOCK_OUT if tied and stage.entry.fill is not None:
                yield Problem(
                    "how many come through follows from the tie at the cut, and is given as well",
                    (index, "fill"),
                    feeds,
                )
            case System.KNOCK_OUT if not tied and stage.entry.fill is None:
                yield Problem("a knock-out says how many places it fills: fill = 1", system, feeds)
            case System.MATCH if tied and stage.entry.at_most != 2:
                yield Problem(
                    "a match has two players, and more may be tied: at_most = 2", system, feeds
                )
            case System.MATCH if size is not None and size != 2:
                yield Problem(f"a match has two players, and {size} enter it", system, feeds)
            case _ if stage.entry.at_most is not None and (
                stage.entry.at_most < stage.entry.at_least
            ):
                yield Problem(
                    f"it is for at least {stage.entry.at_least} and at most "
                    f"{stage.entry.at_most} players",
                    (index, "at_most"),
                    (index, "at_least"),
                )
            case System.BERGER | System.BERGER_DOUBLE if size is not None and stage.rounds:
                cycles = 2 if stage.system is System.BERGER_DOUBLE else 1
                needed = round_robin_rounds(size, cycles)
                if stage.rounds != needed and stage.entry.swiss_above is None:
                    yield Problem(
                        f"a round robin of {size} has {needed} rounds, not {stage.rounds}",
                        (index, "rounds"),
                        feeds,
                    )
            case System.DUTCH if stage.rounds == 0:
                yield Problem("a Swiss says how many rounds it has", system)
            case _:
                pass

    # --- what is carried over ------------------------------------------------------------

    def carrying_problems(self, index: int) -> Iterator[Problem]:
        """A stage that goes on must be the same tournament, and count on from it."""
        stage = self.stages[index]
        entry = stage.entry
        keys: Keys = (index, "carries")
        if entry.carries is Carried.NOTHING:
            if entry.carried_from is not None:
                yield Problem("says from where, and not what", (index, "carried_from"))
            if stage.first_round != 1:
                yield Problem(
                    f"round {stage.first_round} is its first, and it carries no rounds along",
                    (index, "first_round"),
                )
            return
        source = self.index.get(entry.carried_from or StageId(""), index)
        if source >= index:
            yield Problem("say from which stage before it: carried_from", keys)
            return
        from_there = self.stages[source]
        if from_there.system not in _BY_STANDINGS:
            yield Problem(f"{from_there.id!r} counts no points", keys, (source, "system"))
        if entry.carries is not Carried.ROUNDS:
            return
        if not stage.system is from_there.system is System.DUTCH:
            yield Problem("only a Swiss can go on with another", keys, (source, "system"))
        if stage.first_round != from_there.last_round + 1:
            yield Problem(
                f"{from_there.id!r} ends with round {from_there.last_round}, so this one begins "
                f"with round {from_there.last_round + 1}, not {stage.first_round}",
                (index, "first_round"),
                (source, "rounds"),
            )
        if stage.scoring != from_there.scoring:
            yield Problem(
                f"it goes on with {from_there.id!r} and scores games in another way",
                (index, "scoring"),
                (source, "scoring"),
            )

    # --- twice ---------------------------------------------------------------------------

    def fed_twice(self) -> Iterator[Problem]:
        """Places that two stages take."""
        taken: dict[tuple[StageId, str], Keys] = {}
        for index, stage in enumerate(self.stages):
            for n, feed in enumerate(stage.entry.feeds):
                keys: Keys = (index, "feeds", n)
                for place, said in _takes(feed):
                    other = taken.setdefault((feed.stage, place), keys)
                    if other != keys and self._meet(index, int(other[0])):
                        yield Problem(
                            f"{said} of {feed.stage!r} goes to {stage.id!r} here and to "
                            f"{self.stages[int(other[0])].id!r} there",
                            keys,
                            other,
                        )
                        break

    def _meet(self, index: int, other: int) -> bool:
        """False where two stages are never both played: they are for other numbers of players."""
        one, two = self.stages[index].entry, self.stages[other].entry
        return index == other or not (
            (one.at_most is not None and one.at_most < two.at_least)
            or (two.at_most is not None and two.at_most < one.at_least)
        )

    def decided_twice(self) -> Iterator[Problem]:
        """Places of the tournament that two stages decide."""
        taken: dict[int, int] = {}
        for index, stage in enumerate(self.stages):
            first = stage.entry.decides
            if first is None:
                continue
            for place in range(first, first + (self.size(index) or 1)):
                other = taken.setdefault(place, index)
                if other != index:
                    yield Problem(
                        f"place {place} of the tournament is decided here and in "
                        f"{self.stages[other].id!r}",
                        (index, "decides"),
                        (other, "decides"),
                    )
                    break


def _takes(feed: Feed) -> Iterator[tuple[str, str]]:
    """What a feed takes, as keys that two feeds must not have in common, and in words."""
    match feed.take:
        case Take.PLACES | Take.CLEAR:
            for place in range(feed.first, feed.last + 1):
                yield f"place {place}", f"place {place}"
        case Take.NUMBERS:
            for number in feed.numbers:
                yield f"place {number}", f"number {number}"
        case Take.TIED | Take.WINNERS | Take.LOSERS:
            yield feed.take.value, f"what is {feed.take.value}"
        case Take.REST:
            yield feed.take.value, "the rest"


def _as_swiss(stage: StageSettings, name: str) -> bool:
    codes = [parse_code(code) for code in stage.tiebreaks]
    return all(code.as_swiss for code in codes if code.name == name)
