"""PURE. Commands about results: enter, confirm, rule, correct, take back.

A result that was handed in becomes official at once only where nothing speaks against it;
everything else stays a claim, and needs a ruling with a reason (docs/results.md).
"""

from dataclasses import replace
from typing import assert_never

from desk.commands.decisions.draw_rules import checked_draw, confirmed_draw
from desk.commands.kinds import results as a
from desk.commands.kinds.envelope import CommandHeader
from desk.commands.situation import (
    GameSituation,
    Scribe,
    Situation,
    confirmer,
    find_game,
    fresh_game,
    need_reason,
    next_round,
    rank,
    require,
)
from desk.errors import AskFirstError, RefusedError
from desk.state.in_play import signs_of_play
from facts import fact as f
from facts.envelope import Actor, Draft, Entry, Role
from facts.regulations import WithoutNotice
from facts.result import Result, ResultKind, Score
from facts.settings import Source
from results.tournament.claims import MACHINES, fold_claim
from results.tournament.judging import ResultState, counting_as, is_odd_score, judge
from results.tournament.tournament import RoundState

_BY_HAND = frozenset({ResultKind.PLAYED, ResultKind.UNRATED, ResultKind.FORFEIT, ResultKind.RULED})
_OWN_SOURCE = {
    Role.FLOOR_ARBITER: Source.FLOOR_ARBITER,
    Role.ARBITER: Source.ARBITER,
    Role.CHIEF_ARBITER: Source.CHIEF_ARBITER,
    Role.APPEALS: Source.APPEAL,
}
_ROLE_OF = {source: role for role, source in _OWN_SOURCE.items()}


def decide_result(known: Situation, command: a.ResultCommand, actor: Actor) -> tuple[Draft, ...]:
    """The facts that answer a command about results.

    Raises:
        RefusedError: it cannot be done; says why and what can.
    """
    match command:
        case a.EnterResult():
            return _enter(known, command, actor)
        case a.RuleResult():
            return _rule(known, command, actor)
        case a.ConfirmResult():
            return _confirm_one(known, command, actor)
        case a.ConfirmAgreeing():
            return _confirm_all(known, command, actor)
        case a.WithdrawClaim():
            return _withdraw(known, command, actor)
        case a.TakeOverGame():
            return _take_over(known, command, actor)
        case a.ReopenGame():
            return _reopen(known, command, actor)
        case a.SetRatingResult():
            return _set_rated(known, command, actor)
        case _:
            assert_never(command)


def _enter(known: Situation, command: a.EnterResult, actor: Actor) -> tuple[Draft, ...]:
    require(actor, Role.FLOOR_ARBITER, "entering a result")
    game = find_game(known, command.game)
    fresh_game(known, command, game)
    _check_shape(command.result)
    if is_odd_score(command.result) and command.result.kind is not ResultKind.FORFEIT:
        raise RefusedError(f"{game.said}: {command.result} is a ruling; give it with a reason")
    official = game.verdict.official
    if official is not None:
        if official.result == command.result:
            raise RefusedError(f"{game.said}: {official.result} is official already")
        raise RefusedError(
            f"{game.said}: {official.result} is official. Overrule it with a reason if it is wrong"
        )
    may_confirm = rank(actor.role) >= rank(confirmer(game.tournament))
    source = _source(game, command, actor)
    _check_forfeit(known, game, command)
    no_show = command.result.kind is ResultKind.FORFEIT and not _plies(known, game)
    if not (command.while_playing or no_show):
        _check_over(known, game, f"Enter {command.result}")
    reason = checked_draw(known, game, command)
    scribe = Scribe(known, command, actor)
    claim = f.ResultClaimed(command.game, command.result, source, reason)
    drafts = [scribe.draft(claim, game.tournament.id)]
    claimed = fold_claim(game.claims, claim, Entry(known.seq + 1, known.at, drafts[0]))
    verdict = judge(claimed, game.policy)
    if may_confirm and verdict.may_confirm and verdict.proposed == command.result:
        because = tuple(c.seq for c in game.claims.standing if c.source in verdict.proposed_by)
        confirmed = f.ResultConfirmed(command.game, command.result)
        drafts.append(scribe.draft(confirmed, game.tournament.id, because))
    put_out = _absent_without_notice(game, command)
    drafts += [scribe.draft(fact, game.tournament.id, (), fact.reason) for fact in put_out]
    return tuple(drafts)


