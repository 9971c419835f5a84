import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from results.errors import ResultsError
from results.trf.read import decode, parse, read_points
from results.trf.records import TrfError
from results.trf.write import render

HEAD = "001    1      Player, One                       2500                             "
TWO = (
    "012 Test\r\n"
    "001    1 mGM  Player, One                       2500 NED     1234567 1990/05/17  1.0    1     2 w 1\r\n"  # noqa: E501
    "001    2   m  Player, Two                       2400                             0.0    2     1 b 0\r\n"  # noqa: E501
    "### a comment\r\n"
)


def test_the_columns_of_a_player_are_read() -> None:
    first, second = parse(TWO).players
    assert (first.number, first.name, first.title, first.sex) == (1, "Player, One", "GM", "m")
    assert (first.rating, first.federation, first.fide_id) == (2500, "NED", "1234567")
    assert (first.birth, first.points, first.rank) == ("1990/05/17", 10, 1)
    assert first.cells[0] is not None
    assert (first.cells[0].opponent, first.cells[0].colour, first.cells[0].letter) == (2, "w", "1")
    assert second.title == "m"


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_any_line_end_will_do(end: str) -> None:
    assert len(parse(TWO.replace("\r\n", end)).players) == 2


def test_what_was_read_is_written_back_with_its_comments() -> None:
    file = parse(TWO)
    assert file.comments == ("a comment",)
    assert render(file) == TWO.replace("\r\n", "\n")
    assert file.first("012") == "Test"


def test_old_files_in_a_western_table_are_decoded() -> None:
    assert decode("Müller".encode("cp1252")) == "Müller"
    assert decode("Müller".encode()) == "Müller"
    assert decode(b"\xef\xbb\xbf001") == "001"


@pytest.mark.parametrize(
    ("cell", "column", "expected"),
    [
        ("   x w 1", 92, "opponent"),
        ("   2 x 1", 97, "expected w, b or -"),
        ("   2 w x", 99, "expected one of"),
        ("   1 w 1", 92, "themselves"),
        ("   3 w 1", 92, "nobody's number"),
        ("0000 w 1", 97, "without an opponent"),
        ("   2 w H", 99, "expected 0000"),
        ("   2xw 1", 96, "expected a blank"),
    ],
)
def test_a_broken_cell_is_blamed_by_line_and_column(cell: str, column: int, expected: str) -> None:
    text = f"{HEAD}1.0    1  {cell}\n{HEAD.replace('   1 ', '   2 ', 1)}0.0    2\n"
    with pytest.raises(TrfError, match=expected) as caught:
        parse(text)
    assert (caught.value.line, caught.value.column) == (1, column)


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ("001    x      Name", 5),
        ("001    0      Name", 5),
        ("001", 5),
        (f"{HEAD[:48]}25x0", 49),
        (f"{HEAD}1.x", 81),
        (f"{HEAD}1.0    x", 86),
    ],
)
def test_a_broken_player_is_blamed_by_line_and_column(line: str, column: int) -> None:
    with pytest.raises(TrfError) as caught:
        parse(f"012 Test\n{line}\n")
    assert (caught.value.line, caught.value.column) == (2, column)


def test_a_number_twice_and_no_players_are_refused() -> None:
    with pytest.raises(TrfError, match="stands on line 1 already"):
        parse(f"{HEAD}0.0\n{HEAD}0.0\n")
    with pytest.raises(TrfError, match="no players"):
        parse("012 Test\n")


@pytest.mark.parametrize(
    ("text", "tenths"),
    [("5.5", 55), ("5", 50), (".5", 5), ("5,5", 55), ("-1.0", -10), ("1.50", 15)],
)
def test_points_are_tenths(text: str, tenths: int) -> None:
    assert read_points(text, 1, 1) == tenths


@given(st.text(max_size=300))
def test_no_text_crashes_the_reader(text: str) -> None:
    with contextlib.suppress(ResultsError):
        parse(text)


@given(st.text(alphabet="0123456789 wb-+=HFUZ.", min_size=0, max_size=120))
def test_no_player_line_crashes_the_reader(rest: str) -> None:
    with contextlib.suppress(ResultsError):
        parse(f"001 {rest}")
