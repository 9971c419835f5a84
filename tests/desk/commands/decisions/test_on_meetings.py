import asyncio
from dataclasses import replace

import pytest

from desk.commands.decisions.on_meetings import next_commands
from desk.commands.kinds import meetings as m
from desk.commands.kinds.results import RuleResult, SetRatingResult
from desk.commands.kinds.rounds import CloseRound
from desk.errors import RefusedError
from facts import fact as f
from facts.envelope import Actor, Role
from facts.ids import BoardNo, GameId, PairingId, PlayerId, RoundNo, pairing_of
from facts.meeting import Colours, GameRole, MeetingSettings, Odds, Rung
from facts.result import BLACK_WON, DRAWN, WHITE_WON
from facts.settings import System
from facts.time_control import TimeControl
from results.meetings.score import Meeting, meeting_of
from results.rounds.progress import verdicts
from tests.desk.scene import FLOOR, MAIN, OPEN, Scene, stage

ARMAGEDDON = Rung(GameRole.ARMAGEDDON, odds=Odds.BLACK, colours=Colours.SAME)
SUDDEN = Rung(
    GameRole.SUDDEN_DEATH,
    time_control=TimeControl("5 minutes", 300),
    black_time_control=TimeControl("4 minutes", 240),
    odds=Odds.BLACK,
    colours=Colours.CHOICE,
)
RAPID = Rung(GameRole.RAPID, 2, colours=Colours.LOT)
NORWAY = MeetingSettings(ladder=(ARMAGEDDON,), ladder_won=15, ladder_lost=10)
PROGRAM = Actor(Role.PROGRAM, "meeting")


async def opened(scene: Scene, meeting: MeetingSettings) -> GameId:
    settings = replace(stage(System.BERGER, 3), meeting=meeting)
    await scene.open(players=4, live=1, settings=settings)
    await scene.publish()
    return scene.game(1)


def meeting_at(scene: Scene, pairing: PairingId) -> Meeting:
    return meeting_of(scene.desk.tournament(OPEN), pairing)


def both(scene: Scene, pairing: PairingId) -> tuple[PlayerId, PlayerId]:
    of = meeting_at(scene, pairing).pairing
    return of.white, of.black


async def start(scene: Scene, pairing: PairingId, white: PlayerId | None = None) -> GameId:
    (entry,) = await scene.act(m.StartNextGame(id=scene.id(), pairing=pairing, white=white))
    assert isinstance(entry.fact, f.GameAdded)
    return entry.fact.game


async def test_the_program_adds_an_armageddon_game_once_the_draw_is_official(scene: Scene) -> None:
    game = await opened(scene, NORWAY)
    pairing = pairing_of(game)
    await scene.sign(game, DRAWN)
    assert next_commands(scene.desk.known) == ()
    async with asyncio.TaskGroup() as group:
        running = group.create_task(scene.desk.run())
        await scene.enter(game, DRAWN)
        await asyncio.sleep(1)
        running.cancel()
    second = meeting_at(scene, pairing).at_the_board
    assert second is not None
    assert (second.role, second.odds) == (GameRole.ARMAGEDDON, Odds.BLACK)
    (entry,) = [e for e in scene.log.read() if isinstance(e.fact, f.GameAdded)]
    assert entry.draft.actor == PROGRAM
    official = meeting_at(scene, pairing).games[0].verdict.official
    assert official is not None
    assert entry.draft.because == (official.seq,)
    assert scene.desk.hall.games[second.game].board == 1
    assert next_commands(scene.desk.known) == ()
    await scene.enter(second.game, DRAWN)
    assert meeting_at(scene, pairing).winner == both(scene, pairing)[1]


async def test_a_decided_game_is_followed_by_none_and_a_start_is_refused(scene: Scene) -> None:
    game = await opened(scene, NORWAY)
    await scene.enter(game, WHITE_WON)
    assert next_commands(scene.desk.known) == ()
    with pytest.raises(RefusedError, match="no further game is due"):
        await start(scene, pairing_of(game))


async def test_a_game_is_started_once_and_not_twice(scene: Scene) -> None:
    game = await opened(scene, NORWAY)
    await scene.enter(game, DRAWN)
    await start(scene, pairing_of(game))
    with pytest.raises(RefusedError, match="has no result yet"):
        await start(scene, pairing_of(game))


async def test_where_an_arbiter_starts_the_games_the_program_does_not(scene: Scene) -> None:
    game = await opened(scene, MeetingSettings(games=2, at_once=False))
    await scene.enter(game, DRAWN)
    assert next_commands(scene.desk.known) == ()
    with pytest.raises(RefusedError, match="signed in as"):
        await scene.act(m.StartNextGame(id="no", pairing=pairing_of(game)), FLOOR)
    await start(scene, pairing_of(game))
    second = meeting_at(scene, pairing_of(game)).at_the_board
    assert second is not None
    assert second.white == both(scene, pairing_of(game))[1]


async def test_the_winner_of_the_lot_chooses_before_the_game_is_started(scene: Scene) -> None:
    game = await opened(scene, MeetingSettings(ladder=(SUDDEN,)))
    pairing = pairing_of(game)
    await scene.enter(game, DRAWN)
    white, black = both(scene, pairing)
    with pytest.raises(RefusedError, match="draw the lot"):
        await start(scene, pairing)
    await scene.act(m.DrawColours(id=scene.id(), pairing=pairing))
    assert next_commands(scene.desk.known) == ()
    with pytest.raises(RefusedError, match="drawn already"):
        await scene.act(m.DrawColours(id=scene.id(), pairing=pairing))
    with pytest.raises(RefusedError, match="which colour its winner chose"):
        await start(scene, pairing)
    with pytest.raises(RefusedError, match="does not play"):
        await start(scene, pairing, PlayerId("nobody"))
    await start(scene, pairing, black)
    sudden = meeting_at(scene, pairing).at_the_board
    assert sudden is not None
    assert (sudden.white, sudden.black) == (black, white)
    lot = scene.desk.tournament(OPEN).stages[MAIN].lots[-1]
    assert (lot.seed, sudden.lot_winner) == ("seed", lot.outcome[0])


