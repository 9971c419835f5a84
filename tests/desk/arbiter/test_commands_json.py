import json
from datetime import UTC, datetime

import pytest

from desk.arbiter.commands_json import KINDS, read_command
from desk.commands.kinds import every as a
from desk.commands.kinds.lines import CorrectLine
from desk.commands.kinds.players import EnterPlayer, RequestBye
from desk.commands.kinds.results import (
    ConfirmAgreeing,
    ConfirmResult,
    EnterResult,
    RuleResult,
    SetRatingResult,
)
from desk.errors import RefusedError
from desk.views.result_codes import GAMES, code_of
from facts.fact import LineMove
from facts.result import DOUBLE_FORFEIT, DRAWN, HALF_BYE, WHITE_WON
from facts.settings import Source


def read(**fields: object) -> a.Command:
    return read_command(json.dumps({"id": "1", **fields}).encode())


def test_results_are_read_by_their_codes() -> None:
    assert read(kind="enter_result", game="g", result="1-0", expects=5) == EnterResult(
        id="1", expects=5, game="g", result=WHITE_WON  # type: ignore[arg-type]
    )  # fmt: skip
    assert read(kind="rule_result", game="g", result="--", reason="late") == RuleResult(
        id="1", game="g", result=DOUBLE_FORFEIT, reason="late"  # type: ignore[arg-type]
    )  # fmt: skip
    assert read(kind="confirm_agreeing", results=[["g", "1/2-1/2"]]) == ConfirmAgreeing(
        id="1", results=(("g", DRAWN),)  # type: ignore[arg-type]
    )  # fmt: skip
    assert read(
        kind="confirm_result", game="g", result="1/2-1/2", sure=True, reason="ill"
    ) == ConfirmResult(
        id="1", game="g", result=DRAWN, sure=True, reason="ill"  # type: ignore[arg-type]
    )  # fmt: skip
    claim = read(kind="enter_result", game="g", result="1-0", source="match-card")
    assert isinstance(claim, EnterResult)
    assert claim.source is Source.MATCH_CARD


def test_a_corrected_line_comes_with_its_moves() -> None:
    move = {"uci": "e2e4", "san": "e4", "clock_s": 5400, "at": "2026-01-10T12:00:00Z"}
    found = read(kind="correct_line", game="g", from_ply=1, before=[], moves=[move], reason="sheet")
    assert isinstance(found, CorrectLine)
    assert found.moves == (LineMove("e2e4", "e4", 5400, datetime(2026, 1, 10, 12, tzinfo=UTC)),)
    for wrong in ({"uci": 7}, {"at": "noon"}, {"marks": ["odd"]}):
        with pytest.raises(RefusedError, match="is no command"):
            read(kind="correct_line", game="g", from_ply=1, before=[], reason="",
                 moves=[move | wrong])  # fmt: skip


def test_every_code_names_one_result_and_back() -> None:
    for code, result in GAMES.items():
        assert GAMES[code_of(result)] == result
        assert code_of(result) == code


def test_a_result_for_rating_may_be_taken_back() -> None:
    assert read(kind="set_rating_result", game="g", result="1-0", reason="r") == SetRatingResult(
        id="1", game="g", result=WHITE_WON, reason="r"  # type: ignore[arg-type]
    )  # fmt: skip
    assert read(kind="set_rating_result", game="g", result=None, reason="r") == SetRatingResult(
        id="1", game="g", result=None, reason="r"  # type: ignore[arg-type]
    )  # fmt: skip


def test_byes_and_players_are_read() -> None:
    bye = read(kind="request_bye", tournament="t", player="p", round_no=2, bye="half", grant=True)
    assert isinstance(bye, RequestBye)
    assert (bye.bye, bye.round_no, bye.grant) == (HALF_BYE, 2, True)
    entered = read(kind="enter_player", tournament="t", name=" Bos,  Willem ", rating=2000)
    assert isinstance(entered, EnterPlayer)
    assert (entered.player.id, entered.player.name) == ("bos-willem", "Bos, Willem")
    told_apart = read(kind="enter_player", tournament="t", name="Bos, Willem", fide_id="17")
    assert isinstance(told_apart, EnterPlayer)
    assert told_apart.player.id == "bos-willem-17"


def test_a_federation_is_read_whole_so_that_a_wrong_one_can_be_refused() -> None:
    entered = read(kind="enter_player", tournament="t", name="Bos, Willem", federation="Holland")
    assert isinstance(entered, EnterPlayer)
    assert entered.player.federation == "HOLLAND"


PLAIN = {
    "game": "g", "reason": "r", "source": "flag", "tournament": "t", "stage": "s", "player": "p",
    "other": "q", "round_no": 1, "granted": True, "pairing": "x", "board": 3, "device": "25731",
    "audience": "public", "minutes": 5.0, "adjourn": True, "moves": "e4", "penalty": "warning",
    "players": ("p", "q"), "first_round": 2, "last_round": 3, "purpose": "places",
    "outcome": ("q", "p"), "number": 1, "members": ("p", "q"), "reserves": ("r",), "upheld": True,
    "decision": "as played", "item": "phone", "tag": "17", "against": "a ruling", "late": True,
    "placement": "8/8/8/8/8/8/8/8", "white_to_move": True, "move_no": 30, "from_ply": 3,
    "before": ("e2e4",), "chair": "Ana",
}  # fmt: skip
LINES: dict[str, dict[str, object]] = {
    "choose_line": {"moves": ("e2e4", "e7e5")},
    "correct_line": {"moves": ()},
}
"""A line is a list where moves that are written down are a text."""


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_plain_command_is_read_from_its_fields(kind: str) -> None:
    fields = {name: PLAIN[name] for name in KINDS[kind].__dataclass_fields__ if name in PLAIN}
    fields.update(LINES.get(kind, {}))
    command = read(kind=kind, **fields)
    assert type(command) is KINDS[kind]
    assert all(getattr(command, name) == value for name, value in fields.items())


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (b"", "no command"),
        (b"{", "no command"),
        (b'{"kind": "enter_result"}', "missing required field `id`"),
        (b'{"kind": "enter_result", "id": ""}', "needs an id"),
        (b'{"kind": "dance", "id": "1"}', "there is no command 'dance'"),
        (b'{"kind": "start_round", "id": "1", "stage": "s"}', "missing required field"),
        (b'{"kind": "withdraw_draft", "id": "1", "x": 1}', "withdraw_draft has no x"),
        (
            b'{"kind": "enter_result", "id": "1", "game": "g", "result": "2-0"}',
            "'2-0' is no result",
        ),
        (b'{"kind": "set_delay", "id": "1", "audience": "public", "minutes": "x"}', "float"),
        (
            b'{"kind": "request_bye", "id": "1", "tournament": "t", "player": "p", "round_no": 1,'
            b' "bye": "double"}',
            "'double' is no bye: expected one of half, full, zero",
        ),
    ],
)
def test_what_is_no_command_is_refused_in_words(body: bytes, text: str) -> None:
    with pytest.raises(RefusedError, match=text):
        read_command(body)
