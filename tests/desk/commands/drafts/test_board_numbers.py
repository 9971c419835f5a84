from dataclasses import replace

from desk.commands.drafts.review import draft_differences, draft_warnings
from desk.commands.kinds.players import FixBoard
from desk.commands.kinds.rounds import CloseRound, ExchangePlayers, SwapColours
from facts.fact import Pairing
from facts.ids import BoardNo, PlayerId, RoundNo
from facts.result import DRAWN
from facts.settings import Acceleration, System
from tests.desk.scene import FLOOR, MAIN, OPEN, Scene, refused, stage

BOS, CLAES = PlayerId("bos"), PlayerId("claes")


def fix(player: PlayerId, board: int | None, ident: str = "fix") -> FixBoard:
    where = BoardNo(board) if board is not None else None
    return FixBoard(id=ident, tournament=OPEN, player=player, board=where, reason="wheelchair")


def drafted(scene: Scene) -> tuple[Pairing, ...]:
    draft = scene.desk.tournament(OPEN).stages[MAIN].draft
    assert draft is not None
    return draft.pairings


def board_of(scene: Scene, player: PlayerId) -> int:
    (board,) = [p.board for p in drafted(scene) if player in (p.white, p.black)]
    return board


def exchange(one: PlayerId, other: PlayerId, ident: str = "x") -> ExchangePlayers:
    return ExchangePlayers(
        id=ident, tournament=OPEN, stage=MAIN, player=one, other=other, reason="asked"
    )


async def test_a_player_who_keeps_a_board_sits_there_and_the_others_fill_the_rest(
    scene: Scene,
) -> None:
    await scene.open()
    await scene.act(fix(BOS, 4))
    await scene.draft()
    assert board_of(scene, BOS) == 4
    assert sorted(p.board for p in drafted(scene)) == [1, 2, 3, 4, 5]


async def test_a_kept_board_may_lie_outside_the_row(scene: Scene) -> None:
    await scene.open()
    await scene.act(fix(BOS, 90))
    await scene.draft()
    assert board_of(scene, BOS) == 90
    assert sorted(p.board for p in drafted(scene)) == [1, 2, 3, 4, 90]


async def test_a_round_robin_keeps_boards_too(scene: Scene) -> None:
    await scene.open(players=6, settings=stage(System.BERGER, 5))
    await scene.act(fix(CLAES, 3))
    for _ in range(2):
        number = await scene.publish()
        assert number in (1, 2)
        rounds = scene.desk.tournament(OPEN).stages[MAIN].rounds
        (board,) = [p.board for p in rounds[number].pairings if CLAES in (p.white, p.black)]
        assert board == 3
        for game in rounds[number].games:
            await scene.enter(game, DRAWN)
        await scene.act(CloseRound(id=scene.id(), tournament=OPEN, stage=MAIN, round_no=number))


async def test_who_keeps_a_board_stays_at_it_when_players_change_places(scene: Scene) -> None:
    await scene.open()
    await scene.act(fix(BOS, 4))
    await scene.draft()
    other = next(p for p in drafted(scene) if p.board == 1).white
    await scene.act(exchange(BOS, other))
    assert board_of(scene, BOS) == 4
    assert len({p.board for p in drafted(scene)}) == 5


async def test_a_draft_made_before_the_board_was_kept_says_so(scene: Scene) -> None:
    await scene.open()
    await scene.draft()
    assert board_of(scene, BOS) == 1
    await scene.act(fix(BOS, 4))
    assert draft_warnings(scene.desk.tournament(OPEN), MAIN) == (
        "Bos, Willem keeps board 4 and is drafted to board 1: pair again",
    )
    await scene.draft()
    assert draft_warnings(scene.desk.tournament(OPEN), MAIN) == ()
    await scene.act(fix(BOS, None, "free"))
    await scene.draft()
    assert board_of(scene, BOS) == 1


async def test_a_board_is_kept_for_one_player_and_refusals_say_why(scene: Scene) -> None:
    await scene.open()
    await refused(scene, fix(BOS, None), "keeps no board")
    await refused(scene, fix(BOS, 0), "0 is no board number")
    await refused(scene, fix(PlayerId("ghost"), 3), "no player 'ghost'")
    await refused(scene, fix(BOS, 3), "for the arbiter", FLOOR)
    await scene.act(fix(BOS, 3))
    await refused(scene, fix(BOS, 3, "again"), "keeps board 3 already")
    await refused(scene, fix(CLAES, 3, "other"), "board 3 is kept for Bos, Willem: free it first")


# --- the engine's own draft ---------------------------------------------------------------


async def test_an_edited_draft_is_held_against_the_engines(scene: Scene) -> None:
    await scene.open()
    await scene.draft()
    assert draft_differences(scene.desk.tournament(OPEN), MAIN) == ()
    one, other = drafted(scene)[0], drafted(scene)[1]
    await scene.act(exchange(one.white, other.white))
    told = draft_differences(scene.desk.tournament(OPEN), MAIN)
    assert len(told) == 4
    assert told[0].endswith("is not the engine's")
    assert told[2].startswith("the engine pairs ")
    assert "same scoregroup" in told[2]
    await scene.act(exchange(one.white, other.white, "back"))
    assert draft_differences(scene.desk.tournament(OPEN), MAIN) == ()


async def test_swapped_colours_are_told_with_the_engines_reason(scene: Scene) -> None:
    await scene.open()
    await scene.draft()
    await scene.act(
        SwapColours(
            id="s", tournament=OPEN, stage=MAIN, pairing=drafted(scene)[0].id, reason="asked"
        )
    )
    (told,) = draft_differences(scene.desk.tournament(OPEN), MAIN)
    assert told.startswith("colours: ")


async def test_a_changed_bye_is_told(scene: Scene) -> None:
    await scene.open(players=5)
    await scene.draft()
    free = next(iter(scene.desk.tournament(OPEN).stages[MAIN].draft.byes)).player  # type: ignore[union-attr]
    await scene.act(exchange(BOS, free))
    told = draft_differences(scene.desk.tournament(OPEN), MAIN)
    assert "the bye for Bos, Willem is not the engine's" in told
    assert any(text.startswith("the engine pairs the bye for ") for text in told)


# --- acceleration -------------------------------------------------------------------------


async def test_an_accelerated_swiss_pairs_its_upper_half_first(scene: Scene) -> None:
    await scene.open(players=8, settings=replace(stage(rounds=7), acceleration=Acceleration.BAKU))
    await scene.draft()
    numbers = scene.desk.tournament(OPEN).stages[MAIN].numbers
    upper = set(numbers[:4])
    for pair in drafted(scene):
        assert (pair.white in upper) == (pair.black in upper)
    published = await scene.publish()
    assert published == RoundNo(1)
