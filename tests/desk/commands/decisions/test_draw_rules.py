"""Draws that the regulations do not let players agree to."""

import re

import pytest

from desk.commands.decisions.on_results import left_for_a_ruling
from desk.commands.kinds import results as a
from desk.commands.situation import rank
from desk.demo.games import famous_games
from desk.errors import AskFirstError, RefusedError
from desk.state.boards import BoardState, BoardView, agreeing, board_views
from facts.envelope import Actor, Draft, Role
from facts.fact import (
    Certainty,
    GameAdded,
    LineMove,
    MovePlayed,
    ResultClaimed,
    ResultConfirmed,
    ResultRuled,
    ResultShown,
)
from facts.ids import GameId, RoundNo, game_id, pairing_of
from facts.meeting import GameRole
from facts.regulations import DrawReason, DrawRules, Regulations
from facts.result import DRAWN, WHITE_WON
from facts.settings import Confirmer, ResultPolicy, Source
from facts.time_control import TimeControl
from tests.desk.scene import CHIEF, DEPUTY, FLOOR, MAIN, Scene

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
        a.EnterResult(
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
    with pytest.raises(AskFirstError, match="only a claim here"):
        await scene.act(a.ConfirmResult(id=scene.id(), game=game, result=DRAWN, while_playing=True))


async def test_a_win_is_confirmed_as_everywhere(scene: Scene) -> None:
    game = await board_1(scene, CLAIMS, KNIGHTS)
    await scene.sign(game, WHITE_WON)
    await scene.act(a.ConfirmResult(id=scene.id(), game=game, result=WHITE_WON, while_playing=True))
    assert official(scene, game)


async def test_no_draw_is_agreed_before_its_move(scene: Scene) -> None:
    game = await board_1(scene, MOVE_30, LONG[:56])
    await scene.sign(game, DRAWN)
    with pytest.raises(AskFirstError, match="before move 30 of each side, and 28 were made"):
        await scene.act(a.ConfirmResult(id=scene.id(), game=game, result=DRAWN, while_playing=True))
    with pytest.raises(AskFirstError, match="Enter the draw anyway"):
        await enter(scene, game)
    with pytest.raises(RefusedError, match="needs a reason"):
        await enter(scene, game, sure=True)
    await enter(scene, game, "both players are ill", sure=True)
    assert official(scene, game)


FORBIDDEN = pytest.mark.parametrize(
    ("regulations", "text"),
    [
        (MOVE_30, "before move 30 of each side, and 2 were made"),
        (CLAIMS, r"only a claim here \(threefold, perpetual-check, theoretical-draw\)"),
        (Regulations(draws=DrawRules(only_claims=True)), "only a claim here: players cannot"),
        (
            Regulations(draws=DrawRules(not_before_move=30, only_claims=True)),
            "only a claim here: players cannot",
        ),
    ],
)
ALLOWED = pytest.mark.parametrize(
    "regulations", [Regulations(), Regulations(draws=DrawRules(not_before_move=2))]
)
POLICIES = pytest.mark.parametrize("lowest", list(Confirmer))
ACTORS = pytest.mark.parametrize("actor", [CHIEF, DEPUTY, FLOOR])


def confirmation(scene: Scene, game: GameId, reason: str | None = None) -> a.ConfirmResult:
    return a.ConfirmResult(
        id=scene.id(), game=game, result=DRAWN, while_playing=True,
        sure=reason is not None, reason=reason or "",
    )  # fmt: skip


async def two_signs(scene: Scene, regulations: Regulations, lowest: Confirmer) -> list[GameId]:
    """The kings show a draw on board 1 after two moves each, and a win for White on board 2."""
    await scene.open(regulations=regulations, policy=ResultPolicy(confirmer=lowest))
    await scene.publish()
    games = [scene.game(1), scene.game(2)]
    for game, result in zip(games, (DRAWN, WHITE_WON), strict=True):
        await play(scene, game, KNIGHTS)
        await scene.sign(game, result)
    return games


def may_rule(actor: Actor, lowest: Confirmer) -> bool:
    return rank(actor.role) >= rank(Role(lowest.value))


def views(scene: Scene) -> tuple[BoardView, ...]:
    tournament = scene.desk.tournament(scene.tournament)
    return board_views(scene.desk.hall, tournament, MAIN, RoundNo(1), scene.clock.now())


@FORBIDDEN
@POLICIES
@ACTORS
async def test_confirming_a_forbidden_draw_asks_for_a_ruling_of_whoever_may_give_it(
    scene: Scene, regulations: Regulations, text: str, lowest: Confirmer, actor: Actor
) -> None:
    game, _ = await two_signs(scene, regulations, lowest)
    if not may_rule(actor, lowest):
        for reason in (None, "both are ill"):
            with pytest.raises(RefusedError, match="confirming a result") as refusal:
                await scene.act(confirmation(scene, game, reason), actor)
            assert not isinstance(refusal.value, AskFirstError)
        assert not official(scene, game)
        return
    with pytest.raises(AskFirstError, match=text) as asked:
        await scene.act(confirmation(scene, game), actor)
    assert (asked.value.field, asked.value.needs_reason) == ("sure", True)
    with pytest.raises(RefusedError, match="needs a reason"):
        await scene.act(confirmation(scene, game, " "), actor)
    assert not official(scene, game)
    (entry,) = await scene.act(confirmation(scene, game, "both are ill"), actor)
    assert entry.fact == ResultRuled(game, DRAWN, "both are ill")
    assert entry.draft.actor == actor
    assert views(scene)[0].state is BoardState.CONFIRMED


@FORBIDDEN
@POLICIES
@ACTORS
async def test_confirming_all_leaves_a_forbidden_draw_and_confirms_the_others(
    scene: Scene, regulations: Regulations, text: str, lowest: Confirmer, actor: Actor
) -> None:
    drawn, won = await two_signs(scene, regulations, lowest)
    all_of_them = a.ConfirmAgreeing(id="all", results=((drawn, DRAWN), (won, WHITE_WON)))
    if not may_rule(actor, lowest):
        with pytest.raises(RefusedError, match="Nothing was confirmed"):
            await scene.act(all_of_them, actor)
    else:
        (entry,) = await scene.act(all_of_them, actor)
        assert entry.fact == ResultConfirmed(won, WHITE_WON)
        (left,) = left_for_a_ruling(scene.desk.known, all_of_them)
        assert re.match(f"board 1, round 1: .*{text}", left)
    assert official(scene, won) == may_rule(actor, lowest)
    assert not official(scene, drawn)
    alone = a.ConfirmAgreeing(id="alone", results=((drawn, DRAWN),))
    with pytest.raises(RefusedError, match="Nothing was confirmed"):
        await scene.act(alone, actor)


@FORBIDDEN
async def test_a_forbidden_draw_needs_somebody_until_it_is_ruled(
    scene: Scene, regulations: Regulations, text: str
) -> None:
    game, won = await two_signs(scene, regulations, Confirmer.ARBITER)
    drawn, other, *_ = views(scene)
    assert (drawn.state, other.state) == (BoardState.CONFLICT, BoardState.PROPOSED)
    assert re.search(text, drawn.reasons[0])
    assert [view.game for view in agreeing(views(scene))] == [won]
    await scene.act(confirmation(scene, game, "both are ill"))
    assert views(scene)[0].needs_ruling == ""


@ALLOWED
async def test_any_other_draw_is_confirmed_alone_and_with_all(
    scene: Scene, regulations: Regulations
) -> None:
    game, won = await two_signs(scene, regulations, Confirmer.ARBITER)
    assert [view.game for view in agreeing(views(scene))] == [game, won]
    await scene.act(a.ConfirmAgreeing(id="all", results=((game, DRAWN), (won, WHITE_WON))))
    assert official(scene, game)
    assert official(scene, won)


@FORBIDDEN
async def test_a_policy_lets_no_forbidden_draw_confirm_itself(
    scene: Scene, regulations: Regulations, text: str
) -> None:
    game, _ = await two_signs(scene, regulations, Confirmer.ARBITER)
    program = Actor(Role.PROGRAM, "policy")
    for reason in (None, "by the policy"):
        with pytest.raises(RefusedError):
            await scene.act(confirmation(scene, game, reason), program)
    assert not official(scene, game)


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
    await scene.act(a.ConfirmResult(id=scene.id(), game=game, result=DRAWN, while_playing=True))
    assert official(scene, game)


async def test_an_armageddon_game_may_be_drawn_at_any_move(scene: Scene) -> None:
    game = await board_1(scene, MOVE_30, KNIGHTS)
    pairing = pairing_of(game)
    place = scene.desk.known.tournaments[scene.tournament].place_of(pairing)
    assert place is not None
    further = game_id(pairing, 2)
    await scene.sign(game, WHITE_WON)
    await scene.act(a.ConfirmResult(id=scene.id(), game=game, result=WHITE_WON, while_playing=True))
    added = GameAdded(
        pairing, further, place[2].white, place[2].black, GameRole.ARMAGEDDON, TimeControl()
    )
    await scene.log.append([Draft(added, scene.clock.now(), CHIEF, scene.tournament)])
    await play(scene, further, KNIGHTS)
    await enter(scene, further)
    assert official(scene, further)
