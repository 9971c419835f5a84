from dataclasses import replace

import pytest

from broadcast.errors import UnknownError
from broadcast.pgn import file_names
from facts import fact as f
from facts.ids import GameId, RoundNo, StageId
from facts.settings import StageSettings, System
from tests.broadcast.made_up import ARBITER, MAIN, OPEN, Hall, at, game_at_board, published


@pytest.fixture
def hall() -> Hall:
    made = Hall()
    made.open(3)
    return made


def test_files_are_called_by_tournament_round_and_board(hall: Hall) -> None:
    feed = hall.feed()
    assert file_names.tournament_file(OPEN) == "open.pgn"
    assert file_names.round_file(feed, OPEN, RoundNo(1), None) == "open-round-1.pgn"
    assert file_names.game_file(feed, game_at_board(3)) == "open-1.3.pgn"


def test_the_stage_is_named_where_there_are_several(hall: Hall) -> None:
    final = StageSettings(StageId("final"), "Final", System.DUTCH, RoundNo(3))
    hall.say(f.StageOpened(final), at(1), ARBITER)
    feed = hall.feed()
    assert file_names.round_file(feed, OPEN, RoundNo(1), MAIN) == "open-main-round-1.pgn"
    assert file_names.round_file(feed, OPEN, RoundNo(1), None) == "open-round-1.pgn"
    assert file_names.game_file(feed, game_at_board(3)) == "open-main-1.3.pgn"


def test_a_game_of_several_at_one_board_has_its_number(hall: Hall) -> None:
    round_ = published(3)
    first = round_.pairings[0]
    two = replace(first, games=(*first.games, GameId("another")))
    hall.say(replace(round_, pairings=(two, *round_.pairings[1:])), at(2), ARBITER)
    feed = hall.feed()
    assert file_names.game_file(feed, first.games[0]) == "open-1.1-game-1.pgn"
    assert file_names.game_file(feed, GameId("another")) == "open-1.1-game-2.pgn"


def test_a_game_that_is_not_shown_has_no_file(hall: Hall) -> None:
    with pytest.raises(UnknownError, match="there is no game x"):
        file_names.game_file(hall.feed(), GameId("x"))


@pytest.mark.parametrize(
    ("name", "header"),
    [
        ("open-1.3.pgn", 'attachment; filename="open-1.3.pgn"'),
        ("Österreich.pgn", "attachment; filename=\"-sterreich.pgn\"; "
         "filename*=UTF-8''%C3%96sterreich.pgn"),
        ('a"\r\nb.pgn', "attachment; filename=\"a-b.pgn\"; filename*=UTF-8''a%22%0D%0Ab.pgn"),
    ],
)  # fmt: skip
def test_a_header_holds_nothing_but_plain_characters(name: str, header: str) -> None:
    assert file_names.disposition(name) == header
