"""PURE. The graph of a tournament's stages as a picture (SVG) that reads as text as well.

Stages stand in columns, each to the right of all that feed it; what a stage takes is written
above it, and how far it is inside it. Nothing is told by colour alone. Only presentation
attributes are used, so that a page's content policy needs no exception.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import assert_never

from facts.ids import StageId
from facts.settings import StageSettings, System
from facts.stages import Carried, Feed, Take
from results.stages.places import FinalOrders, Place
from results.stages.progress import StageProgress, StageState, progress_of
from results.tournament.tournament import Stage, Tournament

WIDTH, LINE, PAD = 200, 16, 8
GAP_X, GAP_Y = 56, 34
MARGIN = 24
STAGGER = 72
"""Every other column begins lower, so that an arrow across a column passes above it."""
LETTERS = 30
"""About how many letters fit into a box."""

_COLOURS: Mapping[StageState | None, tuple[str, str]] = {
    None: ("#f5f5f2", "#55554f"),
    StageState.WAITING: ("#f5f5f2", "#8a8a82"),
    StageState.READY: ("#fff3d6", "#9a6a00"),
    StageState.RUNNING: ("#e3eefc", "#1f5fa8"),
    StageState.FINISHED: ("#e4f4e6", "#2c6e36"),
    StageState.NOT_NEEDED: ("#f5f5f2", "#8a8a82"),
}
"""Fill and outline."""

_SYSTEMS: Mapping[System, str] = {
    System.DUTCH: "Swiss",
    System.BERGER: "round robin",
    System.BERGER_DOUBLE: "double round robin",
    System.KNOCK_OUT: "knock-out",
    System.MATCH: "match",
    System.LIST: "list",
}
_CARRIED: Mapping[Carried, str] = {
    Carried.NOTHING: "",
    Carried.POINTS: "points carried over",
    Carried.ROUNDS: "games so far carried over",
}


@dataclass(frozen=True, slots=True)
class _Box:
    """A stage in the picture."""

    stage: StageSettings
    state: StageState | None
    lines: tuple[str, ...]
    takes: str
    x: int
    y: int

    @property
    def height(self) -> int:
        return LINE * (1 + len(self.lines)) + 2 * PAD


def regulations_picture(stages: Sequence[StageSettings]) -> str:
    """The stages as the regulations have them, before anything is played."""
    return _svg(_boxes(stages, {}, {}))


def stages_picture(tournament: Tournament, orders: FinalOrders | None = None) -> str:
    """The stages as they stand: how far each is, and who is first in those that are over."""
    orders = orders or FinalOrders(tournament)
    now = {name: progress_of(tournament, name, orders) for name in tournament.stages}
    told = {name: _told(tournament, tournament.stages[name], now[name], orders) for name in now}
    settings = [stage.settings for stage in tournament.stages.values()]
    return _svg(_boxes(settings, {name: one.state for name, one in now.items()}, told))


def _told(
    tournament: Tournament, stage: Stage, now: StageProgress, orders: FinalOrders
) -> tuple[str, ...]:
    match now.state:
        case StageState.WAITING:
            return (_short(now.sentences[0]) if now.sentences else "waiting",)
        case StageState.READY:
            players = f"{len(now.entrants)} players"
            return (f"ready: lots first, {players}" if now.lots else f"ready: {players}",)
        case StageState.NOT_NEEDED:
            return (_short(now.sentences[0]) if now.sentences else "not needed",)
        case StageState.RUNNING:
            last = stage.last_round
            warned = ("look: its players changed",) if now.sentences else ()
            return (f"round {last.number}" if last is not None else "open", *warned)
        case StageState.FINISHED:
            places = orders.of(stage.settings.id)
            first = 2 if stage.system is System.MATCH else 3
            best = [_named(tournament, place) for place in places[:first]]
            return () if stage.system is System.LIST else tuple(best)
        case _:
            assert_never(now.state)


def _named(tournament: Tournament, place: Place) -> str:
    record = tournament.players.get(place.player)
    name = record.player.name if record is not None else place.player
    return _short(f"{place.number}. {name}")


def _short(text: str) -> str:
    return text if len(text) <= LETTERS else f"{text[: LETTERS - 1].rstrip()}…"


# --- where everything stands --------------------------------------------------------------


def _boxes(
    stages: Sequence[StageSettings],
    states: Mapping[StageId, StageState],
    told: Mapping[StageId, tuple[str, ...]],
) -> list[_Box]:
    column: dict[StageId, int] = {}
    below: dict[int, int] = {}
    boxes: list[_Box] = []
    for stage in stages:
        sources = [name for name in _sources(stage) if name in column]
        at = max((column[name] + 1 for name in sources), default=0)
        column[stage.id] = at
        first = stage.entry.decides
        decides = (f"for place {first} on",) if first is not None else ()
        carried = _CARRIED[stage.entry.carries]
        brought = (carried,) if carried else ()
        lines = (_kind(stage), *brought, *decides, *told.get(stage.id, ()))
        y = below.get(at, MARGIN + LINE + STAGGER * (at % 2))
        state = states.get(stage.id)
        box = _Box(stage, state, lines, _takes(stage), MARGIN + at * (WIDTH + GAP_X), y)
        below[at] = y + box.height + GAP_Y
        boxes.append(box)
    return boxes


def _sources(stage: StageSettings) -> tuple[StageId, ...]:
    feeds = stage.entry.feeds
    return tuple(dict.fromkeys(name for feed in feeds for name in (feed.stage, *feed.without)))


def _kind(stage: StageSettings) -> str:
    text = _SYSTEMS[stage.system]
    if stage.system in (System.DUTCH, System.BERGER, System.BERGER_DOUBLE):
        # How many rounds a round robin of the tied has follows from how many they are.
        text += f", {stage.rounds} rounds" if stage.rounds else _for_how_many(stage)
        if stage.first_round > 1:
            text = f"{_SYSTEMS[stage.system]}, rounds {stage.first_round}–{stage.last_round}"
    if stage.system is System.MATCH and stage.meeting.games > 1:
        text += f" of {stage.meeting.games} games"
    return _short(text)


def _for_how_many(stage: StageSettings) -> str:
    """For how many players a stage is played, where that is not for any number."""
    least, most = stage.entry.at_least, stage.entry.at_most
    if most is not None:
        return f" of at most {most}"
    return f" of {least}+" if least > 1 else ""


def _takes(stage: StageSettings) -> str:
    """What is taken, each way once: four groups' second places read as one."""
    return ", ".join(dict.fromkeys(_label(feed) for feed in stage.entry.feeds))


