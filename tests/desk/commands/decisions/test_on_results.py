from dataclasses import replace

import pytest

from desk.commands.kinds.every import Command
from desk.commands.kinds.results import (
    ConfirmAgreeing,
    ConfirmResult,
    EnterResult,
    ReopenGame,
    RuleResult,
    SetRatingResult,
    TakeOverGame,
    WithdrawClaim,
)
from desk.errors import AskFirstError, StaleError
from desk.state.boards import BoardState, agreeing, board_views
from facts import fact as f
from facts.envelope import Actor, Entry, Role
from facts.fact import Certainty
from facts.ids import GameId, RoundNo
from facts.result import (
    BLACK_WON,
    DOUBLE_FORFEIT,
    DRAWN,
    HALF_BYE,
    WHITE_WON,
    WHITE_WON_BY_FORFEIT,
    Result,
    ResultKind,
    Score,
)
from facts.settings import Confirmation, Confirmer, ResultPolicy, Source
from results.rounds.table import crosstable
from results.tournament.judging import ResultState, judge
from results.tournament.tournament import RoundState
from tests.desk.scene import CHIEF, DEPUTY, FLOOR, MAIN, OPEN, Scene, refused
from tests.fakes.virtual_clock import FixedClock

BOTH_LOSE = Result(Score.LOSS, Score.LOSS, ResultKind.RULED)


def state(scene: Scene, game: GameId) -> ResultState:
    tournament = scene.desk.tournament(OPEN)
    claims = tournament.claims(game)
    assert claims is not None
    return judge(claims, tournament.policy).state


def official(scene: Scene, game: GameId) -> Result | None:
    claims = scene.desk.tournament(OPEN).claims(game)
    assert claims is not None
    return claims.official.result if claims.official is not None else None


def kinds(entries: object) -> list[str]:
    assert isinstance(entries, list)
    return [type(e.fact).__name__ for e in entries if isinstance(e, Entry)]


@pytest.fixture
async def playing(scene: Scene) -> Scene:
    await scene.open()
    await scene.publish()
    return scene


async def asked_first(scene: Scene, command: Command, field: str, text: str) -> None:
    """The command is refused until ``field`` says that it is meant, and writes nothing."""
    before = scene.log.last_seq
    with pytest.raises(AskFirstError, match=text) as refusal:
        await scene.act(command)
    assert refusal.value.field == field
    assert scene.log.last_seq == before


# --- entering ---------------------------------------------------------------------------


async def test_a_result_that_nothing_speaks_against_is_official_at_once(playing: Scene) -> None:
    game = playing.game(5)
    made = await playing.enter(game, WHITE_WON)
    assert kinds(list(made)) == ["ResultClaimed", "ResultConfirmed"]
    claim = made[0].fact
    assert isinstance(claim, f.ResultClaimed)
    assert claim.source is Source.CHIEF_ARBITER
    assert official(playing, game) == WHITE_WON


async def test_a_result_that_the_board_agrees_with_is_official_and_names_its_evidence(
    playing: Scene,
) -> None:
    game = playing.game(1)
    await playing.move(game, 1, "e4")
    await playing.move(game, 2, "e5")
    sign = await playing.sign(game, DRAWN)
    made = await playing.enter(game, DRAWN)
    assert official(playing, game) == DRAWN
    assert sign.seq in made[-1].draft.because


async def test_a_result_that_the_board_contradicts_stays_a_claim_and_is_a_conflict(
    playing: Scene,
) -> None:
    game = playing.game(1)
    await playing.sign(game, BLACK_WON)
    made = await playing.enter(game, WHITE_WON)
    assert kinds(list(made)) == ["ResultClaimed"]
    assert official(playing, game) is None
    assert state(playing, game) is ResultState.CONFLICT


