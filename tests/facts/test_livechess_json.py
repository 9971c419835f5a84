import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facts.livechess_json import (
    CloudGame,
    CloudIndex,
    CloudPairing,
    CloudPlayer,
    CloudRound,
    read_game,
    read_host,
    read_index,
    read_tournament,
    results_differ,
    to_pgn,
)
from facts.pgn import PgnGame, PgnMove

INDEX = {
    "date": "2026-01-10",
    "pairings": [
        {
            "white": {"fname": "Michael", "mname": None, "lname": "Adams", "fideid": 400041},
            "black": {"fname": "Ann", "lname": "Brown", "title": "WGM", "fideid": "0"},
            "result": "*",
            "live": True,
        },
        {"white": None, "black": None, "result": None, "live": False},
    ],
}


def as_bytes(value: object) -> bytes:
    return json.dumps(value).encode()


def game(**fields: object) -> CloudGame:
    read = read_game(as_bytes(fields))
    assert read is not None
    return read


def index() -> CloudIndex:
    read = read_index(as_bytes(INDEX))
    assert read is not None
    return read


def pgn(read: CloudGame, result: str = "*") -> PgnGame:
    first = index().pairings[0]
    pairing = CloudPairing(first.white, first.black, result, live=True)
    return to_pgn("Open", 3, 7, "2026.01.10", pairing, read)


def test_the_tournament_tells_its_rounds() -> None:
    told = read_tournament(as_bytes({"name": "Open", "rounds": [{"count": 10, "live": 7}, {}]}))
    assert told is not None
    assert (told.name, told.rounds) == ("Open", (CloudRound(10, 7), CloudRound(0, 0)))


def test_an_index_tells_players_results_and_what_is_live() -> None:
    first, empty = index().pairings
    assert first.white == CloudPlayer("Adams, Michael", "400041")
    assert first.black == CloudPlayer("Brown, Ann", "", "WGM")
    assert (first.result, first.live) == ("*", True)
    assert empty == CloudPairing(CloudPlayer(), CloudPlayer(), "*", live=False)
    assert index().date == "2026.01.10"


def test_a_move_has_its_time_left_its_time_used_both_or_neither() -> None:
    moves = game(moves=["e4 5436+23", "Nf3 +19", "Nc6 1821", "d4"]).moves
    assert moves == (
        PgnMove("", "e4", 5436, 23),
        PgnMove("", "Nf3", None, 19),
        PgnMove("", "Nc6", 1821),
        PgnMove("", "d4"),
    )


def test_a_game_becomes_pgn_with_its_players_and_its_place() -> None:
    read = pgn(game(moves=["e4 300+1", "e5 299+2"], live=True))
    assert [(move.uci, move.clock_s) for move in read.moves] == [("e2e4", 300), ("e7e5", 299)]
    assert read.tags["Round"] == "3.7"
    assert read.tags["WhiteFideId"] == "400041"
    assert "BlackFideId" not in read.tags
    assert (read.tags["White"], read.token) == ("Adams, Michael", "*")


def test_the_waiting_side_s_clock_is_what_it_had_left_after_its_move() -> None:
    def clocks(run: bool | None) -> list[int | None]:
        clock = {"white": 250, "black": 280, "run": run}
        return [m.clock_s for m in pgn(game(moves=["e4 300", "e5 290"], clock=clock)).moves]

    assert clocks(True) == [300, 280]
    assert clocks(False) == [300, 290]
    assert clocks(None) == [300, 290]


@pytest.mark.parametrize(
    ("in_index", "in_game", "token", "differ"),
    [
        ("1-0", "WHITEWIN", "1-0", False),
        ("1-0", None, "1-0", False),
        ("*", "BLACKWIN", "0-1", False),
        ("1/2-1/2", "DRAW", "1/2-1/2", False),
        ("1-0", "DRAW", "*", True),
        ("*", "NOTPLAYED", "*", False),
        ("*", "WHITEFORFAIT", "*", True),
    ],
)
def test_list_and_game_must_not_give_two_results(
    in_index: str, in_game: str | None, token: str, differ: bool
) -> None:
    read = game(moves=["e4"], result=in_game)
    assert pgn(read, in_index).token == token
    pairing = CloudPairing(CloudPlayer(), CloudPlayer(), in_index, live=False)
    assert results_differ(pairing, read) is differ


def test_another_start_position_comes_as_chess960() -> None:
    read = pgn(game(moves=["e4"], chess960=0))
    assert read.chess960
    assert read.start_fen.startswith("bbqnnrkr/")
    assert not pgn(game(moves=["e4"], chess960=518)).chess960


@pytest.mark.parametrize(
    ("host", "read"),
    [
        ("1.pool.livechesscloud.com", "1.pool.livechesscloud.com"),
        ("127.0.0.1:8080", "127.0.0.1:8080"),
        ("evil.com/x?", ""),
        ("a@b", ""),
        (None, ""),
    ],
)
def test_a_host_is_a_name_and_nothing_else(host: object, read: str) -> None:
    assert read_host(as_bytes({"host": host, "format": "1"})) == read


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=10)
    | st.sampled_from(["e4 5+3", "O-O", "WHITEWIN", "1-0", "\ud800"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                "moves pairings white black result live clock run chess960 rounds count date "
                "fname lname fideid host name serialNr".split()
            ),
            inner,
            max_size=8,
        )
    ),
    max_leaves=30,
)


@given(JSON, JSON)
def test_any_json_is_read_or_refused_and_can_be_written(one: object, other: object) -> None:
    read_host(as_bytes(one))
    read_tournament(as_bytes(one))
    read, told = read_game(as_bytes(one)), read_index(as_bytes(other))
    for pairing in told.pairings if told else ():
        results_differ(pairing, read or CloudGame())
        made = to_pgn("Open", 1, 1, "", pairing, read or CloudGame())
        for text in (*made.tags.values(), *(move.san for move in made.moves)):
            text.encode()


@given(st.binary(max_size=60))
def test_bytes_that_are_no_json_are_refused(data: bytes) -> None:
    read_host(data)
    read_tournament(data)
    read_index(data)
    read_game(data)
