"""PURE. From a TRF file to the table that pairing and tie-breaks work on.

What a file leaves open is read as the reference engine reads it: a round counts as played
when somebody was paired in it, or when every player has an entry for it; entries after that
are byes given ahead; blank entries are zero-point byes.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from facts.fact import Side
from facts.ids import PlayerId
from facts.player import Player
from facts.result import ResultKind, Score
from facts.settings import Scoring
from results.crosstable.acceleration import baku
from results.crosstable.history import virtual_points
from results.crosstable.model import (
    ABSENT,
    NOBODY,
    Crosstable,
    Entrant,
    Forbidden,
    Number,
    Points,
    RoundEntry,
    bye_entry,
)
from results.crosstable.open_games import (
    OpenGame,
    as_draws,
    is_open,
    left_out,
    listed,
    open_games,
    open_points,
)
from results.crosstable.scoring import entry_points, shown, total
from results.errors import UsageError
from results.trf.meaning import Meaning, meaning
from results.trf.read import CELL, FIRST_CELL
from results.trf.records import Cell, PlayerLine, TrfError, TrfFile

_BYES = {
    "U": bye_entry(ResultKind.PAIRING_BYE, Score.WIN),
    "+": bye_entry(ResultKind.PAIRING_BYE, Score.WIN),
    "F": bye_entry(ResultKind.FULL_BYE, Score.WIN),
    "1": bye_entry(ResultKind.FULL_BYE, Score.WIN),
    "W": bye_entry(ResultKind.FULL_BYE, Score.WIN),
    "H": bye_entry(ResultKind.HALF_BYE, Score.DRAW),
    "=": bye_entry(ResultKind.HALF_BYE, Score.DRAW),
    "D": bye_entry(ResultKind.HALF_BYE, Score.DRAW),
}
_GAMES = {
    "1": (Score.WIN, ResultKind.PLAYED),
    "=": (Score.DRAW, ResultKind.PLAYED),
    "0": (Score.LOSS, ResultKind.PLAYED),
    "W": (Score.WIN, ResultKind.UNRATED),
    "D": (Score.DRAW, ResultKind.UNRATED),
    "L": (Score.LOSS, ResultKind.UNRATED),
    "+": (Score.WIN, ResultKind.FORFEIT),
    "-": (Score.LOSS, ResultKind.FORFEIT),
    "?": (Score.DRAW, ResultKind.ADJOURNED),
}
_SIDES = {"w": Side.WHITE, "b": Side.BLACK}


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A player whose points do not follow from their results; all in tenths.

    Attributes:
        counted: without the games that are not finished.
        drawn: with these as draws.
        unfinished: the player's games that are not finished.
    """

    number: Number
    line: int
    stated: int
    counted: int
    drawn: int = 0
    unfinished: tuple[OpenGame, ...] = ()

    def __str__(self) -> str:
        """As the arbiter needs it."""
        text = (
            f"line {self.line}: player {self.number} has {shown(self.stated)} points, "
            f"the results add up to {shown(self.counted)}"
        )
        if not self.unfinished:
            return text
        one = len(self.unfinished) == 1
        games, draws = (
            ("game that is", "it as a draw") if one else ("games that are", "them as draws")
        )
        return (
            f"{text} without the {games} not finished ({listed(self.unfinished)}), "
            f"to {shown(self.drawn)} with {draws}"
        )


@dataclass(frozen=True)
class TrfTable:
    """A file's crosstable with the rest that it says.

    Attributes:
        mismatches: players whose points do not add up, by the file's point system.
        stated: the points of each player as the file has them, tenths.
        unfinished: games that have no result yet: no standings are final with one of them.
        as_stated: the points after the played rounds of those who have such a game, with it
            left out or as a draw, whichever the file's points say.
    """

    table: Crosstable
    meaning: Meaning
    mismatches: tuple[Mismatch, ...]
    stated: Mapping[Number, int]
    unfinished: tuple[OpenGame, ...] = ()
    as_stated: Mapping[Number, Points] = field(default_factory=dict)

    @property
    def as_totalled(self) -> Crosstable:
        """The table in which games that are not finished count as the file's points have them."""
        if not self.as_stated:
            return self.table
        drawn = {e.number: _with_draws(self.table, e) for e in self.table.entrants}
        out = any(given < drawn[number] for number, given in self.as_stated.items())
        return left_out(self.table) if out else as_draws(self.table)


