from datetime import timedelta

import pytest

from desk.commands.kinds.hall import SetDelay
from desk.views.fact_lines import line_of, words_of
from facts import fact as f
from facts.envelope import Draft, Entry
from facts.fact import Certainty, ClockEvent
from facts.ids import BoardNo, DeviceId, GameId, PlayerId, RoundNo
from facts.result import DRAWN, HALF_BYE, WHITE_WON
from facts.settings import Source
from tests.desk.scene import CHIEF, MAIN, OPEN, Scene, player
from tests.fakes.virtual_clock import EPOCH

BOS = PlayerId("bos")
TWO = RoundNo(2)
GAME = GameId("open.main.1.1.1")


@pytest.mark.parametrize(
    ("fact", "words"),
    [
        (f.HallOpened("Town hall", "topboards"), "Town hall is open"),
        (f.PlayerEntered(player("Late, Lea"), TWO), "Late, Lea enters late, from round 2 on"),
        (f.PlayerEntered(player("Bos, Willem")), None),
        (f.PlayerWithdrew(BOS, TWO), "Bos, Willem withdraws before round 2"),
        (f.PlayerAbsent(BOS, TWO, "train"), "Bos, Willem is absent in round 2 (train)"),
        (f.PlayerExpelled(BOS, TWO, "phone"), "Bos, Willem is expelled from round 2 on (phone)"),
        (f.ByeRequested(BOS, TWO, HALF_BYE), "Bos, Willem asks for a bye ½ in round 2"),
        (f.ByeDecided(BOS, TWO, True), "the bye of Bos, Willem in round 2 is granted"),
        (
            f.ByeDecided(BOS, TWO, False, "late"),
            "the bye of Bos, Willem in round 2 is refused (late)",
        ),
        (
            f.PenaltyGiven(BOS, "two minutes", "illegal move", GAME),
            "Bos, Willem gets two minutes (illegal move)",
        ),
        (f.BoardFixed(BOS, BoardNo(7), "aid"), "Bos, Willem keeps board 7 (aid)"),
        (f.BoardFixed(BOS, None), "Bos, Willem keeps no board any more"),
        (
            f.PairForbidden(MAIN, (BOS, PlayerId("claes")), reason="sisters"),
            "Bos, Willem and Claes, Anneke must not meet (sisters)",
        ),
        (
            f.PairAllowed(MAIN, (BOS, PlayerId("claes"))),
            "Bos, Willem and Claes, Anneke may meet",
        ),
        (
            f.RatingResultSet(GAME, DRAWN, "played on"),
            "round 1, board 1, Bos – Goossens: ½-½ counts for rating (played on)",
        ),
        (
            f.RatingResultSet(GAME, None, "appeal"),
            "round 1, board 1, Bos – Goossens: counts for rating as in the standings (appeal)",
        ),
        (f.DelaySet("public", 7.5), "the public delay is 7.5 minutes"),
        (f.BoardBound(BoardNo(3), DeviceId("1")), "device 1 stands at board 3"),
        (
            f.DeviceReconnecting(DeviceId("1"), "/dev/a", EPOCH, 4, "there is no such port"),
            "device 1 is away since 12:00:00, looked for 4 times at /dev/a",
        ),
        (f.DeviceRecovered(DeviceId("1"), "noisy"), "device 1: the line is quiet again"),
        (f.DeviceRecovered(DeviceId("1"), "odd"), "device 1: odd is over"),
        (f.BoardBound(BoardNo(3), None), "board 3 is free"),
        (
            f.LotsDrawn(MAIN, "initial colour", ("white",)),
            "lot drawn for the initial colour: white",
        ),
        (f.PairingsEdited(MAIN, TWO, (), (), "lot"), "the draft of round 2 was edited (lot)"),
        (f.PairingsWithdrawn(MAIN, TWO, ""), "the draft of round 2 was thrown away"),
        (f.RoundReopened(MAIN, TWO, "card"), "round 2 is open again (card)"),
        (f.StandingsMadeOfficial(MAIN, TWO), "the standings after round 2 are official"),
        (f.DeviceSilent(DeviceId("1")), "device 1 is silent: check its cable"),
        (
            f.ClaimWithdrawn(GAME, Source.KING_SIGN, "tidied"),
            "round 1, board 1, Bos – Goossens: the claim by king sign is set aside (tidied)",
        ),
        (
            f.ResultRuled(GAME, DRAWN, "card"),
            "round 1, board 1, Bos – Goossens: ½-½ is official, ruled: card",
        ),
        (
            f.ResultShown(GAME, WHITE_WON, Source.KING_SIGN, "kings", Certainty.LIKELY, ""),
            "round 1, board 1: 1-0 by kings, likely",
        ),
        (
            f.PlacementUnclear(GAME, "x", "a man is missing", ""),
            "round 1, board 1: UNCLEAR, a man is missing",
        ),
        (f.ClockSet(GAME, 1, 1, None, ClockEvent.STEADY), None),
        (f.MoveConfirmed(GAME, 1, "lever"), None),
    ],
)
async def test_what_an_arbiter_wants_to_know_has_words_and_noise_has_none(
    scene: Scene, fact: f.Fact, words: str | None
) -> None:
    await scene.open()
    await scene.publish()
    entry = Entry(1, EPOCH, Draft(fact, EPOCH, CHIEF, OPEN))
    assert words_of(entry, scene.desk.known) == words


async def test_a_line_begins_with_the_time_when_it_happened(scene: Scene) -> None:
    await scene.open()
    await scene.act(SetDelay(id="d", audience="public", minutes=5))
    entry = scene.log.read()[-1]
    late = Entry(entry.seq, EPOCH + timedelta(hours=1), entry.draft)
    assert line_of(late, scene.desk.known) == f"{EPOCH:%H:%M:%S} the public delay is 5 minutes"
