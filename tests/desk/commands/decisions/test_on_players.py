from dataclasses import replace

import pytest

from desk.commands.kinds import registers as r
from desk.commands.kinds.every import Command
from desk.commands.kinds.players import (
    ChangePlayer,
    DecideBye,
    EnterPlayer,
    ExpelPlayer,
    MarkAbsent,
    PlayAfterAll,
    RequestBye,
    WithdrawPlayer,
)
from desk.state.standings import stage_standings
from facts import fact as f
from facts.ids import GameId, PlayerId, RoundNo
from facts.player import Player
from facts.result import DRAWN, HALF_BYE, PAIRING_BYE, WHITE_WON
from results.rounds.progress import participants
from results.tournament.entries import EntryRecord
from tests.desk.scene import FLOOR, MAIN, OPEN, Scene, player, refused, stage

BOS = PlayerId("bos")
ALL = (WHITE_WON, DRAWN, WHITE_WON, DRAWN, WHITE_WON)


def record(scene: Scene, who: str = "bos") -> EntryRecord:
    return scene.desk.tournament(OPEN).players[PlayerId(who)]


def enter(name: str, **particulars: object) -> EnterPlayer:
    newcomer = replace(player(name), **particulars)  # type: ignore[arg-type]
    return EnterPlayer(id=f"enter {name}", tournament=OPEN, player=newcomer)


def bye(round_no: int, grant: bool = False) -> RequestBye:
    return RequestBye(
        id=f"bye {round_no} {grant}", tournament=OPEN, player=BOS, round_no=RoundNo(round_no),
        bye=HALF_BYE, grant=grant,
    )  # fmt: skip


async def test_a_late_entry_plays_from_the_next_round_that_is_not_published(scene: Scene) -> None:
    await scene.open()
    await scene.publish()
    await scene.act(enter("Late, Lea"))
    assert record(scene, "late").first_round == 2


async def test_nobody_enters_twice(scene: Scene) -> None:
    await scene.open()
    await refused(scene, enter("Bos, Willem"), "Bos, Willem plays already")
    twin = enter("bos, willem", id=PlayerId("other"))
    await refused(scene, twin, "has entered already; give the date of birth")
    await scene.act(enter("Late, Lea", fide_id="17"))
    same = enter("Late, Lena", id=PlayerId("lena"), fide_id="17")
    await refused(scene, same, "FIDE id 17 is Late, Lea")


async def test_a_player_needs_a_name_and_a_round_to_play_in(scene: Scene) -> None:
    await scene.open(settings=stage(rounds=1))
    await refused(scene, enter(" "), "needs a name")
    await scene.publish()
    await refused(scene, enter("Late, Lea"), "the last round has been published")


async def test_a_withdrawn_player_is_out_from_the_next_round_and_may_come_back(
    scene: Scene,
) -> None:
    await scene.open()
    await scene.publish()
    withdraw = WithdrawPlayer(id="w", tournament=OPEN, player=BOS, reason="ill")
    await scene.act(withdraw)
    assert (record(scene).out_from, record(scene).out_reason) == (2, "ill")
    await refused(scene, replace(withdraw, id="w2"), "is out from round 2 already")
    await scene.act(EnterPlayer(id="back", tournament=OPEN, player=record(scene).player))
    assert record(scene).out_from is None


async def test_an_expelled_player_does_not_come_back(scene: Scene) -> None:
    await scene.open()
    expelled = f.PlayerExpelled(BOS, RoundNo(1), "phone")
    draft = (await scene.happens(expelled)).draft
    await scene.log.append([replace(draft, tournament=OPEN)])
    back = EnterPlayer(id="back", tournament=OPEN, player=record(scene).player)
    await refused(scene, back, "Bos, Willem was expelled: phone")


async def test_a_player_is_put_out_with_a_reason_and_does_not_play_on(scene: Scene) -> None:
    await scene.open()
    await scene.publish()
    expel = ExpelPlayer(id="x", tournament=OPEN, player=BOS, reason="phone")
    await refused(scene, replace(expel, reason=""), "needs a reason")
    await refused(scene, expel, "for the arbiter", FLOOR)
    await scene.act(expel)
    assert (record(scene).expelled, record(scene).out_from) == (True, 2)
    await refused(scene, replace(expel, id="x2"), "is expelled already")


