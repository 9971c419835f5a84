from dataclasses import replace

from desk.commands.kinds.players import ChangePlayer
from desk.commands.kinds.rounds import DeclareStandings, DraftPairings, PublishRound
from desk.state.past_standings import StandingsAt
from desk.state.standings import StandingsFollower, stage_standings
from desk.views.parts import PartsMaker, Wanted
from desk.views.sheets import standings_sheet
from facts.ids import RoundNo
from facts.result import BLACK_WON, DRAWN, WHITE_WON
from facts.views import StandingsTable
from results.rounds.table import crosstable
from results.standings.standings import standings
from results.tournament.fold import fold_all
from results.tournament.judging import live_results, official_results
from tests.desk.scene import CHIEF, MAIN, OPEN, Scene, player

FIVE = (WHITE_WON, DRAWN, BLACK_WON, WHITE_WON, DRAWN)


async def test_following_gives_what_counting_from_the_beginning_gives(scene: Scene) -> None:
    followers = {live: StandingsFollower(live=live) for live in (True, False)}

    def agree() -> None:
        now = scene.desk.tournament(OPEN)
        for live, follower in followers.items():
            assert follower.standings(now, MAIN) == stage_standings(now, MAIN, live=live)

    await scene.open()
    agree()
    await scene.publish()
    agree()
    await scene.sign(scene.game(1), WHITE_WON)
    agree()
    await scene.finish(FIVE)
    agree()
    await scene.act(DeclareStandings(id="d", tournament=OPEN, stage=MAIN, round_no=1))  # type: ignore[arg-type]
    agree()
    renamed = replace(player("Bos, Willem", 2250), name="Bos, Wim")
    await scene.act(ChangePlayer(id="c", tournament=OPEN, player=renamed))
    agree()
    await scene.publish()
    agree()


async def test_states_may_come_in_any_order(scene: Scene) -> None:
    follower = StandingsFollower()
    await scene.open()
    await scene.publish()
    await scene.finish(FIVE)
    entries = scene.log.read()
    for cut in (len(entries), len(entries) - 4, len(entries) - 2, len(entries) - 12, len(entries)):
        state = fold_all(OPEN, entries[:cut])
        assert follower.standings(state, MAIN) == stage_standings(state, MAIN)


def newest(scene: Scene, *, live: bool = False) -> StandingsTable:
    table = stage_standings(scene.desk.tournament(OPEN), MAIN, live=live)
    assert table is not None
    return table


def points(table: StandingsTable) -> list[str]:
    return [row.points for row in table.rows]


async def test_published_pairings_do_not_make_the_last_rounds_standings_old(
    scene: Scene,
) -> None:
    await scene.open()
    await scene.publish()
    assert (newest(scene).moment, newest(scene).complete) == (
        "during round 1 (0 of 5 games)",
        False,
    )
    await scene.finish(FIVE)
    after_one = newest(scene)
    assert (after_one.moment, after_one.complete) == ("after round 1", True)
    await scene.publish()
    assert newest(scene) == after_one
    await scene.move(scene.game(1), 1, "e4")
    assert newest(scene) == after_one
    await scene.enter(scene.game(5), WHITE_WON)
    running = newest(scene)
    assert (running.round_no, running.moment) == (2, "during round 2 (1 of 5 games)")
    assert (running.decided, running.games, running.complete) == (1, 5, False)
    assert stage_standings(scene.desk.tournament(OPEN), MAIN, RoundNo(1)) == after_one


async def test_a_proposal_counts_for_the_arbiters_and_not_for_others(scene: Scene) -> None:
    await scene.open()
    await scene.publish()
    await scene.finish(FIVE)
    await scene.publish()
    await scene.sign(scene.game(1), DRAWN)
    assert newest(scene).moment == "after round 1"
    assert newest(scene, live=True).moment == "during round 2 (1 of 5 games)"
    for board in range(2, 6):
        await scene.enter(scene.game(board), WHITE_WON)
    assert newest(scene, live=True).moment == "after round 2, not all results official"
    assert newest(scene).moment == "during round 2 (4 of 5 games)"


