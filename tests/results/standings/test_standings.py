from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from facts.fact import Side
from facts.ids import PlayerId, StageId, TournamentId
from facts.player import Player
from facts.result import ResultKind, Score
from results.checks.generator import GeneratorSettings, generate, quick_pairer
from results.crosstable.model import Crosstable, Entrant, Number, RoundEntry
from results.crosstable.scoring import total
from results.errors import UsageError
from results.standings.standings import explain, shown_values, standings, standings_view
from results.standings.tiebreaks.field import Extras
from tests.results.standings.tiebreaks.test_against_oracle import SWISS, swiss

RESULTS = {"1": Score.WIN, "=": Score.DRAW, "0": Score.LOSS}


def games(text: str, round_robin: bool = True) -> Crosstable:
    """A table from lines such as ``1-2=``: round by round, white, black, White's score."""
    rows: dict[int, list[RoundEntry]] = {}
    rounds = text.strip().split("\n")
    for line in rounds:
        for game in line.split():
            white, black, score = int(game[0]), int(game[2]), RESULTS[game[3]]
            theirs = {Score.WIN: Score.LOSS, Score.LOSS: Score.WIN}.get(score, Score.DRAW)
            rows.setdefault(white, []).append(RoundEntry(Number(black), Side.WHITE, score))
            rows.setdefault(black, []).append(RoundEntry(Number(white), Side.BLACK, theirs))
    entrants = tuple(
        Entrant(Number(n), Player(PlayerId(f"p{n}"), f"P{n}", 2000 + n), tuple(rows[n]))
        for n in sorted(rows)
    )
    return Crosstable(entrants, len(rounds), len(rounds), round_robin=round_robin)


def order(table: Crosstable, *codes: str) -> list[tuple[int, int]]:
    return [(line.rank, line.number) for line in standings(table, codes).lines]


FOUR = games("1-4= 2-3=\n4-3= 1-2=\n2-4= 3-1=")
CYCLE = games("1-41 2-31\n4-30 1-21\n2-41 3-11")


def test_what_stays_tied_shares_its_rank() -> None:
    assert order(FOUR, "DE", "SB", "KS") == [(1, 1), (1, 2), (1, 3), (1, 4)]
    assert all(line.shared for line in standings(FOUR, ["SB"]).lines)


def test_a_later_code_breaks_only_what_is_still_tied() -> None:
    assert order(CYCLE, "RTNG") == [(1, 3), (2, 2), (3, 1), (4, 4)]
    assert order(CYCLE, "DE", "TPN") == [(1, 1), (2, 2), (3, 3), (4, 4)]
    assert order(CYCLE, "TPN/R") == [(1, 3), (2, 2), (3, 1), (4, 4)]


def test_a_scope_leaves_other_places_alone() -> None:
    assert order(FOUR, "TPN@2-3") == [(1, 1), (2, 2), (3, 3), (4, 4)]
    assert order(FOUR, "TPN@5") == [(1, 1), (1, 2), (1, 3), (1, 4)]
    losers = games("1-31 2-41\n1-4= 3-2=\n1-21 4-3=")
    assert order(losers, "TPN@1") == [(1, 1), (2, 2), (3, 3), (3, 4)]


def test_direct_encounter_only_if_all_have_met() -> None:
    table = games("1-31 2-41\n1-41 2-31", round_robin=False)
    assert order(table, "DE/A")[:2] == [(1, 1), (1, 2)]
    met = games("1-21 3-41\n4-21 1-30\n3-20 1-4=", round_robin=False)
    first = standings(met, ["DE/A"])
    assert first.lines[0].points == 20
    assert {line.number for line in first.lines if line.points == 15} == {1, 4}


def test_six_three_ranks_who_is_alone_first_whatever_the_missing_games_give() -> None:
    # 1, 2 and 3 are tied; 1 has beaten both, 2 and 3 have not met
    table = games("1-21 3-51 4-61\n1-31 2-41 5-61\n6-11 2-51 3-41", round_robin=False)
    found = standings(table, ["DE"])
    assert [line.points for line in found.lines][:3] == [20, 20, 20]
    places = {int(line.number): line.values[0] for line in found.lines}
    assert places[1] == 1
    assert places[2] == places[3] == 2
    assert "not met" in str(explain(found, Number(2), 0))
    assert "place 1 among" in str(explain(found, Number(1), 0))


def test_mini_match_points_are_all_games_among_the_tied() -> None:
    found = standings(CYCLE, ["MINI"])
    assert {line.number: line.values[0] for line in found.lines} == {1: 10, 2: 10, 3: 10, 4: 0}
    assert "against 2" in str(explain(found, Number(1), 0))


