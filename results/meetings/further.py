"""PURE. The facts that carry a meeting on: one more game, a lot for its colours, a game less."""

from facts import fact as f
from facts.ids import BoardNo, GameId, PlayerId, game_id
from results.errors import UsageError
from results.meetings.ladder import Pair
from results.meetings.score import Meeting
from results.tournament.lots import draw_order
from results.tournament.tournament import Round, Stage


def lot_purpose(meeting: Meeting) -> str:
    """What the lot for the colours of the next game is drawn for."""
    return f"colours of game {len(meeting.games) + 1} of {meeting.pairing.id}"


def drawn_lot(stage: Stage, meeting: Meeting) -> PlayerId | None:
    """Who won the lot for the next game's colours; None while it is not drawn."""
    wanted = lot_purpose(meeting)
    outcomes = [lot.outcome for lot in stage.lots if lot.purpose == wanted]
    return PlayerId(outcomes[-1][0]) if outcomes else None


def draw_lot(meeting: Meeting, seed: str, winner: PlayerId | None = None) -> f.LotsDrawn:
    """The lot for the next game's colours, from a seed, or as it was drawn by hand.

    Raises:
        UsageError: no lot is to be drawn, or ``winner`` is neither of the two.
    """
    due = meeting.next_game
    if due is None or due.pair is not None:
        raise UsageError(f"no lot is to be drawn for the colours: {meeting.why}")
    both = (meeting.pairing.white, meeting.pairing.black)
    purpose = lot_purpose(meeting)
    if winner is None:
        return f.LotsDrawn(meeting.stage, purpose, draw_order(seed, purpose, both), seed)
    if winner not in both:
        names = " and ".join(meeting.names.values())
        raise UsageError(f"{winner} does not play in this meeting: the lot is between {names}")
    other = both[1] if winner == both[0] else both[0]
    return f.LotsDrawn(meeting.stage, purpose, (winner, other))


def game_pair(stage: Stage, meeting: Meeting, white: PlayerId | None = None) -> Pair | None:
    """White and Black of the next game; None while a lot or a choice is still wanted.

    Args:
        stage: with its lots.
        meeting: with the game that is due.
        white: whom the winner of the lot gave White.

    Raises:
        UsageError: no game is due, ``white`` does not play, or nobody has a choice.
    """
    due = meeting.next_game
    if due is None:
        raise UsageError(f"no further game is due: {meeting.why}")
    if white is not None and not due.chosen:
        raise UsageError("nobody chooses the colours of this game: they follow from the rules")
    if due.pair is not None:
        return due.pair
    winner = drawn_lot(stage, meeting)
    if winner is None or (due.chosen and white is None):
        return None
    both = (meeting.pairing.white, meeting.pairing.black)
    has_white = white if due.chosen and white is not None else winner
    if has_white not in both:
        raise UsageError(f"{has_white} does not play in this meeting")
    return has_white, both[1] if has_white == both[0] else both[0]


def game_added(
    stage: Stage,
    the_round: Round,
    meeting: Meeting,
    pair: Pair,
    board: BoardNo | None = None,
) -> f.GameAdded:
    """The next game as a fact, with ``pair`` as White and Black, where the last one was played.

    ``board`` is another one for it.
    """
    due = meeting.next_game
    assert due is not None, "whoever knows its colours knows the game"
    return f.GameAdded(
        pairing=meeting.pairing.id,
        game=_new_id(the_round, meeting),
        white=pair[0],
        black=pair[1],
        role=due.role,
        time_control=due.time_control,
        black_time_control=due.black_time_control,
        draw_odds=due.odds,
        lot_winner=drawn_lot(stage, meeting) if due.pair is None else None,
        within_min=due.within_min,
        board=board if board is not None else sits_at(the_round, meeting),
    )


def sits_at(the_round: Round, meeting: Meeting) -> BoardNo:
    """Where the two of a meeting sit now."""
    pairing = meeting.pairing
    return the_round.as_played(pairing, pairing.games[-1]).board if pairing.games else pairing.board


def _new_id(the_round: Round, meeting: Meeting) -> GameId:
    """An id that no game has or had."""
    taken = set(meeting.pairing.games) | the_round.dropped
    number = len(meeting.pairing.games) + 1
    while game_id(meeting.pairing.id, number) in taken:
        number += 1
    return game_id(meeting.pairing.id, number)
