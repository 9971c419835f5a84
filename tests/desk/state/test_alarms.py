"""Every alarm of an operator reaches the arbiter's page and the terminal, with its board."""

from datetime import timedelta
from io import StringIO

import pytest
from rich.console import Console

from desk.host.live_table import LiveTable, round_table
from desk.state.alarms import lasting
from desk.state.boards import BoardState, BoardView, board_views
from desk.views.fact_lines import line_of
from desk.views.parts import PartsMaker, Wanted
from facts import fact as f
from facts.fact import Certainty, ClockEvent, LineMove, Side
from facts.ids import DeviceId, GameId, RoundNo
from facts.result import BLACK_WON
from tests.desk.scene import CHIEF, MAIN, OPEN, Scene
from tests.fakes.virtual_clock import EPOCH, FixedClock

SEEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"


def view(scene: Scene, board: int = 1) -> BoardView:
    known = scene.desk.known
    views = board_views(known.hall, known.tournaments[OPEN], MAIN, RoundNo(1), known.at)
    return next(one for one in views if one.board == board)


def page(scene: Scene, game: GameId) -> str:
    """All words of a board on the arbiter's page."""
    parts = PartsMaker(lambda _tournament, _stage: None).parts(scene.desk.known, CHIEF, Wanted())
    part = parts[f"board/{game}"]
    return f"{part['board']}: {part['state']} {part['reasons']} {part['notes']}"  # type: ignore[index, call-overload]


def terminal(scene: Scene) -> str:
    """The terminal's table."""
    known = scene.desk.known
    stage = known.tournaments[OPEN].stages[MAIN]
    console = Console(file=StringIO(), width=240)
    console.print(round_table(known, known.tournaments[OPEN], stage))
    return console.file.getvalue()  # type: ignore[attr-defined, no-any-return]


def news(scene: Scene) -> list[str]:
    """What a terminal without a table has printed."""
    known = scene.desk.known
    return [line for entry in scene.log.read() if (line := line_of(entry, known)) is not None]


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("squares-differ", "3 squares fit no line: c4 and d5 and e6"),
        ("man-elsewhere", "a man has changed its square without a legal move: g1 and h1"),
        ("set-up-wrong", "the set-up is wrong on b1 and c1"),
        ("men-missing", "no man is seen on d4"),
    ],
)
async def test_what_fits_no_line_is_told_with_its_squares_and_since_when(
    scene: Scene, clock: FixedClock, code: str, text: str
) -> None:
    await scene.open()
    await scene.publish()
    game = scene.game(1)
    await scene.happens(f.PlacementUnclear(game, code, text, SEEN))
    clock.at += timedelta(seconds=95)
    await scene.happens(f.PlacementUnclear(game, code, text, SEEN))
    assert (view(scene).state, view(scene).since) == (BoardState.UNCLEAR, EPOCH)
    assert page(scene, game).startswith("1: unclear")
    assert text in page(scene, game)
    assert f"{text}, for 1 min 35 s" in terminal(scene)
    assert any("board 1: UNCLEAR" in line and text in line for line in news(scene))
    await scene.happens(f.PlacementClear(game))
    assert view(scene).state is not BoardState.UNCLEAR


async def test_a_silent_board_is_told(scene: Scene) -> None:
    await scene.open()
    await scene.publish()
    await scene.happens(f.DeviceSilent(DeviceId("25731")))
    game = scene.game(1)
    assert view(scene).state is BoardState.OFFLINE
    for told in (page(scene, game), terminal(scene)):
        assert "board 25731 is silent" in told
    assert any("device 25731 is silent: check its cable" in line for line in news(scene))


async def test_a_result_while_the_clock_runs_is_told_with_what_speaks_against_it(
    scene: Scene,
) -> None:
    await scene.open()
    await scene.publish()
    game = scene.game(1)
    await scene.line(game, "e4", "e5")
    await scene.sign(game, BLACK_WON, Certainty.LIKELY, ("the clock still runs",))
    assert view(scene).state in {BoardState.UNCLEAR, BoardState.CONFLICT}
    for told in (page(scene, game), terminal(scene)):
        assert "the clock still runs" in told
    assert any("BUT the clock still runs" in line for line in news(scene))


async def lever(scene: Scene, game: GameId, running: Side) -> None:
    await scene.happens(f.ClockSet(game, 5400, 5400, running, ClockEvent.LEVER))


async def test_a_move_without_a_time_is_told_once_it_is_answered(scene: Scene) -> None:
    await scene.open()
    await scene.publish()
    game = scene.game(1)

    async def move(ply: int, san: str) -> None:
        line = LineMove("e2e4", san, None, scene.clock.now())
        await scene.happens(f.MovePlayed(game, ply, line))

    await move(1, "e4")
    assert view(scene).alarms == ()  # no clock is known to be in use
    await lever(scene, game, Side.BLACK)
    await move(2, "e5")
    await move(3, "Nf3")
    await lever(scene, game, Side.BLACK)
    text = "no time with 1… e5: was the lever pressed"
    for told in (page(scene, game), terminal(scene)):
        assert text in told
    await scene.happens(f.MoveConfirmed(game, 2, "arbiter"))
    assert view(scene).alarms == ()  # an arbiter knows


async def test_a_king_s_step_that_may_be_half_a_sign_is_told_at_once(scene: Scene) -> None:
    await scene.open()
    await scene.publish()
    game = scene.game(2)
    step = LineMove("e3d4", "Kd4", 60, scene.clock.now(), (), Certainty.UNCLEAR)
    await scene.happens(f.MovePlayed(game, 1, step))
    for told in (page(scene, game), terminal(scene)):
        assert "1. Kd4 may be half of a result sign" in told
    await scene.happens(f.MoveConfirmed(game, 1, "lever"))
    assert view(scene, 2).alarms == ()
    assert "not clear" not in page(scene, game)


async def test_a_terminal_without_a_table_prints_each_alarm_once_with_its_board(
    scene: Scene,
) -> None:
    await scene.open()
    await scene.publish()
    game = scene.game(3)
    step = LineMove("e3d4", "Kd4", 60, scene.clock.now(), (), Certainty.UNCLEAR)
    await scene.happens(f.MovePlayed(game, 1, step))
    screen = LiveTable(scene.desk, (), plain=True, console=Console(file=StringIO()))
    assert [line.split(" ", 1)[1] for line in screen.alarm_news()] == [
        "board 3: 1. Kd4 may be half of a result sign: nothing has confirmed it yet"
    ]
    assert screen.alarm_news() == []


def test_how_long_it_lasts_is_said_in_minutes_and_seconds() -> None:
    assert lasting(EPOCH, EPOCH + timedelta(seconds=34)) == "for 34 s"
    assert lasting(EPOCH, EPOCH + timedelta(seconds=125)) == "for 2 min 5 s"
    assert lasting(None, EPOCH) == ""
