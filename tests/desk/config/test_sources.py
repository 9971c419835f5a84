from pathlib import Path

import pytest

from desk.config.hall import load_hall
from desk.config.sources import (
    Cloud,
    GamesConfig,
    LiveChessConfig,
    PgnAddress,
    PgnFiles,
)
from tests.desk.config.test_config import HALL, hall, wrong

UUID = "a1b2c3d4-0000-4000-8000-0123456789ab"
SECOND = '\n[[tournaments]]\nconfig = "blitz.toml"\n'
BLITZ = 'name = "Blitz"\n\n[[stages]]\nsystem = "dutch"\nrounds = 5\n'


def test_a_livechess_is_read_at_its_usual_address_unless_another_is_said(tmp_path: Path) -> None:
    config = load_hall(hall(tmp_path, HALL + "\n[[livechess]]\n"))
    assert config.livechess == (LiveChessConfig("ws://localhost:1982/api/v1.0"),)
    text = HALL + '\n[[livechess]]\naddress = "ws://192.168.1.7:1982/api/v1.0"\n'
    assert load_hall(hall(tmp_path, text)).livechess[0].address.startswith("ws://192")


def test_ports_of_a_computer_on_which_livechess_runs_are_left_to_it(tmp_path: Path) -> None:
    assert load_hall(hall(tmp_path)).looks_for_ports
    assert not load_hall(hall(tmp_path, HALL + "\n[[livechess]]\n")).looks_for_ports
    elsewhere = HALL + '\n[[livechess]]\naddress = "ws://192.168.1.7:1982/api/v1.0"\n'
    assert load_hall(hall(tmp_path, elsewhere)).looks_for_ports


def test_games_of_others_come_from_files_from_an_address_or_from_the_cloud(tmp_path: Path) -> None:
    text = (
        HALL
        + '\n[[pgn]]\npath = "games"\nevery_s = 3\n'
        + '\n[[pgn]]\naddress = "https://example.org/games.pgn"\n'
        + f'\n[[livechess_cloud]]\nid = "https://view.livechesscloud.com/#{UUID}/3"\n'
    )
    assert load_hall(hall(tmp_path, text)).games == (
        GamesConfig(PgnFiles(tmp_path / "games", "games"), "open", 3),  # type: ignore[arg-type]
        GamesConfig(PgnAddress("https://example.org/games.pgn"), "open", 5),  # type: ignore[arg-type]
        GamesConfig(Cloud(UUID, "http://lookup.livechesscloud.com"), "open", 10),  # type: ignore[arg-type]
    )


def test_with_several_tournaments_each_source_says_whose_games_it_has(tmp_path: Path) -> None:
    (tmp_path / "blitz.toml").write_text(BLITZ, encoding="utf-8")
    text = HALL + SECOND + '\n[[pgn]]\npath = "games"\ntournament = "blitz"\n'
    (source,) = load_hall(hall(tmp_path, text)).games
    assert source.tournament == "blitz"
    message = wrong(tmp_path, HALL + SECOND + '\n[[pgn]]\npath = "games"\n')
    assert message.endswith("pgn[1]: the key tournament is missing; expected one of open, blitz")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[[livechess]]\naddress = "localhost"', "livechess[1].address: expected a WebSocket's"),
        ('[[livechess]]\naddress = "ws://[::1"', "livechess[1].address: expected a WebSocket's"),
        ("[[livechess]]\n[[livechess]]", "livechess[2].address: ws://localhost:1982/api/v1.0 is"),
        ("[[livechess]]\nadress = 1", "livechess[1].adress: unknown key; expected one of address"),
        (
            '[[boards]]\nnumber = 2\nport = "ws://localhost:1982/api/v1.0"',
            "boards[2].port: LiveChess is named by [[livechess]]",
        ),
        ("[[pgn]]", "pgn[1]: expected either a path (file or folder) or an address"),
        ('[[pgn]]\npath = "a"\naddress = "http://b"', "pgn[1]: expected either a path"),
        ('[[pgn]]\naddress = "ftp://b"', "pgn[1].address: expected an address such as https://"),
        ('[[pgn]]\npath = "a"\nevery_s = 0.1', "pgn[1].every_s: expected a number >= 2.0"),
        ('[[pgn]]\npath = "a"\ntournament = "x"', "pgn[1].tournament: expected one of open"),
        ('[[pgn]]\npath = "a"\n[[pgn]]\npath = "a"', "pgn[2]: these games are named twice"),
        ('[[livechess_cloud]]\nid = "7"', "livechess_cloud[1].id: expected the tournament's id"),
        (
            f'[[livechess_cloud]]\nid = "{UUID}"\nlookup = "x"',
            "livechess_cloud[1].lookup: expected an address",
        ),
    ],
)
def test_a_source_that_cannot_be_is_named_with_its_line(
    tmp_path: Path, text: str, message: str
) -> None:
    assert message.replace("`", "") in wrong(tmp_path, f"{HALL}\n{text}\n").replace("`", "")
