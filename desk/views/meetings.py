"""PURE. The meetings of a round as the arbiter's page shows them: games, score, what is next."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from desk.commands.situation import player_of
from desk.state.hall import Hall
from facts.ids import GameId, PlayerId
from facts.meeting import SINGLE_GAME, Odds
from facts.time_control import times_text
from results.meetings.further import drawn_lot, sits_at
from results.meetings.score import ROLE_WORDS, Meeting, MeetingGame, meeting_in
from results.tournament.tournament import Round, Stage, Tournament


def meetings_view(
    hall: Hall, tournament: Tournament, stage: Stage, the_round: Round
) -> Sequence[Mapping[str, object]]:
    """Those that have more than their first game, or wait for one, in board order."""
    if stage.settings.meeting == SINGLE_GAME:
        return []
    found = [
        meeting_in(tournament, stage, the_round, pairing)
        for pairing in sorted(the_round.pairings, key=lambda p: p.board)
    ]
    return [
        _meeting(hall, tournament, stage, the_round, meeting)
        for meeting in found
        if len(meeting.games) > 1 or meeting.next_game is not None
    ]


def game_words(tournament: Tournament, game: GameId) -> str:
    """What a further game is; empty for the first of two who meet."""
    stage, round_no = tournament.where[game]
    added = tournament.stages[stage].rounds[round_no].added.get(game)
    return ROLE_WORDS[added.role] if added is not None else ""


def _meeting(
    hall: Hall, tournament: Tournament, stage: Stage, the_round: Round, meeting: Meeting
) -> Mapping[str, object]:
    winner = drawn_lot(stage, meeting) if meeting.next_game is not None else None
    pairing = meeting.pairing
    return {
        "pairing": pairing.id,
        "board": sits_at(the_round, meeting),
        "players": [_person(tournament, who) for who in (pairing.white, pairing.black)],
        "games": [_game(tournament, game) for game in meeting.games],
        "score": meeting.score,
        "why": meeting.why,
        "starts_by": _starts_by(hall, meeting),
        "winner": player_of(tournament, meeting.winner).name if meeting.winner else None,
        "needs": _needs(meeting, winner),
        "lot_winner": _person(tournament, winner) if winner is not None else None,
    }


def _game(tournament: Tournament, game: MeetingGame) -> Mapping[str, object]:
    official = game.verdict.official
    return {
        "game": game.game,
        "what": ROLE_WORDS[game.role],
        "white": player_of(tournament, game.white).name,
        "black": player_of(tournament, game.black).name,
        "result": str(official.result) if official is not None else None,
        "counts": game.counts,
        "time": times_text(game.time_control, game.black_time_control),
        "odds": game.odds.value if game.odds is not Odds.NOBODY else None,
    }


def _starts_by(hall: Hall, meeting: Meeting) -> datetime | None:
    """When the game at the board must have begun, while it has not."""
    game = meeting.at_the_board
    if game is None or game.result is not None:
        return None
    state = hall.games.get(game.game)
    return None if state is not None and state.line else meeting.starts_by


def _needs(meeting: Meeting, winner: PlayerId | None) -> str | None:
    """What an arbiter must do before it goes on; None where nothing."""
    due = meeting.next_game
    if due is None:
        return None
    if due.pair is None and winner is None:
        return "lot"
    if due.chosen:
        return "choice"
    return None if meeting.settings.at_once else "start"


def _person(tournament: Tournament, player: PlayerId) -> Mapping[str, object]:
    return {"id": player, "name": player_of(tournament, player).name}
