"""What an arbiter settles about a line, and what is refused."""

from dataclasses import replace

import pytest

from desk.commands.decisions.on_lines import position_fen
from desk.commands.kinds.lines import AdoptPosition, ChooseLine, CorrectLine
from desk.errors import RefusedError, StaleError
from facts import fact as f
from facts.envelope import Actor, Role
from facts.fact import Certainty, LineMove, Mark
from facts.ids import BoardNo, DeviceId, GameId
from tests.desk.scene import CHIEF, FLOOR, Scene

NC3, D4 = ("b1c3", "g8f6", "d2d4", "a7a5"), ("d2d4", "a7a5", "b1c3", "g8f6")
OPERATOR = Actor(Role.BOARD_OPERATOR, "Dan")


async def doubtful(scene: Scene, *more: str, shown: bool = True) -> GameId:
    """1.e4 e5 and four plies in two orders; ``more`` was played after them."""
    await scene.open()
    await scene.publish()
    game = scene.game(1)
    stretch = ("Nc3", "Nf6", "d4", "a5") if shown else ()
    await scene.line(game, "e4", "e5", *stretch, *more)
    await scene.happens(f.LineAmbiguous(game, 3, (NC3, D4), "moves were missed"))
    return game


def chosen(scene: Scene, game: GameId, moves: tuple[str, ...], from_ply: int = 3) -> ChooseLine:
    return ChooseLine(id=scene.id(), game=game, from_ply=from_ply, moves=moves)


async def test_the_line_that_is_shown_is_only_confirmed(scene: Scene) -> None:
    game = await doubtful(scene)
    (entry,) = await scene.act(chosen(scene, game, NC3), FLOOR)
    assert entry.fact == f.MoveConfirmed(game, 6, "arbiter")
    state = scene.desk.hall.games[game]
    assert (state.settled, state.doubts) == (6, ())


@pytest.mark.parametrize("shown", [True, False])
async def test_another_line_takes_its_place_and_what_followed_stays(
    scene: Scene, shown: bool
) -> None:
    game = await doubtful(scene, *(("Nf3",) if shown else ()), shown=shown)
    await scene.act(chosen(scene, game, D4))
    state = scene.desk.hall.games[game]
    tail = ["Nf3"] if shown else []
    assert [move.san for move in state.line] == ["e4", "e5", "d4", "a5", "Nc3", "Nf6", *tail]
    assert {move.certainty for move in state.line[2:6]} == {Certainty.CERTAIN}
    assert all(move.marks == () for move in state.line[2:6])
    assert (state.settled, state.doubts) == (6, ())
    times = [move.at for move in state.line]
    assert times == sorted(times)


async def test_a_line_that_is_not_in_doubt_any_more_is_refused(scene: Scene) -> None:
    game = await doubtful(scene)
    for wrong in (
        chosen(scene, game, ("a2a3",)),
        chosen(scene, game, D4, from_ply=5),
        chosen(scene, game, ()),
    ):
        with pytest.raises(StaleError, match="board 1, round 1: that line is not one of those"):
            await scene.act(wrong)
    await scene.act(chosen(scene, game, D4))
    with pytest.raises(StaleError, match="look again"):
        await scene.act(chosen(scene, game, NC3))


async def test_a_line_after_which_the_rest_is_impossible_is_refused(scene: Scene) -> None:
    await scene.open()
    await scene.publish()
    game = scene.game(1)
    await scene.line(game, "e4", "e5", "Nf3", "Nc6")
    lines = (("g1f3",), ("g1h3",))
    await scene.happens(f.LineAmbiguous(game, 3, lines, "a man was not seen"))
    await scene.line(game, "e4", "e5", "Nf3", "Nc6", "Ng5")
    with pytest.raises(RefusedError, match=r"3\. Ng5 is not possible after these moves"):
        await scene.act(chosen(scene, game, ("g1h3",)))


async def test_whoever_is_below_a_floor_arbiter_settles_nothing(scene: Scene) -> None:
    game = await doubtful(scene)
    with pytest.raises(RefusedError, match="settling moves is for the floor arbiter"):
        await scene.act(chosen(scene, game, D4), OPERATOR)


# --- corrections ------------------------------------------------------------------------------


async def corrected(scene: Scene) -> tuple[GameId, CorrectLine]:
    await scene.open()
    await scene.publish()
    game = scene.game(1)
    line = await scene.line(game, "e4", "e5", "Nf3", "Nc6")
    move = LineMove("g8f6", "Nf6", 5300, line[3].at)
    command = CorrectLine(
        id=scene.id(), game=game, from_ply=4, before=("e2e4", "e7e5", "g1f3"),
        moves=(move,), reason="scoresheet",
    )  # fmt: skip
    return game, command