async def test_a_floor_arbiter_reports_and_an_arbiter_confirms(playing: Scene) -> None:
    game = playing.game(5)
    made = await playing.enter(game, WHITE_WON, FLOOR)
    assert kinds(list(made)) == ["ResultClaimed"]
    assert state(playing, game) is ResultState.PROPOSED
    await refused(
        playing,
        ConfirmResult(id="c", game=game, result=WHITE_WON),
        "confirming a result is for the arbiter; you are signed in as floor-arbiter",
        FLOOR,
    )
    await playing.act(ConfirmResult(id="c", game=game, result=WHITE_WON), DEPUTY)
    assert official(playing, game) == WHITE_WON


async def test_only_the_chief_arbiter_decides_where_the_policy_says_so(scene: Scene) -> None:
    await scene.open(policy=ResultPolicy(confirmer=Confirmer.CHIEF_ARBITER))
    await scene.publish()
    game = scene.game(5)
    made = await scene.enter(game, WHITE_WON, DEPUTY)
    assert kinds(list(made)) == ["ResultClaimed"]
    await refused(
        scene,
        RuleResult(id="r", game=game, result=DRAWN, reason="x"),
        "for the chief arbiter",
        DEPUTY,
    )
    await scene.act(ConfirmResult(id="c", game=game, result=WHITE_WON), CHIEF)
    assert official(scene, game) == WHITE_WON


async def test_players_and_devices_enter_nothing(playing: Scene) -> None:
    command = EnterResult(id="e", game=playing.game(5), result=WHITE_WON)
    await refused(playing, command, "floor arbiter", Actor(Role.PLAYER, "Bos"))
    await refused(playing, command, "floor arbiter", Actor(Role.PROGRAM, "policy"))


async def test_a_forfeit_is_entered_for_a_game_that_was_not_played(playing: Scene) -> None:
    game = playing.game(5)
    await playing.enter(game, WHITE_WON_BY_FORFEIT)
    assert official(playing, game) == WHITE_WON_BY_FORFEIT
    other = playing.game(4)
    await playing.enter(other, DOUBLE_FORFEIT)
    assert official(playing, other) == DOUBLE_FORFEIT


async def test_a_forfeit_of_a_game_with_moves_is_asked_for_twice(playing: Scene) -> None:
    game = playing.game(5)  # no electronic board: its moves were written down
    await playing.move(game, 1, "e4")
    forfeit = EnterResult(id="e", game=game, result=WHITE_WON_BY_FORFEIT)
    await asked_first(playing, forfeit, "sure", "1 half-move was played, so this looks like no")
    await playing.act(replace(forfeit, sure=True))
    assert official(playing, game) == WHITE_WON_BY_FORFEIT


async def test_a_forfeit_of_a_game_that_goes_on_is_asked_for_or_ruled(playing: Scene) -> None:
    game = playing.game(1)
    await playing.move(game, 1, "e4")
    await playing.move(game, 2, "e5")
    forfeit = EnterResult(id="e", game=game, result=WHITE_WON_BY_FORFEIT)
    await asked_first(playing, forfeit, "sure", "2 half-moves were played")
    await asked_first(playing, replace(forfeit, sure=True), "while_playing", "still being played")
    await playing.act(
        RuleResult(id="r", game=game, result=WHITE_WON_BY_FORFEIT, reason="left the hall")
    )
    assert official(playing, game) == WHITE_WON_BY_FORFEIT


@pytest.mark.parametrize(
    ("actor", "source"),
    [
        (CHIEF, Source.CHIEF_ARBITER),
        (DEPUTY, Source.ARBITER),
        (FLOOR, Source.FLOOR_ARBITER),
        (Actor(Role.APPEALS, "Committee"), Source.APPEAL),
    ],
)
async def test_whoever_enters_a_result_speaks_for_themselves(
    playing: Scene, actor: Actor, source: Source
) -> None:
    made = await playing.enter(playing.game(5), WHITE_WON, actor)
    claim = made[0].fact
    assert isinstance(claim, f.ResultClaimed)
    assert claim.source is source


@pytest.mark.parametrize("source", [Source.MATCH_CARD, Source.WHITE_PLAYER])
async def test_the_match_card_is_claimed_only_where_an_arbiter_says_so(
    playing: Scene, source: Source
) -> None:
    card = EnterResult(id="e", game=playing.game(5), result=WHITE_WON, source=source)
    made = await playing.act(card, DEPUTY)
    claim = made[0].fact
    assert isinstance(claim, f.ResultClaimed)
    assert claim.source is source


