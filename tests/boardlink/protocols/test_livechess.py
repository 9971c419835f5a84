import json
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardlink.protocols.livechess import (
    BoardFeed,
    BoardList,
    BoardNews,
    BoardState,
    CallDone,
    CallFailed,
    LiveClock,
    LiveLine,
    MessageReader,
    NotUnderstood,
    ask_boards,
    list_of_one,
    read_message,
    read_placement,
    subscribe,
)

START = "rnbqkbnrpppppppp" + "." * 32 + "PPPPPPPPRNBQKBNR"
START_PLACEMENT = "".join(START[n : n + 8] for n in range(56, -8, -8))

LIST = (
    b'{"response":"call","id":1,"param":[{"serialnr":"23946","source":"COM3","state":"ACTIVE",'
    b'"battery":"84%","comment":null,"board":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",'
    b'"flipped":false,"clock":null}],"time":1587948082875}'
)
DONE = b'{"response":"call","id":2,"param":null,"time":1587948082887}'
FEED = (
    b'{"response":"feed","id":1,"param":{"serialnr":"23946","flipped":false,'
    b'"board":"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR",'
    b'"clock":{"white":290,"black":300,"run":false,"time":1587948101000},'
    b'"start":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR","san":["e4","e5"],"match":true},'
    b'"time":1587948103000}'
)
REFUSED = b'{"response":"error","id":3,"param":{"message":"no such board"},"time":1}'


def texts(chunks: Iterable[bytes]) -> list[bytes]:
    reader = MessageReader()
    return [text for chunk in chunks for text in reader.feed(chunk)]


def one(text: bytes) -> BoardNews:
    message = read_message(text)
    assert isinstance(message, BoardFeed)
    return message.news


def fed(**param: object) -> BoardNews:
    return one(json.dumps({"response": "feed", "id": 1, "param": param}).encode())


def test_the_list_of_boards_tells_serial_number_state_and_what_stands_there() -> None:
    message = read_message(LIST)
    assert isinstance(message, BoardList)
    (news,) = message.boards
    assert (message.id, news.serial, news.source) == (1, "23946", "COM3")
    assert (news.state, news.battery, news.flipped) == (BoardState.ACTIVE, 84, False)
    assert news.placement == START_PLACEMENT
    assert (news.clock_told, news.clock) == (True, None)


def test_a_feed_tells_what_changed_with_the_clock_s_age_and_the_whole_line() -> None:
    news = one(FEED)
    assert news.clock == LiveClock(290, 300, white_runs=False, age_s=2)
    assert news.line == LiveLine(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", ("e4", "e5"), match=True
    )
    assert news.state is None


def test_what_is_left_out_is_not_told() -> None:
    news = fed(serialnr="23946", flipped=False)
    assert news.placement is None
    assert not news.clock_told
    assert news.line is None


def test_answers_and_refusals_carry_the_number_of_their_call() -> None:
    assert read_message(DONE) == CallDone(2)
    assert read_message(REFUSED) == CallFailed(3, "no such board")


@pytest.mark.parametrize("number", ["2", 2])
def test_a_number_may_be_sent_as_text(number: object) -> None:
    text = json.dumps({"response": "call", "id": number, "param": None}).encode()
    assert read_message(text) == CallDone(2)


def test_what_is_asked_has_the_shape_that_livechess_takes() -> None:
    assert json.loads(ask_boards(7)) == {"id": 7, "call": "eboards"}
    assert json.loads(subscribe(2, 1, "23946")) == {
        "id": 2,
        "call": "subscribe",
        "param": {"feed": "eboardevent", "id": 1, "param": {"serialnr": "23946"}},
    }


def test_a_board_s_part_of_the_list_reads_as_the_list_did() -> None:
    message = read_message(LIST)
    assert isinstance(message, BoardList)
    again = read_message(list_of_one(message.boards[0]))
    assert isinstance(again, BoardList)
    assert again.boards == message.boards


@pytest.mark.parametrize(
    ("state", "meant"),
    [
        (None, BoardState.NEVER),
        ("NOTRESPONDING", BoardState.NOT_RESPONDING),
        ("DELAYED", BoardState.DELAYED),
        ("SOMETHING", BoardState.UNKNOWN),
        (7, BoardState.UNKNOWN),
    ],
)
def test_every_state_is_understood_or_called_unknown(state: object, meant: BoardState) -> None:
    assert fed(serialnr="1", state=state).state is meant


