"""PURE. Draws that the regulations do not let players agree to.

Norway Chess allows none before move 30, Sofia none without the arbiter (docs/regulations.md).
"""

from desk.commands.kinds import results as a
from desk.commands.situation import GameSituation, Situation, need_reason
from desk.errors import AskFirstError, RefusedError
from desk.state.forbidden_draws import early_draw, forbidden_draw, has_draw_odds
from desk.state.hall import GameState
from desk.state.repetition import FIFTY_MOVES, occurrences, quiet_plies
from facts.regulations import DrawReason
from facts.result import DRAWN
from results.tournament.judging import same_score

_WORDS = {
    DrawReason.THREEFOLD: "threefold repetition",
    DrawReason.PERPETUAL: "perpetual check",
    DrawReason.THEORETICAL: "theoretical draw",
    DrawReason.FIFTY: "fifty moves",
}


def checked_draw(known: Situation, game: GameSituation, command: a.EnterResult) -> str:
    """The reason to record with a result that is entered; a draw's with what the moves show.

    Raises:
        RefusedError: the regulations want the draw's reason, or do not know this one.
        AskFirstError: the moves do not bear it out, or it is an early draw.
    """
    if not same_score(command.result, DRAWN) or has_draw_odds(game.the_round, game.claims.game):
        return command.reason
    rules = game.tournament.regulations.draws
    state = known.hall.games.get(game.claims.game)
    reason = _claimed(command.reason)
    if rules.only_claims and (reason is None or (rules.reasons and reason not in rules.reasons)):
        allowed = ", ".join(rules.reasons or tuple(DrawReason))
        advice = f" ({rules.adviser} advises)" if rules.adviser else ""
        raise RefusedError(
            f"{game.said}: players cannot agree on a draw here; a draw is a claim that the chief "
            f"arbiter decides{advice}. Begin the reason with one of: {allowed}"
        )
    if reason is not None:
        shown, evidence = _borne_out(state, reason)
        if not shown and not command.sure:
            raise AskFirstError(f"{game.said}: {evidence}. Enter the draw anyway?", "sure")
        told = f"{_WORDS[reason]}: {evidence}" if evidence else _WORDS[reason]
        extra = command.reason.strip()[len(reason.value) :].strip(" :,;")
        return f"{told}; {extra}" if extra else told
    early = _early_draw(known, game)
    if early and not command.sure:
        raise AskFirstError(f"{early}. Enter the draw anyway?", "sure", needs_reason=True)
    if early:
        return need_reason(command.reason, "an early draw")
    return command.reason


def confirmed_draw(known: Situation, game: GameSituation) -> str:
    """Why the proposed draw cannot be confirmed without a ruling; empty where it can."""
    why = forbidden_draw(game.tournament, game.the_round, game.verdict, known.hall)
    return f"{game.said}: {why}" if why else ""


def _early_draw(known: Situation, game: GameSituation) -> str:
    why = early_draw(game.tournament, game.the_round, game.claims.game, known.hall)
    return f"{game.said}: {why}" if why else ""


def _claimed(reason: str) -> DrawReason | None:
    words = reason.strip().casefold()
    return next((known for known in DrawReason if words.startswith(known.value)), None)


def _borne_out(state: GameState | None, reason: DrawReason) -> tuple[bool, str]:
    """Whether the captured moves show what is claimed, and how, in words."""
    if reason in (DrawReason.PERPETUAL, DrawReason.THEORETICAL):
        return True, ""
    if state is None or not state.line:
        return True, "no moves were captured to show it"
    moves = [move.uci for move in state.line]
    if reason is DrawReason.THREEFOLD:
        plies = occurrences(state.start_fen, moves, chess960=state.chess960)
        where = ", ".join(_after(ply) for ply in plies)
        if len(plies) >= 3:
            return True, f"the position stood {where}"
        return False, f"the captured moves show the last position {len(plies)} times only ({where})"
    quiet = quiet_plies(state.start_fen, moves, chess960=state.chess960)
    if quiet >= FIFTY_MOVES:
        return True, f"{quiet // 2} moves of each side without a capture or a pawn's move"
    return False, f"the captured moves show {quiet // 2} moves without a capture or a pawn's move"


def _after(ply: int) -> str:
    if ply == 0:
        return "at the start"
    return f"after {(ply + 1) // 2}{'.' if ply % 2 else '…'}"
