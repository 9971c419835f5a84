"""Sanctions, the check-in, phones, protests: as an arbiter meets them."""

from datetime import timedelta

import pytest

from desk.commands.kinds import registers as r
from desk.commands.kinds.players import ChangePlayer, ExpelPlayer, PlayAfterAll, RequestBye
from desk.commands.kinds.results import EnterResult, RuleResult
from desk.errors import AskFirstError, RefusedError
from desk.state.phones import not_handed_in
from facts.envelope import Actor, Role
from facts.fact import ClockEvent, ClockSet, Side
from facts.ids import PlayerId, RoundNo, pairing_of
from facts.player import Player
from facts.regulations import (
    AppealRules,
    AttendanceRules,
    ByeRules,
    DeadlineFrom,
    OffenceRule,
    Regulations,
    Sanction,
    Step,
    WithoutNotice,
)
from facts.result import BLACK_WON, DRAWN, HALF_BYE, WHITE_WON, Result, ResultKind, Score
from results.registers.halved_times import halved_times
from results.tournament.entries import EntryRecord
from tests.desk.scene import FLOOR, MAIN, OPEN, Scene
from tests.fakes.virtual_clock import FixedClock

ARBITER = Actor(Role.ARBITER, "Arbiter")
ALL = (WHITE_WON, DRAWN, WHITE_WON, DRAWN, WHITE_WON)
WHITE_BY_DEFAULT = Result(Score.WIN, Score.LOSS, ResultKind.FORFEIT)
BYES = Regulations(byes=ByeRules(HALF_BYE, (RoundNo(2), RoundNo(3)), 1))
PHONE = OffenceRule(
    "phone not switched off", (Step(Sanction.HALVE_TIME, 600), Step(Sanction.LOSS)), "4.5"
)
APPEALS = AppealRules(30, DeadlineFrom.ROUND_END, 3, 2, True, 12)


def record(scene: Scene, who: PlayerId) -> EntryRecord:
    return scene.desk.tournament(OPEN).players[who]


def someone(scene: Scene, place: int = 0) -> PlayerId:
    return list(scene.desk.tournament(OPEN).players)[place]


def bye(scene: Scene, round_no: int, override: bool = False, reason: str = "") -> RequestBye:
    return RequestBye(
        id=scene.id(), tournament=OPEN, player=someone(scene), round_no=RoundNo(round_no),
        bye=HALF_BYE, grant=True, override=override, reason=reason,
    )  # fmt: skip


# --- byes -------------------------------------------------------------------------------


async def test_a_bye_is_had_in_the_rounds_of_the_regulations_only(scene: Scene) -> None:
    await scene.open(regulations=BYES)
    with pytest.raises(AskFirstError, match="in round 2 or 3 only"):
        await scene.act(bye(scene, 4))
    await scene.act(bye(scene, 2))
    assert record(scene, someone(scene)).requests[RoundNo(2)].granted


async def test_one_bye_in_all_and_the_second_is_refused(scene: Scene) -> None:
    await scene.open(regulations=BYES)
    await scene.act(bye(scene, 2))
    with pytest.raises(AskFirstError, match="one bye in all, and this one has asked for round 2"):
        await scene.act(bye(scene, 3))


async def test_a_bye_is_asked_for_before_the_round_before_is_over(scene: Scene) -> None:
    await scene.open(regulations=BYES)
    await scene.publish()
    for board, result in enumerate(ALL[:4], start=1):
        await scene.enter(scene.game(board), result)
    await scene.act(bye(scene, 2))
    await scene.act(
        PlayAfterAll(id=scene.id(), tournament=OPEN, player=someone(scene), round_no=RoundNo(2))
    )
    await scene.enter(scene.game(5), ALL[4])
    with pytest.raises(AskFirstError, match="before round 1 was over"):
        await scene.act(bye(scene, 2))


async def test_only_the_chief_arbiter_lets_a_late_bye_be_had_and_says_why(scene: Scene) -> None:
    await scene.open(regulations=BYES)
    with pytest.raises(RefusedError, match="for the chief arbiter"):
        await scene.act(bye(scene, 4, override=True, reason="a wedding"), ARBITER)
    with pytest.raises(RefusedError, match="needs a reason"):
        await scene.act(bye(scene, 4, override=True))
    await scene.act(bye(scene, 4, override=True, reason="a wedding"))
    assert record(scene, someone(scene)).requests[RoundNo(4)].granted


