"""Opening stages and drawing lots for them: who may, when, and what is kept."""

import pytest

from desk.commands.kinds.rounds import CloseRound, DraftPairings, ExchangePlayers, PublishRound
from desk.commands.kinds.stages import DrawLots, OpenStage
from desk.errors import RefusedError
from facts import fact as f
from facts.envelope import Actor
from facts.ids import PlayerId, RoundNo, StageId
from results.stages.progress import StageState, progress_of
from results.tournament.lots import Dice, draw_order
from tests.desk.scene import CHIEF, DEPUTY, FLOOR
from tests.desk.whole_tournament import WholeTournament, chance_results, entries, tied_at
from tests.places import CONFIGS

ENTRIES, ONE, TWO = StageId("entries"), StageId("group-one"), StageId("group-two")


async def groups() -> WholeTournament:
    whole = WholeTournament.by(CONFIGS / "weekend-groups-nl.toml", chance_results(Dice(5)))
    await whole.enter(entries(14))
    return whole


async def warsaw(until: str) -> WholeTournament:
    """Warsaw's tournament with eleven tied at the cut, until a stage is ready to be opened."""
    results = tied_at(16, 11, 8, Dice(51))
    whole = WholeTournament.by(CONFIGS / "european-rapid-warsaw.toml", results)
    await whole.enter(entries(40))
    while progress_of(whole.tournament, StageId(until)).state is not StageState.READY:
        assert await whole.step()
    return whole


async def opened(
    whole: WholeTournament, stage: StageId, actor: Actor = CHIEF, **more: object
) -> None:
    ident = {"id": whole.id(), "tournament": whole.config.id, "stage": stage}
    await whole.desk.act(OpenStage(**ident, **more), actor)  # type: ignore[arg-type]


async def test_a_stage_is_opened_once_its_sources_are_done_and_only_once() -> None:
    whole = await groups()
    with pytest.raises(RefusedError, match="Group 1 cannot be opened: waits for Entries by rating"):
        await opened(whole, ONE)
    with pytest.raises(RefusedError, match="for the arbiter"):
        await opened(whole, ENTRIES, FLOOR)
    await opened(whole, ENTRIES, DEPUTY)
    await opened(whole, ONE, DEPUTY)
    with pytest.raises(RefusedError, match="Group 1 is open already"):
        await opened(whole, ONE)
    fixed = [e.fact for e in whole.log.read() if isinstance(e.fact, f.QualifiersFixed)]
    assert fixed[-1] == f.QualifiersFixed(
        ENTRIES, ONE, tuple(map(PlayerId, ("p1", "p2", "p3", "p4")))
    )


async def test_the_chief_arbiter_may_choose_other_players_and_says_why() -> None:
    whole = await groups()
    await opened(whole, ENTRIES)
    chosen = tuple(map(PlayerId, ("p1", "p2", "p3", "p5")))
    with pytest.raises(RefusedError, match="chief arbiter"):
        await opened(whole, ONE, DEPUTY, players=chosen, reason="p4 asked for group 2")
    with pytest.raises(RefusedError, match="needs a reason"):
        await opened(whole, ONE, players=chosen)
    with pytest.raises(RefusedError, match="no player 'nobody'"):
        await opened(whole, ONE, players=(PlayerId("nobody"),), reason="?")
    with pytest.raises(RefusedError, match="somebody twice"):
        await opened(whole, ONE, players=(chosen[0], chosen[0]), reason="?")
    await opened(whole, ONE, players=chosen, reason="p4 asked for group 2")
    assert whole.tournament.stages[ONE].entrants == chosen
    assert progress_of(whole.tournament, ONE).sentences == (
        "Player 004 would enter it now",
        "Player 005 would not enter it now",
    )


async def test_the_players_of_a_stage_stand_once_it_has_begun() -> None:
    whole = await groups()
    for stage in (ENTRIES, ONE):
        await opened(whole, stage)
    await whole.act(DraftPairings(id=whole.id(), tournament=whole.config.id, stage=ONE))
    await whole.act(
        PublishRound(id=whole.id(), tournament=whole.config.id, stage=ONE, round_no=RoundNo(1))
    )
    with pytest.raises(RefusedError, match="Group 1 has begun: its players stand"):
        await opened(whole, ONE)