def _absent_without_notice(
    game: GameSituation, command: a.EnterResult
) -> tuple[f.PlayerExpelled, ...]:
    """Who is out of the tournament for staying away, where the regulations say so."""
    rules = game.tournament.regulations.attendance
    if (
        rules.without_notice is not WithoutNotice.EXPELLED
        or command.result.kind is not ResultKind.FORFEIT
        or command.excused
    ):
        return ()
    played = game.the_round.as_played(game.pairing, game.claims.game)
    scores = ((played.white, command.result.white), (played.black, command.result.black))
    following = next_round(game.tournament)
    return tuple(
        f.PlayerExpelled(
            player, following, f"absent in round {game.the_round.number} without notice"
        )
        for player, score in scores
        if score is Score.LOSS and game.tournament.players[player].plays(following)
    )


def _check_shape(result: Result) -> None:
    if result.black is None or result.kind not in _BY_HAND:
        raise RefusedError(f"{result} is no result of a game between two players")


def _source(game: GameSituation, command: a.EnterResult, actor: Actor) -> Source:
    """Who says so: as whom somebody enters a result is recorded as what it is."""
    source = command.source or _OWN_SOURCE[actor.role]
    if source in MACHINES:
        raise RefusedError(f"{source.value} is what a board says; nobody can enter it by hand")
    if source in _ROLE_OF and rank(_ROLE_OF[source]) > rank(actor.role):
        raise RefusedError(
            f"{source.value}: you are signed in as {actor.role} and cannot speak for them"
        )
    if counting_as(source, game.policy) is None:
        raise RefusedError(
            f"{game.said}: the policy does not count the word of {source.value}; enter it as one "
            f"of {', '.join(name.value for name in game.policy.order)}, or rule it with a reason"
        )
    return source


def _plies(known: Situation, game: GameSituation) -> int:
    state = known.hall.games.get(game.claims.game)
    return len(state.line) if state is not None else 0


def _check_forfeit(known: Situation, game: GameSituation, command: a.EnterResult) -> None:
    """A game that was begun is no forfeit, unless whoever enters it says so again."""
    plies = _plies(known, game)
    if command.result.kind is ResultKind.FORFEIT and plies and not command.sure:
        raise AskFirstError(
            f"{game.said}: {plies} half-{'moves were' if plies > 1 else 'move was'} played, so "
            f"this looks like no forfeit. Enter {command.result} anyway?",
            "sure",
        )


def _check_over(known: Situation, game: GameSituation, what: str) -> None:
    playing = signs_of_play(known.hall, game.claims, known.at)
    if playing:
        raise AskFirstError(
            f"{game.said} is still being played: {playing}. {what} anyway?", "while_playing"
        )


def _confirm_one(known: Situation, command: a.ConfirmResult, actor: Actor) -> tuple[Draft, ...]:
    game = find_game(known, command.game)
    fresh_game(known, command, game)
    draft = _confirmation(known, command, actor, game, command.result)
    if actor.role is not Role.PROGRAM and not command.while_playing:
        _check_over(known, game, f"Confirm {command.result}")
    why = confirmed_draw(known, game)
    if not why:
        return (draft,)
    if actor.role is Role.PROGRAM:
        raise RefusedError(why)
    if not command.sure:
        raise AskFirstError(f"{why}. Rule it a draw?", "sure", needs_reason=True)
    ruling = a.RuleResult(
        id=command.id,
        expects=command.expects,
        game=command.game,
        result=command.result,
        reason=command.reason,
    )
    return _rule(known, ruling, actor)