# --- absence ----------------------------------------------------------------------------


@pytest.mark.parametrize(("excused", "out"), [(False, True), (True, False)])
async def test_who_stays_away_without_notice_is_out_where_the_regulations_say_so(
    scene: Scene, excused: bool, out: bool
) -> None:
    rules = Regulations(attendance=AttendanceRules(without_notice=WithoutNotice.EXPELLED))
    await scene.open(regulations=rules)
    await scene.publish()
    game = scene.game(3)
    absent = scene.desk.tournament(OPEN).stages
    pairing = next(
        p for stage in absent.values() for p in stage.rounds[RoundNo(1)].pairings if p.board == 3
    )
    await scene.act(EnterResult(id=scene.id(), game=game, result=WHITE_BY_DEFAULT, excused=excused))
    assert record(scene, pairing.black).expelled is out
    assert not record(scene, pairing.white).expelled


async def test_the_chief_arbiter_takes_an_expelled_player_back(scene: Scene) -> None:
    await scene.open()
    who = someone(scene)
    await scene.act(ExpelPlayer(id=scene.id(), tournament=OPEN, player=who, reason="a mistake"))
    back = r.ReadmitPlayer(id=scene.id(), tournament=OPEN, player=who, reason="it was a mistake")
    with pytest.raises(RefusedError, match="chief arbiter"):
        await scene.act(back, ARBITER)
    await scene.act(back)
    assert not record(scene, who).expelled
    assert record(scene, who).plays(1)


async def test_whoever_was_not_seen_at_the_check_in_is_removed(scene: Scene) -> None:
    await scene.open(players=6)
    seen = [someone(scene, place) for place in range(4)]
    end = r.EndCheckIn(id=scene.id(), tournament=OPEN)
    with pytest.raises(RefusedError, match="would remove all players"):
        await scene.act(end)
    for who in seen:
        await scene.act(r.CheckIn(id=scene.id(), tournament=OPEN, player=who), FLOOR)
    await scene.act(r.EndCheckIn(id=scene.id(), tournament=OPEN))
    plays = [p for p, entry in scene.desk.tournament(OPEN).players.items() if entry.plays(1)]
    assert plays == seen


# --- sanctions --------------------------------------------------------------------------


async def test_the_first_offence_halves_the_time_and_the_second_loses_the_game(
    scene: Scene,
) -> None:
    await scene.open(regulations=Regulations(offences=(PHONE,)))
    await scene.publish()
    game = scene.game(1)
    pairing = scene.desk.tournament(OPEN).place_of(pairing_of(game))
    assert pairing is not None
    who = pairing[2].white
    await scene.happens(ClockSet(game, 2900, 3000, None, ClockEvent.STOPPED))
    for _ in range(2):
        await scene.act(
            r.GivePenalty(
                id=scene.id(), tournament=OPEN, player=who, penalty="", reason="it rang",
                game=game, offence=PHONE.name,
            )
        )  # fmt: skip
    first, second = record(scene, who).penalties
    assert first.penalty == ("the remaining time is halved, by at most 10:00: from 48:20 to 38:20")
    assert (first.sanction, second.sanction) == (Sanction.HALVE_TIME, Sanction.LOSS)


async def test_the_clock_that_runs_is_counted_on_until_the_sanction(scene: Scene) -> None:
    await scene.open(regulations=Regulations(offences=(PHONE,)))
    await scene.publish()
    game = scene.game(1)
    place = scene.desk.tournament(OPEN).place_of(pairing_of(game))
    assert place is not None
    at = scene.clock.now() - timedelta(seconds=100)
    await scene.happens(ClockSet(game, 700, 3000, Side.WHITE, ClockEvent.LEVER), at)
    await scene.act(
        r.GivePenalty(
            id=scene.id(), tournament=OPEN, player=place[2].white, penalty="", reason="it rang",
            game=game, offence=PHONE.name,
        )
    )  # fmt: skip
    assert record(scene, place[2].white).penalties[0].penalty.endswith("from 10:00 to 5:00")