@pytest.mark.parametrize(
    ("actor", "source"),
    [
        (FLOOR, Source.CHIEF_ARBITER),
        (FLOOR, Source.ARBITER),
        (DEPUTY, Source.CHIEF_ARBITER),
        (CHIEF, Source.APPEAL),
    ],
)
async def test_nobody_speaks_for_those_above_them(
    playing: Scene, actor: Actor, source: Source
) -> None:
    command = EnterResult(id="e", game=playing.game(5), result=WHITE_WON, source=source)
    await refused(playing, command, "cannot speak for them", actor)


async def test_a_card_that_says_otherwise_is_a_conflict_with_the_arbiters_word(
    playing: Scene,
) -> None:
    game = playing.game(5)
    card = EnterResult(id="e", game=game, result=DRAWN, source=Source.MATCH_CARD)
    await playing.act(card, FLOOR)
    made = await playing.enter(game, WHITE_WON, DEPUTY)
    assert kinds(list(made)) == ["ResultClaimed"]
    assert state(playing, game) is ResultState.CONFLICT


async def test_a_word_that_the_policy_does_not_count_is_not_taken_in_silence(
    scene: Scene,
) -> None:
    order = (Source.CHIEF_ARBITER, Source.MATCH_CARD)
    await scene.open(policy=ResultPolicy(order=order))
    await scene.publish()
    command = EnterResult(id="e", game=scene.game(5), result=WHITE_WON)
    await refused(scene, command, "one of chief-arbiter, match-card", DEPUTY)
    await scene.act(replace(command, source=Source.MATCH_CARD), DEPUTY)
    assert official(scene, scene.game(5)) == WHITE_WON


async def test_a_policy_that_names_only_floor_arbiters_counts_arbiters_with_them(
    scene: Scene,
) -> None:
    await scene.open(policy=ResultPolicy(order=(Source.MATCH_CARD, Source.FLOOR_ARBITER)))
    await scene.publish()
    made = await scene.enter(scene.game(5), WHITE_WON, DEPUTY)
    assert kinds(list(made)) == ["ResultClaimed", "ResultConfirmed"]


async def test_odd_scores_are_rulings_with_a_reason(playing: Scene) -> None:
    game = playing.game(5)
    await refused(
        playing, EnterResult(id="e", game=game, result=BOTH_LOSE), "0-0 is a ruling; give it with"
    )
    await refused(
        playing, RuleResult(id="r", game=game, result=BOTH_LOSE, reason=" "), "needs a reason"
    )
    await playing.act(RuleResult(id="r", game=game, result=BOTH_LOSE, reason="both phones rang"))
    assert official(playing, game) == BOTH_LOSE


async def test_a_result_for_a_game_that_is_not_there_is_refused(playing: Scene) -> None:
    command = EnterResult(id="e", game=GameId("open.main.1.99.1"), result=WHITE_WON)
    await refused(playing, command, "there is no game 'open.main.1.99.1'")


async def test_a_bye_is_no_result_of_a_game(playing: Scene) -> None:
    command = EnterResult(id="e", game=playing.game(5), result=HALF_BYE)
    await refused(playing, command, "no result of a game between two players")


async def test_nobody_enters_what_only_a_board_can_say(playing: Scene) -> None:
    command = EnterResult(id="e", game=playing.game(5), result=WHITE_WON, source=Source.KING_SIGN)
    await refused(playing, command, "king-sign is what a board says")


async def test_an_official_result_is_not_entered_again_but_overruled(playing: Scene) -> None:
    game = playing.game(5)
    await playing.enter(game, WHITE_WON)
    await refused(
        playing, EnterResult(id="e", game=game, result=WHITE_WON), "1-0 is official already"
    )
    await refused(
        playing, EnterResult(id="e", game=game, result=DRAWN), "Overrule it with a reason"
    )
    await playing.act(RuleResult(id="r", game=game, result=DRAWN, reason="wrong board"))
    assert official(playing, game) == DRAWN
    await refused(
        playing, RuleResult(id="r2", game=game, result=DRAWN, reason="x"), "official already"
    )


