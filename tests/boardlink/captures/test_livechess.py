import json
from datetime import UTC, datetime

import chess
import pytest

from boardlink.captures.capture import (
    Capture,
    CaptureHeader,
    LinkKind,
    Received,
    decode_capture,
    encode_header,
    encode_record,
)
from boardlink.captures.livechess import split_livechess
from boardlink.replaying.replay import repaired, replay_capture
from boardlink.simulator.hands.deeds import men_of
from boardlink.simulator.livechess.program import Client, LiveChessModel, SimulatedEboard

LINES = {"25731": ["e4", "e5", "Nf3", "Nc6"], "25732": ["d4", "d5", "c4", "e6"]}


def recorded(device: str, chunk: int = 0) -> Capture:
    """Two boards on one WebSocket, recorded as it was; ``chunk``: cut anew into such pieces."""
    model = LiveChessModel([SimulatedEboard(serial) for serial in LINES])
    client = Client()
    games = {serial: chess.Board() for serial in LINES}
    told: list[tuple[float, str]] = []
    for board in model.boards.values():
        board.show(men_of(chess.Board()))
    for number, call in enumerate(["eboards", *LINES]):
        asked: dict[str, object] = {"id": number, "call": "eboards"}
        if call in LINES:
            param = {"feed": "eboardevent", "id": number, "param": {"serialnr": call}}
            asked = {"id": number, "call": "subscribe", "param": param}
        told += [(0.1, text) for text in model.answer(client, json.dumps(asked), 1)]
    for ply in range(4):
        for serial, line in LINES.items():
            games[serial].push_san(line[ply])
            model.boards[serial].show(men_of(games[serial]))
            told += [(5.0 + 5 * ply, t) for t in model.news(client, serial, 1, board=True)]
    header = CaptureHeader(
        "livechess", LinkKind.LIVECHESS, device, datetime(2026, 1, 10, tzinfo=UTC)
    )
    records = [Received(t, text.encode()) for t, text in told]
    if chunk:
        stream = b"".join(record.data for record in records)
        records = [Received(1.0 * n, stream[n : n + chunk]) for n in range(0, len(stream), chunk)]
    lines = encode_header(header) + b"".join(map(encode_record, records))
    return decode_capture(lines)


def games(capture: Capture) -> dict[str, list[str]]:
    return {game.device: list(game.verdict.moves) for game in replay_capture(capture, "x.cap")}


def uci(serial: str) -> list[str]:
    board = chess.Board()
    return [board.push_san(san).uci() for san in LINES[serial]]


@pytest.mark.parametrize("device", ["", "0"])
def test_a_whole_websocket_holds_the_games_of_all_its_boards(device: str) -> None:
    assert games(recorded(device)) == {serial: uci(serial) for serial in LINES}


def test_a_file_that_names_its_board_holds_that_board_s_games_alone() -> None:
    assert games(recorded("25732")) == {"25732": uci("25732")}


@pytest.mark.parametrize("chunk", [7, 64, 1000])
def test_reads_need_not_be_messages(chunk: int) -> None:
    found = games(recorded("", chunk))
    assert found == {serial: uci(serial) for serial in LINES}


def test_one_of_its_games_can_be_read_again_with_a_correction() -> None:
    again = repaired(recorded(""), "x.cap", 1, {2: "d7d5"})
    assert (again.device, list(again.verdict.moves)) == ("25732", uci("25732"))


def test_what_tells_of_no_board_is_left_as_it_is() -> None:
    header = CaptureHeader("livechess", LinkKind.LIVECHESS, "", datetime(2026, 1, 10, tzinfo=UTC))
    empty = decode_capture(encode_header(header))
    assert split_livechess(empty) == (empty,)