async def test_who_is_shut_out_of_the_next_pairing_is_absent_there(scene: Scene) -> None:
    rule = OffenceRule("phone in the hall", (Step(Sanction.NOT_PAIRED),))
    await scene.open(regulations=Regulations(offences=(rule,)))
    await scene.act(
        r.GivePenalty(
            id=scene.id(), tournament=OPEN, player=someone(scene), penalty="", reason="used it",
            offence=rule.name,
        )
    )  # fmt: skip
    assert record(scene, someone(scene)).absent == {1: "sanction: used it"}


async def test_an_offence_that_is_not_listed_is_refused_with_those_that_are(scene: Scene) -> None:
    await scene.open(regulations=Regulations(offences=(PHONE,)))
    with pytest.raises(RefusedError, match="they list phone not switched off"):
        await scene.act(
            r.GivePenalty(
                id=scene.id(), tournament=OPEN, player=someone(scene), penalty="",
                reason="x", offence="noise",
            )
        )  # fmt: skip


async def test_a_time_halved_in_the_next_game_is_told_at_its_board(scene: Scene) -> None:
    rule = OffenceRule("noise", (Step(Sanction.HALVE_NEXT),))
    await scene.open(regulations=Regulations(offences=(rule,)))
    await scene.publish()
    who = someone(scene)
    await scene.act(
        r.GivePenalty(
            id=scene.id(), tournament=OPEN, player=who, penalty="", reason="talked",
            offence=rule.name,
        )
    )  # fmt: skip
    tournament = scene.desk.tournament(OPEN)
    stage = tournament.stages[MAIN]
    assert halved_times(tournament, stage, stage.rounds[RoundNo(1)]) == ()
    await scene.finish(ALL)
    await scene.publish()
    tournament = scene.desk.tournament(OPEN)
    stage = tournament.stages[MAIN]
    (told,) = halved_times(tournament, stage, stage.rounds[RoundNo(2)])
    assert record(scene, who).player.name in told


# --- what is handed in ------------------------------------------------------------------


async def test_a_phone_is_handed_in_and_given_back_once(scene: Scene) -> None:
    await scene.open()
    who, other = someone(scene), someone(scene, 1)
    hand_in = r.HandIn(id=scene.id(), tournament=OPEN, player=who, item="phone", tag="17")
    await scene.act(hand_in, FLOOR)
    registers = scene.desk.tournament(OPEN).registers
    assert [(held.item, held.tag) for held in registers.held_of(who)] == [("phone", "17")]
    with pytest.raises(RefusedError, match="the tag 17 is on the phone of"):
        await scene.act(
            r.HandIn(id=scene.id(), tournament=OPEN, player=other, item="watch", tag="17"), FLOOR
        )
    back = r.GiveBack(id=scene.id(), tournament=OPEN, player=who, item="phone", tag="17")
    await scene.act(back, FLOOR)
    with pytest.raises(RefusedError, match="has nothing in keeping"):
        await scene.act(
            r.GiveBack(id=scene.id(), tournament=OPEN, player=who, item="phone", tag="17"), FLOOR
        )


# --- protests ---------------------------------------------------------------------------


async def lodged(scene: Scene, late: bool = False, reason: str = "") -> None:
    await scene.act(
        r.LodgeProtest(
            id=scene.id(), tournament=OPEN, player=someone(scene), round_no=RoundNo(1),
            against="the result", game=scene.game(1, 1), late=late, reason=reason,
        )
    )  # fmt: skip


async def open_with_federations(scene: Scene) -> list[PlayerId]:
    await scene.open(regulations=Regulations(appeals=APPEALS))
    players = list(scene.desk.tournament(OPEN).players.values())
    codes = ("NED", "BEL", "GER", "FRA", "NED", "ENG", "POL", "NED", "ESP", "ITA")
    for entry, code in zip(players, codes, strict=True):
        changed = Player(entry.player.id, entry.player.name, entry.player.rating, federation=code)
        await scene.act(ChangePlayer(id=scene.id(), tournament=OPEN, player=changed))
    await scene.publish()
    return [entry.player.id for entry in players]