@pytest.mark.parametrize(
    ("battery", "percent"), [("84%", 84), ("3.6V", None), (None, None), ("²%", None), ("999%", 100)]
)
def test_a_battery_in_volts_is_no_percentage(battery: object, percent: int | None) -> None:
    assert fed(serialnr="1", battery=battery).battery == percent


@pytest.mark.parametrize(
    "board",
    ["8/8/8/8/8/8/8", "9/8/8/8/8/8/8/8", "8/8/8/8/8/8/8/8/8", "x7/8/8/8/8/8/8/8", "", "..", 5, []],
)
def test_a_board_that_is_no_placement_is_told_as_odd(board: object) -> None:
    news = fed(serialnr="1", board=board)
    assert news.placement is None
    assert len(news.oddities) == 1


@pytest.mark.parametrize(
    "clock",
    [
        {"white": "x", "black": None, "run": True},
        {"white": 10**9, "black": -1, "run": None},
        {"white": 300, "black": 300, "run": "white"},
        [],
        "12:00",
    ],
)
def test_a_clock_that_makes_no_sense_is_no_missing_clock(clock: object) -> None:
    news = fed(serialnr="1", clock=clock)
    assert not news.clock_told
    assert len(news.oddities) == 1


def test_a_placement_of_a_whole_fen_is_its_first_field() -> None:
    assert read_placement(f"{'8/' * 7}8 w - - 0 1") == "." * 64


@given(st.lists(st.integers(1, 40), max_size=60))
def test_however_the_stream_is_cut_the_same_messages_come_out(cuts: list[int]) -> None:
    stream = LIST + b"\r\n" + DONE + FEED + REFUSED
    chunks, at = [], 0
    for length in cuts:
        chunks.append(stream[at : at + length])
        at += length
    assert texts([*chunks, stream[at:]]) == [LIST, DONE, FEED, REFUSED]


def test_braces_and_quotes_inside_a_text_end_no_message() -> None:
    text = json.dumps({"response": "error", "id": 1, "param": {"message": 'a } and a "{" \\'}})
    assert texts([text.encode()]) == [text.encode()]


def test_a_message_that_was_torn_inside_a_text_spoils_no_more_than_its_line() -> None:
    assert texts([b'{"response":"fe\n}', DONE])[-1] == DONE


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=True)
    | st.text(max_size=12)
    | st.sampled_from(["feed", "call", "error", "23946", "rnbqkbnr/8/8/8/8/8/8/RNBQKBNR"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                "response id param time serialnr board clock white black run state flipped "
                "battery san start match message".split()
            ),
            inner,
            max_size=8,
        )
    ),
    max_leaves=30,
)


@given(JSON)
def test_any_json_is_understood_or_refused_and_never_raises(value: object) -> None:
    message = read_message(json.dumps(value).encode())
    match message:
        case BoardList(boards=boards):
            for news in boards:
                assert isinstance(read_message(list_of_one(news)), BoardList)
        case NotUnderstood(text=text) | CallFailed(text=text):
            assert len(text) <= 200
        case _:
            pass


@given(st.binary(max_size=300))
def test_any_bytes_are_cut_and_read_without_an_error(data: bytes) -> None:
    for text in texts([data, b'{"', data]):
        read_message(text)


@given(st.integers(0, len(FEED) - 1))
def test_a_message_that_was_torn_anywhere_spoils_no_other(cut: int) -> None:
    assert texts([FEED[:cut], DONE, REFUSED])[-2:] == [DONE, REFUSED]


@pytest.mark.parametrize("junk", [b"{", b'{"', b'{"a":[', b'{"a\\', b"[[{", b'"'])
def test_messages_are_heard_again_after_any_junk(junk: bytes) -> None:
    assert texts([junk, DONE, FEED])[-2:] == [DONE, FEED]


def test_what_never_ends_is_given_up() -> None:
    reader = MessageReader()
    assert list(reader.feed(b'{"a":"' + b"x" * (1 << 20))) == []
    assert reader.skipped > 0
    assert [read_message(text) for text in reader.feed(b'"}' + DONE)] == [CallDone(2)]