# --- confirming -------------------------------------------------------------------------


async def test_a_proposal_is_confirmed_only_as_it_was_seen(playing: Scene) -> None:
    game = playing.game(1)
    await playing.sign(game, WHITE_WON)
    await refused(
        playing, ConfirmResult(id="c", game=game, result=DRAWN), "1-0 is proposed, not ½-½"
    )
    await playing.act(ConfirmResult(id="c", game=game, result=WHITE_WON))
    assert official(playing, game) == WHITE_WON


async def test_what_is_unsure_or_disputed_cannot_be_confirmed(playing: Scene) -> None:
    likely, disputed, silent = playing.game(1), playing.game(2), playing.game(3)
    await playing.sign(likely, WHITE_WON, Certainty.LIKELY)
    await playing.sign(disputed, WHITE_WON, conflicts=("White is in mate",))
    for game, text in (
        (likely, "no result is proposed"),
        (disputed, "White is in mate. Rule it with a reason"),
        (silent, "no result is proposed"),
    ):
        await refused(playing, ConfirmResult(id="c", game=game, result=WHITE_WON), text)


async def test_all_that_agree_are_confirmed_together_or_none(playing: Scene) -> None:
    for board in (1, 2, 3):
        for ply, san in enumerate(("e4", "e5"), start=1):
            await playing.move(playing.game(board), ply, san)
        await playing.sign(playing.game(board), WHITE_WON)
    await playing.enter(playing.game(3), BLACK_WON, FLOOR)
    tournament = playing.desk.tournament(OPEN)
    views = board_views(playing.desk.hall, tournament, MAIN, max(tournament.stages[MAIN].rounds))
    listed = [view.board for view in agreeing(views)]
    assert listed == [1, 2]
    everything = tuple((playing.game(board), WHITE_WON) for board in (1, 2, 3))
    await refused(
        playing,
        ConfirmAgreeing(id="all", results=everything),
        "Nothing was confirmed. board 3, round 1: the floor arbiter says 0-1",
    )
    await playing.act(ConfirmAgreeing(id="all", results=everything[:2]))
    assert [official(playing, playing.game(b)) for b in (1, 2, 3)] == [WHITE_WON, WHITE_WON, None]
    await refused(playing, ConfirmAgreeing(id="none", results=()), "no result is waiting")


async def test_a_sign_on_a_board_without_moves_is_not_among_those_that_agree(
    playing: Scene,
) -> None:
    await playing.sign(playing.game(1), WHITE_WON)
    tournament = playing.desk.tournament(OPEN)
    views = board_views(playing.desk.hall, tournament, MAIN, max(tournament.stages[MAIN].rounds))
    assert views[0].state is BoardState.PROPOSED
    assert agreeing(views) == ()
    assert "hardly a move was played: was it a forfeit?" in views[0].notes


# --- two arbiters, stale pages ------------------------------------------------------------


async def test_a_page_that_had_not_seen_the_last_word_on_a_game_is_refused(
    playing: Scene, clock: FixedClock
) -> None:
    game = playing.game(1)
    seen = playing.log.last_seq
    await playing.enter(game, WHITE_WON, FLOOR)
    await refused(
        playing,
        RuleResult(id="r", game=game, result=DRAWN, reason="x", expects=seen),
        "board 1, round 1: 1-0 was claimed .* by Cas, after your page was loaded. Nothing was done",
    )


async def test_what_happens_at_other_boards_makes_no_page_stale(playing: Scene) -> None:
    seen = playing.log.last_seq
    await playing.enter(playing.game(2), WHITE_WON)
    await playing.move(playing.game(1), 1, "e4")
    command = EnterResult(
        id="e", game=playing.game(1), result=DRAWN, expects=seen, while_playing=True
    )
    await playing.act(command)
    assert official(playing, playing.game(1)) == DRAWN