def test_moves_lots_and_former_places_come_from_outside() -> None:
    four = {Number(n): n for n in range(1, 5)}
    extras = Extras(moves={n: 100 + n for n in four}, former_places=four, lots=four)
    for code, expected in (
        ("MOVES", [4, 3, 2, 1]),
        ("STAGE", [1, 2, 3, 4]),
        ("LOTS", [1, 2, 3, 4]),
    ):
        found = standings(FOUR, [code], extras=extras)
        assert [line.number for line in found.lines] == expected, code
    assert standings(FOUR, ["LOTS"]).lines[0].values == (None,)


def test_points_may_come_after_another_code() -> None:
    table = games("1-31 2-41\n1-4= 3-2=\n1-21 4-3=")
    assert order(table, "TPN/R", "PTS")[0] == (1, 4)
    assert order(table, "PTS", "TPN")[0] == (1, 1)


def test_unrated_players_drop_rating_tiebreaks_unless_a_rule_covers_them() -> None:
    first, *rest = FOUR.entrants
    unrated = replace(first, player=replace(first.player, rating=0))
    table = replace(FOUR, entrants=(unrated, *rest))
    found = standings(table, ["ARO", "RTNG"])
    assert {line.values for line in found.lines} == {(None, None)}
    assert "dropped" in str(explain(found, Number(2), 0))
    assert None not in standings(table, ["ARO"], unrated=1400).lines[0].values
    assert None not in standings(table, ["ARO/U1400"]).lines[0].values


def test_scores_that_an_arbiter_set_count_for_each_side_on_its_own() -> None:
    first, second, *rest = FOUR.entrants
    ruled = ResultKind.RULED
    one = replace(
        first,
        entries=(first.entries[0], replace(first.entries[1], kind=ruled), first.entries[2]),
    )
    two = replace(
        second,
        entries=(
            second.entries[0],
            replace(second.entries[1], score=Score.LOSS, kind=ruled),
            second.entries[2],
        ),
    )
    table = replace(FOUR, entrants=(one, two, *rest))
    found = standings(table, ["STD"])
    values = {int(line.number): (line.points, line.values[0]) for line in found.lines}
    assert values[1] == (15, 20)  # half a point more than the opponent is a whole one (7.7)
    assert values[2] == (10, 10)


def test_nobody_and_unknown_players() -> None:
    empty = standings(Crosstable((), 5, 0), ["BH"])
    assert empty.lines == ()
    with pytest.raises(UsageError):
        empty.line_of(Number(1))


def test_the_view_holds_decimal_strings() -> None:
    view = standings_view(
        standings(FOUR, ["SB", "DE"]), TournamentId("open"), StageId("main"), official=True
    )
    row = view.rows[0]
    assert (row.points, row.tiebreaks, row.shared) == ("1.5", ("2.25", "0"), True)
    assert view.codes == ("SB", "DE")
    assert view.official


@settings(max_examples=20, deadline=None)
@given(st.integers(1, 10**6), st.randoms())
def test_the_order_of_the_input_changes_nothing(seed, random) -> None:  # type: ignore[no-untyped-def]
    table = generate(GeneratorSettings(players=14, rounds=5), seed, quick_pairer(seed))
    mixed = list(table.entrants)
    random.shuffle(mixed)
    codes = ["BH/C1", "SB", "DE", "AOB", "TPR"]
    before, after = standings(table, codes), standings(replace(table, entrants=tuple(mixed)), codes)
    assert {(x.number, x.rank, x.values) for x in before.lines} == {
        (x.number, x.rank, x.values) for x in after.lines
    }


@settings(max_examples=20, deadline=None)
@given(st.integers(1, 10**6))
def test_points_are_conserved_where_nothing_was_unplayed(seed: int) -> None:
    quiet = GeneratorSettings(
        players=12, rounds=5, half_byes=0, zero_byes=0, forfeits=0, double_forfeits=0, late=0,
        withdrawn=0,
    )  # fmt: skip
    table = generate(quiet, seed, quick_pairer(seed))
    points = [total(e, table.played, table.scoring) for e in table.entrants]
    assert sum(points) == 10 * 6 * 5


def test_ranks_are_those_of_the_values() -> None:
    for seed in (1, 2):
        table = standings(swiss(seed), ["BH/C1", "BH", "SB"])
        keys = [(line.points, *line.values) for line in table.lines]
        assert keys == sorted(keys, reverse=True)
        assert all(len(shown_values(table, line)) == 3 for line in table.lines)
        assert len(SWISS) > 30
