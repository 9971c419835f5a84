"""A click for the wrong board does not end a game that goes on."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from desk.commands.kinds.results import ConfirmAgreeing, ConfirmResult, EnterResult, TakeOverGame
from desk.errors import AskFirstError, RefusedError
from desk.state.boards import BoardView, agreeing, board_views
from facts import fact as f
from facts.envelope import Actor
from facts.fact import Certainty, ClockEvent, ClockSet, Side
from facts.ids import DeviceId, GameId, RoundNo
from facts.result import DRAWN, WHITE_WON
from facts.settings import Source
from tests.desk.scene import CHIEF, DEPUTY, FLOOR, MAIN, OPEN, Scene
from tests.fakes.virtual_clock import FixedClock

LONG = 3600.0
Happening = Callable[[Scene, GameId, FixedClock], Awaitable[object]]


@pytest.fixture
async def playing(scene: Scene) -> Scene:
    await scene.open()
    await scene.publish()
    return scene


async def clock_set(scene: Scene, game: GameId, running: Side | None) -> None:
    await scene.happens(ClockSet(game, 3000, 2900, running, ClockEvent.LEVER))


async def moves(scene: Scene, game: GameId, plies: int = 45) -> None:
    for ply in range(1, plies + 1):
        await scene.move(game, ply, "Nf3" if ply % 2 else "Nf6")


def view(scene: Scene, board: int) -> BoardView:
    views = board_views(
        scene.desk.hall, scene.desk.tournament(OPEN), MAIN, RoundNo(1), scene.clock.now()
    )
    (found,) = [v for v in views if v.board == board]
    return found


def enter(game: GameId) -> EnterResult:
    return EnterResult(id="enter", game=game, result=WHITE_WON)


@pytest.mark.parametrize("actor", [CHIEF, DEPUTY, FLOOR])
async def test_a_result_for_a_game_whose_clocks_run_is_asked_for_twice(
    playing: Scene, clock: FixedClock, actor: Actor
) -> None:
    game = playing.game(2)
    await moves(playing, game)
    await clock_set(playing, game, Side.BLACK)
    clock.move(LONG)
    before = playing.log.last_seq
    with pytest.raises(
        AskFirstError,
        match=r"board 2, round 1 is still being played: move 23, clocks running. Enter 1-0 anyway",
    ) as refusal:
        await playing.act(enter(game), actor)
    assert refusal.value.field == "while_playing"
    assert playing.log.last_seq == before
    assert view(playing, 2).still_played == "move 23, clocks running"
    made = await playing.act(replace(enter(game), while_playing=True), actor)
    assert isinstance(made[0].fact, f.ResultClaimed)


async def test_a_result_for_a_game_whose_moves_still_arrive_is_asked_for_twice(
    playing: Scene, clock: FixedClock
) -> None:
    game = playing.game(2)
    await moves(playing, game, 4)
    clock.move(300)
    with pytest.raises(AskFirstError, match="move 2, moves still arrive"):
        await playing.act(enter(game))


async def nothing(_scene: Scene, _game: GameId, clock: FixedClock) -> None:
    clock.move(LONG)


async def sign(scene: Scene, game: GameId, _clock: FixedClock) -> None:
    await scene.sign(game, WHITE_WON)


async def mate(scene: Scene, game: GameId, _clock: FixedClock) -> None:
    shown = f.ResultShown(game, WHITE_WON, Source.POSITION, "mate", Certainty.CERTAIN, "mate")
    await scene.happens(shown)


async def set_up_again(scene: Scene, game: GameId, _clock: FixedClock) -> None:
    await scene.happens(f.PiecesSetUp(game))


async def by_hand(scene: Scene, game: GameId, _clock: FixedClock) -> None:
    await scene.act(TakeOverGame(id="t", game=game, reason="a faulty square"))


async def stopped(scene: Scene, game: GameId, clock: FixedClock) -> None:
    await clock_set(scene, game, Side.WHITE)
    await clock_set(scene, game, None)
    clock.move(LONG)


async def board_gone(scene: Scene, game: GameId, clock: FixedClock) -> None:
    await clock_set(scene, game, Side.WHITE)
    await scene.happens(f.DeviceOffline(DeviceId("25732"), "unplugged"))
    clock.move(LONG)


@pytest.mark.parametrize("over", [nothing, sign, mate, set_up_again, by_hand, stopped, board_gone])
async def test_a_game_that_does_not_go_on_is_entered_at_once(
    playing: Scene, clock: FixedClock, over: Happening
) -> None:
    game = playing.game(2)
    await moves(playing, game, 4)
    await over(playing, game, clock)
    made = await playing.act(enter(game))
    assert [type(e.fact) for e in made] == [f.ResultClaimed, f.ResultConfirmed]


async def test_a_sign_that_was_taken_back_ends_no_game(playing: Scene) -> None:
    game = playing.game(2)
    await moves(playing, game, 4)
    await playing.sign(game, WHITE_WON)
    await playing.happens(f.SignWithdrawn(game, "play goes on"))
    with pytest.raises(AskFirstError, match="still being played"):
        await playing.act(enter(game))


async def test_a_sign_that_is_not_clear_ends_no_game(playing: Scene) -> None:
    game = playing.game(2)
    await moves(playing, game, 4)
    await playing.sign(game, WHITE_WON, Certainty.UNCLEAR)
    with pytest.raises(AskFirstError, match="still being played"):
        await playing.act(enter(game))


async def test_a_report_for_a_game_that_goes_on_is_confirmed_alone_and_asked_for(
    playing: Scene,
) -> None:
    game, quiet = playing.game(2), playing.game(5)
    await moves(playing, game, 4)
    report = EnterResult(id="r", game=game, result=DRAWN, while_playing=True)
    await playing.act(report, FLOOR)
    await playing.enter(quiet, DRAWN, FLOOR)
    assert "the game is still being played: move 2, moves still arrive" in view(playing, 2).notes
    views = board_views(
        playing.desk.hall, playing.desk.tournament(OPEN), MAIN, RoundNo(1), playing.clock.now()
    )
    assert [v.game for v in agreeing(views)] == [quiet]
    both = ConfirmAgreeing(id="all", results=((game, DRAWN), (quiet, DRAWN)))
    with pytest.raises(RefusedError, match="board 2, round 1 is still being played"):
        await playing.act(both)
    confirm = ConfirmResult(id="c", game=game, result=DRAWN)
    with pytest.raises(AskFirstError, match="Confirm ½-½ anyway"):
        await playing.act(confirm)
    await playing.act(replace(confirm, while_playing=True))
