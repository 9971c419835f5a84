import re
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desk.commands.drafts.pairing_job import PairingJob, pair_now
from desk.commands.drafts.review import draft_differences, draft_warnings
from desk.commands.kinds.players import EnterPlayer, RequestBye, WithdrawPlayer
from desk.commands.kinds.results import RuleResult
from desk.commands.kinds.rounds import (
    CloseRound,
    DeclareStandings,
    DraftPairings,
    ExchangePlayers,
    PublishRound,
    ReopenRound,
    StartRound,
    SwapColours,
    WithdrawDraft,
)
from desk.commands.situation import ranged
from desk.errors import AskFirstError, RefusedError, StaleError
from desk.state.standings import stage_standings
from desk.views.parts import PartsMaker, Wanted
from facts import fact as f
from facts.envelope import Role
from facts.ids import BoardNo, PairingId, PlayerId, RoundNo, StageId, TournamentId
from facts.log import MemoryLog
from facts.result import BLACK_WON, DRAWN, HALF_BYE, WHITE_WON, ResultKind
from facts.settings import InitialColour, System
from results.pairing.answer import RoundPairing
from results.rounds.table import INITIAL_COLOUR
from results.tournament.lots import draw_colour
from results.tournament.tournament import Draft, Stage
from tests.desk.scene import CHIEF, FLOOR, MAIN, OPEN, Scene, player, refused, stage
from tests.fakes.virtual_clock import FixedClock

ALL = (WHITE_WON, DRAWN, BLACK_WON, WHITE_WON, DRAWN)


def main_stage(scene: Scene) -> Stage:
    return scene.desk.tournament(scene.tournament).stages[MAIN]


def draft_of(scene: Scene) -> Draft:
    draft = main_stage(scene).draft
    assert draft is not None
    return draft


def draft(adjourn: bool = False) -> DraftPairings:
    return DraftPairings(id="draft", tournament=OPEN, stage=MAIN, adjourn=adjourn)


def publish(number: int) -> PublishRound:
    return PublishRound(id="publish", tournament=OPEN, stage=MAIN, round_no=RoundNo(number))


async def test_a_draft_is_seen_by_arbiters_and_makes_no_games(scene: Scene) -> None:
    await scene.open()
    made = await scene.draft()
    assert [type(e.fact) for e in made] == [f.NumbersAssigned, f.PairingsDrafted]
    assert main_stage(scene).rounds == {}
    assert [p.board for p in draft_of(scene).pairings] == [1, 2, 3, 4, 5]
    assert len(draft_of(scene).explanations) == 5
    assert all(explanation for explanation in draft_of(scene).explanations)


async def test_a_published_round_has_games_and_the_top_boards_are_the_live_ones(
    scene: Scene,
) -> None:
    await scene.open(live=2)
    await scene.publish(start=False)
    assert [p.board for p in main_stage(scene).rounds[RoundNo(1)].pairings] == [1, 2, 3, 4, 5]
    assert scene.game(1) == "open.main.1.1.1"
    assert [scene.desk.hall.is_live(BoardNo(b)) for b in range(1, 6)] == [True] * 2 + [False] * 3


async def test_the_lot_of_the_first_colour_is_drawn_once_and_recorded_with_its_seed(
    scene: Scene,
) -> None:
    await scene.open(settings=replace(stage(), initial_colour=InitialColour.LOT))
    made = await scene.draft()
    (lot,) = [e.fact for e in made if isinstance(e.fact, f.LotsDrawn)]
    assert lot.seed == "seed"
    assert lot.outcome == (draw_colour("seed", INITIAL_COLOUR),)
    again = await scene.draft()
    assert [e.fact for e in again if isinstance(e.fact, f.LotsDrawn)] == []


async def test_drafting_again_replaces_the_draft_and_changes_by_hand_only_if_they_are_let_go(
    scene: Scene,
) -> None:
    await scene.open()
    await scene.draft()
    before = draft_of(scene).pairings
    await scene.draft()  # nothing was changed by hand
    await scene.act(
        SwapColours(id="s", tournament=OPEN, stage=MAIN, pairing=before[0].id, reason="asked")
    )
    edited = draft_of(scene).pairings
    assert edited != before
    with pytest.raises(AskFirstError, match=r"edited by hand \(asked\): pairing again") as refusal:
        await scene.act(draft())
    assert refusal.value.field == "over_edits"
    assert draft_of(scene).pairings == edited
    await scene.act(replace(draft(), over_edits=True))
    assert draft_of(scene).pairings == before


