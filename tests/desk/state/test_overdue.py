"""Empty chairs are told when the default time is over, and only then."""

from datetime import timedelta

from desk.state.overdue import Overdue, overdue
from facts.fact import Side
from facts.ids import RoundNo
from facts.regulations import AttendanceRules, Regulations
from facts.result import WHITE_WON
from tests.desk.scene import MAIN, OPEN, Scene

HOUR = Regulations(attendance=AttendanceRules(default_time_min=60))


def late(scene: Scene, minutes: float) -> tuple[Overdue, ...]:
    tournament = scene.desk.tournament(OPEN)
    the_round = tournament.stages[MAIN].rounds[RoundNo(1)]
    at = scene.clock.now() + timedelta(minutes=minutes)
    return overdue(tournament, the_round, scene.desk.hall, at)


async def armed(scene: Scene, regulations: Regulations = HOUR) -> None:
    await scene.open(live=4, regulations=regulations)
    await scene.publish()
    for board in range(1, 5):
        await scene.arm(board)


async def test_nothing_is_said_before_the_default_time_is_over(scene: Scene) -> None:
    await armed(scene)
    assert late(scene, 59) == ()
    assert [one.board for one in late(scene, 60)] == [1, 2, 3, 4]


async def test_who_has_not_moved_is_named(scene: Scene) -> None:
    await armed(scene)
    await scene.move(scene.game(2), 1, "e4")
    assert [(one.board, one.absent) for one in late(scene, 61)][:2] == [
        (1, Side.WHITE),
        (2, Side.BLACK),
    ]


async def test_a_game_that_is_played_or_has_a_result_is_no_matter(scene: Scene) -> None:
    await armed(scene)
    await scene.move(scene.game(1), 1, "e4")
    await scene.move(scene.game(1), 2, "e5")
    await scene.enter(scene.game(2), WHITE_WON)
    assert [one.board for one in late(scene, 61)] == [3, 4]


async def test_without_a_default_time_nobody_is_late(scene: Scene) -> None:
    await armed(scene, Regulations())
    assert late(scene, 600) == ()
