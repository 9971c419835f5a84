"""A draft whose ground has changed is not published by accident."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from desk.commands.drafts.stale import changes_since
from desk.commands.kinds.pairs import ForbidPairs
from desk.commands.kinds.players import (
    ChangePlayer,
    DecideBye,
    EnterPlayer,
    ExpelPlayer,
    FixBoard,
    MarkAbsent,
    RequestBye,
    WithdrawPlayer,
)
from desk.commands.kinds.results import ReopenGame, RuleResult, SetRatingResult
from desk.commands.kinds.rounds import DraftPairings, PublishRound, SwapColours
from desk.errors import AskFirstError, RefusedError
from desk.state.standings import stage_standings
from desk.views.parts import PartsMaker, Wanted
from facts import fact as f
from facts.ids import BoardNo, PlayerId, RoundNo
from facts.result import BLACK_WON, DRAWN, HALF_BYE, WHITE_WON, WHITE_WON_BY_FORFEIT, ZERO_BYE
from facts.settings import System
from tests.desk.scene import CHIEF, MAIN, OPEN, Scene, player, stage

BOS, CLAES = PlayerId("bos"), PlayerId("claes")
Change = Callable[[Scene], Awaitable[object]]


def publish(number: int = 2, *, anyway: bool = False, reason: str = "") -> PublishRound:
    return PublishRound(
        id=f"publish-{anyway}-{reason}", tournament=OPEN, stage=MAIN, round_no=RoundNo(number),
        anyway=anyway, reason=reason,
    )  # fmt: skip


def pair(adjourn: bool = False) -> DraftPairings:
    return DraftPairings(id=f"pair-{adjourn}", tournament=OPEN, stage=MAIN, adjourn=adjourn)


@pytest.fixture
async def over_open_games(scene: Scene) -> Scene:
    """Round 2 is drafted while boards 4 and 5 of round 1 still play; Claes has a bye."""
    await scene.open()
    await scene.publish()
    for board, result in ((1, WHITE_WON), (2, DRAWN), (3, BLACK_WON)):
        await scene.enter(scene.game(board), result)
    await scene.act(request(CLAES, HALF_BYE))
    await scene.act(pair(adjourn=True))
    return scene


def request(who: PlayerId, bye: object = HALF_BYE) -> RequestBye:
    assert bye in (HALF_BYE, ZERO_BYE)
    kind = HALF_BYE if bye == HALF_BYE else ZERO_BYE
    return RequestBye(
        id=f"bye-{who}-{kind}", tournament=OPEN, player=who, round_no=RoundNo(2), bye=kind,
        grant=True,
    )  # fmt: skip


def changes(scene: Scene) -> tuple[str, ...]:
    tournament = scene.desk.tournament(OPEN)
    known = tournament.stages[MAIN]
    assert known.draft is not None
    return changes_since(tournament, known, known.draft)


async def open_game_won(scene: Scene) -> None:
    await scene.enter(scene.game(4), WHITE_WON)


async def corrected(scene: Scene) -> None:
    await scene.act(RuleResult(id="r", game=scene.game(1), result=DRAWN, reason="the card"))


async def forfeited(scene: Scene) -> None:
    ruling = RuleResult(id="r", game=scene.game(1), result=WHITE_WON_BY_FORFEIT, reason="x")
    await scene.act(ruling)


async def reopened(scene: Scene) -> None:
    await scene.act(ReopenGame(id="o", game=scene.game(1), reason="wrong board"))


async def late_entry(scene: Scene) -> None:
    await scene.act(EnterPlayer(id="e", tournament=OPEN, player=player("Late, Lea", 1500)))


async def withdrawn(scene: Scene) -> None:
    await scene.act(WithdrawPlayer(id="w", tournament=OPEN, player=BOS))


async def expelled(scene: Scene) -> None:
    await scene.act(ExpelPlayer(id="x", tournament=OPEN, player=BOS, reason="phone"))


async def absent(scene: Scene) -> None:
    missing = MarkAbsent(id="m", tournament=OPEN, player=BOS, round_no=RoundNo(2), reason="train")
    await scene.act(missing)


async def new_bye(scene: Scene) -> None:
    await scene.act(request(BOS))


async def other_bye(scene: Scene) -> None:
    await scene.act(request(CLAES, ZERO_BYE))


async def bye_back(scene: Scene) -> None:
    refuse = DecideBye(
        id="d", tournament=OPEN, player=CLAES, round_no=RoundNo(2), granted=False, reason="plays"
    )
    await scene.act(refuse)


async def out_from_bye(scene: Scene) -> None:
    await scene.act(WithdrawPlayer(id="w", tournament=OPEN, player=CLAES))


async def kept_apart(scene: Scene) -> None:
    rule = ForbidPairs(
        id="f", tournament=OPEN, stage=MAIN, players=(BOS, PlayerId("abma")), reason="brothers"
    )
    await scene.act(rule)


async def board_kept(scene: Scene) -> None:
    await scene.act(FixBoard(id="b", tournament=OPEN, player=BOS, board=BoardNo(3)))


async def rating_corrected(scene: Scene) -> None:
    known = scene.desk.tournament(OPEN).players[BOS].player
    await scene.act(ChangePlayer(id="c", tournament=OPEN, player=replace(known, rating=1000)))


CHANGES: dict[str, tuple[Change, str]] = {
    "a result": (open_game_won, r"round 1, board 4 .* had no result and counted as a draw, is 1-0"),
    "a correction": (corrected, r"round 1, board 1 .* was 1-0, is ½-½ now"),
    "a forfeit": (forfeited, r"round 1, board 1 .* was 1-0, is \+ - now"),
    "a reopened game": (reopened, r"round 1, board 1 .* was 1-0, has no result any more"),
    "a late entry": (late_entry, "Late, Lea plays and is not in it"),
    "a withdrawal": (withdrawn, r"Bos, Willem does not play \(withdrawn\)"),
    "an expulsion": (expelled, r"Bos, Willem does not play \(expelled\)"),
    "an absence": (absent, r"Bos, Willem does not play \(absent\)"),
    "a bye": (new_bye, r"Bos, Willem does not play \(bye ½\)"),
    "another bye": (other_bye, "Claes, Anneke has bye 0, the draft bye ½"),
    "a bye taken back": (bye_back, "Claes, Anneke plays and is not in it"),
    "a withdrawal from a bye": (out_from_bye, "Claes, Anneke is out and has a bye in it"),
    "a pair kept apart": (kept_apart, "Abma, Pieter and Bos, Willem must not meet"),
    "a board kept": (board_kept, "Bos, Willem keeps board 3"),
    "a rating": (rating_corrected, "pairing numbers"),
}


@pytest.mark.parametrize("name", CHANGES)
async def test_what_changed_since_the_draft_is_named_and_stops_its_publication(
    over_open_games: Scene, name: str
) -> None:
    scene = over_open_games
    change, text = CHANGES[name]
    assert changes(scene) == ()
    await change(scene)
    before = scene.log.last_seq
    with pytest.raises(AskFirstError, match=f"have changed since this draft .*{text}") as refusal:
        await scene.act(publish())
    assert (refusal.value.field, refusal.value.needs_reason) == ("anyway", True)
    with pytest.raises(RefusedError, match="needs a reason"):
        await scene.act(publish(anyway=True))
    assert scene.log.last_seq == before
    (made,) = await scene.act(publish(anyway=True, reason="the hall waits"))
    assert isinstance(made.fact, f.RoundPublished)
    assert made.draft.reason == "the hall waits"
    # However it was made, the round must be countable.
    assert stage_standings(scene.desk.tournament(OPEN), MAIN) is not None


@pytest.mark.parametrize("name", CHANGES)
async def test_a_draft_that_is_paired_again_rests_on_what_is_so_now(
    over_open_games: Scene, name: str
) -> None:
    scene = over_open_games
    await CHANGES[name][0](scene)
    assert changes(scene) != ()
    await scene.act(DraftPairings(id="again", tournament=OPEN, stage=MAIN, adjourn=True))
    assert changes(scene) == ()
    await scene.act(publish())


async def test_the_arbiters_page_says_that_the_draft_is_stale(over_open_games: Scene) -> None:
    scene = over_open_games
    maker = PartsMaker(stage_standings)

    def stale() -> object:
        draft = maker.parts(scene.desk.known, CHIEF, Wanted())["draft"]
        assert isinstance(draft, dict)
        return draft["stale"]

    assert stale() == ()
    await open_game_won(scene)
    assert stale() == changes(scene) != ()


async def test_a_change_by_hand_does_not_make_an_old_draft_fresh(over_open_games: Scene) -> None:
    scene = over_open_games
    await open_game_won(scene)
    draft = scene.desk.tournament(OPEN).stages[MAIN].draft
    assert draft is not None
    swap = SwapColours(
        id="s", tournament=OPEN, stage=MAIN, pairing=draft.pairings[0].id, reason="asked"
    )
    await scene.act(swap)
    with pytest.raises(AskFirstError, match="board 4"):
        await scene.act(publish())


async def test_what_pairing_does_not_follow_from_leaves_a_draft_alone(
    over_open_games: Scene,
) -> None:
    scene = over_open_games
    known = scene.desk.tournament(OPEN).players[BOS].player
    await scene.act(ChangePlayer(id="c", tournament=OPEN, player=replace(known, club="SC")))
    await scene.enter(scene.game(5), DRAWN)  # as an adjourned game it counted as a draw
    rated = SetRatingResult(id="q", game=scene.game(1), result=DRAWN, reason="played on")
    await scene.act(rated)
    assert changes(scene) == ()
    await scene.act(publish())


async def test_a_round_robin_draft_rests_on_numbers_not_on_results(scene: Scene) -> None:
    await scene.open(players=4, settings=stage(System.BERGER, rounds=3))
    await scene.publish()
    await scene.act(pair(adjourn=True))
    await scene.enter(scene.game(1), WHITE_WON)
    await scene.act(WithdrawPlayer(id="w", tournament=OPEN, player=BOS))
    assert changes(scene) == ()
    await scene.act(publish())