async def test_of_two_arbiters_who_decide_at_once_the_second_is_told(playing: Scene) -> None:
    game, seen = playing.game(5), playing.log.last_seq
    first = EnterResult(id="one", game=game, result=WHITE_WON, expects=seen)
    second = EnterResult(id="two", game=game, result=BLACK_WON, expects=seen)
    await playing.act(first, CHIEF)
    with pytest.raises(StaleError, match=r"1-0 was confirmed .* by Ana"):
        await playing.act(second, DEPUTY)
    assert official(playing, game) == WHITE_WON


async def test_the_same_command_acts_once_however_often_it_is_sent(playing: Scene) -> None:
    command = EnterResult(id="click", game=playing.game(5), result=WHITE_WON)
    made = await playing.act(command)
    seq = playing.log.last_seq
    assert list(await playing.act(command)) == list(made)
    assert playing.log.last_seq == seq


# --- taking back ------------------------------------------------------------------------


async def test_a_claim_can_be_set_aside_with_a_reason(playing: Scene) -> None:
    game = playing.game(1)
    await playing.sign(game, WHITE_WON)
    command = WithdrawClaim(id="w", game=game, source=Source.KING_SIGN, reason="tidied up")
    await refused(playing, command, "for the arbiter", FLOOR)
    await playing.act(command)
    assert state(playing, game) is ResultState.OPEN
    again = WithdrawClaim(id="w2", game=game, source=Source.KING_SIGN, reason="x")
    await refused(playing, again, "king-sign claims nothing")


async def test_a_floor_arbiter_takes_their_own_report_back(playing: Scene) -> None:
    game = playing.game(5)
    await playing.enter(game, WHITE_WON, FLOOR)
    await playing.act(
        WithdrawClaim(id="w", game=game, source=Source.FLOOR_ARBITER, reason="wrong board"), FLOOR
    )
    assert state(playing, game) is ResultState.OPEN


async def test_reopening_a_game_sets_its_result_aside(playing: Scene) -> None:
    game = playing.game(5)
    await refused(
        playing, ReopenGame(id="o", game=game, reason="x"), "the game has no result; it is open"
    )
    await playing.enter(game, WHITE_WON)
    await playing.act(ReopenGame(id="o", game=game, reason="wrong board"))
    assert official(playing, game) is None
    await playing.enter(game, BLACK_WON)
    assert official(playing, game) == BLACK_WON


async def test_a_game_taken_over_by_hand_is_taken_over_once(playing: Scene) -> None:
    game = playing.game(1)
    await playing.act(TakeOverGame(id="t", game=game, reason="faulty square"), FLOOR)
    await refused(playing, TakeOverGame(id="t2", game=game, reason="x"), "by hand already")
    assert playing.desk.hall.games[game].by_hand


# --- after the round ----------------------------------------------------------------------


ALL = (WHITE_WON, DRAWN, BLACK_WON, WHITE_WON, DRAWN)


async def test_ruling_on_a_closed_round_opens_it_again(playing: Scene) -> None:
    await playing.finish(ALL)
    made = await playing.act(
        RuleResult(id="r", game=playing.game(1), result=DRAWN, reason="the card says so")
    )
    assert kinds(list(made)) == ["RoundReopened", "ResultRuled"]


async def test_after_the_next_pairing_a_ruling_is_a_correction(playing: Scene) -> None:
    await playing.finish(ALL)
    await playing.publish()
    game = playing.game(1, round_no=1)
    made = await playing.act(RuleResult(id="r", game=game, result=DRAWN, reason="the card"))
    assert kinds(list(made)) == ["ResultCorrected"]
    assert official(playing, game) == DRAWN
    await refused(
        playing,
        ReopenGame(id="o", game=game, reason="x"),
        "the next round is published; correct the result",
    )


async def test_only_the_previous_round_may_be_corrected(playing: Scene) -> None:
    await playing.finish(ALL)
    await playing.publish()
    await playing.finish(ALL)
    await playing.publish()
    command = RuleResult(id="r", game=playing.game(1, round_no=1), result=DRAWN, reason="x")
    await refused(playing, command, r"only results of the previous round \(2\) may still")