async def test_stages_that_run_at_the_same_time_sit_behind_one_another() -> None:
    whole = await groups()
    for stage in (ENTRIES, ONE, TWO):
        await opened(whole, stage)
    for stage in (ONE, TWO):
        await whole.act(DraftPairings(id=whole.id(), tournament=whole.config.id, stage=stage))
    drafts = [whole.tournament.stages[stage].draft for stage in (ONE, TWO)]
    boards = [pairing.board for draft in drafts if draft is not None for pairing in draft.pairings]
    assert boards == [1, 2, 3, 4]


async def test_a_stage_open_to_everybody_needs_no_opening() -> None:
    with pytest.raises(RefusedError, match="is open to everybody who entered"):
        await opened(await fresh(), StageId("qualification"))


async def fresh() -> WholeTournament:
    whole = WholeTournament.by(CONFIGS / "european-rapid-warsaw.toml", chance_results(Dice(5)))
    await whole.enter(entries(20))
    return whole


async def test_a_knock_out_keeps_its_pairs_and_is_not_closed_before_all_are_decided() -> None:
    whole = await warsaw("tie-break")
    cup = StageId("tie-break")
    await opened(whole, cup)
    which = {"tournament": whole.config.id, "stage": cup}
    await whole.act(DraftPairings(id=whole.id(), **which))  # type: ignore[arg-type]
    draft = whole.tournament.stages[cup].draft
    assert draft is not None
    one, two = draft.pairings[:2]
    exchange = ExchangePlayers(
        id=whole.id(),
        tournament=whole.config.id,
        stage=cup,
        player=one.white,
        other=two.white,
        reason="why not",
    )
    with pytest.raises(RefusedError, match="follows from the places and the winners"):
        await whole.act(exchange)
    await whole.act(PublishRound(id=whole.id(), **which, round_no=RoundNo(1)))  # type: ignore[arg-type]
    with pytest.raises(RefusedError, match="cannot be closed"):
        await whole.act(CloseRound(id=whole.id(), **which, round_no=RoundNo(1)))  # type: ignore[arg-type]


async def test_numbers_by_lot_are_drawn_by_the_program_or_by_hand_until_round_one() -> None:
    whole = await warsaw("group-one")
    group = StageId("group-one")
    await opened(whole, group)
    players = whole.tournament.stages[group].entrants
    assert players is not None
    lot = whole.tournament.stages[group].lots[-1]
    assert lot.purpose == "numbers"
    assert lot.outcome == draw_order(lot.seed, "numbers", players)
    assert whole.tournament.stages[group].numbers == lot.outcome
    which = {"tournament": whole.config.id, "stage": group, "purpose": "numbers"}
    by_hand = tuple(reversed(players))
    await whole.act(DrawLots(id=whole.id(), **which, outcome=by_hand))  # type: ignore[arg-type]
    assert whole.tournament.stages[group].numbers == by_hand
    assert whole.tournament.stages[group].lots[-1].seed == ""
    with pytest.raises(RefusedError, match="does not name everybody once"):
        await whole.act(DrawLots(id=whole.id(), **which, outcome=by_hand[1:]))  # type: ignore[arg-type]
    with pytest.raises(RefusedError, match="lots are drawn for"):
        await whole.act(DrawLots(id=whole.id(), **{**which, "purpose": "tea"}))  # type: ignore[arg-type]
    swiss = {**which, "stage": StageId("qualification")}
    with pytest.raises(RefusedError, match="are not given by lot"):
        await whole.act(DrawLots(id=whole.id(), **swiss))  # type: ignore[arg-type]


async def test_places_are_drawn_among_all_who_share_them() -> None:
    whole = await warsaw("tie-break")
    which = {"tournament": whole.config.id, "stage": StageId("qualification"), "purpose": "places"}
    with pytest.raises(RefusedError, match="say whose places"):
        await whole.act(DrawLots(id=whole.id(), **which))  # type: ignore[arg-type]
    with pytest.raises(RefusedError, match="do not share a place"):
        await whole.act(
            DrawLots(id=whole.id(), **which, players=(PlayerId("p1"), PlayerId("p2")))  # type: ignore[arg-type]
        )


async def test_whoever_withdraws_after_the_players_were_fixed_had_qualified() -> None:
    whole = await warsaw("qualifiers")
    qualifiers = StageId("qualifiers")
    first = progress_of(whole.tournament, qualifiers).entrants[0].player
    await opened(whole, qualifiers)
    await whole.happens([f.PlayerWithdrew(first, RoundNo(9))])
    now = progress_of(whole.tournament, qualifiers)
    assert now.sentences == ()
    assert now.entrants[0].player == first
    assert (whole.tournament.stages[qualifiers].entrants or ())[0] == first
