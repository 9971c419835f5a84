import pytest

from desk.commands.kinds.moves import RecordMoves, TakeBackMove
from desk.commands.kinds.results import TakeOverGame
from desk.errors import RefusedError
from desk.state.boards import move_text
from facts import fact as f
from facts.envelope import Actor, Role
from facts.fact import Certainty
from facts.ids import BoardNo, DeviceId, GameId
from tests.desk.scene import CHIEF, FLOOR, Scene


@pytest.fixture
async def playing(scene: Scene) -> Scene:
    await scene.open(live=1)
    await scene.publish()
    await scene.happens(f.GameArmed(scene.game(1), BoardNo(1), DeviceId("25731"), CHESS_START))
    return scene


CHESS_START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


async def write(scene: Scene, game: GameId, moves: str, actor: Actor = FLOOR) -> None:
    await scene.act(RecordMoves(id=scene.id(), game=game, moves=moves), actor)


def line(scene: Scene, game: GameId) -> list[tuple[str, str]]:
    return [(move.uci, move.san) for move in scene.desk.hall.games[game].line]


async def test_moves_of_a_game_without_a_board_are_written_down(playing: Scene) -> None:
    game = playing.game(5)
    await write(playing, game, "1. e4 e5 2.Nf3 Nc6 3. Bc4 Bc5 4. 0-0 *")
    await write(playing, game, "4... Nf6")
    assert line(playing, game)[-3:] == [("f8c5", "Bc5"), ("e1g1", "O-O"), ("g8f6", "Nf6")]
    state = playing.desk.hall.games[game]
    assert move_text(state) == "4… Nf6"
    assert {move.certainty for move in state.line} == {Certainty.CERTAIN}
    played = [e.fact for e in playing.log.read() if isinstance(e.fact, f.MovePlayed)]
    assert {fact.source for fact in played} == {"arbiter"}
    assert [fact.ply for fact in played] == list(range(1, 9))


@pytest.mark.parametrize(
    ("moves", "text"),
    [
        ("e4 e5 Ke3", r"2\. Ke3 is not possible in this position"),
        ("e4 e4", r"1\.\.\. e4 is not possible"),
        ("Nf3 d5 d3 c5 Nd2", r"3\. Nd2 can be two moves; name the square"),
        ("  1-0 ", "no move is written; expected for example Nf3 d5"),
        ("e4 " * 500, "more than 400 half-moves at once"),
    ],
)
async def test_a_move_that_is_not_possible_is_named_and_none_is_written(
    playing: Scene, moves: str, text: str
) -> None:
    before = playing.log.last_seq
    with pytest.raises(RefusedError, match=text):
        await write(playing, playing.game(5), moves)
    assert playing.log.last_seq == before


async def test_a_game_that_a_board_records_must_be_taken_over_first(playing: Scene) -> None:
    game = playing.game(1)
    await playing.move(game, 1, "e4")
    with pytest.raises(RefusedError, match="the electronic board records it; take it over first"):
        await write(playing, game, "e5")
    await playing.act(TakeOverGame(id="t", game=game, reason="faulty square"), FLOOR)
    await write(playing, game, "e5")
    assert line(playing, game) == [("e2e4", "e4"), ("e7e5", "e5")]


async def test_a_move_written_wrongly_is_taken_back_with_a_reason(playing: Scene) -> None:
    game = playing.game(5)
    back = TakeBackMove(id="b", game=game, reason="misread")
    with pytest.raises(RefusedError, match="no move is recorded"):
        await playing.act(back)
    await write(playing, game, "e4 e5")
    with pytest.raises(RefusedError, match="needs a reason"):
        await playing.act(TakeBackMove(id="b2", game=game, reason=""))
    await playing.act(back)
    assert line(playing, game) == [("e2e4", "e4")]
    await write(playing, game, "c5", CHIEF)
    assert line(playing, game) == [("e2e4", "e4"), ("c7c5", "c5")]


async def test_moves_go_on_after_one_that_stood_though_it_was_illegal(playing: Scene) -> None:
    game = playing.game(5)
    odd = f.LineMove("e2e5", "e5", None, playing.clock.now(), (f.Mark.ILLEGAL,))
    await playing.happens(f.MovePlayed(game, 1, odd))
    await write(playing, game, "d5")
    assert line(playing, game) == [("e2e5", "e5"), ("d7d5", "d5")]


async def test_a_line_that_makes_no_sense_must_be_mended_first(playing: Scene) -> None:
    game = playing.game(5)
    await playing.move(game, 1, "e4")
    await playing.move(game, 2, "e4")  # a man from a square that is empty by now
    with pytest.raises(RefusedError, match=r"half-move 2 \(e4\) moves nothing; take moves back"):
        await write(playing, game, "Nf3")
    await playing.act(TakeBackMove(id="b", game=game, reason="nonsense"))
    await write(playing, game, "e5")
    assert [san for _, san in line(playing, game)] == ["e4", "e5"]


async def test_players_record_nothing_here(playing: Scene) -> None:
    with pytest.raises(RefusedError, match="floor arbiter"):
        await write(playing, playing.game(5), "e4", Actor(Role.PLAYER, "Bos"))
