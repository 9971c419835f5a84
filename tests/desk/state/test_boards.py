import pytest

from desk.commands.kinds.results import ConfirmResult, TakeOverGame
from desk.commands.kinds.rounds import StartRound
from desk.state.boards import BoardState, BoardView, agreeing, board_views, needing_first
from facts import fact as f
from facts.fact import Certainty, ClockEvent, LineMove, Mark, Side
from facts.ids import DeviceId, GameId
from facts.result import BLACK_WON, DRAWN, WHITE_WON
from tests.desk.scene import FLOOR, MAIN, OPEN, Scene


def view(scene: Scene, board: int) -> BoardView:
    tournament = scene.desk.tournament(OPEN)
    views = board_views(scene.desk.hall, tournament, MAIN, max(tournament.stages[MAIN].rounds))
    return next(v for v in views if v.board == board)


@pytest.fixture
async def playing(scene: Scene) -> Scene:
    await scene.open(live=4)
    await scene.publish()
    return scene


async def test_a_live_board_waits_until_the_first_move_and_then_plays(playing: Scene) -> None:
    assert view(playing, 1).state is BoardState.WAITING
    game = playing.game(1)
    await playing.move(game, 1, "e4")
    seen = view(playing, 1)
    assert (seen.state, seen.last_move, seen.plies, seen.live) == (
        BoardState.PLAYING, "1. e4", 1, True,
    )  # fmt: skip
    await playing.move(game, 2, "c5")
    assert view(playing, 1).last_move == "1… c5"


async def test_a_board_without_device_waits_for_the_round_and_then_plays(scene: Scene) -> None:
    await scene.open(live=0)
    await scene.publish(start=False)
    assert view(scene, 5).state is BoardState.WAITING
    assert view(scene, 5).reasons == ("the round has not started",)
    await scene.act(
        StartRound(
            id="s", tournament=OPEN, stage=MAIN,
            round_no=max(scene.desk.tournament(OPEN).stages[MAIN].rounds),
        )
    )  # fmt: skip
    assert view(scene, 5).state is BoardState.PLAYING
    assert not view(scene, 5).live


async def test_the_way_of_a_king_sign_to_an_official_result(playing: Scene) -> None:
    game = playing.game(1)
    await playing.move(game, 1, "e4")
    await playing.move(game, 2, "e5")
    await playing.sign(game, WHITE_WON, Certainty.LIKELY)
    assert view(playing, 1).state is BoardState.SIGN_SEEN
    await playing.sign(game, WHITE_WON)
    assert view(playing, 1).state is BoardState.PROPOSED
    assert view(playing, 1).reasons == ("1-0 by king sign",)
    await playing.act(ConfirmResult(id="c", game=game, result=WHITE_WON))
    seen = view(playing, 1)
    assert (seen.state, seen.reasons) == (BoardState.CONFIRMED, ("1-0 confirmed by Ana",))


async def test_sources_that_differ_are_a_conflict_with_both_in_words(playing: Scene) -> None:
    game = playing.game(1)
    await playing.sign(game, WHITE_WON)
    await playing.enter(game, BLACK_WON, FLOOR)
    seen = view(playing, 1)
    assert seen.state is BoardState.CONFLICT
    assert seen.reasons == ("the floor arbiter says 0-1, the king sign says 1-0",)
    assert [claim.result for claim in seen.claims] == [WHITE_WON, BLACK_WON]


async def test_what_fits_no_line_is_unclear_until_it_fits_again(playing: Scene) -> None:
    game = playing.game(1)
    await playing.move(game, 1, "e4")
    await playing.happens(f.PlacementUnclear(game, "lost", "a man has gone from e4", "8/8"))
    seen = view(playing, 1)
    assert (seen.state, seen.reasons) == (BoardState.UNCLEAR, ("a man has gone from e4",))
    await playing.happens(f.PlacementClear(game))
    assert view(playing, 1).state is BoardState.PLAYING


async def test_a_result_that_a_board_is_unsure_of_is_unclear(playing: Scene) -> None:
    await playing.sign(playing.game(1), WHITE_WON, Certainty.UNCLEAR)
    assert view(playing, 1).state is BoardState.UNCLEAR


async def test_a_device_that_is_gone_is_offline_with_its_reason(playing: Scene) -> None:
    await playing.happens(f.DeviceOffline(DeviceId("25731"), "the cable is out"))
    await playing.happens(f.DeviceSilent(DeviceId("25732")))
    assert view(playing, 1).state is BoardState.OFFLINE
    assert view(playing, 1).reasons == ("board 25731 is offline: the cable is out",)
    assert view(playing, 2).reasons == ("board 25732 is silent: nothing is heard from it",)
    await playing.happens(f.DeviceOnline(DeviceId("25731"), "dgt", "/dev/ttyACM1"))
    assert view(playing, 1).state is BoardState.WAITING