async def test_a_sanction_is_noted_by_a_floor_arbiter_and_changes_no_score(scene: Scene) -> None:
    await scene.open()
    await scene.publish()
    given = r.GivePenalty(
        id="p", tournament=OPEN, player=BOS, penalty="two minutes", reason="illegal move",
        game=scene.game(1),
    )  # fmt: skip
    await refused(scene, replace(given, penalty=" "), "say what Bos, Willem gets")
    await refused(scene, replace(given, game=GameId("nowhere")), "no game 'nowhere'")
    await scene.act(given, FLOOR)
    (noted,) = record(scene).penalties
    assert (noted.penalty, noted.reason, noted.game) == (
        "two minutes", "illegal move", scene.game(1),
    )  # fmt: skip


async def test_a_bye_is_asked_for_and_decided(scene: Scene) -> None:
    await scene.open()
    await scene.act(bye(1))
    assert record(scene).requests[RoundNo(1)].granted is None
    decide = DecideBye(
        id="d", tournament=OPEN, player=BOS, round_no=RoundNo(1), granted=False, reason="too late"
    )
    await refused(scene, replace(decide, reason=""), "refusing a bye needs a reason")
    await scene.act(decide)
    assert record(scene).requests[RoundNo(1)].granted is False
    nobody = replace(decide, id="d2", round_no=RoundNo(2))
    await refused(scene, nobody, "Bos, Willem asked for no bye in round 2")


async def test_a_bye_can_be_granted_as_it_is_asked_for(scene: Scene) -> None:
    await scene.open()
    await scene.act(bye(1, grant=True))
    assert record(scene).requests[RoundNo(1)].granted is True
    await refused(scene, replace(bye(1, grant=True), id="x"), "has this bye in round 1 already")


async def test_byes_are_for_rounds_to_come_and_of_kinds_one_can_ask_for(scene: Scene) -> None:
    await scene.open()
    await scene.publish()
    await refused(scene, bye(1), "round 1 is published: a bye can be given from round 2 on")
    await refused(scene, bye(6), "there is no round 6: the last is 5")
    await refused(scene, replace(bye(2), bye=PAIRING_BYE), "no bye that a player can ask for")
    await refused(scene, replace(bye(2), player=PlayerId("nobody")), "no player 'nobody' in open")
    await scene.act(WithdrawPlayer(id="w", tournament=OPEN, player=BOS))
    await refused(scene, bye(3), "Bos, Willem does not play in round 3")


async def test_an_absence_has_a_reason_and_is_noted_once(scene: Scene) -> None:
    await scene.open()
    absent = MarkAbsent(id="a", tournament=OPEN, player=BOS, round_no=RoundNo(1), reason="train")
    await refused(scene, replace(absent, reason=""), "needs a reason")
    await scene.act(absent)
    assert record(scene).absent == {1: "train"}
    await refused(scene, replace(absent, id="a2"), "is marked absent in round 1")


async def test_particulars_are_corrected_and_the_id_stays(scene: Scene) -> None:
    await scene.open()
    changed = replace(record(scene).player, rating=2300)
    await scene.act(ChangePlayer(id="c", tournament=OPEN, player=changed))
    assert record(scene).player.rating == 2300
    nameless = replace(changed, name="")
    await refused(scene, ChangePlayer(id="c2", tournament=OPEN, player=nameless), "a name")
    stranger = replace(changed, id=PlayerId("stranger"))
    await refused(scene, ChangePlayer(id="c3", tournament=OPEN, player=stranger), "no player")


async def test_players_are_the_business_of_arbiters(scene: Scene) -> None:
    await scene.open()
    await refused(scene, enter("Late, Lea"), "for the arbiter", FLOOR)


# --- plays after all ------------------------------------------------------------------------


def after_all(round_no: int, who: PlayerId = BOS) -> PlayAfterAll:
    return PlayAfterAll(
        id=f"after all {round_no}", tournament=OPEN, player=who, round_no=RoundNo(round_no)
    )


def absence(round_no: int) -> MarkAbsent:
    return MarkAbsent(
        id=f"absent {round_no}", tournament=OPEN, player=BOS, round_no=RoundNo(round_no),
        reason="train",
    )  # fmt: skip