def _confirm_all(known: Situation, command: a.ConfirmAgreeing, actor: Actor) -> tuple[Draft, ...]:
    if not command.results:
        raise RefusedError("no result is waiting for confirmation")
    drafts: list[Draft] = []
    refusals: list[str] = []
    left: list[str] = []
    for game_id, result in dict(command.results).items():
        try:
            game = find_game(known, game_id)
            fresh_game(known, command, game)
            draft = _confirmation(known, command, actor, game, result)
            why = confirmed_draw(known, game)
            if why:
                left.append(why)
                continue
            _check_over(known, game, "Confirm it")
            drafts.append(draft)
        except RefusedError as refusal:
            refusals.append(str(refusal))
    if refusals:
        raise RefusedError("Nothing was confirmed. " + "; ".join(refusals))
    if not drafts:
        raise RefusedError("Nothing was confirmed. " + "; ".join(left))
    return tuple(drafts)


def left_for_a_ruling(known: Situation, command: a.ConfirmAgreeing) -> tuple[str, ...]:
    """The boards that a confirmation of all left, each with the reason why."""
    games = (find_game(known, game) for game in dict(command.results))
    return tuple(why for game in games if (why := confirmed_draw(known, game)))


def _confirmation(
    known: Situation, command: CommandHeader, actor: Actor, game: GameSituation, result: Result
) -> Draft:
    verdict = game.verdict
    if verdict.official is not None and verdict.official.result == result:
        raise RefusedError(f"{game.said}: {result} is official already")
    if verdict.state is ResultState.CONFLICT:
        raise RefusedError(f"{game.said}: {'; '.join(verdict.conflicts)}. Rule it with a reason")
    if not verdict.may_confirm:
        raise RefusedError(f"{game.said}: no result is proposed that could be confirmed")
    if verdict.proposed != result:
        raise RefusedError(f"{game.said}: {verdict.proposed} is proposed, not {result}")
    if actor.role is Role.PROGRAM:
        due = verdict.confirms_itself_at
        if due is None or due > known.at:
            raise RefusedError(f"{game.said}: the policy lets nothing confirm itself here")
    else:
        require(actor, confirmer(game.tournament), "confirming a result")
    because = tuple(c.seq for c in game.claims.standing if c.source in verdict.proposed_by)
    fact = f.ResultConfirmed(game.claims.game, result)
    return Scribe(known, command, actor).draft(fact, game.tournament.id, because)


def _rule(known: Situation, command: a.RuleResult, actor: Actor) -> tuple[Draft, ...]:
    game = _to_rule_on(known, command, actor, "ruling on a result")
    _check_shape(command.result)
    reason = need_reason(command.reason, "a ruling")
    official = game.verdict.official
    if (
        official is not None
        and official.result == command.result
        and game.verdict.state is ResultState.OFFICIAL
    ):
        raise RefusedError(f"{game.said}: {official.result} is official already")
    scribe = Scribe(known, command, actor)
    because = tuple(claim.seq for claim in game.claims.standing)
    if official is not None:
        because = (*because, official.seq)
    drafts: list[Draft] = []
    if _rounds_since(game) == 0:
        drafts = _round_reopened(game, scribe, because, reason)
        ruled: f.Fact = f.ResultRuled(command.game, command.result, reason)
    else:
        _check_correction(game)
        ruled = f.ResultCorrected(command.game, command.result, reason)
    drafts.append(scribe.draft(ruled, game.tournament.id, because, reason))
    return tuple(drafts)


def _to_rule_on(
    known: Situation,
    command: a.RuleResult | a.ReopenGame | a.SetRatingResult,
    actor: Actor,
    what: str,
) -> GameSituation:
    """The game, for those whose word is final there."""
    game = find_game(known, command.game)
    require(actor, confirmer(game.tournament), what)
    fresh_game(known, command, game)
    return game


def _round_reopened(
    game: GameSituation, scribe: Scribe, because: tuple[int, ...], reason: str
) -> list[Draft]:
    """What opens the game's round again, where it is closed."""
    if game.the_round.state is not RoundState.CLOSED:
        return []
    reopened = f.RoundReopened(game.stage.settings.id, game.the_round.number, reason)
    return [scribe.draft(reopened, game.tournament.id, because, reason)]


def _rounds_since(game: GameSituation) -> int:
    """How many rounds were published after the game's."""
    return max(game.stage.rounds) - game.the_round.number


