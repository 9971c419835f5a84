"""PURE. Commands as the page sends them: one JSON object each, refused where it is not right.

``{"kind": "enter_result", "id": "…", "expects": 812, "game": "open.main.3.7.1", "result": "1-0"}``
"""

from collections.abc import Mapping
from datetime import date
from typing import Final

import msgspec

from desk.commands.kinds import every as a
from desk.commands.kinds import lines as line
from desk.commands.kinds import meetings as m
from desk.commands.kinds import registers as r
from desk.errors import RefusedError
from desk.files.player_ids import name_slug
from desk.views.result_codes import BYES, GAMES
from facts.ids import GameId, PlayerId, RoundNo, TournamentId
from facts.player import Player
from facts.result import Result
from facts.settings import Source

KINDS: Final[Mapping[str, type[a.Command]]] = {
    "record_moves": a.RecordMoves,
    "take_back_move": a.TakeBackMove,
    "choose_line": line.ChooseLine,
    "correct_line": line.CorrectLine,
    "adopt_position": line.AdoptPosition,
    "take_over_game": a.TakeOverGame,
    "reopen_game": a.ReopenGame,
    "withdraw_claim": a.WithdrawClaim,
    "withdraw_player": a.WithdrawPlayer,
    "expel_player": a.ExpelPlayer,
    "give_penalty": r.GivePenalty,
    "readmit_player": r.ReadmitPlayer,
    "check_in": r.CheckIn,
    "end_check_in": r.EndCheckIn,
    "hand_in": r.HandIn,
    "give_back": r.GiveBack,
    "name_committee": r.NameCommittee,
    "lodge_protest": r.LodgeProtest,
    "decide_protest": r.DecideProtest,
    "decide_bye": a.DecideBye,
    "mark_absent": a.MarkAbsent,
    "play_after_all": a.PlayAfterAll,
    "fix_board": a.FixBoard,
    "forbid_pairs": a.ForbidPairs,
    "allow_pair": a.AllowPair,
    "draft_pairings": a.DraftPairings,
    "swap_colours": a.SwapColours,
    "exchange_players": a.ExchangePlayers,
    "withdraw_draft": a.WithdrawDraft,
    "publish_round": a.PublishRound,
    "start_round": a.StartRound,
    "close_round": a.CloseRound,
    "reopen_round": a.ReopenRound,
    "declare_standings": a.DeclareStandings,
    "open_stage": a.OpenStage,
    "draw_lots": a.DrawLots,
    "draw_colours": m.DrawColours,
    "start_next_game": m.StartNextGame,
    "drop_game": m.DropGame,
    "bind_board": a.BindBoard,
    "set_delay": a.SetDelay,
}
"""Commands whose fields are plain values; the others are read one by one below."""

MAX_ID = 100
MAX_TEXT = 500


class _Envelope(msgspec.Struct):
    kind: str
    id: str
    expects: int | None = None


class _ResultForm(msgspec.Struct):
    id: str
    game: GameId
    result: str
    expects: int | None = None
    source: Source | None = None
    reason: str = ""
    while_playing: bool = False
    sure: bool = False
    excused: bool = False


class _RatingForm(msgspec.Struct):
    id: str
    game: GameId
    result: str | None
    expects: int | None = None
    reason: str = ""


class _AgreeingForm(msgspec.Struct):
    id: str
    results: list[tuple[GameId, str]]
    expects: int | None = None


class _ByeForm(msgspec.Struct):
    id: str
    tournament: TournamentId
    player: PlayerId
    round_no: RoundNo
    bye: str
    expects: int | None = None
    grant: bool = False
    override: bool = False
    reason: str = ""


class _PlayerForm(msgspec.Struct):
    id: str
    tournament: TournamentId
    name: str
    expects: int | None = None
    player: PlayerId | None = None
    rating: int = 0
    title: str = ""
    federation: str = ""
    fide_id: str = ""
    sex: str = ""
    birth: date | None = None
    club: str = ""