async def test_a_correction_is_kept_with_its_reason_and_stands(scene: Scene) -> None:
    game, command = await corrected(scene)
    entries = await scene.act(command)
    assert [type(entry.fact) for entry in entries] == [f.LineCorrected, f.MoveConfirmed]
    assert all(entry.draft.reason == "scoresheet" for entry in entries)
    state = scene.desk.hall.games[game]
    assert (state.line[3].san, state.line[3].clock_s, state.settled) == ("Nf6", 5300, 4)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"reason": " "}, "needs a reason"),
        ({"before": ("e2e4", "e7e5", "b1c3")}, "have changed: look again"),
        ({"from_ply": 0, "before": ()}, "have changed: look again"),
        ({"from_ply": 9}, "have changed: look again"),
    ],
)
async def test_a_correction_of_what_is_not_there_is_refused(
    scene: Scene, change: dict[str, object], complaint: str
) -> None:
    _, command = await corrected(scene)
    with pytest.raises(RefusedError, match=complaint):
        await scene.act(replace(command, **change))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("uci", "marks", "complaint"),
    [
        ("g8g5", (), "2… Nf6 is not possible"),
        ("zz", (), "'zz' is no move"),
        ("e2e4", (Mark.ILLEGAL,), "is not possible after these moves"),
    ],
)
async def test_moves_that_cannot_be_are_refused(
    scene: Scene, uci: str, marks: tuple[Mark, ...], complaint: str
) -> None:
    _, command = await corrected(scene)
    wrong = replace(command.moves[0], uci=uci, marks=marks)
    with pytest.raises(RefusedError, match=complaint):
        await scene.act(replace(command, moves=(wrong,)))


async def test_an_illegal_move_that_stood_can_be_written_down(scene: Scene) -> None:
    game, command = await corrected(scene)
    stood = replace(command.moves[0], uci="b8c7", san="", marks=(Mark.ILLEGAL,))
    taken = replace(stood, uci="b8b5")
    await scene.act(replace(command, moves=(taken,)))
    move = scene.desk.hall.games[game].line[3]
    assert (move.san, move.marks) == ("Nb8-b5", (Mark.ILLEGAL,))


async def test_moves_can_be_taken_off_but_nothing_is_no_correction(scene: Scene) -> None:
    game, command = await corrected(scene)
    await scene.act(replace(command, moves=()))
    assert len(scene.desk.hall.games[game].line) == 3
    nothing = replace(command, id=scene.id(), moves=())
    with pytest.raises(RefusedError, match="this changes nothing"):
        await scene.act(nothing)


# --- from what stands --------------------------------------------------------------------------


async def armed(scene: Scene) -> tuple[GameId, AdoptPosition]:
    await scene.open()
    await scene.publish()
    game = scene.game(1)
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    await scene.happens(f.GameArmed(game, BoardNo(1), DeviceId("25731"), start))
    command = AdoptPosition(
        id=scene.id(), game=game, placement="r3k2r/8/8/8/8/8/4P3/R3K2R",
        white_to_move=False, reason="switched on late", move_no=30,
    )  # fmt: skip
    return game, command


async def test_what_stands_becomes_the_start_with_the_rights_that_the_men_allow(
    scene: Scene,
) -> None:
    game, command = await armed(scene)
    await scene.line(game, "e4")
    entries = await scene.act(command)
    assert [type(e.fact) for e in entries] == [f.LineCorrected, f.PositionAdopted]
    state = scene.desk.hall.games[game]
    assert state.start_fen == "r3k2r/8/8/8/8/8/4P3/R3K2R b KQkq - 0 30"
    assert (state.line, state.adopted) == ([], True)


@pytest.mark.parametrize(
    ("placement", "complaint"),
    [
        ("r3k2r/8/8/8/8/8/8/R6R", "White has no king"),
        ("r3k2r/8/8/8/8/8/8/R3K2P", "a pawn stands on the first"),
        ("4k3/8/8/8/8/8/4R3/4K3", ""),
        ("4k3/4R3/8/8/8/8/8/4K3 w", "not what can stand"),
        ("kk6/8/8/8/8/8/8/4K3", "more than two kings|no position"),
        ("nonsense", "not what can stand on a board"),
    ],
)
def test_what_is_no_position_is_refused_and_says_why(placement: str, complaint: str) -> None:
    if not complaint:
        assert position_fen("x", placement, white=False).endswith(" b -")
        with pytest.raises(RefusedError, match="not to move is in check"):
            position_fen("x", placement, white=True)
        return
    with pytest.raises(RefusedError, match=complaint):
        position_fen("board 1", placement, white=True)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [({"reason": ""}, "needs a reason"), ({"move_no": 0}, "0 is no move number")],
)
async def test_a_start_without_a_reason_or_with_a_wrong_number_is_refused(
    scene: Scene, change: dict[str, object], complaint: str
) -> None:
    _, command = await armed(scene)
    with pytest.raises(RefusedError, match=complaint):
        await scene.act(replace(command, **change), CHIEF)  # type: ignore[arg-type]


async def test_a_game_without_a_board_has_nothing_that_stands(scene: Scene) -> None:
    _, command = await armed(scene)
    with pytest.raises(RefusedError, match="no electronic board records it"):
        await scene.act(replace(command, game=scene.game(5)))