async def test_the_lot_is_the_programs_and_the_draft_shows_it(scene: Scene) -> None:
    await scene.open(settings=replace(stage(), initial_colour=InitialColour.LOT))
    made = await scene.draft()
    (lot,) = [e for e in made if isinstance(e.fact, f.LotsDrawn)]
    assert lot.draft.actor.role is Role.PROGRAM
    assert lot.draft.reason == "drawn by the program for the first pairing, which Ana asked for"
    assert isinstance(lot.fact, f.LotsDrawn)
    assert {e.draft.actor for e in made if e is not lot} == {CHIEF}
    shown = shown_draft(scene)["lot"]
    assert isinstance(shown, str)
    assert f"get {lot.fact.outcome[0]}, drawn by the program (seed seed)" in shown


async def test_without_a_lot_the_draft_speaks_of_none(scene: Scene) -> None:
    await scene.open()
    await scene.draft()
    assert shown_draft(scene)["lot"] == ""


def shown_draft(scene: Scene) -> dict[str, object]:
    part = PartsMaker(stage_standings).parts(scene.desk.known, CHIEF, Wanted())["draft"]
    assert isinstance(part, dict)
    return part


# --- a draft that is changed by hand ------------------------------------------------------


async def after_one_round(scene: Scene, players: int = 9) -> Draft:
    """Round 2 is drafted; with 9 players the last pair is followed by a bye."""
    await scene.open(players=players)
    await scene.publish()
    await scene.finish((WHITE_WON, DRAWN, BLACK_WON, WHITE_WON))
    await scene.draft()
    return draft_of(scene)


async def exchange(scene: Scene, one: PlayerId, other: PlayerId, reason: str) -> None:
    command = ExchangePlayers(
        id=f"{one}-{other}-{reason}", tournament=OPEN, stage=MAIN, player=one, other=other,
        reason=reason,
    )  # fmt: skip
    await scene.act(command)


async def test_untouched_boards_keep_the_engines_reasons_and_others_the_arbiters(
    scene: Scene,
) -> None:
    made = await after_one_round(scene)
    first, second = made.pairings[0], made.pairings[1]
    await exchange(scene, first.black, second.black, "same club")
    edited = draft_of(scene)
    assert edited.explanations[:2] == ("changed by hand: same club",) * 2
    assert edited.explanations[2:] == made.explanations[2:]
    pairings = shown_draft(scene)["pairings"]
    assert isinstance(pairings, list)
    assert [pairing["by_hand"] for pairing in pairings] == [True, True, False, False]
    swap = SwapColours(
        id="s", tournament=OPEN, stage=MAIN, pairing=made.pairings[2].id, reason="asked"
    )
    await scene.act(swap)
    later = draft_of(scene).explanations
    assert later[:3] == ("changed by hand: same club",) * 2 + ("changed by hand: asked",)
    assert later[3:] == made.explanations[3:]
    await exchange(scene, second.black, first.black, "a mistake")
    back = draft_of(scene).explanations
    assert back[:2] == made.explanations[:2]
    assert back[2] == "changed by hand: asked"


async def test_a_bye_that_is_changed_by_hand_has_the_arbiters_reason(scene: Scene) -> None:
    made = await after_one_round(scene)
    (bye,) = made.byes
    await exchange(scene, made.pairings[0].white, bye.player, "has to leave")
    explanations = draft_of(scene).explanations
    assert explanations[0] == explanations[4] == "changed by hand: has to leave"
    assert explanations[1:4] == made.explanations[1:4]