async def test_a_lot_drawn_by_hand_gives_white_and_the_program_goes_on(scene: Scene) -> None:
    game = await opened(scene, MeetingSettings(ladder=(RAPID,)))
    pairing = pairing_of(game)
    await scene.enter(game, DRAWN)
    _, black = both(scene, pairing)
    with pytest.raises(RefusedError, match="does not play"):
        await scene.act(m.DrawColours(id="x", pairing=pairing, winner=PlayerId("nobody")))
    await scene.act(m.DrawColours(id=scene.id(), pairing=pairing, winner=black))
    (command,) = next_commands(scene.desk.known)
    await scene.act(command, PROGRAM)
    rapid = meeting_at(scene, pairing).at_the_board
    assert rapid is not None
    assert rapid.white == black


async def test_a_round_is_not_closed_while_a_further_game_is_due(scene: Scene) -> None:
    game = await opened(scene, NORWAY)
    await scene.enter(game, DRAWN)
    await scene.enter(scene.game(2), WHITE_WON)
    close = CloseRound(id="c", tournament=OPEN, stage=MAIN, round_no=RoundNo(1))
    with pytest.raises(RefusedError, match="Armageddon game follows"):
        await scene.act(close)
    second = await start(scene, pairing_of(game))
    with pytest.raises(RefusedError, match="board 1 has no official result"):
        await scene.act(replace(close, id="d"))
    await scene.enter(second, BLACK_WON)
    await scene.act(replace(close, id="e"))
    with pytest.raises(RefusedError, match="round is closed"):
        await start(scene, pairing_of(scene.game(2)))


async def test_a_further_game_that_nobody_began_is_dropped_when_the_draw_was_none(
    scene: Scene,
) -> None:
    game = await opened(scene, NORWAY)
    await scene.enter(game, DRAWN)
    second = await start(scene, pairing_of(game))
    with pytest.raises(RefusedError, match="this game is needed"):
        await scene.act(m.DropGame(id="x", game=second, reason="tired"))
    ruling = "a phone was found"
    await scene.act(RuleResult(id=scene.id(), game=game, result=WHITE_WON, reason=ruling))
    (command,) = next_commands(scene.desk.known)
    assert isinstance(command, m.DropGame)
    await scene.act(command, PROGRAM)
    assert second not in scene.desk.hall.games
    assert scene.desk.tournament(OPEN).claims(second) is None


async def test_a_further_game_that_was_begun_stays_and_does_not_count(scene: Scene) -> None:
    game = await opened(scene, NORWAY)
    await scene.enter(game, DRAWN)
    second = await start(scene, pairing_of(game))
    await scene.move(second, 1, "d4")
    await scene.act(RuleResult(id=scene.id(), game=game, result=WHITE_WON, reason="so"))
    assert next_commands(scene.desk.known) == ()
    with pytest.raises(RefusedError, match="was begun"):
        await scene.act(m.DropGame(id="x", game=second, reason="over"))
    assert meeting_at(scene, pairing_of(game)).winner == both(scene, pairing_of(game))[0]


async def test_nothing_is_started_for_a_pairing_that_was_never_published(scene: Scene) -> None:
    await opened(scene, NORWAY)
    with pytest.raises(RefusedError, match="never published"):
        await start(scene, PairingId("open.main.9.9"))


async def test_a_draw_by_correction_in_a_closed_round_starts_no_game(scene: Scene) -> None:
    game = await opened(scene, NORWAY)
    await scene.finish([WHITE_WON, WHITE_WON])
    await scene.publish()
    await scene.act(RuleResult(id=scene.id(), game=game, result=DRAWN, reason="the card"))
    assert next_commands(scene.desk.known) == ()
    with pytest.raises(RefusedError, match="closed"):
        await start(scene, pairing_of(game))


async def test_a_further_game_is_not_rated_with_the_first(scene: Scene) -> None:
    game = await opened(scene, NORWAY)
    await scene.enter(game, DRAWN)
    second = await start(scene, pairing_of(game))
    await scene.enter(second, WHITE_WON)
    with pytest.raises(RefusedError, match="only the first game"):
        await scene.act(SetRatingResult(id="r", game=second, result=DRAWN, reason="so"))


async def test_a_further_game_may_be_played_at_a_board_that_is_free(scene: Scene) -> None:
    game = await opened(scene, NORWAY)
    pairing = pairing_of(game)
    await scene.enter(game, DRAWN)
    taken = m.StartNextGame(id="1", pairing=pairing, board=BoardNo(2))
    with pytest.raises(RefusedError, match="board 2 is in use by round 1"):
        await scene.act(taken)
    with pytest.raises(RefusedError, match="no board 0"):
        await scene.act(replace(taken, id="2", board=BoardNo(0)))
    await scene.act(replace(taken, id="3", board=BoardNo(7)))
    tournament = scene.desk.tournament(OPEN)
    second = meeting_at(scene, pairing).games[1].game
    assert scene.desk.hall.games[second].board == 7
    the_round = tournament.stages[MAIN].rounds[RoundNo(1)]
    seen = [(one.board, one.game) for one in verdicts(tournament, the_round)]
    assert seen[:2] == [(1, game), (7, second)]
    assert the_round.boards == {1, 2, 7}
    with pytest.raises(RefusedError, match="board 7, round 1"):
        await start(scene, pairing)
