"""Who qualifies, by which sentence, and what a later correction says."""

from facts import fact as f
from facts.ids import BoardNo, PlayerId, RoundNo, StageId, game_id, pairing_id
from facts.result import BLACK_WON, DRAWN, WHITE_WON, Result
from facts.settings import StageSettings, System
from facts.stages import Carried, Feed, Numbering, StageEntry, Take
from results.crosstable.model import NOBODY
from results.rounds.knock_out import knock_out
from results.rounds.numbering import numbers_to_assign
from results.rounds.progress import outlook, participants
from results.rounds.table import crosstable
from results.stages.entrants import cut_of, entrants_of, places_to_fill
from results.stages.final_list import final_list
from results.stages.places import PLACES, FinalOrders
from results.stages.progress import StageState, progress_of
from results.standings.standings import standings
from tests.fakes.tournament_log import STAGE, TournamentLog

CUP, QUALIFIED, REST = StageId("cup"), StageId("qualified"), StageId("rest")


def swiss(*tiebreaks: str, rounds: int = 1) -> StageSettings:
    return StageSettings(STAGE, "Swiss", System.DUTCH, RoundNo(rounds), tiebreaks)


def entry(name: StageId, system: System, *feeds: Feed, **more: object) -> StageSettings:
    made = StageEntry(feeds, former=STAGE, **more)  # type: ignore[arg-type]
    return StageSettings(name, name.capitalize(), system, RoundNo(0), entry=made)


def tied(cut: int) -> Feed:
    return Feed(STAGE, Take.TIED, last=cut)


def played(players: int, *results: Result, tiebreaks: tuple[str, ...] = ("TPN",)) -> TournamentLog:
    """One round, 1–2, 3–4 …, with these results, closed."""
    log = TournamentLog()
    log.open(players, swiss(*tiebreaks))
    games = log.publish(1, [(n, n + 1) for n in range(1, players, 2)])
    for game, result in zip(games, results, strict=True):
        log.confirmed(game, result)
    log.add(f.RoundClosed(STAGE, RoundNo(1)))
    return log


def names(log: TournamentLog, stage: StageId) -> list[str]:
    return [one.player for one in entrants_of(log.state, stage)]


def test_all_who_tie_with_the_last_above_the_cut_play_for_its_places() -> None:
    """Scores 1 1 1 ½ ½ 0 0 0: places 4 and 5 tie across a cut at 4."""
    log = played(8, WHITE_WON, WHITE_WON, WHITE_WON, DRAWN)
    log.add(f.StageOpened(entry(CUP, System.KNOCK_OUT, tied(4))))
    cut = cut_of(log.state, STAGE, 4)
    assert [place.player for place in cut.clear] == ["p1", "p3", "p5"]
    assert [place.player for place in cut.tied] == ["p7", "p8"]
    assert cut.open_places == places_to_fill(log.state, log.state.stages[CUP].settings) == 1
    (first, _) = entrants_of(log.state, CUP)
    assert first.why == "place 4 of Swiss: 2 players with ½ points play for 1 of the 4 places"
    assert progress_of(log.state, CUP).state is StageState.READY


def test_a_clear_cut_needs_no_tie_break_and_lets_everybody_above_it_through() -> None:
    log = played(8, WHITE_WON, WHITE_WON, WHITE_WON, DRAWN)
    log.add(f.StageOpened(entry(CUP, System.KNOCK_OUT, tied(3))))
    winners = Feed(CUP, Take.WINNERS)
    clear = Feed(STAGE, Take.CLEAR, last=3)
    log.add(f.StageOpened(entry(QUALIFIED, System.LIST, clear, winners)))
    now = progress_of(log.state, CUP)
    assert now.state is StageState.NOT_NEEDED
    assert now.sentences == ("not needed: place 3 of Swiss is clear of the next",)
    assert names(log, QUALIFIED) == ["p1", "p3", "p5"]
    assert progress_of(log.state, QUALIFIED).state is StageState.READY


def test_a_stage_waits_until_the_last_round_before_it_is_closed() -> None:
    log = TournamentLog()
    log.open(4, swiss("TPN"))
    log.add(f.StageOpened(entry(CUP, System.KNOCK_OUT, tied(1))))
    assert progress_of(log.state, CUP).sentences == ("waits for Swiss",)
    one, two = log.publish(1, [(1, 2), (3, 4)])
    log.confirmed(one, WHITE_WON)
    log.confirmed(two, WHITE_WON)
    assert progress_of(log.state, CUP).state is StageState.WAITING
    log.add(f.RoundClosed(STAGE, RoundNo(1)))
    assert progress_of(log.state, CUP).state is StageState.READY
    assert outlook(log.state, CUP).blockers == (
        "its players come from other stages: open the stage first",
    )


