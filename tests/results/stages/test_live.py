from dataclasses import replace

import pytest

from facts import fact as f
from facts.ids import GameId, PlayerId, RoundNo
from facts.result import (
    BLACK_WON,
    DOUBLE_FORFEIT,
    DRAWN,
    PAIRING_BYE,
    WHITE_WON,
    WHITE_WON_BY_FORFEIT,
    Result,
)
from facts.settings import ResultPolicy, Source
from results.checks.checker import played_pairs
from results.checks.generator import GeneratorSettings, generate, quick_pairer
from results.stages.live import live_standings
from results.tournament.judging import official_results
from results.tournament.lots import Dice
from tests.fakes.tournament_log import STAGE, TournamentLog, player, swiss

CODES = ("BH/C1", "BH", "SB", "SB/C1", "DE", "AOB", "FB", "STD", "KS", "TPR", "APRO", "APPO", "PS")
RESULTS: tuple[Result, ...] = (
    WHITE_WON,
    BLACK_WON,
    DRAWN,
    WHITE_WON_BY_FORFEIT,
    DOUBLE_FORFEIT,
)


def hall(players: int, rounds: int, seed: int) -> tuple[TournamentLog, list[list[GameId]]]:
    settings = GeneratorSettings(players=players, rounds=rounds, late=0, withdrawn=0)
    table = generate(settings, seed, quick_pairer(seed))
    log = TournamentLog()
    log.open(players, swiss(rounds, CODES))
    games = []
    for round_no in range(1, rounds + 1):
        pairs = played_pairs(table, round_no)
        byes = tuple(
            f.Bye(PlayerId(f"p{pair.white}"), PAIRING_BYE) for pair in pairs if pair.is_bye
        )
        boards = [(int(p.white), int(p.black)) for p in pairs if not p.is_bye]
        games.append(list(log.publish(round_no, boards, byes)))
    return log, games


@pytest.mark.parametrize("seed", range(1, 7))
def test_following_the_log_gives_what_counting_from_the_beginning_gives(seed: int) -> None:
    log, games = hall(13, 5, seed)
    dice = Dice(seed)
    live = live_standings(log.state, STAGE)
    for _ in range(40):
        played = games[dice.below(len(games))]
        game = played[dice.below(len(played))]
        result = RESULTS[dice.below(len(RESULTS))]
        if dice.chance(300):
            log.add(f.ResultCorrected(game, result, "appeal"))
        elif dice.chance(300):
            log.shown(game, DRAWN)
        else:
            log.confirmed(game, result)
        live = live.follow(log.state)
        full = live_standings(log.state, STAGE)
        assert live.standings.lines == full.standings.lines
        assert (live.provisional, live.playing) == (full.provisional, full.playing)


def test_a_correction_and_its_reversal_restore_everything() -> None:
    log, games = hall(12, 4, 3)
    for played in games:
        for game in played:
            log.confirmed(game, DRAWN)
    before = live_standings(log.state, STAGE)
    log.add(f.ResultCorrected(games[1][2], WHITE_WON, "appeal"))
    changed = before.follow(log.state)
    assert changed.standings.lines != before.standings.lines
    log.add(f.ResultCorrected(games[1][2], DRAWN, "appeal withdrawn"))
    assert changed.follow(log.state).standings.lines == before.standings.lines


def test_what_is_certain_and_what_is_not() -> None:
    log, games = hall(6, 1, 1)
    first, second, third = games[0]
    log.confirmed(first, WHITE_WON)
    log.shown(second, DRAWN)
    live = live_standings(log.state, STAGE)
    claims = {p.games[0]: p for p in log.state.stages[STAGE].rounds[RoundNo(1)].pairings}
    shown, running = claims[second], claims[third]
    assert {f"p{n}" for n in live.provisional} == {shown.white, shown.black}
    assert {f"p{n}" for n in live.playing} == {running.white, running.black}


def test_nothing_new_gives_the_same_object_and_a_new_round_counts_anew() -> None:
    log, games = hall(4, 1, 1)
    live = live_standings(log.state, STAGE)
    assert live.follow(log.state) is live
    log.add(f.PlayerCheckedIn(PlayerId("p1"), RoundNo(2)))
    assert live.follow(log.state) is live
    log.confirmed(games[0][0], WHITE_WON)
    live = live.follow(log.state)
    log.publish(2, [(1, 2), (3, 4)])
    later = live.follow(log.state)
    assert later.standings.field.rounds == 2


def test_proposals_may_be_left_out_of_what_is_followed() -> None:
    log, games = hall(6, 2, 1)
    live = live_standings(log.state, STAGE, which=official_results)
    log.shown(games[0][0], WHITE_WON)
    live = live.follow(log.state)
    assert {line.points for line in live.standings.lines} == {0}
    log.confirmed(games[0][0], WHITE_WON)
    live = live.follow(log.state)
    assert sorted(line.points for line in live.standings.lines)[-1] == 10
    fresh = live_standings(log.state, STAGE, which=official_results)
    assert live.standings.lines == fresh.standings.lines


def test_new_particulars_policy_or_tie_breaks_are_followed_too() -> None:
    log, games = hall(6, 2, 1)
    log.shown(games[0][0], WHITE_WON)
    log.claimed(games[0][0], DRAWN, Source.FLOOR_ARBITER)
    live = live_standings(log.state, STAGE)
    changes: tuple[f.Fact, ...] = (
        f.PlayerChanged(replace(player(2), rating=2700, name="Two, T")),
        f.PolicySet(ResultPolicy(order=(Source.KING_SIGN,))),
        f.StageOpened(swiss(2, ("RTNG",))),
        f.PlayerCheckedIn(PlayerId("p1"), RoundNo(2)),
    )
    for change in changes:
        log.add(change)
        live = live.follow(log.state)
        fresh = live_standings(log.state, STAGE)
        assert live.standings.lines == fresh.standings.lines
        assert live.standings.codes == fresh.standings.codes
        assert live.standings.field.table == fresh.standings.field.table
    assert live.follow(log.state) is live
