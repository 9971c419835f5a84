from dataclasses import replace

from desk.commands.kinds.hall import BindBoard, SetDelay
from desk.hall.opening import opening_facts, tournament_facts
from desk.state.hall import Presence
from facts import fact as f
from facts.ids import BoardNo, DeviceId, PlayerId
from facts.regulations import Regulations
from facts.settings import ResultPolicy, TournamentSettings
from tests.desk.scene import NAMES, OPEN, Scene, player, stage

DEVICES = {BoardNo(n): DeviceId(f"2573{n}") for n in range(1, 5)}


def again(scene: Scene, devices: dict[BoardNo, DeviceId], public: float = 15) -> list[f.Fact]:
    drafts = opening_facts(scene.desk.known, "Town hall", "topboards", devices, {"public": public})
    return [draft.fact for draft in drafts if not isinstance(draft.fact, f.DeviceOffline)]


async def test_boards_that_were_there_when_the_program_ended_are_not_until_they_answer(
    scene: Scene,
) -> None:
    await scene.open()
    await scene.happens(f.DeviceOffline(DeviceId("25732"), "the cable is out"))
    drafts = opening_facts(scene.desk.known, "Town hall", "topboards", DEVICES, {"public": 15})
    gone = [draft.fact.device for draft in drafts if isinstance(draft.fact, f.DeviceOffline)]
    assert gone == ["25731", "25733", "25734"]
    await scene.log.append(drafts)
    await scene.happens(f.DeviceOnline(DeviceId("25731"), "dgt", "/dev/a"))
    state = scene.desk.hall.devices[DeviceId("25731")]
    assert (state.presence, state.returns) == (Presence.ONLINE, 0), "no cable came out"


async def test_a_second_start_adds_only_that_the_hall_opened(scene: Scene) -> None:
    await scene.open()
    assert again(scene, DEVICES) == [f.HallOpened("Town hall", "topboards")]
    players = [player(name, 2200 - 20 * n) for n, name in enumerate(NAMES)]
    settings = TournamentSettings("Club championship")
    known = scene.desk.known
    assert (
        tournament_facts(known, OPEN, settings, [stage()], ResultPolicy(), players, Regulations())
        == ()
    )


async def test_regulations_that_changed_since_the_last_start_become_facts(scene: Scene) -> None:
    await scene.open()
    settings = TournamentSettings("Club championship", city="Goes")
    changed = replace(stage(), tiebreaks=("DE",))
    policy = ResultPolicy(rest_s=9)
    drafts = tournament_facts(
        scene.desk.known, OPEN, settings, [changed], policy, [], Regulations()
    )
    assert [draft.fact for draft in drafts] == [
        f.TournamentDefined(settings),
        f.StageOpened(changed),
        f.PolicySet(policy),
    ]
    assert {draft.tournament for draft in drafts} == {OPEN}


async def test_players_new_in_the_file_enter_in_the_next_round(scene: Scene) -> None:
    await scene.open()
    await scene.publish()
    settings = TournamentSettings("Club championship")
    players = [player("Bos, Willem"), player("Late, Lea")]
    known = scene.desk.known
    drafts = tournament_facts(
        known, OPEN, settings, [stage()], ResultPolicy(), players, Regulations()
    )
    (entered,) = [draft.fact for draft in drafts]
    assert isinstance(entered, f.PlayerEntered)
    assert (entered.player.id, entered.first_round) == (PlayerId("late"), 2)


async def test_what_an_arbiter_moved_or_set_is_left_alone(scene: Scene) -> None:
    await scene.open()
    await scene.act(BindBoard(id="b", board=BoardNo(9), device=DeviceId("25731")))
    await scene.act(SetDelay(id="d", audience="public", minutes=5))
    assert again(scene, DEVICES) == [f.HallOpened("Town hall", "topboards")]


async def test_a_delay_changed_in_the_file_since_the_last_start_counts(scene: Scene) -> None:
    await scene.open()
    await scene.act(SetDelay(id="d", audience="public", minutes=5))
    assert again(scene, DEVICES, public=30)[1:] == [f.DelaySet("public", 30)]


async def test_a_new_device_of_the_file_is_put_at_its_board(scene: Scene) -> None:
    await scene.open()
    more = {**DEVICES, BoardNo(5): DeviceId("99")}
    assert again(scene, more)[1:] == [f.BoardBound(BoardNo(5), DeviceId("99"))]
