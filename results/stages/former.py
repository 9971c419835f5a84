"""PURE. Tied players in the order of their results in a former stage (tie-break FORMER).

Norway Chess breaks a tie in its play-off by the classical games: direct encounter among
those who are tied, Sonneborn-Berger, Koya, extended Koya. These count 1, ½ and 0 a game
unless the regulations want the stage's own points; both are shown.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from facts.ids import PlayerId
from facts.settings import Scoring
from results.crosstable.model import Number
from results.rounds.progress import stage_of
from results.rounds.table import crosstable
from results.standings.standings import Standings, shown_values, standings
from results.standings.tiebreaks.field import Extras, FormerPlace, FormerResults
from results.tournament.tournament import Stage, Tournament

NO_POINTS = "PTS@9999"
"""The points have no say: everybody is tied in the later stage, whatever they had before."""


def former_results(tournament: Tournament, stage: Stage) -> FormerResults | None:
    """How the former stage orders some tied players of this one; None without one.

    Raises:
        UsageError: there is no such stage.
    """
    entry = stage.settings.entry
    if entry.former is None:
        return None
    former = stage_of(tournament, entry.former)
    numbers = {player: Number(n) for n, player in enumerate(former.numbers, start=1)}

    def ordered(tied: Sequence[Number]) -> Mapping[Number, FormerPlace]:
        players = {number: stage.numbers[number - 1] for number in tied}
        group = {numbers[player]: player for player in players.values() if player in numbers}
        counted = _counted(tournament, former, group, entry.former_tiebreaks, entry.former_plain)
        other = _counted(tournament, former, group, entry.former_tiebreaks, not entry.former_plain)
        place = {group[line.number]: line.rank for line in counted.lines if line.number in group}
        told = _told(counted, group)
        also = _told(other, group)
        ways = ("1, ½, 0", "the stage's own points")
        mine, theirs = ways if entry.former_plain else ways[::-1]
        return {
            number: FormerPlace(
                place[player], f"{told[player]} (by {mine}; by {theirs} {also[player]})"
            )
            for number, player in players.items()
            if player in place
        }

    return ordered


def _counted(
    tournament: Tournament,
    former: Stage,
    group: Mapping[Number, PlayerId],
    codes: Sequence[str],
    plain: bool,
) -> Standings:
    """The former stage's standings with the group before everybody else, as one tie."""
    if plain:
        settings = replace(
            former.settings,
            scoring=Scoring(),
            meeting=replace(former.settings.meeting, ladder_won=None, ladder_lost=None),
        )
        former = replace(former, settings=settings)
    name = former.settings.id
    stages = {**tournament.stages, name: former}
    table = crosstable(replace(tournament, stages=stages), name)
    first = {entrant.number: 1 if entrant.number in group else 2 for entrant in table.entrants}
    extras = Extras(former_places=first)
    return standings(table, ("STAGE", *codes, NO_POINTS), extras=extras)


def _told(made: Standings, group: Mapping[Number, PlayerId]) -> Mapping[PlayerId, str]:
    found = {}
    for line in made.lines:
        if line.number in group:
            values = list(zip(made.codes, shown_values(made, line), strict=True))[1:-1]
            found[group[line.number]] = ", ".join(f"{code.text} {value}" for code, value in values)
    return found
