"""PURE. The boards of a round as an arbiter sees them: one word each, and why it is so.

What needs an arbiter comes first: conflicts, unclear boards, boards that are offline.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from desk.state.alarms import alarms
from desk.state.forbidden_draws import forbidden_draw
from desk.state.hall import DeviceState, GameState, Hall, Presence
from desk.state.in_play import signs_of_play
from facts.fact import Certainty, ClockSet, Mark, Pairing
from facts.ids import BoardNo, GameId, RoundNo, StageId
from facts.pgn import numbered
from facts.result import ResultKind
from results.rounds.progress import BoardVerdict, verdicts
from results.tournament.claims import BOARD_SOURCES, Claim, GameClaims
from results.tournament.judging import ResultState, Verdict
from results.tournament.tournament import Round, RoundState, Tournament

FLAKY = 3
"""A board that has come back so often has a bad cable; once or twice is somebody's foot."""


class BoardState(StrEnum):
    """Where a game of the round stands; in the order in which they need an arbiter."""

    CONFLICT = "conflict"
    UNCLEAR = "unclear"
    OFFLINE = "offline"
    PROPOSED = "proposed"
    SIGN_SEEN = "sign seen"
    PLAYING = "playing"
    WAITING = "waiting"
    CONFIRMED = "confirmed"


@dataclass(frozen=True, slots=True)
class BoardView:
    """One game of a round.

    Attributes:
        live: an electronic board records it.
        reasons: why the state is what it is, in sentences; the first is the short one.
        notes: what else is worth knowing.
        last_move: as written, with its number: ``23… Nf6``; empty before the first.
        plies: half-moves played.
        since: when the state began, as far as it is known.
        still_played: what shows that the game goes on, empty where nothing does.
        unsure: why the moves are not certain, empty where they are.
        alarms: what an operator should look at while it is played, in sentences.
        doubts: stretches of which an arbiter can say what was played.
        needs_ruling: why the draw that is proposed needs a ruling, empty where it does not.
    """

    board: BoardNo
    game: GameId
    pairing: Pairing
    state: BoardState
    live: bool
    verdict: Verdict
    claims: tuple[Claim, ...]
    reasons: tuple[str, ...]
    notes: tuple[str, ...]
    last_move: str
    plies: int
    clock: ClockSet | None
    clock_at: datetime | None
    device: DeviceState | None
    since: datetime | None
    by_hand: bool
    still_played: str = ""
    unsure: str = ""
    alarms: tuple[str, ...] = ()
    doubts: int = 0
    needs_ruling: str = ""


def board_views(
    hall: Hall,
    tournament: Tournament,
    stage: StageId,
    round_no: RoundNo,
    now: datetime | None = None,
) -> tuple[BoardView, ...]:
    """Every game of a published round, in board order.

    Without ``now`` nothing is said about games that go on.

    Raises:
        KeyError: the round is not published.
    """
    the_round = tournament.stages[stage].rounds[round_no]
    return tuple(
        _view(hall, tournament, the_round, seen, now) for seen in verdicts(tournament, the_round)
    )


def needing_first(views: tuple[BoardView, ...]) -> tuple[BoardView, ...]:
    """The boards that need an arbiter on top, else in board order."""
    order = {state: rank for rank, state in enumerate(BoardState)}
    top = {BoardState.CONFLICT, BoardState.UNCLEAR, BoardState.OFFLINE}
    return tuple(
        sorted(views, key=lambda v: (order[v.state] if v.state in top else len(order), v.board))
    )


def move_text(game: GameState) -> str:
    """The last move with its number; empty before the first."""
    if not game.line:
        return ""
    return f"{numbered(game.start_fen, len(game.line))} {game.line[-1].san}"


