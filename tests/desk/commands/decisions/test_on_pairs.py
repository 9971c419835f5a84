from dataclasses import replace

import pytest

from desk.commands.drafts.review import draft_warnings
from desk.commands.kinds.every import Command
from desk.commands.kinds.pairs import AllowPair, ForbidPairs
from desk.commands.kinds.rounds import PublishRound
from desk.errors import StaleError
from facts import fact as f
from facts.ids import PlayerId, RoundNo
from facts.result import DRAWN
from facts.settings import System
from results.tournament.tournament import Stage
from tests.desk.scene import FLOOR, MAIN, OPEN, Scene, refused, stage

BOS, CLAES, GOOSSENS = PlayerId("bos"), PlayerId("claes"), PlayerId("goossens")


def forbid(
    *players: PlayerId,
    id: str = "f",
    reason: str = "",
    first_round: RoundNo | None = None,
    last_round: RoundNo | None = None,
) -> ForbidPairs:
    return ForbidPairs(
        id=id,
        tournament=OPEN,
        stage=MAIN,
        players=players,
        reason=reason,
        first_round=first_round,
        last_round=last_round,
    )


def allow(one: PlayerId, other: PlayerId, reason: str = "") -> AllowPair:
    return AllowPair(id="a", tournament=OPEN, stage=MAIN, player=one, other=other, reason=reason)


def main(scene: Scene) -> Stage:
    return scene.desk.tournament(OPEN).stages[MAIN]


def met(scene: Scene, one: PlayerId, other: PlayerId) -> bool:
    draft = main(scene).draft
    assert draft is not None
    return any({one, other} == {p.white, p.black} for p in draft.pairings)


async def test_players_who_must_not_meet_are_kept_apart_by_the_engine(scene: Scene) -> None:
    await scene.open()
    await scene.draft()
    draft = main(scene).draft
    assert draft is not None
    pair = draft.pairings[0]
    await scene.act(forbid(pair.white, pair.black))
    (warning,) = draft_warnings(scene.desk.tournament(OPEN), MAIN)
    assert "must not meet (prohibited pair)" in warning
    await scene.draft()
    assert not met(scene, pair.white, pair.black)
    assert draft_warnings(scene.desk.tournament(OPEN), MAIN) == ()


async def test_a_pair_that_is_allowed_again_may_meet(scene: Scene) -> None:
    await scene.open()
    await scene.draft()
    pair = main(scene).draft.pairings[0]  # type: ignore[union-attr]
    await scene.act(forbid(pair.white, pair.black))
    await refused(scene, replace(allow(CLAES, BOS), id="b"), "may meet as it is")
    await scene.act(allow(pair.black, pair.white))
    await scene.draft()
    assert met(scene, pair.white, pair.black)


async def test_each_two_of_a_group_are_kept_apart(scene: Scene) -> None:
    await scene.open()
    made = await scene.act(forbid(BOS, CLAES, GOOSSENS, reason="one family"))
    rules = [e.fact for e in made if isinstance(e.fact, f.PairForbidden)]
    assert [rule.players for rule in rules] == [(BOS, CLAES), (BOS, GOOSSENS), (CLAES, GOOSSENS)]
    assert {rule.reason for rule in rules} == {"one family"}


async def test_after_round_1_a_reason_is_needed_and_the_rounds_begin_with_the_next(
    scene: Scene,
) -> None:
    await scene.open()
    await scene.publish()
    await refused(scene, forbid(BOS, CLAES), "after round 1 is published needs a reason")
    await refused(
        scene,
        forbid(BOS, CLAES, reason="a threat", first_round=RoundNo(1)),
        "round 1 is published: give rounds from 2 on",
    )
    await scene.act(forbid(BOS, CLAES, reason="a threat"))
    (rule,) = main(scene).forbidden.values()
    assert (rule.first_round, rule.last_round, rule.reason) == (2, None, "a threat")
    await refused(scene, allow(BOS, CLAES), "needs a reason")


@pytest.mark.parametrize(
    ("command", "text"),
    [
        (forbid(BOS), "name two players"),
        (forbid(BOS, BOS), "named twice"),
        (forbid(BOS, PlayerId("ghost")), "no player 'ghost'"),
        (forbid(BOS, CLAES, last_round=RoundNo(9)), "rounds 1 to 9 are no span of rounds 1 to 5"),
        (
            forbid(BOS, CLAES, first_round=RoundNo(3), last_round=RoundNo(2)),
            "rounds 3 to 2 are no span",
        ),
    ],
)
async def test_what_makes_no_sense_is_refused(scene: Scene, command: Command, text: str) -> None:
    await scene.open()
    await refused(scene, command, text)


async def test_the_same_again_is_refused_and_a_rule_never_loses_rounds(scene: Scene) -> None:
    await scene.open()
    await scene.act(forbid(BOS, CLAES, last_round=RoundNo(3)))
    await refused(scene, forbid(CLAES, BOS, id="g", last_round=RoundNo(2)), "already")
    await refused(
        scene,
        forbid(CLAES, BOS, id="h", first_round=RoundNo(5)),
        "kept apart from round 1 to 3: name these rounds too",
    )
    await scene.act(forbid(CLAES, BOS, id="i"))
    (rule,) = main(scene).forbidden.values()
    assert (rule.first_round, rule.last_round) == (1, None)


async def test_a_round_robin_keeps_nobody_apart(scene: Scene) -> None:
    await scene.open(players=4, settings=stage(System.BERGER, 3))
    await refused(scene, forbid(BOS, CLAES), "everybody meets everybody")


async def test_only_arbiters_decide_who_may_meet(scene: Scene) -> None:
    await scene.open()
    await refused(scene, forbid(BOS, CLAES), "for the arbiter", FLOOR)


async def test_a_draft_that_was_seen_before_a_pair_was_forbidden_is_not_published(
    scene: Scene,
) -> None:
    await scene.open()
    await scene.draft()
    seen = scene.log.last_seq
    await scene.act(forbid(BOS, CLAES))
    publish = PublishRound(id="p", tournament=OPEN, stage=MAIN, round_no=RoundNo(1), expects=seen)
    with pytest.raises(StaleError, match="a pair was forbidden"):
        await scene.act(publish)


async def test_nothing_is_left_to_forbid_after_the_last_round(scene: Scene) -> None:
    await scene.open(players=4, settings=stage(rounds=1))
    await scene.publish()
    await scene.finish([DRAWN, DRAWN])
    await refused(scene, forbid(BOS, CLAES, reason="late"), "nothing left to forbid")