async def test_warnings_name_boards_and_players(scene: Scene) -> None:
    await after_one_round(scene, players=8)
    tournament = scene.desk.tournament(OPEN)
    met = tournament.stages[MAIN].rounds[RoundNo(1)].pairings[0]
    drafted = draft_of(scene)
    (at,) = [p for p in drafted.pairings if met.white in (p.white, p.black)]
    opponent = at.black if at.white == met.white else at.white
    await exchange(scene, opponent, met.black, "test")
    warnings = draft_warnings(scene.desk.tournament(OPEN), MAIN)
    names = {tournament.players[who].player.name for who in (met.white, met.black)}
    where = f"board {at.board}: "
    (again,) = [t for t in warnings if t.startswith(where) and "have met before" in t]
    assert all(name in again for name in names)
    assert not any(re.search(r"players? \d", text) for text in warnings)
    assert all(
        any(record.player.name in text for record in tournament.players.values())
        for text in draft_differences(scene.desk.tournament(OPEN), MAIN)
    )


async def test_players_a_whole_point_apart_are_named_where_an_arbiter_put_them_together(
    scene: Scene,
) -> None:
    await scene.open(players=8)
    await scene.publish()
    await scene.finish((WHITE_WON,) * 4)
    await scene.draft()
    drafted = draft_of(scene)
    assert not any("lower" in text for text in draft_warnings(scene.desk.tournament(OPEN), MAIN))
    # All winners are on the first two boards.
    await exchange(scene, drafted.pairings[0].black, drafted.pairings[3].black, "test")
    warnings = draft_warnings(scene.desk.tournament(OPEN), MAIN)
    apart = [text for text in warnings if text.endswith("a whole point lower")]
    assert [text.partition(":")[0] for text in apart] == ["board 1", "board 4"]
    assert all(" (1) meets " in text and " (0), " in text for text in apart)


# --- what keeps a round from being paired -------------------------------------------------


async def test_silence_does_not_block_pairing_but_must_be_called_adjourned(scene: Scene) -> None:
    await scene.open()
    await scene.publish()
    for board in (1, 2, 3, 4):
        await scene.enter(scene.game(board), WHITE_WON)
    await refused(scene, draft(), "no official result yet on board 5: confirm or enter them, or")
    await scene.act(draft(adjourn=True))
    assert (
        "board 5 of round 1 has no result and counts as a draw" in draft_of(scene).explanations[-1]
    )
    await scene.act(publish(2))
    await scene.enter(scene.game(5, round_no=1), BLACK_WON)
    claims = scene.desk.tournament(OPEN).claims(scene.game(5, round_no=1))
    assert claims is not None
    assert claims.official is not None


async def test_a_conflict_blocks_pairing(scene: Scene) -> None:
    await scene.open()
    await scene.publish()
    for board in (2, 3, 4, 5):
        await scene.enter(scene.game(board), WHITE_WON)
    await scene.sign(scene.game(1), WHITE_WON)
    await scene.enter(scene.game(1), BLACK_WON, FLOOR)
    await refused(scene, draft(adjourn=True), "pairing must wait: round 1, board 1: the floor")


async def test_an_undecided_bye_blocks_pairing(scene: Scene) -> None:
    await scene.open()
    request = RequestBye(
        id="b", tournament=OPEN, player=PlayerId("bos"), round_no=RoundNo(1), bye=HALF_BYE
    )
    await scene.act(request)
    await refused(scene, draft(), "Bos, Willem asked for a bye .* decide on it")


async def test_after_the_last_round_nothing_is_paired(scene: Scene) -> None:
    await scene.open(settings=stage(rounds=1))
    await scene.publish()
    await scene.finish(ALL)
    await refused(scene, draft(), "all 1 rounds are published")


async def test_floor_arbiters_pair_nothing(scene: Scene) -> None:
    await scene.open()
    await refused(scene, draft(), "for the arbiter; you are signed in as floor-arbiter", FLOOR)


async def test_unknown_tournaments_and_stages_are_named(scene: Scene) -> None:
    await scene.open()
    other = DraftPairings(id="d", tournament=TournamentId("blitz"), stage=MAIN)
    await refused(scene, other, "no tournament 'blitz' in this hall; there is open")
    finals = DraftPairings(id="d", tournament=OPEN, stage=StageId("finals"))
    await refused(scene, finals, "open has no stage 'finals'; it has main")


# --- who plays ------------------------------------------------------------------------------