async def test_a_result_counts_more_than_a_device_that_went_off_after_it(playing: Scene) -> None:
    game = playing.game(1)
    await playing.sign(game, DRAWN)
    await playing.happens(f.DeviceOffline(DeviceId("25731"), "switched off"))
    seen = view(playing, 1)
    assert seen.state is BoardState.PROPOSED
    assert "board 25731 is offline: switched off" in seen.notes


async def test_a_game_taken_over_by_hand_is_not_live_and_asks_for_nothing(playing: Scene) -> None:
    game = playing.game(1)
    await playing.happens(f.DeviceOffline(DeviceId("25731"), "broken"))
    await playing.act(TakeOverGame(id="t", game=game, reason="broken"))
    seen = view(playing, 1)
    assert (seen.live, seen.by_hand, seen.state) == (False, True, BoardState.PLAYING)


async def test_warnings_and_doubts_about_moves_are_notes(playing: Scene) -> None:
    game = playing.game(1)
    await playing.move(game, 1, "e4")
    await playing.happens(f.DeviceWarned(DeviceId("25731"), "battery", "its battery is low"))
    await playing.happens(f.LineAmbiguous(game, 1, (("e2e4",), ("e2e3",)), "the pawn slid"))
    assert view(playing, 1).notes == (
        "the moves are not certain: the pawn slid",
        "its battery is low",
    )


@pytest.mark.parametrize(
    ("mark", "text"),
    [
        (Mark.RECONSTRUCTED, "2. Nf3 (not seen by the board)"),
        (Mark.AMBIGUOUS, "2. Nf3 (could be another)"),
        (Mark.PROMOTION_UNKNOWN, "2. Nf3 (promotes to an unknown piece)"),
        (Mark.ILLEGAL, "2. Nf3 (against the rules)"),
        (None, "2. Nf3 (is not clear)"),
    ],
)
async def test_a_proposal_whose_moves_are_not_certain_may_be_confirmed_and_says_so(
    playing: Scene, mark: Mark | None, text: str
) -> None:
    game, quiet = playing.game(1), playing.game(2)
    for board in (game, quiet):
        await playing.move(board, 1, "e4")
        await playing.move(board, 2, "e5")
    marks = (mark,) if mark is not None else ()
    certainty = Certainty.LIKELY if mark is not None else Certainty.UNCLEAR
    now = playing.clock.now()
    move = LineMove("g1f3", "Nf3", 5000, now, marks, certainty)
    await playing.happens(f.MovePlayed(game, 3, move))
    for board in (game, quiet):
        await playing.sign(board, WHITE_WON)
    unsure = {v.game: v.unsure for v in agreeing([view(playing, 1), view(playing, 2)])}
    assert unsure == {game: text, quiet: ""}
    assert f"the moves are not certain: {text}" in view(playing, 1).notes


async def test_boards_that_need_an_arbiter_come_first(playing: Scene) -> None:
    await playing.happens(f.DeviceOffline(DeviceId("25732"), "x"))
    await playing.sign(playing.game(4), WHITE_WON, conflicts=("Black has mated",))
    tournament = playing.desk.tournament(OPEN)
    views = board_views(playing.desk.hall, tournament, MAIN, max(tournament.stages[MAIN].rounds))
    assert [v.board for v in needing_first(views)] == [4, 2, 1, 3, 5]


async def test_a_corrected_line_and_a_clock_are_shown_as_they_are_now(playing: Scene) -> None:
    game = playing.game(1)
    for ply, san in enumerate(("e4", "e5", "Nf3"), start=1):
        await playing.move(game, ply, san)
    moves = (LineMove("d7d5", "d5", 5000, playing.clock.now()),)
    await playing.happens(f.LineCorrected(game, 2, moves, "the pawn stood on d5"))
    await playing.happens(f.ClockSet(game, 5390, 5000, Side.WHITE, ClockEvent.LEVER))
    seen = view(playing, 1)
    assert (seen.last_move, seen.plies) == ("1… d5", 2)
    assert seen.clock is not None
    assert (seen.clock.white_s, seen.clock.running) == (5390, Side.WHITE)


async def test_facts_about_games_that_nobody_published_change_nothing(playing: Scene) -> None:
    await playing.move(GameId("elsewhere.1.1"), 1, "e4")
    assert "elsewhere.1.1" not in playing.desk.hall.games
