"""Draws that the regulations do not let players agree to."""

import pytest

from desk.commands.kinds.results import ConfirmResult, EnterResult
from desk.demo.games import famous_games
from desk.errors import AskFirstError, RefusedError
from facts.envelope import Draft
from facts.fact import Certainty, GameAdded, LineMove, MovePlayed, ResultClaimed, ResultShown
from facts.ids import GameId, game_id, pairing_of
from facts.meeting import GameRole
from facts.regulations import DrawReason, DrawRules, Regulations
from facts.result import DRAWN, WHITE_WON
from facts.settings import Source
from facts.time_control import TimeControl
from tests.desk.scene import CHIEF, Scene

CLAIMS = Regulations(
    draws=DrawRules(
        only_claims=True,
        reasons=(DrawReason.THREEFOLD, DrawReason.PERPETUAL, DrawReason.THEORETICAL),
        adviser="GM Adviser",
    )
)
MOVE_30 = Regulations(draws=DrawRules(not_before_move=30))
KNIGHTS = ("g1f3", "g8f6", "f3g1", "f6g8")
LONG = next(
    moves for game in famous_games() if len(moves := tuple(move.uci for move in game.moves)) >= 64
)


async def play(scene: Scene, game: GameId, moves: tuple[str, ...]) -> None:
    for ply, uci in enumerate(moves, start=1):
        move = LineMove(uci, uci, None, scene.clock.now())
        await scene.happens(MovePlayed(game, ply, move))


async def board_1(scene: Scene, regulations: Regulations, moves: tuple[str, ...]) -> GameId:
    await scene.open(regulations=regulations)
    await scene.publish()
    game = scene.game(1)
    await play(scene, game, moves)
    return game


async def enter(scene: Scene, game: GameId, reason: str = "", sure: bool = False) -> None:
    await scene.act(
        EnterResult(
            id=scene.id(), game=game, result=DRAWN, reason=reason, sure=sure, while_playing=True
        )
    )


def official(scene: Scene, game: GameId) -> bool:
    claims = scene.desk.known.tournaments[scene.tournament].claims(game)
    return claims is not None and claims.official is not None


async def test_where_a_draw_is_a_claim_it_needs_one_of_the_reasons(scene: Scene) -> None:
    game = await board_1(scene, CLAIMS, KNIGHTS)
    with pytest.raises(RefusedError, match=r"GM Adviser advises.*threefold, perpetual-check"):
        await enter(scene, game)
    with pytest.raises(RefusedError, match="Begin the reason"):
        await enter(scene, game, "fifty-moves")
    await enter(scene, game, "perpetual-check")
    assert official(scene, game)


async def test_a_threefold_repetition_is_shown_from_the_moves(scene: Scene) -> None:
    game = await board_1(scene, CLAIMS, KNIGHTS * 2)
    await enter(scene, game, "threefold: claimed by White")
    claimed = [e.fact for e in scene.log.read(0) if isinstance(e.fact, ResultClaimed)]
    assert claimed[0].reason == (
        "threefold repetition: the position stood at the start, after 2…, after 4…; "
        "claimed by White"
    )


async def test_a_repetition_that_the_moves_do_not_show_is_asked_about(scene: Scene) -> None:
    game = await board_1(scene, CLAIMS, KNIGHTS)
    with pytest.raises(AskFirstError, match="2 times only"):
        await enter(scene, game, "threefold")
    await enter(scene, game, "threefold", sure=True)
    assert official(scene, game)


async def test_kings_that_show_a_draw_are_only_a_claim_there(scene: Scene) -> None:
    game = await board_1(scene, CLAIMS, KNIGHTS)
    await scene.sign(game, DRAWN)
    with pytest.raises(RefusedError, match="only a claim here"):
        await scene.act(ConfirmResult(id=scene.id(), game=game, result=DRAWN, while_playing=True))


async def test_a_win_is_confirmed_as_everywhere(scene: Scene) -> None:
    game = await board_1(scene, CLAIMS, KNIGHTS)
    await scene.sign(game, WHITE_WON)
    await scene.act(ConfirmResult(id=scene.id(), game=game, result=WHITE_WON, while_playing=True))
    assert official(scene, game)


async def test_no_draw_is_agreed_before_its_move(scene: Scene) -> None:
    game = await board_1(scene, MOVE_30, LONG[:56])
    await scene.sign(game, DRAWN)
    with pytest.raises(RefusedError, match="before move 30 of each side, and 28 were made"):
        await scene.act(ConfirmResult(id=scene.id(), game=game, result=DRAWN, while_playing=True))
    with pytest.raises(AskFirstError, match="Enter the draw anyway"):
        await enter(scene, game)
    with pytest.raises(RefusedError, match="needs a reason"):
        await enter(scene, game, sure=True)
    await enter(scene, game, "both players are ill", sure=True)
    assert official(scene, game)


async def test_after_that_move_or_by_rule_a_draw_is_a_draw(scene: Scene) -> None:
    game = await board_1(scene, MOVE_30, LONG[:60])
    await enter(scene, game)
    assert official(scene, game)


async def test_a_position_that_is_drawn_by_rule_is_drawn_at_any_move(scene: Scene) -> None:
    game = await board_1(scene, MOVE_30, KNIGHTS)
    await scene.happens(
        ResultShown(
            game, DRAWN, Source.POSITION, "stalemate", Certainty.CERTAIN, "stalemate on the board"
        )
    )
    await scene.act(ConfirmResult(id=scene.id(), game=game, result=DRAWN, while_playing=True))
    assert official(scene, game)


async def test_an_armageddon_game_may_be_drawn_at_any_move(scene: Scene) -> None:
    game = await board_1(scene, MOVE_30, KNIGHTS)
    pairing = pairing_of(game)
    place = scene.desk.known.tournaments[scene.tournament].place_of(pairing)
    assert place is not None
    further = game_id(pairing, 2)
    await scene.sign(game, WHITE_WON)
    await scene.act(ConfirmResult(id=scene.id(), game=game, result=WHITE_WON, while_playing=True))
    added = GameAdded(
        pairing, further, place[2].white, place[2].black, GameRole.ARMAGEDDON, TimeControl()
    )
    await scene.log.append([Draft(added, scene.clock.now(), CHIEF, scene.tournament)])
    await play(scene, further, KNIGHTS)
    await enter(scene, further)
    assert official(scene, further)