async def test_a_bye_a_late_entry_and_a_withdrawal_find_their_place(scene: Scene) -> None:
    await scene.open()
    await scene.publish()
    await scene.finish(ALL)
    await scene.act(EnterPlayer(id="e", tournament=OPEN, player=player("Late, Lea", 1500)))
    await scene.act(WithdrawPlayer(id="w", tournament=OPEN, player=PlayerId("bos"), reason="ill"))
    await scene.act(
        RequestBye(
            id="b", tournament=OPEN, player=PlayerId("claes"), round_no=RoundNo(2), bye=HALF_BYE,
            grant=True,
        )
    )  # fmt: skip
    await scene.publish()
    the_round = main_stage(scene).rounds[RoundNo(2)]
    paired = {p for pairing in the_round.pairings for p in (pairing.white, pairing.black)}
    byes = {bye.player: bye.bye.kind for bye in the_round.byes}
    assert "late" in paired | byes.keys()
    assert "bos" not in paired | byes.keys()
    assert byes[PlayerId("claes")] is ResultKind.HALF_BYE
    assert sorted(kind.value for kind in byes.values()) == ["half-bye", "pairing-bye"]


async def test_a_draft_that_no_longer_fits_the_players_is_not_published(scene: Scene) -> None:
    await scene.open()
    await scene.draft()
    await scene.act(WithdrawPlayer(id="w", tournament=OPEN, player=PlayerId("bos")))
    await refused(
        scene,
        publish(1),
        r"since this draft was made: Bos, Willem does not play \(withdrawn\). Pair again",
    )
    await scene.act(EnterPlayer(id="e", tournament=OPEN, player=player("Late, Lea")))
    await refused(scene, publish(1), "Late, Lea plays and is not in it")
    await scene.draft()
    await scene.act(publish(1))


class Interrupted:
    """A pairing system during whose work something happens."""

    def __init__(self, meanwhile: Callable[[], Awaitable[object]]) -> None:
        self._meanwhile = meanwhile

    async def pair(self, job: PairingJob) -> RoundPairing:
        await self._meanwhile()
        return pair_now(job)


async def test_players_who_come_while_the_engine_works_make_its_answer_stale(
    scene: Scene,
) -> None:
    await scene.open()
    late = EnterPlayer(id="late", tournament=OPEN, player=player("Late, Lea"))
    scene.desk._pairer = Interrupted(lambda: scene.act(late))
    with pytest.raises(StaleError, match="while the round was being paired; pair again"):
        await scene.act(draft())
    assert main_stage(scene).draft is None


async def test_a_result_corrected_while_the_engine_works_makes_its_answer_stale(
    scene: Scene,
) -> None:
    await scene.open()
    await scene.publish()
    await scene.finish(ALL)
    ruling = RuleResult(id="r", game=scene.game(1), result=BLACK_WON, reason="the card")
    scene.desk._pairer = Interrupted(lambda: scene.act(ruling))
    with pytest.raises(StaleError, match="pair again"):
        await scene.act(draft())


async def test_kings_lifted_from_a_finished_board_while_the_engine_works_change_nothing(
    scene: Scene,
) -> None:
    await scene.open()
    await scene.publish()
    await scene.sign(scene.game(1), WHITE_WON)
    await scene.finish(ALL)
    lifted = f.SignWithdrawn(scene.game(1), "the pieces were set up")
    scene.desk._pairer = Interrupted(lambda: scene.happens(lifted))
    await scene.act(draft())
    assert draft_of(scene).round_no == 2


# --- editing the draft ----------------------------------------------------------------------


async def test_colours_are_swapped_with_a_reason(scene: Scene) -> None:
    await scene.open()
    await scene.draft()
    first = draft_of(scene).pairings[0]
    swap = SwapColours(id="s", tournament=OPEN, stage=MAIN, pairing=first.id, reason="lot")
    await refused(scene, replace(swap, reason=""), "needs a reason")
    await refused(scene, replace(swap, pairing=PairingId("x")), "the draft has no pairing 'x'")
    await scene.act(swap)
    swapped = draft_of(scene).pairings[0]
    assert (swapped.white, swapped.black, swapped.id) == (first.black, first.white, first.id)
    await scene.act(publish(1))
    assert main_stage(scene).rounds[RoundNo(1)].engine.endswith(", edited by hand")