@pytest.mark.parametrize(
    "given",
    [(bye(1, grant=True),), (bye(1),), (absence(1),), (bye(1, grant=True), absence(1))],
    ids=["a bye", "a request", "an absence", "both"],
)
async def test_whoever_plays_after_all_is_paired(scene: Scene, given: tuple[Command, ...]) -> None:
    await scene.open()
    for command in given:
        await scene.act(command)
    await scene.act(after_all(1))
    assert BOS in participants(scene.desk.tournament(OPEN), MAIN, RoundNo(1)).to_pair
    await scene.publish()
    the_round = scene.desk.tournament(OPEN).stages[MAIN].rounds[RoundNo(1)]
    assert any(BOS in (p.white, p.black) for p in the_round.pairings)
    assert the_round.byes == ()


async def test_a_bye_is_taken_back_until_the_round_is_published(scene: Scene) -> None:
    await scene.open()
    await refused(scene, after_all(1), "Bos, Willem plays in round 1 as it is")
    await scene.act(bye(1, grant=True))
    await scene.publish()
    await refused(scene, after_all(1), "round 1 is published")


async def test_another_rounds_bye_stays(scene: Scene) -> None:
    await scene.open()
    for round_no in (1, 2):
        await scene.act(bye(round_no, grant=True))
    await scene.act(after_all(1))
    assert [r.granted for r in record(scene).requests.values()] == [False, True]


# --- particulars ----------------------------------------------------------------------------

WRONG = [
    ({"federation": "HOLLAND"}, "'HOLLAND' is no federation: expected the three letters"),
    ({"federation": "N1D"}, "no federation"),
    ({"federation": "NE"}, "no federation"),
    ({"title": "XM"}, "'XM' is no title: expected one of GM, IM"),
    ({"rating": 20000}, "20000 is no rating: expected 0 .none. to 3999"),
    ({"rating": -1}, "no rating"),
    ({"fide_id": "17x"}, "'17x' is no FIDE id: expected digits"),
]


@pytest.mark.parametrize(("particulars", "text"), WRONG)
async def test_particulars_that_no_file_can_hold_are_refused_whole(
    scene: Scene, particulars: dict[str, object], text: str
) -> None:
    await scene.open()
    await refused(scene, enter("Late, Lea", **particulars), text)
    wrong = replace(record(scene).player, **particulars)  # type: ignore[arg-type]
    await refused(scene, ChangePlayer(id="c", tournament=OPEN, player=wrong), text)


async def test_every_particular_can_be_corrected(scene: Scene) -> None:
    await scene.open()
    right = Player(BOS, "Bos, Wim", 2301, "IM", "BEL", "123456")
    await scene.act(ChangePlayer(id="c", tournament=OPEN, player=right))
    assert record(scene).player == right
    same = ChangePlayer(id="again", tournament=OPEN, player=right)
    await refused(scene, same, "nothing of Bos, Wim is changed")
    other = replace(record(scene, "claes").player, fide_id="123456")
    twin = ChangePlayer(id="twin", tournament=OPEN, player=other)
    await refused(scene, twin, "FIDE id 123456 is Bos, Wim")


async def test_whoever_was_entered_by_mistake_leaves_no_trace_in_the_first_round(
    scene: Scene,
) -> None:
    await scene.open()
    await scene.act(enter("Mistake, Max", rating=2500))
    await scene.draft()
    await scene.act(
        WithdrawPlayer(id="w", tournament=OPEN, player=PlayerId("mistake"), reason="mistake")
    )
    await scene.publish()
    stage_now = scene.desk.tournament(OPEN).stages[MAIN]
    assert PlayerId("mistake") not in stage_now.numbers
    assert len(stage_now.rounds[RoundNo(1)].pairings) == 5
    table = stage_standings(scene.desk.tournament(OPEN), MAIN)
    assert table is not None
    assert [row.number for row in table.rows] == list(range(1, 11))


async def test_the_right_player_may_enter_under_the_name_of_the_mistake(scene: Scene) -> None:
    await scene.open()
    await scene.act(enter("Twin, Tom", id=PlayerId("wrong"), fide_id="17"))
    twin = replace(enter("Twin, Tom", id=PlayerId("right"), fide_id="17"), id="the right one")
    await refused(scene, twin, "has entered already")
    await scene.act(WithdrawPlayer(id="w", tournament=OPEN, player=PlayerId("wrong")))
    await scene.act(twin)
    assert record(scene, "right").out_from is None
