"""What an arbiter is told of a game's moves, from the log alone and with what its board knows."""

from desk.views.game import GameView, game_view, movetext
from facts import fact as f
from facts.ids import GameId
from tests.desk.scene import Scene


def view(scene: Scene, game: GameId, *reasons: tuple[str, str]) -> GameView:
    return game_view(scene.desk.hall.games[game], scene.log.read(), reasons)


async def test_confirmations_are_told_for_the_moves_that_they_reach(scene: Scene) -> None:
    await scene.open()
    await scene.publish()
    game = scene.game(1)
    await scene.line(game, "e4", "e5", "Nf3", "Nc6")
    await scene.happens(f.MoveConfirmed(game, 1, "lever"))
    await scene.happens(f.MoveConfirmed(game, 3, "answer"))
    found = view(scene, game).moves
    assert [move.number for move in found] == ["1.", "1…", "2.", "2…"]
    assert [move.confirmed.split(" at ")[0] for move in found] == [
        "the clock's lever", "the answer", "the answer", "",
    ]  # fmt: skip
    assert [move.certainty for move in found] == ["certain"] * 3 + ["likely"]


async def test_a_correction_is_told_with_who_made_it_and_undoes_confirmations(
    scene: Scene,
) -> None:
    await scene.open()
    await scene.publish()
    game = scene.game(1)
    line = await scene.line(game, "e4", "e5", "Nf3")
    await scene.happens(f.MoveConfirmed(game, 3, "rest"))
    await scene.happens(f.LineCorrected(game, 2, line[1:2], "the man was put back"))
    found = view(scene, game)
    assert [move.confirmed != "" for move in found.moves] == [True, False]
    assert [(one.text, one.by, one.reason) for one in found.corrections] == [
        ("1… e5", "", "the man was put back")
    ]


async def test_what_a_board_knows_of_other_moves_is_not_shown(scene: Scene) -> None:
    await scene.open()
    await scene.publish()
    game = scene.game(1)
    await scene.line(game, "e4", "e5")
    found = view(scene, game, ("d2d4", "of another line"), ("e7e5", "the man arrived")).moves
    assert [move.reason for move in found] == ["", "the man arrived"]


async def test_lines_in_doubt_come_with_their_moves_and_where_they_lead(scene: Scene) -> None:
    await scene.open()
    await scene.publish()
    game = scene.game(1)
    await scene.line(game, "e4", "e5", "Nf3", "Nc6")
    lines = (("g1f3", "b8c6"), ("f1c4", "b8c6"))
    await scene.happens(f.LineAmbiguous(game, 3, lines, "two fit"))
    (doubt,) = view(scene, game).doubts
    assert [(one.text, one.now) for one in doubt.lines] == [
        ("2.Nf3 Nc6", True), ("2.Bc4 Nc6", False),
    ]  # fmt: skip
    assert doubt.lines[1].squares[26] == "B"
    assert view(scene, game).settled == 0


def test_moves_are_numbered_as_players_write_them() -> None:
    start = "8/8/8/8/8/8/8/8 b - - 0 23"
    assert movetext(start, 1, ["Nf6", "Rd1", "Kg7"]) == "23…Nf6 24.Rd1 Kg7"