async def test_two_players_change_places_also_with_the_bye(scene: Scene) -> None:
    await scene.open(players=9)
    await scene.draft()
    before = draft_of(scene)
    free = before.byes[0].player
    first = before.pairings[0].white
    exchange = ExchangePlayers(
        id="x", tournament=OPEN, stage=MAIN, player=first, other=free, reason="came late"
    )
    await scene.act(exchange)
    after = draft_of(scene)
    assert after.pairings[0].white == free
    assert after.byes[0].player == first
    other = before.pairings[0].black
    meets = ExchangePlayers(
        id="y", tournament=OPEN, stage=MAIN, player=free, other=other, reason="x"
    )
    await refused(scene, meets, "meet each other; swap their colours")
    nobody = replace(meets, id="z", other=PlayerId("nobody"))
    await refused(scene, nobody, "nobody is not paired in this draft")


async def test_a_draft_against_the_rules_says_so(scene: Scene) -> None:
    await scene.open(players=4)
    await scene.publish()
    met = main_stage(scene).rounds[RoundNo(1)].pairings[0]
    await scene.finish((WHITE_WON, WHITE_WON))
    await scene.draft()
    assert draft_warnings(scene.desk.tournament(OPEN), MAIN) == ()
    there = next(p for p in draft_of(scene).pairings if met.white in (p.white, p.black))
    opponent = there.black if there.white == met.white else there.white
    await scene.act(
        ExchangePlayers(
            id="x", tournament=OPEN, stage=MAIN, player=opponent, other=met.black, reason="x"
        )
    )
    warnings = draft_warnings(scene.desk.tournament(OPEN), MAIN)
    assert any("have met before (C1)" in warning for warning in warnings)


async def test_a_draft_is_thrown_away(scene: Scene) -> None:
    await scene.open()
    withdraw = WithdrawDraft(id="w", tournament=OPEN, stage=MAIN)
    await refused(scene, withdraw, "there is no draft")
    await scene.draft()
    await scene.act(withdraw)
    await refused(scene, publish(1), "there is no draft: pair the round first")


# --- publishing, starting, closing ------------------------------------------------------------


async def test_a_round_is_published_once_and_as_it_is_numbered(scene: Scene) -> None:
    await scene.open()
    await scene.draft()
    await refused(scene, publish(2), "the draft is of round 1, not 2")
    await scene.act(publish(1))
    await refused(scene, replace(publish(1), id="again"), "there is no draft")


async def test_two_arbiters_who_publish_at_once_publish_once(scene: Scene) -> None:
    await scene.open()
    await scene.draft()
    seen = scene.log.last_seq
    await scene.act(replace(publish(1), expects=seen))
    with pytest.raises(StaleError, match=r"the round was published \(round 1\) .* by Ana"):
        await scene.act(replace(publish(1), id="second", expects=seen))


async def test_what_keeps_a_round_open_is_said_once(scene: Scene) -> None:
    await scene.open()
    number = await scene.publish()
    close = CloseRound(id="c", tournament=OPEN, stage=MAIN, round_no=number)
    await scene.enter(scene.game(2), DRAWN)
    await refused(scene, close, "closed: 4 boards have no official result: 1, 3–5$")
    await scene.sign(scene.game(1), WHITE_WON)
    await scene.enter(scene.game(1), BLACK_WON, FLOOR)
    text = "closed: board 1: the floor arbiter says 0-1, .*; 3 boards have no official result: 3–5$"
    await refused(scene, close, text)


@given(st.sets(st.integers(1, 60), min_size=1))
def test_boards_in_runs_name_every_board_once(boards: set[int]) -> None:
    named: list[int] = []
    for part in ranged([BoardNo(board) for board in boards]).split(", "):
        first, _, last = part.partition("–")
        named += range(int(first), int(last or first) + 1)
    assert named == sorted(boards)