def trf_table(file: TrfFile, pairing: bool = False) -> TrfTable:
    """Read a file as a crosstable.

    Args:
        file: what :func:`results.trf.read.parse` gave.
        pairing: the next round is to be paired: a last round that holds nothing but byes
            given ahead is not counted as played.

    Raises:
        TrfError: games whose two sides contradict each other, or records that cannot be.
    """
    said = meaning(file)
    players = file.players if said.by_rank else sorted(file.players, key=lambda p: p.number)
    played = _played(players, pairing)
    entrants = _with_colours(tuple(_entrant(player, played) for player in players))
    ahead = dict(_ahead(players, played, said))
    table = Crosstable(
        entrants=entrants,
        rounds=said.rounds or played,
        played=played,
        scoring=said.scoring,
        round_robin=_is_round_robin(file, said),
        initial_colour=said.initial_colour or _inferred_colour(entrants, played),
        accelerations=tuple(given for given in said.accelerations if given.points),
        forbidden=tuple(_within(rule, said.rounds or played) for rule in said.forbidden),
        byes_ahead=ahead,
    )
    table = _with_adjustments(table, said)
    if said.baku and not said.accelerations:
        table = replace(table, accelerations=baku(table))
    _check_sides(table, players)
    stated = {Number(p.number): p.points for p in players if p.points is not None}
    if not said.scoring_given and list(_mismatches(table, players, stated)):
        table = _with_fitting_scoring(table, players, stated)
    return TrfTable(
        table,
        said,
        tuple(_mismatches(table, players, stated)),
        stated,
        open_games(table),
        dict(_as_stated(table, stated)),
    )


def _within(rule: Forbidden, rounds: int) -> Forbidden:
    """The rule cut at the last round, which is what "always" means."""
    return replace(rule, last_round=max(min(rule.last_round, rounds), rule.first_round))


def _played(players: Sequence[PlayerLine], pairing: bool) -> int:
    """How many rounds have been played (module docstring)."""
    played = 0
    for player in players:
        for round_no, cell in enumerate(player.cells, start=1):
            if cell is None:
                continue
            took_part = cell.opponent != 0 or cell.letter in "U+"
            played = max(played, round_no if took_part else round_no - 1)
    longer = [len(player.cells) > played for player in players]
    if all(longer) if pairing else any(longer):
        played += 1
    return played


def _entrant(player: PlayerLine, played: int) -> Entrant:
    cells = (*player.cells, *([None] * (played - len(player.cells))))[:played]
    return Entrant(
        number=Number(player.number),
        player=Player(
            id=PlayerId(str(player.number)),
            name=player.name,
            rating=player.rating,
            title=_title(player.title),
            federation=player.federation,
            fide_id=player.fide_id,
            sex=player.sex,
            birth=_birth(player.birth),
        ),
        entries=tuple(_entry(cell) for cell in cells),
    )


def _with_colours(entrants: tuple[Entrant, ...]) -> tuple[Entrant, ...]:
    """Forfeits that only one side's line gives a colour to: the other side has the other."""
    rows = {entrant.number: entrant.entries for entrant in entrants}

    def coloured(entrant: Entrant, place: int, entry: RoundEntry) -> RoundEntry:
        if entry.opponent == NOBODY or entry.colour is not None:
            return entry
        theirs = rows[entry.opponent][place]
        if theirs.opponent != entrant.number or theirs.colour is None:
            return entry
        colour = Side.BLACK if theirs.colour is Side.WHITE else Side.WHITE
        return replace(entry, colour=colour)

    return tuple(
        replace(
            entrant,
            entries=tuple(coloured(entrant, r, entry) for r, entry in enumerate(entrant.entries)),
        )
        if any(e.opponent != NOBODY and e.colour is None for e in entrant.entries)
        else entrant
        for entrant in entrants
    )


