from contextlib import suppress
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desk.errors import FileTroubleError, PlayersError
from desk.files.players_csv import MAX_BYTES, PlayersFile, parse_players, read_players
from facts.ids import PlayerId
from facts.player import Player
from tests.places import CONFIGS


def parse(text: str) -> PlayersFile:
    return parse_players(text.encode(), "players.csv")


def problems(text: str) -> tuple[str, ...]:
    with pytest.raises(PlayersError) as caught:
        parse(text)
    return caught.value.problems


BOS = Player(
    PlayerId("bos-willem"),
    "Bos, Willem",
    2231,
    "FM",
    "NED",
    "1012345",
    "m",
    date(1979, 4, 2),
    "Zee",
)


@pytest.mark.parametrize(
    "text",
    [
        "Name;Title;Rating;Federation;FIDE ID;Born;Sex;Club\n"
        "Bos, Willem;FM;2231;NED;1012345;1979-04-02;m;Zee\n",
        "Name\tTit\tRtg\tFED\tFideID\tBirth\tSex\tClub/City\r\n"
        "Bos, Willem\tf\t2231\tned\t1012345\t02.04.1979\tM\tZee\r\n",
        "name,title,elo,fed,fide_id,birthday,gender,club\n"
        '"Bos,Willem",FM,2231,NED,1012345,1979/04/02,male,Zee\n',
        "No.;Surname;First name;EloN;EloI;Tit.;ID_FIDE;Fed;Born;Sex;Club\n"
        "1;Bos;Willem;2100;2231;FM;1012345;NED;1979-4-2;m;Zee\n",
    ],
)
def test_the_same_player_is_read_from_every_usual_form(text: str) -> None:
    assert parse(text).players == (BOS,)


def test_a_national_rating_counts_where_there_is_no_other() -> None:
    (player,) = parse("Name;RtgI;RtgN\nBos;0;1850\n").players
    assert player.rating == 1850


def test_only_a_name_is_needed_and_empty_lines_mean_nothing() -> None:
    found = parse("\n\nName\nBos\n\n  \nClaes\n")
    assert [(p.id, p.name, p.rating, p.birth) for p in found.players] == [
        ("bos", "Bos", 0, None),
        ("claes", "Claes", 0, None),
    ]


def test_columns_that_mean_nothing_are_named() -> None:
    found = parse("SNo;Name;Shoe size\n1;Bos;43\n")
    assert found.ignored == ("SNo", "Shoe size")


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        ("Name\nMüller, Jörg\n".encode(), "utf-8-sig"),
        ("Name\nMüller, Jörg\n".encode("utf-8-sig"), "utf-8-sig"),
        ("Name\nMüller, Jörg\n".encode("latin-1"), "cp1252"),
        ("Name\nMüller, Jörg\n".encode("utf-16"), "utf-16"),
    ],
)
def test_letters_are_read_in_every_usual_encoding(data: bytes, encoding: str) -> None:
    found = parse_players(data, "players.csv")
    assert [p.name for p in found.players] == ["Müller, Jörg"]
    assert found.encoding == encoding


def test_letters_of_other_scripts_make_ids_too() -> None:
    (player,) = parse("Name\nИванова, Мира\n").players
    assert player.id == "иванова-мира"


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("1988", date(1988, 1, 1)),
        ("1988/00/00", date(1988, 1, 1)),
        ("31.12.1988", date(1988, 12, 31)),
        ("1988-12-31", date(1988, 12, 31)),
        ("", None),
        ("0", None),
    ],
)
def test_dates_of_birth_come_in_many_forms(written: str, read: date | None) -> None:
    (player,) = parse(f"Name;Born\nBos;{written}\n").players
    assert player.birth == read