async def test_a_round_is_started_closed_and_reopened(scene: Scene) -> None:
    await scene.open()
    number = await scene.publish(start=False)
    which = {"tournament": OPEN, "stage": MAIN, "round_no": number}
    close = CloseRound(id="c", **which)  # type: ignore[arg-type]
    start = StartRound(id="s", **which)  # type: ignore[arg-type]
    reopen = ReopenRound(id="o", reason="the card", **which)  # type: ignore[arg-type]
    await scene.act(start)
    await refused(scene, replace(start, id="s2"), "started already")
    await refused(scene, close, "round 1 cannot be closed: 5 boards have no official result: 1–5$")
    await refused(scene, reopen, "is not closed")
    await scene.finish(ALL)
    await refused(scene, replace(close, id="c2"), "closed already")
    await scene.act(reopen)
    await scene.act(replace(close, id="c3"))
    await scene.publish()
    await refused(scene, replace(reopen, id="o2"), "round 2 is published: correct the result")
    nowhere = replace(start, id="s3", round_no=RoundNo(9))
    await refused(scene, nowhere, "round 9 has not been published")


async def test_a_board_is_used_by_one_tournament_at_a_time(clock: FixedClock) -> None:
    log = MemoryLog(clock)
    first, second = Scene(log, clock), Scene(log, clock, TournamentId("youth"))
    both = {OPEN: BoardNo(1), TournamentId("youth"): BoardNo(3)}
    for scene in (first, second):
        scene.desk = type(scene.desk)(log, clock, first.desk._pairer, both, chance=lambda: "s")
    await first.open(live=0)
    await second.open(live=0)
    second._commands = 100
    await first.publish()
    await second.draft()
    command = PublishRound(
        id="y", tournament=TournamentId("youth"), stage=MAIN, round_no=RoundNo(1)
    )
    with pytest.raises(RefusedError, match="board 3, 4, 5 is in use by round 1 of open"):
        await second.act(command)
    await first.finish(ALL)
    await second.act(command)
    assert [p.board for p in main_stage(second).rounds[RoundNo(1)].pairings] == [3, 4, 5, 6, 7]


async def test_standings_become_official_once_when_their_round_is_closed(scene: Scene) -> None:
    await scene.open()
    await scene.publish()
    declare = DeclareStandings(id="d", tournament=OPEN, stage=MAIN, round_no=RoundNo(1))
    await refused(scene, declare, "round 1 is not closed: its results may still change")
    await scene.finish(ALL)
    await scene.act(declare)
    table = stage_standings(scene.desk.tournament(OPEN), MAIN)
    assert table is not None
    assert table.official
    await refused(scene, replace(declare, id="d2"), "are official already")


async def test_standings_with_an_adjourned_game_are_not_official(scene: Scene) -> None:
    await scene.open()
    await scene.publish()
    for board in (1, 2, 3, 4):
        await scene.enter(scene.game(board), WHITE_WON)
    await scene.act(draft(adjourn=True))
    await scene.act(publish(2))
    await scene.finish(ALL)
    declare = DeclareStandings(id="d", tournament=OPEN, stage=MAIN, round_no=RoundNo(2))
    await refused(scene, declare, "cannot be official: round 1: board 5 has no official result$")


# --- round robin ------------------------------------------------------------------------------


async def test_a_round_robin_is_played_through_and_everybody_meets_once(scene: Scene) -> None:
    await scene.open(players=5, settings=stage(System.BERGER, rounds=5))
    met = set()
    for _ in range(5):
        number = await scene.publish()
        the_round = main_stage(scene).rounds[number]
        met |= {frozenset({p.white, p.black}) for p in the_round.pairings}
        assert [bye.bye.kind for bye in the_round.byes] == [ResultKind.ZERO_BYE]
        await scene.finish((DRAWN, DRAWN))
    assert len(met) == 10


async def test_in_a_round_robin_who_is_out_is_still_paired_and_loses_by_forfeit(
    scene: Scene,
) -> None:
    await scene.open(players=4, settings=stage(System.BERGER, rounds=3))
    await scene.publish()
    await scene.finish((DRAWN, DRAWN))
    await scene.act(WithdrawPlayer(id="w", tournament=OPEN, player=PlayerId("bos")))
    await scene.publish()
    pairings = main_stage(scene).rounds[RoundNo(2)].pairings
    assert "bos" in {p for pairing in pairings for p in (pairing.white, pairing.black)}
    bye = RequestBye(
        id="b", tournament=OPEN, player=PlayerId("claes"), round_no=RoundNo(3), bye=HALF_BYE
    )
    await refused(scene, bye, "a round robin has no byes")
    late = EnterPlayer(id="e", tournament=OPEN, player=player("Late, Lea"))
    await refused(scene, late, "a round robin takes no late entries")