async def test_an_adjourned_game_keeps_a_later_table_from_being_complete(scene: Scene) -> None:
    await scene.open()
    await scene.publish()
    for board in range(1, 5):
        await scene.enter(scene.game(board), WHITE_WON)
    pair = DraftPairings(id="d", tournament=OPEN, stage=MAIN, adjourn=True)
    await scene.act(pair)
    await scene.act(PublishRound(id="p", tournament=OPEN, stage=MAIN, round_no=RoundNo(2)))
    assert newest(scene).moment == "during round 1 (4 of 5 games)"
    for board in range(1, 6):
        await scene.enter(scene.game(board, 2), DRAWN)
    assert newest(scene).moment == "after round 2, not all results official"
    await scene.enter(scene.game(5, 1), DRAWN)
    assert newest(scene).moment == "after round 2"


async def test_any_round_counts_as_from_the_crosstable_cut_there(scene: Scene) -> None:
    await scene.open()
    for results in (FIVE, (DRAWN, *FIVE[1:])):
        await scene.publish()
        await scene.finish(results)
    await scene.publish()
    await scene.sign(scene.game(1), WHITE_WON)
    state = scene.desk.tournament(OPEN)
    codes = state.stages[MAIN].settings.tiebreaks
    for number in (RoundNo(1), RoundNo(2), RoundNo(3)):
        for live, which in ((False, official_results), (True, live_results)):
            table = stage_standings(state, MAIN, number, live=live)
            assert table is not None
            counted = standings(crosstable(state, MAIN, number, which), codes)
            assert [row.number for row in table.rows] == [line.number for line in counted.lines]
            assert [round(float(row.points) * 10) for row in table.rows] == [
                line.points for line in counted.lines
            ]


async def test_standings_of_an_earlier_round_are_shown_printed_and_declared_later(
    scene: Scene,
) -> None:
    await scene.open()
    await scene.publish()
    await scene.finish(FIVE)
    await scene.publish()
    await scene.enter(scene.game(1), WHITE_WON)
    maker = PartsMaker(lambda tournament, name: stage_standings(tournament, name, live=True))

    def shown(after: int | None) -> dict[str, object]:
        wanted = Wanted(after=RoundNo(after) if after is not None else None)
        part = maker.parts(scene.desk.known, CHIEF, wanted)["standings"]
        assert isinstance(part, dict)
        return part

    assert shown(None)["moment"] == "during round 2 (1 of 5 games)"
    assert shown(None)["declarable"] is False
    assert shown(1)["moment"] == "after round 1"
    assert (shown(1)["declarable"], shown(1)["official"]) == (True, False)
    assert shown(1)["rounds"] == [1, 2]
    assert shown(7)["after"] == 2
    await scene.act(DeclareStandings(id="d", tournament=OPEN, stage=MAIN, round_no=RoundNo(1)))
    assert (shown(1)["declarable"], shown(1)["official"]) == (False, True)
    tournament = scene.desk.tournament(OPEN)
    earlier = stage_standings(tournament, MAIN, RoundNo(1))
    assert earlier is not None
    now = scene.clock.now()
    first = standings_sheet(tournament, MAIN, earlier, now)
    assert first.subtitle == "Swiss: standings after round 1 (official)"
    running = standings_sheet(tournament, MAIN, newest(scene), now)
    assert "standings during round 2 (1 of 5 games)" in running.subtitle


async def test_spectators_see_the_last_rounds_standings_until_a_result_is_shown_to_them(
    scene: Scene,
) -> None:
    await scene.open()
    await scene.publish()
    await scene.finish(FIVE)
    standings_at = StandingsAt(scene.log.read, [OPEN])
    (before,) = standings_at(scene.clock.now())
    await scene.publish()
    assert standings_at(scene.clock.now()) == (before,)
    await scene.enter(scene.game(1), BLACK_WON)
    (during,) = standings_at(scene.clock.now())
    assert (during.moment, points(during) != points(before)) == (
        "during round 2 (1 of 5 games)",
        True,
    )
