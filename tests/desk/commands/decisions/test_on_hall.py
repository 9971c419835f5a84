import pytest

from desk.commands.kinds.hall import BindBoard, SetDelay
from desk.errors import RefusedError
from facts.envelope import Actor, Role
from facts.fact import DeviceOnline
from facts.ids import BoardNo, DeviceId
from tests.desk.scene import FLOOR, Scene


def bind(board: int, device: str | None) -> BindBoard:
    return BindBoard(
        id=f"{board} {device}", board=BoardNo(board), device=DeviceId(device) if device else None
    )


async def test_a_device_moves_to_another_board_and_is_gone_from_its_first(scene: Scene) -> None:
    await scene.open(live=2)
    await scene.act(bind(7, "25731"), Actor(Role.BOARD_OPERATOR, "Dirk"))
    assert scene.desk.hall.bindings == {2: "25732", 7: "25731"}
    await scene.act(bind(2, None))
    assert scene.desk.hall.bindings == {7: "25731"}


async def test_devices_that_nobody_knows_and_moves_that_move_nothing_are_refused(
    scene: Scene,
) -> None:
    await scene.open(live=2)
    for command, text in (
        (bind(3, "99999"), "device 99999 was never heard of; known devices: 25731, 25732"),
        (bind(1, "25731"), "device 25731 stands at board 1 already"),
        (bind(5, None), "no device stands at board 5 already"),
        (bind(0, "25731"), "numbered from 1"),
    ):
        with pytest.raises(RefusedError, match=text):
            await scene.act(command)


async def test_a_source_of_games_stands_at_no_board(scene: Scene) -> None:
    await scene.open(live=1)
    await scene.happens(DeviceOnline(DeviceId("pgn games"), "pgn", "/games"))
    with pytest.raises(RefusedError, match="pgn games is a source of games"):
        await scene.act(bind(3, "pgn games"))


async def test_the_delay_is_set_within_a_day_by_an_arbiter(scene: Scene) -> None:
    await scene.open()
    await scene.act(SetDelay(id="d", audience="public", minutes=10))
    assert scene.desk.hall.delays["public"] == 10
    with pytest.raises(RefusedError, match="from 0 to 1440"):
        await scene.act(SetDelay(id="d2", audience="public", minutes=-1))
    with pytest.raises(RefusedError, match="'press' is no audience: expected public or trusted"):
        await scene.act(SetDelay(id="d3", audience="press", minutes=1))
    with pytest.raises(RefusedError, match="for the arbiter"):
        await scene.act(SetDelay(id="d4", audience="public", minutes=0), FLOOR)