def test_whoever_withdrew_takes_no_place_and_the_next_moves_up() -> None:
    log = played(8, WHITE_WON, WHITE_WON, WHITE_WON, DRAWN)
    best = Feed(STAGE, Take.PLACES, 1, 2)
    log.add(f.StageOpened(entry(QUALIFIED, System.LIST, best)))
    assert names(log, QUALIFIED) == ["p1", "p3"]
    log.add(f.PlayerWithdrew(PlayerId("p1"), RoundNo(2)))
    assert names(log, QUALIFIED) == ["p3", "p5"]


def test_a_shared_place_that_matters_asks_for_a_lot_and_takes_what_it_gave() -> None:
    log = played(4, DRAWN, DRAWN, tiebreaks=())
    log.add(f.StageOpened(entry(QUALIFIED, System.LIST, Feed(STAGE, Take.PLACES, 1, 2))))
    (lot,) = progress_of(log.state, QUALIFIED).lots
    assert (lot.first, lot.last, len(lot.players)) == (1, 4, 4)
    log.add(f.LotsDrawn(STAGE, PLACES, ("p4", "p2", "p1", "p3"), "seed"))
    assert progress_of(log.state, QUALIFIED).lots == ()
    assert names(log, QUALIFIED) == ["p4", "p2"]
    assert FinalOrders(log.state).of(STAGE)[0].why == "½ point, by lot for places 1–4"


def test_a_correction_after_a_stage_was_opened_is_told_and_moves_nobody() -> None:
    log = played(4, WHITE_WON, WHITE_WON)
    log.add(f.StageOpened(entry(QUALIFIED, System.LIST, Feed(STAGE, Take.PLACES, 1, 2))))
    log.add(f.QualifiersFixed(STAGE, QUALIFIED, (PlayerId("p1"), PlayerId("p3"))))
    assert progress_of(log.state, QUALIFIED).sentences == ()
    game = log.state.stages[STAGE].rounds[RoundNo(1)].pairings[0].games[0]
    log.add(f.ResultCorrected(game, BLACK_WON, "appeal"))
    now = progress_of(log.state, QUALIFIED)
    assert now.sentences == (
        "Player 02 would enter it now",
        "Player 01 would not enter it now",
    )
    assert log.state.stages[QUALIFIED].entrants == ("p1", "p3")


# --- a Swiss that goes on ----------------------------------------------------------------


def gone_on() -> TournamentLog:
    """Four players and a round; the winner of board 1 leaves, the others go on."""
    log = played(4, WHITE_WON, DRAWN, tiebreaks=("BH",))
    best = Feed(STAGE, Take.PLACES, 1, 1)
    log.add(f.StageOpened(entry(QUALIFIED, System.LIST, best)))
    log.add(f.QualifiersFixed(STAGE, QUALIFIED, (PlayerId("p1"),)))
    feeds = (Feed(STAGE, Take.REST, without=(QUALIFIED,)),)
    going_on = StageEntry(
        feeds, former=STAGE, carries=Carried.ROUNDS, carried_from=STAGE, decides=2
    )
    settings = StageSettings(
        REST, "Rest", System.DUTCH, RoundNo(1), ("BH",), first_round=RoundNo(2), entry=going_on
    )
    log.add(f.StageOpened(settings))
    players = tuple(one.player for one in entrants_of(log.state, REST))
    log.add(f.QualifiersFixed(STAGE, REST, players))
    numbers = numbers_to_assign(log.state, REST)
    assert numbers is not None
    log.add(numbers)
    return log


def test_the_rest_go_on_with_their_numbers_scores_opponents_and_colours() -> None:
    log = gone_on()
    assert log.state.stages[REST].numbers == log.state.stages[STAGE].numbers
    assert set(participants(log.state, REST, RoundNo(2)).to_pair) == {"p2", "p3", "p4"}
    table = crosstable(log.state, REST)
    assert (table.played, table.rounds) == (1, 2)
    assert table.entrants == crosstable(log.state, STAGE).entrants
    assert outlook(log.state, REST).next_round == 2


def test_who_must_not_meet_must_not_meet_in_the_rounds_that_go_on() -> None:
    log = gone_on()
    both = (PlayerId("p2"), PlayerId("p3"))
    log.add(f.PairForbidden(STAGE, both, reason="sisters"))
    (rule,) = crosstable(log.state, REST).forbidden
    assert (rule.numbers, rule.first_round, rule.last_round) == (frozenset({2, 3}), 1, 2)


def test_those_who_left_have_no_place_and_still_count_as_opponents() -> None:
    log = gone_on()
    ident = pairing_id(log.state.id, REST, RoundNo(2), 1)
    pairing = f.Pairing(ident, PlayerId("p2"), PlayerId("p3"), BoardNo(1), (game_id(ident),))
    log.add(f.RoundPublished(REST, RoundNo(2), (pairing,), (), "by hand"))
    log.confirmed(pairing.games[0], WHITE_WON)
    table = standings(crosstable(log.state, REST), ("BH",))
    assert {line.number for line in table.lines} == {2, 3, 4}
    # Number 2 met number 1, who left with a point: the round missed counts as a draw (16.2.5).
    assert table.lines[0].number == 2
    assert table.lines[0].values == (15 + 5,)
    assert table.field.table.by_number[1].entry(2).opponent == NOBODY  # type: ignore[index]
    assert [(p.place, p.player) for p in final_list(log.state)] == [(2, "p2"), (3, "p3"), (4, "p4")]


