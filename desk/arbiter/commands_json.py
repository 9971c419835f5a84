"""PURE. Commands as the page sends them: one JSON object each, refused where it is not right.

``{"kind": "enter_result", "id": "…", "expects": 812, "game": "open.main.3.7.1", "result": "1-0"}``
"""

from collections.abc import Mapping
from datetime import date
from typing import Final

import msgspec

from desk.commands.kinds.every import Command
from desk.commands.kinds.hall import BindBoard, SetDelay
from desk.commands.kinds.lines import AdoptPosition, ChooseLine, CorrectLine
from desk.commands.kinds.meetings import DrawColours, DropGame, StartNextGame
from desk.commands.kinds.moves import RecordMoves, TakeBackMove
from desk.commands.kinds.pairs import AllowPair, ForbidPairs
from desk.commands.kinds.players import (
    ChangePlayer,
    DecideBye,
    EnterPlayer,
    ExpelPlayer,
    FixBoard,
    MarkAbsent,
    PlayAfterAll,
    RequestBye,
    WithdrawPlayer,
)
from desk.commands.kinds.registers import (
    CheckIn,
    DecideProtest,
    EndCheckIn,
    GiveBack,
    GivePenalty,
    HandIn,
    LodgeProtest,
    NameCommittee,
    ReadmitPlayer,
)
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
from desk.commands.kinds.rounds import (
    CloseRound,
    DeclareStandings,
    DraftPairings,
    ExchangePlayers,
    PublishRound,
    ReopenRound,
    StartRound,
    SwapColours,
    WithdrawDraft,
)
from desk.commands.kinds.stages import DrawLots, OpenStage
from desk.errors import RefusedError
from desk.files.player_ids import name_slug
from desk.views.result_codes import BYES, GAMES
from facts.ids import GameId, PlayerId, RoundNo, TournamentId
from facts.player import Player
from facts.result import Result
from facts.settings import Source

KINDS: Final[Mapping[str, type[Command]]] = {
    "record_moves": RecordMoves,
    "take_back_move": TakeBackMove,
    "choose_line": ChooseLine,
    "correct_line": CorrectLine,
    "adopt_position": AdoptPosition,
    "take_over_game": TakeOverGame,
    "reopen_game": ReopenGame,
    "withdraw_claim": WithdrawClaim,
    "withdraw_player": WithdrawPlayer,
    "expel_player": ExpelPlayer,
    "give_penalty": GivePenalty,
    "readmit_player": ReadmitPlayer,
    "check_in": CheckIn,
    "end_check_in": EndCheckIn,
    "hand_in": HandIn,
    "give_back": GiveBack,
    "name_committee": NameCommittee,
    "lodge_protest": LodgeProtest,
    "decide_protest": DecideProtest,
    "decide_bye": DecideBye,
    "mark_absent": MarkAbsent,
    "play_after_all": PlayAfterAll,
    "fix_board": FixBoard,
    "forbid_pairs": ForbidPairs,
    "allow_pair": AllowPair,
    "draft_pairings": DraftPairings,
    "swap_colours": SwapColours,
    "exchange_players": ExchangePlayers,
    "withdraw_draft": WithdrawDraft,
    "publish_round": PublishRound,
    "start_round": StartRound,
    "close_round": CloseRound,
    "reopen_round": ReopenRound,
    "declare_standings": DeclareStandings,
    "open_stage": OpenStage,
    "draw_lots": DrawLots,
    "draw_colours": DrawColours,
    "start_next_game": StartNextGame,
    "drop_game": DropGame,
    "bind_board": BindBoard,
    "set_delay": SetDelay,
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


def read_command(data: bytes) -> Command:
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


def _read(kind: str, data: bytes) -> Command:
    match kind:
        case "enter_result" | "rule_result" | "confirm_result":
            return _result_command(kind, msgspec.json.decode(data, type=_ResultForm))
        case "set_rating_result":
            rating = msgspec.json.decode(data, type=_RatingForm)
            rated = game_result(rating.result) if rating.result is not None else None
            return SetRatingResult(
                id=rating.id,
                expects=rating.expects,
                game=rating.game,
                result=rated,
                reason=rating.reason[:MAX_TEXT],
            )
        case "confirm_agreeing":
            form = msgspec.json.decode(data, type=_AgreeingForm)
            results = tuple((game, game_result(code)) for game, code in form.results)
            return ConfirmAgreeing(id=form.id, expects=form.expects, results=results)
        case "request_bye":
            return _bye_command(msgspec.json.decode(data, type=_ByeForm))
        case "enter_player" | "change_player":
            return _player_command(kind, msgspec.json.decode(data, type=_PlayerForm))
        case _:
            return _plain_command(kind, data)


def _plain_command(kind: str, data: bytes) -> Command:
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


def _result_command(kind: str, form: _ResultForm) -> Command:
    result = game_result(form.result)
    reason = form.reason[:MAX_TEXT]
    if kind == "enter_result":
        return EnterResult(
            id=form.id, expects=form.expects, game=form.game, result=result,
            source=form.source, reason=reason,
            while_playing=form.while_playing, sure=form.sure, excused=form.excused,
        )  # fmt: skip
    if kind == "rule_result":
        return RuleResult(
            id=form.id, expects=form.expects, game=form.game, result=result, reason=reason
        )
    return ConfirmResult(
        id=form.id, expects=form.expects, game=form.game, result=result,
        while_playing=form.while_playing, sure=form.sure, reason=reason,
    )  # fmt: skip


def _bye_command(form: _ByeForm) -> RequestBye:
    if form.bye not in BYES:
        raise RefusedError(f"{form.bye!r} is no bye: expected one of {', '.join(BYES)}")
    return RequestBye(
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


def _player_command(kind: str, form: _PlayerForm) -> EnterPlayer | ChangePlayer:
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
    wanted = EnterPlayer if kind == "enter_player" else ChangePlayer
    return wanted(id=form.id, expects=form.expects, tournament=form.tournament, player=player)
