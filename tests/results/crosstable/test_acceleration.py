from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facts import fact as f
from facts.fact import Side
from facts.ids import PlayerId, RoundNo
from facts.result import BLACK_WON, PAIRING_BYE, WHITE_WON
from facts.settings import Acceleration, InitialColour, StageSettings, System
from results.crosstable.acceleration import baku, group_size
from results.crosstable.history import histories, virtual_points
from results.crosstable.model import ABSENT, Crosstable, Entrant, Number
from results.crosstable.scoring import THREE_ONE_ZERO
from results.errors import UsageError
from results.pairing.dutch import pair_round
from results.rounds.numbering import numbers_to_assign
from results.rounds.table import crosstable
from tests.fakes.tournament_log import STAGE, TournamentLog, player, swiss


def accelerated(rounds: int) -> StageSettings:
    return replace(
        swiss(rounds), acceleration=Acceleration.BAKU, initial_colour=InitialColour.WHITE
    )


def field(players: int, rounds: int) -> Crosstable:
    entrants = tuple(Entrant(Number(n), player(n), ()) for n in range(1, players + 1))
    return Crosstable(entrants, rounds, 0)


def virtual(table: Crosstable) -> list[list[int]]:
    """Virtual points of every player, a list for each round."""
    return [
        [virtual_points(table, place, r) for place in range(len(table.entrants))]
        for r in range(1, table.rounds + 1)
    ]


def test_the_regulations_example_of_161_players_and_nine_rounds() -> None:
    table = field(161, 9)
    given = virtual(replace(table, accelerations=baku(table)))
    assert [row.count(10) for row in given] == [82, 82, 82, 0, 0, 0, 0, 0, 0]
    assert [row.count(5) for row in given] == [0, 0, 0, 82, 82, 0, 0, 0, 0]
    assert given[0][81:83] == [10, 0]


@given(st.integers(0, 400))
def test_group_a_is_even_and_holds_half_of_the_players(players: int) -> None:
    size = group_size(players)
    assert size % 2 == 0
    assert players <= 2 * size < players + 4


def test_points_that_are_not_1_half_0_are_refused() -> None:
    with pytest.raises(UsageError, match="worth two draws"):
        baku(replace(field(8, 5), scoring=THREE_ONE_ZERO))


def test_a_stage_that_is_not_accelerated_or_no_swiss_has_no_virtual_points() -> None:
    for stage in (swiss(), replace(accelerated(7), system=System.BERGER)):
        log = TournamentLog()
        log.open(8, stage)
        assert crosstable(log.state, STAGE).accelerations == ()


def test_the_strong_half_meets_itself_first() -> None:
    log = TournamentLog()
    log.open(8, accelerated(5))
    plain = TournamentLog()
    plain.open(8, replace(accelerated(5), acceleration=Acceleration.NONE))
    halves = [
        {frozenset(pair.numbers) for pair in pair_round(crosstable(state, STAGE)).pairs}
        for state in (log.state, plain.state)
    ]
    assert halves[0] == {frozenset(p) for p in ((1, 3), (2, 4), (5, 7), (6, 8))}
    assert halves[1] == {frozenset(p) for p in ((1, 5), (2, 6), (3, 7), (4, 8))}


def test_virtual_points_pair_but_are_not_in_the_standings() -> None:
    log = TournamentLog()
    log.open(8, accelerated(5))
    known = histories(crosstable(log.state, STAGE))
    assert [known[Number(n)].pairing_points for n in (1, 4, 5)] == [10, 10, 0]
    assert {history.points for history in known.values()} == {0}


def test_the_last_player_of_group_a_stays_the_last_when_late_entries_come() -> None:
    log = TournamentLog()
    log.open(8, accelerated(5))
    games = log.publish(1, [(1, 3), (4, 2), (5, 7), (8, 6)])
    for game in games:
        log.confirmed(game, WHITE_WON)
    strong = player(9, 2600)
    weak = player(10, 2000)
    for late in (strong, weak):
        log.add(f.PlayerEntered(late, RoundNo(2)))
    assigned = numbers_to_assign(log.state, STAGE)
    assert assigned is not None
    log.add(assigned)
    table = crosstable(log.state, STAGE)
    in_group = [
        table.entrants[place].player.id
        for place in range(len(table.entrants))
        if virtual_points(table, place, 2)
    ]
    assert in_group == ["p9", "p1", "p2", "p3", "p4"]


def test_who_was_announced_as_late_is_not_counted_into_group_a() -> None:
    log = TournamentLog()
    log.add(f.StageOpened(accelerated(5)))
    for number in range(1, 9):
        log.add(f.PlayerEntered(player(number), RoundNo(1 if number < 8 else 2)))
    log.add(f.PlayerEntered(player(9, 2700), RoundNo(2)))
    assigned = numbers_to_assign(log.state, STAGE)
    assert assigned is not None
    log.add(assigned)
    table = crosstable(log.state, STAGE)
    members = [e.player.id for p, e in enumerate(table.entrants) if virtual_points(table, p, 1)]
    assert members == ["p9", "p1", "p2", "p3", "p4"]


def test_whole_accelerated_rounds_are_paired_with_late_entries_and_withdrawals() -> None:
    log = TournamentLog()
    log.open(14, accelerated(7))
    for round_no in range(1, 7):
        if round_no == 3:
            log.add(f.PlayerEntered(player(15, 2490), RoundNo(3)))
            log.add(f.PlayerWithdrew(PlayerId("p4"), RoundNo(3)))
        assigned = numbers_to_assign(log.state, STAGE)
        if assigned is not None:
            log.add(assigned)
        numbers = log.state.stages[STAGE].numbers
        table = crosstable(log.state, STAGE)
        out = {
            Number(n): ABSENT
            for n, who in enumerate(numbers, start=1)
            if not log.state.players[who].plays(RoundNo(round_no))
        }
        made = pair_round(table, Side.WHITE, out)
        pairs = [
            (int(numbers[p.white - 1][1:]), int(numbers[p.black - 1][1:]))
            for p in made.pairs
            if not p.is_bye
        ]
        byes = tuple(f.Bye(numbers[p.white - 1], PAIRING_BYE) for p in made.pairs if p.is_bye)
        for place, game in enumerate(log.publish(round_no, pairs, byes)):
            log.confirmed(game, WHITE_WON if place % 3 else BLACK_WON)
    assert crosstable(log.state, STAGE).played == 6