async def test_a_protest_after_its_deadline_needs_the_chief_arbiters_leave(
    scene: Scene, clock: FixedClock
) -> None:
    await open_with_federations(scene)
    for board, result in enumerate(ALL, start=1):
        await scene.enter(scene.game(board), result)
    await lodged(scene)
    clock.move(31 * 60)
    with pytest.raises(AskFirstError, match="within 30 minutes after the end of round 1"):
        await lodged(scene)
    await lodged(scene, late=True, reason="the player was ill")
    assert [p.lodged.late for p in scene.desk.tournament(OPEN).registers.protests] == [False, True]


async def test_nobody_decides_on_a_player_of_their_own_federation(scene: Scene) -> None:
    everybody = await open_with_federations(scene)
    members, reserves = tuple(everybody[i] for i in (4, 2, 3)), (everybody[5], everybody[6])
    await scene.act(
        r.NameCommittee(id=scene.id(), tournament=OPEN, members=members, reserves=reserves)
    )
    await lodged(scene)

    def decide(sitting: tuple[PlayerId, ...]) -> r.DecideProtest:
        return r.DecideProtest(
            id=scene.id(), tournament=OPEN, number=1, members=sitting, upheld=True,
            decision="the game is drawn",
        )  # fmt: skip

    with pytest.raises(RefusedError, match=r"same federation \(NED\)"):
        await scene.act(decide(members))
    await scene.act(decide((everybody[2], everybody[3], everybody[6])))
    with pytest.raises(RefusedError, match="is decided"):
        await scene.act(decide((everybody[2], everybody[3], everybody[6])))


async def test_a_committee_with_a_federation_twice_is_asked_about(scene: Scene) -> None:
    everybody = await open_with_federations(scene)
    members, reserves = tuple(everybody[i] for i in (0, 4, 3)), (everybody[5], everybody[6])
    with pytest.raises(AskFirstError, match="NED twice"):
        await scene.act(
            r.NameCommittee(id=scene.id(), tournament=OPEN, members=members, reserves=reserves)
        )


async def test_without_rules_for_appeals_the_chief_arbiters_word_is_final(scene: Scene) -> None:
    await scene.open()
    await scene.publish()
    with pytest.raises(RefusedError, match="decisions are final"):
        await lodged(scene)


async def test_a_result_that_an_appeal_changes_is_ruled_and_counts(scene: Scene) -> None:
    await open_with_federations(scene)
    for board, result in enumerate(ALL, start=1):
        await scene.enter(scene.game(board), result)
    ruled = RuleResult(
        id=scene.id(), game=scene.game(1), result=BLACK_WON, reason="appeals committee, protest 1"
    )
    await scene.act(ruled, Actor(Role.APPEALS, "Appeals committee"))
    claims = scene.desk.tournament(OPEN).claims(scene.game(1))
    assert claims is not None
    assert claims.official is not None
    assert claims.official.result == BLACK_WON


async def test_who_has_handed_nothing_in_is_told_at_live_boards_only(scene: Scene) -> None:
    rules = Regulations(attendance=AttendanceRules(hand_in_at_live_boards=True))
    await scene.open(live=1, regulations=rules)
    await scene.publish()
    place = scene.desk.tournament(OPEN).place_of(pairing_of(scene.game(1)))
    assert place is not None
    await scene.act(
        r.HandIn(id=scene.id(), tournament=OPEN, player=place[2].white, item="phone"), FLOOR
    )
    tournament = scene.desk.tournament(OPEN)
    the_round = tournament.stages[MAIN].rounds[RoundNo(1)]
    black = tournament.players[place[2].black].player.name
    assert not_handed_in(tournament, the_round, scene.desk.hall) == (
        f"board 1: no phone of {black} is in keeping",
    )


async def test_round_1_waits_until_the_check_in_has_ended(scene: Scene) -> None:
    await scene.open(players=4, regulations=Regulations(attendance=AttendanceRules(check_in=True)))
    with pytest.raises(RefusedError, match="4 players have not been seen yet"):
        await scene.publish()
    for place in range(3):
        await scene.act(r.CheckIn(id=scene.id(), tournament=OPEN, player=someone(scene, place)))
    await scene.act(r.EndCheckIn(id=scene.id(), tournament=OPEN))
    assert await scene.publish() == 1