def read_command(data: bytes) -> a.Command:
    """The command in a request's body.

    Raises:
        RefusedError: it is no JSON, of no known kind, or a field is missing or wrong.
    """
    try:
        envelope = msgspec.json.decode(data, type=_Envelope)
        if not 0 < len(envelope.id) <= MAX_ID:
            raise RefusedError("a command needs an id")
        return _read(envelope.kind, data)
    except msgspec.MsgspecError as error:
        raise RefusedError(f"the page sent something that is no command: {error}") from error


def _read(kind: str, data: bytes) -> a.Command:
    match kind:
        case "enter_result" | "rule_result" | "confirm_result":
            return _result_command(kind, msgspec.json.decode(data, type=_ResultForm))
        case "set_rating_result":
            rating = msgspec.json.decode(data, type=_RatingForm)
            rated = game_result(rating.result) if rating.result is not None else None
            return a.SetRatingResult(
                id=rating.id,
                expects=rating.expects,
                game=rating.game,
                result=rated,
                reason=rating.reason[:MAX_TEXT],
            )
        case "confirm_agreeing":
            form = msgspec.json.decode(data, type=_AgreeingForm)
            results = tuple((game, game_result(code)) for game, code in form.results)
            return a.ConfirmAgreeing(id=form.id, expects=form.expects, results=results)
        case "request_bye":
            return _bye_command(msgspec.json.decode(data, type=_ByeForm))
        case "enter_player" | "change_player":
            return _player_command(kind, msgspec.json.decode(data, type=_PlayerForm))
        case _:
            return _plain_command(kind, data)


def _plain_command(kind: str, data: bytes) -> a.Command:
    wanted = KINDS.get(kind)
    if wanted is None:
        raise RefusedError(f"there is no command {kind!r}")
    fields = msgspec.json.decode(data, type=dict[str, object])
    del fields["kind"]
    unknown = fields.keys() - set(wanted.__dataclass_fields__)
    if unknown:
        raise RefusedError(f"{kind} has no {', '.join(sorted(unknown))}")
    return msgspec.convert(fields, wanted)


def game_result(code: str) -> Result:
    """The result that a code stands for.

    Raises:
        RefusedError: none does.
    """
    if code not in GAMES:
        raise RefusedError(f"{code!r} is no result: expected one of {', '.join(GAMES)}")
    return GAMES[code]


def _result_command(kind: str, form: _ResultForm) -> a.Command:
    result = game_result(form.result)
    reason = form.reason[:MAX_TEXT]
    if kind == "enter_result":
        return a.EnterResult(
            id=form.id, expects=form.expects, game=form.game, result=result,
            source=form.source, reason=reason,
            while_playing=form.while_playing, sure=form.sure, excused=form.excused,
        )  # fmt: skip
    if kind == "rule_result":
        return a.RuleResult(
            id=form.id, expects=form.expects, game=form.game, result=result, reason=reason
        )
    return a.ConfirmResult(
        id=form.id, expects=form.expects, game=form.game, result=result,
        while_playing=form.while_playing, sure=form.sure, reason=reason,
    )  # fmt: skip


def _bye_command(form: _ByeForm) -> a.RequestBye:
    if form.bye not in BYES:
        raise RefusedError(f"{form.bye!r} is no bye: expected one of {', '.join(BYES)}")
    return a.RequestBye(
        id=form.id,
        expects=form.expects,
        tournament=form.tournament,
        player=form.player,
        round_no=form.round_no,
        bye=BYES[form.bye],
        grant=form.grant,
        override=form.override,
        reason=form.reason[:MAX_TEXT],
    )


def _player_command(kind: str, form: _PlayerForm) -> a.EnterPlayer | a.ChangePlayer:
    ident = form.player
    if ident is None:
        # The FIDE id tells apart whom a name does not.
        slug = name_slug(form.name)
        ident = PlayerId(f"{slug}-{form.fide_id}" if form.fide_id else slug)
    player = Player(
        id=ident,
        name=" ".join(form.name.split())[:MAX_TEXT],
        rating=form.rating,
        title=form.title.upper(),
        federation=form.federation.upper(),
        fide_id=form.fide_id,
        sex=form.sex,
        birth=form.birth,
        club=form.club[:MAX_TEXT],
    )
    wanted = a.EnterPlayer if kind == "enter_player" else a.ChangePlayer
    return wanted(id=form.id, expects=form.expects, tournament=form.tournament, player=player)
