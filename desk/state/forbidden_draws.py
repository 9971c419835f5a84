"""PURE. Draws that players cannot agree to by the regulations, from the moves alone."""

from desk.state.hall import GameState, Hall
from desk.state.repetition import FIFTY_MOVES, occurrences, quiet_plies
from facts.ids import GameId
from facts.meeting import GameRole
from facts.result import DRAWN
from facts.settings import Source
from results.tournament.judging import ResultState, Verdict, same_score
from results.tournament.tournament import Round, Tournament


def forbidden_draw(tournament: Tournament, the_round: Round, verdict: Verdict, hall: Hall) -> str:
    """Why a draw that is proposed needs an arbiter's ruling; empty where it does not.

    A position that is a draw by itself (stalemate, a dead position) needs nobody's agreement.
    """
    if verdict.state is not ResultState.PROPOSED or verdict.proposed is None:
        return ""
    if not same_score(verdict.proposed, DRAWN) or Source.POSITION in verdict.proposed_by:
        return ""
    if has_draw_odds(the_round, verdict.game):
        return ""
    rules = tournament.regulations.draws
    if rules.only_claims:
        allowed = f" ({', '.join(rules.reasons)})" if rules.reasons else ""
        said = " and ".join(source.value.replace("-", " ") for source in verdict.proposed_by)
        return (
            f"a draw by {said} is only a claim here{allowed}: players cannot agree on it, and an "
            "arbiter rules it with a reason"
        )
    return early_draw(tournament, the_round, verdict.game, hall)


def early_draw(tournament: Tournament, the_round: Round, game: GameId, hall: Hall) -> str:
    """What is wrong with a draw at this moment of a game; empty where nothing is."""
    earliest = tournament.regulations.draws.not_before_move
    if earliest is None or has_draw_odds(the_round, game):
        return ""
    state = hall.games.get(game)
    plies = len(state.line) if state is not None else 0
    # Nothing is known of the length of a game without a board.
    if state is None or not plies or plies >= 2 * earliest or _drawn_by_rule(state):
        return ""
    return (
        f"no draw may be agreed before move {earliest} of each side, and "
        f"{(plies + 1) // 2} were made"
    )


def has_draw_odds(the_round: Round, game: GameId) -> bool:
    """True for a game with draw odds, in which a draw decides."""
    added = the_round.added.get(game)
    return added is not None and added.role in (GameRole.ARMAGEDDON, GameRole.SUDDEN_DEATH)


def _drawn_by_rule(state: GameState) -> bool:
    moves = [move.uci for move in state.line]
    return (
        len(occurrences(state.start_fen, moves, chess960=state.chess960)) >= 3
        or quiet_plies(state.start_fen, moves, chess960=state.chess960) >= FIFTY_MOVES
    )
