"""PURE. What a meeting is in the crosstable: one entry for each of the two, however many games.

The main games count as the stage scores them. The games of the ladder count only where the
regulations give points for them (Norway Chess: 1½ for a drawn classical game and a won
Armageddon, 1 for a lost one); for tie-breaks and ratings the meeting stays what the main
games made it.
"""

from collections.abc import Sequence
from dataclasses import replace

from facts.ids import PlayerId
from facts.meeting import GameRole
from facts.result import ResultKind, Score
from facts.settings import Scoring
from results.crosstable.model import Number, Points, RoundEntry, game_entries
from results.crosstable.scoring import entry_points
from results.meetings.score import Meeting, MeetingGame


def meeting_entries(
    meeting: Meeting, white: Number, black: Number, scoring: Scoring
) -> tuple[RoundEntry, RoundEntry]:
    """The entries of White and Black of the first game.

    A level meeting that the ladder decides counts as lost for both until it has. One that has
    no main games counts nothing.
    """
    if not meeting.settings.games:
        return game_entries(white, black, None)
    main = [game for game in meeting.counting if game.role is GameRole.MAIN]
    one, other = (
        game_entries(white, black, main[0].result if main else None)
        if meeting.settings.games == 1
        else _together(meeting, main, white, black, scoring)
    )
    won, lost = meeting.settings.ladder_won, meeting.settings.ladder_lost
    if won is None or lost is None or not (one.score is other.score is Score.DRAW):
        return one, other
    first = meeting.pairing.white
    return (
        replace(one, awarded=Points(won if meeting.winner == first else lost)),
        replace(other, awarded=Points(won if meeting.winner not in (None, first) else lost)),
    )


def _together(
    meeting: Meeting, main: Sequence[MeetingGame], white: Number, black: Number, scoring: Scoring
) -> tuple[RoundEntry, RoundEntry]:
    """Several main games as one entry; without a score while one of them has no result."""
    one, other = game_entries(white, black, None)
    if not meeting.course.main_over:
        return one, other
    both = [
        _of(game, first, scoring)
        for first in (meeting.pairing.white, meeting.pairing.black)
        for game in main
    ]
    mine, theirs = both[: len(main)], both[len(main) :]
    kinds = {game.result.kind for game in main if game.result is not None}
    kind = ResultKind.FORFEIT if kinds == {ResultKind.FORFEIT} else ResultKind.PLAYED
    tally = meeting.course.tallies[0]
    level = Score.DRAW if tally.one else Score.LOSS
    ahead = {True: Score.WIN, False: Score.LOSS}
    scores = (
        (level, level)
        if tally.one == tally.other
        else (ahead[tally.one > tally.other], ahead[tally.other > tally.one])
    )
    return (
        replace(one, score=scores[0], kind=kind, awarded=Points(sum(mine))),
        replace(other, score=scores[1], kind=kind, awarded=Points(sum(theirs))),
    )


def _of(game: MeetingGame, player: PlayerId, scoring: Scoring) -> Points:
    """What one game gives one of the two."""
    one, other = game_entries(Number(1), Number(2), game.result)
    return entry_points(one if game.white == player else other, scoring)