def _view(
    hall: Hall,
    tournament: Tournament,
    the_round: Round,
    seen: BoardVerdict,
    now: datetime | None,
) -> BoardView:
    game = hall.games.get(seen.game) or GameState(seen.game, tournament.id, seen.board)
    claims = the_round.games[seen.game]
    live = (game.device is not None or hall.is_live(game.board)) and not claims.by_hand
    device = None
    if live:
        device = hall.devices.get(game.device) if game.device is not None else None
        device = hall.device_at(game.board) or device
    playing = signs_of_play(hall, claims, now) if now is not None else ""
    state, reasons, since = _state(game, seen.verdict, the_round, device, claims, live=live)
    needs_ruling = forbidden_draw(tournament, the_round, seen.verdict, hall)
    if needs_ruling:
        state, reasons = BoardState.CONFLICT, (needs_ruling, *reasons)
    told = alarms(game) if live and seen.verdict.official is None else ()
    return BoardView(
        board=game.board,
        game=seen.game,
        pairing=seen.pairing,
        state=state,
        live=live,
        verdict=seen.verdict,
        claims=claims.standing,
        reasons=reasons,
        notes=(
            *told,
            *_notes(game, seen.verdict, state, device, live=live, by_hand=claims.by_hand),
            *_rated_note(the_round, seen.game),
            *_playing_note(state, playing),
        ),
        last_move=move_text(game),
        plies=len(game.line),
        clock=game.clock,
        clock_at=game.clock_at,
        device=device,
        since=since,
        by_hand=claims.by_hand,
        still_played=playing,
        unsure=_unsure(game),
        alarms=told,
        doubts=len(game.doubts),
        needs_ruling=needs_ruling,
    )


_Told = tuple[BoardState, tuple[str, ...], datetime | None]


def _state(
    game: GameState,
    verdict: Verdict,
    the_round: Round,
    device: DeviceState | None,
    claims: GameClaims,
    *,
    live: bool,
) -> _Told:
    match verdict.state:
        case ResultState.CONFLICT:
            return BoardState.CONFLICT, verdict.conflicts, game.changed
        case ResultState.OFFICIAL:
            assert verdict.official is not None, "an official verdict has a decision"
            official = verdict.official
            by = official.actor.name
            text = f"{official.result} {official.decision} by {by}"
            text += f": {official.reason}" if official.reason else ""
            return BoardState.CONFIRMED, (text,), official.at
        case ResultState.PROPOSED:
            sources = ", ".join(source.value.replace("-", " ") for source in verdict.proposed_by)
            text = f"{verdict.proposed} by {sources}"
            return BoardState.PROPOSED, (text,), game.changed
        case ResultState.SIGN_SEEN:
            text = f"the board shows {verdict.proposed}, which has not rested yet"
            return BoardState.SIGN_SEEN, (text,), game.changed
        case ResultState.UNCLEAR:
            return BoardState.UNCLEAR, (_doubted(claims),), game.changed
        case ResultState.OPEN:
            return _open_state(game, the_round, device, live=live)


def _open_state(
    game: GameState, the_round: Round, device: DeviceState | None, *, live: bool
) -> _Told:
    """A game without a word on its result."""
    if live and (device is None or device.presence is not Presence.ONLINE):
        text = _device_text(device)
        return BoardState.OFFLINE, (text,), device.since if device is not None else None
    if live and game.unclear is not None:
        return BoardState.UNCLEAR, (game.unclear.text,), game.unclear_at
    if game.line:
        return BoardState.PLAYING, (move_text(game),), game.line[-1].at
    if live:
        ready = "waits for the first move" if game.armed_at is not None else "is being set up"
        return BoardState.WAITING, (f"the board {ready}",), game.armed_at
    if the_round.state is RoundState.PUBLISHED:
        return BoardState.WAITING, ("the round has not started",), None
    return BoardState.PLAYING, ("no electronic board here: enter the result by hand",), None


