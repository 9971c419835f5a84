"""Whole tournaments by the regulations of Norway Chess, real ones and made-up ties."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from desk.commands.kinds.stages import DrawLots
from facts import fact as f
from facts.ids import GameId, PlayerId, StageId
from facts.meeting import GameRole, Odds
from facts.player import Player
from facts.result import BLACK_WON, DRAWN, WHITE_WON, Result
from results.meetings.score import Meeting, meeting_of
from results.prizes.final import prize_list
from results.stages.final_list import FinalPlace, final_list
from results.stages.places import FinalOrders
from results.stages.progress import StageState, progress
from results.tournament.tournament import Round, Stage, Tournament
from tests.desk.whole_tournament import Further, Results, WholeTournament, entries
from tests.places import CONFIGS
from tests.results.real_tournaments import RESULTS, drawn_numbers, norway_games

CONFIG = CONFIGS / "norway-chess.toml"
PLAY_OFF, OF_MORE = StageId("play-off"), StageId("play-off-of-more")
PUBLISHED = {
    "Norway Chess 2024 open": (
        "Carlsen 17.5, Nakamura 15.5, Praggnanandhaa 14.5, Firouzja 13.5, Caruana 11.5, Ding 7.0"
    ),
    "Norway Chess 2024 women": (
        "Ju 19.0, Muzychuk 16.0, Lei 14.5, Vaishali 12.5, Koneru 10.0, Cramling 8.0"
    ),
    "Norway Chess 2025 open": (
        "Carlsen 16.0, Caruana 15.5, Gukesh 14.5, Nakamura 14.0, Arjun 13.0, Wei 9.5"
    ),
}
KRONER = [700_000, 350_000, 200_000, 170_000, 150_000, 120_000]


def tournament_of(results: Results, further: Further) -> WholeTournament:
    return WholeTournament.by(CONFIG, results, further=further)


def states(tournament: Tournament) -> dict[str, StageState]:
    return {one.stage: one.state for one in progress(tournament)}


def money(tournament: Tournament) -> dict[str, int]:
    """Everybody's prize in kroner."""
    made = prize_list(tournament)
    assert made is not None
    assert made.open == ()
    return {line.player.id: line.total // 100 for line in made.lines}


# --- real tournaments ---------------------------------------------------------------------


@pytest.mark.parametrize("event", PUBLISHED)
async def test_real_tournaments_end_as_published(shared: Path, event: str) -> None:
    games = norway_games(shared, event)
    played = {(g["round"], g["white"], g["black"]): g for g in games}

    def results(
        stage: Stage, the_round: Round, points: Mapping[PlayerId, int]
    ) -> dict[GameId, Result]:
        return {
            p.games[0]: RESULTS[played[the_round.number, p.white, p.black]["classical"]]
            for p in the_round.pairings
        }

    def further(meeting: Meeting, added: f.GameAdded) -> Result:
        assert (added.white, added.role) == (meeting.pairing.white, GameRole.ARMAGEDDON)
        game = played[meeting.round_no, meeting.pairing.white, meeting.pairing.black]
        return RESULTS[game["armageddon"]]

    whole = tournament_of(results, further)
    names = sorted({g["white"] for g in games})
    numbers = drawn_numbers(set(played), 10)
    tournament = await whole.play([Player(PlayerId(n), n) for n in names], numbers)
    points = {p.player: p.points for p in FinalOrders(tournament).of(StageId("classical"))}
    places = final_list(tournament)
    told = [f"{_short(place.player)} {(points[place.player] or 0) / 10}" for place in places]
    assert ", ".join(told) == PUBLISHED[event]
    assert states(tournament) == {
        "classical": StageState.FINISHED,
        PLAY_OFF: StageState.NOT_NEEDED,
        OF_MORE: StageState.NOT_NEEDED,
    }
    assert len(whole.games) == sum(1 for g in games if g["classical"] == "draw")
    assert list(money(tournament).values()) == KRONER


def _short(name: str) -> str:
    """As the published tables call people: the surname, or the first word of Asian names."""
    known = {"Ding", "Ju", "Lei", "Wei", "Gukesh", "Arjun", "Praggnanandhaa", "Vaishali", "Koneru"}
    words = name.split()
    return next((word for word in words if word in known), words[-1])


# --- ties for first place -----------------------------------------------------------------


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


def level_play_off(classical: Results) -> Results:
    """Every game of a play-off is drawn."""

    def results(
        stage: Stage, the_round: Round, points: Mapping[PlayerId, int]
    ) -> Mapping[GameId, Result]:
        if stage.settings.id == OF_MORE:
            return dict.fromkeys(the_round.games, DRAWN)
        return classical(stage, the_round, points)

    return results


def always(result: Result) -> Further:
    return lambda meeting, added: result


async def test_two_who_share_first_place_play_blitz_and_at_last_armageddon() -> None:
    def further(meeting: Meeting, added: f.GameAdded) -> Result:
        return DRAWN if added.role is GameRole.ARMAGEDDON else WHITE_WON

    whole = tournament_of(tied(2), further)
    tournament = await whole.play(entries(6))
    (the_round,) = tournament.stages[PLAY_OFF].rounds.values()
    match = meeting_of(tournament, the_round.pairings[0].id)
    assert [tally.role for tally in match.course.tallies] == [
        GameRole.MAIN,
        GameRole.BLITZ,
        GameRole.ARMAGEDDON,
    ]
    assert [game.time_control.base_s for game in match.games] == [180, 180, 180, 180, 600]
    whites = [game.white for game in match.games]
    assert whites[0] == whites[2] != whites[1] == whites[3]
    last = match.games[-1]
    assert (last.odds, match.winner) == (Odds.BLACK, last.black)
    assert last.black_time_control is not None
    assert last.black_time_control.base_s == 420
    places = final_list(tournament)
    assert [place.player for place in places[:2]] == [match.winner, match.loser]
    assert not any(place.shared for place in places[:2])
    assert "Play-off" in places[0].why
    assert money(tournament) == {
        match.winner: 700_000, match.loser: 350_000,
        "p3": 200_000, "p4": 170_000, "p5": 150_000, "p6": 120_000,
    }  # fmt: skip
    assert states(tournament)[OF_MORE] is StageState.NOT_NEEDED


async def test_the_score_of_a_play_off_does_not_count_in_the_tournament() -> None:
    whole = tournament_of(tied(2), always(WHITE_WON))
    tournament = await whole.play(entries(6))
    orders = FinalOrders(tournament).of(StageId("classical"))
    assert [place.points for place in orders[:2]] == [270, 270]


async def test_four_who_share_first_place_play_a_double_round_robin() -> None:
    whole = tournament_of(tied(4), always(WHITE_WON))
    tournament = await whole.play(entries(6))
    play_off = tournament.stages[OF_MORE]
    assert len(play_off.rounds) == 6
    assert {len(the_round.pairings) for the_round in play_off.rounds.values()} == {2}
    assert states(tournament)[PLAY_OFF] is StageState.NOT_NEEDED
    check_first_four(final_list(tournament))


def check_first_four(places: tuple[FinalPlace, ...]) -> None:
    assert [place.place for place in places] == [1, 2, 3, 4, 5, 6]
    assert {place.player for place in places[:4]} == {"p1", "p2", "p3", "p4"}
    assert [place.player for place in places[4:]] == ["p5", "p6"]


async def test_what_nothing_tells_apart_is_drawn_by_lot_and_the_winner_shares_nothing() -> None:
    whole = tournament_of(level_play_off(tied(4)), always(WHITE_WON))
    tournament = await whole.play(entries(6))
    shared = final_list(tournament)[:4]
    assert {place.rank for place in shared} == {1}
    assert "FORMER" in shared[0].why
    await whole.act(
        DrawLots(
            id=whole.id(),
            tournament=tournament.id,
            stage=OF_MORE,
            purpose="places",
            players=tuple(place.player for place in shared),
            outcome=tuple(PlayerId(p) for p in ("p3", "p1", "p4", "p2")),
        )
    )
    places = final_list(whole.tournament)
    check_first_four(places)
    assert [place.player for place in places[:4]] == ["p3", "p1", "p4", "p2"]
    # Places 2 to 4 share 350, 200 and 170 thousand.
    assert money(whole.tournament) == {
        "p3": 700_000, "p1": 240_000, "p4": 240_000, "p2": 240_000,
        "p5": 150_000, "p6": 120_000,
    }  # fmt: skip


async def test_the_list_is_not_final_while_the_play_off_is_still_to_be_played() -> None:
    whole = tournament_of(tied(2), always(WHITE_WON))
    await whole.enter(entries(6))
    while not whole.tournament.stages[PLAY_OFF].entrants:
        assert await whole.step()
    places = final_list(whole.tournament)
    assert not any(place.final for place in places)
    assert {place.rank for place in places[:2]} == {1}