_TITLES = {"G": "GM", "M": "IM", "F": "FM", "C": "CM", "WG": "WGM", "WM": "WIM", "WF": "WFM"}


def _title(text: str) -> str:
    title = text.upper()
    return "WCM" if title == "WC" else _TITLES.get(title, title)


def _birth(text: str) -> date | None:
    """A date such as 1990/05/17; None for what is no full date (years alone are common)."""
    parts = re.split(r"[./-]", text)
    if len(parts) != 3 or not all(part.strip().isdigit() for part in parts):
        return None
    year, month, day = (int(part) for part in parts)
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _entry(cell: Cell | None) -> RoundEntry:
    if cell is None:
        return ABSENT
    if cell.opponent == 0:
        return _BYES.get(cell.letter, ABSENT)
    side = _SIDES.get(cell.colour)
    if cell.letter == " ":
        return RoundEntry(Number(cell.opponent), side, None)
    score, kind = _GAMES[cell.letter]
    if side is None:
        kind = ResultKind.FORFEIT  # nobody sat down: no colour, no game
    return RoundEntry(Number(cell.opponent), side, score, kind)


def _ahead(
    players: Sequence[PlayerLine], played: int, said: Meaning
) -> Iterator[tuple[tuple[int, Number], RoundEntry]]:
    for number in said.absent:
        yield (played + 1, number), ABSENT
    for (round_no, number), bye in said.byes.items():
        if round_no > played:
            yield (round_no, number), bye
    for player in players:
        for round_no, cell in enumerate(player.cells[played:], start=played + 1):
            if cell is not None:
                yield (round_no, Number(player.number)), _entry(cell)


def _is_round_robin(file: TrfFile, said: Meaning) -> bool:
    words = f"{said.system} {file.first('092')}".upper()
    if "SWISS" in words or "DUTCH" in words:
        return False
    return any(word in words for word in ("ROUNDROBIN", "ROBIN", "BERGER", "ROUND-ROBIN"))


def _inferred_colour(entrants: tuple[Entrant, ...], played: int) -> Side | None:
    """What the lot must have been: the colours of the first round that has any.

    Numbers count only players who had been paired by then, as the engines number them
    (docs/results.md, Pairing).
    """
    rounds = [
        r
        for r in range(1, played + 1)
        if any(entrant.entry(r).colour is not None for entrant in entrants)
    ]
    if not rounds:
        return None
    first = rounds[0]
    place = 0
    for entrant in entrants:
        took_part = any(
            entry.opponent != NOBODY or entry.kind is ResultKind.PAIRING_BYE
            for entry in entrant.entries[:first]
        )
        if not took_part:
            continue
        colour = entrant.entry(first).colour
        if colour is not None:
            odd = place % 2 == 1
            return (Side.BLACK if colour is Side.WHITE else Side.WHITE) if odd else colour
        place += 1
    return None


def _with_adjustments(table: Crosstable, said: Meaning) -> Crosstable:
    if not said.adjustments:
        return table
    extra: dict[Number, int] = {}
    for given in said.adjustments:
        extra[given.number] = extra.get(given.number, 0) + given.points
    unknown = sorted(set(extra) - set(table.by_number))
    if unknown:
        raise UsageError(f"record 299 gives points to {unknown[0]}, who is nobody's number")
    return replace(
        table,
        entrants=tuple(
            replace(entrant, carried=Points(entrant.carried + extra.get(entrant.number, 0)))
            for entrant in table.entrants
        ),
    )