def _doubted(claims: GameClaims) -> str:
    """A result that something speaks against, in words."""
    for claim in claims.standing:
        if claim.source in BOARD_SOURCES and claim.doubts:
            said = f"the board shows {claim.result}, but {'; '.join(claim.doubts)}"
            return f"{said}: please look at it"
    return "the board shows something like a result: please look at it"


def _device_text(device: DeviceState | None) -> str:
    if device is None:
        return "the board was never heard of: check its cable and power"
    tried = f" (looked for {device.tried} times)" if device.tried > 1 else ""
    return (
        f"board {device.device} is {device.presence}: {device.reason or 'no reason given'}{tried}"
    )


def _notes(
    game: GameState,
    verdict: Verdict,
    state: BoardState,
    device: DeviceState | None,
    *,
    live: bool,
    by_hand: bool,
) -> tuple[str, ...]:
    notes = list(verdict.notes)
    if state is BoardState.PROPOSED and looks_like_no_show(verdict, len(game.line)):
        notes.append("hardly a move was played: was it a forfeit?")
    if by_hand:
        notes.append("recorded by hand: the board is not read for this game")
    if verdict.official is None and verdict.conflicts == () and (unsure := _unsure(game)):
        notes.append(f"the moves are not certain: {unsure}")
    if game.unclear is not None and state is not BoardState.UNCLEAR and verdict.official is None:
        notes.append(game.unclear.text)
    if live and state is not BoardState.OFFLINE:
        if device is None or device.presence is not Presence.ONLINE:
            notes.append(_device_text(device))
        else:
            notes.extend(device.warnings.values())
    if live and device is not None and device.returns >= FLAKY:
        notes.append(
            f"the connection to board {device.device} has broken {device.returns} times: change "
            "its cable, or its place at the hub"
        )
    return tuple(notes)


_UNSURE = {
    Mark.RECONSTRUCTED: "not seen by the board",
    Mark.AMBIGUOUS: "could be another",
    Mark.PROMOTION_UNKNOWN: "promotes to an unknown piece",
    Mark.ILLEGAL: "against the rules",
}


def _unsure(game: GameState) -> str:
    """Why the moves of a game are not certain, in words; of marked moves it names the first."""
    if game.doubts:
        return game.doubts[-1].fact.reason
    for ply, move in enumerate(game.line, start=1):
        why = [text for mark, text in _UNSURE.items() if mark in move.marks]
        if not why and move.certainty is Certainty.UNCLEAR and ply > game.confirmed:
            why = ["is not clear"]
        if why:
            return f"{numbered(game.start_fen, ply)} {move.san} ({', '.join(why)})"
    return ""


def _playing_note(state: BoardState, playing: str) -> tuple[str, ...]:
    """Somebody has given a result for a game that goes on."""
    claimed = playing and state in (BoardState.PROPOSED, BoardState.CONFLICT)
    return (f"the game is still being played: {playing}",) if claimed else ()


def _rated_note(the_round: Round, game: GameId) -> tuple[str, ...]:
    given = the_round.rated.get(game)
    if given is None or given.result is None:
        return ()
    rated = given.result.kind is not ResultKind.UNRATED
    text = f"counts for rating as {given.result}" if rated else "is not rated"
    return (f"{text}, whatever the standings say: {given.reason}",)


def agreeing(views: Sequence[BoardView]) -> tuple[BoardView, ...]:
    """The games that may be confirmed together: all who spoke agree, and nothing looks odd.

    A sign on a board without moves may be a player who did not come: that is a forfeit, and
    an arbiter looks at it alone; so is a game that goes on.
    """
    return tuple(
        view
        for view in views
        if view.state is BoardState.PROPOSED
        and not looks_like_no_show(view.verdict, view.plies)
        and not view.still_played
    )


def looks_like_no_show(verdict: Verdict, plies: int) -> bool:
    """True where only the board speaks and hardly a move was played."""
    return plies <= 1 and set(verdict.proposed_by) <= BOARD_SOURCES