def _check_correction(game: GameSituation) -> None:
    """Only the previous round may be corrected; an adjourned game may end at any time."""
    if _rounds_since(game) > 1 and game.verdict.official is not None:
        raise RefusedError(
            f"{game.said}: only results of the previous round "
            f"({max(game.stage.rounds) - 1}) may still be corrected"
        )


def _withdraw(known: Situation, command: a.WithdrawClaim, actor: Actor) -> tuple[Draft, ...]:
    game = find_game(known, command.game)
    fresh_game(known, command, game)
    reason = need_reason(command.reason, "taking a claim back")
    own = command.source is Source.FLOOR_ARBITER
    require(actor, Role.FLOOR_ARBITER if own else Role.ARBITER, "taking this claim back")
    claim = game.claims.of(command.source)
    if claim is None:
        raise RefusedError(f"{game.said}: {command.source.value} claims nothing")
    fact = f.ClaimWithdrawn(command.game, command.source, reason)
    return (Scribe(known, command, actor).draft(fact, game.tournament.id, (claim.seq,), reason),)


def _take_over(known: Situation, command: a.TakeOverGame, actor: Actor) -> tuple[Draft, ...]:
    require(actor, Role.FLOOR_ARBITER, "taking a game over by hand")
    game = find_game(known, command.game)
    reason = need_reason(command.reason, "taking a game over")
    if game.claims.by_hand:
        raise RefusedError(f"{game.said}: the game is recorded by hand already")
    fact = f.GameTakenOver(command.game, reason)
    return (Scribe(known, command, actor).draft(fact, game.tournament.id, (), reason),)


def _reopen(known: Situation, command: a.ReopenGame, actor: Actor) -> tuple[Draft, ...]:
    game = _to_rule_on(known, command, actor, "reopening a game")
    reason = need_reason(command.reason, "reopening a game")
    if game.verdict.official is None and not game.claims.standing:
        raise RefusedError(f"{game.said}: the game has no result; it is open")
    if _rounds_since(game) > 0:
        raise RefusedError(
            f"{game.said}: the next round is published; correct the result with a reason instead"
        )
    scribe = Scribe(known, command, actor)
    reopened = scribe.draft(f.GameReopened(command.game, reason), game.tournament.id, (), reason)
    return (*_round_reopened(game, scribe, (), reason), reopened)


def _set_rated(known: Situation, command: a.SetRatingResult, actor: Actor) -> tuple[Draft, ...]:
    """The standings' result stays as it is, so a closed round stays closed."""
    game = _to_rule_on(known, command, actor, "setting a result for rating")
    reason = need_reason(command.reason, "a result for rating alone")
    official = game.verdict.official
    result = command.result
    if official is not None and result is not None and result.kind is ResultKind.UNRATED:
        # A game that is not rated has no scores of its own.
        result = replace(official.result, kind=ResultKind.UNRATED)
    _check_rated(game, result)
    fact = f.RatingResultSet(command.game, result, reason)
    because = (official.seq,) if official is not None else ()
    draft = Scribe(known, command, actor).draft(fact, game.tournament.id, because, reason)
    return (draft,)


def _check_rated(game: GameSituation, result: Result | None) -> None:
    if game.claims.game in game.the_round.added:
        raise RefusedError(f"{game.said}: only the first game of two who meet is rated with these")
    given = game.the_round.rated.get(game.claims.game)
    if result is None:
        if given is None:
            raise RefusedError(f"{game.said}: for rating the standings' result counts already")
        return
    _check_shape(result)
    if result.kind is ResultKind.FORFEIT:
        raise RefusedError(f"{game.said}: a forfeit is never rated; set the game as not rated")
    official = game.verdict.official
    if official is None:
        raise RefusedError(f"{game.said}: there is no official result yet; enter that first")
    if result.kind is ResultKind.UNRATED and official.result.kind is ResultKind.FORFEIT:
        raise RefusedError(f"{game.said}: {official.result} is not rated as it is")
    if given is not None and given.result == result:
        raise RefusedError(f"{game.said}: {result} counts for rating already")
    if given is None and official.result == result:
        raise RefusedError(f"{game.said}: {result} counts for rating as it does for the standings")