def test_points_alone_may_be_carried_into_a_stage_that_begins_anew() -> None:
    log = played(4, WHITE_WON, DRAWN)
    with_points = StageEntry(
        (Feed(STAGE, Take.PLACES, 1, 4),),
        former=STAGE,
        carries=Carried.POINTS,
        carried_from=STAGE,
        numbers=Numbering.ORDER,
    )
    log.add(
        f.StageOpened(StageSettings(REST, "Final", System.BERGER, RoundNo(3), entry=with_points))
    )
    players = tuple(one.player for one in entrants_of(log.state, REST))
    log.add(f.QualifiersFixed(STAGE, REST, players))
    log.add(f.NumbersAssigned(REST, players))
    made = standings(crosstable(log.state, REST), ())
    assert (made.lines[0].number, made.lines[0].points) == (1, 10)
    assert sorted(line.points for line in made.lines) == [0, 5, 5, 10]
    assert outlook(log.state, REST).next_round == 1


def test_a_later_stage_that_begins_anew_forgets_the_absences_of_the_rounds_before() -> None:
    log = played(4, WHITE_WON, WHITE_WON)
    log.add(f.PlayerAbsent(PlayerId("p1"), RoundNo(1), "ill"))
    anew = StageEntry((Feed(STAGE, Take.PLACES, 1, 4),), numbers=Numbering.ORDER)
    settings = StageSettings(REST, "Anew", System.DUTCH, RoundNo(2), entry=anew)
    log.add(f.StageOpened(settings))
    everybody = tuple(PlayerId(f"p{n}") for n in range(1, 5))
    log.add(f.QualifiersFixed(STAGE, REST, everybody))
    assert set(participants(log.state, REST, RoundNo(1)).to_pair) == set(everybody)
    log.add(f.PlayerWithdrew(PlayerId("p2"), RoundNo(2)))
    assert "p2" not in participants(log.state, REST, RoundNo(1)).to_pair


def test_the_knock_out_of_a_cut_seeds_by_the_places_of_the_stage_before() -> None:
    log = played(8, DRAWN, DRAWN, DRAWN, DRAWN)
    log.add(f.StageOpened(entry(CUP, System.KNOCK_OUT, tied(3))))
    order = tuple(one.player for one in entrants_of(log.state, CUP))
    assert order == tuple(f"p{n}" for n in range(1, 9))
    assert knock_out(order, 3).pairs == (("p5", "p8"), ("p6", "p7"))


def test_a_correction_that_changes_the_order_of_a_list_is_told() -> None:
    log = played(4, WHITE_WON, WHITE_WON, tiebreaks=())
    log.add(f.StageOpened(entry(QUALIFIED, System.LIST, Feed(STAGE, Take.PLACES, 1, 4))))
    everybody = tuple(PlayerId(f"p{n}") for n in (1, 3, 2, 4))
    log.add(f.LotsDrawn(STAGE, PLACES, everybody))
    log.add(f.QualifiersFixed(STAGE, QUALIFIED, everybody))
    assert progress_of(log.state, QUALIFIED).sentences == ()
    game = log.state.stages[STAGE].rounds[RoundNo(1)].pairings[1].games[0]
    log.add(f.ResultCorrected(game, BLACK_WON, "appeal"))
    assert progress_of(log.state, QUALIFIED).sentences == (
        "they would enter it in another order now",
    )


def test_a_drawn_final_without_play_off_leaves_both_places_shared() -> None:
    log = played(4, WHITE_WON, WHITE_WON)
    final = StageEntry((Feed(STAGE, Take.PLACES, 1, 2),), decides=1)
    settings = StageSettings(CUP, "Final", System.MATCH, RoundNo(1), entry=final)
    log.add(f.StageOpened(settings))
    finalists = (PlayerId("p1"), PlayerId("p3"))
    log.add(f.QualifiersFixed(STAGE, CUP, finalists))
    log.add(f.NumbersAssigned(CUP, finalists))
    ident = pairing_id(log.state.id, CUP, RoundNo(1), 1)
    pairing = f.Pairing(ident, *finalists, BoardNo(1), (game_id(ident),))
    log.add(f.RoundPublished(CUP, RoundNo(1), (pairing,), (), "match"))
    assert FinalOrders(log.state).of(CUP) == ()
    log.confirmed(pairing.games[0], DRAWN)
    log.add(f.RoundClosed(CUP, RoundNo(1)))
    assert progress_of(log.state, CUP).state is StageState.FINISHED
    assert [(p.place, p.rank, p.shared) for p in final_list(log.state)] == [
        (1, 1, True),
        (2, 1, True),
    ]
