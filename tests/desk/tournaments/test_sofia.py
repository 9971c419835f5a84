"""Whole tournaments by the regulations of the Masters in Sofia: the real one and made-up ties."""

import csv
from collections.abc import Mapping
from pathlib import Path

from desk.config.tournament import load_tournament
from desk.hall.pairing_worker import InlinePairer
from desk.state.standings import stage_standings
from facts import fact as f
from facts.ids import GameId, PlayerId, StageId
from facts.log import MemoryLog
from facts.meeting import GameRole
from facts.player import Player
from facts.result import BLACK_WON, DRAWN, WHITE_WON, Result, from_pgn_token
from facts.settings import Confirmer
from results.meetings.score import Meeting, meeting_of
from results.stages.final_list import final_list
from results.stages.places import FinalOrders
from results.stages.progress import StageState, progress
from results.tournament.tournament import Round, Stage, Tournament
from tests.desk.whole_tournament import Further, Results, WholeTournament, entries
from tests.fakes.virtual_clock import FixedClock
from tests.places import CONFIGS
from tests.results.real_tournaments import drawn_numbers

CONFIG = CONFIGS / "masters-sofia.toml"
MASTERS, TIE_BREAK = StageId("masters"), StageId("tie-break")


class Sofia(WholeTournament):
    """With the moves of every game: the last indicator counts them."""

    def __init__(self, results: Results, plies: Mapping[tuple[int, str, str], int],
                 further: Further | None = None) -> None:  # fmt: skip
        clock = FixedClock()
        config = load_tournament(CONFIG)
        super().__init__(MemoryLog(clock), clock, config, InlinePairer(), results, further)
        self.plies = plies

    async def played(self, stage: Stage, the_round: Round) -> None:
        now = self.desk.clock.now()
        await self.happens(
            [
                f.MovePlayed(p.games[0], plies, f.LineMove("e2e4", "e4", None, now))
                for p in the_round.pairings
                if (plies := self.plies.get((the_round.number, p.white, p.black)))
            ]
        )


def order(tournament: Tournament) -> list[str]:
    return [place.player for place in final_list(tournament)]


async def test_the_tournament_of_2006_ends_as_published(shared: Path) -> None:
    text = (shared / "data" / "crosstables" / "masters-sofia-2006.csv").read_text()
    rows = {
        (int(row["round"]), row["white"], row["black"]): row
        for row in csv.DictReader(text.splitlines())
    }

    def results(
        stage: Stage, the_round: Round, points: Mapping[PlayerId, int]
    ) -> dict[GameId, Result]:
        found = {}
        for pairing in the_round.pairings:
            token = rows[the_round.number, pairing.white, pairing.black]["result"]
            result = from_pgn_token(token)
            assert result is not None
            found[pairing.games[0]] = result
        return found

    whole = Sofia(results, {key: int(row["plies"]) for key, row in rows.items()})
    names = sorted({white for _, white, _ in rows})
    tournament = await whole.play(
        [Player(PlayerId(name), name) for name in names], drawn_numbers(set(rows), 10)
    )
    assert order(tournament) == ["Topalov", "Kamsky", "Anand", "Svidler", "Ponomariov", "Bacrot"]
    whys = [place.why for place in FinalOrders(tournament).of(MASTERS)]
    assert whys[0] == "6½ points, WON 5, MINI 0.0, SB 30.5, MOVES 502"
    assert whys[5] == "3½ points, WON 0, MINI 0.0, SB 17.5, MOVES 488"
    states = [one.state for one in progress(tournament)]
    assert states == [StageState.FINISHED, StageState.NOT_NEEDED]
    assert tournament.policy.confirmer is Confirmer.CHIEF_ARBITER
    table = stage_standings(tournament, MASTERS)
    assert table is not None
    assert [row.player for row in table.rows] == order(tournament)
    assert [row.tiebreaks[3] for row in table.rows] == ["502", "482", "483", "429", "528", "488"]


def tied(best: int) -> Results:
    """The lower number wins, but among the best so many White does: they tie for first."""

    def results(
        stage: Stage, the_round: Round, points: Mapping[PlayerId, int]
    ) -> dict[GameId, Result]:
        found = {}
        for pairing in the_round.pairings:
            white, black = (int(player[1:]) for player in (pairing.white, pairing.black))
            ahead = white < black or max(white, black) <= best
            found[pairing.games[0]] = WHITE_WON if ahead else BLACK_WON
        return found

    return results


PLIES = {
    (round_no, f"p{white}", f"p{black}"): 60
    + sum({2: 10, 3: 4}.get(number, 0) for number in (white, black))
    for round_no in range(1, 11)
    for white in range(1, 7)
    for black in range(1, 7)
}
"""Player 2 plays the most moves, then player 3."""


async def test_two_who_share_first_place_play_for_it_down_to_sudden_death() -> None:
    def further(meeting: Meeting, added: f.GameAdded) -> Result:
        return DRAWN if added.role is GameRole.SUDDEN_DEATH else WHITE_WON

    whole = Sofia(tied(2), PLIES, further)
    tournament = await whole.play(entries(6))
    assert [place.player for place in FinalOrders(tournament).of(MASTERS)[:2]] == ["p2", "p1"]
    (the_round,) = tournament.stages[TIE_BREAK].rounds.values()
    match = meeting_of(tournament, the_round.pairings[0].id)
    assert [tally.role for tally in match.course.tallies] == [
        GameRole.MAIN,
        GameRole.BLITZ,
        GameRole.SUDDEN_DEATH,
    ]
    assert [game.time_control.base_s for game in match.games] == [900, 900, 300, 300, 360]
    assert match.winner == match.games[-1].black
    assert match.games[-1].lot_winner == match.games[-1].white
    assert order(tournament)[:2] == [match.winner, match.loser]


async def test_more_than_two_who_share_first_place_are_ordered_by_the_indicators() -> None:
    whole = Sofia(tied(3), PLIES)
    tournament = await whole.play(entries(6))
    assert [one.state for one in progress(tournament)][1] is StageState.NOT_NEEDED
    first = final_list(tournament)
    assert [place.rank for place in first] == [1, 2, 3, 4, 5, 6]
    assert [place.player for place in first[:3]] == ["p2", "p3", "p1"]
