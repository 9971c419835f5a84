from dataclasses import replace

from desk.commands import asked as a
from desk.stage_standings import StandingsFollower, stage_standings
from facts.result import BLACK_WON, DRAWN, WHITE_WON
from results.tournament import fold_all
from tests.desk.scene import MAIN, OPEN, Scene, player

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
    await scene.act(a.DeclareStandings(id="d", tournament=OPEN, stage=MAIN, round_no=1))  # type: ignore[arg-type]
    agree()
    renamed = replace(player("Bos, Willem", 2250), name="Bos, Wim")
    await scene.act(a.ChangePlayer(id="c", tournament=OPEN, player=renamed))
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