def _check_sides(table: Crosstable, players: Sequence[PlayerLine]) -> None:
    lines = {Number(player.number): player.line for player in players}
    for entrant in table.entrants:
        for round_no, entry in enumerate(entrant.entries, start=1):
            if entry.opponent == NOBODY:
                continue
            theirs = table.by_number[entry.opponent].entry(round_no)
            agree = (
                theirs.opponent == entrant.number
                and entry.over_the_board == theirs.over_the_board
                and is_open(entry) == is_open(theirs)
            )
            if agree and (not entry.over_the_board or theirs.colour is not entry.colour):
                continue
            if not entry.over_the_board and not theirs.over_the_board:
                continue  # a forfeit that only one side's line mentions harms nobody
            raise TrfError(
                lines[entrant.number],
                FIRST_CELL + CELL * (round_no - 1) + 1,
                f"round {round_no}: players {entrant.number} and {entry.opponent} "
                f"do not say the same (see line {lines[entry.opponent]})",
            )


def _mismatches(
    table: Crosstable,
    players: Sequence[PlayerLine],
    stated: Mapping[Number, int],
) -> Iterator[Mismatch]:
    """Players whose stated points are neither their points nor those with what is ahead."""
    lines = {Number(player.number): player.line for player in players}
    unfinished = open_games(table)
    for place, entrant in enumerate(table.entrants):
        said = stated.get(entrant.number)
        if said is None or _meant(table, place, said) is not None:
            continue
        yield Mismatch(
            entrant.number,
            lines[entrant.number],
            said,
            _left_out(table, entrant),
            _with_draws(table, entrant),
            tuple(game for game in unfinished if game.of(entrant.number)),
        )


def _left_out(table: Crosstable, entrant: Entrant) -> Points:
    """A player's points without the games that are not finished."""
    now, _ = open_points(entrant, table.played, table.scoring)
    return Points(total(entrant, table.played, table.scoring) - now)


def _with_draws(table: Crosstable, entrant: Entrant) -> Points:
    """A player's points with the games that are not finished as draws."""
    _, drawn = open_points(entrant, table.played, table.scoring)
    return Points(_left_out(table, entrant) + drawn)


def _meant(table: Crosstable, place: int, said: int) -> Points | None:
    """The points after the played rounds that a file's points mean; None: they do not add up.

    Games that are not finished count as draws or not at all (C.04.2); what a file adds is the
    bye given ahead for the next round, or that round's virtual points, or both.
    """
    entrant = table.entrants[place]
    ahead = table.byes_ahead.get((table.played + 1, entrant.number))
    bye = entry_points(ahead, table.scoring) if ahead is not None else 0
    virtual = virtual_points(table, place, table.played + 1)
    ways = (_with_draws(table, entrant), _left_out(table, entrant))
    return next(
        (way for more in (0, bye, virtual, bye + virtual) for way in ways if said == way + more),
        None,
    )


def _as_stated(table: Crosstable, stated: Mapping[Number, int]) -> Iterator[tuple[Number, Points]]:
    """The points of those who have an unfinished game, as far as the file's add up."""
    for place, entrant in enumerate(table.entrants):
        said = stated.get(entrant.number)
        has_open = any(is_open(entrant.entry(r)) for r in range(1, table.played + 1))
        if has_open and said is not None and (meant := _meant(table, place, said)) is not None:
            yield entrant.number, meant


_USUAL = (
    Scoring(win=30, draw=10, forfeit_win=30, pairing_bye=30, full_bye=30, half_bye=10),
    Scoring(win=30, draw=10, forfeit_win=30, pairing_bye=10, full_bye=30, half_bye=10),
    Scoring(win=20, draw=10, forfeit_win=20, pairing_bye=20, full_bye=20, half_bye=10),
    Scoring(pairing_bye=5),
    Scoring(pairing_bye=0),
)
"""Point systems that old files use without saying so."""


def _with_fitting_scoring(
    table: Crosstable,
    players: Sequence[PlayerLine],
    stated: Mapping[Number, int],
) -> Crosstable:
    """The table with the one usual point system that explains every player's points."""
    for scoring in _USUAL:
        tried = replace(table, scoring=scoring)
        if not list(_mismatches(tried, players, stated)):
            return tried
    return table
