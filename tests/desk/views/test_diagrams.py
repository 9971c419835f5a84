"""What the sensors see, beside where the line leads."""

import chess

from boardlink.readings import Placement
from boardlink.sensing.squares.placement import fen_field
from desk.state.hall import GameState
from desk.views.diagrams import diagrams, end_of_line, squares_of
from facts.fact import LineMove, PlacementUnclear
from facts.ids import BoardNo, GameId, TournamentId
from tests.fakes.virtual_clock import EPOCH

START = "RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr"


def playing(*moves: str) -> GameState:
    line = [LineMove(move, move, None, EPOCH) for move in moves]
    return GameState(GameId("g"), TournamentId("open"), BoardNo(1), line=line)


def moved(squares: str, *changes: tuple[str, str]) -> str:
    men = list(squares)
    for name, man in changes:
        men[chess.parse_square(name)] = man
    return "".join(men)


def test_squares_that_differ_are_named_with_what_is_seen() -> None:
    found = diagrams(playing("e2e4"), moved(START, ("e2", "."), ("e3", "P")))
    assert found.line == moved(START, ("e2", "."), ("e4", "P"))
    assert found.differences == ("e3", "e4")
    assert "e3: a white pawn instead of nothing" in found.text
    assert "e4: nothing instead of a white pawn" in found.text


def test_a_board_that_stands_the_other_way_round_is_turned() -> None:
    found = diagrams(playing("e2e4"), end_of_line(playing("e2e4"))[::-1])
    assert found.seen == found.line
    assert found.text == "The sensors see the position of the line."


def test_without_a_board_the_last_unclear_placement_is_shown() -> None:
    seen = moved(START, ("d1", "?"))
    game = playing()
    game.unclear = PlacementUnclear(GameId("g"), "x", "look", fen_field(Placement(seen)))
    found = diagrams(game, None)
    assert (found.seen, found.when) == (seen, "as the board became unclear")
    assert found.differences == ("d1",)
    assert "d1: something unreadable instead of a white queen" in found.text


def test_nothing_is_made_up_where_nothing_is_known() -> None:
    found = diagrams(playing(), None)
    assert (found.seen, found.differences) == (None, ())
    assert found.text == "What the sensors see is not known."


def test_an_illegal_move_is_shown_as_it_was_made() -> None:
    assert end_of_line(playing("e2e5")) == moved(START, ("e2", "."), ("e5", "P"))


def test_what_is_no_placement_is_not_drawn() -> None:
    for field in ("", "8/8", "9/8/8/8/8/8/8/8", "8/8/8/8/8/8/8/7"):
        assert squares_of(field) is None