async def test_the_policy_confirms_nothing_that_an_arbiter_must(playing: Scene) -> None:
    await playing.sign(playing.game(1), WHITE_WON)
    command = ConfirmResult(id="c", game=playing.game(1), result=WHITE_WON)
    await refused(playing, command, "nothing confirm itself", Actor(Role.PROGRAM, "policy"))


async def test_the_policy_confirms_an_undisputed_sign_when_it_has_rested(
    scene: Scene, clock: FixedClock
) -> None:
    await scene.open(policy=ResultPolicy(confirmation=Confirmation.KING_SIGN, rest_s=5))
    await scene.publish()
    game = scene.game(1)
    await scene.sign(game, WHITE_WON)
    command = ConfirmResult(id="c", game=game, result=WHITE_WON)
    clock.move(4.9)
    await refused(scene, command, "nothing confirm itself", Actor(Role.PROGRAM, "policy"))
    clock.move(0.2)
    await scene.act(command, Actor(Role.PROGRAM, "policy"))
    assert official(scene, game) == WHITE_WON


# --- results for rating alone -------------------------------------------------------------


def rate(game: GameId, result: Result | None, reason: str = "played on") -> SetRatingResult:
    return SetRatingResult(id="rate", game=game, result=result, reason=reason)


async def test_a_result_for_rating_changes_no_standings_and_leaves_a_closed_round_closed(
    scene: Scene,
) -> None:
    await scene.open()
    await scene.publish()
    game = scene.game(1)
    await scene.finish([WHITE_WON, DRAWN, DRAWN, DRAWN, DRAWN])
    before = crosstable(scene.desk.tournament(OPEN), MAIN)
    made = await scene.act(rate(game, DRAWN))
    assert [type(e.fact) for e in made] == [f.RatingResultSet]
    assert made[0].draft.because != ()
    after = crosstable(scene.desk.tournament(OPEN), MAIN)
    assert after.entrants == before.entrants
    assert len(after.rated) == 2
    last = scene.desk.tournament(OPEN).stages[MAIN].last_round
    assert last is not None
    assert last.state is RoundState.CLOSED


async def test_what_may_be_set_for_rating_and_what_not(scene: Scene) -> None:
    await scene.open()
    await scene.publish()
    game = scene.game(1)
    await refused(scene, rate(game, DRAWN), "no official result yet")
    await scene.enter(game, WHITE_WON)
    await refused(scene, rate(game, WHITE_WON), "as it does for the standings")
    await refused(scene, rate(game, WHITE_WON_BY_FORFEIT), "a forfeit is never rated")
    await refused(scene, rate(game, DRAWN, " "), "needs a reason")
    await refused(scene, rate(game, HALF_BYE), "no result of a game")
    await refused(scene, rate(game, None), "counts already")
    await refused(scene, rate(game, DRAWN), "is for the arbiter", FLOOR)
    await scene.act(rate(game, DRAWN))
    await refused(scene, replace(rate(game, DRAWN), id="again"), "counts for rating already")
    await scene.act(replace(rate(game, None), id="back"))
    assert crosstable(scene.desk.tournament(OPEN), MAIN).rated == {}


async def test_a_game_that_is_not_rated_keeps_the_scores_of_the_standings(scene: Scene) -> None:
    await scene.open()
    await scene.publish()
    game, forfeit = scene.game(1), scene.game(2)
    await scene.enter(game, WHITE_WON)
    await scene.enter(forfeit, WHITE_WON_BY_FORFEIT)
    unrated = replace(DRAWN, kind=ResultKind.UNRATED)
    await refused(scene, rate(forfeit, unrated), "is not rated as it is")
    await scene.act(rate(game, unrated))
    rated = crosstable(scene.desk.tournament(OPEN), MAIN).rated
    assert {(entry.score, entry.kind) for entry in rated.values()} == {
        (Score.WIN, ResultKind.UNRATED),
        (Score.LOSS, ResultKind.UNRATED),
    }
    views = board_views(scene.desk.hall, scene.desk.tournament(OPEN), MAIN, RoundNo(1))
    assert "is not rated, whatever the standings say: played on" in views[0].notes