def test_every_wrong_line_is_named_with_what_is_expected_and_nothing_is_imported() -> None:
    text = (
        "Name;Title;Rating;Fed;FideID;Born;Sex\n"
        "Good;;1500;NED;;;\n"
        "Bos;XM;2231;NED;;;\n"
        "Claes;;12x;NETH;;;\n"
        "Dis;;9999;;abc;31.31.1988;x\n"
        ";;1500;;;;\n"
    )
    assert problems(text) == (
        "players.csv, line 3: title 'XM': expected GM, IM, WGM, FM, WIM, CM, WFM, WCM or nothing",
        "players.csv, line 4: rating '12x': expected a whole number from 0 (none) to 3500",
        "players.csv, line 4: federation 'NETH': expected three letters such as NED",
        "players.csv, line 5: rating '9999': expected a whole number from 0 (none) to 3500",
        "players.csv, line 5: fide_id 'abc': expected digits",
        "players.csv, line 5: sex 'x': expected m, w or nothing",
        "players.csv, line 5: birth '31.31.1988': expected a year or a date such as 1988-12-31",
        "players.csv, line 6: name is missing: expected Surname, Given",
    )


def test_a_name_with_the_separator_in_it_must_stand_in_quotes() -> None:
    (problem,) = problems("Name,Rating\nBos, Willem,2231\n")
    assert problem == (
        "players.csv, line 2: 3 values where the header has 2: "
        "a name with the separator in it must stand in double quotes"
    )


def test_a_player_who_is_there_twice_is_refused() -> None:
    assert problems("Name;FideID\nBos;17\nClaes;18\nBoss;17\n") == (
        "players.csv, line 4: FIDE id 17 is in line 2 already",
    )
    assert problems("Name;Born\nBos;1988\nBOS;1988\n") == (
        "players.csv, line 3: BOS (1988-01-01) is in line 2 already",
    )


def test_two_of_one_name_are_told_apart_by_their_dates_of_birth() -> None:
    found = parse("Name;Born\nBos;1988\nBos;2010\nBos;2012\n")
    assert [p.id for p in found.players] == ["bos", "bos-2010", "bos-2012"]


def test_a_line_number_counts_lines_inside_quotes() -> None:
    (problem,) = problems('Name;Rating\n"Bos,\nWillem";1500\nClaes;x\n')
    assert "line 4" in problem


def test_files_that_are_no_list_of_players_are_refused() -> None:
    assert problems("") == ("players.csv is empty: expected a header line with a column Name",)
    assert problems("Name;Rating\n") == ("players.csv has a header and no players",)
    (problem,) = problems("Bos;2231\nClaes;1846\n")
    assert problem.startswith("players.csv, line 1: no column Name: expected a header line such as")
    (problem,) = problems('Name\n"Bos\n')
    assert "line 2: not CSV" in problem
    with pytest.raises(PlayersError, match="larger than"):
        parse_players(b"x" * (MAX_BYTES + 1), "players.csv")


def test_a_missing_file_is_a_clear_message(tmp_path: Path) -> None:
    with pytest.raises(FileTroubleError, match=r"players\.csv cannot be read"):
        read_players(tmp_path / "players.csv")


def test_the_example_of_the_project_is_a_list_of_players() -> None:
    found = read_players(CONFIGS / "club-swiss-players.csv")
    assert len(found.players) == 10
    assert found.ignored == ()


@given(st.binary(max_size=300))
def test_no_bytes_crash_the_reader(data: bytes) -> None:
    with suppress(PlayersError):
        found = parse_players(b"Name;Rating;Born\n" + data, "players.csv")
        assert len({p.id for p in found.players}) == len(found.players) > 0


NAMES = st.text(st.characters(categories=["L"]), min_size=1, max_size=12)


@given(
    st.lists(
        st.tuples(NAMES, st.integers(0, 3500)), min_size=1, unique_by=lambda p: p[0].casefold()
    )
)
def test_what_was_written_is_read(players: list[tuple[str, int]]) -> None:
    text = "Rating;Name\n" + "".join(f'{rating};"{name}"\n' for name, rating in players)
    found = parse_players(text.encode("utf-8-sig"), "players.csv")
    assert [(p.name, p.rating) for p in found.players] == players
