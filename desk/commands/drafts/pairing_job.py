"""PURE. What an engine is asked, in a form that can be sent to another process."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import assert_never

from facts.fact import Side
from facts.ids import GameId
from facts.result import Result
from facts.settings import System
from results.checks.corrections import consequences
from results.crosstable.model import Crosstable, Number, RoundEntry
from results.errors import UsageError
from results.pairing import berger, dutch
from results.pairing.answer import RoundPairing
from results.tournament.tournament import Tournament


@dataclass(frozen=True, slots=True)
class PairingJob:
    """What a pairing system needs to know.

    Attributes:
        table: the stage with all rounds so far.
        initial_colour: what the lot gave; of no use to a round robin.
        byes: who is not paired, and what they get; a round robin's pairings are fixed, so
            there everybody is paired.
        made: of a knock-out or a match, whose pairs follow from the results alone.
    """

    system: System
    table: Crosstable
    initial_colour: Side | None
    byes: Mapping[Number, RoundEntry]
    made: RoundPairing | None = None


def pair_now(job: PairingJob) -> RoundPairing:
    """Pair the round; may take many seconds for a large field.

    Raises:
        results.errors.ResultsError: no pairing was made, and why.
    """
    match job.system:
        case System.DUTCH:
            return dutch.pair_round(job.table, job.initial_colour, job.byes)
        case System.BERGER | System.BERGER_DOUBLE:
            cycles = 2 if job.system is System.BERGER_DOUBLE else 1
            return berger.berger_round(
                len(job.table.entrants), job.table.played + 1, berger.BergerSettings(cycles)
            )
        case System.KNOCK_OUT | System.MATCH | System.LIST:
            if job.made is None:
                raise UsageError(f"a {job.system} has no more rounds to pair")
            return job.made
        case _:
            assert_never(job.system)


@dataclass(frozen=True, slots=True)
class CorrectionJob:
    """What another result of a game would change, the next round's pairing included."""

    tournament: Tournament
    game: GameId
    result: Result


def weigh_now(job: CorrectionJob) -> tuple[str, ...]:
    """The consequences in sentences; may take many seconds for a large field.

    Raises:
        results.errors.ResultsError: they cannot be counted, and why.
    """
    return consequences(job.tournament, job.game, job.result).sentences()