def _label(feed: Feed) -> str:
    match feed.take:
        case Take.PLACES if feed.first == feed.last:
            return f"place {feed.first}"
        case Take.PLACES:
            return f"places {feed.first}–{feed.last}"
        case Take.CLEAR:
            return f"1–{feed.last}, no ties"
        case Take.TIED:
            return f"all tied at place {feed.last}"
        case Take.WINNERS | Take.LOSERS:
            return feed.take.value
        case Take.NUMBERS:
            return "numbers " + ", ".join(map(str, feed.numbers))
        case Take.REST:
            return "the rest"
        case _:
            assert_never(feed.take)


# --- drawn --------------------------------------------------------------------------------


def _svg(boxes: Sequence[_Box]) -> str:
    width = max((box.x + WIDTH for box in boxes), default=0) + MARGIN
    height = max((box.y + box.height for box in boxes), default=0) + MARGIN
    where = {box.stage.id: box for box in boxes}
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img" font-family="sans-serif" font-size="12">',
        "<title>How the stages of the tournament hang together</title>",
        f"<desc>{escape(_described(boxes))}</desc>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
    ]
    parts += [
        _arrow(where[feed.stage], box)
        for box in boxes
        for feed in box.stage.entry.feeds
        if feed.stage in where
    ]
    parts += [_drawn(box) for box in boxes]
    return "\n".join([*parts, "</svg>"]) + "\n"


def _described(boxes: Sequence[_Box]) -> str:
    return " ".join(
        f"{box.stage.name}: {', '.join(box.lines)}"
        + (f"; takes {_from(box.stage, boxes)}." if box.stage.entry.feeds else ".")
        for box in boxes
    )


def _from(stage: StageSettings, boxes: Sequence[_Box]) -> str:
    names = {box.stage.id: box.stage.name for box in boxes}
    feeds = stage.entry.feeds
    return ", ".join(f"{_label(feed)} of {names.get(feed.stage, feed.stage)}" for feed in feeds)


def _arrow(source: _Box, target: _Box) -> str:
    x1, y1 = source.x + WIDTH, source.y + source.height // 2
    x2, y2 = target.x, target.y + target.height // 2
    half = max((x2 - x1) // 2, GAP_X // 2)
    path = f"M{x1} {y1}C{x1 + half} {y1} {x2 - half} {y2} {x2} {y2}"
    head = f"M{x2 - 7} {y2 - 4}L{x2} {y2}L{x2 - 7} {y2 + 4}"
    return f'<path d="{path}{head}" fill="none" stroke="#8a8a82" stroke-width="1.2"/>'


def _drawn(box: _Box) -> str:
    fill, outline = _COLOURS[box.state]
    dashed = ' stroke-dasharray="5 4"' if box.state in (
        StageState.WAITING, StageState.NOT_NEEDED
    ) else ""  # fmt: skip
    x, y = box.x + PAD, box.y + PAD + 12
    parts = [
        f'<g><rect x="{box.x}" y="{box.y}" width="{WIDTH}" height="{box.height}" rx="6" '
        f'fill="{fill}" stroke="{outline}" stroke-width="1.5"{dashed}/>',
        f'<text x="{x}" y="{y}" font-weight="bold" fill="#1d1d1a">'
        f"{escape(_short(box.stage.name))}</text>",
    ]
    if box.takes:
        parts.append(
            f'<text x="{box.x}" y="{box.y - 5}" font-size="11" fill="#55554f">'
            f"{escape(_short(box.takes))}</text>"
        )
    parts += [
        f'<text x="{x}" y="{y + LINE * n}" fill="#33332f">{escape(line)}</text>'
        for n, line in enumerate(box.lines, start=1)
    ]
    return "".join([*parts, "</g>"])
